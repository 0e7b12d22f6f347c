"""Everything published fits its JSON Schema, and the editors' schemas fit every real file.

generator/records/schema.py makes the schema files in generator/assets/schema. After a change there:

    python -m tests.site.test_schemas    rewrites them, and the records' Python types; read the difference before committing it
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from nachschlag.generator.files.json_text import to_json
from nachschlag.generator.model.values import System
from nachschlag.generator.reading.parse import front_matter
from nachschlag.generator.reading.source import SourceFile
from nachschlag.generator.records.schema import SCHEMAS, schema

from tests.html import dead_links
from tests.projects import REPOSITORY, build, mini_project, nachschlag, own_library
from tests.site import record_types

FOLDER = REPOSITORY / "generator" / "assets" / "schema"
EDITOR = ("entry", "system", "glossary", "concepts", "queries", "moved", "profile")


@cache
def our_systems() -> list[System]:
    return list(own_library().systems.values())


def schema_text(name: str) -> str:
    """A schema from our own site."""
    return to_json(schema(name, our_systems()))


def wrong(schema: dict[str, Any], value: object) -> list[str]:
    """Violations of a schema, as "path: message"."""
    errors = Draft202012Validator(schema).iter_errors(value)
    return [f"{error.json_path}: {error.message}" for error in errors]


# -- the schemas themselves ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_schemas(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name]())


@pytest.mark.parametrize("name", EDITOR)
def test_schema_files_are_up_to_date(name: str) -> None:
    path = FOLDER / f"{name}.schema.json"
    assert path.is_file(), "Abhilfe: python -m tests.site.test_schemas"
    assert path.read_text("utf-8") == schema_text(name), "Abhilfe: python -m tests.site.test_schemas"


def test_there_is_no_other_schema_file() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(f"{name}.schema.json" for name in EDITOR)


def test_the_python_types_of_records_are_up_to_date() -> None:
    assert record_types.FILE.read_text("utf-8") == record_types.record_types(), "Abhilfe: python -m tests.site.test_schemas"


# -- files people write -------------------------------------------------------------------------------------------------------


def schema_of(path: Path) -> str:
    if path.suffix == ".md":
        return "entry"
    if path.parent.name == "queries":
        return "queries"
    return {"system.yaml": "system", "moved.yaml": "moved", "concepts.yaml": "concepts"}.get(path.name, "glossary")


def written_files(root: Path) -> list[Path]:
    entries = [path for path in sorted(root.glob("content/*/*/*.md")) if not path.name.endswith(".en.md")]
    return [*entries, *sorted(root.glob("content/*/*.yaml")), *sorted(root.glob("glossary/**/*.yaml"))]


class _Standard(yaml.CSafeLoader):
    """Reads YAML as editors do: with numbers, booleans and null, but dates as text (YAML 1.2 has no dates)."""


_Standard.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def head(path: Path) -> str:
    text = path.read_text("utf-8")
    if path.suffix != ".md":
        return text
    split = front_matter(SourceFile(str(path), text))
    assert split is not None, path
    return split[0]


@pytest.mark.parametrize("root", [REPOSITORY, REPOSITORY / "tests/data/mini"], ids=["ours", "mini"])
def test_editors_accept_every_real_file(root: Path) -> None:
    files = written_files(root)
    assert {schema_of(path) for path in files} >= {"entry", "system", "glossary"}
    schemas = {name: SCHEMAS[name]() for name in EDITOR}
    found = {
        path.relative_to(root).as_posix(): wrong(schemas[schema_of(path)], yaml.load(head(path), _Standard)) for path in files
    }  # a SafeLoader
    assert {path: errors for path, errors in found.items() if errors} == {}


@pytest.mark.parametrize("root", [REPOSITORY, REPOSITORY / "tests/data/mini"], ids=["ours", "mini"])
def test_scalars_read_as_text_fit_where_text_is_meant(root: Path) -> None:
    """Our own reader yields text everywhere, so only fields of numbers and booleans may differ from the schema."""
    schemas = {name: SCHEMAS[name]() for name in EDITOR}
    for path in written_files(root):
        errors = wrong(schemas[schema_of(path)], yaml.load(head(path), yaml.CBaseLoader))  # text only, no objects
        left = [
            e
            for e in errors
            if not any(name in e.partition(":")[0] for name in (".order", ".page", ".places", ".merged", ".default"))
            and not any(said in e for said in (": ''", "'collected': 'true'"))
        ]
        assert left == [], path


@pytest.mark.parametrize(
    ("name", "value", "where"),
    [
        ("entry", {"title": "X"}, "kind"),
        ("entry", {"title": "X", "kind": "regel"}, "$.kind"),
        ("entry", {"title": "X" * 121, "kind": "rule"}, "$.title"),
        ("entry", {"title": "X", "kind": "rule", "shrot": "Tippfehler"}, "shrot"),
        ("entry", {"title": "X", "kind": "rule", "short": "x" * 161}, "$.short"),
        ("entry", {"title": "X", "kind": "rule", "page": "zwölf"}, "$.page"),
        (
            "entry",
            {"title": "X", "kind": "rule", "changes": [{"date": "2026-05-01", "kind": "sinn", "text": "x"}]},
            "$.changes",
        ),
        ("system", {"id": "x", "name": "X", "short": "X"}, "licence"),
        ("glossary", [{"titel": "X"}], "titel"),
        ("concepts", [{"id": "x", "title": "X", "description": "x", "entries": ["aos/x"]}], "entries"),
        ("moved", [{"old": "a/b", "new": "a/c", "date": "heute", "why": "x"}], "date"),
    ],
)
def test_editors_mark_what_is_wrong(name: str, value: object, where: str) -> None:
    errors = wrong(SCHEMAS[name](), value)
    assert errors
    assert any(where in error for error in errors)


def test_files_name_a_schema_that_is_there() -> None:
    for path in written_files(REPOSITORY):
        text = path.read_text("utf-8").split("\n", 3)
        named = [line.partition("$schema=")[2] for line in text[:2] if line.startswith("# yaml-language-server:")]
        assert named, path
        assert (path.parent / named[0]).resolve() == FOLDER / f"{schema_of(path)}.schema.json", path


# -- files we publish ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def exported(own_site: Path) -> Any:
    """The output of `nachschlag export` for our own content. Read only."""
    return json.loads(nachschlag("--project", own_site.parent, "export").stdout)


def test_the_export_fits_its_schema(exported: Any) -> None:
    assert wrong(SCHEMAS["export"](), exported) == []


def test_references_to_lists_concepts_and_terms_are_records_like_others(tmp_path: Path) -> None:
    """Not every target is an entry; only entries have backlinks, and each target has a page."""
    text = "Siehe Seite 11, [[begriffe/angriff]], [[glossar/becher]], [[glossar/sturmwurf]], [[kaempfen#ablauf]]."
    root = mini_project(
        tmp_path / "projekt", {"content/wuerfelkrieg/grundregeln/neu.md": f"---\ntitle: Neu\nkind: rule\n---\n{text}\n"}
    )
    site = build(root)
    exported = json.loads(nachschlag("--project", root, "export").stdout)
    assert wrong(SCHEMAS["export"](), exported) == []
    entries = {entry["id"].partition("/")[2]: entry for entry in exported["entries"]}
    targets = [reference["target"] for reference in entries["neu"]["references"]]
    assert targets == [
        "wuerfelkrieg/seite/11",
        "begriffe/angriff",
        "wuerfelkrieg/glossar/becher",
        "wuerfelkrieg/glossar/sturmwurf",
        "wuerfelkrieg/kaempfen#ablauf",
    ]
    assert [target for target in targets if not (site / target.partition("#")[0] / "index.html").is_file()] == []
    assert sorted(slug for slug, entry in entries.items() if "wuerfelkrieg/neu" in entry["backlinks"]) == [
        "kaempfen",
        "wuerfelsturm",
    ]
    assert dead_links(site) == []


def test_export_and_static_api_agree(own_site: Path, exported: Any) -> None:
    for entry in exported["entries"]:
        published = json.loads((own_site / "api/v1/entries" / f"{entry['id']}.json").read_text("utf-8"))
        assert {name: published[name] for name in entry} == entry


def test_published_schemas_are_ours(own_site: Path) -> None:
    for name in SCHEMAS:
        assert (own_site / "api/v1/schema" / f"{name}.schema.json").read_text("utf-8") == schema_text(name)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in EDITOR:
        (FOLDER / f"{name}.schema.json").write_text(schema_text(name), "utf-8")
        print(FOLDER / f"{name}.schema.json")
    record_types.FILE.write_text(record_types.record_types(), "utf-8")
    print(record_types.FILE)
