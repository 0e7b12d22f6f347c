"""What a draft's characters say as Markdown: without its name, boxes last, sentences that something interrupted put together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce

from .model import Source, Span
from .recognisers import Start

#: A shorter line without a full stop may be a heading or an item; a longer one was interrupted.
_SHORT_LINE = 40

#: What may still stand between a name and its text: "**Name:** Text".
_AFTER_NAME = re.compile(r"[*_]{0,3}(?:[:.]|\s[–—])?[*_]{0,3}")

_BLANK_LINES = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)+")


def text_of(source: Source, start: Start, spans: tuple[Span, ...]) -> str:
    """A draft's body, unless its recogniser knows that."""
    if start.text is not None:
        return start.text
    return body(source, _shown_heading(start), start.quotes or spans)


def _shown_heading(start: Start) -> Span:
    """The name, which is left out of the text, unless it stands within its sentence."""
    begin = start.quotes[0].start if start.quotes else start.begins
    return Span(begin, begin) if start.in_sentence else start.heading


def body(source: Source, heading: Span, spans: Sequence[Span]) -> str:
    """What the spans hold after the heading, without the marks around that; boxes that stand before it follow.

    >>> body(Source("", "text", "**Wald:** Er brennt.\\n"), Span(2, 6), [Span(0, 21)])
    'Er brennt.'
    """
    pieces = [source.text[max(span.start, heading.end) : span.end] for span in spans if span.end > heading.end]
    text = reduce(_put_together, pieces, "")
    if heading.end > heading.start:
        text = text[_AFTER_NAME.match(text).end() :]  # type: ignore[union-attr]
    boxes = (source.text[span.start : span.end].strip() for span in spans if span.end <= heading.start)
    return _BLANK_LINES.sub("\n\n", "\n\n".join((text, *boxes))).strip()


def _put_together(before: str, after: str) -> str:
    """Two pieces that something stood between: a sentence that a figure interrupted reads on, paragraphs stay apart.

    >>> _put_together("Er geht\\n\\n", "\\nweiter.\\n"), _put_together("Er geht.\\n", "\\n\\nEr steht.")
    ('Er geht weiter.\\n', 'Er geht.\\n\\nEr steht.')
    """
    left, right = before.rstrip(), after.lstrip()
    if not left or not right or left == before or "\n" not in before[len(left) :] + after[: len(after) - len(right)]:
        return before + after
    line = left[left.rfind("\n") + 1 :]
    goes_on = left[-1].isalnum() or left[-1] in ",-–"
    return f"{left} {right}" if goes_on and (right[0].islower() or len(line) > _SHORT_LINE) else f"{left}\n\n{right}"
