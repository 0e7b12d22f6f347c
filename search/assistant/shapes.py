"""The tools' answers as JSON Schemas, and the prompts that an assistant may offer."""

from __future__ import annotations

from collections.abc import Mapping

from nachschlag.generator.records.schema_parts import INTEGER, TEXT, TEXTS, Schema, by_name, listed, nullable

_ORIGIN: Mapping[str, Schema] = {
    "attribution": {**nullable(TEXT), "description": "Game and edition, to be named with the rule"},
    "address": {**TEXT, "description": "Page to cite; within the site where the site does not know its own address"},
}


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}


_HIT = _object(id=TEXT, system=TEXT, kind=TEXT, title=TEXT, title_en=TEXT, number=TEXT, part=TEXT, short=TEXT, **_ORIGIN)
_FOUND = _object(id=TEXT, label=TEXT, why=TEXT, url=TEXT, **_ORIGIN)
_REFERENCE = _object(start=INTEGER, end=INTEGER, text=TEXT, target=nullable(TEXT), candidates=TEXTS)
#: Tool → its answer. Rules have further fields, as in the API.
ANSWERS: Mapping[str, Schema] = {
    "search": _object(query=TEXT, corrected=TEXT, notices=TEXTS, hits=listed(_HIT), nearest=listed(_HIT)),
    "look_up": _object(id=TEXT, **_ORIGIN),
    "resolve": _object(text=TEXT, target=nullable(TEXT), candidates=listed(_FOUND), near=listed(_FOUND)),
    "link": _object(system=TEXT, references=listed(_REFERENCE), read_until=INTEGER, text=TEXT),
    "compare": _object(
        id=TEXT,
        title=TEXT,
        description=TEXT,
        entries=by_name(TEXTS),
        differences=TEXTS,
        short_rules=by_name(TEXT),
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
