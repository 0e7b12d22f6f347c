"""`nachschlag mcp`: the rules for assistants, over the Model Context Protocol on standard input and output (over HTTP: `over_http`).

Needs the extra [mcp].

Tools and resources are described in English, which every assistant reads; answers are German. It writes only the search index.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nachschlag.generator.model.command import Exit
from nachschlag.generator.model.unusable import Unusable, require

from ..core.documents import KIND_NAMES
from ..core.limits import MOST_HITS
from ..core.query import LONGEST
from ..index.current import LiveIndex, LiveRules
from ..index.writing import build_index
from .assistant import Answer, Assistant, NotPossible
from .shapes import ANSWERS, PROMPTS

if TYPE_CHECKING:
    from mcp.server import Server, ServerRequestContext
    from mcp.types import (
        CallToolRequestParams,
        CallToolResult,
        GetPromptRequestParams,
        GetPromptResult,
        ListPromptsResult,
        ListResourcesResult,
        ListResourceTemplatesResult,
        ListToolsResult,
        PaginatedRequestParams,
        ReadResourceRequestParams,
        ReadResourceResult,
        Tool,
    )

    Context = ServerRequestContext[Any]

#: The scheme of a resource's address: nachschlag://t9a/angst
SCHEME = "nachschlag://"
#: Resources per page of a listing.
PAGE = 200

INSTRUCTIONS = """Rules of tabletop games, retold in German, with their English names. Games are named by their ids: {systems}.
Players' German words, English names and rule numbers ("Grundregeln 17.0") are all understood. Start with `search`, or with `look_up`
when you know the name, number or id. Never answer from memory what a rule says: look it up and name its title, number and page.
Ids such as `{example}` are stable; the same rules are resources at `nachschlag://{example}`."""


def run(args: argparse.Namespace) -> int:
    """Answer an assistant until it hangs up."""
    require("Assistenten", "mcp", "mcp")
    import anyio

    assistant = open_assistant(args.project, args.overlays)
    anyio.run(_serve, assistant)
    return Exit.FINE


def open_assistant(project: Path, overlays: tuple[Path, ...] = ()) -> Assistant:
    """Answer from a project; rebuild its index first unless it matches the rules."""
    path = project / "build" / "index"
    rules = LiveRules(project, project / "site", path, overlays=overlays)
    build_index(rules.get().library, path)
    return Assistant(LiveIndex(path).get, rules.get)


async def _serve(assistant: Assistant) -> None:
    from mcp.server.stdio import stdio_server

    server = make_server(assistant)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def make_server(assistant: Assistant) -> Server[Any]:
    """Wire the assistant to the protocol as tools and resources."""
    import mcp.types as types
    from anyio.to_thread import run_sync
    from mcp.server import Server
    from mcp.shared.exceptions import MCPError

    async def list_tools(context: Context, page: PaginatedRequestParams | None) -> ListToolsResult:
        return types.ListToolsResult(tools=tools(assistant))

    async def call_tool(context: Context, call: CallToolRequestParams) -> CallToolResult:
        try:
            answer = await run_sync(lambda: answered(assistant, call.name, call.arguments or {}))
        except (NotPossible, Unusable) as problem:
            return types.CallToolResult(content=[types.TextContent(text=str(problem))], is_error=True)
        return types.CallToolResult(content=[types.TextContent(text=answer.markdown)], structured_content=answer.record)

    async def list_prompts(context: Context, page: PaginatedRequestParams | None) -> ListPromptsResult:
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(
                    name=name,
                    title=title,
                    description=about,
                    arguments=[types.PromptArgument(name=argument, description=meaning, required=True)],
                )
                for name, (title, about, argument, meaning, _) in PROMPTS.items()
            ]
        )

    async def get_prompt(context: Context, asked: GetPromptRequestParams) -> GetPromptResult:
        _, about, argument, _, request = PROMPTS.get(asked.name, ("",) * 5)
        given = (asked.arguments or {}).get(argument, "").strip()[:LONGEST]
        if not given:
            possible = ", ".join(f"{name} ({argument})" for name, (_, _, argument, _, _) in PROMPTS.items())
            raise MCPError(types.INVALID_PARAMS, f"Nenne Vorlage und Angabe. Möglich: {possible}.", {"name": asked.name[:60]})
        said = types.TextContent(text=request.format(given))
        return types.GetPromptResult(description=about, messages=[types.PromptMessage(role="user", content=said)])

    async def list_resources(context: Context, page: PaginatedRequestParams | None) -> ListResourcesResult:
        entries = list(assistant.library.entries.values())
        start = _start(page.cursor if page else None, len(entries))
        listed = [
            types.Resource(
                uri=SCHEME + entry.id,
                name=entry.id,
                title=entry.title + (f" ({entry.title_en})" if entry.title_en else ""),
                description=entry.short,
                mime_type="text/markdown",
            )
            for entry in entries[start : start + PAGE]
        ]
        more = str(start + PAGE) if start + PAGE < len(entries) else None
        return types.ListResourcesResult(resources=listed, next_cursor=more)

    async def list_templates(context: Context, page: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=[types.ResourceTemplate(**about) for about in TEMPLATES])

    async def read_resource(context: Context, asked: ReadResourceRequestParams) -> ReadResourceResult:
        try:
            text = await run_sync(lambda: assistant.read(asked.uri.removeprefix(SCHEME).strip("/")))
        except NotPossible as problem:
            raise MCPError(types.INVALID_PARAMS, str(problem), {"uri": asked.uri}) from None
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=asked.uri, mime_type="text/markdown", text=text)]
        )

    def _start(cursor: str | None, count: int) -> int:
        if cursor is None:
            return 0
        if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 9 and int(cursor) < count):
            raise MCPError(types.INVALID_PARAMS, "Diese Fortsetzung gibt es nicht.", {"cursor": cursor[:60]})
        return int(cursor)

    library = assistant.library
    example = next(iter(library.entries), "spiel/regel")
    return Server(
        "nachschlag",
        title="Nachschlag",
        version=version("nachschlag"),
        instructions=INSTRUCTIONS.format(
            systems=", ".join(f"`{system.id}` ({system.name})" for system in assistant.library.systems.values()), example=example
        ),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


# -- tools --------------------------------------------------------------------------------------------------------------------

Schema = dict[str, Any]

TEMPLATES: list[Schema] = [
    {
        "uri_template": SCHEME + "{system}/{slug}",
        "name": "rule",
        "title": "Regel",
        "description": "One rule (Regeleintrag) as Markdown, by its id, e.g. nachschlag://t9a/angst",
        "mime_type": "text/markdown",
    },
    {
        "uri_template": SCHEME + "begriffe/{concept}",
        "name": "concept",
        "title": "Begriff in allen Spielen",
        "description": "One concept compared across games (Spielvergleich) as Markdown",
        "mime_type": "text/markdown",
    },
]

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


def tools(assistant: Assistant) -> list[Tool]:
    """The tools as the protocol lists them."""
    import mcp.types as types

    reads = types.ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
    return [
        types.Tool(
            name=name,
            description=DESCRIPTIONS[name],
            input_schema=schema,
            output_schema=ANSWERS[name],
            annotations=reads,
        )
        for name, schema in schemas(assistant).items()
    ]


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
