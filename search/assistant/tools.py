"""The tools of the MCP server: what each is for, the arguments that it takes, what it answers, and how it is called; the prompts.

Described in English, which every assistant reads; answers are German.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nachschlag.generator.records.schema_parts import INTEGER, TEXT, TEXTS, Schema, by_name, listed, nullable

from ..core.documents import KIND_NAMES
from ..core.limits import MOST_HITS
from ..core.query import LONGEST
from .assistant import Answer, Assistant, NotPossible

DESCRIPTIONS = {
    "search": "Search the rules (Regeln suchen). Takes what a player types: German or English names, everyday words, rule numbers, "
    "with slips. Returns titles, ids and short rules (Kurzregel), best first.",
    "look_up": "Read one whole rule or glossary term (Regel oder Begriff nachschlagen) by id, by number with its part "
    "(“Grundregeln 17.0”), or by German or English name. Fails with the candidates where several rules fit: then name `system`.",
    "resolve": "What a citation or name (Verweis) points to, and why: its id, or the candidates. Short; use look_up for the text.",
    "link": "Find every reference to a rule in any text (Armeeliste, Spielbericht) and return the text with Markdown links "
    "(HTML stays HTML), and each reference with its place and target.",
    "compare": "Compare one concept (cover, charge, morale test; Deckung, Sturmangriff, Moraltest) across all games: which rule "
    "carries it in each, and the differences players trip over (Unterschiede).",
}


def schemas(assistant: Assistant) -> dict[str, Schema]:
    """The arguments of each tool, as JSON Schemas."""
    system = {"type": "string", "enum": list(assistant.library.systems), "description": "Only this game (Spiel), by its id"}
    name = {"type": "string", "minLength": 1, "maxLength": LONGEST}
    return {
        "search": _takes(
            ["query"],
            query={
                **name,
                "description": 'What to search for; understands "exact words", -without, spiel:, art:, teil:, phase:, name:, en:',
            },
            system=system,
            kind={"type": "string", "enum": list(KIND_NAMES), "description": "Only this kind of rule"},
            limit={"type": "integer", "minimum": 1, "maximum": MOST_HITS, "default": 10},
        ),
        "look_up": _takes(["reference"], reference={**name, "description": "Id, number with its part, or name"}, system=system),
        "resolve": _takes(["text"], text={**name, "description": "A citation or a name"}, system=system),
        "link": _takes(
            ["text"],
            text={"type": "string", "description": "The text"},
            system=system,
            kind={"type": "string", "enum": ["text", "md", "html"], "default": "text", "description": "What the text is"},
        ),
        "compare": _takes(["concept"], concept={**name, "description": "The concept, or a rule that carries it"}),
    }


def _takes(required: list[str], **properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def answered(assistant: Assistant, tool: str, given: Mapping[str, Any]) -> Answer:
    """Call a tool. Raises NotPossible for an unknown tool or invalid arguments."""
    from jsonschema import Draft202012Validator

    known = schemas(assistant)
    if tool not in known:
        raise NotPossible(f"Das Werkzeug „{tool[:60]}“ gibt es nicht. Möglich: {', '.join(known)}.")
    wrong = next(iter(Draft202012Validator(known[tool]).iter_errors(given)), None)
    if wrong is not None:
        raise NotPossible(f"So geht {tool} nicht: {'.'.join(map(str, wrong.path)) or 'Angaben'}: {wrong.message[:300]}")
    question: Callable[..., Answer] = getattr(assistant, tool)
    return question(**given)


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
