"""A new word in one file of `generator/german` is known to references, proofing, ingest and the search.

Each case runs in a process of its own, with a copy of the German room whose data has the word.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from nachschlag import generator, search

#: The result of each room for a strong verb, and for a noun with an irregular plural.
ASKING = """
import json
from nachschlag.generator.german.casing import Casing
from nachschlag.generator.german.citation_form import plain_form
from nachschlag.generator.model.library import Name
from nachschlag.generator.proofing.term_match import GermanNames
from nachschlag.generator.references.names import NameFinder
from nachschlag.search.core.analysis import analyse
from nachschlag.search.core.documents import Corpus, Document

def linked(name, text):
    return [text[found.start : found.end] for found in NameFinder([Name(name, "x/y", "title")]).find(text)]

def proofed(name, text):
    return [text[start:end] for found in GermanNames([name]).find(text) for start, end in found.spans]

def searched(text, base):
    documents = [Document("x/a", "x", "rule", "Eins", body=text), Document("x/b", "x", "rule", "Zwei", body=base)]
    return [word for word, found in analyse(Corpus((), tuple(documents))).infinitives.items()]

print(json.dumps({
    "verb": {
        "references": linked("Schmelzen", "Schmelze das Eis. Beim Schmelzen brennt es."),
        "proofing": proofed("Schmelzen", "Das Eis schmolz nicht, es ist geschmolzen."),
        "ingest": Casing.of("Es brennt hier.").running("DIE GESCHMOLZENE KLINGE"),
        "search": searched("Das Eis ist geschmolzen.", "Eis kann schmelzen."),
    },
    "plural": {
        "references": linked("Genus", "Alle Genera fallen."),
        "proofing": proofed("Genus", "Alle Genera fallen."),
        "ingest": plain_form("Genera", frozenset({"Genus"})),
        "search": searched("Alle Genera fallen.", "Ein Genus steht."),
    },
}))
"""

BEFORE = {
    "verb": {
        "references": ["Schmelze", "Schmelzen"],
        "proofing": [],
        "ingest": "Die Geschmolzene Klinge",
        "search": [],
    },
    "plural": {"references": [], "proofing": [], "ingest": "Genera", "search": []},
}
AFTER = {
    "verb": {
        "references": ["Schmelzen"],
        "proofing": ["schmolz", "geschmolzen"],
        "ingest": "Die geschmolzene Klinge",
        "search": ["geschmolzen"],
    },
    "plural": {"references": ["Genera"], "proofing": ["Genera"], "ingest": "Genus", "search": ["genera"]},
}
TAUGHT = {
    "verb": ("verbs.yaml", "strong:\n", "strong:\n  schmelzen: [schmilz, schmolz, geschmolzen]\n"),
    "plural": ("nouns.yaml", "irregular_plurals: {", "irregular_plurals: {Genus: Genera, "),
}


def _copy(folder: Path) -> Path:
    """Copy the package with a German room of its own; everything else is the real one."""
    room = folder / "nachschlag" / "generator"
    room.mkdir(parents=True)
    (folder / "nachschlag" / "search").symlink_to(Path(search.__file__).parent)
    for path in Path(generator.__file__).parent.iterdir():
        if path.name != "german":
            (room / path.name).symlink_to(path)
    shutil.copytree(Path(generator.__file__).parent / "german", room / "german")
    return room / "german"


def _known(folder: Path) -> dict[str, object]:
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, "-c", ASKING], env=environment, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    known: dict[str, object] = json.loads(done.stdout)
    return known


@pytest.fixture(scope="module")
def untaught(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    folder = tmp_path_factory.mktemp("untaught")
    _copy(folder)
    return _known(folder)


@pytest.mark.parametrize("taught", TAUGHT)
def test_a_new_word_is_known_to_all_rooms(tmp_path: Path, untaught: dict[str, object], taught: str) -> None:
    assert untaught[taught] == BEFORE[taught]
    file, found, with_word = TAUGHT[taught]
    path = _copy(tmp_path) / file
    text = path.read_text(encoding="utf-8")
    assert text.count(found) == 1
    path.write_text(text.replace(found, with_word), encoding="utf-8")
    assert _known(tmp_path)[taught] == AFTER[taught]
