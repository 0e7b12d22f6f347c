"""A roster's tree → the roster: tells which selections are units, and which of their names may be rules.

>>> roster_of(tree).forces[0].units[0].name
'Speerwache'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from .army import Force, Roster, RuleName, Unit
from .bad_roster import MOST_DEEP, BadRoster
from .read import Tree

#: Types of profiles named after a rule, and characteristics that list names of rules.
ABILITIES = re.compile(r"abilit|rule|spell|prayer|command|draw event|trait|tactic", re.IGNORECASE)
NAMES = re.compile(r"rules?$|keywords?$|attributes?$|abilit(?:y|ies)$|^special", re.IGNORECASE)
#: Characteristics with the book's text or an ability's timing, not names of rules.
PROSE = re.compile(r"^(?:effect|declare|timing|description|details|range|rng|used by)$", re.IGNORECASE)
#: A word of a value, such as 5", 3+, D3+1, S+2, "-".
VALUE = re.compile(r"^(?:[^\W\d_]{0,2}|[^a-z]*[0-9].{0,5}|(?:\W|_)*)$")
#: Values that mean "none".
NOTHING = ["--", "n/a", "N/A", "None", "none"]
#: Lists in a roster that are read elsewhere or are irrelevant to the army.
KNOWN = ["rules", "profiles", "categories", "selections", "forces", "costs", "costLimits", "publications"]
#: Marks of list builders around keywords.
MARKS = re.compile(r"\*\*|\^\^")
SEPARATOR = re.compile(r"(?:(?<!\s)\s+)?(?:[,;\n•]|\.\s|\.$)\s*(?![^()]{0,300}\))")
#: A cost; no list has sums of more digits.
FIGURE = re.compile(r"^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?$", re.IGNORECASE)
MOST_COST = 1e9
#: Unpaired surrogates, which JSON may escape but no file can contain.
_HALF = re.compile("[\ud800-\udfff]")


def roster_of(tree: Tree) -> Roster:
    """The roster, without parts of unexpected shape. Raises BadRoster if nothing remains."""
    forces = tuple(force for one in _list(tree, "forces") for force in _forces(one, 0))
    if not any(force.units for force in forces):
        raise BadRoster("empty")
    return Roster(_text(tree, "name") or "Armeeliste", _text(tree, "gameSystemName"), _points(tree), forces)


def _forces(force: Tree, deep: int) -> Iterator[Force]:
    """A force, then its inner forces."""
    if deep > MOST_DEEP:
        return
    common: list[RuleName] = list(_names(force, has_keywords=False))
    units: list[Unit] = []
    for selection in _list(force, "selections"):
        _walk(selection, common, units, within=False, deep=0)
    whole = [Unit("Für alle", 0, "", names)] if (names := _once(common)) else []
    name = " · ".join(filter(None, dict.fromkeys((_text(force, "catalogueName"), _text(force, "name")))))
    yield Force(name, (*whole, *units))
    for inner in _list(force, "forces"):
        yield from _forces(inner, deep + 1)


def _walk(selection: Tree, names: list[RuleName], units: list[Unit], *, within: bool, deep: int) -> None:
    """Sort a selection: either a unit, or names of the unit around it.

    Units may contain others (a warband's character its regiments); models within a unit belong to that unit.
    """
    if deep > MOST_DEEP:
        return
    kind = _text(selection, "type")
    if kind == "unit" or (kind == "model" and not within):
        place = len(units)
        own = list(_names(selection))
        for inner in _list(selection, "selections"):
            _walk(inner, own, units, within=True, deep=deep + 1)
        models = sum(_number(one) for one in _list(selection, "selections") if _text(one, "type") == "model")
        units.insert(
            place, Unit(_text(selection, "name") or "Einheit", models or _number(selection), _points(selection), _once(own))
        )
        return
    if kind != "model":  # a model's name is no rule
        names.append(RuleName(_name(selection), sure=False))
    names += _names(selection, has_keywords=within)
    for inner in _list(selection, "selections"):
        _walk(inner, names, units, within=within, deep=deep + 1)


def _names(node: Tree, *, has_keywords: bool = True) -> Iterator[RuleName]:
    """A force's or selection's own names: rules, abilities, lists of special rules, categories, and unknown fields.

    The categories of a unit are its keywords, those of a force or of a choice for the whole army are places in the list.
    """
    for rule in _list(node, "rules"):
        hidden = _text(rule, "hidden").casefold() == "true"  # AoS keeps base sizes in hidden rules
        yield RuleName(_name(rule), sure=not hidden)
    for profile in _list(node, "profiles"):
        yield from _profile_names(profile)
    for category in _list(node, "categories") if has_keywords else ():
        yield RuleName(_name(category), sure=False, kind="category")
    for key in (key for key in node if key not in KNOWN):
        for one in _list(node, key):
            yield RuleName(_name(one) or key, sure=False, kind="field", within=key)


def _profile_names(profile: Tree) -> Iterator[RuleName]:
    """A profile's own name and those in its fields; a profile without a known field has an unknown type."""
    type_ = _text(profile, "typeName")
    fields = [(_text(one, "name"), _text(one, "$text")) for one in _list(profile, "characteristics")]
    ability = ABILITIES.search(type_)
    if ability:
        yield RuleName(_name(profile), sure=True)
    elif any(NAMES.search(field) or _is_value(value) for field, value in fields):
        yield RuleName(_name(profile), sure=False)
    else:
        yield RuleName(_name(profile), sure=False, kind="profile", within=type_)
        return
    for field, value in fields:
        if NAMES.search(field) and not ability:
            yield from (RuleName(name, sure=True) for name in _parts(value))
        elif NAMES.search(field):  # keywords of the ability, not of the unit
            yield from (RuleName(name, sure=False, kind="category", within=field) for name in _parts(value))
        elif not PROSE.search(field) and not _is_value(value):
            names = [RuleName(name, sure=False, kind="field", within=field) for name in _parts(value)]
            whole = RuleName(value, sure=False, kind="field", within=field)
            yield from [whole] if any(name.is_sentence for name in names) else names


def _parts(value: str) -> list[str]:
    """The names in a list of names."""
    return [part.strip() for part in SEPARATOR.split(MARKS.sub("", value))]


def _is_value(value: str) -> bool:
    """Whether a characteristic is a number, a distance, dice, or empty.

    >>> [_is_value(text) for text in ('5"', "D3+1", "-", "", "S+1 / AP 2", "Impact 2", "Whale oil")]
    [True, True, True, True, True, False, False]
    """
    return all(VALUE.search(word) for word in value.split()) or value in NOTHING


def _once(names: list[RuleName]) -> tuple[RuleName, ...]:
    """Each name once, at its first place; sure if any mention is."""
    sure = {name.text for name in names if name.sure}
    kept: dict[str, RuleName] = {}
    for name in names:
        if len(name.text) > 1 and name.text not in NOTHING:
            kept.setdefault(name.text, replace(name, sure=name.text in sure))
    return tuple(kept.values())


def _list(node: Tree, name: str) -> list[Tree]:
    found = node.get(name)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _text(node: Tree, name: str) -> str:
    """A value as text, with its line breaks; "" for anything but text and numbers."""
    value: Any = node.get(name)
    return _HALF.sub("\ufffd", str(value)).strip() if isinstance(value, str | int | float) else ""


def _name(node: Tree) -> str:
    """A node's name, without list builders' marks around keywords."""
    return MARKS.sub("", _text(node, "name"))


def _number(node: Tree) -> int:
    text = _text(node, "number")
    return int(text) if text.isdecimal() and len(text) < 7 else 1


def _points(node: Tree) -> str:
    """The costs of a roster, or of a unit with everything in it: "180 pts"."""
    totals: dict[str, float] = {}
    _add_costs(node, totals, 0)
    return ", ".join(f"{value:g} {name}".strip() for name, value in totals.items() if value)


def _add_costs(node: Tree, totals: dict[str, float], deep: int) -> None:
    for cost in _list(node, "costs"):
        figure = _text(cost, "value")
        value = float(figure) if FIGURE.search(figure) else 0
        totals[_text(cost, "name")] = totals.get(_text(cost, "name"), 0) + (value if abs(value) < MOST_COST else 0)
    if "forces" not in node and deep <= MOST_DEEP:  # a roster's costs are already the sum
        for inner in _list(node, "selections"):
            if _text(inner, "type") != "unit":
                _add_costs(inner, totals, deep + 1)
