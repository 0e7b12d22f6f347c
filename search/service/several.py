"""Several records in one answer, from the files of the site."""

from __future__ import annotations

import json
import re
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


def several(site: Path, ids: list[str]) -> tuple[list[bytes], list[str]]:
    """The records of these ids, in order and following moves, and the unknown ids."""
    found = {id_: _record(site, id_) for id_ in ids}
    missing = [id_ for id_, record in found.items() if not record]
    moved = _moved(site) if missing else {}
    found |= {id_: _record(site, moved.get(id_, "")) for id_ in missing}
    return [record.strip() for record in found.values() if record], [id_ for id_ in missing if not found[id_]]


def records_answer(request: Request, records: list[bytes], missing: list[str]) -> Response:
    """Send the result of `several`."""
    absent = json.dumps(missing, ensure_ascii=False).encode("utf-8", "replace")
    body = b'{"records":[' + b",".join(records) + b'],"missing":' + absent + b"}"
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
