"""Find references (Verweise) in text, with exact spans. Nothing here knows what a reference points to.

Finds forced references (`[[id|Text]]`), cited numbers, chapters, tables, figures and pages, and names of the system in any German
form.

Where they overlap, forced references win over citations, and citations over names; among names the first to begin wins, then the
longest. But a name in quotes or emphasis does not yield to one that is longer only by small words around it.

>>> [r.text for r in find("Siehe Grundregeln 17.0.", vocabulary)]
['Grundregeln 17.0']
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from ..files.memo import Memo, digest
from ..german.between import ITEM, SMALL, TO_TITLE
from ..german.citation_patterns import NUMBER
from ..german.context import is_listed, is_set_off, why_meant
from ..german.directions import FARTHEST, may_point, pointing, sentence_start
from ..german.rule_numbers import may_cite
from ..model.library import Library, numbers_of
from ..model.reference import Reference
from ..model.values import Series, System
from ..prose.body import body_lines
from ..prose.borders import borders, stretches
from ..prose.plain import FORCED
from ..reading.stored_library import StoredLibrary
from .adjacent import add_alike, add_neighbours, add_row_neighbours, is_name
from .citations import CitationFinder
from .known_names import KnownName
from .names import NameFinder, NameMatcher
from .relative import relative_references

#: "\\[[none]]", code, links, addresses: places without references.
_MASKED = re.compile(
    r"\\\[\[[^\[\]\n]{1,300}\]\]|(?<!`)(?P<tick>`++)(?:(?!(?P=tick)(?!`)|\n[ \t]*\n).)+?(?<!`)(?P=tick)(?!`)|!?\[[^\[\]\n]*\]\([^()\s]*(?:\s[^()]*)?\)|<[^<>\s]+>|\b(?:https?://|www\.|mailto:)\S+",
    re.DOTALL,
)
_WORD = re.compile(r"[^\W_]")
#: A heading that is underlined instead of marked.
_UNDERLINED = re.compile(r"^[^\n|]+\n(?:=+|-+)[ \t]*$", re.MULTILINE)


class Vocabulary:
    """The names and citations to look for in texts of one system. Make it with `vocabulary`."""

    def __init__(self, system: str, make_names: Callable[[], NameMatcher], citing: Citing, known: str = "") -> None:
        """`known` is a text with everything that decides what is found; "" if no mark is needed."""
        self.system, self.citing, self._make_names, self._known = system, citing, make_names, known

    @cached_property
    def names(self) -> NameMatcher:
        """Made at the first text, because making it takes longer than reading a few texts."""
        return self._make_names()

    @cached_property
    def mark(self) -> str:
        """A digest of everything that decides what is found in a text, besides the text and this program."""
        return digest(self._known, repr(self.citing))

    @cached_property
    def citations(self) -> CitationFinder:
        return CitationFinder(*self.citing)


#: The arguments of `CitationFinder`: parts with their abbreviations, series, names of other systems, titles of the parts that have
#: numbers.
Citing = tuple[Sequence[tuple[str, tuple[str, ...]]], Sequence[Series], Sequence[str], Sequence[str]]


def vocabulary(library: Library, system: System) -> Vocabulary:
    """Compile what can be found in texts of a system. Cost is linear in its names; do it once per system."""
    numbered = [found for entry in library.system_entries(system.id) for found in numbers_of(entry)]
    parts = [(part.title, part.abbreviations) for part in system.parts]
    counted = [part.title for part in system.parts if any(at == part.id for at, _ in numbered)]
    used = {number.word for _, number in numbered}
    series = [s for s in system.series if used.intersection(s.words) or (s.id == "section" and "" in used)]
    called = {s.id: [name for name in (s.name, s.short) if len(name) > 2] for s in library.systems.values()}
    others = [name for id_, names in called.items() if id_ != system.id for name in names]
    names = list(library.names(system.id))
    systems = [name for names in called.values() for name in names]
    known = repr((names, sorted(system.everyday), systems))
    return Vocabulary(system.id, lambda: NameFinder(names, system.everyday, systems), (parts, series, others, counted), known)


_made: WeakKeyDictionary[Library, dict[str, Vocabulary]] = WeakKeyDictionary()


def vocabulary_of(library: Library, system: str) -> Vocabulary:
    """The vocabulary of a system, cached per library. Raises KeyError for an unknown system."""
    made = _made.setdefault(library, {})
    if system not in made:
        made[system] = _stored(library, system) or vocabulary(library, library.systems[system])
    return made[system]


def known_names_of(library: Library, system: str) -> list[KnownName]:
    """The forms in which a system's names are searched for, from its vocabulary; not for a stored library."""
    names = vocabulary_of(library, system).names
    assert isinstance(names, NameFinder)
    return names.known


