"""An army list with its rules as a record, for programs that show the list themselves."""

from __future__ import annotations

from typing import Any

from ...model.library import Library
from ...model.values import Entry, Term
from ...prose.address import page_url
from ...records.system import attribution
from .army import Roster
from .roster_sheet import RosterSheet


def roster_record(library: Library, base: str, roster: Roster, system: str, sheet: RosterSheet) -> dict[str, Any]:
    """The units of a list, their rules by name in the list and by id, and the names without a rule; `base` is the site's address, or ""."""

    def rule(found: dict[str, Any]) -> dict[str, Any]:
        target = library.target(found["target"].partition("#")[0])
        return {
            "name": found["written"],
            "id": found["target"],
            "title": found["title"],
            "value": found["value"],
            "short": target.short if isinstance(target, Entry) else target.definition if isinstance(target, Term) else "",
            "url": base + page_url(library, found["target"]),
        }

    return {
        "name": roster.name,
        "system": system,
        "points": roster.points,
        "forces": [
            {"name": force["name"], "units": [{**unit, "rules": [*map(rule, unit["rules"])]} for unit in force["units"]]}
            for force in sheet.forces
        ],
        "missing": [{"text": one.text, "near": [*one.near], "several": one.several} for one in sheet.missing],
        "other": {title: [*names] for title, names in sheet.rest.items()},
        "attribution": attribution(library.systems[system]),
    }
