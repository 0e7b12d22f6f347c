"""Spelling: S006 for unknown words. Not part of every run, because it takes seconds and needs a dictionary."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...model.findings import Finding
from ...model.library import Library
from ...model.places import place
from ...references.graph import fields_of
from ..spelling import Speller, own_words


def words_are_known(library: Library, is_german: Callable[[str], bool]) -> Iterator[Finding]:
    """S006: each unknown word of an entry, at its first place. `is_german` is the dictionary."""
    for system in library.systems:
        speller = Speller(is_german, own_words(library, system))
        for entry in library.system_entries(system):
            told: set[str] = set()
            for field, text in (("title", entry.title), *fields_of(entry)):
                for offset, word in speller.unknown(text):
                    if word not in told:
                        told.add(word)
                        hint = "Ist es richtig, nimm es ins Glossar oder unter „spelling“ in system.yaml auf."
                        yield Finding(
                            "S006", place(entry, field, text, offset), f"Das Wort „{word}“ ist unbekannt ({field}).", hint
                        )
