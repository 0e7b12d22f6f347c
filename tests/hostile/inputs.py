"""Make texts that keep a regular expression busy from its own alphabet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import permutations

# `re` uses these internally; there is no other way to take an expression apart.
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

#: Characters for a negated class, and endings that keep a nearly matching text from matching.
_OTHERS = 'aA1 .-\n\t(|*#äß„"<&_~'
#: The number of letters of an expression's alphabet tried alone, and tried together.
_ALONE, _TOGETHER = 14, 4
ENDS = ("", "\0", "\n\0")

#: Makes a text of about the given number of characters.
Recipe = Callable[[int], str]


def recipes(pattern: str | bytes, flags: int) -> list[Recipe]:
    """Recipes for texts that are hostile to an expression."""
    text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    tree = parser.parse(text, flags & ~(re.UNICODE if isinstance(pattern, str) else 0))
    letters = list(dict.fromkeys(_letters(tree)))
    parts = list(dict.fromkeys([*((("", letter)) for letter in letters[:_ALONE]), *_repeated(tree, "")]))
    whole = _sample(tree)
    parts += [("", part) for part in (whole, whole[:-1]) if part]
    parts += [("", prefix) for prefix, _ in parts if prefix]
    made = dict.fromkeys((prefix, unit, end) for prefix, unit in parts for end in ENDS if unit)
    found = [_recipe(*one) for one in made]
    for first, second in permutations(_spread(letters), 2):
        found += [_recipe("", first + second, "\0"), _blocks(first, second)]
    return found


def _recipe(prefix: str, unit: str, end: str) -> Recipe:
    return lambda size: prefix + unit * max(1, size // len(unit)) + end


def _blocks(first: str, second: str) -> Recipe:
    return lambda size: first * (size // 2) + second * (size // 2) + "\0"


def _spread(letters: list[str]) -> list[str]:
    """A few letters of different sorts."""
    sorts: dict[tuple[bool, ...], str] = {}
    for letter in letters:
        sorts.setdefault((letter.isalpha(), letter.isupper(), letter.isdigit(), letter.isspace(), letter == "\n"), letter)
    return list(sorts.values())[:_TOGETHER]


# -- what an expression is made of --------------------------------------------------------------------------------------------


def _letters(tree: Any) -> Iterator[str]:
    """One letter for every position of an expression, several for a class."""
    for kind, value in tree:
        if kind in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
            yield from _members(kind, value)
        else:
            for inside in _inside(kind, value):
                yield from _letters(inside)


def _members(kind: Any, value: Any) -> list[str]:
    if kind is sre.LITERAL:
        return [chr(value)]
    if kind is sre.NOT_LITERAL:
        return [one for one in _OTHERS if ord(one) != value][:3]
    if kind is sre.ANY:
        return ["a", " "]
    negated = value[0][0] is sre.NEGATE
    named = [one for item in value for one in _of_class(*item)]
    return [one for one in _OTHERS if not any(_is_in(one, *item) for item in value[1:])][:4] if negated else named[:6]


def _of_class(kind: Any, value: Any) -> list[str]:
    if kind is sre.LITERAL:
        return [chr(value)]
    if kind is sre.RANGE:
        return [chr(value[0])]
    return [one for one in _OTHERS if _is_in(one, kind, value)][:3] if kind is sre.CATEGORY else []


def _is_in(letter: str, kind: Any, value: Any) -> bool:
    if kind is sre.LITERAL:
        return ord(letter) == value
    if kind is sre.RANGE:
        return bool(value[0] <= ord(letter) <= value[1])
    word, space, digit = letter.isalnum() or letter == "_", letter.isspace(), letter.isdigit()
    name = str(value)
    said = word if "WORD" in name else space if "SPACE" in name else digit
    return said != ("NOT" in name)


def _inside(kind: Any, value: Any) -> list[Any]:
    """The expressions inside an item."""
    if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        return [value[2]]
    if kind is sre.SUBPATTERN:
        return [value[3]]
    if kind is sre.ATOMIC_GROUP:
        return [value]
    if kind is sre.BRANCH:
        return list(value[1])
    if kind is sre.GROUPREF_EXISTS:
        return [one for one in value[1:] if one is not None]
    return [value[1]] if kind in (sre.ASSERT, sre.ASSERT_NOT) else []


def _sample(tree: Any) -> str:
    """A text that matches, or nearly does: lookarounds are ignored."""
    shown = ""
    for kind, value in tree:
        if kind in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
            shown += next(iter(_members(kind, value)), "")
        elif kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            shown += _sample(value[2]) * min(max(1, value[0]), 20)
        elif kind in (sre.SUBPATTERN, sre.ATOMIC_GROUP, sre.BRANCH):
            shown += _sample(_inside(kind, value)[0])
    return shown


def _repeated(tree: Any, before: str) -> Iterator[tuple[str, str]]:
    """For each repetition the text before it, and every variant of the repeated text."""
    for kind, value in tree:
        if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT) and value[1] > 1:
            units = [_sample(value[2]), *list(dict.fromkeys(_letters(value[2])))[:3]]
            yield from ((before, unit) for unit in dict.fromkeys(units) if unit)
        if kind not in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
            for inside in _inside(kind, value):
                yield from _repeated(inside, before)
        before += _sample([(kind, value)])
