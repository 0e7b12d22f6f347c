"""Fields: the values that each type accepts, the findings for others, and the survival of the remaining fields."""

from typing import Any

import pytest
from nachschlag.generator.files.yaml_source import Yaml
from nachschlag.generator.model.fields import CONCEPT, ENTRY, MOVE, SYSTEM, TERM, Field
from nachschlag.generator.reading.parse_fields import FieldReader, Values, clean, control_characters

FIELDS = (
    Field("title", "text", "Titel", required=True, longest=10),
    Field("order", "integer", "Platz"),
    Field("default", "boolean", "Vorgabe"),
    Field("date", "date", "Tag"),
    Field("number", "number", "Nummer"),
    Field("url", "url", "Seite"),
    Field("accent", "colour", "Farbe"),
    Field("kind", "text", "Art", choices=("rule", "action")),
    Field("see", "list", "Siehe"),
    Field("entries", "lists", "Je Spiel"),
    Field("rows", "table", "Zeilen"),
    Field("card", "map", "Karte", fields=(Field("cost", "integer", "Kosten"), Field("effect", "text", "Effekt", required=True))),
    Field("data", "map", "Daten", fields=(Field("columns", "list", "Spalten"),), open=True),
    Field("parts", "records", "Teile", fields=(Field("id", "text", "Kennung", required=True),)),
)


def read(text: str) -> Values:
    source = Yaml(text, "x.yaml")
    assert source.findings == []
    return FieldReader(source).read(source.root, FIELDS, "im Test")


def codes(values: Values) -> list[str]:
    return [f"{f.location.line}:{f.location.column} {f.code}" for f in values.findings]


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("title: on", "on"),
        ("title: 12:30", "12:30"),
        ("title: 0120", "0120"),
        ("title: 1_000", "1_000"),
        ("title: 2026-05-01", "2026-05-01"),
        ("title: '~'", "~"),
        ("title: 'null'", "null"),
        ("title: A\u0308rger", "Ärger"),
        ("title: '  Wut  '", "Wut"),
        ("title: 1234567890", "1234567890"),
        ("order: 0120", 120),
        ("order: -5", -5),
        ("default: true", True),
        ("default: false", False),
        ("date: 2024-02-29", "2024-02-29"),
        ("url: https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
        ("accent: '#1f5F8b'", "#1f5F8b"),
        ("see: []", []),
        ("see: [a, ~, b, '']", ["a", "b", ""]),
        ("see: [12:30, on]", ["12:30", "on"]),
        ("entries: {aos: [a], on: []}", {"aos": ("a",), "on": ()}),
        ("entries: {aos: ~}", {"aos": ()}),
        ("rows: [[1, ~], [on, 012]]", [["1", "~"], ["on", "012"]]),
    ],
)
def test_values(line: str, value: Any) -> None:
    """A value of each type is read as that type."""
    name = line.partition(":")[0]
    values = read(line if name == "title" else f"{line}\ntitle: Wut")
    assert codes(values) == []
    assert values.complete
    assert values.values[name] == value