def _stored(library: Library, system: str) -> Vocabulary | None:
    if not isinstance(library, StoredLibrary):
        return None
    from .stored_names import stored_vocabulary  # imported here, because it uses this module's values

    return stored_vocabulary(library, system)


#: The most places of a text that are examined, so that no text keeps a program busy; each costs the same, however long the text.
MOST_PLACES = 15_000


def find(text: str, words: Vocabulary, *, markdown: bool = True) -> list[Reference]:
    """All references in a text, in order and never overlapping; offsets count code points of `text`. Never raises.

    With `markdown`, nothing is found in headings, code, existing links and addresses, nor across the border of a block.
    """
    mask = markdown_mask(text) if markdown else bytearray(len(text))
    cuts = borders(FORCED.sub(lambda match: match[0].replace("|", "/"), text)) if markdown else ()
    return find_until(text, words, mask, cuts)[0]


def find_until(
    text: str, words: Vocabulary, mask: bytearray, cuts: Sequence[int], most: int = MOST_PLACES
) -> tuple[list[Reference], int]:
    """As `find` for any kind of text, and the offset until which it was read.

    `mask` has a byte per character, 1 where nothing may be found; `cuts` are borders that no reference spans, as is the mark of a
    list item. Reading stops after `most` places that may be references.
    """
    if items := [match.end() for match in ITEM.finditer(text)]:
        cuts = sorted({*cuts, *items})
    found: list[Reference] = []
    left, until = most, len(text)
    for start, end in stretches(text, cuts):
        if _WORD.search(text, start, end) and not all(mask[start:end]):
            stretch, cut = text[start:end], end - start
            if len(text) > most:  # a shorter text has fewer places
                cut, left = _within(stretch, words, left)
                stretch = stretch[: cut + _BEYOND]  # a name may continue behind the cut
            here = _found(stretch, words, mask[start : start + len(stretch)])
            found += [reference.moved(start) for reference in here if reference.start < cut]
            if left < 0:
                until = max([start + cut, *(reference.end for reference in found[-1:])])
                break
    found = add_row_neighbours(text, found)
    return (_without_column_heads(text, found) if "--" in text else found), until


#: The size of the pieces, in characters, in which places are counted.
_AT_ONCE = 50_000

#: The number of characters behind the last sentence in which a name that begins in it may end.
_BEYOND = 300


def _within(text: str, words: Vocabulary, most: int) -> tuple[int, int]:
    """The end of the sentence with the last of the first `most` places, and how many more may follow (below 0 if none)."""
    for at in range(0, len(text), _AT_ONCE):
        places = _places(text[at : at + _AT_ONCE], words)
        if len(places) > most:
            last = at + sorted(places)[most]
            start = sentence_start(text, last)
            return start if start > max(0, last - FARTHEST) else last, -1
        most -= len(places)
    return len(text), most


def _places(text: str, words: Vocabulary) -> list[int]:
    """The offset of every place that may be a reference: a name, a number, a pointing word."""
    numbers = [match.start() for match in NUMBER.finditer(text)] if may_cite(text) else []
    return [*words.names.places(text), *numbers, *(at.start for at in (pointing(text) if may_point(text) else ()))]


#: The first row of a table in Markdown.
_COLUMN_HEADS = re.compile(r"^[^\n|]*+\|[^\n]*+\n(?=[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\||$))", re.MULTILINE)


def _without_column_heads(text: str, found: list[Reference]) -> list[Reference]:
    """Leave out everyday words that count as references only because they fill a cell, if that is the heading of a column."""
    edges = [edge for match in _COLUMN_HEADS.finditer(text) for edge in match.span()]
    return [r for r in found if r.doubt != "cell" or bisect_right(edges, r.start) % 2 == 0]


def find_again(key: str, text: str, words: Vocabulary, memo: Memo) -> list[Reference]:
    """As `find` in Markdown; takes the result from the memo if that knows it under this key."""
    return [_from_row(row) for row in memo.value(key, lambda: [_row(found) for found in find(text, words)])]


def _row(reference: Reference) -> list[Any]:
    *rest, beside, doubt, akin = reference
    return [*rest, beside and _row(beside), doubt, akin]


def _from_row(row: list[Any]) -> Reference:
    *rest, also, sort, beside, doubt, akin = row
    return Reference._make((*rest, tuple(also), sort, beside and _from_row(beside), doubt, tuple(akin)))


