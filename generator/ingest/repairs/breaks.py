"""Words split at a line end, and compounds that lost a hyphen: the book's spelling elsewhere decides."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...german.letters import caseless
from ...german.lists import listed, word_list
from ..drafts import Repair, Span
from .book_words import Spellings, seams

_LEFT = re.compile(r"(?<![\w-])[^\W\d_]++(?:-[^\W\d_]++)*+\Z")
_BREAK = re.compile(r"-(?:[ \u00a0]|[ \t]*\n[ \t]*)(?P<right>[^\W\d_]{2,}+(?:-[^\W\d_]++)*+)(?![\d_])")
_WHY = "Trennung am Zeilenende"


def hyphenation(text: str, book: Spellings) -> Iterator[Repair]:
    """Words with a hyphen and white space in them, and hyphenated compounds that lack one of their hyphens."""
    for left, rest in seams(text, _BREAK, _LEFT):
        if mended := _joined(left[0], rest["right"], book):
            after, certainty, why = mended
            yield Repair(Span(left.start(), rest.end()), left[0] + rest[0], after, "hyphenation", why, certainty)
    yield from _lost_hyphens(text, book)


def _joined(left: str, right: str, book: Spellings) -> tuple[str, float, str] | None:
    """The joined word, its certainty and the reason; None for a truncated word ("Fern- und Nahkampf")."""
    if right.lower() in word_list("conjunctions") or left.lower().endswith(listed("coordinators_in_lines")):
        return None
    solid, hyphenated = left + (right.lower() if right[0].isupper() and not left.isupper() else right), f"{left}-{right}"
    if (known := _known(solid, hyphenated, book)) is not None:
        return known, 1.0, f"{_WHY}; so steht das Wort auch sonst im Buch"
    if right[0].islower():
        return (
            (solid, 0.95, _WHY)
            if not book.lower.get(caseless(right), 0) > 1
            else (solid, 0.5, f"{_WHY}, oder ein Gedankenstrich")
        )
    if left.isupper() and right.isupper() and len(left) > 1:
        return solid, 0.6, f"{_WHY}; vielleicht mit Bindestrich"
    return (
        hyphenated,
        0.95 if left[0].isupper() and book[left] > 1 and book[right] > 1 else 0.5,
        "Leerzeichen nach dem Bindestrich",
    )


def _known(solid: str, hyphenated: str, book: Spellings) -> str | None:
    """The one of two spellings that the book uses elsewhere; None if neither."""
    times = {hyphenated: book.hyphenated.get(caseless(hyphenated), 0)}
    if "-" in solid:
        times[solid] = book.hyphenated.get(caseless(solid), 0)
    else:
        times[solid] = book[solid]
    best = max(times, key=lambda written: times[written])
    return best if times[best] else None


_COMPOUND = re.compile(r"(?<![\w-])[^\W\d_]++-(?:[^\W\d_]++-)*[^\W\d_]*[a-zäöüß][A-ZÄÖÜ][^\W\d_]*")
_SEAM = re.compile(r"(?<=[a-zäöüß])(?=[A-ZÄÖÜ])")


def _lost_hyphens(text: str, book: Spellings) -> Iterator[Repair]:
    """ "Restliche-EinheitenZahl" if the book also has "Restliche-Einheiten-Zahl"."""
    for match in _COMPOUND.finditer(text):
        after = _SEAM.sub("-", match[0])
        if book.hyphenated.get(caseless(after), 0):
            why = "Bindestrich fehlt; so steht das Wort auch sonst im Buch"
            yield Repair(Span(match.start(), match.end()), match[0], after, "hyphenation", why)
