"""Ranks → success@1, success@5, mean reciprocal rank and the share of empty results, in groups."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from .queries import CLASSES, MANNERS, Judged

#: The number of hits examined.
DEPTH = 10

#: A search: query and system (None: all) → ids, best first.
Engine = Callable[[str, str | None], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one query: the rank of the first right hit (0: not among the first ten), and the first hit."""

    judged: Judged
    rank: int
    first: str


@dataclass(frozen=True, slots=True)
class Score:
    """Figures of one group of queries, as fractions.

    >>> Score.of([1, 2, 0], nothing=1).success_at_1
    0.3333333333333333
    """

    count: int
    success_at_1: float
    mrr: float
    success_at_5: float
    zero: float

    @classmethod
    def of(cls, ranks: Sequence[int], nothing: int) -> Score:
        n = len(ranks) or 1
        return cls(
            len(ranks),
            sum(r == 1 for r in ranks) / n,
            sum(1 / r for r in ranks if r) / n,
            sum(1 <= r <= 5 for r in ranks) / n,
            nothing / n,
        )


def ask(engine: Engine, judged: Iterable[Judged]) -> list[Outcome]:
    """Run every query on a search."""
    outcomes = []
    for one in judged:
        ids = list(engine(one.query, one.system))[:DEPTH]
        rank = next((at for at, found in enumerate(ids, 1) if found in one.wants), 0)
        outcomes.append(Outcome(one, rank, ids[0] if ids else ""))
    return outcomes


def scores(outcomes: Sequence[Outcome]) -> Mapping[str, Score]:
    """The figures by manner, by class, by system, and for all queries ("all")."""
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        for group in (outcome.judged.manner, outcome.judged.kind, outcome.judged.file, "all"):
            groups[group].append(outcome)
    systems = sorted({outcome.judged.file for outcome in outcomes})
    order = [name for name in (*MANNERS, *CLASSES, *systems, "all") if name in groups]
    return {name: Score.of([o.rank for o in groups[name]], sum(not o.first for o in groups[name])) for name in order}
