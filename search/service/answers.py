"""Responses: an ETag of the content, 304 if the client has it already, compression if it pays."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

#: Content smaller than this stays uncompressed; the help page gives nginx the same level, 6.
SMALLEST, LEVEL = 1000, 6
#: Types worth compressing, besides text/….
_PACKABLE = ("application/json", "application/manifest+json", "application/xml", "application/atom+xml", "image/svg+xml")


@dataclass(frozen=True, slots=True)
class Content:
    """Bytes to send, plain and compressed. Make it with `content_of`."""

    plain: bytes
    packed: bytes | None
    etag: str
    kind: str

    @property
    def size(self) -> int:
        """The memory it takes, in bytes."""
        return len(self.plain) + len(self.packed or b"")


def content_of(raw: bytes, kind: str) -> Content:
    """Make the content of some bytes and their type, compressed if that pays. The same bytes have the same ETag on every machine."""
    packable = len(raw) >= SMALLEST and (kind.startswith("text/") or kind.startswith(_PACKABLE))
    packed = gzip.compress(raw, LEVEL, mtime=0) if packable else None
    return Content(raw, packed, hashlib.sha256(raw).hexdigest()[:20], kind)


def sent(request: Request, content: Content, *, status: int = 200, **headers: str) -> Response:
    """The response for this client: compressed if it accepts that, 304 if it has the content. `headers` have _ for -."""
    packed = content.packed is not None and takes_gzip(request.headers.get("accept-encoding", ""))
    etag = f'"{content.etag}{"-gz" if packed else ""}"'
    head = {name.replace("_", "-"): value for name, value in headers.items()}
    if content.packed is not None:
        head["Vary"] = "Accept-Encoding"
    if headers.get("Cache_Control") != "no-store":  # an answer that is not stored is always sent
        head["ETag"] = etag
        if status == 200 and content.etag in known(request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=head)
    if packed:
        head["Content-Encoding"] = "gzip"
    body = content.packed if packed else content.plain
    return Response(body, status, head, content.kind)


def takes_gzip(accepted: str) -> bool:
    """Whether a client accepts gzip: "gzip, br" yes, "gzip;q=0" no."""
    for one in accepted.lower().split(","):
        name, _, weight = one.strip().partition(";")
        if name.strip() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def known(tags: str) -> set[str]:
    """The ETags that a client has, from If-None-Match; compressed or plain, strong or weak, they count as the same."""
    return {tag.strip().removeprefix("W/").strip('"').removesuffix("-gz") for tag in tags.split(",")}


def json_answer(request: Request, value: Any, cache: str = "public, max-age=60") -> Response:
    """A value as JSON, cached for a minute, as rules only change with a build."""
    raw = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return sent(request, content_of(raw, "application/json"), Cache_Control=cache)
