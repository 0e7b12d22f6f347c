"""The roster sheet: one HTML file with everything in it, for a phone or for paper. Needs no script and contacts no host."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from ...files.fingerprint import integrity
from ...model.library import sort_key
from ...model.values import Entry, Term
from ...pages.page_file import environment
from ...pages.rendered import Rendering
from ...pages.styles import style_of
from ...proofing.project import Loaded
from ...prose.address import page_url
from ...prose.wording import citation
from ...records.system import attribution
from .army import KINDS, Roster, RuleName, Unit
from .match import Matcher, Missing, titled

#: Our styles for rules, and the roster sheet's own.
_STYLES = ("styles/40-rule.css", "styles/45-table.css", "standalone.css", "styles/72-roster.css", "roster/roster-sheet.css")


@dataclass(frozen=True, slots=True)
class RosterSheet:
    """A finished roster sheet: the HTML, its forces with the units' rules, all rules, the names without a rule, and the rest of the list
    by kind (a German title)."""

    html: str
    forces: tuple[dict[str, Any], ...]
    rules: tuple[str, ...]
    missing: tuple[Missing, ...]
    rest: dict[str, tuple[str, ...]]

    @property
    def whole(self) -> bool:
        """Whether every rule and every field of the list is known."""
        return not (self.missing or self.rest.keys() & {KINDS["field"], KINDS["profile"]})


def roster_sheet(loaded: Loaded, roster: Roster, system: str) -> RosterSheet:
    """Make the roster sheet in a system."""
    return _Maker(loaded, system).sheet(roster)


class _Maker:
    """Matches names and collects each rule's text once."""

    def __init__(self, loaded: Loaded, system: str) -> None:
        self.library, self.rendering = loaded.library, Rendering(loaded.library, loaded.graph)
        self.system = self.library.systems[system]
        self.base = loaded.settings.site_url.rstrip("/")
        self.matcher = Matcher(self.library, system)
        self.used: dict[str, None] = {}
        self.missing: dict[str, Missing] = {}
        self.rest: dict[str, dict[str, None]] = {title: {} for title in KINDS.values()}

    def sheet(self, roster: Roster) -> RosterSheet:
        forces = [{"name": force.name, "units": [self._unit(unit) for unit in force.units]} for force in roster.forces]
        units = {unit.name for force in roster.forces for unit in force.units}
        rest = {title: kept for title, names in self.rest.items() if (kept := tuple(name for name in names if name not in units))}
        accent = f":root {{ --n-akzent: {self.system.accent}; }}\n" if self.system.accent else ""
        style = style_of(*_STYLES) + Markup(accent)
        html = (
            environment()
            .get_template("roster.html.j2")
            .render(
                roster=roster,
                system=self.system,
                style=style,
                style_hash=integrity(style),
                forces=forces,
                rules=[self._rule(target) for target in sorted(self.used, key=self._title_key)],
                missing=[self._missing(one) for one in self.missing.values()],
                rest=rest,
                attribution=attribution(self.system),
                licence=self.system.licence,
                site=self.base,
            )
        )
        return RosterSheet(html, tuple(forces), tuple(self.used), tuple(self.missing.values()), rest)

    def _unit(self, unit: Unit) -> dict[str, Any]:
        rules: dict[str, dict[str, Any]] = {}
        unknown: list[str] = []
        for name in (RuleName(unit.name, sure=False), *unit.names):
            found = self.matcher.match(name)
            if isinstance(found, Missing):
                self.missing.setdefault(found.text.casefold(), found)
                unknown.append(found.text)
            elif found is None:
                self.rest[KINDS[name.kind]].setdefault(_wording(name))
            elif found.value or not any(key.partition("|")[0] == found.target for key in rules):
                rules.pop(f"{found.target}|", None)
                self.used.setdefault(found.target.partition("#")[0])
                rules.setdefault(
                    f"{found.target}|{found.value}",
                    {
                        "written": name.text,
                        "target": found.target,
                        "value": found.value,
                        "anchor": _anchor(found.target),
                        "title": titled(self.library, found),
                        "short": self._short(found.target),
                    },
                )
        return {"name": unit.name, "count": unit.count, "points": unit.points, "rules": list(rules.values()), "unknown": unknown}

    def _rule(self, target: str) -> dict[str, Any]:
        found = self.library.target(target)
        text = self.rendering.entry(found).html(self._href) if isinstance(found, Entry) else ""
        return {
            "anchor": _anchor(target),
            "title": found.title if found else target,
            "title_en": found.title_en if found else "",
            "short": self._short(target),
            "place": citation(found, self.system) if isinstance(found, Entry) else "",
            "address": self.base + page_url(self.library, target) if self.base else "",
            "text": Markup(_below_its_title(text)),
        }

    def _short(self, target: str) -> Markup:
        found = self.library.target(target.partition("#")[0])
        if isinstance(found, Entry):
            return Markup(self.rendering.entry(found).short.filled())
        return Markup(self.rendering.term(found).short.filled() if isinstance(found, Term) else "")

    def _href(self, target: str) -> str:
        """A rule's address: in the sheet, otherwise on the site; "" without the site's address, so that it stays text."""
        if target.partition("#")[0] in self.used:
            return f"#{_anchor(target)}"
        return self.base + page_url(self.library, target) if self.base else ""

    def _missing(self, missing: Missing) -> dict[str, Any]:
        near = [found.title for found in map(self.library.target, missing.near) if found]
        return {"text": missing.text, "near": list(dict.fromkeys(near)), "several": missing.several}

    def _title_key(self, target: str) -> tuple[str, str]:
        found = self.library.target(target)
        return sort_key(found.title if found else target)


def _wording(name: RuleName) -> str:
    """Wording of a name in the rest: "Fuel: Whale oil", or only "Fuel" if its value is a sentence."""
    if name.kind == "category" or name.within in ("", name.text):
        return name.text
    return name.within if name.is_sentence else f"{name.within}: {name.text}"


def _anchor(target: str) -> str:
    """A rule's anchor in the sheet.

    >>> _anchor("t9a/angst#beispiel")
    'regel-angst'
    """
    return "regel-" + target.partition("#")[0].partition("/")[2].replace("/", "-")


_HEADING = re.compile(r"(</?h)([2-4])\b")


def _below_its_title(html: str) -> str:
    """Lower a rule's headings by two levels, because its title is a third-level heading in the sheet.

    >>> _below_its_title('<h2 id="verteilung">Verteilung</h2>')
    '<h4 id="verteilung">Verteilung</h4>'
    """
    return _HEADING.sub(lambda match: f"{match[1]}{int(match[2]) + 2}", html)
