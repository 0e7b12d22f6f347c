"""The exported fields, their states and notes, and the previous English from a real git history."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from nachschlag.generator import load
from nachschlag.generator.exchange.context import Context
from nachschlag.generator.exchange.terms import TermFinder
from nachschlag.generator.exchange.units import State, Unit, normal, units
from nachschlag.generator.history.previous import previous_english
from nachschlag.generator.model.english import english_fingerprint
from nachschlag.generator.model.library import Library

from tests.projects import lay_over

UNITS = [
    ("wuerfelkrieg#parts.grundregeln.title", "Core Rules", "Grundregeln", State.TRANSLATED),
    ("wuerfelkrieg#phases.rollphase.title", "Rolling Phase", "Rollphase", State.TRANSLATED),
    ("wuerfelkrieg/kaempfen#title", "Brawling", "Kämpfen", State.REVIEWED),
    ("wuerfelkrieg/sprung#title", 'Leap & "Run" <fast>', "Sprung & Lauf <schnell>", State.REVIEWED),
    ("wuerfelkrieg/sprung#text", 'You leap.\n\n- far\\high\n- "deep"\n\nEnd\twith tab', None, State.REVIEWED),
    ("wuerfelkrieg/fehlt#short", "Not there yet.", "", State.MISSING),
    ("wuerfelkrieg/fehlt#text", "Two lines.\nOf text.", "", State.MISSING),
    ("wuerfelkrieg/alt#short", "Once so.", "Früher so.", State.OUTDATED),
    ("wuerfelkrieg/glossar/becher#title", "Cup", "Becher", State.TRANSLATED),
    ("begriffe/angriff#description", "What one does to take something from one's neighbour.", None, State.TRANSLATED),
]


def by_context(library: Library, **more: object) -> dict[str, Unit]:
    return {unit.context: unit for unit in units(library, **more)}  # type: ignore[arg-type]


@pytest.mark.parametrize(("context", "source", "target", "state"), UNITS)
def test_units(library: Library, context: str, source: str, target: str | None, state: State) -> None:
    """Each text of the mini project is a unit with its source, target and state."""
    unit = by_context(library)[context]
    assert (unit.source, unit.state) == (source, state)
    assert target is None or unit.target == target


def test_fields_without_english_have_no_unit(library: Library) -> None:
    contexts = by_context(library)
    assert not [name for name in contexts if name.startswith("murmeln")]
    assert "wuerfelkrieg/wurf#short" not in contexts
    assert len(contexts) == len(list(units(library)))


def test_one_system_comes_without_the_concepts(library: Library) -> None:
    assert {unit.id.partition("/")[0] for unit in units(library, "wuerfelkrieg")} == {"wuerfelkrieg"}


@pytest.mark.parametrize(
    ("field", "text", "expected"),
    [
        ("short", " a\n  b ", "a b"),
        ("title", " a\tb ", "a\tb"),
        ("text", "\n\n a\r\nb\r\n\n", " a\nb"),
        ("title", "u\u0308 \x07 \uffff", "ü \ufffd \ufffd"),
    ],
)
def test_normal(field: str, text: str, expected: str) -> None:
    """A text in normal form stays as it is."""
    assert normal(field, text) == expected
    assert normal(field, expected) == expected


def test_notes_name_the_place_and_terms_of_a_unit(library: Library) -> None:
    context = Context(library, "https://example.org/")
    shown = dict(context.notes(by_context(library)["wuerfelkrieg/sprung#short"]))
    assert shown == {
        "Ort": "Würfelkrieg · Grundregeln · Regel",
        "Seite": "https://example.org/wuerfelkrieg/sprung/",
        "Begriffe": "Rolling Phase → Rollphase",
        "Original": "Das Original ist deutsch; auch das Englische ist eine Übersetzung.",
        "Durchsicht": "gegengelesen 11/2026 nach dem Regelbuch 2.0",
    }
    shown = dict(context.notes(by_context(library)["wuerfelkrieg/kaempfen#title"]))
    assert shown["Ort"] == "Würfelkrieg · Grundregeln · Nr. 17.0 · Regel · S. 12"
    assert shown["Kurzregel"].startswith("Wer an der Reihe ist")
    assert shown["Englisch"] == "so im deutschen Buch"
    assert "Veraltet" in dict(context.notes(by_context(library)["wuerfelkrieg/alt#short"]))


def test_notes_are_single_lines(project: Path) -> None:
    lay_over(project, {PATH: ENTRY.format("Old", "In the Rolling Phase.", "")})
    system = project / "content/wuerfelkrieg/system.yaml"
    system.write_text(system.read_text("utf-8").replace("title: Rollphase", 'title: "Roll\\n\\nphase"'), "utf-8")
    library = load(project)[0]
    shown = dict(Context(library).notes(by_context(library)["wuerfelkrieg/alt#short"]))
    assert shown["Begriffe"] == "Rolling Phase → Roll phase"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Pass a break test.", ["Aufriebstest"]),
        ("Break Tests and Fear, fear", ["Aufriebstest", "Angst"]),
        ("Fearless breaks", []),
        ("xfear fear-", ["Angst"]),
        ("", []),
    ],
)
def test_terms_are_found_as_whole_words(text: str, found: list[str]) -> None:
    finder = TermFinder([("Break Test", "Aufriebstest"), ("Fear", "Angst")])
    assert [german for _, german in finder.hits(text)] == found


ENTRY = "---\ntitle: Alt\ntitle_en: {}\nkind: rule\nshort: Früher so.\nshort_en: {}\ntranslated_from: '{}'\n---\nText.\n"
PATH = "content/wuerfelkrieg/grundregeln/alt.md"


def git(project: Path, *words: str) -> None:
    identity = ["-c", "user.name=Probe", "-c", "user.email=probe@example.org"]
    subprocess.run(["git", *identity, *words], cwd=project, check=True, capture_output=True)


def commit(project: Path, *overlays: dict[str, str]) -> None:
    for overlay in overlays:
        lay_over(project, overlay)
        git(project, "add", "-A")
        git(project, "commit", "-qm", "Stand")


@pytest.mark.parametrize("below", ["", "unter/ordner"])
def test_previous_english_comes_from_the_history(project: Path, below: str) -> None:
    root = project if not below else project.parent / "repo"
    if below:
        (root / below).parent.mkdir(parents=True)
        project = project.rename(root / below)
    recorded = english_fingerprint("Old", "Once so.", "Long text.")
    git(root, "init", "-q")
    first = {PATH: ENTRY.format("Old", "Once so.", recorded), PATH.replace(".md", ".en.md"): "Long text.\n"}
    commit(project, {PATH: ENTRY.format("Older", "Never so.", "")}, first)
    commit(project, {PATH: ENTRY.format("Old", "Now so.", recorded)}, {PATH.replace(".md", ".en.md"): "Longer text.\n"})
    library = load(project)[0]
    previous = previous_english(project, library.entries.values())
    assert previous == {"wuerfelkrieg/alt": ("Old", "Once so.", "Long text.\n")}
    found = by_context(library, previous=previous)
    shown = {
        name: (found[f"wuerfelkrieg/alt#{name}"].state, found[f"wuerfelkrieg/alt#{name}"].previous)
        for name in ("title", "short", "text")
    }
    assert shown == {
        "title": (State.TRANSLATED, ""),
        "short": (State.OUTDATED, "Once so."),
        "text": (State.OUTDATED, "Long text."),
    }


def test_without_a_history_nothing_is_known_and_all_is_outdated(project: Path) -> None:
    library = load(project)[0]
    assert previous_english(project, library.entries.values()) == {}
    assert by_context(library)["wuerfelkrieg/alt#title"].state is State.OUTDATED
