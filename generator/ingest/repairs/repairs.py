"""Errors in a rulebook's text: proposed with before and after; the certain ones applied, never silently.

No repair changes a number, a dice expression or a measure. Only certain repairs are applied; the rest is left to a human.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from ..drafts import Draft, Reading, Repair, Source
from ..source.plain_marks import fences, within
from .book_words import Spellings, spellings
from .breaks import hyphenation
from .letters import letters
from .quotes import quotes
from .signs import characters, dashes, markup, punctuation, tex
from .spaces import spaces

__all__ = ["KINDS", "SURE", "Spellings", "apply", "find", "repaired", "repairs_of"]

#: Kinds of repairs with their German names.
KINDS = {
    "characters": "Zeichen",
    "tex": "Formelrest",
    "markup": "HTML-Rest",
    "hyphenation": "Trennung",
    "space": "fehlendes Leerzeichen",
    "punctuation": "Leerraum am Satzzeichen",
    "dashes": "Gedankenstrich",
    "quotes": "Anführungszeichen",
    "letters": "Buchstabendreher",
}
#: The certainty from which a reading applies a repair; below, it only proposes it.
SURE = 0.9


def repairs_of(source: Source) -> tuple[Repair, ...]:
    """All repairs of a rulebook, by place, without overlaps."""
    return find(source.text, spellings(source.text))


def find(text: str, book: Spellings) -> tuple[Repair, ...]:
    """The repairs of a text from a book, none in code. If two kinds overlap, the first in `KINDS` wins."""
    by_signs = chain.from_iterable(find(text) for find in (characters, tex, markup, punctuation, dashes))
    by_words = chain.from_iterable(find(text, book) for find in (hyphenation, spaces, quotes, letters))
    is_code = within(fences(text))
    return tuple(_apart((repair for repair in chain(by_signs, by_words) if not is_code(repair.span.start)), text))


def _apart(found: Iterable[Repair], text: str) -> list[Repair]:
    rank = {kind: at for at, kind in enumerate(KINDS)}
    kept: list[Repair] = []
    for repair in sorted(found, key=lambda repair: (repair.span.start, rank[repair.kind], -repair.span.end)):
        while kept and repair.span.start < kept[-1].span.end and rank[repair.kind] < rank[kept[-1].kind]:
            kept.pop()
        if (not kept or repair.span.start >= kept[-1].span.end) and not _joins_numbers(repair, kept, text):
            kept.append(repair)
    return kept


def _joins_numbers(repair: Repair, kept: list[Repair], text: str) -> bool:
    """Whether a repair removes everything between two numbers: "10<sup>2</sup>"."""
    if repair.after or not text[repair.span.end : repair.span.end + 1].isdigit():
        return False
    start = repair.span.start
    for before in reversed(kept):
        if before.span.end != start or before.after:
            break
        start = before.span.start
    return text[max(0, start - 1) : start].isdigit()


def apply(text: str, repairs: Iterable[Repair], start: int = 0) -> str:
    """Apply the certain repairs to a text; `text` may be a stretch of the source from `start`, which skips repairs outside it."""
    pieces, at = [], 0
    for repair in sorted(repairs, key=lambda repair: (repair.span.start, repair.span.end)):
        first, last = repair.span.start - start, repair.span.end - start
        if repair.certainty >= SURE and first >= at and last <= len(text) and text[first:last] == repair.before:
            pieces += [text[at:first], repair.after]
            at = last
    return "".join([*pieces, text[at:]])


def repaired(reading: Reading) -> Reading:
    """Apply the certain repairs to titles and texts of drafts and parts. Leaves source, spans and list of repairs alone.

    Finds errors again, because drafts hold reformatted text, and mends only those listed in the draft's own spans. Mends the
    title of a part, which several drafts share, by repairs listed anywhere.
    """
    book = spellings(reading.source.text)
    repairs = [repair for repair in reading.repairs if repair.certainty >= SURE]
    anywhere = frozenset(map(_changed, repairs))
    titles = {
        title: mended for title in {part.title for part in reading.parts} if (mended := _mend(title, book, anywhere)) != title
    }
    drafts = (_repaired_draft(*draft, book) for draft in zip(reading.drafts, _by_draft(reading.drafts, repairs), strict=True))
    return replace(
        reading,
        drafts=tuple(replace(draft, part=titles[draft.part]) if draft.part in titles else draft for draft in drafts),
        parts=tuple(replace(part, title=titles.get(part.title, part.title)) for part in reading.parts),
    )


def _by_draft(drafts: tuple[Draft, ...], repairs: list[Repair]) -> Iterator[frozenset[tuple[str, str]]]:
    """The repairs allowed in each draft: (before, after)."""
    starts = [repair.span.start for repair in repairs]
    for draft in drafts:
        mine: list[Repair] = []
        for span in (*draft.spans, *draft.quotes):
            mine += repairs[bisect_left(starts, span.start) : bisect_left(starts, span.end)]
        yield frozenset(_changed(repair) for repair in mine)


def _changed(repair: Repair) -> tuple[str, str]:
    """The effect of a repair, ignoring case and line ends."""
    return _loose(repair.before), _loose(repair.after)


def _loose(text: str) -> str:
    return " ".join(text.lower().split())


def _mend(value: Any, book: Spellings, listed: frozenset[tuple[str, str]]) -> Any:
    """Apply the listed repairs to a text, or to all texts in a value."""
    if isinstance(value, str):
        loose = _loose(value)
        if not any(before in loose for before, _ in listed):
            return value
        return apply(value, (repair for repair in find(value, book) if _changed(repair) in listed))
    if isinstance(value, dict):
        return {key: _mend(inner, book, listed) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_mend(inner, book, listed) for inner in value)
    return value


def _repaired_draft(draft: Draft, listed: frozenset[tuple[str, str]], book: Spellings) -> Draft:
    if not listed:
        return draft
    fields = ("title", "text", "aliases", "card", "data")
    return replace(draft, **{name: _mend(getattr(draft, name), book, listed) for name in fields})
