"""The work of the service: one question in, one answer out, both plain values, so that another process can do it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from nachschlag.generator.model.unusable import require
from nachschlag.generator.prose.address import page_url, page_urls
from nachschlag.generator.records.export import linked_record
from nachschlag.generator.records.static_api import file_of
from nachschlag.generator.records.system import attribution
from nachschlag.generator.references.link import link_until, system_of, with_links
from nachschlag.generator.references.look_up import found_record, look_up, suggestions
from nachschlag.generator.references.markup import readable
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from ..index.current import Rules
from ..index.index import Index
from .answers import content_of, json_answer, sent
from .complete import completed
from .errors import ApiError, bad_parameter, shown
from .openapi import FORMATS, document
from .parameters import asked, base, ignored, one_of, words

#: Media type of a body → its markup.
KINDS = {"text/plain": "text", "text/markdown": "md", "text/html": "html"}
#: Media type of a body that has the text and its parameters as fields.
JSON = "application/json"
_SENT_AS = {"md": "text/markdown; charset=utf-8", "html": "text/html; charset=utf-8"}
#: The policy of a client's HTML with links, which stops it from running anything when opened in a browser.
_HARMLESS = "default-src 'none'; sandbox"
#: Bodies of this many bytes or more take a lane of their own, so that small ones do not wait for them.
LARGE = 64 * 1024
#: The request headers that an answer depends on; besides, those whose names begin with mcp-.
_HEADERS = (b"accept", b"accept-encoding", b"if-none-match", b"content-type", b"host", b"origin")

#: Answers a question, in any process.
Answering = Callable[["Question"], "Answer"]


@dataclass(frozen=True, slots=True)
class Ward:
    """The project to serve, the number of workers, the address of the PostgreSQL with the postings ("" for none).

    With `mcp`, assistants are answered, too.
    """

    project: str
    site: str
    index: str
    private: bool
    overlays: tuple[str, ...]
    workers: int
    engine: str = ""
    mcp: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question: the name of its handler, and the relevant parts of its request."""

    name: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes = b""

    @property
    def request(self) -> Request:
        """The question as a Starlette request, for reading parameters and headers."""
        return Request({"type": "http", "method": "GET", "path": "/", "query_string": self.query, "headers": self.headers})


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to send back."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes = field(repr=False)

    @property
    def response(self) -> Response:
        """The answer as a Starlette response."""
        response = Response(self.body, self.status)
        response.raw_headers = list(self.headers)
        return response


def question_of(name: str, request: Request, body: bytes = b"") -> Question:
    """Make the question of a request."""
    headers = [(key, value) for key, value in request.headers.raw if key in _HEADERS or key.startswith(b"mcp-")]
    return Question(name, request.scope["query_string"], headers, body)


def answer_of(response: Response) -> Answer:
    """Reduce a response to plain values."""
    return Answer(response.status_code, list(response.raw_headers), bytes(response.body))


class Work:
    """Answers questions from the current index and rules. `rules` may be missing if there are only a site and its index."""

    def __init__(self, index: Callable[[], Index], rules: Callable[[], Rules] | None) -> None:
        self._index, self._rules = index, rules
        self._named: dict[str, Callable[[Request, bytes], Response]] = {
            "search": self._search,
            "resolve": self._resolve,
            "complete": self._complete,
            "link": self._link,
            "openapi": self._openapi,
            "openapi-mcp": partial(self._openapi, mcp=True),
            "mcp": self._mcp,
        }

    def __call__(self, question: Question) -> Answer:
        """Answer a question. Raises ApiError or Unusable if that is impossible."""
        return answer_of(self._named[question.name](question.request, question.body))

    def _search(self, request: Request, _: bytes) -> Response:
        index = self._index()
        answer = index.answer(**asked(request.query_params, index.lexicon.systems)).to_json()
        answer["notices"] = [*answer["notices"], *ignored(request.query_params)]
        if self._rules is not None:
            for hit in (*answer["hits"], *answer["nearest"]):
                hit.update(cited(self._rules(), hit))
        response = json_answer(request, answer)
        response.headers["Nachschlag-Edition"] = index.edition
        return response

    def _complete(self, request: Request, _: bytes) -> Response:
        library = self._live_rules().library
        text = words(request.query_params, "q", "Was soll ergänzt werden?")
        system = one_of(request.query_params, "system", library.systems)
        return json_answer(request, completed(library, text, system))

    def _resolve(self, request: Request, _: bytes) -> Response:
        library = self._live_rules().library
        text = words(request.query_params, "text", "Was soll aufgelöst werden?")
        system = one_of(request.query_params, "system", library.systems)
        found = look_up(library, text, system)
        near = [] if found else suggestions(library, text, system)
        return json_answer(request, found_record(library, text, found, near))

    def _link(self, request: Request, body: bytes) -> Response:
        given = request.query_params
        text = decoded(body)
        if is_json(request):
            given, text = from_json(given, text)
        kind, form = link_form(request, given)
        rules = self._live_rules()
        library = rules.library
        address = base(given, rules.base)
        system = one_of(given, "system", library.systems) or system_of(library, readable(text[:LARGE], kind).bare.text)
        if form == "json":
            return json_answer(request, link_answer(rules, text, system, kind, address), cache="no-store")
        linked = with_links(library, text, system or "-", href=page_urls(library, address), kind=kind, form=form)
        content = content_of(linked.encode("utf-8"), _SENT_AS[form])
        return sent(request, content, Cache_Control="no-store", Content_Security_Policy=_HARMLESS)

    def _openapi(self, request: Request, _: bytes, *, mcp: bool = False) -> Response:
        return json_answer(request, document(self._index().lexicon.systems, mcp=mcp))

    def _mcp(self, request: Request, body: bytes) -> Response:
        from ..assistant.assistant import Assistant
        from ..assistant.over_http import exchanged, is_own_page

        require("Assistenten", "mcp", "mcp")
        origin = request.headers.get("origin")
        if origin and not is_own_page(origin, request.headers.get("host", ""), self._live_rules().base):
            raise ApiError("foreign_origin", f"Fremde Seiten dürfen /mcp nicht fragen: {shown(origin)}.")
        if not is_json(request):
            raise ApiError("unsupported_media_type", f"/mcp nimmt nur {JSON}.", {"Accept-Post": JSON}, possible=[JSON])
        return exchanged(Assistant(self._index, self._live_rules), request, body)

    def _live_rules(self) -> Rules:
        if self._rules is None:
            raise ApiError("unavailable", "Dieser Dienst hat nur die Suche.")
        return self._rules()


