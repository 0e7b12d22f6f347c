"""Resolve `[[t9a:Angst|solche Angst]]` on any site's page: the rule, the words to show and the address, or what is wrong.

>>> rules = open_rules("t9a.zip", "https://regeln.example.org/")
>>> rules.written("t9a:Angst", "solche Angst")
RuleLink(target='t9a/angst', shown='solche Angst', href='https://regeln.example.org/t9a/angst/', short='…')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from ..model.findings import nearest
from ..model.library import Library
from ..model.reference import Reference
from ..model.settings import read_settings
from ..model.values import Concept, Entry
from ..prose.address import page_url
from ..prose.plain import plain
from ..reading.archive import read_archive
from ..reading.load import load
from ..references.look_up import look_up, suggestions
from ..references.resolve import Place, resolve_reference


def _pattern(never: str) -> re.Pattern[str]:
    return re.compile(rf"\[\[(?P<what>[^\[\]|\n{never}]+?)(?:\\?\|(?P<shown>[^\[\]\n{never}]+))?\]\]")


#: `[[system:what|shown]]` or `[[system/id|shown]]`, in text and in HTML; in a table the bar is `\|`.
WRITTEN, WRITTEN_IN_HTML = _pattern(""), _pattern("<>")


class NoRules(ValueError):
    """The rules cannot be used; `args[0]` is a German sentence with the remedy."""


@dataclass(frozen=True, slots=True)
class RuleLink:
    """A rule named in a text: its id, the words to show, its address, and its short rule as plain text."""

    target: str
    shown: str
    href: str
    short: str

    @property
    def attributes(self) -> dict[str, str]:
        """The link's attributes: `einbetten-1.js` makes a tooltip from `data-regel`; `title` needs no script."""
        return {"href": self.href, "data-regel": self.target} | ({"title": self.short} if self.short else {})

    @property
    def tag(self) -> str:
        """The opening tag."""
        return "<a" + "".join(f' {name}="{escape(value)}"' for name, value in self.attributes.items()) + ">"


@dataclass(frozen=True, slots=True)
class Unknown:
    """An unknown or ambiguous reference: the words to show instead, and a German sentence about it."""

    shown: str
    message: str


@dataclass(frozen=True, slots=True)
class Rules:
    """A library, and the address of its site."""

    library: Library
    site: str

    def written(self, what: str, shown: str = "") -> RuleLink | Unknown | None:
        """Resolve a reference; None if it is not ours ("[[Startseite]]" may be another plugin's)."""
        system, colon, name = what.partition(":")
        system, name = system.strip(), name.strip()
        if not colon:
            system, name = what.strip().partition("/")[0], what.strip()
        if system not in self.library.systems:
            if system in self._absent:
                here = ", ".join(self.library.systems)
                message = f"Das Spiel „{system}“ fehlt in diesen Regeln (es gibt: {here}). Nimm ein Bündel, das es enthält."
                return Unknown(shown.strip() or name, message)
            near = nearest(system, self.library.systems, 1) if colon else []
            return (
                Unknown(shown.strip() or name, f"Das Spiel „{system}“ gibt es nicht. Meintest du „{near[0]}“?") if near else None
            )
        if not colon and "/" not in name:
            return None
        return self._found(system, name, shown.strip() or (name if colon else ""))

    @property
    def _absent(self) -> set[str]:
        """Systems that these rules' concepts mention but that are not loaded."""
        named = {system for concept in self.library.concepts.values() for system in concept.entries}
        return named - set(self.library.systems)

    def _found(self, system: str, name: str, shown: str) -> RuleLink | Unknown:
        targets = [found.target for found in look_up(self.library, name, system)]
        if len(targets) > 1:
            one = resolve_reference(Reference(0, 0, name, "title", name), self.library, Place(system)).target
            targets = [one] if one in targets else targets
        if len(targets) == 1:
            return self.link(targets[0], shown)
        if targets:
            return Unknown(
                shown or name, f"„{name}“ ist mehrdeutig: {', '.join(targets)}. Schreibe die Kennung: [[{targets[0]}]]."
            )
        near = [found.target for found in suggestions(self.library, name, system, 3)]
        hint = f" Am nächsten: {', '.join(near)}." if near else ""
        return Unknown(shown or name, f"„{name}“ gibt es in {self.library.systems[system].short} nicht.{hint}")

    def link(self, target: str, shown: str = "") -> RuleLink:
        """The link to a target by its id."""
        found = self.library.target(target.partition("#")[0])
        short = ""
        if found:
            short = (
                found.short if isinstance(found, Entry) else found.description if isinstance(found, Concept) else found.definition
            )
        title = found.title if found else target
        return RuleLink(target, shown or title, self.href(target), " ".join(plain(short).split()))

    def href(self, target: str) -> str:
        """The address of a target on the site."""
        return self.site.rstrip("/") + page_url(self.library, target)


def open_rules(source: Path | str, site: str = "") -> Rules:
    """Open the rules in a bundle (a zip) or a project's folder; fetches nothing. `site` is the address for links; default is the
    one named in the bundle or project. Raises NoRules.
    """
    path = Path(source)
    if not path.exists():
        raise NoRules(
            f"„{source}“ gibt es nicht. Nenne ein Bündel (nachschlag export --format bundle) oder den Ordner eines Projekts."
        )
    try:
        library, findings = load(path)
        site = site or _site_of(path)
    except ValueError as problem:
        raise NoRules(str(problem)) from None
    if not library.systems:
        raise NoRules(
            f"In „{source}“ steht kein Spiel." + (f" {findings[0].location}: {findings[0].message}" if findings else "")
        )
    if not re.match(r"https?://[^\s\"'<>]+$|/[^\s\"'<>]*$", site):
        raise NoRules(f"Wohin die Verweise führen, ist nicht klar: „{site}“ ist keine Adresse. Nenne die der Regelseite (site).")
    return Rules(library, site)


def _site_of(path: Path) -> str:
    if path.is_dir():
        return read_settings(path).site_url if (path / "mkdocs.yml").is_file() else ""
    manifest: Mapping[str, object] = read_archive(path).manifest
    return str(manifest.get("site") or "")
