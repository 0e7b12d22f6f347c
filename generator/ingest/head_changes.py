"""What two states of an entry have otherwise in their heads, apart from where it stands in the book."""

from __future__ import annotations

import json
from typing import Any

import yaml

#: Where it stands and how far it is: no change of the rule.
_PLACE = frozenset({"number", "order", "page", "parent", "status", "translated_from"})


def head_changes(before: str, after: str) -> tuple[tuple[str, str, str], ...]:
    """Field, value before, value after; "" where there is none.

    >>> head_changes("---\\ntitle: Moor\\npage: 3\\n---\\nNass.", "---\\ntitle: Sumpf\\npage: 4\\n---\\nNass.")
    (('title', 'Moor', 'Sumpf'),)
    """
    old, new = _head(before), _head(after)
    names = (name for name in {**old, **new} if name not in _PLACE)
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
