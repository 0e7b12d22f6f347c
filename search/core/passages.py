"""The passage of a text that answers a query: a line, a sentence, a row of a table or the beginning of a section.

>>> passage(pieces_of("Wurf · Folge\\n1 · Pech", lexicon), words, missing)
'1 · Pech'
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from nachschlag.generator.german import letters, search_words, sentences

from .plain import ASIDE, CELLS

if TYPE_CHECKING:
    from .expand import ExpandedWord
    from .lexicon import Lexicon

#: The most characters of a passage; longer ones are cut.
LONGEST_PASSAGE = 320

#: Paragraphs and list items up to this length are passages as a whole; longer ones are cut into sentences.
WHOLE_LINE = 200

#: The weight of a word that title and short rule also have, and of one that only the head of a row's column has.
SAID, IN_HEAD = 0.5, 0.5
#: The weight of a word whose answer a label, a list's lead or the head of a column announces.
ASKED = 0.45

#: The weight of a word in the first cell of a row, its name, if title and short rule lack the word.
NAMED = 1.5

#: The length at which a passage counts half as much as the shortest, because of two with the same words the shorter answers.
DENSE = 800

#: The factors for an example, and for a remark on what the text leaves open.
IN_ASIDE = 0.6


@dataclass(frozen=True, slots=True)
class Piece:
    """A passage with the terms of its words, of the heads of a row's columns, of the words that announce its content, and of the
    words that name a row; and its factor.
    """

    text: str
    terms: frozenset[str]
    heads: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()
    name: frozenset[str] = frozenset()
    share: float = 1.0


def pieces_of(body: str, lexicon: Lexicon) -> tuple[Piece, ...]:
    """All passages of a text, in order."""

    def terms(text: str) -> frozenset[str]:
        return frozenset(terms_in(text, lexicon))

    return tuple(
        Piece(
            text.strip(),
            terms(line),
            terms(head),
            terms(head or label_of(line)),
            terms(line.partition(CELLS.strip())[0] if head else ""),
            IN_ASIDE if line.startswith(ASIDE) else 1.0,
        )
        for line, head, text in _rows_and_lines(body)
    )


def _rows_and_lines(body: str) -> Iterator[tuple[str, str, str]]:
    """Each passage as written, the head of its table, and as shown. The head of a table is no passage."""
    head = ""
    for line, below in pairwise((*body.split("\n"), "")):
        if CELLS.strip() in line:
            if head:
                yield line, head, shown_row(line, head)
            else:
                if CELLS.strip() not in below:
                    yield line, "", line
                head = line
            continue
        head = ""
        mark = ASIDE if line.startswith(ASIDE) else ""
        for piece in [line] if len(line) <= WHOLE_LINE else sentences.PLAIN_END.sub(rf"\1\n{mark}", line).split("\n"):
            yield piece, "", piece


def label_of(line: str) -> str:
    """The words before a line's colon, if it has one."""
    label, colon, _ = line.partition(":")
    return label if colon else ""


def shown_row(line: str, head: str) -> str:
    """A row with the names of its columns, if it has more than two.

    >>> shown_row("Drachen · Fliegend · 60 cm", "Element · Typ · Straße")
    'Drachen · Typ: Fliegend · Straße: 60 cm'
    """
    cells, heads = ([cell.strip() for cell in row.split(CELLS.strip())] for row in (line, head))
    if len(cells) < 3 or len(cells) != len(heads):
        return line
    named = (
        f"{name}: {cell}" if name and place else cell for place, (name, cell) in enumerate(zip(heads, cells, strict=True)) if cell
    )
    return CELLS.join(named)


def row_text(body: str, row: str) -> str:
    """The row of that title as shown."""
    return next((text for line, _, text in _rows_and_lines(body) if line.strip().startswith(row + CELLS)), row).strip()


def section_text(body: str, title: str, titles: Collection[str]) -> str:
    """The beginning of the section of that title, up to the next of `titles`."""
    lines = [line.strip() for line in body.split("\n")]
    found: list[str] = []
    for line in lines[lines.index(title) + 1 :] if title in lines else []:
        if line in titles or (found and len(" ".join((*found, line))) > LONGEST_PASSAGE):
            break
        found.append(line)
    return " ".join(found)


