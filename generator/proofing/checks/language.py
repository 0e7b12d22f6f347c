"""Language: typographical errors in German texts (S001 to S005, S007)."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.findings import Finding
from ...model.places import place
from ...references.graph import fields_of
from ..typography import Slip, slips
from .pieces import Thing, each_thing

_ABOUT = {
    "S001": "sind keine deutschen Anführungszeichen",
    "S002": "ist das falsche Zeichen",
    "S003": "steht doppelt",
    "S004": "hat ein Leerzeichen zu viel oder zu wenig",
    "S005": "hat kein Gegenstück",
    "S007": "verdreht eine feste Wendung",
}


def slips_of(thing: Thing) -> Iterator[Finding]:
    """S001 to S005, S007 in every German text: titles, rules, cards, data, terms and concepts."""
    for field, text in (("title", thing.title), *fields_of(thing)):
        for slip in slips(text):
            at = place(thing, field, text, slip.start)
            yield Finding(slip.code, at, f"„{slip.written}“ {_ABOUT[slip.code]} ({field}).", _hint(slip))


def _hint(slip: Slip) -> str:
    return f"Schreibe „{slip.better}“." if slip.better else "Schließe Klammer oder Anführungszeichen, oder streiche sie."


CHECKS = (each_thing(slips_of),)
