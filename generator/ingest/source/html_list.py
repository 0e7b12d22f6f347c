"""Markers of list items, as browsers show them."""

from __future__ import annotations

from typing import Any

#: An element of lxml, which has no types of its own and may be missing.
Element = Any

_ROMAN = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


def marker_of(parent: Element, item: Element, place: int) -> str:
    """ "- ", "3. ", "c. " for the item at `place` (from 1); anything but an item is indented below the previous one."""
    if item.tag != "li":
        return "  "
    if parent.tag != "ol":
        return "- "
    number = _number(item.get("value")) or place - 1 + (_number(parent.get("start")) or 1)
    return f"{written(number, parent.get('type'))}. "


def _number(written: str | None) -> int | None:
    digits = (written or "").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 5 else None


def written(number: int, style: str | None) -> str:
    """A number in digits, or with style "a", "A", "i", "I" in letters or Roman."""
    if style in ("a", "A") and number <= 26:
        return chr(ord(style) + number - 1) if number > 0 else str(number)
    if style in ("i", "I") and number < 400:
        return _roman(number) if style == "i" else _roman(number).upper()
    return str(number)


def _roman(number: int) -> str:
    digits = ""
    for value, sign in _ROMAN:
        digits += sign * (number // value)
        number %= value
    return digits
