"""A translation file's units → the fields to change. Never guesses: a doubtful unit becomes a finding, and its field stays."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..files.yaml_source import CONFLICT_HINT, conflict_mark
from ..model.fields import SHORT_LIMIT, TITLE_LIMIT
from ..model.findings import Finding, did_you_mean
from ..model.library import Library
from ..model.slug import slugify
from ..model.values import Location, Term
from ..prose.foreign_markup import foreign_in_line
from ..prose.plain import link_differences
from ..reading.parse_fields import clean, control_characters, has_line_break
from .paragraphs import FIELD as PARAGRAPH
from .paragraphs import paragraphs_today
from .received import BadFile, Received
from .units import Unit, fingerprint, normal, units

#: Single-line fields that must not contain foreign markup.
_LINES = frozenset({"title", "short", "definition", "description"})

_TABS = re.compile(r"(?<![ \t])[ \t]*\t[ \t]*")


@dataclass(frozen=True, slots=True)
class Change:
    """One field, or one paragraph of a body, with new German text; `place` is the unit's in the translation file, `stamp` the German's
    fingerprint at export."""

    unit: Unit
    new: str
    place: Location
    stamp: str = ""


@dataclass(slots=True)
class Incoming:
    """The effect of an import: changes, findings, and the numbers of units skipped as untranslated, unfinished or unchanged."""

    changes: list[Change] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    empty: int = 0
    unfinished: int = 0
    same: int = 0


def compare(
    library: Library,
    files: Iterable[tuple[str, Iterable[Received]]],
    *,
    fuzzy: bool = False,
    written: Mapping[str, tuple[str, str]] | None = None,
) -> Incoming:
    """Compare the units of files with the library. Each file has its name for findings; `fuzzy` accepts unfinished units too;
    `written` is what earlier imports wrote (see `new_files`).

    Raises BadFile, with the file, if one is unreadable or no unit is ours, as in another project's file.
    """
    comparison = _Comparison({unit.context: unit for unit in units(library, bodies=True)}, library, fuzzy, written or {})
    ours, name = False, ""
    for name, received in files:
        try:
            for one in received:
                ours |= comparison.add(one, Location(name, one.line))
        except BadFile as problem:
            raise problem.within(name) from None
    comparison.compare_parts()
    if not ours:
        raise BadFile(1, "Keine einzige Kennung darin gehört zu diesem Projekt. Stammt es aus einem anderen?").within(name)
    return comparison.incoming


class _Comparison:
    """Compares unit after unit and collects the result in `incoming`."""

    def __init__(self, known: dict[str, Unit], library: Library, fuzzy: bool, written: Mapping[str, tuple[str, str]]) -> None:
        self.known = known
        self.contexts: dict[str, list[str]] = defaultdict(list)
        for unit in known.values():
            self.contexts[unit.id].append(unit.context)
        self.library = library
        self.fuzzy, self.written = fuzzy, written
        self.places: dict[str, Location] = {}
        self.parts: dict[str, list[tuple[Received, Location]]] = defaultdict(list)
        self.incoming = Incoming()

    def add(self, one: Received, place: Location) -> bool:
        """Compare one unit; returns whether its id is ours."""
        id_, _, field_ = one.context.partition("#")
        now = self.library.current_place(id_)  # one that became a section has no such field
        id_ = self.library.current_id(id_)
        context = f"{now}#{field_}"
        is_part = PARAGRAPH.fullmatch(field_) is not None
        unit = self.known.get(f"{now}#text" if is_part else context)
        if unit is None:
            hint = did_you_mean(one.context, self.contexts[id_])
            self._find("U002", place, f"„{one.context}“ gibt es hier nicht.", hint)
            return False
        if context in self.places:
            hint = f"Behalte eine der Stellen (die erste: {self.places[context]})."
            self._find("U004", place, f"„{one.context}“ steht zweimal.", hint)
            return True
        self.places[context] = place
        if is_part:
            self.parts[unit.context].append((one, place))
        else:
            self._compare(unit, one, place)
        return True

    def compare_parts(self) -> None:
        """Compare the paragraphs once all of a body are known, because their neighbours help to find them."""
        for context, parts in self.parts.items():
            today = paragraphs_today(self.known[context], [one for one, _ in parts], self.written)
            for unit, (one, place) in zip(today, parts, strict=True):
                self._compare(unit, one, place)

    def _compare(self, unit: Unit, one: Received, place: Location) -> None:
        leaf = unit.leaf
        new = _read(leaf, one.target)
        if not one.trouble and not new:
            self.incoming.empty += 1
        elif not one.trouble and (new == unit.target or fingerprint(new) == one.stamp):  # as it is now, or as it was exported
            self.incoming.same += 1
        elif not one.trouble and one.unfinished and not self.fuzzy:
            self.incoming.unfinished += 1
        elif trouble := one.trouble or _unusable(unit, leaf, one.target):
            remedy = CONFLICT_HINT if conflict_mark(one.target) else "Berichtige den Text in der Übersetzungsdatei."
            hint = f"{remedy} Importiere dann neu."
            self._find("U006", place, f"„{one.context}“ bleibt, wie es ist: {trouble}", hint)
        elif not one.stamp:
            hint = "Exportiere neu und übertrage deine Änderungen dorthin."
            self._find(
                "U005", place, f"Bei „{one.context}“ fehlt der Stand; ob sich die Datei geändert hat, ist nicht zu sehen.", hint
            )
        elif one.stamp != unit.stamp and self.written.get(unit.context) != (one.stamp, unit.stamp):
            hint = f"Vergleiche mit {unit.location} und trage von Hand ein, was gelten soll."
            message = f"„{one.context}“ hat sich hier seit dem Export geändert; der neue Text bleibt draußen: „{_shown(new)}“."
            self._find("U003", place, message, hint)
        else:
            self._accept(unit, one, place)

    def _accept(self, unit: Unit, one: Received, place: Location) -> None:
        leaf = unit.leaf
        if not unit.is_alone and normal(leaf, one.source) != unit.source:
            hint = f"Prüfe, ob der Text noch passt: {unit.location}"
            self._find("U007", place, f"Das Englische von „{one.context}“ ist hier ein anderes als in der Datei.", hint)
        text = normal(leaf, one.target) if leaf == "text" else _TABS.sub(" ", clean(one.target)).strip()
        lost, added = link_differences(unit.target, text)
        if unit.target and (lost or added):
            difference = ", ".join([*(f"[[{name}]] fehlt" for name in lost), *(f"[[{name}]] kommt dazu" for name in added)])
            hint = f"Sieh nach, ob das so sein soll: {unit.location}"
            self._find("U008", place, f"„{one.context}“ hat nicht mehr dieselben Verweise: {difference}.", hint)
        self.incoming.changes.append(Change(unit, text, place, one.stamp))

    def _find(self, code: str, place: Location, message: str, hint: str) -> None:
        self.incoming.findings.append(Finding(code, place, message, hint))


def _read(leaf: str, target: str) -> str:
    """The text as its field's file gives it. A text with a line break stays unchanged, so that it does not count as equal."""
    return clean(target).strip() if leaf == "short" and has_line_break(target.strip()) else normal(leaf, target)


def _unusable(unit: Unit, leaf: str, target: str) -> str:
    """Why a text cannot become the field's value, in German; "" if it can."""
    limit = {"title": TITLE_LIMIT, "short": SHORT_LIMIT}.get(leaf)
    new = normal(leaf, target)
    if found := control_characters(target):
        return f"Der neue Text enthält das Steuerzeichen U+{ord(found[0][0]):04X}."
    if mark := conflict_mark(target):
        return f"Der neue Text enthält die Konfliktmarke „{mark[0]}“ von Git."
    if leaf in _LINES and (foreign := foreign_in_line(new)):
        return f"Der neue Text enthält „{foreign.written[:40]}“; HTML und Adressen mit Skript gehören nicht in „{leaf}“."
    if leaf in _LINES and has_line_break(target.strip()):
        return f"Der neue Text hat einen Zeilenumbruch; „{leaf}“ steht auf einer Zeile."
    if limit and len(new) > limit:
        return f"Der neue Text hat {len(new)} Zeichen, erlaubt sind {limit}."
    if isinstance(unit.owner, Term) and not slugify(new):
        return f"„{new}“ taugt nicht als Titel: Er braucht Buchstaben oder Ziffern."
    return ""


def _shown(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
