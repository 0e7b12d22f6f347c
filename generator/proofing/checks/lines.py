"""Single lines (titles, short rules, definitions, their English): no HTML, no address that runs code."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.findings import Finding
from ...model.library import Library
from ...model.places import place
from ...model.values import Location
from ...prose.foreign_markup import foreign_in_line
from ...references.graph import entry_fields, term_fields

_ABOUT = {"T001": "ist HTML und wird als Text gezeigt", "T002": "ist keine erlaubte Adresse"}
_HINT = {"T001": "Nimm Markdown: **fett**, *kursiv*; in Titeln gar nichts.", "T002": "Erlaubt sind http, https und mailto."}


def lines_hold_no_markup(library: Library) -> Iterator[Finding]:
    """T001, T002 in everything but bodies, which `bodies` checks line by line."""
    for text, field, at in _lines(library):
        if found := foreign_in_line(text):
            message = f"„{found.written[:40]}“ in „{field}“ {_ABOUT[found.code]}."
            yield Finding(found.code, at, message, _HINT[found.code])


def _lines(library: Library) -> Iterator[tuple[str, str, Location]]:
    """(text, field, place) for all single-line texts."""
    for entry in library.entries.values():
        names = (("title", entry.title), ("title_en", entry.title_en), ("short_en", entry.short_en), *entry_fields(entry))
        yield from ((text, field, place(entry, field)) for field, text in names if field != "text")
    for term in library.terms.values():
        names = (("title", term.title), ("title_en", term.title_en), *term_fields(term))
        yield from ((text, field, term.location) for field, text in names)
    for concept in library.concepts.values():
        told = {name: getattr(concept, name) for name in ("title", "title_en", "description", "description_en")}
        yield from ((text, field, concept.location) for field, text in told.items())
        yield from ((text, "notes", concept.location) for text in concept.notes.values())
        yield from ((text, "differences", concept.location) for text in concept.differences)


CHECKS = (lines_hold_no_markup,)
