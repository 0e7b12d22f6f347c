"""A draft's characters as Markdown: without its name, boxes last, interrupted sentences rejoined."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..drafts import Source, Span
from .contents import plain
from .recognisers import Start

#: A shorter line without a full stop may be a heading or an item; a longer one was interrupted.
_SHORT_LINE = 40

#: Marks between a name and its text: "**Name:** Text".
_AFTER_NAME = re.compile(r"[*_]{0,3}(?:[:.]|\s[–—-])?[*_]{0,3}")

#: Letters, which make more than an item's number; and the marker before an item's words.
_WORDS = re.compile(r"[^\W\d_]")
_BULLET = re.compile(r"\s*(?:[-*•●◆♦][ \t]+)?")

_BLANK_LINES = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)+")


def text_of(source: Source, start: Start, spans: tuple[Span, ...]) -> str:
    """A draft's body: the recogniser's text if it has one, otherwise the draft's characters."""
    if start.text is not None:
        return start.text
    return body(source, _shown_heading(start), start.quotes or spans)


def _shown_heading(start: Start) -> Span:
    """The span of the name to omit from the text; empty if the name is part of a sentence."""
    begin = start.quotes[0].start if start.quotes else start.begins
    return Span(begin, begin) if start.in_sentence else start.heading


def body(source: Source, heading: Span, spans: Sequence[Span]) -> str:
    """The text of the spans after the heading, without the marks around it; boxes before the heading follow.

    Keeps words before a name in its own span, together with the name.

    >>> body(Source("", "text", "**Wald:** Er brennt.\\n"), Span(2, 6), [Span(0, 21)])
    'Er brennt.'
    >>> body(Source("", "text", "- Der **Wald** brennt.\\n"), Span(8, 12), [Span(0, 23)])
    'Der **Wald** brennt.'
    """
    heading = _with_words_before(source, heading, spans)
    pieces = [source.text[max(span.start, heading.end) : span.end] for span in spans if span.end > heading.end]
    text = _joined(pieces)
    if heading.end > heading.start:
        text = text[_AFTER_NAME.match(text).end() :]  # type: ignore[union-attr]
    boxes = (source.text[span.start : span.end].strip() for span in spans if span.end <= heading.start)
    return _BLANK_LINES.sub("\n\n", "\n\n".join((text, *boxes))).strip()


def _with_words_before(source: Source, heading: Span, spans: Sequence[Span]) -> Span:
    """An empty heading at the start of the words before it; the heading itself if there are none, or only the heading printed
    twice."""
    around = next((span for span in spans if span.start < heading.start < span.end), None)
    if around is None:
        return heading
    before = source.text[around.start : heading.start]
    said = plain(before)
    if not _WORDS.search(said) or said == plain(source.text[heading.start : heading.end]):
        return heading
    begin = around.start + _BULLET.match(before).end()  # type: ignore[union-attr]
    return Span(begin, begin)


def _joined(pieces: Sequence[str]) -> str:
    """Join separated pieces: continue a sentence that a figure interrupted, keep paragraphs apart.

    >>> _joined(["Er geht\\n\\n", "\\nweiter.\\n"]), _joined(["Er geht.\\n", "\\n\\nEr steht."])
    ('Er geht weiter.\\n', 'Er geht.\\n\\nEr steht.')
    """
    texts: list[str] = []
    for piece in pieces:
        before = texts[-1] if texts else ""
        left, right = before.rstrip(), piece.lstrip()
        apart = left and right and left != before and "\n" in before[len(left) :] + piece[: len(piece) - len(right)]
        if apart:
            texts[-1:] = [left, " " if _goes_on(left, right) else "\n\n", right]
        else:
            texts.append(piece)
    return "".join(texts)


def _goes_on(left: str, right: str) -> bool:
    line = left[left.rfind("\n") + 1 :]
    return (left[-1].isalnum() or left[-1] in ",-–") and (right[0].islower() or len(line) > _SHORT_LINE)
