"""Short rules as flashcards, in a file for Anki's "Import": a rule's name on the front, its effect on the back.

The first column is the card's permanent id: importing a newer file updates the existing cards and keeps the learning progress.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from html import escape

from ..model.values import KINDS, System
from ..pages.rendered import Rendering
from ..prose.open_html import OpenHtml
from ..prose.plain import plain
from ..prose.wording import citation

#: No `#columns`: Anki matches column names with its fields, whose names depend on its language; without them, the remaining
#: columns fill the fields in order. Of several note types, Anki takes the last that exists: "Basic" is "Einfach" in German.
_HEAD = """#separator:tab
#html:true
#notetype:Basic
#notetype:Einfach
#guid column:1
#deck column:2
#tags column:5
"""


def anki_cards(rendering: Rendering, only: str | None = None) -> Iterator[str]:
    """The lines of the file: one card for each rule with a short rule, and for each term without an entry."""
    library = rendering.library
    yield _HEAD
    for system in (system for system in library.systems.values() if only in (None, system.id)):
        for entry in library.system_entries(system.id):
            if entry.short:
                back = _back(rendering.entry(entry).short, citation(entry, system))
                yield _row(system, entry.id, _front(entry.title, entry.title_en), back, KINDS[entry.kind][0])
        for term in library.system_terms(system.id):
            if term.definition and not term.entry:
                yield _row(system, term.id, _front(term.title, term.title_en), _back(rendering.term(term).short), "Begriff")


def _row(system: System, id_: str, front: str, back: str, kind: str) -> str:
    out = io.StringIO()
    cells = (f"nachschlag:{id_}", f"Nachschlag::{_deck(system.name)}", front, back, f"{system.id} {kind.replace(' ', '-')}")
    csv.writer(out, delimiter="\t", lineterminator="\n").writerow(" ".join(cell.split()) for cell in cells)
    return out.getvalue()


def _deck(name: str) -> str:
    """A deck's name; "::" would nest decks."""
    return plain(name).replace("::", ":")


def _front(title: str, english: str) -> str:
    return escape(title) + (f"<br><i>{escape(english)}</i>" if english else "")


def _back(short: OpenHtml, place: str = "") -> str:
    return short.filled() + (f"<br><small>{escape(place)}</small>" if place else "")
