"""A list as plain text, as apps and list builders copy it → the roster's tree. No app documents its format; all have units with
points ("Wardens (110)", "* Raiders (3) [140]: Captain", "440 - 25 Spears, Standard") and, below or behind them, their options.

>>> tree_of_text("Host 110/1000 pts\\nWardens (110)\\n• General")["forces"][0]["selections"][0]["name"]
'Wardens'
"""

from __future__ import annotations

import re
from typing import Any

#: Real lists have fewer than 300 lines, and none is longer than this.
MOST_LINES, LONGEST = 3000, 400
RULED = re.compile(r"^(?:\W|_)*$")
#: The system's name in Conquest's app stands alone between signs.
TITLE = re.compile(r"^={3,}\s*([^=]{1,80})={3,}$")
MADE_WITH = re.compile(r"^created with", re.IGNORECASE)
ABOUT = re.compile(
    r"^(?:app|data version|drops|auxiliaries|exported|total|points|activations|valid|invalid|https?)(?!\w)", re.IGNORECASE
)
OPTION = re.compile(r"^(?:[•◦∙·.–-]\s*|with\s+)", re.IGNORECASE)
#: An option of a unit with its own points: "with Captain (1)".
ATTACHED = re.compile(r"^with\s+(\S.*)\s[(\[]([0-9]{1,4})[)\]]$", re.IGNORECASE)
#: A choice for the whole army, even if it has points: "Manifestation Lore - Shapes (20 Points)".
CHOSEN = re.compile(r"^(?:[a-z]+ lore|battle (?:formation|tactic cards?))\s*[-:]", re.IGNORECASE)
SIGNS = " \t+=*#†"
_POINTS = "(?:pts|points?|punkte|ap)"
COST = re.compile(rf"[(\[]\s?([0-9][0-9.,]{{0,6}})\s?{_POINTS}?\s?[)\]](?:\s?:\s*|$)", re.IGNORECASE)
#: The cost of an option; a number alone is the value of a rule.
PRICE = re.compile(rf"[(\[]\s?[0-9][0-9.,]{{0,6}}\s?{_POINTS}\s?[)\]]$", re.IGNORECASE)
COST_FIRST = re.compile(r"^([0-9]{2,4}) ?[-–] ?(\S.*)$")
#: The end of a list's own name: "1000/2000 pts", "[1990/2000]", "(1790 points) - Handbook".
SUM = re.compile(
    rf"(?:(?<!\s)\s+)?[(\[]?(?<![0-9.,])[0-9][0-9.,]*\s?(?:/\s?[0-9][0-9.,]*)?\s?{_POINTS}?[)\]]?(?:\s[-–][\s\S]*)?$",
    re.IGNORECASE,
)
STANDS = re.compile(r"\s?[(\[]([0-9]{1,3})[)\]]$")
NUMBER = re.compile(r"^([0-9]{1,3})(?:\s?[x×])?\s+")
ROLE = re.compile(r"^\(([^()]{1,30})\)\s*")
LETTER = re.compile(r"[^\W\d_]")
BETWEEN = re.compile(r"\s?[,;|]\s|\s?:\s|\s[-–]\s(?:\([0-9]+\) points?\s?$)?", re.IGNORECASE)


def tree_of_text(text: str) -> dict[str, Any] | None:
    """The roster in a text; None if it names no unit with points."""
    lines = [line.strip()[:LONGEST] for line in text.splitlines()]
    if len(lines) > MOST_LINES:
        return None
    units = [None if OPTION.match(line) else _unit(line) for line in lines]
    if not any(units):  # A Song of Ice & Fire's builders set them behind points
        units = [_unit(line[1:].strip()) if line.startswith("•") else None for line in lines]
    return _roster(lines, units) if any(units) else None


def _roster(lines: list[str], units: list[dict[str, Any] | None]) -> dict[str, Any]:
    name, heading = "", ""
    systems: list[str] = []
    common: list[dict[str, Any]] = []
    forces: list[dict[str, Any]] = []
    for line, unit in zip(lines, units, strict=True):
        if unit:
            if heading or not forces:
                forces.append({"name": heading, "selections": []})
                heading = ""
            forces[-1]["selections"].append(unit)
        elif title := TITLE.match(line):
            systems.append(title[1])
        elif MADE_WITH.match(line):
            systems.append(line)
        elif RULED.match(line) or ABOUT.match(_plain(line)):
            continue
        elif (option := OPTION.match(line)) and forces and not heading:
            attached = ATTACHED.match(line)
            forces[-1]["selections"][-1]["selections"] += (
                [{"type": "upgrade", "name": attached[1], "costs": _points(int(attached[2]))}]
                if attached
                else _options(line[option.end() :])
            )
        elif not name:
            systems.append(line)
            name = SUM.sub("", _plain(line))
        else:
            if not forces:
                systems.append(line)
            common += _options(heading)
            heading = _plain(line[option.end() :] if option else line)
    forces[0]["selections"] += common + _options(heading)
    total = sum(_total(one) for force in forces for one in force["selections"])
    return {"name": name, "gameSystemName": " ".join(systems), "costs": _points(total), "forces": forces}


def _plain(line: str) -> str:
    """A heading without its signs and points: "+ Core + [240pts]"."""
    return COST.sub("", line.strip(SIGNS), count=1).strip(SIGNS).rstrip(" :")


def _unit(line: str) -> dict[str, Any] | None:
    """The unit on a line, if it has points; BattleScribe's headings have the points of everything below."""
    if line.startswith("+") or CHOSEN.match(line):
        return None
    line = line.strip(SIGNS)
    cost = COST.search(line)
    if cost:
        name, points, rest = line[: cost.start()].strip(), cost[1], line[cost.end() :]
    elif first := COST_FIRST.match(line):
        name, _, rest = first[2].partition(", ")
        points = first[1]
    else:
        return None
    role = ROLE.match(name)
    name = name[role.end() :] if role else name
    stands = STANDS.search(name) or NUMBER.match(name)
    if stands:
        name = (name[: stands.start()] + name[stands.end() :]).strip()
    if not LETTER.search(name):
        return None
    own = _options(role[1] if role else "") + _options(rest)
    costs = _points(int(re.sub(r"\D", "", points)))
    return {"type": "unit", "name": name, "number": int(stands[1]) if stands else 1, "costs": costs, "selections": own}


def _total(selection: dict[str, Any]) -> int:
    own: list[int] = [cost["value"] for cost in selection.get("costs", ())]
    return sum(own) + sum(map(_total, selection.get("selections", ())))


def _points(value: int) -> list[dict[str, Any]]:
    return [{"name": "Punkte", "value": value}] if value else []


def _options(text: str) -> list[dict[str, Any]]:
    """The options of a unit or an army, each with its name."""
    pieces = (PRICE.sub("", piece.strip(SIGNS)).strip() for piece in BETWEEN.split(text))
    return [{"type": "upgrade", "name": piece} for piece in pieces if LETTER.search(piece)]
