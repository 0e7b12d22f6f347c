"""A translation file's units → the fields to change. Never guesses: a doubtful unit becomes a finding, and its field stays."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..files.conflicts import CONFLICT_HINT, conflict_mark
from ..model.fields import SHORT_LIMIT, TITLE_LIMIT
from ..model.findings import Finding, did_you_mean
from ..model.library import Library
from ..model.slug import slugify
from ..model.values import Location, Term
from ..prose.foreign_markup import foreign_in_line
from ..prose.plain import link_differences
from ..reading.parse_fields import clean, control_characters
from .received import BadFile, Received
from .units import Unit, normal, units

#: Single-line fields that must not contain foreign markup.
_LINES = frozenset({"title", "short", "definition", "description"})

#: A line break, which fields of the head must not contain.
_LINE_END = re.compile(r"(?:(?<![ \t])[ \t]+)?[\r\n\t]+[ \t]*")


@dataclass(frozen=True, slots=True)
class Change:
    """One field with new German text; `line` is the unit's line in the translation file, `stamp` the German's fingerprint at export."""

    unit: Unit
    new: str
    line: int
    stamp: str = ""

    @property
    def leaf(self) -> str:
        """The name of the field in its file."""
        return self.unit.field.rpartition(".")[2]


@dataclass(slots=True)
class Incoming:
    """What an import would do: changes, findings, and the numbers of units skipped as untranslated, unfinished or unchanged."""

    changes: list[Change] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    empty: int = 0
    unfinished: int = 0
    same: int = 0


def compare(
    library: Library,
    received: Iterable[Received],
    name: str,
    *,
    fuzzy: bool = False,
    written: Mapping[str, tuple[str, str]] | None = None,
) -> Incoming:
    """Compare a file's units with the library. `name` is the file's name for findings; `fuzzy` accepts unfinished units too;
    `written` is what earlier imports wrote (see `imported`).

    Raises BadFile if no unit is ours, as in another project's file.
    """
    comparison = _Comparison({unit.context: unit for unit in units(library)}, library, name, fuzzy, written or {})
    ours = False
    for one in received:
        ours |= comparison.add(one)
    if not ours:
        raise BadFile(1, "Keine einzige Kennung in dieser Datei gehört zu diesem Projekt. Ist es die Datei eines anderen?")
    return comparison.incoming


class _Comparison:
    """Compares unit after unit and collects the result in `incoming`."""

    def __init__(
        self, known: dict[str, Unit], library: Library, name: str, fuzzy: bool, written: Mapping[str, tuple[str, str]]
    ) -> None:
        self.known = known
        self.contexts: dict[str, list[str]] = defaultdict(list)
        for unit in known.values():
            self.contexts[unit.id].append(unit.context)
        self.library = library
        self.name = name
        self.fuzzy, self.written = fuzzy, written
        self.lines: dict[str, int] = {}
        self.incoming = Incoming()

    def add(self, one: Received) -> bool:
        """Compare one unit; returns whether its id is ours."""
        id_, _, field_ = one.context.partition("#")
        context = f"{self.library.current_place(id_)}#{field_}"  # one that became a section has no such field
        unit = self.known.get(context)
        if unit is None:
            self._find(
                "U002",
                one,
                f"„{one.context}“ gibt es hier nicht.",
                did_you_mean(one.context, self.contexts[self.library.current_id(id_)]),
            )
            return False
        if context in self.lines:
            hint = f"Behalte eine der Stellen (die erste: Zeile {self.lines[context]})."
            self._find("U004", one, f"„{one.context}“ steht zweimal in der Datei.", hint)
            return True
        self.lines[context] = one.line
        self._compare(unit, one)
        return True

    def _compare(self, unit: Unit, one: Received) -> None:
        leaf = unit.field.rpartition(".")[2]
        new = normal(leaf, one.target)
        if not one.trouble and not new:
            self.incoming.empty += 1
        elif not one.trouble and new == unit.target:
            self.incoming.same += 1
        elif not one.trouble and one.unfinished and not self.fuzzy:
            self.incoming.unfinished += 1
        elif trouble := one.trouble or _unusable(unit, leaf, one.target):
            hint = f"{CONFLICT_HINT} Importiere dann neu." if conflict_mark(one.target) else "Trage den Text von Hand ein."
            self._find("U006", one, f"„{one.context}“ bleibt, wie es ist: {trouble}", hint)
        elif not one.stamp:
            hint = "Exportiere neu und übertrage deine Änderungen dorthin."
            self._find(
                "U005", one, f"Bei „{one.context}“ fehlt der Stand; ob sich die Datei geändert hat, ist nicht zu sehen.", hint
            )
        elif one.stamp != unit.stamp and self.written.get(unit.context) != (one.stamp, unit.stamp):
            hint = f"Vergleiche mit {unit.location} und trage von Hand ein, was gelten soll."
            message = f"„{one.context}“ hat sich hier seit dem Export geändert; der neue Text bleibt draußen: „{_shown(new)}“."
            self._find("U003", one, message, hint)
        else:
            self._accept(unit, one, leaf)

    def _accept(self, unit: Unit, one: Received, leaf: str) -> None:
        if normal(leaf, one.source) != unit.source:
            hint = f"Prüfe, ob der Text noch passt: {unit.location}"
            self._find("U007", one, f"Das Englische von „{one.context}“ ist hier ein anderes als in der Datei.", hint)
        text = normal(leaf, one.target) if leaf == "text" else _LINE_END.sub(" ", clean(one.target)).strip()
        lost, added = link_differences(unit.target, text)
        if unit.target and (lost or added):
            told = ", ".join([*(f"[[{name}]] fehlt" for name in lost), *(f"[[{name}]] kommt dazu" for name in added)])
            hint = f"Sieh nach, ob das so sein soll: {unit.location}"
            self._find("U008", one, f"„{one.context}“ hat nicht mehr dieselben Verweise: {told}.", hint)
        self.incoming.changes.append(Change(unit, text, one.line, one.stamp))

    def _find(self, code: str, one: Received, message: str, hint: str) -> None:
        self.incoming.findings.append(Finding(code, Location(self.name, one.line), message, hint))


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
    if limit and re.search(r"[\r\n]", target.strip()):
        return f"Der neue Text hat einen Zeilenumbruch; „{leaf}“ steht auf einer Zeile."
    if limit and len(new) > limit:
        return f"Der neue Text hat {len(new)} Zeichen, erlaubt sind {limit}."
    if isinstance(unit.owner, Term) and not slugify(new):
        return f"„{new}“ taugt nicht als Titel: Er braucht Buchstaben oder Ziffern."
    return ""


def _shown(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
