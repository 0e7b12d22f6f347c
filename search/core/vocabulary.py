"""The words of a corpus → their parts, base forms and terms. After a small change, only the words concerned are analysed again.

A compound depends only on the words within it, a verb form only on words that begin like it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from nachschlag.generator.files.memo import Memo, digest
from nachschlag.generator.german import compounds, search_words, stemming

#: The number of new and lost words above which all are analysed again.
_MOST_NEW = 300
_SHORT = compounds.SHORTEST_PART - 1


@dataclass(frozen=True)
class Vocabulary:
    """All words, sorted, each with its terms, the parts of compounds, and the verb that it is a form of; `short_splits` are parts of
    title words for initials, filled on demand. `former` maps changed and removed words
    to their former terms; None if nothing was known. `new` are the added and removed words.
    """

    surfaces: dict[str, tuple[str, ...]]
    splits: dict[str, tuple[str, ...]]
    infinitives: dict[str, str]
    mark: str
    former: dict[str, tuple[str, ...]] | None
    new: frozenset[str]
    short_splits: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def short_words(self) -> frozenset[str]:
        """The possible parts of title words for initials."""
        return _parts_among(self.surfaces, _SHORT)

    def split(self, word: str, _: Collection[str], shortest: int = compounds.SHORTEST_PART) -> tuple[str, ...]:
        """As `compounds.split_compound` with these words, each word once."""
        known = self.splits if shortest == compounds.SHORTEST_PART else self.short_splits
        if word in self.surfaces and shortest == compounds.SHORTEST_PART:
            return known.get(word, ())
        if word not in known:
            known[word] = compounds.split_compound(word, self.short_words, shortest)
        return known[word]


def vocabulary_of(found: Iterable[str], memo: Memo) -> Vocabulary:
    """The vocabulary of all tokens."""
    words = sorted(found)
    before: dict[str, str] | None = None

    def made(kept: dict[str, str] | None) -> dict[str, str]:
        nonlocal before
        before = kept or {}
        return _rows(words, before)

    mark = digest(" ".join(words))
    rows = memo.grown("vocabulary", mark, made)
    surfaces, splits, infinitives = {}, {}, {}
    for word, row in rows.items():
        terms, parts, verb = row.split("|")
        surfaces[word] = tuple(terms.split())
        if parts:
            splits[word] = tuple(parts.split())
        if verb:
            infinitives[word] = verb
    former: dict[str, tuple[str, ...]] | None = {}
    if before is not None:  # otherwise it is the stored vocabulary
        former = (
            {word: tuple(row.split("|")[0].split()) for word, row in before.items() if rows.get(word) != row} if before else None
        )
    new = frozenset((before if before is not None else rows).keys() ^ rows.keys())
    return Vocabulary(surfaces, splits, infinitives, mark, former, new)


def _rows(words: list[str], before: Mapping[str, Any]) -> dict[str, str]:
    """Each word with its terms, parts and verb as a text; taken from `before` if nothing in them can have changed."""
    vocabulary = _parts_among(words, compounds.SHORTEST_PART)
    changed = _parts_among(before.keys() ^ set(words), compounds.SHORTEST_PART)
    if len(changed) > _MOST_NEW:
        before = {}
    concerned = {word for new in changed for word in words if new in word or stemming.may_have_base(word, new)} if before else ()
    return {word: before[word] if word in before and word not in concerned else _row(word, vocabulary) for word in words}


def _row(word: str, vocabulary: Collection[str]) -> str:
    parts, verb = compounds.split_compound(word, vocabulary), stemming.base_of(word, vocabulary)
    return "|".join((" ".join(terms_of(word, parts, verb)), " ".join(parts), verb))


def _parts_among(words: Iterable[str], shortest: int) -> frozenset[str]:
    """The possible parts of compounds: long enough, letters only, no stop words."""
    return frozenset(search_words.meaningful(word for word in words if len(word) >= shortest and word.isalpha()))


def terms_of(word: str, parts: Iterable[str], verb: str) -> tuple[str, ...]:
    """The stem of a folded word, then the stems of a compound's parts and of a verb form's infinitive."""
    stem = stemming.stem(word)
    others = (stemming.stem(other) for other in (*parts, verb) if other)
    return (stem, *dict.fromkeys(other for other in others if other != stem))
