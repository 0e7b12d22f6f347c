"""The tools of the MCP server: what each is for, the arguments that it takes, and how it is called.

Described in English, which every assistant reads; answers are German.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..core.documents import KIND_NAMES
from ..core.limits import MOST_HITS
from ..core.query import LONGEST
from .assistant import Answer, Assistant, NotPossible

Schema = dict[str, Any]

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
