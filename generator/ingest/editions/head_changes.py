"""Differences between two states of an entry's head or a term, ignoring its place in the book."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

import yaml

#: Fields for place and progress, which do not alter the rule.
_PLACE = frozenset({"number", "order", "page", "parent", "status", "translated_from"})


def head_changes(before: str, after: str) -> tuple[tuple[str, str, str], ...]:
    """(field, value before, value after); "" for none.

    >>> head_changes("---\\ntitle: Moor\\npage: 3\\n---\\nNass.", "---\\ntitle: Sumpf\\npage: 4\\n---\\nNass.")
    (('title', 'Moor', 'Sumpf'),)
    """
    return _changes(_head(before), _head(after), _PLACE)


def term_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[tuple[str, str, str], ...]:
    """The same for a term in the term base, ignoring its entry.

    >>> term_changes({"title": "Mut", "entry": "mut"}, {"title": "Mut", "definition": "Zählt."})
    (('definition', '', 'Zählt.'),)
    """
    return _changes(before, after, _PLACE | {"entry"})


def _changes(old: Mapping[str, Any], new: Mapping[str, Any], passed_over: Collection[str]) -> tuple[tuple[str, str, str], ...]:
    names = (name for name in {**old, **new} if name not in passed_over)
    return tuple((name, _said(old.get(name)), _said(new.get(name))) for name in names if old.get(name) != new.get(name))


def _head(text: str) -> dict[str, Any]:
    try:
        head = yaml.safe_load(text.partition("\n---\n")[0].removeprefix("---\n"))
    except yaml.YAMLError:
        return {}
    return head if isinstance(head, dict) else {}


def _said(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False, default=str)
