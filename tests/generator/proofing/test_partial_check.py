"""A check of a few files alone finds what a check of everything finds in them, after any edits."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from nachschlag.generator.model.findings import Finding, in_order
from nachschlag.generator.proofing.checks import run_checks
from nachschlag.generator.proofing.kept_checks import keep
from nachschlag.generator.proofing.partial_check import findings_on
from nachschlag.generator.reading import state
from nachschlag.generator.reading.load import load
from nachschlag.generator.reading.published import expected_ids
from nachschlag.generator.reading.state import state_of
from nachschlag.generator.references.graph import link_library

from tests.edits import edit
from tests.projects import lay_over, mini_project
from tests.tries import FUZZ

RULES = "content/wuerfelkrieg/grundregeln"
#: Rules with which others are compared: of the same name and number, in overviews and made tables, below others, with reviews and
#: waivers.
MORE = {
    f"{RULES}/uebersicht.md": "---\ntitle: Übersicht\nkind: rule\nshort: Siehe [[zielen]].\n---\n"
    "| Regel | Folge |\n| --- | --- |\n| [[zielen]] | höchstens 8 Zoll |\n| Nähe | nie mehr als 3 Felder |\n",
    f"{RULES}/naehe.md": "---\ntitle: Nähe\ntitle_en: Near\nkind: rule\nparent: uebersicht\nshort: Höchstens 3 Felder weit.\n---\n"
    "Geh höchstens 3 Felder weit.\n",
    f"{RULES}/gemacht.md": "---\ntitle: Gemacht\nkind: table\nshort: Alles.\n---\n"
    '::: tabelle quelle=rueckzug,naehe spalten="Regel=title, Kurz=short"\n:::\n',
    f"{RULES}/doppelt.md": '---\ntitle: Zielen\ntitle_en: Aiming\nkind: rule\nnumber: "15.3"\nshort: Ganz anders.\n---\nNur so.\n',
    f"{RULES}/anders.md": "---\ntitle: Anvisieren\ntitle_en: Aiming\nkind: rule\nshort: Nimm 3 Kelche.\nshort_en: Take 2 cups.\n"
    "waivers: [{code: Z001, reason: Ist so.}, {code: S002, reason: Nie.}]\n---\nNimm 2 Becher.\n",
    f"{RULES}/anders.en.md": "Take 2 cups.\n",
    f"{RULES}/gelesen.md": "---\ntitle: Gelesen\nkind: rule\nstatus: gegengelesen\n"
    "reviewed: {date: 2026-11-23, against: '2', by: leser, text: '000000000000'}\n---\nWie [[naehe]] und [[nirgends]].\n",
}
SAID = (
    "Kämpfen",
    "[[naehe]]",
    "[[gelesen]]",
    "[[nichts]]",
    "Nimm einen Kelch.",
    "höchstens 9 Zoll",
    "siehe 17.0",
    "::: bild kreis.svg",
    "(offen",
)
HEADS = (
    "title: Nähe",
    "title: Ganz neu",
    "parent: naehe",
    "parent: rueckzug",
    "see: [naehe]",
    'number: "2.1.1"',
    "aliases: [Ziel]",
)
SHORTS = ("Höchstens 3 Felder weit.", "Nimm 7 Würfel.", "Wie [[zielen]].", "Du darfst nicht.")


def grow(path: Path, choose: random.Random) -> None:
    path.write_text(f"{path.read_text('utf-8')}\n{choose.choice(SAID)} {choose.choice(SAID)}\n", "utf-8")


def reword(path: Path, choose: random.Random) -> None:
    lines = path.read_text("utf-8").split("\n")
    put = f"short: {choose.choice(SHORTS)}"
    path.write_text("\n".join(put if line.startswith("short: ") else line for line in lines), "utf-8")


def rename_or_move(path: Path, choose: random.Random) -> None:
    path.rename(path.with_name("umbenannt.md") if choose.random() < 0.5 else path.parent.parent / "zauberei" / path.name)


def add_field(path: Path, choose: random.Random) -> None:
    path.write_text(path.read_text("utf-8").replace("kind: ", f"{choose.choice(HEADS)}\nkind: ", 1), "utf-8")


def lose_line(path: Path, choose: random.Random) -> None:
    lines = path.read_text("utf-8").split("\n")
    lines.pop(choose.randrange(len(lines)))
    path.write_text("\n".join(lines), "utf-8")


def say_in_english(path: Path, choose: random.Random) -> None:
    path.with_suffix(".en.md").write_text(f"{choose.choice(('Take', 'Never take'))} {choose.randrange(4)} cups.\n", "utf-8")


def change_glossary(path: Path, choose: random.Random) -> None:
    file = path.parents[3] / "glossary" / "wuerfelkrieg.yaml"
    said = f"- {{title: Wort {choose.randrange(99)}, title_en: Cup, definition: Wie [[{path.stem}]].}}\n"
    file.write_text(file.read_text("utf-8") + said, "utf-8")


#: The number of runs of edits, and of files checked after each; more with NACHSCHLAG_FUZZ.
SEEDS, FILES = (FUZZ // 20 or 2), (15 if FUZZ else 3)

EDITS: tuple[Callable[[Path, random.Random], None], ...] = (
    *(grow,) * 6,
    *(reword,) * 5,
    *(lose_line, say_in_english, edit) * 2,
    *(add_field, change_glossary, rename_or_move),
)


def checked(project: Path) -> list[Finding]:
    """All findings of a project that is read for the first time; keeps what a check of a few files needs."""
    of = state_of(project)
    library, read = load(project)
    graph = link_library(library)
    keep(project, library, graph, read, of)
    return in_order([*read, *run_checks(library, graph, expected_ids(project, library))])


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(state, "_UNSETTLED", 0)
    return mini_project(tmp_path / "projekt", MORE)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_after_any_edits(project: Path, seed: int) -> None:
    choose = random.Random(seed)
    checked(project)
    for _ in range(6):
        for _ in range(choose.choice((1, 1, 2))):
            choose.choice(EDITS)(choose.choice(sorted((project / "content").rglob("*[!n].md"))), choose)
        files = [path.relative_to(project).as_posix() for path in sorted((project / "content").rglob("*.md"))]
        some = choose.sample(files, min(len(files), FILES))
        of = state_of(project)
        found = {name: findings_on(project, of, [name]) for name in some}
        every = checked(project)
        for name, few in found.items():
            if few is not None:
                assert few == [one for one in every if one.location.path == name]


def shown(project: Path, name: str) -> list[tuple[str, str]] | None:
    """(code, message) of the findings in one file, unless that takes a check of everything."""
    found = findings_on(project, state_of(project), [name])
    return None if found is None else [(one.code, one.message) for one in found]


@pytest.mark.parametrize(
    ("edited", "old", "new", "name", "expected"),
    [
        ("zielen.md", "8 Zoll Ent", "7 Zoll Ent", "zielen.md", True),
        ("zielen.md", "Miss von", "Sturmwurf und [[naehe]]: Miss von", "zielen.md", True),
        ("zielen.md", "Miss von", "Sturmwurf und [[naehe]]: Miss von", "wuerfelsturm.md", True),
        ("anders.en.md", "Take 2", "Never take 3", "anders.md", True),
        ("zielen.md", "8 Zoll Ent", "7 Zoll Ent", "gemacht.md", True),  # a made table that shows others
        ("naehe.md", "short: Höchstens", "short: Nie mehr als", "gemacht.md", False),
        ("zielen.md", "title: Zielen", "title: Peilen", "zielen.md", False),
        ("zielen.md", "parent: kaempfen", "parent: naehe", "zielen.md", False),
        ("zielen.md", "kind: rule", "# Später\nkind: rule", "zielen.md", True),
        ("zielen.md", "title: Zielen", "# Später\ntitle: Zielen", "zielen.md", False),  # others name its line
        ("zielen.md", "title: Zielen", "title: [", "zielen.md", False),
        ("gemacht.md", "Alles", "Nichts", "gemacht.md", False),
    ],
)
def test_what_is_found_alone(project: Path, edited: str, old: str, new: str, name: str, expected: bool) -> None:
    """An entry is checked alone where an edit of another text cannot touch its findings."""
    checked(project)
    path = project / RULES / edited
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    assert (shown(project, f"{RULES}/{name}") is not None) == expected


def test_files_that_come_or_go_concern_everything(project: Path) -> None:
    name = f"{RULES}/zielen.md"
    checked(project)
    assert shown(project, name) is not None
    assert shown(project, "glossary/wuerfelkrieg.yaml") is None
    lay_over(project, {f"{RULES}/neu.md": "---\ntitle: Neu\nkind: rule\n---\nNeu.\n"})
    assert shown(project, name) is None
    (project / RULES / "neu.md").unlink()
    assert shown(project, name) is not None
    (project / RULES / "rueckzug.md").unlink()
    assert shown(project, name) is None


def test_what_so_many_mention_is_weighed_anew(project: Path) -> None:
    """From the fiftieth mention on, a plain mention in a short rule alone leads nowhere."""
    rules = {f"{RULES}/r{n}.md": f"---\ntitle: Runde {n}\nkind: rule\nshort: Vor dem Zaubern.\n---\nEgal.\n" for n in range(48)}
    lay_over(project, rules)
    name, *others = (project / RULES / f"{name}.md" for name in ("r5", "kaempfen", "zielen"))
    path = name.relative_to(project).as_posix()
    assert "V006" not in [one.code for one in checked(project) if one.location.path == path]
    for other in others:
        assert shown(project, path) is not None
        other.write_text(f"{other.read_text('utf-8')}\nZaubern.\n", "utf-8")
    assert shown(project, path) is None
    assert "V006" in [one.code for one in checked(project) if one.location.path == path]
