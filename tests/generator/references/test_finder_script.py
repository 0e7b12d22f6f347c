"""The finder that other sites' pages run, in Node: it finds what `link` finds, in time as long as the text."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from nachschlag.generator import load
from nachschlag.generator.model.library import Library
from nachschlag.generator.references.finder_index import finder_index
from nachschlag.generator.references.link import link
from nachschlag.generator.site.embed_scripts import FINDER, embed_scripts

from tests.accuracy.marked import HERE as ACCURACY
from tests.growing import assert_linear

GAME = "kronenkrieg"

#: A line in, a line out: the milliseconds of processor time that the text took, and its links.
_WAITING = """
const { createInterface } = require('readline');
let make;
globalThis.CustomEvent = class { constructor(name, given) { this.detail = given.detail; } };
globalThis.dispatchEvent = ({ detail }) => { make = detail; };
(0, eval)(require('fs').readFileSync(process.argv[1], 'utf8'));
const find = make(JSON.parse(require('fs').readFileSync(process.argv[2], 'utf8')));
createInterface({ input: process.stdin }).on('line', (line) => {
  const { piece, size } = JSON.parse(line);
  const text = piece.repeat(size / piece.length + 1).slice(0, size);
  const begun = process.cpuUsage();
  const found = find(text);
  const { user, system } = process.cpuUsage(begun);
  console.log(JSON.stringify({ took: (user + system) / 1e6, found: found.slice(0, 100) }));
});
"""

Answer = Callable[[str, int], dict[str, object]]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    project = tmp_path_factory.mktemp("made") / "up"
    shutil.copytree(ACCURACY / "made_up", project)
    rule = project / "content" / GAME / "belagerung/ausfall.md"
    places = 'places:\n  - {part: heeresbau, number: "44.4", page: 55}\n'
    rule.write_text(rule.read_text("utf-8").replace("---\n", f"---\n{places}", 1), "utf-8")
    return load(project)[0]


@pytest.fixture(scope="module")
def answer(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Answer]:
    """Ask the script: a piece of text, repeated to so many characters → what it said."""
    folder: Path = tmp_path_factory.mktemp("finder")
    (folder / "finder.js").write_text(dict(embed_scripts())[FINDER], "utf-8")
    (folder / "index.json").write_text(json.dumps(finder_index(library, library.systems[GAME])), "utf-8")
    command = ["node", "-e", _WAITING, str(folder / "finder.js"), str(folder / "index.json")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as node:
        assert node.stdin
        assert node.stdout

        def ask(piece: str, size: int) -> dict[str, object]:
            print(json.dumps({"piece": piece, "size": size}), file=node.stdin, flush=True)
            said: dict[str, object] = json.loads(node.stdout.readline())
            return said

        yield ask
        node.stdin.close()


PIECES = [
    "Panik ",
    "*Panik* ",
    '"Panik',
    "„Schwere Reiterei“ ",
    "Kapitel 3, Seite 13 ",
    "3.1 Panik, ",
    "17.0, ",
    "GR 17.0 und ",
    "(siehe ",
    "HB 44.4, Seite 55 ",
    "Panik (line of sight ",
    "Ziel, Wert und ",
    "Panik-",
    "Panik (2), **Panik** (X), ",
    "1.1.1.1.",
]


@pytest.mark.parametrize("piece", PIECES)
def test_a_page_takes_time_as_long_as_its_text(answer: Answer, piece: str) -> None:
    def took(size: int) -> float:
        seconds = answer(piece, size)["took"]
        assert isinstance(seconds, float)
        return seconds

    took(6400)  # warm up
    assert_linear(took, [6400 * 2**n for n in range(6)])  # up to 200 KB


@pytest.mark.parametrize("piece", PIECES)
def test_a_page_has_the_links_of_the_command(library: Library, answer: Answer, piece: str) -> None:
    text = (piece * 40)[: 20 * len(piece)]
    expected = [
        {"start": f.start, "end": f.end, "id": f.target, "parameter": f.parameter} for f in link(library, text, GAME) if f.target
    ]
    assert answer(piece, len(text))["found"] == expected[:100]
