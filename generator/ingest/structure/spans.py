"""Account for every character of a source: each belongs to one draft or to the remainder; joined in order, they give the source
back.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..drafts import Draft, Reading, Remainder, Source, Span

#: The version of spans.json.
VERSION = 1


def faults(reading: Reading) -> list[str]:
    """Characters with no owner or two, as German sentences; empty if there are none."""
    length = len(reading.source.text)
    found = []
    at = 0
    for span in [*sorted(_owned(reading)), Span(length, length)]:
        if span.start > at:
            found.append(f"Von Zeichen {at} bis {span.start} gehört der Text niemandem.")
        elif span.start < at:
            found.append(f"Von Zeichen {span.start} bis {at} gehört der Text zweien.")
        if span.end <= span.start and span.start != length:
            found.append(f"Bei Zeichen {span.start} steht ein leeres Stück.")
        at = max(at, span.end)
    return found


def _owned(reading: Reading) -> list[Span]:
    return [*(span for draft in reading.drafts for span in draft.spans), *(left.span for left in reading.remainder)]


def spans_record(reading: Reading, ids: Sequence[str]) -> dict[str, Any]:
    """The content of spans.json: source, entries (with the drafts' `ids`), their places and certainty, remainder."""
    source = reading.source
    return {
        "version": VERSION,
        "source": {"name": source.name, "format": source.format, "sha256": source.sha256, "characters": len(source.text)},
        "profile": reading.profile,
        "entries": [_draft(draft, id_, source) for draft, id_ in zip(reading.drafts, ids, strict=True)],
        "remainder": [_left(left, source) for left in reading.remainder],
    }


def _draft(draft: Draft, id_: str, source: Source) -> dict[str, Any]:
    return {
        "id": id_,
        "title": draft.title,
        "number": draft.number,
        "line": draft.line,
        "page": draft.page,
        "spans": _pairs(draft.spans),
        "quotes": _pairs(draft.quotes),
        "heading": [draft.heading.start, draft.heading.end] if draft.heading else None,
        "recogniser": draft.recogniser,
        "certainty": round(draft.certainty, 2),
        "reasons": list(draft.reasons),
    }


def _left(left: Remainder, source: Source) -> dict[str, Any]:
    return {"spans": _pairs((left.span,)), "line": source.line(left.span.start), "why": left.why}


def _pairs(spans: Sequence[Span]) -> list[list[int]]:
    return [[span.start, span.end] for span in spans]


def to_text(record: Mapping[str, Any]) -> str:
    """Write spans.json in stable order, one entry per line."""
    lines = [f" {json.dumps(key)}: {_value(value)}" for key, value in record.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ",".join("\n  " + json.dumps(row, ensure_ascii=False) for row in value) + "]"
    return json.dumps(value, ensure_ascii=False)
