"""Select documents by a query's operators beyond systems, kinds, parts and phases: phrases, excluded words, names.

The index stores no positions. It knows which documents contain a word, and reads those few: `Passage` is a document in the form in which
runs of words are searched for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import islice
from typing import Any

from nachschlag.generator.german import letters, search_words, stemming

from ..core.lexicon import Lexicon
from ..core.operators import Asked, Run
from .postings import Filters, Reader

#: The most documents read for one run of words or one name.
MOST_READ = 5000
_KEPT = 4096


@dataclass(frozen=True, slots=True)
class Passage:
    """A document's text, folded.

    lines   words between spaces, for each title, name, short rule, paragraph and table row
    stems   of all its words, including the parts of hyphenated compounds
    """

    lines: str
    stems: frozenset[str]

    def says(self, run: Run) -> bool:
        """Whether the words occur in sequence."""
        return f" {' '.join(run)} " in self.lines


class Conditions:
    """Looks up operators in an open index."""

    def __init__(self, reader: Reader, lexicon: Lexicon) -> None:
        self._reader, self._lexicon = reader, lexicon
        self._passage = lru_cache(_KEPT)(lambda number: passage(reader.stored([number])[0], lexicon))  # read a moment ago

    def numbers(self, asked: Asked, filters: Filters) -> list[int] | None:
        """The documents that meet every condition and filter, in reading order; None if there is no condition."""
        if not asked.looks_into_texts:
            return None
        sets = [
            *(self._with_run(run) for run in asked.phrases),
            *(self._named(name, 0) for name in asked.names),
            *(self._named(name, 1) for name in asked.english),
        ]
        allowed = self._reader.numbers(filters)
        kept = reduce(set.intersection, sets) if sets else set(allowed)
        left_out = {number for run in asked.without for number in self._without(run)}
        return [number for number in allowed if number in kept and number not in left_out]

    def _with_run(self, run: Run) -> set[int]:
        return {number for number, _ in self._reader.each(self._having(run)) if self._passage(number).says(run)}

    def _having(self, run: Run) -> Iterable[int]:
        """The documents with all the words, in any form; stop words are skipped, as too many have them."""
        stems = [self._lexicon.surfaces.get(word, ("",))[0] for word in search_words.meaningful(run)]
        if not stems:
            return islice(self._reader.numbers({}), MOST_READ)
        found = reduce(set.intersection, (set(self._reader.numbers_of(stem)) for stem in stems))
        return islice(sorted(found), MOST_READ)

    def _without(self, run: Run) -> Iterator[int]:
        """The documents with the word in any form, or with the words in sequence."""
        word = "".join(run)
        if len(run) > 1 and word not in self._lexicon.surfaces:
            yield from self._with_run(run)
        elif stem := self._stem(word):
            having = self._reader.each(self._reader.numbers_of(stem))
            yield from (number for number, _ in having if stem in self._passage(number).stems)

    def _stem(self, word: str) -> str:
        forms = (self._lexicon.surfaces.get(form) for form in stemming.without_ending(word))
        return next((terms[0] for terms in forms if terms), "")

    def _named(self, name: str, which: int) -> set[int]:
        """The documents with the text in a name (0) or in the English title (1)."""
        longest = max(name.split(), key=len, default="")
        surfaces = (surface for surface in self._lexicon.sorted_surfaces if longest in surface)
        stems = dict.fromkeys(self._lexicon.surfaces[surface][0] for surface in surfaces)
        candidates = sorted({number for stem in stems for number in self._reader.numbers_of(stem)})
        read = self._reader.each(islice(candidates, MOST_READ))
        return {number for number, fields in read if _bears(name, fields["rank"], which)}


def _bears(name: str, rank: Mapping[str, Any], which: int) -> bool:
    return any(name in key for key in (rank["titles"][1:] if which else rank["keys"]))


def passage(stored: Mapping[str, Any], lexicon: Lexicon) -> Passage:
    """Fold a stored document for finding runs of words."""
    written = [letters.fold(text) for text in (*stored["names"], stored["short"], *stored["body"].split("\n"))]
    titles = [search_words.strip_parameters(letters.fold(stored[name])) for name in ("title", "title_en")]
    raw = (letters.fold(text) for text in (stored["title"], stored["title_en"]))
    lines = [*stored["rank"]["keys"], *(" ".join(search_words.tokens(text)) for text in (*raw, *written))]
    words = (
        word[:60]
        for text in (*titles, *written, letters.fold(stored["short_en"]))
        for word in (*search_words.tokens(text), *search_words.joined(text))
    )
    stems = frozenset(lexicon.surfaces[word][0] for word in words if word in lexicon.surfaces)
    return Passage("".join(f" {line} \n" for line in lines), stems)
