"""The assistant as a server of the Model Context Protocol: its tools, prompts and resources. Needs the extra [mcp]."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from anyio.to_thread import run_sync
from mcp import types
from mcp.server import Server, ServerRequestContext
from mcp.shared.exceptions import MCPError
from nachschlag.generator.model.unusable import Unusable
from nachschlag.generator.model.values import Entry
from nachschlag.generator.records.schema_parts import Schema

from ..core.query import LONGEST
from .assistant import Assistant, NotPossible
from .tools import ANSWERS, DESCRIPTIONS, PROMPTS, answered, schemas

Context = ServerRequestContext[Any]

#: The scheme of a resource's address: nachschlag://t9a/angst
SCHEME = "nachschlag://"
#: Resources per page of a listing.
PAGE = 200

INSTRUCTIONS = """Rules of tabletop games, retold in German, with their English names. Games are named by their ids: {systems}.
Players' German words, English names and rule numbers ("Grundregeln 17.0") are all understood. Start with `search`, or with `look_up`
when you know the name, number or id. Never answer from memory what a rule says: look it up and name its title, number and page.
Ids such as `{example}` are stable; the same rules are resources at `nachschlag://{example}`."""


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

_READS = types.ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


def make_server(assistant: Assistant) -> Server[Any]:
    """Wire the assistant to the protocol."""
    library, handlers = assistant.library, Handlers(assistant)
    systems = ", ".join(f"`{system.id}` ({system.name})" for system in library.systems.values())
    return Server(
        "nachschlag",
        title="Nachschlag",
        version=version("nachschlag"),
        instructions=INSTRUCTIONS.format(systems=systems, example=next(iter(library.entries), "spiel/regel")),
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
    )


class Handlers:
    """The answers to the requests of the protocol."""

    def __init__(self, assistant: Assistant) -> None:
        self._assistant = assistant

    async def list_tools(self, context: Context, page: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(name, schema) for name, schema in schemas(self._assistant).items()])

    async def call_tool(self, context: Context, call: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            answer = await run_sync(lambda: answered(self._assistant, call.name, call.arguments or {}))
        except (NotPossible, Unusable) as problem:
            return types.CallToolResult(content=[types.TextContent(text=str(problem))], is_error=True)
        return types.CallToolResult(content=[types.TextContent(text=answer.markdown)], structured_content=answer.record)

    async def list_prompts(self, context: Context, page: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[_prompt(name) for name in PROMPTS])

    async def get_prompt(self, context: Context, asked: types.GetPromptRequestParams) -> types.GetPromptResult:
        _, about, argument, _, request = PROMPTS.get(asked.name, ("",) * 5)
        given = (asked.arguments or {}).get(argument, "").strip()[:LONGEST]
        if not given:
            possible = ", ".join(f"{name} ({argument})" for name, (_, _, argument, _, _) in PROMPTS.items())
            raise MCPError(types.INVALID_PARAMS, f"Nenne Vorlage und Angabe. Möglich: {possible}.", {"name": asked.name[:60]})
        said = types.TextContent(text=request.format(given))
        return types.GetPromptResult(description=about, messages=[types.PromptMessage(role="user", content=said)])

    async def list_resources(self, context: Context, page: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        entries = list(self._assistant.library.entries.values())
        start = _start(page.cursor if page else None, len(entries))
        more = str(start + PAGE) if start + PAGE < len(entries) else None
        return types.ListResourcesResult(resources=[_resource(one) for one in entries[start : start + PAGE]], next_cursor=more)

    async def list_templates(
        self, context: Context, page: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=[types.ResourceTemplate(**about) for about in TEMPLATES])

    async def read_resource(self, context: Context, asked: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        try:
            text = await run_sync(lambda: self._assistant.read(asked.uri.removeprefix(SCHEME).strip("/")))
        except NotPossible as problem:
            raise MCPError(types.INVALID_PARAMS, str(problem), {"uri": asked.uri}) from None
        read = types.TextResourceContents(uri=asked.uri, mime_type="text/markdown", text=text)
        return types.ReadResourceResult(contents=[read])


def _tool(name: str, schema: Schema) -> types.Tool:
    return types.Tool(
        name=name, description=DESCRIPTIONS[name], input_schema=schema, output_schema=ANSWERS[name], annotations=_READS
    )


def _prompt(name: str) -> types.Prompt:
    title, about, argument, meaning, _ = PROMPTS[name]
    needed = types.PromptArgument(name=argument, description=meaning, required=True)
    return types.Prompt(name=name, title=title, description=about, arguments=[needed])


def _resource(entry: Entry) -> types.Resource:
    return types.Resource(
        uri=SCHEME + entry.id,
        name=entry.id,
        title=entry.title + (f" ({entry.title_en})" if entry.title_en else ""),
        description=entry.short,
        mime_type="text/markdown",
    )


def _start(cursor: str | None, count: int) -> int:
    """The first entry of a page of a listing."""
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 9 and int(cursor) < count):
        raise MCPError(types.INVALID_PARAMS, "Diese Fortsetzung gibt es nicht.", {"cursor": cursor[:60]})
    return int(cursor)
