"""What a text points to, as a record."""

from __future__ import annotations

from typing import Any

from ..model.library import Library
from ..prose.address import page_url
from ..references.look_up import Found, label


def found_record(library: Library, text: str, found: list[Found], near: list[Found]) -> dict[str, Any]:
    """What a text resolves to, as `resolve --json` and the HTTP service return it: `target` only where it is unambiguous."""

    def records(hits: list[Found]) -> list[dict[str, str]]:
        return [
            {"id": hit.target, "label": label(library, hit.target), "why": hit.why, "url": page_url(library, hit.target)}
            for hit in hits
        ]

    return {
        "text": text,
        "target": found[0].target if len(found) == 1 else None,
        "candidates": records(found),
        "near": records(near),
    }