def _found(text: str, words: Vocabulary, taken: bytearray) -> list[Reference]:
    """The references in a stretch of text, outside `taken`."""
    found: list[Reference] = []

    def take(references: Iterable[Reference]) -> None:
        for reference in references:
            if taken.find(1, reference.start, reference.end) < 0:
                taken[reference.start : reference.end] = b"\1" * (reference.end - reference.start)
                found.append(reference)

    names = sorted(_without_casual(text, list(words.names.find(text))), key=lambda r: (r.start, -r.end))
    if "[[" in text:
        take(_forced(text))
    if may_cite(text):
        take(_citations(text, words.citations, {name.start for name in names}))
    take(name for name in names if not name.doubt)
    firm = len(found)
    take(name for name in names if name.doubt)
    if len(found) > firm:
        found = list(_with_reasons(text, sorted(found, key=lambda r: r.start)))
    found.sort(key=lambda r: r.start)
    found = add_alike(text, add_neighbours(text, found))
    if may_point(text) and (relative := list(relative_references(text, found, taken))):
        found = sorted([*found, *relative], key=lambda r: r.start)
    return found


#: The number of everyday words with which an enumeration needs no other name.
_MANY = 3


def _with_reasons(text: str, found: list[Reference]) -> Iterator[Reference]:
    """Give each doubtful name the reason why it may be meant, and leave out names without one."""
    row: list[Reference] = []
    for i, reference in enumerate(found):
        if not row or not is_listed(text, found[i - 1].end, reference.start):
            yield from _row_with_reasons(text, row)
            row = []
        row.append(reference)
    yield from _row_with_reasons(text, row)


def _row_with_reasons(text: str, row: list[Reference]) -> Iterator[Reference]:
    """The members of an enumeration with their reasons: a sure name, or one of several doubtful ones, determines the kind of the
    others.
    """
    sure = [r for r in row if is_name(r) and (not r.doubt or len(row) >= _MANY)]
    for r in row:
        near = next((other for other in sure if other is not r), None)
        if not r.doubt:
            yield r
        elif why := why_meant(text, r.start, r.end):
            yield r._replace(doubt=why)
        elif near:
            yield r._replace(doubt="listed", beside=near._replace(doubt=""))


def _without_casual(text: str, names: list[Reference]) -> list[Reference]:
    """Leave out names that consist of a name in quotes or emphasis and small words around it: "in **Kurzer Reichweite**"."""
    inner = {(r.start, r.end) for r in names if r.marked and is_set_off(text, r.start, r.end)}
    if not inner:
        return names
    spans = sorted(inner)

    def is_casual(r: Reference) -> bool:
        if (r.start, r.end) in inner:
            return False
        within = spans[bisect_left(spans, (r.start, 0)) : bisect_left(spans, (r.end, 0))]
        return any(SMALL.match(text[r.start : start] + text[end : r.end]) for start, end in within if end <= r.end)

    return [r for r in names if not is_casual(r)]


def markdown_mask(text: str) -> bytearray:
    """A byte for each character of Markdown: 1 where no reference may be."""
    mask = bytearray(len(text))
    at = 0
    for line in body_lines(text) if _has(text, "#", "```", "~~~", ":::") else ():
        if line.kind in ("heading", "code", "open"):
            mask[at : at + len(line.text)] = b"\1" * len(line.text)
        at += len(line.text) + 1
    masked = _MASKED.finditer(text) if _has(text, "`", "](", "<", "\\[[", "://", "www.", "mailto:") else ()
    underlined = _UNDERLINED.finditer(text) if _has(text, "\n=", "\n-") else ()
    for match in (*masked, *underlined):
        mask[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    return mask


def _has(text: str, *marks: str) -> bool:
    """Whether a text has any of these marks; most texts have none and need no further reading."""
    return any(mark in text for mark in marks)


def forced_ids(text: str) -> Iterator[tuple[int, int]]:
    """Spans of ids in the forced references of a Markdown text with any line ends: ("angst" in "[[angst|Angst]]").

    >>> list(forced_ids("Siehe [[angst|Angst]]."))
    [(8, 13)]
    """
    text = text.replace("\r\n", " \n")  # as long as it was
    mask = markdown_mask(text)
    yield from (match.span(1) for match in FORCED.finditer(text) if not any(mask[match.start() : match.end()]))


def _forced(text: str) -> Iterator[Reference]:
    for match in FORCED.finditer(text):
        shown = " ".join((match[2] or "").split())
        if "\n\n" in match[0]:
            continue
        yield Reference(match.start(), match.end(), match[0], "id", match[1].strip(), shown=shown, marked=True)


def _citations(text: str, finder: CitationFinder, names: set[int]) -> Iterator[Reference]:
    for citation in finder.find(text):
        if citation.titled:
            gap = TO_TITLE.match(text, citation.reference.end)
            if gap is None or gap.end() not in names:
                continue
        yield citation.reference
