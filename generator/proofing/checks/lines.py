"""Single lines (titles, short rules, definitions, their English): no HTML, no address that runs code."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...model.findings import Finding
from ...model.library import Library
from ...model.places import place
from ...model.values import Concept, Entry, Location, Term
from ...prose.foreign_markup import foreign_in_line
from ...references.graph import entry_fields, term_fields
from .pieces import Piece

_ABOUT = {"T001": "ist HTML und wird als Text gezeigt", "T002": "ist keine erlaubte Adresse"}
_HINT = {"T001": "Nimm Markdown: **fett**, *kursiv*; in Titeln gar nichts.", "T002": "Erlaubt sind http, https und mailto."}


def lines_hold_no_markup(library: Library) -> Iterator[Piece]:
    """T001, T002 in everything but bodies, which `bodies` checks line by line."""
    texts: list[Entry | Term | Concept] = [*library.entries.values(), *library.terms.values(), *library.concepts.values()]
    for it in texts:
        yield Piece((it,), partial(_findings, it))


def _findings(it: Entry | Term | Concept) -> Iterator[Finding]:
    for text, field, at in _lines(it):
        if found := foreign_in_line(text):
            message = f"„{found.written[:40]}“ in „{field}“ {_ABOUT[found.code]}."
            yield Finding(found.code, at, message, _HINT[found.code])


def _lines(it: Entry | Term | Concept) -> Iterator[tuple[str, str, Location]]:
    """(text, field, place) for all single-line texts."""
    if isinstance(it, Concept):
        told = {name: getattr(it, name) for name in ("title", "title_en", "description", "description_en")}
        yield from ((text, field, it.location) for field, text in told.items())
        yield from ((text, "notes", it.location) for text in it.notes.values())
        yield from ((text, "differences", it.location) for text in it.differences)
    elif isinstance(it, Term):
        names = (("title", it.title), ("title_en", it.title_en), *term_fields(it))
        yield from ((text, field, it.location) for field, text in names)
    else:
        names = (("title", it.title), ("title_en", it.title_en), ("short_en", it.short_en), *entry_fields(it))
        yield from ((text, field, place(it, field)) for field, text in names if field != "text")


CHECKS = (lines_hold_no_markup,)