@pytest.mark.parametrize("empty", ["", "~", "null", "# nichts"])
def test_empty_values(empty: str) -> None:
    """An empty value counts as none, and as missing where it is required."""
    assert read(f"title: Wut\norder: {empty}\n").values == {"title": "Wut"}
    values = read(f"title: {empty}\n")
    assert codes(values) == ["1:1 F004"]
    assert not values.complete


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("title: 12345678901", ["2:8 F007"]),
        ("titel: Wut", ["2:1 F003"]),
        ("? [a, b]\n: Wut", ["2:3 F003"]),
        ("order: 1_000", ["2:8 F010"]),
        ("order: 12.5", ["2:8 F010"]),
        ("order: 1e3", ["2:8 F010"]),
        ("order: ١٢", ["2:8 F010"]),
        ("order: 12345678901234567890", ["2:8 F010"]),
        ("order: [1]", ["2:8 F005"]),
        ("default: on", ["2:10 F006"]),
        ("default: True", ["2:10 F006"]),
        ("date: 2026-02-30", ["2:7 F011"]),
        ("date: 01.05.2026", ["2:7 F011"]),
        ("date: 2026-5-1", ["2:7 F011"]),
        ("date: 2026-05-01 12:00:00", ["2:7 F011"]),
        ("date: ２０２６-05-01", ["2:7 F011"]),
        ("number: 3W6", ["2:9 K014"]),
        ("number: v1.5", ["2:9 K014"]),
        ("url: javascript:alert(1)", ["2:6 T002"]),
        ("url: ' javascript:alert(1)//https://x.de'", ["2:6 T002"]),
        ("url: 'https://x.de/\"onclick=\"'", ["2:6 T002"]),
        ("url: //example.org", ["2:6 T002"]),
        ("accent: red", ["2:9 F006"]),
        ("accent: '#fff; background: url(x)'", ["2:9 F006"]),
        ("kind: Rule", ["2:7 F006"]),
        ("see: a", ["2:6 F005"]),
        ("see: {a: b}", ["2:6 F005"]),
        ("see: [[a]]", ["2:7 F005"]),
        ("see: [\"a\\0b\"]", ["2:7 T005"]),
        ("entries: [a]", ["2:10 F005"]),
        ("entries: {aos: a}", ["2:16 F005"]),
        ("entries: {aos: [a], aos: [b]}", ["2:21 F008"]),
        ("rows: [a, [b]]", ["2:8 F005"]),
        ("card: billig", ["2:7 F005"]),
        ("card: {cost: 1}", ["2:7 F004"]),
        ("card: {cost: viel, effect: x}", ["2:14 F010"]),
        ("card: {effect: a, effect: b}", ["2:19 F008"]),
        ("data: {columns: a, frei: {b: 1, b: 2}}", ["2:17 F005", "2:33 F008"]),
        ("parts: {id: a}", ["2:8 F005"]),
        ("parts: [a, {id: b}, {}]", ["2:9 F005", "2:21 F004"]),
        ("title: Mut", ["2:1 F008"]),
        ("\"title\": Mut", ["2:1 F008"]),
    ],
)  # fmt: skip
def test_findings_and_the_other_fields_survive(line: str, expected: list[str]) -> None:
    first = "kind: rule" if line == "title: 12345678901" else "title: Wut"
    values = read(f"{first}\n{line}\nsee2: x\n".replace("see2: x\n", ""))
    assert sorted(codes(values)) == sorted(expected)
    assert values.values[first.partition(":")[0]] == first.partition(": ")[2]
    assert all(f.message for f in values.findings)


@pytest.mark.parametrize("text", ["", "nur Text", "[a, b]", "~"])
def test_a_map_is_needed(text: str) -> None:
    values = read(text)
    assert codes(values) == ["1:1 F005"]
    assert not values.complete


def test_incomplete_records_are_left_out() -> None:
    values = read("title: Wut\nparts:\n  - id: a\n  - {}\n  - id: b\n")
    assert [part.text("id") for part in values.values["parts"]] == ["a", "b"]


def test_an_open_map_keeps_what_it_does_not_know() -> None:
    values = read("title: Wut\ndata:\n  columns: [a]\n  frei: {x: [1, {y: on}]}\n")
    assert values.values["data"].values == {"columns": ["a"], "frei": {"x": ["1", {"y": "on"}]}}


def test_places_reach_into_maps() -> None:
    values = read("title: Wut\ncard:\n  effect: Rolle.\n")
    assert str(values.places["card.effect"]) == "x.yaml:3:11"


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("a\tb\nc", "a\tb\nc"),
        ("a\x07b", "a\ufffdb"),
        ("\ue000", "\ufffd"),
        ("\u2028", "\ufffd"),
        ("\x85", "\ufffd"),
        ("a\u0308", "ä"),
    ],
)
def test_clean(text: str, cleaned: str) -> None:
    """Cleaning replaces control characters and joins letters with their accents."""
    assert clean(text) == cleaned
    assert control_characters(clean(text)) == []


def test_every_field_explains_itself_and_stands_once() -> None:
    def walk(fields: tuple[Field, ...]) -> None:
        assert len({f.name for f in fields}) == len(fields)
        for f in fields:
            assert f.about
            walk(f.fields)

    for fields in (ENTRY, TERM, CONCEPT, MOVE, SYSTEM):
        walk(fields)
