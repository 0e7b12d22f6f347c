"""What the service is asked: searching, resolving, linking. Each question is read, answered in a lane, and told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from nachschlag.generator.prose.address import page_url
from nachschlag.generator.records.export import found_record, linked_record
from nachschlag.generator.references.link import link, system_of, with_links
from nachschlag.generator.references.look_up import look_up, suggestions
from nachschlag.generator.references.markup import readable
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..index.current import LiveIndex, LiveRules, Rules
from ..index.index import Index
from .answers import content_of, json_answer, sent
from .errors import ApiError
from .limits import Lane, let_finish, read_body
from .openapi import FORMATS, document
from .parameters import Asked, asked, base, game, one_of, words

Handler = Callable[[Request], Awaitable[Response]]

#: What the type of a body says about its markup.
KINDS = {"text/plain": "text", "text/markdown": "md", "text/html": "html"}
_SENT_AS = {"md": "text/markdown; charset=utf-8", "html": "text/html; charset=utf-8"}
#: Somebody's HTML comes back with links in it: opened in a browser, nothing in it runs here.
_HARMLESS = "default-src 'none'; sandbox"
#: Bodies from so many bytes on take a lane of their own, so that small ones need not wait for them.
LARGE = 64 * 1024
#: So many bodies may be on their way or in memory at once.
MOST_BODIES = 64


class Endpoint:
    """One path: a handler per method. HEAD is answered as GET, whatever else is refused with what is allowed."""

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
    """Who works: small questions, large texts, files."""

    questions: Lane
    texts: Lane
    files: Lane


class Service:
    """The handlers of all questions. `rules` may be missing where only a site and its index are there."""

    def __init__(self, index: LiveIndex, rules: LiveRules | None, lanes: Lanes) -> None:
        self._index, self._rules, self._lanes = index, rules, lanes
        self._bodies = asyncio.Semaphore(MOST_BODIES)

    # -- search ---------------------------------------------------------------------------------------------------------------

    async def search(self, request: Request) -> Response:
        """`/api/v1/search`"""

        def work() -> Response:
            index = self._index.get()
            return json_answer(request, search_answer(index, asked(request.query_params, index.lexicon.games)))

        return await self._lanes.questions.run(work)

    # -- resolve --------------------------------------------------------------------------------------------------------------

    async def resolve(self, request: Request) -> Response:
        """`/api/v1/resolve`"""

        def work() -> Response:
            library = self._live_rules().library
            text = words(request.query_params, "text", "Was soll aufgelöst werden?")
            system = game(request.query_params, library.systems)
            found = look_up(library, text, system)
            near = [] if found else suggestions(library, text, system)
            return json_answer(request, found_record(library, text, found, near))

        return await self._lanes.questions.run(work)

    # -- link -----------------------------------------------------------------------------------------------------------------

    async def link(self, request: Request) -> Response:
        """`/api/v1/link`"""
        try:
            return await self._link(request)
        except ApiError:
            await let_finish(request)
            raise

    async def _link(self, request: Request) -> Response:
        kind = kind_of(request.headers.get("content-type", ""))
        form = one_of(request.query_params, "format", FORMATS) or "json"
        form = "html" if (kind, form) == ("html", "md") else form  # HTML stays HTML
        if self._bodies.locked():
            raise ApiError("busy", "Gerade ist zu viel los. Versuch es gleich noch einmal.", {"Connection": "close"})
        async with self._bodies:
            raw = await read_body(request)
            lane = self._lanes.texts if len(raw) > LARGE else self._lanes.questions
            return await lane.run(lambda: self._linked(request, decoded(raw), kind, form))

    def _linked(self, request: Request, text: str, kind: str, form: str) -> Response:
        rules = self._live_rules()
        library = rules.library
        address = base(request.query_params, rules.base)
        system = game(request.query_params, library.systems) or system_of(library, readable(text[:LARGE], kind).bare.text)
        if form == "json":
            return json_answer(request, link_answer(rules, text, system, kind, address), cache="no-store")
        linked = with_links(
            library, text, system or "-", href=lambda target: address + page_url(library, target), kind=kind, form=form
        )
        content = content_of(linked.encode("utf-8"), _SENT_AS[form])
        return sent(request, content, Cache_Control="no-store", Content_Security_Policy=_HARMLESS)

    # -- the service itself ---------------------------------------------------------------------------------------------------

    async def openapi(self, request: Request) -> Response:
        """`/api/v1/openapi-service.json`"""

        def work() -> Response:
            return json_answer(request, document(self._index.get().lexicon.games))

        return await self._lanes.questions.run(work)

    async def health(self, request: Request) -> Response:
        """`/healthz`: answered at once, however much work there is."""
        generation = self._index.generation
        lanes = {"questions": self._lanes.questions, "texts": self._lanes.texts, "files": self._lanes.files}
        if not generation:
            raise ApiError("unavailable", "Kein Suchindex; neu bauen: nachschlag build")
        about = {"status": "ok", "index": generation, "work": {name: lane.taken for name, lane in lanes.items()}}
        return json_answer(request, about, cache="no-store")

    def _live_rules(self) -> Rules:
        if self._rules is None:
            raise ApiError("unavailable", "Dieser Dienst hat nur die Suche.")
        return self._rules.get()


def search_answer(index: Index, wanted: Asked) -> dict[str, Any]:
    """The hits; `corrected` is the query as it was understood where a slip was mended, `nearest` what looks like it where nothing fits,
    `notices` what of its operators could not be meant."""
    hits = index.search(wanted.query, wanted.system, wanted.kind, wanted.limit, wanted.phase)
    nearest = [] if hits else index.nearest(wanted.query, system=wanted.system)
    return {
        "query": wanted.query,
        "corrected": index.corrected(wanted.query, hits[0]) if hits else "",
        "notices": list(index.notices(wanted.query, wanted.system, wanted.kind, wanted.phase)),
        "hits": [hit.to_json() for hit in hits],
        "nearest": [hit.to_json() for hit in nearest],
    }


def link_answer(rules: Rules, text: str, system: str | None, kind: str, address: str) -> dict[str, Any]:
    """Every reference of a text, and the game that it is about: None where it does not show, and nothing is found then."""
    found = link(rules.library, text, system, kind=kind) if system else []
    references = [
        {**linked_record(one), "url": address + page_url(rules.library, one.target) if one.target else None} for one in found
    ]
    return {"system": system, "references": references}


def kind_of(content_type: str) -> str:
    """What a body is, by its type. Raises ApiError for other types and encodings."""
    name, *parameters = (part.strip().lower() for part in content_type.split(";"))
    charsets = [value.strip('"') for key, _, value in (part.partition("=") for part in parameters) if key == "charset"]
    if name in KINDS and set(charsets) <= {"utf-8", "utf8", "us-ascii"}:
        return KINDS[name]
    message = f"Content-Type „{content_type[:60]}“ geht nicht. Möglich: {', '.join(KINDS)}, in UTF-8."
    raise ApiError("unsupported_media_type", message, {"Accept-Post": ", ".join(KINDS)}, possible=list(KINDS))


def decoded(raw: bytes) -> str:
    """The body as text. Raises ApiError where it is not UTF-8."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as problem:
        message = f"Der Text ist nicht in UTF-8 (Byte {problem.start + 1})."
        raise ApiError("not_utf8", message, position=problem.start) from None
