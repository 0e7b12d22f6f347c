"""The drafts of systems read from books: a page with keys, and the routes for its script. Answers only this machine itself."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nachschlag.generator.files.own_files import ASSETS
from nachschlag.generator.ingest.editions.previous_reading import NoReading
from nachschlag.generator.ingest.report.corrections import CannotCorrect, Wish
from nachschlag.generator.ingest.report.outline import Outline
from nachschlag.generator.ingest.report.outline_page import draft_record, outline_html, outline_record
from nachschlag.generator.ingest.storing import correct
from nachschlag.generator.model.choices import CORRECTIONS
from nachschlag.generator.model.slug import SLUG
from nachschlag.generator.model.unusable import Unusable

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

AT = "/__nachschlag/drafts"
_LOCAL = ("localhost", "127.0.0.1", "::1")
_NAME = re.compile(r"\[?([a-z0-9.]+|[0-9a-f:]+(?=\]))\]?(?::\d+)?")
_MOST = 10_000
_HEADERS = {"Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "no-referrer"}


def read_games(overlays: Sequence[Path]) -> dict[str, Path]:
    """Each system read from a book → the overlay that holds it."""
    found = ((path.parent.name, folder) for folder in reversed(overlays) for path in folder.glob("ingest/*/spans.json"))
    return {system: folder for system, folder in found if (folder / "content" / system).is_dir()}


def draft_routes(overlays: Sequence[Path]) -> list[BaseRoute]:
    """The routes of the page. They answer only this machine under its own name, and make changes only for their own page."""
    from starlette.concurrency import run_in_threadpool
    from starlette.responses import HTMLResponse, JSONResponse, Response
    from starlette.routing import Route

    token = secrets.token_urlsafe(24)

    def folder_of(request: Request) -> tuple[Path, str]:
        system = request.path_params["system"]
        folder = read_games(overlays).get(system) if SLUG.fullmatch(system) else None
        if folder is None:
            raise NoReading(f"Ein Spiel „{system[:60]}“ ist hier nicht aus einem Buch gelesen.")
        return folder, system

    def page(request: Request) -> Response:
        html, policy = outline_html(Outline(*folder_of(request)), token)
        return HTMLResponse(html, headers={**_HEADERS, "Content-Security-Policy": policy})

    def rows(request: Request) -> Response:
        return JSONResponse(outline_record(Outline(*folder_of(request))), headers=_HEADERS)

    def draft(request: Request) -> Response:
        return JSONResponse(draft_record(Outline(*folder_of(request)), request.query_params.get("id", "")), headers=_HEADERS)

    def script(request: Request) -> Response:
        text = (ASSETS / "ingest" / "outline.js").read_text("utf-8")
        return Response(text, media_type="text/javascript", headers=_HEADERS)

    def changed(request: Request, body: bytes) -> Response:
        folder, system = folder_of(request)
        try:
            step, outline = correct(folder, system, _wish(body))
        except Unusable as problem:
            record = outline_record(Outline(folder, system))
            return JSONResponse({"error": str(problem), **record}, 409, headers=_HEADERS)
        return JSONResponse({"said": step.said, "id": step.id, **outline_record(outline)}, headers=_HEADERS)

    def guarded(answer: Callable[..., Response], *, writes: bool = False) -> Callable[[Request], Any]:
        async def endpoint(request: Request) -> Response:
            if not _is_local(request) or (writes and not _is_own(request, token)):
                return JSONResponse(
                    {"error": "Entwürfe ändert nur ihre eigene Seite, auf diesem Rechner."}, 403, headers=_HEADERS
                )
            body = b""
            async for piece in request.stream():
                body += piece
                if len(body) > _MOST:
                    return JSONResponse({"error": "Das ist zu lang."}, 413, headers=_HEADERS)
            try:
                return await run_in_threadpool(answer, request, *([body] if writes else []))
            except Unusable as problem:
                return JSONResponse({"error": str(problem)}, 404, headers=_HEADERS)

        return endpoint

    return [
        Route(f"{AT}/{{system}}/", guarded(page)),
        Route(f"{AT}/{{system}}/rows", guarded(rows)),
        Route(f"{AT}/{{system}}/draft", guarded(draft)),
        Route(f"{AT}/{{system}}/change", guarded(changed, writes=True), methods=["POST"]),
        Route("/__nachschlag/outline.js", guarded(script)),
    ]


def _wish(body: bytes) -> Wish:
    """The correction that the page asks for. Raises Unusable for anything else."""
    try:
        sent = json.loads(body)
        wish = Wish(sent["action"], sent["id"], sent["mark"], sent.get("line", 0), sent.get("title", ""))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise CannotCorrect("Damit ist nichts anzufangen.") from None
    texts = (wish.action, wish.id, wish.mark, wish.title)
    if not all(isinstance(text, str) for text in texts) or not wish.mark or not isinstance(wish.line, int):
        raise CannotCorrect("Damit ist nichts anzufangen.")
    if wish.action not in (*CORRECTIONS, "undo"):
        raise CannotCorrect(f"„{wish.action[:20]}“ kann diese Seite nicht.")
    return wish


def _is_local(request: Request) -> bool:
    """Whether a browser on this machine asks by this machine's own name, not by another one that leads here (DNS rebinding)."""
    named = _NAME.fullmatch(request.headers.get("host", ""))
    return named is not None and named[1] in _LOCAL and request.client is not None and request.client.host in _LOCAL


def _is_own(request: Request, token: str) -> bool:
    """Whether the page itself asks: from its own origin, with its token, as JSON, which no form of another page can send."""
    headers = request.headers
    own = f"http://{headers.get('host', '')}"
    sent = headers.get("x-nachschlag-token", "").encode()
    return (
        headers.get("origin") == own
        and headers.get("sec-fetch-site", "same-origin") == "same-origin"
        and headers.get("content-type", "").partition(";")[0].strip() == "application/json"
        and secrets.compare_digest(sent, token.encode())
    )


def page_lines(overlays: Sequence[Path], address: str) -> Iterator[str]:
    """The addresses at which to correct each system, for the terminal."""
    yield from (f"Entwürfe von {system}: {address}{AT}/{system}/" for system in sorted(read_games(overlays)))
