"""Compare the terms of a short German text with those of the rule that it retells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ..german.coarse_keys import coarse_key
from ..german.lists import listed
from .bearing import Bearing, clause_of
from .short_match import Widening
from .term_base import Rendering
from .term_match import GermanNames, Match

#: How near a sentence must be, relative to the rule's nearest one, to bear out a term.
_BEARS = 0.35
#: The same for a term that only neighbouring rules have.
_HARDLY = 0.1
#: The beginning of a sentence with its subject.
_SUBJECT = re.compile(rf"(?:^|[.:!?;]\s+)(?:(?:{'|'.join(map(str.capitalize, listed('articles')))})\s)?$")


def unborne_terms(short: str, foreign: Sequence[tuple[Rendering, Match]], rule: Bearing, lost: bool) -> Iterator[Widening]:
    """Terms that the rule lacks, or has only in sentences that share nothing with the clause (sentences of neighbouring rules, and
    its own too if the English names a term that the German lacks, `lost`); `foreign` are terms that the English does not name.
    """
    for rendering, match in foreign:
        if not _is_name(short, match, rendering):
            continue
        written = short[match.start : match.end]
        has = _Names(rendering, written)
        if not lost and any(has.within(one.text) for one in rule.sentences if not rule.is_beside(one.source)):
            continue
        rest, whole = clause_of(short, match.start, match.end).replace(written, " "), short.replace(written, " ")
        ranked = list(rule.ranked(rest, whole))
        _, nearest = max(ranked, key=lambda one: one[0], default=(0.0, None))
        best = max((weight for weight, sentence in ranked if rule.owns(sentence.source)), default=0.0)
        bears = [(weight, rule.is_beside(sentence.source)) for weight, sentence in ranked if has.within(sentence.text)]
        bearing = max((weight for weight, _ in bears), default=-1.0)
        elsewhere = all(near for _, near in bears) and not _supplied(short, match)
        if bearing < 0 or (lost and bearing < _BEARS * best) or (elsewhere and bearing < _HARDLY * best):
            yield Widening("term", match.start, match.end, nearest)


def _supplied(short: str, match: Match) -> bool:
    """Whether the German may have added a name: as the subject that English leaves out, or with a number („Tabelle 2“)."""
    begins = _SUBJECT.search(short[: match.start])
    return begins is not None or len(match.spans) > 1 or re.match(r"\s\d", short[match.end :]) is not None


def _is_name(short: str, match: Match, rendering: Rendering) -> bool:
    """Whether a match is surely the term: it has a capital although it does not begin a sentence."""
    written = short[match.start : match.end]
    if match.kind != "form" or not written[0].isupper() or _MARK.search(written):
        return False
    begins = re.search(r"(?:^|[.:!?]\s+|[„(])$", short[: match.start]) is not None
    key = coarse_key(written.split()[0])
    return not begins or (
        bool(key) and any(coarse_key(name.split()[0]) == key and name[0].isupper() for name in rendering.german if name.strip())
    )


_MARK = re.compile("[.,;:()|„“]")


class _Names:
    """The German names of a rendering, to be found in sentences: first by a quick test, then in full."""

    def __init__(self, rendering: Rendering, written: str) -> None:
        self._names = tuple(re.sub(r"\([^()]*\)", "", name) for name in (*rendering.german, written))
        self._finder = _finder(self._names)

    def within(self, text: str) -> bool:
        """Whether a text has one of the names, in any form, in a compound, or in a word that begins with it: „Zauber“ in
        „Zauberlehre“."""
        folded = " " + text.casefold()
        return any(len(name) > 3 and f" {name.casefold()}" in folded for name in self._names) or (
            self._finder.may_occur(text) and bool(self._finder.find(text))
        )


@lru_cache(maxsize=1024)
def _finder(names: tuple[str, ...]) -> GermanNames:
    return GermanNames(names)
