"""Check the numbers of an example against a rule's parameter: „Hagel (X) wirft X Würfel“, „Hagel (3) wirft 4 Würfel“.

>>> [(one.start, one.value) for one in strayed("Hagel (X) wirft X Würfel.", "Mit Hagel (3) wirft sie 4 Würfel.")]
[(24, '3')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..german.coarse_keys import coarse_key, coarse_keys
from ..german.lists import alternatives
from .bearing import Clause, clauses
from .facts import NUMBER, facts
from .short_match import counted

_OPEN = re.compile(r"(?<![^\W\d_])([^\W\d_]{3,60}) \(X\)")
_GIVEN = re.compile(r"(?<![^\W\d_])([^\W\d_]{3,60}) \((\d{1,3})\)")
_AT_MOST = re.compile(rf"\b(?:{alternatives('bound_sides', 'höchstens')})\s\Z")
#: Words that add to a number or subtract from it.
_CHANGED = re.compile(
    rf"\b(?:{alternatives('otherwise')}|{alternatives('one_more')}|{alternatives('one_less')}|{alternatives('parameter_changed')})\b"
    r"|(?<![\w(])[+–−×=-]\s?\d|\d\s?[+–−×]\s",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Strayed:
    """A number in an example, its place, and the value of the parameter that it should be."""

    start: int
    end: int
    value: str


@dataclass(frozen=True, slots=True)
class _Use:
    """A noun that a rule counts with its parameter: its key, the keys of the clause's verbs, and whether the parameter is only a
    limit.
    """

    noun: str
    verbs: frozenset[str]
    most: bool


def strayed(rule: str, example: str) -> Iterator[Strayed]:
    """Numbers of an example that count the same thing as the rule's X although X has another value there.

    A number above X must be a multiple of it, because several models may have the rule; one below X counts only with the rule's own
    verb. Ignores clauses that negate.
    """
    names = _open_names(rule)
    values = {match[2] for match in _GIVEN.finditer(example) if coarse_key(match[1]) in names} if names else set()
    uses = _uses(rule) if len(values) == 1 else ()
    for value in values if uses else ():
        for clause in clauses(example):
            yield from _in_clause(clause, int(value), uses)
    if len(values) == 1:
        yield from _not_added(rule, example, next(iter(values)))


@lru_cache(maxsize=1)  # a rule is asked once for each paragraph of its examples
def _open_names(rule: str) -> frozenset[str]:
    """The keys of the names with an X."""
    return frozenset(coarse_key(match[1]) for match in _OPEN.finditer(rule))


_ADDED = re.compile(rf"\+X(?: {alternatives('parameter_added_to')})? ([A-ZÄÖÜ][^\W\d_]+)")


@lru_cache(maxsize=1)
def _added_to(rule: str) -> frozenset[str]:
    """The keys of the nouns to which a rule adds X."""
    return frozenset(coarse_key(match[1]) for match in _ADDED.finditer(rule))


def _not_added(rule: str, example: str, value: str) -> Iterator[Strayed]:
    """Numbers to which a rule adds X although the example gives neither the sum nor anything else that changes them: +X Marschwert,
    „Marschwert 5“.
    """
    nouns = _added_to(rule)
    found = facts(example, "de")
    bases = [
        (match, int(match[2]))
        for match in re.finditer(r"(?<![^\W\d_])([A-ZÄÖÜ][^\W\d_]+) (\d{1,3})\b", example)
        if coarse_key(match[1]) in nouns
    ]
    for match, base in bases:
        later = [fact for fact in found if fact.start >= match.end() and fact.exact and fact.size not in (value, match[2])]
        if later and all(fact.size != str(base + int(value)) for fact in found) and not _CHANGED.search(example):
            yield Strayed(later[0].start, later[0].end, value)


@lru_cache(maxsize=1)
def _uses(rule: str) -> tuple[_Use, ...]:
    return tuple(use for clause in clauses(rule) for use in _uses_in(clause.text))


def _uses_in(clause: str) -> Iterator[_Use]:
    for fact in facts(clause, "de"):
        noun = counted(clause, fact) if fact.kind == "parameter" else ""
        if noun and not _CHANGED.search(clause):
            yield _Use(noun, _verbs(clause), _AT_MOST.search(clause, 0, fact.start) is not None)


def _verbs(text: str) -> frozenset[str]:
    """The keys of the words without a capital."""
    return coarse_keys(" ".join(word for word in text.split() if word.islower()))


def _in_clause(clause: Clause, value: int, uses: Sequence[_Use]) -> Iterator[Strayed]:
    if not value or clause.denies or _CHANGED.search(clause.text):
        return
    for fact in facts(clause.text, "de"):
        use = next((use for use in uses if use.noun == counted(clause.text, fact)), None) if fact.kind == NUMBER else None
        if use is None or not fact.needed or not fact.value.isdigit():
            continue
        number = int(fact.value)
        fewer = number < value and not use.most and bool(use.verbs & _verbs(clause.text[: fact.start]))
        if fewer or (number > value and number % value):
            noun = re.match(r"\s(?:[a-zäöüß]+\s)?[^\W\d_]+", clause.text[fact.end :])
            end = fact.end + (noun.end() if noun else 0)
            yield Strayed(clause.start + fact.start, clause.start + end, str(value))
