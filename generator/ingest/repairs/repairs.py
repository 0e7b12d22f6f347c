"""Slips of a rulebook's text, proposed with before and after, and applied on demand: never silently.

No repair changes a number, a dice expression or a measure. A repair is applied only if it is certain enough; the rest is for a human.

>>> text = "Die Schablone liegt. Jedes Modell unter der Scha- blone wird getroffen."
>>> found = find(text, Spellings(text))
>>> [(r.kind, r.before, r.after) for r in found]
[('hyphenation', 'Scha- blone', 'Schablone')]
>>> apply(text, found)
'Die Schablone liegt. Jedes Modell unter der Schablone wird getroffen.'
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from ..drafts import Draft, Reading, Repair, Source
from .book_words import Spellings
from .breaks import hyphenation
from .digits import digits
from .letters import letters
from .quotes import quotes
from .signs import characters, dashes, markup, punctuation, tex
from .spaces import spaces

__all__ = ["KINDS", "SURE", "Spellings", "apply", "find", "repaired", "repairs_of"]

#: The kinds of repairs and what they are called.
KINDS = {
    "characters": "Zeichen",
    "tex": "Formelrest",
    "markup": "HTML-Rest",
    "hyphenation": "Trennung",
    "space": "fehlendes Leerzeichen",
    "punctuation": "Leerraum am Satzzeichen",
    "dashes": "Gedankenstrich",
    "quotes": "Anführungszeichen",
    "digits": "Ziffer statt Buchstabe",
    "letters": "Buchstabendreher",
}
#: From this certainty on a repair is applied by `--repair`; below it is only proposed.
SURE = 0.9


def repairs_of(source: Source) -> tuple[Repair, ...]:
    """All slips of a rulebook, by place; they do not overlap."""
    return find(source.text, Spellings(source.text))


def find(text: str, book: Spellings) -> tuple[Repair, ...]:
    """The slips of a text out of a book. Where two kinds want the same characters, the first of `KINDS` has them."""
    found = [
        *characters(text),
        *tex(text),
        *markup(text),
        *hyphenation(text, book),
        *spaces(text, book),
        *punctuation(text),
        *dashes(text),
        *quotes(text, book),
        *digits(text, book),
        *letters(text, book),
    ]
    return tuple(_apart(found, text))


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
    """Whether a repair takes away all that parts two numbers: "10<sup>2</sup>"."""
    if repair.after or not text[repair.span.end : repair.span.end + 1].isdigit():
        return False
    start = repair.span.start
    for before in reversed(kept):
        if before.span.end != start or before.after:
            break
        start = before.span.start
    return text[max(0, start - 1) : start].isdigit()


def apply(text: str, repairs: Iterable[Repair], start: int = 0) -> str:
    """A text with its certain repairs; `text` may be a piece of the source that begins at `start`, repairs outside it are left out."""
    pieces, at = [], 0
    for repair in sorted(repairs, key=lambda repair: repair.span):
        first, last = repair.span.start - start, repair.span.end - start
        if repair.certainty >= SURE and first >= at and last <= len(text) and text[first:last] == repair.before:
            pieces += [text[at:first], repair.after]
            at = last
    return "".join([*pieces, text[at:]])


def repaired(reading: Reading) -> Reading:
    """A reading with the certain repairs in the titles and texts of drafts and parts. Source, spans and list of repairs stay as they are.

    Drafts hold text that is laid out anew, so slips are found in it again; only what is listed in the draft's own spans is mended. The
    title of a part, which several drafts name, is mended by what is listed anywhere.
    """
    book = Spellings(reading.source.text)
    repairs = [repair for repair in reading.repairs if repair.certainty >= SURE]
    anywhere = frozenset(map(_changed, repairs))
    titles = {title: _mend(title, book, anywhere) for title in {part.title for part in reading.parts}}
    drafts = (_repaired_draft(*draft, book) for draft in zip(reading.drafts, _by_draft(reading.drafts, repairs), strict=True))
    return replace(
        reading,
        drafts=tuple(replace(draft, part=titles.get(draft.part, draft.part)) for draft in drafts),
        parts=tuple(replace(part, title=titles[part.title]) for part in reading.parts),
    )


def _by_draft(drafts: tuple[Draft, ...], repairs: list[Repair]) -> Iterator[frozenset[tuple[str, str]]]:
    """For each draft what may be mended in it: (before, after)."""
    starts = [repair.span.start for repair in repairs]
    for draft in drafts:
        mine: list[Repair] = []
        for span in (*draft.spans, *draft.quotes):
            mine += repairs[bisect_left(starts, span.start) : bisect_left(starts, span.end)]
        yield frozenset(_changed(repair) for repair in mine)


def _changed(repair: Repair) -> tuple[str, str]:
    """What a repair does, whatever the case and the line ends."""
    return _loose(repair.before), _loose(repair.after)


def _loose(text: str) -> str:
    return " ".join(text.lower().split())


def _mend(value: Any, book: Spellings, listed: frozenset[tuple[str, str]]) -> Any:
    """A text, or all texts in a value, with those of its repairs that are listed."""
    if isinstance(value, str):
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
