"""A YAML map and a table of fields → checked values with their places. Every problem is a finding; the other fields survive."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from ..files.conflicts import CONFLICT_HINT, conflict_mark
from ..files.yaml_source import Node, Yaml
from ..model.fields import Field
from ..model.findings import Finding, did_you_mean
from ..model.rule_number import MalformedNumber, parse_number
from ..model.values import Location

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ue000-\uf8ff]")
_TYPE_NAMES = {
    "list": "eine Liste",
    "lists": "eine Zuordnung von Listen",
    "texts": "eine Zuordnung von Texten",
    "map": "eine Zuordnung",
    "records": "eine Liste von Zuordnungen",
    "table": "eine Liste von Zeilen",
}


@dataclass(slots=True)
class Values:
    """What a map of these fields held: cast values by field name, where each stands, and findings."""

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
        """The fields with one text or a list of texts, as frozen values take them."""
        lists = {f.name: self.texts(f.name) for f in self.fields if f.type == "list"}
        return {f.name: self.text(f.name) for f in self.fields if f.type in ("text", "date", "colour")} | lists

    def find(self, code: str, place: Location, message: str, hint: str = "") -> None:
        self.findings.append(Finding(code, place, message, hint))


def control_characters(text: str) -> list[re.Match[str]]:
    """The control and private-use characters in a text, which content must not contain."""
    return list(_CONTROL.finditer(text))


def clean(text: str) -> str:
    """Normalise to NFC and replace control characters by U+FFFD, one for one, so that offsets stay."""
    return _CONTROL.sub("\ufffd", unicodedata.normalize("NFC", text))


class FieldReader:
    """Reads maps of one YAML text by tables of fields."""

    def __init__(self, source: Yaml) -> None:
        self.source = source

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
        readers: dict[str, Callable[[Values, Field, Node], Any]] = {
            "list": self._list,
            "records": self._records,
            "map": self._map,
            "lists": self._lists,
            "texts": self._texts,
            "table": self._table,
        }
        if reader := readers.get(f.type):
            return reader(out, f, node)
        if not isinstance(node, yaml.ScalarNode):
            out.find(
                "F005",
                self.source.place(node),
                f"„{f.name}“ soll ein einzelner Wert sein, hier steht eine Liste oder Zuordnung.",
                f"Beispiel: {f.name}: …",
            )
            return None
        return self._scalar(out, f, node)

    def _scalar(self, out: Values, f: Field, node: Node) -> Any:
        place = self.source.place(node)
        text = str(node.value)
        for match in control_characters(text)[:1]:
            out.find("T005", place, f"„{f.name}“ enthält das Steuerzeichen U+{ord(match[0]):04X}.", "Lösche das Zeichen.")
        if mark := conflict_mark(text):
            out.find("T010", place, f"„{f.name}“ enthält die Konfliktmarke „{mark[0]}“ von Git.", CONFLICT_HINT)
        value = clean(text).strip()
        if f.longest and "\n" in value:
            out.find(
                "F017",
                place,
                f"„{f.name}“ steht auf mehreren Zeilen.",
                "Schreib den Wert auf eine Zeile, oder gefaltet hinter „>-“.",
            )
        if f.longest and len(value) > f.longest:
            out.find(
                "F007",
                place,
                f"„{f.name}“ hat {len(value)} Zeichen, erlaubt sind {f.longest}: „{value[:40]}…“",
                f"Kürze um {len(value) - f.longest} Zeichen.",
            )
        if f.choices and value not in f.choices:
            out.find("F006", place, f"„{value}“ ist für „{f.name}“ nicht erlaubt.", did_you_mean(value, f.choices))
            return None
        return self._typed(out, f, value, place)

    def _typed(self, out: Values, f: Field, value: str, place: Location) -> Any:
        if f.type == "integer":
            if re.fullmatch(r"-?[0-9]{1,9}", value):
                return int(value)
            out.find("F010", place, f"„{f.name}“ soll eine ganze Zahl sein, nicht „{value}“.", f"Beispiel: {f.name}: 120")
            return None
        if f.type == "boolean":
            if value in ("true", "false"):
                return value == "true"
            out.find("F006", place, f"„{f.name}“ soll true oder false sein, nicht „{value}“.", f"Beispiel: {f.name}: true")
            return None
        if f.type == "date":
            return self._date(out, f, value, place)
        if f.type == "number":
            return self._number(out, value, place)
        if f.type == "url" and not re.match(r"https?://[^\s\"<>]+$", value):
            out.find("T002", place, f"„{value}“ ist keine Webadresse.", "Beispiel: https://example.org/")
            return None
        if f.type == "colour" and not re.fullmatch(r"#[0-9a-fA-F]{6}", value):
            out.find("F006", place, f"„{value}“ ist keine Farbe.", 'Beispiel: accent: "#1f5f8b"')
            return None
        if f.type == "pattern":
            return self._pattern(out, f, value, place)
        return value

    def _pattern(self, out: Values, f: Field, value: str, place: Location) -> str | None:
        try:
            re.compile(value)
        except (re.error, OverflowError, RecursionError) as problem:
            hint = "Zeichen wie ( [ . * + ? brauchen einen Rückstrich davor, wenn sie selbst gemeint sind."
            out.find("F006", place, f"„{f.name}“ ist kein gültiges Muster: „{value[:60]}“ ({problem}).", hint)
            return None
        return value

    def _date(self, out: Values, f: Field, value: str, place: Location) -> str | None:
        try:
            if re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
                return datetime.date.fromisoformat(value).isoformat()
        except ValueError:
            pass
        out.find("F011", place, f"„{value}“ ist kein Datum.", f"Schreibe JJJJ-MM-TT, etwa {f.name}: 2026-05-01")
        return None

    def _number(self, out: Values, value: str, place: Location) -> Any:
        try:
            return parse_number(value)
        except MalformedNumber:
            out.find("K014", place, f"„{value}“ ist keine Regelnummer.", 'Beispiele: "17.0", "2.1.1", "Tabelle 6.2".')
            return None

    def _list(self, out: Values, f: Field, node: Node) -> list[str] | None:
        if not isinstance(node, yaml.SequenceNode):
            self._wrong_form(out, f, node, f"Beispiel: {f.name}: [eins, zwei]")
            return None
        item = Field(f.name, "text", f.about, choices=f.choices)
        return [str(v) for child in node.value if (v := self._cast(out, item, child)) is not None]

    def _table(self, out: Values, f: Field, node: Node) -> list[list[str]] | None:
        if not isinstance(node, yaml.SequenceNode):
            self._wrong_form(out, f, node, "Beispiel: rows: [[Kern, 8], [Elite, 6]]")
            return None
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

    def _records(self, out: Values, f: Field, node: Node) -> list[Values] | None:
        if not isinstance(node, yaml.SequenceNode):
            self._wrong_form(out, f, node, f"Beispiel: {f.name}: mit Zeilen „- id: …“")
            return None
        records = [self.read(child, f.fields, f"in „{f.name}“") for child in node.value]
        for record in records:
            out.findings += record.findings
        return [record for record in records if record.complete]

    def _map(self, out: Values, f: Field, node: Node) -> Values | None:
        if not isinstance(node, yaml.MappingNode):
            first = f.fields[0].name if f.fields else "name"
            self._wrong_form(out, f, node, f"Beispiel: {f.name}: mit eingerückten Zeilen „{first}: …“")
            return None
        inner = self.read(node, f.fields, f"in „{f.name}“", open_map=f.open)
        out.findings += inner.findings
        out.places.update({f"{f.name}.{name}": place for name, place in inner.places.items()})
        return inner

    def _lists(self, out: Values, f: Field, node: Node) -> dict[str, tuple[str, ...]] | None:
        if not isinstance(node, yaml.MappingNode):
            self._wrong_form(out, f, node, f"Beispiel: {f.name}: {{aos: [deckung]}}")
            return None
        result = {}
        for name, value in self._pairs(out, node):
            result[name] = tuple((None if self._empty(value) else self._list(out, Field(name, "list", f.about), value)) or ())
        return result

    def _texts(self, out: Values, f: Field, node: Node) -> dict[str, str] | None:
        if not isinstance(node, yaml.MappingNode):
            self._wrong_form(out, f, node, f"Beispiel: {f.name}: mit eingerückten Zeilen „aos: …“")
            return None
        item = Field(f.name, "text", f.about)
        return {name: str(text) for name, value in self._pairs(out, node) if (text := self._cast(out, item, value))}

    def _wrong_form(self, out: Values, f: Field, node: Node, example: str) -> None:
        shown = f", nicht „{node.value}“" if isinstance(node, yaml.ScalarNode) else ""
        out.find("F005", self.source.place(node), f"„{f.name}“ soll {_TYPE_NAMES[f.type]} sein{shown}.", example)
