"""Language: typographical errors in German texts (S001 to S005, S007)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ...model.findings import Finding
from ...model.library import Library
from ...model.places import place
from ...model.values import Concept, Entry, Location, Term
from ...references.graph import entry_fields, term_fields
from ..typography import Slip, slips
from .pieces import Piece

_ABOUT = {
    "S001": "sind keine deutschen Anführungszeichen",
    "S002": "ist das falsche Zeichen",
    "S003": "steht doppelt",
    "S004": "hat ein Leerzeichen zu viel oder zu wenig",
    "S005": "hat kein Gegenstück",
    "S007": "verdreht eine feste Wendung",
}


def language_is_clean(library: Library) -> Iterator[Piece]:
    """S001 to S005, S007 in every German text: titles, rules, cards, data, terms and concepts."""
    things: list[Thing] = [*library.entries.values(), *library.terms.values(), *library.concepts.values()]
    for thing in things:
        yield Piece((thing,), partial(slips_of, thing))


def slips_of(thing: Thing) -> Iterator[Finding]:
    """The findings on one thing's typography."""
    for text, field, at in _texts(thing):
        for slip in slips(text):
            yield Finding(slip.code, at(slip.start), f"„{slip.written}“ {_ABOUT[slip.code]} ({field}).", _hint(slip))


def _hint(slip: Slip) -> str:
    return f"Schreibe „{slip.better}“." if slip.better else "Schließe Klammer oder Anführungszeichen, oder streiche sie."


Place = Callable[[int], Location]
Thing = Entry | Term | Concept


def _texts(thing: Thing) -> Iterator[tuple[str, str, Place]]:
    """(text, field, function from offset to place) for all German texts."""
    if isinstance(thing, Entry):
        for field, text in (("title", thing.title), *entry_fields(thing)):
            yield text, field, partial(place, thing, field, text)
    elif isinstance(thing, Term):
        for field, text in (("title", thing.title), *term_fields(thing)):
            yield text, field, partial(_there, thing.location)
    else:
        yield thing.description, "description", partial(_there, thing.location)
        for text in (*thing.notes.values(), *thing.differences):
            yield text, "notes", partial(_there, thing.location)


def _there(location: Location, _offset: int) -> Location:
    return location


CHECKS = (language_is_clean,)
