"""Link terms to the rules of their name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..drafts import Draft
from .listed import plain
from .recognisers import Start


def with_entries(drafts: list[Draft], starts: Sequence[Start]) -> list[Draft]:
    """Give terms the rule of the same name: the one in the part that the term cites, or else the only one."""
    rules: dict[str, list[int]] = {}
    for index, draft in enumerate(drafts):
        for name in () if draft.term else {plain(name) for name in (draft.title, *draft.aliases)}:
            rules.setdefault(name, []).append(index)
    return [
        replace(draft, entry=_entry(drafts, rules.get(plain(draft.title), []), start.cites)) if draft.term else draft
        for draft, start in zip(drafts, starts, strict=True)
    ]


def _entry(drafts: Sequence[Draft], rules: list[int], cites: tuple[str, str] | None) -> int | None:
    if cites:
        part, number = cites
        rules = [index for index in rules if plain(drafts[index].part) == plain(part)]
        rules = [index for index in rules if number in _numbers(drafts, index)] or rules
    return rules[0] if len(rules) == 1 or (rules and cites) else None


def _numbers(drafts: Sequence[Draft], index: int) -> set[str]:
    """A draft's number and those of its ancestors."""
    numbers = set()
    at: int | None = index
    while at is not None:
        numbers.add(drafts[at].number)
        at = drafts[at].parent
    return numbers
