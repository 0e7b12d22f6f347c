"""The questions of the API: searching, resolving, linking. Each is read, answered in a lane, and sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from .answers import json_answer
from .errors import ApiError
from .files import of_one_site
from .limits import Lane, let_finish, read_body
from .several import asked_ids, records_answer, several
from .work import LARGE, Answering, link_form, question_of

#: The most bodies that may be arriving or in memory at once.
MOST_BODIES = 64


@dataclass(frozen=True, slots=True)
class Lanes:
    """The lanes: small questions, large texts, completions (which wait for nothing that takes longer), files."""

    questions: Lane
    texts: Lane
    names: Lane
    files: Lane


class Service:
    """The handlers of all questions. `answer` computes an answer, here or elsewhere; `generation` names the index in service, if any."""

    def __init__(self, answer: Answering, generation: Callable[[], str], lanes: Lanes) -> None:
        self._answer, self._generation, self._lanes = answer, generation, lanes
        self._bodies = asyncio.Semaphore(MOST_BODIES)

    async def posted(self, name: str, request: Request) -> Response:
        """The response to a question with a body."""
        try:
            return await self._posted(name, request)
        except ApiError:
            await let_finish(request)
            raise

    async def _posted(self, name: str, request: Request) -> Response:
        if name == "link":
            link_form(request)  # refuse before reading the body
        if self._bodies.locked():
            raise ApiError("busy", "Gerade ist zu viel los. Versuch es gleich noch einmal.", {"Connection": "close"})
        async with self._bodies:
            raw = await read_body(request)
            return await self.asked(name, request, raw)

    async def several(self, site: Path, request: Request) -> Response:
        """`/api/v1/entries`"""
        ids = asked_ids(request.query_params)
        read = partial(self._lanes.files.run, partial(several, site, ids))
        return records_answer(request, await of_one_site(site, read, lambda found: bool(found.missing)))

    async def health(self, request: Request) -> Response:
        """`/healthz`: answered at once, however busy the service is."""
        generation = self._generation()
        if not generation:
            raise ApiError("unavailable", "Kein Suchindex; neu bauen: nachschlag build")
        work = {lane.name: getattr(self._lanes, lane.name).taken for lane in fields(self._lanes)}
        about = {"status": "ok", "index": generation, "work": work}
        return json_answer(request, about, cache="no-store")

    async def asked(self, name: str, request: Request, body: bytes = b"") -> Response:
        """The response with the answer of `Work` under this name."""
        question = question_of(name, request, body)
        lane = self._lanes.texts if len(body) > LARGE else self._lanes.names if name == "complete" else self._lanes.questions
        return (await lane.run(lambda: self._answer(question))).response
