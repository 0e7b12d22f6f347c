"""Compare the negations of a short German text with those of the rule that it retells."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from ..german.bounds import bounds
from ..german.lists import alternatives
from ..german.negation import denies, depends, limits
from .bearing import Bearing, Clause, Sentence, clauses, sentence_at
from .short_match import SHARES, Widening, in_table

#: The share of a negating clause that must recur in a clause of the rule without a negation.
_SAYS = 0.8


def denied_in_rule(short: str, rule: Bearing, *, backed: bool = True, surely: bool = False) -> Iterator[Widening]:
    """Clauses that lack a negation which the rule always has. Unless `backed` by an English that negates too, they must have two
    words, and no clause of the rule without a negation may be near them. With `surely`, the words must be almost the same.

    >>> rule = Bearing([Source("Der Reiter darf im Wald nicht schießen.")])
    >>> [one.kind for one in denied_in_rule("Im Wald darf der Reiter schießen.", rule)]
    ['negation']
    """
    least, leaves = (1, 0.7) if backed else (2, 0.5)
    hedged = False
    found = clauses(short)
    for clause, following in zip(found, (*found[1:], None), strict=True):
        # „Nachts ruhen Feuer, Gesang und Wache“: the verb also belongs to the single words
        hedged = clause.hedges or (hedged and len(clause.keys) < 2 and short[clause.start - 1] not in ".;:")
        if clause.denies or hedged or len(clause.keys) < least or depends(clause.text):
            continue
        if len(clause.keys) < 2 and following and (following.denies or following.hedges):
            continue  # „Stehen und Schießen geht nur, …“: the verb comes later
        said, denied, at = _weighed(clause, rule, lambda other: not other.denies, _SAYS if surely else SHARES)
        if denied and said <= leaves * denied:
            yield _lost(clause, at)
    yield from (_lost(clause, rule.nearest(clause.text, short)) for clause in _odd_ones(found))


def affirmed_in_rule(short: str, rule: Bearing) -> Iterator[Widening]:
    """Clauses that negate what the rule says in almost the same words without a negation, and never with one.

    >>> rule = Bearing([Source("Der Reiter darf im Wald schießen.")])
    >>> [one.kind for one in affirmed_in_rule("Im Wald darf der Reiter nicht schießen.", rule)]
    ['denial']
    """
    for clause in clauses(short):
        if not denies(clause.text) or len(clause.keys) < 2 or depends(clause.text) or limits(clause.text):
            continue
        denied, said, at = _weighed(clause, rule, lambda other: other.denies or other.hedges or depends(other.text), _SAYS)
        if said >= _SAYS and denied <= 0.5 * said and at and not denies(at.text):
            yield _lost(clause, at, "denial")


def _weighed(
    clause: Clause, rule: Bearing, agrees: Callable[[Clause], bool], least: float
) -> tuple[float, float, Sentence | None]:
    """The share (0 to 1) of the nearest agreeing clause of the rule, and of the nearest contradicting clause of its own texts, with
    its sentence; zeros if the latter shares less than `least`.
    """
    against = [
        (other, source)
        for source in rule.own
        for other in clauses(source.text)
        if clause.keys & other.keys and not other.hedges and not agrees(other) and not in_table(source.text, other.start)
    ]
    if against:  # „vor Runde 3 keine“ and „ab Runde 3“ say the same
        sides = _sides(clause.text)
        against = [one for one in against if _sides(one[0].text) == sides]
    if not against:
        return 0.0, 0.0, None
    weights = {key: rule.weight(key) for key in clause.keys}
    whole = sum(weights.values())

    def shared(other: Clause) -> float:
        return sum(weights[key] for key in weights.keys() & other.keys) / whole

    other, source = max(against, key=lambda one: shared(one[0]))
    if (opposing := shared(other)) < least:
        return 0.0, 0.0, None
    agreeing = max((shared(one) for one in rule.clauses() if clause.keys & one.keys and agrees(one)), default=0.0)
    return agreeing, opposing, sentence_at(source, other.start)


@lru_cache(maxsize=4096)
def _sides(clause: str) -> frozenset[str]:
    return frozenset(bound.side for bound in bounds(clause) if not bound.names)


def _lost(clause: Clause, at: Sentence | None, kind: str = "negation") -> Widening:
    lead = len(clause.text) - len(clause.text.lstrip())
    return Widening(kind, clause.start + lead, clause.start + len(clause.text.rstrip()), at)


_MEMBER = re.compile(
    rf"\s*(?:(?P<no>{alternatives('none')})|{alternatives('indefinite')})(?:\s[^\W\d_]+){{1,2}}\s*", re.IGNORECASE
)


def _odd_ones(found: Sequence[Clause]) -> Iterator[Clause]:
    """Members of an enumeration that lack its negation: „keine Festung, ein Wald, keine Kuppe“."""
    members = [(clause, _MEMBER.fullmatch(clause.text)) for clause in found]
    for is_member, group in groupby(members, key=lambda member: member[1] is not None):
        run = list(group)
        if is_member and sum(bool(match and match["no"]) for _, match in run) >= 2:
            yield from (clause for clause, match in run if match and not match["no"])
