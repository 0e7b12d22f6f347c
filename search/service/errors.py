"""Errors in one shape: {"error": {"code", "message", …}}. The codes are for programs and permanent; the sentences are German."""

from __future__ import annotations

from typing import Any

from nachschlag.generator.model.unusable import Unusable
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

#: Code → HTTP status. Additive only.
CODES = {
    "missing_parameter": 400,
    "bad_parameter": 400,
    "too_long": 400,
    "not_utf8": 400,
    "bad_json": 400,
    "unknown_game": 400,
    "foreign_origin": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "body_timeout": 408,
    "body_too_large": 413,
    "unsupported_media_type": 415,
    "internal": 500,
    "busy": 503,
    "timeout": 503,
    "unavailable": 503,
}
#: Seconds after which a call refused for overload is worth retrying.
RETRY_AFTER = 2


class ApiError(Exception):
    """A refused call: a code of `CODES`, a German sentence that names the fault, and further fields for programs."""

    def __init__(self, code: str, message: str, headers: dict[str, str] | None = None, **more: Any) -> None:
        super().__init__(message)
        self.code, self.message, self.more = code, message, more
        self.headers = {"Cache-Control": "no-store", **(headers or {})}
        if code in ("busy", "timeout", "unavailable"):
            self.headers["Retry-After"] = str(RETRY_AFTER)

    @property
    def status(self) -> int:
        """The HTTP status."""
        return CODES[self.code]

    def response(self) -> Response:
        """The response to send."""
        content = {"error": {"code": self.code, "message": self.message, **self.more}}
        return JSONResponse(content, self.status, headers=self.headers)


def shown(value: str) -> str:
    """Shorten a client's text for quoting in a sentence."""
    return value if len(value) <= 60 else value[:60] + "…"


def bad_parameter(name: str, value: str, possible: list[str] | None = None, sentence: str = "") -> ApiError:
    """Make the error for an invalid parameter, with what is valid."""
    code = "unknown_game" if name == "system" else "bad_parameter"
    possibilities = sentence or f"Möglich: {', '.join(possible or ())}."
    more: dict[str, Any] = {"possible": possible} if possible else {}
    return ApiError(code, f"{name}=„{shown(value)}“ gibt es nicht. {possibilities}", parameter=name, **more)


# -- handlers -----------------------------------------------------------------------------------------------------------------


def refused(request: Request, problem: Exception) -> Response:
    """Handle Starlette's own refusals, 404 and 405; in plain text outside the API."""
    assert isinstance(problem, HTTPException)
    sentence, headers = problem.detail, dict(problem.headers or {})
    if problem.status_code == 404:
        sentence = f"Unter „{shown(request.url.path)}“ gibt es nichts."
    elif problem.status_code == 405:
        allowed = sorted((headers.get("Allow") or "GET").split(", "))
        headers |= {"Allow": ", ".join(allowed)} if headers else {}
        sentence = f"{request.method} geht hier nicht, nur {allowed[0]}."
    if not request.url.path.startswith("/api/") and request.url.path not in ("/healthz", "/mcp"):
        return PlainTextResponse(sentence + "\n", problem.status_code, headers=headers)
    code = {404: "not_found", 405: "method_not_allowed"}.get(problem.status_code, "internal")
    return ApiError(code, sentence, headers).response()


def answered(request: Request, problem: Exception) -> Response:
    """Handle an ApiError."""
    return as_error(problem).response()


def as_error(problem: Exception) -> ApiError:
    """Handle a missing index or missing content; the sentence names the remedy."""
    if isinstance(problem, ApiError):
        return problem
    if isinstance(problem, Unusable):
        return ApiError("unavailable", str(problem.args[0]))
    return ApiError("internal", "Da ist auf unserer Seite etwas schiefgegangen.")


def gone(request: Request, problem: Exception) -> Response:
    """Handle a client that disconnected; nothing reads this response."""
    return Response(status_code=499)


HANDLERS = {HTTPException: refused, ApiError: answered, Unusable: answered, ClientDisconnect: gone, Exception: answered}