def passage(pieces: Sequence[Piece], words: Sequence[ExpandedWord], missing: Sequence[ExpandedWord]) -> str:
    """The piece that covers most of the query and at least one word `missing` from title and short rule; "" if none does.

    A row needs a word of its own: the heads of its columns are those of all rows.
    """
    best, most = len(pieces), 0.0
    lacked = [word in missing for word in words]
    for at, piece in enumerate(pieces):
        if not any(_touches(word, piece) for word in missing):
            continue
        own = [
            max(weight(word, piece.terms), weight(word, piece.name) * NAMED if is_lacked else 0.0)
            for word, is_lacked in zip(words, lacked, strict=True)
        ]
        if piece.heads and not any(own):
            continue
        weights = [max(one, announced(word, piece)) for word, one in zip(words, own, strict=True)]
        found = sum(one if is_lacked else one * SAID for is_lacked, one in zip(lacked, weights, strict=True))
        found *= piece.share * DENSE / (DENSE + len(piece.text))
        if found > most:
            best, most = at, found
    return with_list([piece.text for piece in pieces[best : best + LISTED]])


#: The most lines that belong to a line that ends with a colon.
LISTED = 12


def with_list(texts: Sequence[str]) -> str:
    """The first of some texts; one that ends with a colon together with as many of the others as fit.

    >>> with_list(["Der Reihe nach:", "erst der Champion", "dann die Charaktermodelle"])
    'Der Reihe nach: erst der Champion · dann die Charaktermodelle'
    """
    shown = texts[0] if texts else ""
    for at, text in enumerate(texts[1:] if shown.endswith(":") else ()):
        if len(shown) + len(CELLS) + len(text) > LONGEST_PASSAGE:
            break
        shown += (CELLS if at else " ") + text
    return shown


def telling(words: Sequence[ExpandedWord]) -> list[ExpandedWord]:
    """The words of the query without those that only ask: an answer does not repeat them."""
    return [word for word in words if word.text not in search_words.ASKING]


def missing_words(words: Sequence[ExpandedWord], shown: Sequence[str], lexicon: Lexicon) -> list[ExpandedWord]:
    """The words that `shown` lacks."""
    said = terms_in(" ".join(shown), lexicon)
    return [word for word in words if word.terms.isdisjoint(said)]


def terms_in(text: str, lexicon: Lexicon) -> set[str]:
    """The terms of a text's words."""
    return {term for match in search_words.TOKEN.finditer(text) for term in lexicon.surfaces.get(folded(match[0]), ())}


def _touches(word: ExpandedWord, piece: Piece) -> bool:
    """Whether a word of the query has any weight in a piece."""
    return not (
        word.terms.isdisjoint(piece.terms) and word.terms.isdisjoint(piece.heads) and word.labels.isdisjoint(piece.labels)
    )


def weight(word: ExpandedWord, terms: frozenset[str]) -> float:
    """The weight of a word of the query in a text with these terms."""
    return max((word.by_term[term].in_text for term in word.terms & terms), default=0.0)


def announced(word: ExpandedWord, piece: Piece) -> float:
    """The weight of a word of the query from the words that announce a piece."""
    return max(weight(word, piece.heads) * IN_HEAD, 0.0 if word.labels.isdisjoint(piece.labels) else word.idf * ASKED)


def highlights(text: str, terms: Set[str], lexicon: Lexicon) -> tuple[tuple[int, int], ...]:
    """The spans of `text` whose word has one of `terms`, whole or as a part of a compound."""
    found = search_words.TOKEN.finditer(text)
    return tuple(match.span() for match in found if not terms.isdisjoint(lexicon.surfaces.get(folded(match[0]), ())))


@lru_cache(maxsize=16384)  # hits show the same short rules repeatedly
def folded(word: str) -> str:
    """A word of a text as the lexicon has it."""
    return letters.fold(word)


def cut(text: str, terms: Set[str], lexicon: Lexicon) -> str:
    """Cut to `LONGEST_PASSAGE` characters around the first match, between words, with … for omitted text."""
    if len(text) <= LONGEST_PASSAGE:
        return text
    first = next(iter(highlights(text, terms, lexicon)), (0, 0))[0]
    start = max(0, min(first - LONGEST_PASSAGE // 3, len(text) - LONGEST_PASSAGE))
    start = text.find(" ", start) + 1 if start else 0
    end = len(text) if start + LONGEST_PASSAGE >= len(text) else text.rfind(" ", start, start + LONGEST_PASSAGE)
    return ("… " if start else "") + text[start : max(end, start)] + (" …" if end < len(text) else "")
