"""Hits and their JSON.

>>> hit.to_json()["highlights"]
[[12, 19]]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from nachschlag.generator.german import letters, search_words
from nachschlag.generator.prose.wording import counted

from .analysis import phrase
from .documents import PAGE_KIND, SystemNames
from .expand import ExpandedWord
from .lexicon import Lexicon, distance
from .passages import Piece, cut, folded, highlights, missing_words, passage, row_text, section_text, telling
from .plain import CELLS

Spans = tuple[tuple[int, int], ...]


MOST_SLIPS = 9

#: The similarity below which a name is no help; only one in a hundred misspelt names that find nothing is below it.
NEAR = 0.2


@dataclass(frozen=True, slots=True)
class Hit:
    """One hit. `highlights` are the spans of `short` that match the query, as (start, end) in code points, in order.

    `snippet` is the passage of the text with the words that title and short rule lack, "" if they lack none, with its own
    `snippet_highlights`. `section` is the section that the query names, {"id", "title"}; `url` then leads there. `row` is the title
    of the table row that the query names. The section's beginning, or the row, is then the snippet. `private` says that the rule
    must not be published; JSON has it only if true. `part` is the part's title as printed; `url` is relative to the site's root;
    `score` only compares hits of one query.
    """

    id: str
    system: str
    kind: str
    title: str
    title_en: str
    number: str
    part: str
    short: str
    url: str
    score: float
    highlights: Spans = ()
    snippet: str = ""
    snippet_highlights: Spans = ()
    section: Mapping[str, str] | None = None
    row: str = ""
    private: bool = False

    def to_json(self) -> dict[str, Any]:
        """The hit as plain values."""
        spans = {name: [list(span) for span in getattr(self, name)] for name in ("highlights", "snippet_highlights")}
        shown = asdict(self) | spans
        return shown if self.private else {name: value for name, value in shown.items() if name != "private"}


def hit_of(
    stored: Mapping[str, Any],
    score: float,
    words: Sequence[ExpandedWord],
    lexicon: Lexicon,
    pieces: Callable[[Mapping[str, Any]], Sequence[Piece]] = lambda _: (),
) -> Hit:
    """Make the hit for a stored document; `pieces` returns the pieces of its text."""
    shown = {name: stored[name] for name in ("id", "system", "kind", "title", "title_en", "number", "part", "short", "url")}
    terms = {expansion.term for word in words for expansion in word.expansions}
    wanted = telling(words)
    missing = missing_words(wanted, (stored["title"], stored["title_en"], stored["short"]), lexicon)
    inside = stored["rank"]["impacts"]
    is_inside = any(term in inside for word in missing for term in (*(e.term for e in word.expansions), *word.labels))
    section = section_of(stored, words, lexicon)
    row = "" if section else row_of(stored, words, lexicon)
    titles = [title for _, title in stored["sections"]]
    if row:
        piece = row_text(stored["body"], row)
    else:
        piece = section["title"] if section else passage(pieces(stored), wanted, missing) if is_inside else ""
        if piece in titles:
            piece = section_text(stored["body"], piece, titles)
    piece = cut(piece, terms, lexicon)
    if section:
        shown["url"] += f"#{section['id']}"
    return Hit(
        **shown,
        score=score,
        highlights=highlights(stored["short"], terms, lexicon),
        snippet=piece,
        snippet_highlights=highlights(piece, terms, lexicon),
        section=section,
        row=row,
        private=stored["system"] in lexicon.private,
    )


def section_of(stored: Mapping[str, Any], words: Sequence[ExpandedWord], lexicon: Lexicon) -> dict[str, str] | None:
    """The section whose whole title the query contains; None if there is none."""
    place = _place([title for _, title in stored["sections"]], stored, words, lexicon)
    if place is None:
        return None
    name, title = stored["sections"][place]
    return {"id": name, "title": title}


def row_of(stored: Mapping[str, Any], words: Sequence[ExpandedWord], lexicon: Lexicon) -> str:
    """The title of the table row whose whole title the query contains; "" if there is none."""
    place = _place(stored["rows"], stored, words, lexicon)
    return "" if place is None else str(stored["rows"][place])


def _place(titles: Sequence[str], stored: Mapping[str, Any], words: Sequence[ExpandedWord], lexicon: Lexicon) -> int | None:
    """Choose the longest title that the query contains whole, unless the document's own titles contain it already."""
    if not titles:
        return None
    own = set(phrase(f"{stored['title']} {stored['title_en']}", lexicon.surfaces))
    likely = {e.term for word in words for e in word.expansions if e.term == word.stem or e.in_name >= LIKELY * word.idf}
    best, most = None, 0
    for place, title in enumerate(titles):
        terms = set(phrase(title, lexicon.surfaces))
        if most < len(terms) and terms <= likely and not terms <= own:
            best, most = place, len(terms)
    return best


