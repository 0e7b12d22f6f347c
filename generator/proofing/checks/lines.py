"""Single lines (titles, short rules, definitions, their English): no HTML, no address that runs code."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.findings import Finding
from ...model.places import place
from ...prose.foreign_markup import foreign_in_line
from ...references.graph import fields_of
from .pieces import Thing, each_thing

_ABOUT = {"T001": "ist HTML und wird als Text gezeigt", "T002": "ist keine erlaubte Adresse"}
_HINT = {"T001": "Nimm Markdown: **fett**, *kursiv*; in Titeln gar nichts.", "T002": "Erlaubt sind http, https und mailto."}


def lines_hold_no_markup(it: Thing) -> Iterator[Finding]:
    """T001, T002 everywhere except in bodies, which `bodies` checks line by line."""
    for field, text in _lines(it):
        if found := foreign_in_line(text):
            message = f"„{found.written[:40]}“ in „{field}“ {_ABOUT[found.code]}."
            at = place(it, field, text, max(0, text.find(found.written)))
            yield Finding(found.code, at, message, _HINT[found.code])


def _lines(it: Thing) -> Iterator[tuple[str, str]]:
    """(field, text) for all single-line texts."""
    names = ("title", "title_en", "short_en", "description_en")
    yield from ((name, getattr(it, name, "")) for name in names)
    yield from ((field, text) for field, text in fields_of(it) if field != "text")


CHECKS = (each_thing(lines_hold_no_markup),)
