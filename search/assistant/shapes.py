"""What the tools answer, as JSON Schemas, and what an assistant may be asked to do (prompts)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_ORIGIN: Mapping[str, Schema] = {
    "attribution": {"type": ["string", "null"], "description": "Game and edition, to be named with the rule"},
    "address": {"type": "string", "description": "Page to cite; within the site where the site does not know its own address"},
}


def _texts(schema: Schema = _TEXT) -> Schema:
    return {"type": "array", "items": schema}


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}


_HIT = _object(id=_TEXT, system=_TEXT, kind=_TEXT, title=_TEXT, title_en=_TEXT, number=_TEXT, part=_TEXT, short=_TEXT, **_ORIGIN)
_FOUND = _object(id=_TEXT, label=_TEXT, why=_TEXT, url=_TEXT, **_ORIGIN)
_REFERENCE = _object(
    start={"type": "integer"}, end={"type": "integer"}, text=_TEXT, target={"type": ["string", "null"]}, candidates=_texts()
)
#: Tool → its answer. Rules have further fields, as in the API.
ANSWERS: Mapping[str, Schema] = {
    "search": _object(query=_TEXT, corrected=_TEXT, notices=_texts(), hits=_texts(_HIT), nearest=_texts(_HIT)),
    "look_up": _object(id=_TEXT, **_ORIGIN),
    "resolve": _object(text=_TEXT, target={"type": ["string", "null"]}, candidates=_texts(_FOUND), near=_texts(_FOUND)),
    "link": _object(system=_TEXT, references=_texts(_REFERENCE), read_until={"type": "integer"}, text=_TEXT),
    "compare": _object(
        id=_TEXT,
        title=_TEXT,
        description=_TEXT,
        entries={"type": "object", "additionalProperties": _texts()},
        differences=_texts(),
        short_rules={"type": "object", "additionalProperties": _TEXT},
        **_ORIGIN,
    ),
}

#: Prompt → its title, its description, its argument with a description, the request.
PROMPTS: Mapping[str, tuple[str, str, str, str, str]] = {
    "explain": (
        "Erkläre die Regel …",
        "Explain one rule, with what it refers to",
        "rule",
        "Id, number with its part, or name",
        "Erkläre mir die Regel „{}“. Schlag sie mit look_up nach und auch, worauf sie verweist. Sag, was ich am Tisch tue, gib ein "
        "Beispiel und nenne am Ende Titel, Nummer, Ausgabe und Adresse. Sag nichts, was dort nicht steht.",
    ),
    "compare": (
        "Vergleiche …",
        "Compare one concept across all games",
        "concept",
        "The concept, or a rule that carries it",
        "Vergleiche „{}“ in allen Spielen, mit dem Werkzeug compare. Zähl auf, was überall gleich ist und worüber man beim "
        "Wechsel stolpert. Nenne zu jedem Spiel Titel, Ausgabe und Adresse.",
    ),
}
