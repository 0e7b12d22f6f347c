"""`nachschlag mcp`: the rules for assistants, over the Model Context Protocol on standard input and output (over HTTP: `over_http`).

Needs the extra [mcp]. Writes only the search index.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from nachschlag.generator.model.command import Exit
from nachschlag.generator.model.unusable import require

from ..index.current import LiveIndex, LiveRules
from ..index.writing import build_index
from .assistant import Assistant


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

    from .protocol import make_server

    server = make_server(assistant)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
