"""The HTTP service: the finished site, and the search as JSON. Needs the extra [server].

>>> uvicorn.run(create_app(Path("build/site"), Path("build/index")))

    GET /api/v1/search?q=…&system=…&kind=…&phase=…&limit=…   {"query", "corrected", "hits": [{…}], "nearest": [{…}]}; what is wrong with
                                                             the call: 400 {"error": "…"}
    GET anything else                                        the site's files; 404.html where there is none
"""

from __future__ import annotations

import mimetypes
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nachschlag.generator.command import Unusable

try:
    from starlette.applications import Starlette
    from starlette.datastructures import MutableHeaders, QueryParams
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
    from starlette.routing import BaseRoute, Mount, Route
    from starlette.staticfiles import StaticFiles
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
except ModuleNotFoundError as missing:
    raise Unusable('Für den Server fehlt das Paket „starlette“: pip install ".[server]" (im Projektordner)') from missing

from .documents import KIND_NAMES, Game
from .generations import IndexUnusable
from .index import MOST_HITS, Index, open_index

#: Sent with every response. The content security policy stands in the pages themselves, they alone know their inline scripts.
HEADERS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin"}

#: Not every system's table has them, and a script with a wrong type is not run once nosniff is sent.
TYPES = {
    ".atom": "application/atom+xml",
    ".css": "text/css",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
}


def create_app(site_dir: Path, index_path: Path, routes: Sequence[BaseRoute] = ()) -> Starlette:
    """The service for a built site and its index, which may both be swapped while it runs. `routes` go before the site's files."""
    for suffix, kind in TYPES.items():
        mimetypes.add_type(kind, suffix)
    search = SearchEndpoint(LiveIndex(index_path))
    site = Site(directory=site_dir, html=True, check_dir=False)
    app = Starlette(
        routes=[Route("/api/v1/search", search.respond), *routes, Mount("/", site)],
        exception_handlers={HTTPException: _refused, Unusable: _unusable, Exception: _failed},
    )
    app.add_middleware(Headers)
    return app


# -- search -------------------------------------------------------------------------------------------------------------------


class LiveIndex:
    """The index that counts right now: opened at the first query, opened again once another generation has been swapped in."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._index: Index | None = None

    def get(self) -> Index:
        """The open index. Raises IndexUnusable where there is none; a broken successor leaves the one at hand in service."""
        with self._lock:
            if self._index is None or not self._index.is_current:
                self._index = self._reopened()
            return self._index

    def _reopened(self) -> Index:
        # The one before is not closed: another thread may be searching in it. It goes with its last reader.
        try:
            return open_index(self.path)
        except IndexUnusable:
            if self._index is None:
                raise
            return self._index


class BadParameter(HTTPException):
    """A parameter that cannot be meant; `detail` is a German sentence that names it."""

    def __init__(self, sentence: str) -> None:
        super().__init__(400, sentence)


class SearchEndpoint:
    """`/api/v1/search`."""

    def __init__(self, live: LiveIndex) -> None:
        self._live = live

    def respond(self, request: Request) -> Response:
        """Search and answer as JSON. Not async on purpose: Starlette then searches in a thread of its own."""
        index = self._live.get()
        asked = parameters(request.query_params, index.lexicon.games)
        return JSONResponse(answer(index, asked), headers={"Cache-Control": "no-cache"})


@dataclass(frozen=True, slots=True)
class Asked:
    """What a call wants."""

    query: str
    system: str | None
    kind: str | None
    phase: str | None
    limit: int


def answer(index: Index, asked: Asked) -> dict[str, Any]:
    """The hits; `corrected` is the query as it was understood where a slip was mended, `nearest` what looks like it where nothing fits."""
    hits = index.search(asked.query, asked.system, asked.kind, asked.limit, asked.phase)
    nearest = [] if hits else index.nearest(asked.query, system=asked.system)
    return {
        "query": asked.query,
        "corrected": index.corrected(asked.query, hits[0]) if hits else "",
        "hits": [hit.to_json() for hit in hits],
        "nearest": [hit.to_json() for hit in nearest],
    }


def parameters(given: QueryParams, games: Sequence[Game]) -> Asked:
    """What the address asks for. Raises BadParameter for what cannot be meant."""
    query = given.get("q", "").strip()
    if not query:
        raise BadParameter("Der Parameter „q“ fehlt oder ist leer: Was soll gesucht werden?")
    system, kind, phase = (given.get(name) or None for name in ("system", "kind", "phase"))
    systems = [game.id for game in games]
    if system and system not in systems:
        raise BadParameter(f"system=„{_shown(system)}“ gibt es nicht. Möglich: {', '.join(systems)}.")
    if kind and kind not in KIND_NAMES:
        raise BadParameter(f"kind=„{_shown(kind)}“ gibt es nicht. Möglich: {', '.join(KIND_NAMES)}.")
    phases = dict.fromkeys(name for game in games if system in (None, game.id) for name, _ in game.phases)
    if phase and phase not in phases:
        raise BadParameter(f"phase=„{_shown(phase)}“ gibt es nicht. Möglich: {', '.join(phases)}.")
    return Asked(query, system, kind, phase, _limit(given.get("limit") or "10"))


def _limit(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 9 and 1 <= int(text) <= MOST_HITS):
        raise BadParameter(f"limit=„{_shown(text)}“ geht nicht. Möglich ist eine ganze Zahl von 1 bis {MOST_HITS}.")
    return int(text)


def _shown(value: str) -> str:
    return value if len(value) <= 60 else value[:60] + "…"


# -- site ---------------------------------------------------------------------------------------------------------------------


class Site(StaticFiles):
    """The site's files; a missing one under /api/ is told as JSON, any other with the site's own 404 page."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except ValueError:  # a zero byte in the path
            raise HTTPException(404) from None
        if response.status_code == 404 and path.startswith("api/"):
            raise HTTPException(404)
        return whole(response) if isinstance(response, FileResponse) else response


def whole(response: FileResponse) -> Response:
    """A file's bytes, read at once: one that is rebuilt between its measuring and its sending must not end the response early."""
    kept = {name: value for name, value in response.headers.items() if name in ("etag", "last-modified")}
    return Response(Path(response.path).read_bytes(), response.status_code, kept, response.media_type)


def _refused(request: Request, refused: Exception) -> Response:
    assert isinstance(refused, HTTPException)
    sentence = refused.detail
    if refused.status_code == 404:
        sentence = f"Unter „{_shown(request.url.path)}“ gibt es nichts."
    elif refused.status_code == 405:
        sentence = f"{request.method} geht hier nicht, nur GET."
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": sentence}, refused.status_code, headers=refused.headers)
    return PlainTextResponse(sentence + "\n", refused.status_code, headers=refused.headers)


def _unusable(request: Request, unusable: Exception) -> Response:
    return JSONResponse({"error": str(unusable.args[0])}, 503)


def _failed(request: Request, failed: Exception) -> Response:
    # What went wrong goes to the log (Starlette raises it on to the server), never to the reader.
    return JSONResponse({"error": "Da ist auf unserer Seite etwas schiefgegangen."}, 500, headers=HEADERS)


class Headers:
    """Adds `HEADERS` to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)
