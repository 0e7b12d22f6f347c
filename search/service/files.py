"""The site's files: sent whole, compressed, each with its own caching."""

from __future__ import annotations

import asyncio
import mimetypes
import os
import re
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TypeVar
from urllib.parse import parse_qs, quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from .answers import Content, content_of, sent
from .errors import ApiError
from .limits import Lane

Answer = TypeVar("Answer")

#: Some operating systems' tables lack these, and under nosniff a browser does not run a script of the wrong type.
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

#: Bytes of file contents kept in memory, compressed and plain.
KEPT = 16 * 1024 * 1024

FOREVER = "public, max-age=31536000, immutable"
#: The browser revalidates every time, which costs a 304.
EACH_TIME = "no-cache"

#: The number of retries, and the seconds between them, for a file missing while the site is being swapped.
_TRIES, _PAUSE = 20, 0.05

#: Scripts on other sites' pages: asked for on each of their pages.
MINUTES = "public, max-age=600"
_EMBEDDED = re.compile(r"/(?:einbetten-\d[\w-]*\.js|nachschlag\.mjs)$")
_HASHED = re.compile(r"\.[0-9a-f]{8}\.min\.(?:css|js)(?:\.map)?$")
_VERSIONED = re.compile(r"/?(?:assets|api)/")
#: The number of digits of a checksum in a page's addresses.
_DIGITS = 12


async def of_one_site(folder: Path, ask: Callable[[], Awaitable[Answer]], lacks: Callable[[Answer], bool]) -> Answer:
    """The result of `ask`, which is repeated while files are missing because a build is swapping the folder.

    Raises ApiError if there is no site at all.
    """
    for _ in range(_TRIES):
        before = _which_site(folder)
        answer = await ask()
        if not lacks(answer) or (before and _which_site(folder) == before):
            return answer
        await asyncio.sleep(_PAUSE)
    if not _which_site(folder):
        raise ApiError("unavailable", "Die Seite fehlt gerade. Bau sie neu: nachschlag build --publish")
    return answer


def unreadable() -> ApiError:
    """The error for a site whose files the service may not read, as after a copy by another user."""
    return ApiError(
        "unavailable", "Die Seite lässt sich nicht lesen. Gib dem Benutzer des Dienstes das Recht dazu: chmod -R a+rX site"
    )


def _which_site(folder: Path) -> int:
    """A number that changes with each swap; 0 while there is no site."""
    try:
        return folder.stat().st_ino
    except OSError:
        return 0


class Site(StaticFiles):
    """Serves the site's files; a missing one yields JSON under /api/, elsewhere the site's own 404 page."""

    def __init__(self, folder: Path, lane: Lane) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)
        self.config_checked = True  # we handle a missing folder ourselves
        self._folder, self._lane = folder, lane
        self._contents = Contents(KEPT)
        for suffix, kind in TYPES.items():
            mimetypes.add_type(kind, suffix)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Serve the file at a path. Raises ApiError if there is no site at all."""
        if any(part.startswith(".") and part not in (".", ".well-known") for part in Path(path).parts):
            raise HTTPException(404)
        answer = await of_one_site(self._folder, partial(self._found, path, scope), lambda found: found.status_code == 404)
        if isinstance(answer, HTTPException):
            raise answer
        return answer

    async def _found(self, path: str, scope: Scope) -> Response | HTTPException:
        try:
            return await self._response(path, scope)
        except HTTPException as problem:
            return problem

    async def _response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if response.status_code == 404 and path.startswith("api/"):
            raise HTTPException(404)
        if isinstance(response, RedirectResponse):
            name = quote(str(scope["path"]).rpartition("/")[2], safe="")
            query = scope["query_string"].decode("ascii", "ignore")
            # from "/t9a" to "t9a/", relative so that it works behind any proxy; Starlette would name host and scheme
            return Response(status_code=307, headers={"Location": f"./{name}/" + (f"?{query}" if query else "")})
        if isinstance(response, FileResponse):
            request = Request(scope)
            file, status = Path(response.path), response.status_code
            return await self._lane.run(lambda: self._sent(request, file, status, response.media_type or ""))
        return response

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find the file of a path. Raises ApiError if it may not be read."""
        try:
            return super().lookup_path(path)
        except PermissionError:
            raise unreadable() from None

    def file_response(self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200) -> Response:
        """Only name the file; its content decides later whether the client has it already."""
        return FileResponse(full_path, status_code=status_code, stat_result=stat_result)

    def _sent(self, request: Request, file: Path, status: int, kind: str) -> Response:
        try:
            content = self._contents.get(file, kind)
        except FileNotFoundError:  # the site was swapped a moment ago
            raise HTTPException(404) from None
        except PermissionError:
            raise unreadable() from None
        cache = EACH_TIME if status != 200 else _caching(request, content)
        return sent(request, content, status=status, Cache_Control=cache)


def _caching(request: Request, content: Content) -> str:
    """Cache files with a checksum in their name, and those requested with their own checksum, for ever."""
    path, asked = request.url.path, parse_qs(request.url.query).get("v", [""])[-1]
    is_exact = len(asked) == _DIGITS and content.etag.startswith(asked) and _VERSIONED.match(path)
    if is_exact or _HASHED.search(path):
        return FOREVER
    return MINUTES if _EMBEDDED.match(path) else EACH_TIME


class Contents:
    """Caches file contents by path, size and time, up to a number of bytes; evicts the least recently used first."""

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, int, int, int], Content] = OrderedDict()

    def get(self, file: Path, kind: str) -> Content:
        """Return a file's current content. Raises OSError if there is none.

        It is read in one go: a rebuild between measuring and sending must not truncate the response.
        """
        about = file.stat()
        key = (str(file), about.st_size, about.st_mtime_ns, about.st_ino)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        content = content_of(file.read_bytes(), kind or "application/octet-stream")
        self._keep(key, content)
        return content

    def _keep(self, key: tuple[str, int, int, int], content: Content) -> None:
        with self._lock:
            if key not in self._kept and content.size <= self._most // 8:
                self._kept[key] = content
                self._size += content.size
            while self._size > self._most:
                self._size -= self._kept.popitem(last=False)[1].size
