"""Orphans (V005) and dead ends (V006): what counts as a reference, what the hints suggest, and how many hints are reported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from nachschlag.generator.model.findings import Finding, Severity
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Location
from nachschlag.generator.proofing.checks.graph import entries_are_led_to, entries_lead_on
from nachschlag.generator.proofing.checks.pieces import whole
from nachschlag.generator.proofing.report import MOST_HINTS, as_github, as_json, as_text
from nachschlag.generator.reading.load import load
from nachschlag.generator.references.graph import link_library, page_id

Project = Callable[..., Path]

PART = "content/wuerfelkrieg/grundregeln"
NEW = f"{PART}/neu.md"
OTHER = f"{PART}/andere.md"


def entry(title: str = "Neue Regel", head: str = "", body: str = "Ohne Verweis.") -> str:
    return f"---\ntitle: {title}\nkind: rule\n{head}---\n{body}\n"


def shown(check: Callable[..., object], root: Path) -> list[str]:
    """The slugs of the entries that a check reports."""
    library, _ = load(root)
    findings: list[Finding] = list(check(library, link_library(library), whole(library)))  # type: ignore[call-overload]
    return [f.location.path.rpartition("/")[2].removesuffix(".md") for f in findings]


def test_the_mini_project(mini: Library) -> None:
    """The entries of the mini project that nothing leads to, or that lead nowhere, are found."""
    graph = link_library(mini)
    orphans = [f.location.path for f in entries_are_led_to(mini, graph, whole(mini))]
    dead_ends = [f.location.path for f in entries_lead_on(mini, graph, whole(mini))]
    assert orphans == [f"{PART}/wurf.md", "content/wuerfelkrieg/zauberei/zaubern.md"]
    assert dead_ends == [f"{PART}/rueckzug.md"]


LEADING_TO: dict[str, dict[str, str]] = {
    "a text": {OTHER: entry("Andere", body="Siehe [[neu]].")},
    "a section": {NEW: entry(body="## Ablauf\n\nSo."), OTHER: entry("Andere", body="Siehe [[neu#ablauf]].")},
    "a short rule": {OTHER: entry("Andere", "short: Wie [[neu]].\n")},
    "a card": {OTHER: entry("Andere", "card:\n  effect: Wie [[neu]].\n")},
    "a table": {OTHER: entry("Andere", "data:\n  columns: [A]\n  rows:\n    - ['[[neu]]']\n")},
    "see": {OTHER: entry("Andere", "see: [neu]\n")},
    "see under an old id": {
        OTHER: entry("Andere", "see: [alt]\n"),
        "content/wuerfelkrieg/moved.yaml": "- {old: wuerfelkrieg/alt, new: wuerfelkrieg/neu, date: 2026-01-01, why: x}\n",
    },
    "another game": {"content/murmeln/regeln/andere.md": entry("Andere", body="[[wuerfelkrieg/neu]]")},
    "its parent": {NEW: entry(head="parent: kaempfen\n")},
    "a child": {OTHER: entry("Andere", "parent: neu\n")},
    "a term's text": {"glossary/murmeln.yaml": "- {title: Ding, definition: 'Wie [[wuerfelkrieg/neu]].'}\n"},
    "a term that stands for it": {"glossary/wuerfelkrieg.yaml": "- {title: Neuling, entry: neu}\n"},
    "a concept": {"glossary/concepts.yaml": "- {id: a, title: A, description: d, entries: {wuerfelkrieg: [neu]}}\n"},
}


@pytest.mark.parametrize("name", LEADING_TO)
def test_what_leads_to_an_entry(project: Project, name: str) -> None:
    assert "neu" not in shown(entries_are_led_to, project({NEW: entry(), **LEADING_TO[name]}))


NOT_LEADING_TO: dict[str, dict[str, str]] = {
    "nothing": {},
    "itself": {NEW: entry(head="see: [neu]\n", body="[[neu]] und [[neu#ablauf]]\n\n## Ablauf\n\nSo.")},
    "a list of the book's page": {NEW: entry(head="page: 7\n"), OTHER: entry("Andere", body="Siehe Seite 7.")},
    "code": {OTHER: entry("Andere", body="`[[neu]]`")},
}


@pytest.mark.parametrize("name", NOT_LEADING_TO)
def test_what_does_not_lead_to_an_entry(project: Project, name: str) -> None:
    assert "neu" in shown(entries_are_led_to, project({NEW: entry(), **NOT_LEADING_TO[name]}))


LEADING_ON: dict[str, dict[str, str]] = {
    "text": {NEW: entry(body="Siehe 15.3.")},
    "short rule": {NEW: entry(head="short: Wie beim Zielen.\n")},
    "a term": {NEW: entry(body="Nimm den Becher.")},
    "a concept in the text": {NEW: entry(body="[[begriffe/angriff]]")},
    "a list of the book's page": {NEW: entry(body="Siehe Seite 11.")},
    "see": {NEW: entry(head="see: [wurf]\n")},
    "its parent": {NEW: entry(head="parent: kaempfen\n")},
    "a child": {OTHER: entry("Andere", "parent: neu\n")},
    "a concept that names it": {
        "glossary/concepts.yaml": "- {id: a, title: A, description: d, entries: {wuerfelkrieg: [neu]}}\n"
    },
}


@pytest.mark.parametrize("name", LEADING_ON)
def test_what_leads_on(project: Project, name: str) -> None:
    """Each way of leading on clears an entry of the finding."""
    assert "neu" not in shown(entries_lead_on, project({NEW: entry(), **LEADING_ON[name]}))


@pytest.mark.parametrize(
    "body", ["Nichts.", "Grundregeln 99.0", "[[nirgends]]", "Neue Regel", "[Zielen](https://example.org)", "[[neu]]"]
)
def test_what_does_not_lead_on(project: Project, body: str) -> None:
    assert "neu" in shown(entries_lead_on, project({NEW: entry(body=body)}))


def test_the_hint_names_the_nearest_entries(project: Project) -> None:
    library, _ = load(
        project(
            {
                NEW: entry("Bechersturz", "short: Der umgestoßene Bechersturz zählt nicht.\nphases: [rollphase]\n"),
                OTHER: entry("Becherstürze", "short: Umgestoßene Becher zählen nicht.\n"),
            }
        )
    )
    graph = link_library(library)
    orphan = next(f for f in entries_are_led_to(library, graph, whole(library)) if f.location.path == NEW)
    assert orphan.message == "Auf „Bechersturz“ verweist nichts; nur Listen und die Suche führen hierher."
    assert orphan.hint.startswith(
        "Verweise in einem verwandten Eintrag auf ihn, im Text oder unter „see“, zum Beispiel in „andere“"
    )
    dead_end = next(f for f in entries_lead_on(library, graph, whole(library)) if f.location.path == NEW)
    assert dead_end.hint.startswith("Nenne unter „see“ verwandte Einträge, zum Beispiel „andere“")
    assert dead_end.hint.endswith("; oder schreibe im Text den Namen einer anderen Regel.")


def test_a_hint_without_near_entries_suggests_none(project: Project) -> None:
    library, _ = load(project({NEW: entry("Xyz")}))
    orphan = next(f for f in entries_are_led_to(library, link_library(library), whole(library)) if f.location.path == NEW)
    assert orphan.hint == "Verweise in einem verwandten Eintrag auf ihn, im Text oder unter „see“."


def test_a_reference_to_a_term_counts_for_the_entry_it_stands_for(project: Project) -> None:
    """`[[glossar/sturmwurf]]` leads to the page of Würfelsturm, which then lists it as a mention."""
    library, _ = load(project({NEW: entry(body="Siehe [[glossar/sturmwurf]].")}))
    backlinks = link_library(library).backlinks
    assert "wuerfelkrieg/neu" in backlinks["wuerfelkrieg/wuerfelsturm"]
    assert "wuerfelkrieg/glossar/sturmwurf" not in backlinks


@pytest.mark.parametrize(
    ("target", "page"),
    [
        ("wuerfelkrieg/kaempfen#ablauf", "wuerfelkrieg/kaempfen"),
        ("wuerfelkrieg/hagel", "wuerfelkrieg/wuerfelsturm"),
        ("wuerfelkrieg/glossar/sturmwurf", "wuerfelkrieg/wuerfelsturm"),
        ("wuerfelkrieg/glossar/becher", "wuerfelkrieg/glossar/becher"),
        ("begriffe/angriff", "begriffe/angriff"),
        ("wuerfelkrieg/seite/12", "wuerfelkrieg/seite/12"),
        ("wuerfelkrieg/weg", "wuerfelkrieg/weg"),
    ],
)
def test_the_page_of_a_target(mini: Library, target: str, page: str) -> None:
    assert page_id(mini, target) == page


# -- many hints -----------------------------------------------------------------------------------------------------------------


def hints(count: int, code: str = "V005", system: str = "aos") -> list[Finding]:
    return [Finding(code, Location(f"content/{system}/teil/regel-{i}.md"), f"Nummer {i}.", "Rat.") for i in range(count)]


def test_a_few_hints_are_listed_singly() -> None:
    text = as_text(hints(MOST_HINTS))
    assert text.count("Nummer ") == text.count("Rat.") == MOST_HINTS
    assert text.endswith(f"\n{MOST_HINTS} Hinweise.\n")


def test_many_hints_of_one_code_and_system_are_summed_up() -> None:
    error = Finding("V001", Location("content/aos/teil/regel-0.md", 3), "Weg.")
    findings = [*hints(12), *hints(2, system="t9a"), *hints(9, "V006"), error]
    assert as_text(findings) == (
        "content/t9a/teil/regel-0.md:1:1: Hinweis V005: Nummer 0.\n    Rat.\n"
        "content/t9a/teil/regel-1.md:1:1: Hinweis V005: Nummer 1.\n    Rat.\n"
        "content/aos/teil/regel-0.md:3:1: Fehler V001: Weg.\n"
        "content/aos: 12 Hinweise V005: Waise: Auf den Eintrag verweist nichts.\n"
        "content/aos: 9 Hinweise V006: Sackgasse: Vom Eintrag führt nichts weiter.\n"
        "    Jeden einzelnen zeigt: nachschlag check --format json\n"
        "1 Fehler, 23 Hinweise.\n"
    )


def test_errors_and_warnings_are_never_summed_up() -> None:
    findings = [Finding("V002", Location("content/aos/a.md", line), "Fehlt.") for line in range(1, 30)]
    assert as_text(findings).count("Fehlt.") == 29


def test_other_formats_list_every_hint() -> None:
    assert as_json(hints(12)).count('"V005"') == as_github(hints(12)).count("::notice ") == 12


@pytest.mark.parametrize(("code", "counts"), [("V001", True), ("V002", True), ("V005", False), ("V006", False)])
def test_hints_do_not_count(code: str, counts: bool) -> None:
    finding = Finding(code, Location("a"), "x")
    assert finding.counts is counts is (finding.severity != Severity.INFO)
