"""Language: typographical errors in German texts (S001 to S005)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ...model.findings import Finding
from ...model.library import Library
from ...model.values import Location
from ...references.graph import entry_fields, term_fields
from ..places import place
from ..typography import Slip, slips

_ABOUT = {
    "S001": "sind keine deutschen Anführungszeichen",
    "S002": "ist das falsche Zeichen",
    "S003": "steht doppelt",
    "S004": "hat ein Leerzeichen zu viel oder zu wenig",
    "S005": "hat kein Gegenstück",
}


def language_is_clean(library: Library) -> Iterator[Finding]:
    """S001 to S005 in every German text: titles, rules, cards, data, terms and concepts."""
    for text, field, at in _texts(library):
        for slip in slips(text):
            yield Finding(slip.code, at(slip.start), f"„{slip.written}“ {_ABOUT[slip.code]} ({field}).", _hint(slip))


def _hint(slip: Slip) -> str:
    return f"Schreibe „{slip.better}“." if slip.better else "Schließe Klammer oder Anführungszeichen, oder streiche sie."


Place = Callable[[int], Location]


def _texts(library: Library) -> Iterator[tuple[str, str, Place]]:
    """(text, field, function from offset to place) for all German texts."""
    for entry in library.entries.values():
        for field, text in (("title", entry.title), *entry_fields(entry)):
            yield text, field, partial(place, entry, field, text)
    for term in library.terms.values():
        for field, text in (("title", term.title), *term_fields(term)):
            yield text, field, partial(_there, term.location)
    for concept in library.concepts.values():
        yield concept.description, "description", partial(_there, concept.location)
        for text in (*concept.notes.values(), *concept.differences):
            yield text, "notes", partial(_there, concept.location)


def _there(location: Location, _offset: int) -> Location:
    return location


CHECKS = (language_is_clean,)
