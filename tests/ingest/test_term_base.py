"""An existing term base supplies English names that the book does not print, and records their source."""

from __future__ import annotations

import pytest
from nachschlag.generator.ingest.drafts import Source
from nachschlag.generator.ingest.structure.profile import load_profile
from nachschlag.generator.ingest.structure.recognise import read_rules

BOOK = "WALD (WOOD)\n\nEr brennt.\n\nFURT (FORD)\n\nMan hält an.\n\nMOOR\n\nEs kostet.\n\nHEIDE (HEATH)\n\nSie ist offen.\n"


@pytest.mark.parametrize(
    ("title", "title_en", "where"),
    [("Wald", "Wood", "book"), ("Moor", "Bog", "inferred"), ("Heide", "Heath", "book")],
)
def test_what_the_book_prints_counts_first(title: str, title_en: str, where: str) -> None:
    known = [("Wald", "Forest", "published"), ("moor", "Bog", "inferred")]
    reading = read_rules(Source("buch.txt", "text", BOOK), load_profile("conquest"), known=known)
    (draft,) = (draft for draft in reading.drafts if draft.title == title)
    assert (draft.title_en, draft.title_en_source) == (title_en, where)
