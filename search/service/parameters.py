"""Reads the parameters of an address. Refuses an invalid one with a sentence that names it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from starlette.datastructures import QueryParams

from ..core.documents import KIND_NAMES, SystemNames
from ..core.limits import MOST_HITS
from .errors import ApiError, bad_parameter, shown

#: The most characters of a query, and of a text to resolve. The search itself reads 200; anything longer than this is no query.
LONGEST = 500
#: A base address for links: no characters that could end an attribute, no schemes that run code.
BASE = "https?://[A-Za-z0-9._~:-]+(?:/[A-Za-z0-9._~%/-]*)?"


def asked(given: QueryParams, systems: Sequence[SystemNames]) -> dict[str, Any]:
    """Read the parameters of a search, by their names in `Index.answer`. Raises ApiError for invalid ones."""
    return {
        "query": words(given, "q", "Was soll gesucht werden?"),
        "system": one_of(given, "system", [known.id for known in systems]),
        "kind": one_of(given, "kind", KIND_NAMES),
        "phase": one_of(given, "phase", dict.fromkeys(id for known in systems for id, _ in known.phases)),
        "limit": _limit(given.get("limit") or "10"),
    }


#: The parameters of a search.
_SEARCH = ("q", "system", "kind", "phase", "limit")


def ignored(given: QueryParams) -> list[str]:
    """Sentences about the first parameters that a search does not have: "sytem" instead of "system" would widen it unnoticed."""
    unknown = [name for name in given if name not in _SEARCH]
    return [f"Die Angabe „{shown(name)}“ gibt es nicht; sie bleibt ohne Wirkung." for name in unknown[:3]]


def words(given: QueryParams, name: str, question: str) -> str:
    """Read a required text of limited length."""
    text = given.get(name, "").strip()
    if not text:
        raise ApiError("missing_parameter", f"Der Parameter „{name}“ fehlt oder ist leer: {question}", parameter=name)
    if len(text) > LONGEST:
        message = f"Der Parameter „{name}“ ist zu lang: {len(text)} Zeichen, erlaubt sind {LONGEST}."
        raise ApiError("too_long", message, parameter=name, limit=LONGEST)
    return text


def one_of(given: QueryParams, name: str, possible: Collection[str]) -> str | None:
    """Read a value of a list; None if it is missing, or empty, as forms send it."""
    value = given.get(name) or None
    if value is None or value in possible:
        return value
    raise bad_parameter(name, value, list(possible))


def base(given: QueryParams, otherwise: str) -> str:
    """Read the base address of links, without the trailing slash."""
    value = given.get("base") or None
    if value is None:
        return otherwise
    if len(value) > LONGEST or not re.fullmatch(BASE, value):
        raise bad_parameter("base", value, sentence="Gebraucht wird eine Adresse, die mit https:// oder http:// beginnt.")
    return value.rstrip("/")


def _limit(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 9 and 1 <= int(text) <= MOST_HITS):
        raise bad_parameter("limit", text, sentence=f"Möglich ist eine ganze Zahl von 1 bis {MOST_HITS}.")
    return int(text)