def link_answer(rules: Rules, text: str, system: str | None, kind: str, address: str) -> dict[str, Any]:
    """Every reference of a text, and the system that it is about; without references and None if that is unclear.

    For a text with too many, also the offset at which reading stopped.
    """
    found, until = link_until(rules.library, text, system, kind=kind) if system else ([], len(text))
    references = [
        {**linked_record(one), "url": address + page_url(rules.library, one.target) if one.target else None} for one in found
    ]
    return {"system": system, "references": references, **({"read_until": until} if until < len(text) else {})}


def cited(rules: Rules, hit: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that a program needs to cite a hit: its whole address, its record, the line of attribution."""
    system = rules.library.systems.get(hit["system"])
    found = rules.library.target(hit["id"])
    return {
        "address": rules.base + hit["url"] if rules.base else None,
        "json": f"{rules.base}/{file_of(hit['id'])}" if found else None,
        "attribution": attribution(system),
    }


def is_json(request: Request) -> bool:
    """Whether the body is JSON with the text in it."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == JSON


def from_json(given: QueryParams, body: str) -> tuple[QueryParams, str]:
    """The parameters and the text of a JSON body, which takes precedence over the address. Raises ApiError for anything else."""
    try:
        asked = json.loads(body)
        asked["text"].encode("utf-8")  # "\\ud800" is half a character
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        raise ApiError("bad_json", 'Der Körper ist kein JSON der Form {"text": "…"}.', parameter="text") from None
    more = {name: asked[name] for name in ("system", "kind", "format", "base") if asked.get(name) is not None}
    if wrong := next((name for name, value in more.items() if not isinstance(value, str)), None):
        raise bad_parameter(wrong, str(more[wrong]), sentence="Gebraucht wird ein Text.")
    return QueryParams({**given, **more}), asked["text"]


def link_form(request: Request, given: QueryParams | None = None) -> tuple[str, str]:
    """The markup of a body to link, and the requested format. Raises ApiError for an impossible pair."""
    given = request.query_params if given is None else given
    named = one_of(given, "kind", tuple(KINDS.values())) or "text"
    kind = named if is_json(request) else kind_of(request.headers.get("content-type", ""))
    form = one_of(given, "format", FORMATS) or "json"
    return kind, "html" if (kind, form) == ("html", "md") else form  # HTML stays HTML


def kind_of(content_type: str) -> str:
    """The markup of a body by its media type. Raises ApiError for other types and encodings."""
    name, *parameters = (part.strip().lower() for part in content_type.split(";"))
    charsets = [value.strip('"') for key, _, value in (part.partition("=") for part in parameters) if key == "charset"]
    if name in KINDS and set(charsets) <= {"utf-8", "utf8", "us-ascii"}:
        return KINDS[name]
    possible = [*KINDS, JSON]
    message = f"Content-Type „{content_type[:60]}“ geht nicht. Möglich: {', '.join(possible)}, in UTF-8."
    raise ApiError("unsupported_media_type", message, {"Accept-Post": ", ".join(possible)}, possible=possible)


def decoded(raw: bytes) -> str:
    """Decode the body. Raises ApiError if it is not UTF-8."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as problem:
        message = f"Der Text ist nicht in UTF-8 (Byte {problem.start + 1})."
        raise ApiError("not_utf8", message, position=problem.start) from None