#: Expansions below this share of a word's weight cannot name a section.
LIKELY = 0.5


#: Its number, how many entries are on it, its chapter.
Page = tuple[int, int, str]


def around(pages: Sequence[Page], number: int) -> list[Page]:
    """The page of that number; if no rule begins on it, the pages with rules before and after it, up to the book's last.

    >>> around([(12, 2, ""), (16, 1, "")], 14)
    [(12, 2, ''), (16, 1, '')]
    """
    before = [page for page in pages if page[0] <= number]
    after = [page for page in pages if page[0] > number]
    if (before and before[-1][0] == number) or not after:
        return [page for page in before if page[0] == number]
    return before[-1:] + after[:1]


def page_hit(system: SystemNames, number: int, count: int, chapter: str) -> Hit:
    """Make the hit for the list of entries on a page of a system's book."""
    place = f"{system.id}/seite/{number}"
    names = f"Seite {number}", f"Page {number}"
    return Hit(
        place,
        system.id,
        PAGE_KIND,
        *names,
        "",
        "",
        CELLS.join(filter(None, (counted(count, "Eintrag", "Einträge"), chapter))),
        f"/{place}/",
        PAGE_SCORE,
        private=system.private,
    )


#: Outranks everything else: a query for a page wants exactly that.
PAGE_SCORE = 1000.0


def corrected(
    text: str, words: Sequence[ExpandedWord], shown: Sequence[str], lexicon: Lexicon, spelt: Callable[[ExpandedWord], str]
) -> str:
    """Correct the misspelt words of `text`; "" if none was misspelt or `shown` has no form of any.

    `spelt` returns a word as the library writes it; where it returns "", the nearest form in `shown` is used.
    """
    slipped = {word.text: word for word in words if word.slipped}
    in_shown = dict.fromkeys(words_in(" ".join(shown)))

    def mended(match: re.Match[str]) -> str:
        typed = letters.fold(match[0])
        word = slipped.get(typed)
        forms = [form for form in in_shown if word and word.stem in lexicon.surfaces.get(folded(form), ())[:1]]
        if not word or not forms:
            return match[0]
        return spelt(word) or min(forms, key=lambda form: distance(folded(form), typed, MOST_SLIPS))

    result = search_words.TOKEN.sub(mended, text)
    return result if result != text else ""


def words_in(text: str) -> Iterator[str]:
    """The words of a text as written."""
    return (match[0] for match in search_words.TOKEN.finditer(text))


def written(surface: str, texts: Iterable[str]) -> str:
    """A folded word in the spelling of the first text that contains it; "" if none does."""
    return next((word for text in texts for word in words_in(text) if folded(word) == surface), "")


def trigrams(key: str) -> set[str]:
    """All runs of three letters in a name, padded at both ends."""
    padded = f"  {key} "
    return {padded[at : at + 3] for at in range(max(0, len(padded) - 2))}


def likeness(one: Collection[str], other: Collection[str]) -> float:
    """The overlap of two sets, 0 to 1 (Dice)."""
    return 2 * len(set(one) & set(other)) / (len(one) + len(other)) if one or other else 0.0
