"""Quotation marks: turn any pair around words into „…“ and ‚…‘, and make inch signs straight; leave the rest alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..drafts import Repair, Span
from .book_words import Spellings, bracketed, english_words

_MARK = re.compile("[\"„“”«»‚‘’']")
_PARAGRAPH = re.compile(r"[^\n|\t]+(?:\n(?! *\n| *[-*•●◆] )[^\n|\t]+)*")
_SINGLE = frozenset("‚‘’'")
_DOUBLE_OPENS, _SINGLE_OPENS = frozenset('"„“”«»'), frozenset("‚‘'")
#: Opening mark → possible closing marks.
_CLOSERS = {'"': '"', "„": '“”"', "“": "”“", "”": "”", "«": "»", "»": "«", "‚": "‘’'", "‘": "’‘", "'": "'"}
_MEASURED = re.compile(r"[\d½¼¾⅓⅔]$|\d[X\d]?$")
#: The greatest length of a quotation; a mark opened longer ago has lost its partner.
_LONGEST = 400
_SHOWN = 40


def quotes(text: str, book: Spellings) -> Iterator[Repair]:
    """Find marks that are not German, by paragraph, each pair where it closes."""
    for paragraph in _PARAGRAPH.finditer(text):
        if _MARK.search(paragraph[0]):
            yield from _in_paragraph(paragraph[0], paragraph.start(), book.curly_inches)


def _in_paragraph(text: str, offset: int, curly_inches: bool) -> Iterator[Repair]:
    opened: list[int] = []
    for match in _MARK.finditer(text):
        at, mark = match.start(), match[0]
        while opened and at - opened[-1] > _LONGEST:
            opened.pop()
        if (first := _closes(text, at, mark, opened)) is not None:
            start = opened[first]
            del opened[first:]
            yield from _pair(text, start, at, offset)
        elif _is_inch(text, at, mark):
            if mark != '"' and curly_inches:
                yield _mended(text, at, '"', offset, "Zollzeichen")
        elif _opens(text, at, mark):
            opened.append(at)


def _closes(text: str, at: int, mark: str, opened: list[int]) -> int | None:
    """The open mark that this one closes: the innermost that fits, skipping single marks that were apostrophes."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if not before.strip() or (after.isalnum() and mark in _SINGLE):
        return None
    for place in range(len(opened) - 1, -1, -1):
        start = opened[place]
        if mark in _CLOSERS[text[start]] and at - start > 1 and not _inch_within(text, start, at, mark):
            return place
        if text[start] not in _SINGLE:
            return None
    return None


def _inch_within(text: str, start: int, at: int, mark: str) -> bool:
    """`"Bewegung 5" weit"`, `„+2"“`: a mark after a number, within words that another mark closes."""
    if mark in _SINGLE or not text[at - 1].isdigit():
        return False
    further = _MARK.search(text, at + 1, start + _LONGEST)
    if further is None or further[0] not in _CLOSERS[text[start]] or text[further.start() - 1].isspace():
        return False
    return bool(re.search(r"[^\W\d]{2}", text[start + 1 : at])) and not text[further.start() - 1].isdigit()


def _is_inch(text: str, at: int, mark: str) -> bool:
    if text[at - 1 : at] == " " and text[at + 1 : at + 2].isalnum():  # `Kapitel 5 "Wunden"`
        return False
    return mark in '"“”' and bool(_MEASURED.search(text[max(0, at - 3) : at].rstrip(" ")))


def _opens(text: str, at: int, mark: str) -> bool:
    before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if not after or after.isspace() or after in ")]":
        return False
    return mark in "„‚" or (mark in _DOUBLE_OPENS | _SINGLE_OPENS and not (before.isalnum() or before in tuple("\"'.,;!?")))


def _pair(text: str, start: int, end: int, offset: int) -> Iterator[Repair]:
    if (around := bracketed(text, start, end)) and english_words(around):  # an English name has English marks
        return
    german = "‚‘" if text[start] in _SINGLE else "„“"
    why = f"deutsche Anführungszeichen um „{text[start + 1 : end][:_SHOWN]}“"
    for at, right in ((start, german[0]), (end, german[1])):
        if text[at] != right:
            yield _mended(text, at, right, offset, why)


def _mended(text: str, at: int, right: str, offset: int, why: str) -> Repair:
    return Repair(Span(offset + at, offset + at + 1), text[at], right, "quotes", why)
