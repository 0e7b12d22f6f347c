"""Several records in one answer, from the files of the site."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from nachschlag.generator.records.openapi import BASE
from nachschlag.generator.records.static_api import file_of
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from .answers import content_of, sent
from .errors import ApiError
from .files import unreadable

#: The most ids in one question.
MOST_IDS = 75
#: An id, also of a term or concept; it leads to a file, so nothing else may pass.
_ID = re.compile(r"[a-z0-9-]+(?:/[a-z0-9-]+){1,2}")


def asked_ids(given: QueryParams) -> list[str]:
    """Read the ids, each once. Raises ApiError if there are none, or too many."""
    ids = list(dict.fromkeys(filter(None, (one.strip() for one in given.get("ids", "").split(",")))))
    if not ids:
        raise ApiError("missing_parameter", "Der Parameter „ids“ fehlt oder ist leer: Welche Kennungen?", parameter="ids")
    if len(ids) > MOST_IDS:
        message = f"Der Parameter „ids“ ist zu lang: {len(ids)} Kennungen, erlaubt sind {MOST_IDS}."
        raise ApiError("too_long", message, parameter="ids", limit=MOST_IDS)
    return ids


@dataclass(frozen=True, slots=True)
class Several:
    """The records of several ids, in order; the former ids among these, with those of today; the unknown ones."""

    records: list[bytes]
    moved: dict[str, str]
    missing: list[str]


def several(site: Path, ids: list[str]) -> Several:
    """Read the records of these ids, following moves."""
    found = {id_: _record(site, id_) for id_ in ids}
    unknown = [id_ for id_, record in found.items() if not record]
    moves = _moved(site) if unknown else {}
    found |= {id_: _record(site, moves.get(id_, "")) for id_ in unknown}
    moved = {id_: moves[id_] for id_ in unknown if found[id_]}
    return Several([record.strip() for record in found.values() if record], moved, [id_ for id_ in unknown if not found[id_]])


def records_answer(request: Request, found: Several) -> Response:
    """Send the result of `several`."""
    rest = json.dumps({"moved": found.moved, "missing": found.missing}, ensure_ascii=False, separators=(",", ":"))
    body = b'{"records":[' + b",".join(found.records) + b"]," + rest[1:].encode("utf-8", "replace")
    return sent(request, content_of(body, "application/json"), Cache_Control="public, max-age=60")


def _record(site: Path, id_: str) -> bytes:
    try:
        return (site / file_of(id_)).read_bytes() if _ID.fullmatch(id_) else b""
    except PermissionError:
        raise unreadable() from None
    except OSError:
        return b""


def _moved(site: Path) -> dict[str, str]:
    try:
        rows = json.loads((site / BASE / "moved.json").read_text("utf-8"))["moved"]
    except OSError:
        return {}
    return {row["old"]: row["moved_to"] or "" for row in rows}
