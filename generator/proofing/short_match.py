"""Compare a short German text with the rule that it retells: numbers, limits, order.

>>> rule = Bearing([Source("Bis zu 3 Einheiten würfeln.")])
>>> [widening.kind for widening in widenings("Mindestens 3 Einheiten würfeln.", rule)]
['bound']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..german.bounds import Bound, bounds, excludes, says_which
from ..german.coarse_keys import coarse_key, coarse_keys
from .bearing import Bearing, Sentence, Source, clause_of, sentence_at
from .fact_match import unmatched
from .facts import MEASURES, NUMBER, Fact, facts

#: The number of words after a limit that count as its objects in a short text.
_REACH = 2
#: The share of a clause that must recur in a clause of the rule that negates it, or in a sentence with another number.
SHARES = 0.5
#: How near a sentence must be, relative to the rule's nearest one, to bear out a number.
_SHARES_AT_ALL = 0.3
#: The share of a clause with „die ersten“ and the like that must recur in a sentence that says another.
_NAMED = 0.1
_NOUN = re.compile(r"(?:[ \u00a0](?:[a-zäöüß]+(?:e[nrsm]?)[ \u00a0])?|[-‑])([A-ZÄÖÜ][^\W\d_]{2,})")
#: A noun whose value a number is: „Größe 2“.
_LABEL = re.compile(r"\b([A-ZÄÖÜ](?:[A-ZÄÖÜ]|[^\W\d_]{2,}))[ \u00a0]\Z")
#: Kinds of facts for which a rule may have another number for the same thing.
_COUNTING = MEASURES | {NUMBER}


@dataclass(frozen=True, slots=True)
class Widening:
    """A deviation of a short text from its rule: the words at text[start:end], and the rule's nearest sentence."""

    kind: str
    start: int
    end: int
    sentence: Sentence | None = None


def widenings(short: str, rule: Bearing, more: Sequence[Fact] = (), *, bare: bool = True) -> Iterator[Widening]:
    """Numbers that the rule lacks or contradicts, and limits that it reverses; `more` are further facts of the rule. If not `bare`,
    the rule may lack numbers without unit, sign or die.
    """
    yield from numbers_beyond(short, rule, more, bare=bare)
    yield from bounds_turned(short, rule)


def numbers_beyond(short: str, rule: Bearing, more: Sequence[Fact], *, bare: bool = True) -> Iterator[Widening]:
    """Numbers that the rule lacks, or for which it has another number for the same thing."""
    ours = [fact for fact in facts(short, "de") if fact.needed and fact.kind not in ("parameter", "citation")]
    own = [*(fact for fact, _ in rule.facts(near=False)), *more] if ours else []
    for fact in ours:
        lacking = (
            (bare or fact.kind != NUMBER)
            and fact.exact
            and (fact.kind, fact.value) != (NUMBER, "1")
            and bool(unmatched([fact], own))
        )
        if lacking:
            otherwise = _measured_otherwise(short, fact, rule)
            near = [one for one, at in rule.facts(near=True) if not (otherwise and rule.shows(at))]
            lacking = bool(unmatched([fact], near))
        ways = () if lacking else (_thrown_otherwise, _signed_otherwise, _counted_otherwise, _borne_otherwise)
        other = next((one for way in ways if (one := way(short, fact, rule))), None)
        if lacking or other:
            yield Widening("number", fact.start, fact.end, other or rule.nearest(clause_of(short, fact.start, fact.end), short))


def _measured_otherwise(short: str, fact: Fact, rule: Bearing) -> bool:
    """Whether a sentence of the rule about the same thing has another value with the same unit; then no example bears this one out."""
    keys = coarse_keys(clause_of(short, fact.start, fact.end))
    unit = fact.value.partition(" ")[2]
    alike = (
        sentence_at(source, one.start)
        for one, source in (rule.facts(near=False) if fact.kind != NUMBER else ())
        if one.kind == fact.kind and one.value.partition(" ")[2] == unit and not _in_cell(one, source)
    )
    return any(at is not None and _much(keys, at.keys, rule, _SHARES_AT_ALL) for at in alike)


def _counted_otherwise(short: str, fact: Fact, rule: Bearing) -> Sentence | None:
    """A sentence with another number for the thing that the short text counts, if no sentence has the same number."""
    noun = _numbered(short, fact)
    if fact.kind not in _COUNTING or not noun:
        return None
    sizes = {one.size for one in facts(short, "de")}
    others: list[tuple[Fact, Source]] = []
    borne = (*rule.facts(near=False), *(rule.facts(near=True) if rule.lenient else ()))
    for one, source in borne:
        if one.size == fact.size and (
            one.kind not in (NUMBER, "modifier")
            or _numbered(source.text, one) == noun
            or _in_cell(one, source)
            or _beside(noun, one, source)
        ):
            return None
        alike = one.kind == fact.kind and one.needed and one.size not in sizes
        if alike and rule.owns(source) and _numbered(source.text, one) == noun:
            others.append((one, source))
    return sentence_at(others[0][1], others[0][0].start) if others else None


_DICE = re.compile(r"(?<!\d)(\d{1,3})(W\d{1,4})")


