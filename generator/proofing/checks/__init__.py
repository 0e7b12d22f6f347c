"""Checks on the whole library: one module per family, each check a small generator of findings.

>>> run_checks(library, link_library(library))
[]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...files.memo import Memo
from ...model.findings import Finding, in_order
from ...model.library import Library
from ...references.graph import Graph
from . import (
    bodies,
    examples,
    facts,
    identity,
    language,
    lines,
    measures,
    overviews,
    relations,
    reviews,
    short_rules,
    terms,
    twins,
)
from . import graph as graph_checks
from .pieces import About, Piece, findings_of, portions, whole
from .waivers import without_waived

Check = Callable[[Library, About], Iterable[Finding | Piece]]

CHECKS: tuple[Check, ...] = (
    *identity.CHECKS,
    *relations.CHECKS,
    *bodies.CHECKS,
    *lines.CHECKS,
    *reviews.CHECKS,
    *terms.CHECKS,
    *facts.CHECKS,
    *short_rules.CHECKS,
    *overviews.CHECKS,
    *twins.CHECKS,
    *measures.CHECKS,
    *examples.CHECKS,
    *language.CHECKS,
)


#: Those that hold one text against others: of an entry's parent, its children, what it names or lists.
HELD_AGAINST: tuple[Check, ...] = (*short_rules.CHECKS, *overviews.CHECKS, *twins.CHECKS, measures.lengths_have_one_unit)


def run_checks(library: Library, graph: Graph, published: Iterable[str] = (), memo: Memo | None = None) -> list[Finding]:
    """All findings on a loaded library, sorted by place: from all checks, from references, and for published ids that vanished.

    `published` are the ids of the last published state, see `nachschlag.generator.reading.published`.
    """
    also = [*terms.names_are_one_to_one(library), *identity.vanished(library, published)]
    return checked(library, graph, whole(library), also, memo)


def checked(
    library: Library, graph: Graph, about: About, also: Iterable[Finding] = (), memo: Memo | None = None
) -> list[Finding]:
    """The findings on these things, sorted by place. `also` are findings of checks that need all things at once."""
    findings: list[Finding] = []
    for some in portions(about):  # so that all checks find the same texts in their caches
        findings += findings_of({check.__name__: check(library, some) for check in CHECKS}, memo)
    findings += [finding for check in graph_checks.CHECKS for finding in check(library, graph, about)]
    return in_order(without_waived(about, [*findings, *graph.findings, *also]))
