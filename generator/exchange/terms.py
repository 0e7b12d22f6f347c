"""Glossary hits: English names within an English text, with their German names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import ahocorasick_rs

from ..model.english import is_untranslated
from ..model.library import Library
from ..model.values import Entry, Part, Phase, Term

#: The most hits worth showing.
MOST_HITS = 12

_PARAMETER = re.compile(r"(?:(?<!\s)\s++)?\([^)]{0,200}\)$")


class TermFinder:
    """Finds a system's English names: titles of its entries, terms, parts and phases.

    >>> TermFinder([("Break Test", "Aufriebstest")]).hits("Passes all Break Tests.")
    [('Break Test', 'Aufriebstest')]
    """

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self.pairs = list({english.lower(): (english, german) for english, german in pairs if len(english) > 1}.values())
        names = [english.lower() for english, _ in self.pairs]
        self._automaton = ahocorasick_rs.AhoCorasick(names, matchkind=ahocorasick_rs.MatchKind.LeftmostLongest) if names else None

    def hits(self, text: str) -> list[tuple[str, str]]:
        """The names in a text in their order, each once, as whole words or their plural."""
        if self._automaton is None:
            return []
        folded = text.lower()
        found = dict.fromkeys(
            at for at, start, end in self._automaton.find_matches_as_indexes(folded) if _word(folded, start, end)
        )
        return [self.pairs[at] for at in found][:MOST_HITS]


def _word(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 3]
    return not before.isalnum() and re.match(r"(?:e?s)?(?!\w)", after) is not None


def english_names(library: Library, id_: str) -> Iterable[tuple[str, str]]:
    """(English, German) of everything named in a system; the term base comes last and so wins."""
    system = library.systems[id_]
    named: list[Part | Phase | Entry | Term] = [
        *system.parts,
        *system.phases,
        *library.system_entries(id_),
        *library.system_terms(id_),
    ]
    return [(_bare(one.title_en), _bare(one.title)) for one in named if one.title_en and not is_untranslated(system, one)]


def names_elsewhere(library: Library, id_: str) -> Iterator[tuple[str, str]]:
    """(English, its German name in each system) of everything named in other systems and in the concepts, one pair per name.

    >>> dict(names_elsewhere(library, "t9a"))["Hit Roll"]
    'in aos: Trefferwurf; in conquest: Trefferwurf'
    """
    found: dict[str, tuple[str, dict[str, str]]] = {}
    pairs = [(f"in {other}", pair) for other in library.systems if other != id_ for pair in english_names(library, other)]
    pairs += [("in allen Spielen", (one.title_en, one.title)) for one in library.concepts.values() if one.title_en]
    for where, (english, german) in pairs:
        found.setdefault(english.lower(), (english, {}))[1][where] = german
    for english, meanings in found.values():
        yield english, "; ".join(f"{where}: {german}" for where, german in meanings.items())


def _bare(title: str) -> str:
    """Drop a title's parameter: a sentence says "Cleave" for "Cleave (X)"."""
    return _PARAMETER.sub("", title) or title
