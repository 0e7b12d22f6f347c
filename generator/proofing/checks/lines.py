"""Single lines (titles, short rules, definitions, their English): no HTML, no address that runs code."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.findings import Finding
from ...model.places import place
from ...model.values import Concept, Entry
from ...prose.foreign_markup import foreign_in_line
from ...references.graph import fields_of
from .pieces import Thing, each_thing

_ABOUT = {"T001": "ist HTML und wird als Text gezeigt", "T002": "ist keine erlaubte Adresse"}
_HINT = {"T001": "Nimm Markdown: **fett**, *kursiv*; in Titeln gar nichts.", "T002": "Erlaubt sind http, https und mailto."}


def lines_hold_no_markup(it: Thing) -> Iterator[Finding]:
    """T001, T002 in everything but bodies, which `bodies` checks line by line."""
    for field, text in _lines(it):
        if found := foreign_in_line(text):
            message = f"„{found.written[:40]}“ in „{field}“ {_ABOUT[found.code]}."
            yield Finding(found.code, place(it, field), message, _HINT[found.code])


def _lines(it: Thing) -> Iterator[tuple[str, str]]:
    """(field, text) for all single-line texts."""
    yield from (("title", it.title), ("title_en", it.title_en))
    if isinstance(it, Concept):
        yield from (("description", it.description), ("description_en", it.description_en))
        yield from (("notes", text) for text in it.notes.values())
        yield from (("differences", text) for text in it.differences)
    else:
        yield "short_en", it.short_en if isinstance(it, Entry) else ""
        yield from ((field, text) for field, text in fields_of(it) if field != "text")


CHECKS = (each_thing(lines_hold_no_markup),)
