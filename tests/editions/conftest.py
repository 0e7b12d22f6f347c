"""Fixtures of these tests: `nachschlag` run in this process, and a project with a history of editions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.projects import MINI, mini_project
from tests.translation.history import commit, git

FOLDER = "content/wuerfelkrieg/grundregeln"
MAGIC = "content/wuerfelkrieg/zauberei"


def mini(path: str) -> str:
    """A file of the mini project."""
    return (MINI / path).read_text("utf-8")


def edited(path: str, *changes: tuple[str, str]) -> str:
    """A file of the mini project with pieces replaced, each of which must exist."""
    text = mini(path)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


#: The second edition: fighting moves to 18.0 and another page, 17.0 becomes another rule, the list of hits goes, retreating is renamed.
SECOND: dict[str, str | None] = {
    f"{FOLDER}/kaempfen.md": edited(
        f"{FOLDER}/kaempfen.md",
        ('"17.0"', '"18.0"'),
        ("page: 12", "page: 14"),
        ("alle seine Würfel", "drei seiner Würfel"),
        ("rolls all dice", "rolls three dice"),
        ("Bei Gleichstand rollen beide noch einmal.", "Bei Gleichstand rollt keiner."),
    ),
    f"{FOLDER}/ruhe.md": '---\ntitle: Ruhe\nkind: rule\nnumber: "17.0"\norder: 175\npage: 12\nshort: Leg den Becher weg.\n---\nPause.\n',
    f"{FOLDER}/rueckzug.md": None,
    f"{FOLDER}/flucht.md": edited(f"{FOLDER}/rueckzug.md", ("title: Rückzug", "title: Flucht")),
    f"{FOLDER}/trefferliste.md": None,
    "content/wuerfelkrieg/moved.yaml": mini("content/wuerfelkrieg/moved.yaml")
    + "- {old: wuerfelkrieg/rueckzug, new: wuerfelkrieg/flucht, date: 2026-03-01, why: Heißt jetzt Flucht.}\n",
    "content/wuerfelkrieg/system.yaml": edited(
        "content/wuerfelkrieg/system.yaml", ("Erste Fassung", "Zweite Fassung"), ('"1"', '"2"')
    ),
    "glossary/wuerfelkrieg.yaml": mini("glossary/wuerfelkrieg.yaml") + "- {title: Tisch, title_en: Table}\n",
}
#: Exists since the first edition and cites changed rules.
CITING = (
    "---\ntitle: Merkblatt\nkind: rule\norder: 999\nshort: Lies S. 12.\n---\nLies Grundregeln 17.0 und Tabelle 6.2, auf S. 12.\n"
)


@pytest.fixture
def editions(tmp_path: Path) -> Path:
    """A project with two editions, tagged v1 and v2."""
    root = mini_project(tmp_path / "projekt", {f"{FOLDER}/merkblatt.md": CITING})
    git(root, "init", "-q", "-b", "main")
    commit(root, "2026-01-01")
    git(root, "tag", "v1")
    commit(root, "2026-03-01", SECOND)
    git(root, "tag", "v2")
    return root
