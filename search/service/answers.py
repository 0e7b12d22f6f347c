"""Answers as they are sent: with an ETag of their content, 304 where the reader has it already, packed where that pays."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

#: Smaller content is not packed; 6 is what the help page tells nginx too.
SMALLEST, LEVEL = 1000, 6
#: Types that packing makes smaller, besides text/….
_PACKABLE = ("application/json", "application/manifest+json", "application/xml", "application/atom+xml", "image/svg+xml")


@dataclass(frozen=True, slots=True)
class Content:
    """Some bytes to send, both ways. Make it with `content_of`."""

    plain: bytes
    packed: bytes | None
    etag: str
    kind: str

    @property
    def size(self) -> int:
        """How much memory it takes."""
        return len(self.plain) + len(self.packed or b"")


def content_of(raw: bytes, kind: str, *, pack: bool = True) -> Content:
    """Bytes with their type, packed if that pays. The same bytes have the same ETag, on whatever machine."""
    packable = len(raw) >= SMALLEST and (kind.startswith("text/") or kind.startswith(_PACKABLE))
    packed = gzip.compress(raw, LEVEL, mtime=0) if pack and packable else None
    return Content(raw, packed, hashlib.sha256(raw).hexdigest()[:20], kind)


def sent(request: Request, content: Content, *, status: int = 200, **headers: str) -> Response:
    """The response for this reader: packed where they take that, without content where they have it. `headers` with _ for -."""
    packed = content.packed is not None and takes_gzip(request.headers.get("accept-encoding", ""))
    etag = f'"{content.etag}{"-gz" if packed else ""}"'
    head = {"ETag": etag, **{name.replace("_", "-"): value for name, value in headers.items()}}
    if content.packed is not None:
        head["Vary"] = "Accept-Encoding"
    if status == 200 and content.etag in known(request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=head)
    if packed:
        head["Content-Encoding"] = "gzip"
    body = content.packed if packed else content.plain
    return Response(body, status, head, content.kind)


def takes_gzip(accepted: str) -> bool:
    """Whether a reader takes gzip: "gzip, br" yes, "gzip;q=0" no."""
    for one in accepted.lower().split(","):
        name, _, weight = one.strip().partition(";")
        if name.strip() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def known(tags: str) -> set[str]:
    """The contents that a reader has, from If-None-Match: packed or plain, strong or weak, they are the same."""
    return {tag.strip().removeprefix("W/").strip('"').removesuffix("-gz") for tag in tags.split(",")}


def json_answer(request: Request, value: Any, cache: str = "public, max-age=60") -> Response:
    """A value as JSON. A minute old is fine: rules change with a build."""
    raw = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return sent(request, content_of(raw, "application/json"), Cache_Control=cache)
