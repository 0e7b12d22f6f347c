"""Names of an existing term base are found where a book only mentions them."""

from __future__ import annotations

from nachschlag.generator.ingest.drafts import Source
from nachschlag.generator.ingest.structure.profile import load_profile
from nachschlag.generator.ingest.structure.recognise import read_rules
from nachschlag.generator.ingest.structure.spans import faults

BOOK = "Hoppeln Wer durch offenes Gelände hoppelt, hat nur selten Deckung. Ein Modell mit Hasenpanik flieht.\n"
KNOWN = [
    ("Offenes Gelände", "Open Terrain", "published"),
    ("Selten", "Rare", "published"),
    ("Deckung (X)", "Cover (X)", "published"),
    ("Hoppeln", "Hop", "published"),
    ("Wühlen", "Dig", "published"),
]


def test_known_names_become_terms_where_they_are_only_mentioned() -> None:
    reading = read_rules(Source("buch.txt", "text", BOOK), load_profile("t9a"), known=iter(KNOWN))
    assert [(draft.title, draft.title_en, draft.term) for draft in reading.drafts] == [
        ("Hoppeln", "Hop", False),
        ("Offenes Gelände", "Open Terrain", True),
        ("Deckung (X)", "Cover (X)", True),
        ("Hasenpanik", "", True),
    ]
    assert reading.drafts[1].text == "Wer durch offenes Gelände hoppelt, hat nur selten Deckung."
    assert faults(reading) == []


def test_a_profile_that_does_not_look_for_mentions_takes_only_english_names() -> None:
    source = Source("buch.txt", "text", "1.0 HOPPELN\n\nNur durch offenes Gelände.\n")
    reading = read_rules(source, load_profile("hdd"), known=KNOWN)
    assert [(draft.title, draft.title_en) for draft in reading.drafts] == [("Hoppeln", "Hop")]
