"""One table of fields makes the record and its schema; a system's own data fields come from its system.yaml everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from nachschlag.generator.model.library import Library
from nachschlag.generator.pages.rendered import Rendering
from nachschlag.generator.proofing.checks import run_checks
from nachschlag.generator.reading.load import load
from nachschlag.generator.reading.parse import parse_system
from nachschlag.generator.reading.source import SourceFile
from nachschlag.generator.records import api_files, bundle, entry, export, glossary, name_index, system
from nachschlag.generator.records.entry import entry_hash
from nachschlag.generator.records.export import exported
from nachschlag.generator.records.fields import Of, RecordField, Table, many, record_of, schema_of, within
from nachschlag.generator.records.schema import schema
from nachschlag.generator.records.schema_parts import INTEGER, TEXT, TEXTS, nullable
from nachschlag.generator.references.graph import link_library
from nachschlag.generator.takeaway.obsidian import vault

from tests.projects import REPOSITORY

MINI = REPOSITORY / "tests/data/mini"
Project = Callable[..., Path]


@dataclass
class Thing:
    name: str
    more: str = ""
    words: tuple[str, ...] = ()


WORD: Table = (RecordField("word", TEXT, of=lambda made: made.it),)
THING: Table = (
    RecordField("name", TEXT, "wie es heißt"),
    RecordField("more", nullable(TEXT), since="0.2.0"),
    RecordField("length", INTEGER, of=lambda made: len(made.it.name)),
    RecordField("words", TEXTS, optional=True),
    many("each", "Wort", WORD, lambda made: made.it.words),
)


@pytest.mark.parametrize(
    ("thing", "record"),
    [
        (Thing("Wut"), {"name": "Wut", "more": None, "length": 3, "each": []}),
        (Thing("", "x", ("a",)), {"name": "", "more": "x", "length": 0, "words": ["a"], "each": [{"word": "a"}]}),
    ],
)
def test_a_record_fits_the_schema_of_its_table(mini: Library, thing: Thing, record: object) -> None:
    assert record_of(THING, Of(thing, mini)) == record
    Draft202012Validator(schema_of("Ding", THING)).validate(record)
    assert record_of(within(THING, lambda made: made.it[0]), Of([thing], mini)) == record


def test_a_schema_says_meaning_version_and_what_may_be_missing() -> None:
    made = schema_of("Ding", THING)
    assert made["required"] == ["name", "more", "length", "each"]
    assert made["properties"]["name"] == {"description": "wie es heißt", "type": "string"}
    assert made["properties"]["more"]["description"] == "seit 0.2.0"


def test_no_field_is_newer_than_the_program() -> None:
    tables = (api_files, bundle, entry, export, glossary, name_index, system)
    found = [one for module in tables for table in vars(module).values() if isinstance(table, tuple) for one in table]
    fields = [one for one in found if isinstance(one, RecordField)]
    now = [int(part) for part in version("nachschlag").split(".")]
    assert len(fields) > 100
    assert [one.name for one in fields if [int(part) for part in one.since.split(".")] > now] == []


# -- what is one system's alone -------------------------------------------------------------------------------------------------

GAME = "content/wuerfelkrieg/system.yaml"
DECLARED = (MINI / GAME).read_text("utf-8") + "data:\n  - {name: weite, label: 'Weite & <b>'}\n  - {name: stufe, label: Stufe}\n"
RULE = "---\ntitle: Neu\nkind: rule\ndata: {%s}\n---\nText.\n"


def played(project: Project, data: str) -> Path:
    return project({GAME: DECLARED, "content/wuerfelkrieg/grundregeln/neu.md": RULE % data})


def test_a_systems_own_data_is_shown_as_its_system_yaml_calls_it(project: Project) -> None:
    library, findings = load(played(project, "stufe: '2', fremd: 'mit [[wurf]]', weite: nah"))
    graph = link_library(library)
    entry = library.entries["wuerfelkrieg/neu"]
    card = Rendering(library, graph).entry(entry).card.filled(lambda target: f"/{target}/")
    assert re.findall(r"<dt>(.*?)</dt>", card) == [
        "Weite &amp; &lt;b&gt;",
        "Stufe",
        "fremd",
    ]  # as declared; undeclared ones under their own name
    assert findings == []
    assert [(f.code, "fremd" in f.message) for f in run_checks(library, graph) if f.code == "F016"] == [("F016", True)]
    record = exported(library, entry, graph)
    assert list(record["data"]) == ["stufe", "fremd", "weite"]
    assert [reference["field"] for reference in record["references"]] == ["data.fremd"]
    notes = dict(vault(library, graph))
    assert any("- **Weite & &lt;b>**: nah" in text for text in notes.values())


def test_declared_data_is_text(project: Project) -> None:
    library, findings = load(played(project, "stufe: [a], weite: ' nah '"))
    assert [f.code for f in findings] == ["F005"]
    assert dict(library.entries["wuerfelkrieg/neu"].data or {}) == {"weite": "nah"}


@pytest.mark.parametrize("name", ["entry", "api-entry", "export"])
def test_schemas_know_what_the_systems_declare(project: Project, name: str) -> None:
    library, _ = load(played(project, "weite: nah"))
    assert "'weite'" in str(schema(name, library.systems.values()))
    assert "'weite'" not in str(schema(name))


def test_a_system_yaml_with_the_old_field_dice_still_loads() -> None:
    system, findings = parse_system(SourceFile(GAME, (MINI / GAME).read_text("utf-8") + "dice: [W6]\n"), "wuerfelkrieg")
    assert system is not None
    assert [(f.code, "dice" in f.message) for f in findings] == [("F003", True)]


def test_fingerprints_that_were_published_stay(mini: Library) -> None:
    """A new field does not change the fingerprints of entries without it: its record says since when it exists."""
    assert entry_hash(mini.entries["wuerfelkrieg/trefferliste"]) == "e04564e125f4c09e"
