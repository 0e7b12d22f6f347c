"""`nachschlag link`: the input byte for byte but for the links, JSON as the contract has it, and one German line where it cannot be."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.projects import REPOSITORY, command, environment, on_bytes
from tests.running import Run

PROJECT = REPOSITORY / "tests" / "accuracy" / "made_up"
#: A link as the command writes it, in Markdown and in HTML.
MD = re.compile(rb"\[([^\[\]]*)\]\(https://regeln\.example/[^()]*\)")
HTML = re.compile(rb'<a href="https://regeln\.example/[^"]*">([^<]*)</a>')

Link = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The three made-up systems as a project with an address. Read only."""
    root = tmp_path_factory.mktemp("verlinkt")
    for folder in ("content", "glossary"):
        shutil.copytree(PROJECT / folder, root / folder)
    (root / "mkdocs.yml").write_text("site_name: Probe\nsite_url: https://regeln.example/\n", "utf-8")
    return root


@pytest.fixture
def link(project: Path) -> Link:
    """Runs the command as a process of its own, on bytes."""

    def link(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return on_bytes("--project", project, "link", *arguments, stdin=stdin)

    return link


#: Name and bytes of a file; what the command writes, links aside, is the same bytes.
FILES: list[tuple[str, bytes]] = [
    ("bericht.txt", b"Wer Panik hat,\nflieht in die Furt.\n"),
    ("bericht.txt", b"Wer Panik hat,\r\nflieht in die Furt.\r\n"),
    ("bericht.txt", "\ufeffPanik in der Furt".encode()),
    ("bericht.txt", "🎲🎲 Panik \u2028 Furt\x0c\x00 Ende \t ".encode()),
    ("bericht.md", b"---\r\ntitle: Panik\r\n---\r\n\r\n# Panik\r\n\r\n*Panik*, `Panik`, [Panik](x)  \r\nFurt"),
    ("bericht.html", b"<!DOCTYPE html>\r\n<title>Panik</title><p title='Panik'>Panik &amp; R&uuml;stungswurf<br/>Furt"),
    ("BERICHT.HTM", b"<p>Panik\n\n\n</p>\n\n"),
    ("ohne-endung", b"Panik"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content"), FILES)
@pytest.mark.parametrize("way", ["file", "standard input"])
def test_links_aside_every_byte_stays(link: Link, tmp_path: Path, name: str, content: bytes, way: str) -> None:
    (tmp_path / name).write_bytes(content)
    kind = "html" if name.lower().endswith((".html", ".htm")) else "md" if name.endswith(".md") else "text"
    file = (tmp_path / name,) if way == "file" else ("-", "--input", kind)
    done = link(*file, "--system", "kronenkrieg", stdin=content)
    assert (done.returncode, done.stderr) == (0, b"")
    links = HTML if kind == "html" else MD
    assert links.search(done.stdout)
    assert links.sub(rb"\1", done.stdout) == content
    assert (tmp_path / name).read_bytes() == content


def test_an_empty_text_stays_empty(link: Link) -> None:
    done = link("-", "--system", "kronenkrieg")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_it_says_until_where_it_read_a_text_with_too_many_places(link: Link) -> None:
    text = b"Panik.\n" * 15_001
    done = link("-", "--system", "kronenkrieg", "--density", "all", stdin=text)
    assert done.stderr.decode().startswith("Nur bis Zeile 15000 gelesen: Ein Text darf 15000 Stellen haben")
    assert (done.returncode, len(MD.findall(done.stdout)), MD.sub(rb"\1", done.stdout)) == (0, 15_000, text)


def test_links_lead_to_the_site_or_where_one_says(link: Link) -> None:
    text = b"In Panik. Mehr auf Seite 11."
    assert link("-", "--system", "kronenkrieg", stdin=text).stdout.decode() == (
        "In [Panik](https://regeln.example/kronenkrieg/panik/). Mehr auf [Seite 11](https://regeln.example/kronenkrieg/seite/11/)."
    )
    for base, address in (("", "/kronenkrieg/panik/"), ("/hier/", "/hier/kronenkrieg/panik/")):
        assert f"[Panik]({address})" in link("-", "--system", "kronenkrieg", "--base", base, stdin=text).stdout.decode()


def test_twice_is_once(link: Link, tmp_path: Path) -> None:
    """Linking a linked text changes nothing, even for another address."""
    path = tmp_path / "bericht.md"
    path.write_text("# Zweite Runde\n\nPanik am Rammbock. Die Panik kam in der Furt.\n", "utf-8")
    once = link(path, "--system", "kronenkrieg").stdout
    path.write_bytes(once)
    assert link(path, "--system", "kronenkrieg").stdout == once
    assert link(path, "--system", "kronenkrieg", "--base", "https://anderswo.example/").stdout == once


def test_the_text_itself_shows_the_system(link: Link) -> None:
    done = link("-", stdin="Nebelmark, zweite Nacht: Der Torfgolem kam aus dem Hügelgrab.".encode())
    assert done.returncode == 0
    assert "[Torfgolem](https://regeln.example/nebelmark/torfgolem/)" in done.stdout.decode()


def test_text_becomes_html(link: Link) -> None:
    done = link("-", "--system", "kronenkrieg", "--format", "html", stdin=b"Panik & <Furt>\n")
    made = done.stdout.decode()
    assert '<a href="https://regeln.example/kronenkrieg/panik/">Panik</a> &amp; &lt;' in made
    assert made.startswith("<p>")


# -- JSON ---------------------------------------------------------------------------------------------------------------------


def test_json_is_as_the_contract_has_it(link: Link) -> None:
    text = "\ufeff🎲 Panik, Panik\r\nund Versorgung; Durchstoßen (2).\r\nSiehe GR 99.9, [Furt](x)."
    done = link("-", "--system", "kronenkrieg", "--format", "json", stdin=text.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    found = json.loads(done.stdout)
    required = {"start", "end", "line", "text", "type", "target", "candidates"}
    assert all(set(one) - {"parameter"} == required for one in found)
    assert all(text[one["start"] : one["end"]] == one["text"] for one in found)
    assert [(one["text"], one["line"], one["type"], one["target"]) for one in found] == [
        ("Panik", 1, "title", "kronenkrieg/panik"),
        ("Panik", 1, "title", "kronenkrieg/panik"),
        ("Versorgung", 2, "title", None),
        ("Durchstoßen (2)", 2, "parametrised", "kronenkrieg/durchstossen"),
        ("GR 99.9", 3, "part+number", None),
    ]
    assert [sorted(one["candidates"]) for one in found] == [
        [],
        [],
        ["kronenkrieg/belagerung-versorgung", "kronenkrieg/heeresbau-versorgung"],
        [],
        [],
    ]
    assert found[3]["parameter"] == "2"


def test_json_of_html_counts_in_the_html(link: Link) -> None:
    text = '<p title="Panik">In\n<b>Panik</b> beim Vorsto&szlig;.</p>'
    found = json.loads(link("-", "--input", "html", "--format", "json", "--system", "kronenkrieg", stdin=text.encode()).stdout)
    assert [(one["text"], one["line"]) for one in found] == [("Panik", 2), ("Vorsto&szlig;", 2)]
    assert [text[one["start"] : one["end"]] for one in found] == ["Panik", "Vorsto&szlig;"]


def test_json_without_references_is_an_empty_list(link: Link) -> None:
    done = link("-", "--system", "kronenkrieg", "--format", "json", stdin=b"Nichts.")
    assert json.loads(done.stdout) == []


# -- unusable -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["fehlt.txt", "--system", "kronenkrieg"], "„fehlt.txt“ lässt sich nicht lesen"),
        (["ordner", "--system", "kronenkrieg"], "„ordner“ lässt sich nicht lesen"),
        (["latin.txt", "--system", "kronenkrieg"], "„latin.txt“ ist nicht in UTF-8 (Byte 2)"),
        (["text.txt", "--system", "kronenkrig"], "Meintest du „kronenkrieg“"),
        (["text.txt", "--system", ""], "Das Spiel „“ gibt es nicht"),
        (["text.txt"], "Welches Spiel gemeint ist, zeigt der Text nicht"),
        (["text.txt", "--format", "json"], "Nenne es mit --system: kronenkrieg, nebelmark, sternfahrer"),
        (["text.html", "--format", "md", "--system", "kronenkrieg"], "HTML bleibt HTML"),
        (["text.txt", "--input", "html", "--format", "md", "--system", "kronenkrieg"], "HTML bleibt HTML"),
    ],
)
def test_unusable_calls_are_one_german_line(
    run: Run, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    (tmp_path / "ordner").mkdir()
    (tmp_path / "latin.txt").write_bytes("Sö".encode("latin-1"))
    for name in ("text.txt", "text.html"):
        (tmp_path / name).write_text("Ein schöner Abend.", "utf-8")
    monkeypatch.chdir(tmp_path)
    done = run("--project", project, "link", *arguments)
    assert (done.status, done.out) == (2, "")
    assert said in done.line
    assert not re.search(r"\b(?:is|file|directory|no such|error)\b", done.line.removeprefix("nachschlag: "), re.IGNORECASE)


@pytest.mark.parametrize("arguments", [["text.txt", "--format", "xml"], ["text.txt", "--input", "pdf"], [], ["a", "b"]])
def test_wrong_arguments(run: Run, project: Path, arguments: list[str]) -> None:
    """Arguments that do not go together end with status 2 and a sentence."""
    done = run("--project", project, "link", *arguments)
    assert done.status == 2
    assert "Traceback" not in done.err


def test_standard_input_in_another_encoding(project: Path) -> None:
    call = command("--project", project, "link", "-", "--system", "kronenkrieg")
    done = subprocess.run(
        call, input="Söldner".encode("utf-16"), capture_output=True, env=environment(), timeout=120, check=False
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.strip().splitlines()) == 1
    assert "ist nicht in UTF-8 (Byte 1)" in done.stderr.decode()