def _thrown_otherwise(short: str, fact: Fact, rule: Bearing) -> Sentence | None:
    """A sentence that throws another number of these dice, if no sentence throws as many: 2W6 and 3W6."""
    if not (ours := _DICE.match(short, fact.start)) or ours.end() < fact.end:
        return None
    thrown = [(dice, source) for source in rule.own for dice in _DICE.finditer(source.text) if dice[2] == ours[2]]
    if not thrown or any(dice[1] == ours[1] for dice, _ in thrown):
        return None
    return sentence_at(thrown[0][1], thrown[0][0].start())


def _signed_otherwise(short: str, fact: Fact, rule: Bearing) -> Sentence | None:
    """The rule's own sentence with the modifier's opposite sign, if no sentence as near to the clause has the same sign."""
    if fact.kind != "modifier":
        return None
    keys = coarse_keys(clause_of(short, fact.start, fact.end))
    of_size = [(one, source) for one, source in rule.facts(near=False) if one.kind == "modifier" and one.size == fact.size]
    sentences = [(one.value, sentence_at(source, one.start)) for one, source in of_size]
    about = [(value, at) for value, at in sentences if at and _much(keys, at.keys, rule, _SHARES_AT_ALL)]
    return about[0][1] if about and all(value != fact.value for value, _ in about) else None


def _borne_otherwise(short: str, fact: Fact, rule: Bearing) -> Sentence | None:
    """The rule's own sentence that bears out the clause of a number, if it has another number, and no sentence that shares anything
    with the clause has the same.
    """
    clause = clause_of(short, fact.start, fact.end)
    keys = coarse_keys(clause)
    ranked = list(rule.ranked(clause, short)) if fact.exact and len(keys) > 1 and "|" not in short else []
    best, top = max(ranked, key=lambda one: one[0], default=(0.0, None))
    if not best or top is None or not rule.owns(top.source) or in_table(top.source.text, top.start):
        return None
    if not _much(keys, top.keys, rule):
        return None
    if any(
        one.size == fact.size
        for weight, sentence in ranked
        if weight >= _SHARES_AT_ALL * best and not rule.shows(sentence.source)
        for one in facts(sentence.text, "de")
    ):
        return None
    ours = {one.size for one in facts(short if rule.lenient else clause, "de")}
    told = (one for one in facts(_ORDINAL.sub("", top.text), "de") if one.kind == fact.kind and one.exact and one.needed)
    return top if any(one.size not in ours for one in told) else None


#: The number of an item of a list.
_ORDINAL = re.compile(r"^\d+\.\s")


def _in_cell(fact: Fact, source: Source) -> bool:
    """Whether a number is in a table, whose head may say what it counts."""
    return source.field != "text" or in_table(source.text, fact.start)


def in_table(text: str, at: int) -> bool:
    """Whether a place in a text is in a table's row."""
    return text.startswith("|", text.rfind("\n", 0, at) + 1)


def _beside(noun: str, fact: Fact, source: Source) -> bool:
    """Whether a number that counts nothing else is in a sentence with the noun."""
    sentence = sentence_at(source, fact.start) if not counted(source.text, fact) else None
    return sentence is not None and noun in sentence.keys


def counted(text: str, fact: Fact) -> str:
    """The key of the noun that follows a number, past an adjective."""
    match = _NOUN.match(text, fact.end)
    return coarse_key(match[1]) if match else ""


def _numbered(text: str, fact: Fact) -> str:
    """The key of the noun that a number counts or stands for: „2 Würfel“, „Größe 2“."""
    label = _LABEL.search(text, max(0, fact.start - 40), fact.start)
    return counted(text, fact) or (coarse_key(label[1]) if label else "")


def bounds_turned(short: str, rule: Bearing) -> Iterator[Widening]:
    """Limits for which the rule has only the opposite limit on the same thing."""
    for bound in bounds(short, _REACH):
        about = [(one, source) for one, source in rule.bounds() if bound.about(one)] if not (rule.lenient and bound.names) else []
        own = [(one, source) for one, source in about if rule.owns(source)]
        bearing = own if bound.names and own else [(one, at) for one, at in about if not (own and rule.shows(at))]
        if any(one.side == bound.side for one, _ in bearing) or (bound.names and own and _says_so(bound, rule)):
            continue
        keys = coarse_keys(clause_of(short, bound.start, bound.end))
        for one, source in own if rule.lenient or bound.names else about:
            at = sentence_at(source, one.start) if excludes(one.side, bound.side) else None
            if at and keys & at.keys and (not bound.names or _much(keys, at.keys, rule, _NAMED)):
                yield Widening("bound", bound.start, bound.end, at)
                break


def _says_so(bound: Bound, rule: Bearing) -> bool:
    """Whether one of the rule's own sentences has both the word and the noun, anywhere in it."""
    nouns = {coarse_key(noun) for noun in bound.objects}
    return any(nouns & one.keys and rule.owns(one.source) and says_which(bound.side, one.text) for one in rule.sentences)


def _much(keys: frozenset[str], others: frozenset[str], rule: Bearing, least: float = SHARES) -> bool:
    """Whether others share enough of these keys, by weight."""
    return sum(map(rule.weight, keys & others)) >= least * sum(map(rule.weight, keys))
