"""The lists of a system: the content of a phase's page, and its order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from nachschlag.generator.pages.listings import Line, listings, phases
from nachschlag.generator.reading.load import load

PART = "content/wuerfelkrieg/grundregeln"


def entry(kind: str, timing: str = "") -> str:
    card = f"card:\n  timing: {timing}\n  effect: Wirkt.\n" if timing else ""
    return f"---\ntitle: Probe {kind} {timing}\nkind: {kind}\nphases: [ladephase]\n{card}---\nText.\n"


def test_a_phase_begins_with_how_it_goes_and_what_can_be_done(project: Callable[..., Path]) -> None:
    entries = {
        "ordnung": entry("rule"),
        "lader": entry("special-rule"),
        "die-ladephase": entry("phase"),
        "schieben": entry("action"),
        "funke": entry("spell", "Lade-Aktion"),
        "mein-befehl": entry("command", "Deine Ladephase"),
        "aller-befehl": entry("command", "Beliebige Ladephase"),
        "dein-befehl": entry("command", "Gegnerische Ladephase"),
        "immer": entry("ability", "Passiv"),
    }
    library, _ = load(project({f"{PART}/{name}.md": text for name, text in entries.items()}))
    listing = next(phases(library.systems["wuerfelkrieg"], library.system_entries("wuerfelkrieg")))
    new = [(heading, [line for line in lines if line.target.split("/")[1] in entries]) for heading, lines in listing.groups]
    assert [(heading, [line.target.split("/")[1] for line in lines]) for heading, lines in new if lines] == [
        ("Ablauf", ["die-ladephase"]),
        ("In deinem Zug", ["mein-befehl"]),
        ("In jedem Zug", ["aller-befehl"]),
        ("Im Zug des Gegners", ["dein-befehl"]),
        ("Aktionen", ["schieben"]),
        ("Zauber", ["funke"]),
        ("Von selbst", ["immer"]),
        ("Regeln", ["ordnung"]),
        ("Sonderregeln", ["lader"]),
    ]
    assert [line.note for _, lines in new for line in lines if line.target == "wuerfelkrieg/funke"] == ["Lade-Aktion"]


def test_rules_of_one_name_say_where_they_stand(project: Callable[..., Path]) -> None:
    head = "---\ntitle: Doppelt\nkind: rule\n---\nText.\n"
    library, _ = load(project({f"{PART}/doppelt.md": head, "content/wuerfelkrieg/zauberei/zauberei-doppelt.md": head}))
    lists = {listing.path: listing for listing in listings(library, library.systems["wuerfelkrieg"])}
    lines = [line for _, group in lists["wuerfelkrieg/a-z"].groups for line in group]
    notes = {line.target: line.note for line in lines if line.note}
    assert notes["wuerfelkrieg/doppelt"] == "Grundregeln"
    assert notes["wuerfelkrieg/zauberei-doppelt"] == "Zauberei"
    assert "wuerfelkrieg/zielen" not in notes


def test_an_excerpt_lists_the_terms_that_it_does_not_explain(project: Callable[..., Path]) -> None:
    system = Path("tests/data/mini/content/murmeln/system.yaml").read_text("utf-8")
    terms = "- title: Kegel\n  title_en: Skittle\n  mentioned: [schnipsen]\n- title: Kugel\n  definition: Was rollt.\n"
    edits = {"content/murmeln/system.yaml": f"{system}excerpt: [Werfen, Kegeln]\n", "glossary/murmeln.yaml": terms}
    library, findings = load(project(edits))
    assert not [finding for finding in findings if finding.location.path in edits]
    lists = {listing.path: listing for listing in listings(library, library.systems["murmeln"])}
    listing = lists["murmeln/auszug"]
    assert (listing.title, listing.groups) == (
        "Was der Auszug voraussetzt",
        (("K", (Line("murmeln/glossar/kegel", "Schnipsen"),)),),
    )
    assert listing.intro.startswith("Nur ein Auszug: ohne Werfen, Kegeln. ")
    notes = {line.target: line.note for _, lines in lists["murmeln/glossar"].groups for line in lines}
    assert notes == {"murmeln/glossar/kegel": "nicht im Auszug", "murmeln/glossar/kugel": ""}
    assert "wuerfelkrieg/auszug" not in {listing.path for listing in listings(library, library.systems["wuerfelkrieg"])}
