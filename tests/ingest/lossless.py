"""Whether each character of a source belongs to exactly one draft or to the remainder."""

from __future__ import annotations

from nachschlag.generator.ingest.model import Reading, Span


def faults(reading: Reading) -> list[str]:
    """Gaps and overlaps, as sentences; empty where joining all spans in order gives the text back."""
    length = len(reading.source.text)
    found = []
    at = 0
    for span in [*sorted(_spans(reading)), Span(length, length)]:
        if span.start != at:
            found.append(f"{'gap' if span.start > at else 'overlap'} between {at} and {span.start}")
        at = max(at, span.end)
    empty = sum(span.start >= span.end for span in _spans(reading))
    return found + [f"{empty} empty spans"] * bool(empty) + [f"{at - length} characters too many"] * (at > length)


def _spans(reading: Reading) -> list[Span]:
    return [span for draft in reading.drafts for span in draft.spans] + [left.span for left in reading.remainder]
