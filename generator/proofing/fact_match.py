"""Compare the facts of two texts: German with English, a short rule with the full one.

>>> [d.kind for d in differences('Bis zu 6" weit.', 'Up to 9".')]
['value']
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from ..german.bounds import reversed_in
from ..german.negation import denied_only_in
from ..german.opposites import opposed, unanswered
from .facts import MEASURES, NUMBER, Fact, facts


@dataclass(frozen=True, slots=True)
class Difference:
    """One disagreement of two texts.

    kind     value (they say different things), absent (one omits what the other says), bound (they limit or order it the other way
             round) or negation (only one negates)
    german   what only the German has, as written, and the offset of the first
    english  what only the English has
    """

    kind: str
    german: tuple[str, ...] = ()
    english: tuple[str, ...] = ()
    start: int = 0


def differences(german: str, english: str) -> list[Difference]:
    """Differences between the facts of a German text and its English. Ignores order and repetition, because short rules are
    retold, not translated.

    >>> differences("Zweimal, mit 4+.", "Twice, on a roll of 4 or more.")
    []
    """
    ours, theirs = facts(german, "de"), facts(english, "en")
    left, right = unmatched(ours, theirs), unmatched(theirs, ours)
    found = []
    if bare := _without_unit(ours, theirs):
        one, other = bare
        found.append(Difference("value", _written([one], german), _written([other], english), one.start))
        left = right = []
    if clash := _clash(left, right):
        left, right = clash
        found.append(Difference("value", _written(left, german), _written(right, english), left[0].start))
    else:
        left, right = _missed(left, theirs), _missed(right, ours)
        if left or right:
            found.append(Difference("absent", _written(left, german), _written(right, english), left[0].start if left else 0))
        elif swapped := _swapped(ours, theirs):
            one, other = swapped
            found.append(Difference("value", _written([one], german), _written([other], english), one.start))
    if denied := denied_only_in(german, english):
        side, word, start = denied
        in_german = side == "de"
        found.append(Difference("negation", (word,) * in_german, (word,) * (not in_german), start * in_german))
    elif turned := reversed_in(german, english) or opposed(german, english) or unanswered(german, english):
        found.append(
            Difference("bound", (turned.german,) * bool(turned.german), (turned.english,) * bool(turned.english), turned.start)
        )
    return found


def unmatched(one: Sequence[Fact], others: Sequence[Fact]) -> list[Fact]:
    """The facts missing from the others. Each of theirs matches one of ours, those of the same kind first.

    >>> [fact.value for fact in unmatched(facts("1 Modell, –2", "de"), facts("1 model, -1", "en"))]
    ['-2']
    """
    spare: dict[str, list[Fact]] = defaultdict(list)
    for other in sorted(others, key=lambda other: not other.needed):
        spare[other.size].append(other)
    left = list(one)
    for needed, agree in product((True, False), (_same, _alike)):
        left = [fact for fact in left if fact.needed is not needed or not _taken(fact, spare[fact.size], agree)]
    same = {(other.kind, other.value) for other in others}
    return [fact for fact in left if fact.exact or (fact.kind, fact.value) not in same]


def _taken(fact: Fact, spare: list[Fact], agree: Callable[[Fact, Fact], bool]) -> bool:
    """Take the first unmatched fact that agrees."""
    at = next((i for i, other in enumerate(spare) if agree(fact, other)), None)
    if at is not None:
        del spare[at]
    return at is not None


def _same(one: Fact, other: Fact) -> bool:
    return one.kind == other.kind and one.value == other.value


def _alike(one: Fact, other: Fact) -> bool:
    """Whether two facts may be the same: a bare number may mean most kinds ("ab 4" for "4+", "1 mehr" for "+1"), but a measure only
    where its unit follows later ("30 statt 60 cm")."""
    kinds = {one.kind, other.kind}
    if kinds & MEASURES and any(fact.kind == NUMBER and not fact.leads for fact in (one, other)):
        return False
    if kinds == {NUMBER, "modifier"} and not (one.needed and other.needed):  # an article is no +1
        return False
    return bool(kinds & {NUMBER, "citation"}) and not kinds & {"dice", "parameter"} and one.size == other.size


def _clash(left: list[Fact], right: list[Fact]) -> tuple[list[Fact], list[Fact]] | None:
    """The facts on both sides for which the other side has another value of the same kind."""
    ours = [fact for fact in left if any(_opposed(fact, other) for other in right)]
    theirs = [fact for fact in right if any(_opposed(other, fact) for other in left)]
    return (ours, theirs) if ours else None


def _without_unit(ours: Sequence[Fact], theirs: Sequence[Fact]) -> tuple[Fact, Fact] | None:
    """The first of our dice or numbers without the unit of theirs: W6 for D6", „30 × 44"“ for 30" x 44"."""
    for other in (fact for fact in theirs if fact.kind == "distance"):
        if any(
            fact.kind == "distance" and (fact.size == other.size or not _sides(other)) and fact.value == other.value
            for fact in ours
        ):
            continue
        if sides := _sides(other):
            dice = [fact for fact in theirs if fact.kind == "dice" and fact.value == sides]
            measured = [fact for fact in theirs if fact.kind == "distance" and _sides(fact) == sides]
            bare = [fact for fact in ours if (fact.kind == "dice" and fact.value == sides) or _sides(fact) == sides]
            if bare and len(dice) == len(measured):
                return bare[0], other
        elif other.value.endswith(" in"):
            leading = [fact for fact in ours if fact.leads == "sign" and fact.size == other.size]
            if leading and not any(fact.leads and fact.size == other.size for fact in theirs):
                return leading[0], other
    return None


def _sides(fact: Fact) -> str:
    """The sides of the die that a distance is thrown with; "" for a number."""
    return fact.size.removeprefix("W") if fact.kind == "distance" and fact.size.startswith("W") else ""


def _swapped(ours: Sequence[Fact], theirs: Sequence[Fact]) -> tuple[Fact, Fact] | None:
    """The one number that a text has once too often, while the other text has another once too often: „1 … 2“ beside "2 … 2"."""
    left, right = ([fact for fact in facts if fact.exact or fact.needed] for facts in (ours, theirs))
    more = [fact for fact in left if _count(left, fact) == _count(right, fact) + 1]
    less = [fact for fact in right if _count(right, fact) == _count(left, fact) + 1]
    if len(left) != len(right) or len({fact.size for fact in more}) != 1 or len({fact.size for fact in less}) != 1:
        return None
    return (more[0], less[0]) if more[0].exact and less[0].exact else None


def _count(facts: Sequence[Fact], of: Fact) -> int:
    return sum(fact.size == of.size for fact in facts)


#: Half against double: either may be on one side only, but the two contradict each other.
_FACTORS = frozenset({"0.5", "2", "0.25"})


def _opposed(one: Fact, other: Fact) -> bool:
    if one.kind == other.kind == "modifier" and one.size == other.size:
        return True
    if one.kind == other.kind:
        factors = one.value in _FACTORS and other.value in _FACTORS and not (one.exact or other.exact)
        return one.kind != "parameter" and (one.kind in ("dice", "citation") or (one.needed and other.needed) or factors)
    return NUMBER in (one.kind, other.kind) and one.exact and other.exact and one.needed and other.needed


def _missed(left: list[Fact], others: Sequence[Fact]) -> list[Fact]:
    """The facts that the others lack. Ignores repetitions, and a plain „zwei“, because two edges are often just "the edges"."""
    needed = (fact for fact in left if fact.needed and (fact.exact or fact.value != "2"))
    return [fact for fact in needed if not any(_same(fact, other) for other in others)]


def _written(found: Iterable[Fact], text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text[fact.start : fact.end] for fact in found))
