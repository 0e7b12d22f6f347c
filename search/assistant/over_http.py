"""The MCP server over streamable HTTP: one message by POST, one answer as JSON, without sessions."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.responses import Response

if TYPE_CHECKING:
    from starlette.requests import Request

    from .assistant import Assistant

#: Hosts that name this machine, so that no other name can be made to point at it.
_HERE = re.compile(r"(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?")


def is_own_page(origin: str, host: str, base: str) -> bool:
    """Whether a browser's request comes from the site itself: from its known address, or from this machine's."""
    if not base:
        return bool(_HERE.fullmatch(host)) and origin in (f"http://{host}", f"https://{host}")
    own = urlsplit(base)
    return origin == f"{own.scheme}://{own.netloc}"


def exchanged(assistant: Assistant, request: Request, body: bytes) -> Response:
    """Answer one message. Runs an event loop of its own, which ends with the answer."""
    import anyio

    return anyio.run(_exchanged, assistant, request, body)


async def _exchanged(assistant: Assistant, request: Request, body: bytes) -> Response:
    import anyio
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

    from .protocol import make_server

    given, response = [body], Response(headers={"Cache-Control": "no-store"})

    async def receive() -> MutableMapping[str, Any]:
        if given:
            return {"type": "http.request", "body": given.pop()}
        await anyio.sleep_forever()
        return {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            response.status_code = int(message["status"])
            response.raw_headers = [*message["headers"], (b"cache-control", b"no-store")]
        else:
            response.body = bytes(response.body) + message.get("body", b"")

    manager = StreamableHTTPSessionManager(make_server(assistant), stateless=True, json_response=True)
    async with manager.run():
        await manager.handle_request({**request.scope, "method": "POST", "path": "/mcp"}, receive, send)
    return response
