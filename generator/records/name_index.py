"""The name index of a game: every name, number and German form → id, small enough to be fetched and simple enough to be read anywhere.

Forms are kept by word, not by name: "gebrochenen Regimentern" is found because both words belong to the same classes as those of
"Gebrochene Regimenter". All forms of all names would be ten times as long.

>>> index = name_index(library, library.systems["t9a"])
>>> index["names"][0]
('Adressat', 1, 'term')
"""

from __future__ import annotations

from typing import Any

from ..files.json_text import SCHEMA_VERSION
from ..german.tokens import words
from ..model.library import Library, name_key
from ..model.values import Part, System
from ..references.known_names import KnownName, known_names, word_classes

#: Marks a name that is also an everyday word: it counts only where a writer sets it off.
EVERYDAY = "everyday"


def name_index(library: Library, system: System) -> dict[str, Any]:
    """`{"ids", "names", "words", "parts"}` of a game, as the schema "names" describes it."""
    everyday = frozenset(name_key(word) for word in system.everyday)
    known = [name for name in known_names(library.names(system.id), everyday) if _cut_at_hyphens(name)]
    ids = sorted({name.name.target for name in known} | {entry.id for entry in library.system_entries(system.id)})
    place = {target: at for at, target in enumerate(ids)}
    return {
        "schema_version": SCHEMA_VERSION,
        "system": system.id,
        "ids": ids,
        "names": sorted({_row(name, place) for name in known}),
        "words": _words(known),
        "parts": [_part(library, system, part, place) for part in sorted(system.parts, key=lambda part: not part.default)],
    }


def _cut_at_hyphens(name: KnownName) -> bool:
    """A name with a hyphen is known as one word and as two; readers of the index cut at every hyphen."""
    return len(name.words) == len(list(words(name.text.replace("-", " "))))


def _row(name: KnownName, place: dict[str, int]) -> tuple[str | int, ...]:
    row = (name.text, place[name.name.target], name.name.type)
    return (*row, EVERYDAY) if name.everyday else row


def _words(known: list[KnownName]) -> dict[str, int]:
    """Every form of every word → its class, numbered in the order of the alphabet."""
    numbers: dict[str, int] = {}
    return {word: numbers.setdefault(class_, len(numbers)) for word, class_ in sorted(word_classes(known).items())}


def _part(library: Library, system: System, part: Part, place: dict[str, int]) -> dict[str, Any]:
    numbered = [entry for entry in library.part_entries(system.id, part.id) if entry.number]
    numbers = {str(entry.number): place[entry.id] for entry in reversed(numbered)}
    return {"id": part.id, "names": [part.title, *part.abbreviations], "numbers": dict(reversed(numbers.items()))}
