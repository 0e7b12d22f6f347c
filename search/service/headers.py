"""Headers of every response, and which responses other origins may read."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Sent with every response. The content security policy is in the pages themselves: only they know their inline scripts.
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
#: The part of the policy that a meta element cannot express: only our own pages may frame ours. `/embed/` is made for framing
#: elsewhere.
FRAMES = "frame-ancestors 'self'"

_EXPOSED = "ETag, Retry-After, Nachschlag-Edition"
_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


class Headers:
    """Adds `HEADERS` to every response, and lets pages of any origin read the API."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = str(scope["path"])

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                add_headers(MutableHeaders(scope=message), path)
            await send(message)

        app = Response(status_code=204, headers=_PREFLIGHT) if _asks_first(scope) else self._app
        await app(scope, receive, send_with_headers)


def add_headers(headers: MutableHeaders, path: str) -> None:
    """Add the headers that a response at `path` lacks."""
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if is_open(path):
        headers.setdefault("Access-Control-Allow-Origin", "*")
        headers.setdefault("Access-Control-Expose-Headers", _EXPOSED)
    if headers.get("content-type", "").startswith("text/html") and not path.startswith("/embed/"):
        headers.setdefault("Content-Security-Policy", FRAMES)


def is_open(path: str) -> bool:
    """Whether pages of other origins may read `path`: the API, and the script that shows it in them."""
    return path.startswith(("/api/", "/einbetten-", "/nachschlag."))


def _asks_first(scope: Scope) -> bool:
    """Whether this is a browser's preflight request."""
    asked = any(name == b"access-control-request-method" for name, _ in scope["headers"])
    return bool(scope["method"] == "OPTIONS" and asked and is_open(str(scope["path"])))
