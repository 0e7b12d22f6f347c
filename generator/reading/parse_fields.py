"""A YAML map and a table of fields → checked values with their places. Every problem is a finding; the other fields survive."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import yaml

from ..files.yaml_source import CONFLICT_HINT, Node, Yaml, conflict_mark
from ..german.rule_numbers import parse_number
from ..model.fields import Field
from ..model.findings import Finding, did_you_mean
from ..model.values import Location

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ue000-\uf8ff]")
#: Types of nodes: the YAML node, its German name, and an example with the names of the field and of its first inner field.
_NODES: Mapping[str, tuple[type[Node], str, str]] = {
    "list": (yaml.SequenceNode, "eine Liste", "{0}: [eins, zwei]"),
    "lists": (yaml.MappingNode, "eine Zuordnung von Listen", "{0}: {{aos: [deckung]}}"),
    "texts": (yaml.MappingNode, "eine Zuordnung von Texten", "{0}: mit eingerückten Zeilen „aos: …“"),
    "map": (yaml.MappingNode, "eine Zuordnung", "{0}: mit eingerückten Zeilen „{1}: …“"),
    "records": (yaml.SequenceNode, "eine Liste von Zuordnungen", "{0}: mit Zeilen „- id: …“"),
    "table": (yaml.SequenceNode, "eine Liste von Zeilen", "rows: [[Kern, 8], [Elite, 6]]"),
}


def _matching(pattern: str, made: Callable[[str], Any] = str) -> Callable[[str], Any]:
    def cast(value: str) -> Any:
        if not re.fullmatch(pattern, value):
            raise ValueError(value)
        return made(value)

    return cast


def _pattern(value: str) -> str:
    re.compile(value)
    return value


#: Types of scalars other than text: the function that casts them, and the code, message and hint of the finding if it refuses one.
_SCALARS: Mapping[str, tuple[Callable[[str], Any], str, str, str]] = {
    "integer": (
        _matching("-?[0-9]{1,9}", int),
        *("F010", "„{name}“ soll eine ganze Zahl sein, nicht „{value}“.", "Beispiel: {name}: 120"),
    ),
    "boolean": (
        _matching("true|false", "true".__eq__),
        *("F006", "„{name}“ soll true oder false sein, nicht „{value}“.", "Beispiel: {name}: true"),
    ),
    "date": (
        _matching(r"\d{4}-\d{2}-\d{2}", lambda value: datetime.date.fromisoformat(value).isoformat()),
        *("F011", "„{value}“ ist kein Datum.", "Schreibe JJJJ-MM-TT, etwa {name}: 2026-05-01"),
    ),
    "number": (parse_number, "K014", "„{value}“ ist keine Regelnummer.", 'Beispiele: "17.0", "2.1.1", "Tabelle 6.2".'),
    "url": (_matching(r"https?://[^\s\"<>]+"), "T002", "„{value}“ ist keine Webadresse.", "Beispiel: https://example.org/"),
    "colour": (_matching("#[0-9a-fA-F]{6}"), "F006", "„{value}“ ist keine Farbe.", 'Beispiel: accent: "#1f5f8b"'),
    "pattern": (
        _pattern,
        *("F006", "„{name}“ ist kein gültiges Muster: „{value:.60}“ ({problem})."),
        "Zeichen wie ( [ . * + ? brauchen einen Rückstrich davor, wenn sie selbst gemeint sind.",
    ),
}


@dataclass(slots=True)
class Values:
    """The content of a map: cast values by field name, the place of each, and findings."""

    fields: tuple[Field, ...] = ()
    values: dict[str, Any] = field(default_factory=dict)
    places: dict[str, Location] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    complete: bool = True

    def text(self, name: str) -> str:
        return str(self.values.get(name) or "")

    def texts(self, name: str) -> tuple[str, ...]:
        return tuple(self.values.get(name) or ())

    def plain(self) -> dict[str, Any]:
        """The given fields with one value or a list of texts, as frozen values take them."""
        given = [f for f in self.fields if f.name in self.values and f.type in ("list", "text", *_SCALARS)]
        return {f.name: self.texts(f.name) if f.type == "list" else self.values[f.name] for f in given}

    def find(self, code: str, place: Location, message: str, hint: str = "") -> None:
        self.findings.append(Finding(code, place, message, hint))


def control_characters(text: str) -> list[re.Match[str]]:
    """The control and private-use characters in a text, which content must not contain."""
    return [] if text.isprintable() else list(_CONTROL.finditer(text))  # printable texts have none, and are told apart quickly


def clean(text: str) -> str:
    """Normalise to NFC and replace control characters by U+FFFD, one for one, so that offsets stay."""
    text = unicodedata.normalize("NFC", text)
    return text if text.isprintable() else _CONTROL.sub("\ufffd", text)


def has_line_break(text: str) -> bool:
    """Whether a text has several lines, by the line ends of any operating system."""
    return "\n" in text or "\r" in text


class FieldReader:
    """Reads maps of one YAML text by tables of fields; with `locating`, also the places within lists of texts."""

    def __init__(self, source: Yaml, *, locating: bool = True) -> None:
        self.source, self._locating = source, locating

    def read(
        self, node: Node | None, fields: tuple[Field, ...], what: str, *, open_map: bool = False, at: Location | None = None
    ) -> Values:
        """Read one map. `what` names it in messages ("der Eintrag"); an open map keeps unknown fields as plain values."""
        out = Values(fields)
        known = {f.name: f for f in fields}
        if not isinstance(node, yaml.MappingNode):
            place = self.source.place(node) if node is not None else at or Location(self.source.path, self.source.first_line)
            out.find("F005", place, f"Hier wird eine Zuordnung „feld: wert“ erwartet ({what}).", f"Beispiel: {fields[0].name}: …")
            out.complete = False
            return out
        for key_node, value_node in node.value:
            self._read_field(out, known, key_node, value_node, open_map)
        for f in fields:
            if f.required and f.name not in out.values and f.name not in out.places:
                out.find(
                    "F004", self.source.place(node), f"Das Feld „{f.name}“ fehlt ({what}).", f"Ergänze „{f.name}: …“: {f.about}."
                )
                out.complete = False
        return out

    def _read_field(self, out: Values, known: Mapping[str, Field], key_node: Node, value_node: Node, open_map: bool) -> None:
        place = self.source.place(key_node)
        name = key_node.value if isinstance(key_node, yaml.ScalarNode) else ""
        if name in out.places:
            self._twice(out, name, place, out.places[name])
            return
        if name not in known:
            if open_map and name:
                out.values[name] = self._plain(out, value_node)
                out.places[name] = place
            else:
                out.find("F003", place, f"Das Feld „{name}“ gibt es nicht.", did_you_mean(name, known))
            return
        out.places[name] = self.source.value_place(value_node)
        value = self._cast(out, known[name], value_node)
        if value is None and known[name].required:
            out.complete = False
            if self._empty(value_node):
                out.find("F004", place, f"Das Feld „{name}“ ist leer.", f"Ergänze es: {known[name].about}.")
        elif value is not None:
            out.values[name] = value

    @staticmethod
    def _empty(node: Node) -> bool:
        return isinstance(node, yaml.ScalarNode) and node.value.strip() in ("", "~", "null") and not node.style

    def _twice(self, out: Values, name: str, place: Location, first: Location) -> None:
        hint = f"Streiche eine der Stellen (die erste: Zeile {first.line})."
        out.find("F008", place, f"Das Feld „{name}“ steht zweimal.", hint)

    def _pairs(self, out: Values, node: yaml.MappingNode) -> list[tuple[str, Node]]:
        """A map's names and value nodes, without duplicate names."""
        first: dict[str, Location] = {}
        pairs = []
        for key, value in node.value:
            name, place = (
                (clean(key.value), self.source.place(key)) if isinstance(key, yaml.ScalarNode) else ("", self.source.place(key))
            )
            if name in first:
                self._twice(out, name, place, first[name])
            else:
                first[name] = place
                pairs.append((name, value))
        return pairs

    def _plain(self, out: Values, node: Node) -> Any:
        """A node as nested strings, lists and dicts."""
        if isinstance(node, yaml.MappingNode):
            return {name: self._plain(out, value) for name, value in self._pairs(out, node)}
        if isinstance(node, yaml.SequenceNode):
            return [self._plain(out, value) for value in node.value]
        return clean(node.value)

    def _cast(self, out: Values, f: Field, node: Node) -> Any:
        if self._empty(node):
            return None
        form, what, example = _NODES.get(f.type, (yaml.ScalarNode, "", "{0}: …"))
        if isinstance(node, form):
            return getattr(self, f"_{f.type if what else 'scalar'}")(out, f, node)
        shown = f", nicht „{node.value}“" if isinstance(node, yaml.ScalarNode) else ""
        wrong = f"soll {what} sein{shown}" if what else "soll ein einzelner Wert sein, hier steht eine Liste oder Zuordnung"
        inner = f.fields[0].name if f.fields else "name"
        out.find("F005", self.source.place(node), f"„{f.name}“ {wrong}.", f"Beispiel: {example.format(f.name, inner)}")
        return None

    def _scalar(self, out: Values, f: Field, node: Node) -> Any:
        text = str(node.value)
        find = partial(self._find, out, node)
        for match in control_characters(text)[:1]:
            find("T005", f"„{f.name}“ enthält das Steuerzeichen U+{ord(match[0]):04X}.", "Lösche das Zeichen.")
        if mark := conflict_mark(text):
            find("T010", f"„{f.name}“ enthält die Konfliktmarke „{mark[0]}“ von Git.", CONFLICT_HINT)
        value = clean(text).strip()
        if f.longest and has_line_break(value):
            find(
                "F017",
                f"„{f.name}“ steht auf mehreren Zeilen.",
                "Schreib den Wert auf eine Zeile, oder gefaltet hinter „>-“.",
            )
        if f.longest and len(value) > f.longest:
            find(
                "F007",
                f"„{f.name}“ hat {len(value)} Zeichen, erlaubt sind {f.longest}: „{value[:40]}…“",
                f"Kürze um {len(value) - f.longest} Zeichen.",
            )
        if f.choices and value not in f.choices:
            find("F006", f"„{value}“ ist für „{f.name}“ nicht erlaubt.", did_you_mean(value, f.choices))
            return None
        return self._typed(f, value, find)

    def _find(self, out: Values, node: Node, code: str, message: str, hint: str = "") -> None:
        out.find(code, self.source.place(node), message, hint)

    def _typed(self, f: Field, value: str, find: Callable[..., None]) -> Any:
        cast, code, message, hint = _SCALARS.get(f.type, (str, "", "", ""))
        try:
            return cast(value)
        except (ValueError, re.error, OverflowError, RecursionError) as problem:
            find(code, message.format(name=f.name, value=value, problem=problem), hint.format(name=f.name))
            return None

    def _list(self, out: Values, f: Field, node: Node) -> list[str]:
        item = Field(f.name, "text", f.about, choices=f.choices)
        found = [(str(v), child) for child in node.value if (v := self._cast(out, item, child)) is not None]
        for at, (value, child) in enumerate(found if self._locating else ()):
            if " " in value:  # findings point to sentences
                out.places[f"{f.name}[{at}]"] = self.source.value_place(child)
        return [value for value, _ in found]

    def _table(self, out: Values, f: Field, node: Node) -> list[list[str]]:
        rows = []
        for child in node.value:
            row = [str(self._plain(out, cell)) for cell in child.value] if isinstance(child, yaml.SequenceNode) else None
            if row is None:
                out.find(
                    "F005",
                    self.source.place(child),
                    f"Eine Zeile von „{f.name}“ soll eine Liste von Zellen sein.",
                    "Beispiel: - [Kern, 8]",
                )
            else:
                rows.append(row)
                out.places[f"{f.name}[{len(rows) - 1}]"] = self.source.place(child)
        return rows

    def _records(self, out: Values, f: Field, node: Node) -> list[Values]:
        records = [self.read(child, f.fields, f"in „{f.name}“") for child in node.value]
        for record in records:
            out.findings += record.findings
        return [record for record in records if record.complete]

    def _map(self, out: Values, f: Field, node: Node) -> Values:
        inner = self.read(node, f.fields, f"in „{f.name}“", open_map=f.open)
        out.findings += inner.findings
        out.places.update({f"{f.name}.{name}": place for name, place in inner.places.items()})
        return inner

    def _lists(self, out: Values, f: Field, node: yaml.MappingNode) -> dict[str, tuple[str, ...]]:
        pairs = self._pairs(out, node)
        return {name: tuple(self._cast(out, Field(name, "list", f.about), value) or ()) for name, value in pairs}

    def _texts(self, out: Values, f: Field, node: yaml.MappingNode) -> dict[str, str]:
        item = Field(f.name, "text", f.about)
        pairs = self._pairs(out, node)
        out.places.update({f"{f.name}.{name}": self.source.value_place(value) for name, value in pairs})
        return {name: str(text) for name, value in pairs if (text := self._cast(out, item, value))}
