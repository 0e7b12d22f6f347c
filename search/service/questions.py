"""The questions of the API: searching, resolving, linking. Each is read, answered in a lane, and sent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from .answers import json_answer
from .errors import ApiError
from .limits import Lane, let_finish, read_body
from .work import LARGE, Answering, link_form, question_of

Handler = Callable[[Request], Awaitable[Response]]

#: The most bodies arriving or in memory at once.
MOST_BODIES = 64


class Endpoint:
    """One path with a handler per method. HEAD is answered like GET; any other method is refused with a list of the allowed ones."""

    def __init__(self, **handlers: Handler) -> None:
        self._handlers: Mapping[str, Handler] = handlers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        method = "GET" if request.method == "HEAD" else request.method
        if method not in self._handlers:
            allowed = ["HEAD", *self._handlers] if "GET" in self._handlers else list(self._handlers)
            message = f"{request.method} geht hier nicht, nur {' und '.join(self._handlers)}."
            raise ApiError("method_not_allowed", message, {"Allow": ", ".join(sorted(allowed))})
        response = await self._handlers[method](request)
        await response(scope, receive, send)


@dataclass(frozen=True, slots=True)
class Lanes:
    """The lanes: small questions, large texts, files."""

    questions: Lane
    texts: Lane
    files: Lane


class Service:
    """The handlers of all questions. `answer` computes an answer, here or elsewhere; `generation` names the index in service, if any."""

    def __init__(self, answer: Answering, generation: Callable[[], str], lanes: Lanes) -> None:
        self._answer, self._generation, self._lanes = answer, generation, lanes
        self._bodies = asyncio.Semaphore(MOST_BODIES)

    async def search(self, request: Request) -> Response:
        """`/api/v1/search`"""
        return await self._asked("search", request)

    async def resolve(self, request: Request) -> Response:
        """`/api/v1/resolve`"""
        return await self._asked("resolve", request)

    async def link(self, request: Request) -> Response:
        """`/api/v1/link`"""
        try:
            return await self._link(request)
        except ApiError:
            await let_finish(request)
            raise

    async def _link(self, request: Request) -> Response:
        link_form(request)  # refuse before reading the body
        if self._bodies.locked():
            raise ApiError("busy", "Gerade ist zu viel los. Versuch es gleich noch einmal.", {"Connection": "close"})
        async with self._bodies:
            raw = await read_body(request)
            return await self._asked("link", request, raw)

    async def openapi(self, request: Request) -> Response:
        """`/api/v1/openapi-service.json`"""
        return await self._asked("openapi", request)

    async def health(self, request: Request) -> Response:
        """`/healthz`: answered at once, however busy the service is."""
        generation = self._generation()
        lanes = {"questions": self._lanes.questions, "texts": self._lanes.texts, "files": self._lanes.files}
        if not generation:
            raise ApiError("unavailable", "Kein Suchindex; neu bauen: nachschlag build")
        about = {"status": "ok", "index": generation, "work": {name: lane.taken for name, lane in lanes.items()}}
        return json_answer(request, about, cache="no-store")

    async def _asked(self, name: str, request: Request, body: bytes = b"") -> Response:
        question = question_of(name, request, body)
        lane = self._lanes.texts if len(body) > LARGE else self._lanes.questions
        return (await lane.run(lambda: self._answer(question))).response
