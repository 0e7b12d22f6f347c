"""Match the rules of a new edition with the last one's: by number and title, by title, by number, and finally by text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

from ...model.slug import slugify

#: Length of the runs of words to compare, and the share of common runs from which two texts are the same rule.
_RUN = 3
_ALIKE = 0.4
_NUMBERED_ALIKE = 0.15

#: A run of words in more rules than this does not identify a rule.
_COMMON = 20


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of an edition, as it is recognised in another: its name and number as printed, its part, its text."""

    title: str
    number: str
    part: str
    term: bool
    text: str


def same_rules(old: Sequence[Rule], new: Sequence[Rule]) -> dict[int, int]:
    """Index in the new edition → index in the old one, each used once.

    >>> wald = Rule("Wald", "1.0", "Gelände", False, "Der Wald brennt lichterloh und lange.")
    >>> same_rules([wald], [Rule("Forst", "2.0", "Gelände", False, "Der Wald brennt lichterloh und sehr lange.")])
    {0: 0}
    """
    pairs: dict[int, int] = {}
    if old:
        for key in _KEYS:
            _by_key(old, new, key, pairs)
        _by_text(old, new, pairs, _ALIKE)
    return pairs


def _named(rule: Rule) -> Hashable:
    return rule.term, slugify(rule.title)


_KEYS: tuple[Callable[[Rule], Hashable], ...] = (
    lambda rule: (*_named(rule), rule.number, slugify(rule.part)),  # type: ignore[misc]
    lambda rule: (*_named(rule), slugify(rule.part)),  # type: ignore[misc]
    _named,
)


def _by_key(old: Sequence[Rule], new: Sequence[Rule], key: Callable[[Rule], Hashable], pairs: dict[int, int]) -> None:
    """Pair rules by a key; of several with the same key, pair those with the same text, then by order."""
    before = _grouped(old, key, set(pairs.values()))
    for value, mine in _grouped(new, key, set(pairs)).items():
        theirs = before.get(value, [])
        if len(mine) == len(theirs):
            pairs.update(zip(mine, theirs, strict=True))
        else:
            texts = {old[index].text: index for index in reversed(theirs)}
            pairs.update({index: texts.pop(new[index].text) for index in mine if new[index].text in texts})


def _grouped(rules: Sequence[Rule], key: Callable[[Rule], Hashable], gone: set[int]) -> Mapping[Hashable, list[int]]:
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for index, rule in enumerate(rules):
        if index not in gone:
            groups[key(rule)].append(index)
    return groups


def _by_text(old: Sequence[Rule], new: Sequence[Rule], pairs: dict[int, int], alike: float) -> None:
    """Pair the rest by their words, most similar first; with the same number in the same part less similarity suffices."""
    places: dict[str, list[int]] = defaultdict(list)
    runs_of = {index: _runs(rule.text) for index, rule in enumerate(old) if index not in set(pairs.values())}
    for index, runs in runs_of.items():
        for run in runs:
            places[run].append(index)
    found = []
    for index, rule in enumerate(new):
        if index in pairs:
            continue
        runs = _runs(rule.text)
        shared: dict[int, int] = defaultdict(int)
        for run in runs:
            for other in places[run] if len(places.get(run, ())) <= _COMMON else ():
                shared[other] += 1
        for other, count in shared.items():
            share = count / max(1, len(runs | runs_of[other]))
            enough = _NUMBERED_ALIKE if _same_number(rule, old[other]) else alike
            if share >= enough and rule.term == old[other].term:
                found.append((-share, index, other))
    used: set[int] = set()
    for _, index, other in sorted(found):
        if index not in pairs and other not in used:
            pairs[index] = other
            used.add(other)


def _same_number(one: Rule, other: Rule) -> bool:
    return bool(one.number) and (one.number, slugify(one.part)) == (other.number, slugify(other.part))


def _runs(text: str) -> set[str]:
    words = re.findall(r"\w+", text.casefold())
    return {" ".join(words[at : at + _RUN]) for at in range(max(1, len(words) - _RUN + 1))} if words else set()
