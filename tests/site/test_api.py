"""The static API keeps its promises: every file is described and valid, hashes are right, every record states its rights, nothing vanishes.

tests/data/api.txt lists every field ever promised, with its type. After adding a field or file:

    python -m tests.site.test_api    adds the new lines; it removes none, as promises stay
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from jsonschema import Draft202012Validator
from nachschlag.generator.model.settings import Settings
from nachschlag.generator.model.values import MOVE_KINDS
from nachschlag.generator.reading.load import load
from nachschlag.generator.records import api_files
from nachschlag.generator.records.fields import Of, record_of
from nachschlag.generator.records.schema import API_SCHEMAS, schema
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.html import Page
from tests.made import made_api
from tests.projects import REPOSITORY, mini_project, own_library, tree
from tests.site.test_site import hostile_overlay

PROMISED = REPOSITORY / "tests" / "data" / "api.txt"
ADDRESS = "https://example.org/regeln/"
OPENAPI = "api/v1/openapi.json"

#: The sites to check: ours and the mini project's as built, the files of one with a known address, and of a hostile one.
SITES = ["own_site", "mini_site", "addressed", "hostile"]

Files = dict[str, Any]


@pytest.fixture(scope="module")
def addressed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return made_files(mini_project(tmp_path_factory.mktemp("adresse") / "projekt"), site_url=ADDRESS)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return made_files(mini_project(tmp_path_factory.mktemp("boese") / "projekt", hostile_overlay()), site_url=ADDRESS)


def made_files(project: Path, site_url: str = "") -> dict[str, str]:
    """The API's files of a project without building its site."""
    library, _ = load(project)
    made = made_api(library, Settings(site_url=site_url))
    return {path: text for path, text in made.items() if path.endswith(".json")}


@pytest.fixture(scope="module", params=SITES)
def files(request: pytest.FixtureRequest) -> Files:
    """Every file of an API: path below the site → content."""
    made: Any = request.getfixturevalue(request.param)
    raw = {f"api/{path}": text for path, text in tree(made / "api").items()} if isinstance(made, Path) else made
    return {path: json.loads(content) for path, content in raw.items()}


# -- openapi.json -------------------------------------------------------------------------------------------------------------


def test_the_description_is_valid_openapi(files: Files) -> None:
    assert files[OPENAPI]["openapi"].startswith("3.1.")
    assert [error.message for error in OpenAPIV31SpecValidator(files[OPENAPI]).iter_errors()] == []


def test_every_path_exists_for_its_examples(files: Files) -> None:
    described = files[OPENAPI]
    for path, item in described["paths"].items():
        values = {p["name"]: p["example"] for p in item["get"].get("parameters", ())}
        assert set(values) == set(re.findall(r"\{(\w+)\}", path)), path
        filled = path.format(**values)
        assert filled.removeprefix("/") in files
        served = urljoin(f"{ADDRESS}{OPENAPI}", described["servers"][0]["url"] + filled)
        assert served == ADDRESS + filled.removeprefix("/")


def test_every_operation_has_its_own_name(files: Files) -> None:
    names = [item["get"]["operationId"] for item in files[OPENAPI]["paths"].values()]
    assert len(set(names)) == len(names)
    assert "entriesSystemSlug" in names


def test_oembed_is_described_where_it_is(files: Files) -> None:
    there = any(path.startswith("api/v1/oembed/") for path in files)
    assert there == ("/api/v1/oembed/{system}/{slug}.json" in files[OPENAPI]["paths"])
    assert there == files[OPENAPI]["servers"][0]["url"].startswith("https:")


# -- schemas ------------------------------------------------------------------------------------------------------------------


def closed(schema: Any) -> Any:
    """Forbid unnamed fields in a schema, except in data, where authors may add fields."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {
        key: {name: closed(part) for name, part in value.items()} if key == "properties" else closed(value)
        for key, value in schema.items()
    }
    return {"additionalProperties": schema.get("title") == "Data", **inner} if "properties" in schema else inner


def schema_names(described: Any) -> Iterator[tuple[re.Pattern[str], str]]:
    """The files that a path stands for, and the name of their schema; "" for the schemas themselves."""
    for path, item in described["paths"].items():
        schema = item["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path.removeprefix("/")))
        yield re.compile(pattern), schema.get("$ref", "").rpartition("/")[2]


def test_every_file_is_described_and_fits_with_every_field_named(files: Files) -> None:
    described = files[OPENAPI]
    kinds = list(schema_names(described))
    validators = {name: Draft202012Validator(closed(part)) for name, part in described["components"]["schemas"].items()}
    assert set(validators) == {name for _, name in kinds if name}
    for path, content in files.items():
        if path == OPENAPI:
            continue
        found = [name for pattern, name in kinds if pattern.fullmatch(path)]
        assert len(found) == 1, path
        if found[0]:
            errors = [f"{path} {e.json_path}: {e.message}" for e in validators[found[0]].iter_errors(content)]
            assert errors == []
        else:
            Draft202012Validator.check_schema(content)


def test_schemas_name_their_types_in_english(files: Files) -> None:
    """Generators of clients make names of classes from titles."""

    def titles(part: Any) -> Iterator[str]:
        if isinstance(part, dict):
            yield from [part["title"]] if isinstance(part.get("title"), str) else []
            yield from (title for value in part.values() for title in titles(value))
        elif isinstance(part, list):
            yield from (title for value in part for title in titles(value))

    found = set(titles(files[OPENAPI]["components"]["schemas"]))
    assert {"Entry", "Term", "Concept", "Game", "Change"} <= found
    assert {
        title for title in found if not title.isascii() or re.search(r"Spiel|Begriff|Eintrag|Verweis|Quelle|Karte|Zeile", title)
    } == set()


def test_a_file_with_an_undeclared_field_would_be_noticed(files: Files) -> None:
    validator = Draft202012Validator(closed(files[OPENAPI]["components"]["schemas"]["api-systems"]))
    content = json.loads(json.dumps(files["api/v1/systems.json"]))
    content["systems"][0]["licence"]["neu"] = 1
    assert [e.json_path for e in validator.iter_errors(content)] == ["$.systems[0].licence"]


def test_published_schemas_allow_what_joins_later() -> None:
    for name in API_SCHEMAS:
        assert 'additionalProperties": false' not in json.dumps(schema(name)), name


# -- one file for another -----------------------------------------------------------------------------------------------------


def test_the_index_agrees_with_the_file_of_every_entry(files: Files) -> None:
    listed = files["api/v1/index.json"]["entries"]
    assert listed
    for line in listed:
        entry = files[f"api/v1/entries/{line['id']}.json"]
        assert {name: entry[name] for name in line} == line
    there = {path for path in files if path.startswith("api/v1/entries/")}
    assert there == {f"api/v1/entries/{line['id']}.json" for line in listed}


def test_addresses_of_entries_are_pages(mini_site: Path) -> None:
    for line in json.loads((mini_site / "api/v1/index.json").read_text("utf-8"))["entries"]:
        assert (mini_site / line["url"].strip("/") / "index.html").is_file()


def test_every_system_has_its_files(files: Files) -> None:
    for system in files["api/v1/systems.json"]["systems"]:
        assert files[f"api/v1/glossary/{system['id']}.json"]["system"] == system["id"]
        assert files[f"api/v1/systems/{system['id']}.json"]["system"] == system


# -- hashes -------------------------------------------------------------------------------------------------------------------


def canonical(value: Any) -> str:
    """Canonical JSON after RFC 8785; ours has no fractions, and no keys beyond the basic plane."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def test_every_files_hash_is_that_of_its_content(files: Files) -> None:
    bare = ("api/v1/schema/", "api/v1/oembed/", OPENAPI)  # defined by others
    for path, content in files.items():
        if not path.startswith(bare):
            rest = {name: value for name, value in content.items() if name != "file_hash"}
            assert content["file_hash"] == hashlib.sha256(canonical(rest).encode()).hexdigest()[:16], path


def test_the_index_has_the_hash_of_every_other_file(files: Files) -> None:
    index = files["api/v1/index.json"]
    shown = {f"api/v1/entries/{line['id']}.json": line["file_hash"] for line in index["entries"]}
    shown |= {f"api/v1/{name}": hash_ for name, hash_ in index["files"].items()}
    there = {path: content["file_hash"] for path, content in files.items() if "file_hash" in content}
    del there["api/v1/index.json"]
    assert shown == there


def test_only_what_changed_gets_another_hash(tmp_path: Path) -> None:
    """The file of a rule that the changed text refers to changes, too: its backlinks differ."""
    text = "---\ntitle: Neu\nkind: rule\nshort: {}\n---\nText.\n"
    indexes = []
    for folder, short in (("a", "Eins."), ("b", "Zwei."), ("c", "Siehe [[wurf]].")):
        root = mini_project(tmp_path / folder, {"content/wuerfelkrieg/grundregeln/neu.md": text.format(short)})
        index = json.loads(made_files(root)["api/v1/index.json"])
        indexes.append({line["id"]: line["file_hash"] for line in index["entries"]} | index["files"])
    first, second, third = indexes
    assert {name for name in first if first[name] != second[name]} == {
        "wuerfelkrieg/neu",
        "systems/wuerfelkrieg.json",
        "names/wuerfelkrieg.json",
    }
    assert {name for name in first if first[name] != third[name]} == {
        "wuerfelkrieg/neu",
        "wuerfelkrieg/wurf",
        "systems/wuerfelkrieg.json",
        "names/wuerfelkrieg.json",
    }


# -- rights -------------------------------------------------------------------------------------------------------------------


def test_every_record_names_licence_and_source(files: Files) -> None:
    systems = {one["id"]: one for one in files["api/v1/systems.json"]["systems"]}
    for path, content in files.items():
        of_system = {
            "entries": lambda content: [content],
            "glossary": lambda content: content["terms"],
        }.get(path.split("/")[2], lambda _: [])
        for record in of_system(content):
            its = systems[record["system"]]
            assert record["licence_id"] == its["licence"]["id"]
            assert record["attribution"] == its["attribution"]
            assert record["source"]["book"] == its["source"]
            assert record["source"]["page"] == record.get("page")
        if path.startswith(("api/v1/entries/", "api/v1/glossary/")):
            assert content["licence"] == systems[content["system"]]["licence"]


def test_concepts_name_licence_and_the_books_they_compare(files: Files) -> None:
    concepts = files["api/v1/concepts.json"]["concepts"]
    names = {system["id"]: system["name"] for system in files["api/v1/systems.json"]["systems"]}
    assert concepts
    for concept in concepts:
        assert (concept["licence_id"], concept["attribution"]) == ("CC-BY-SA-4.0", "Nachschlag")
        assert [name for name in names.values() if name in concept["source"]["book"]] == [
            names[id_] for id_ in names if id_ in concept["entries"]
        ]


# -- moved ids ----------------------------------------------------------------------------------------------------------------

MOVED = """
- {old: wuerfelkrieg/eins, new: wuerfelkrieg/wurf, date: 2026-03-01, why: Umbenannt.}
- {old: wuerfelkrieg/zwei, new: wuerfelkrieg/wurf, date: 2026-03-02, why: Zusammengelegt., merged: true}
- {old: wuerfelkrieg/drei, new: wuerfelkrieg/vier, date: 2026-03-03, why: Umbenannt.}
- {old: wuerfelkrieg/vier, new: "", date: 2026-03-04, why: Gestrichen.}
- {old: wuerfelkrieg/fuenf, new: "wuerfelkrieg/kaempfen#ablauf", date: 2026-03-05, why: Steht jetzt dort.}
- {old: wuerfelkrieg/sechs, new: wuerfelkrieg/fuenf, date: 2026-03-05, why: Umbenannt.}
"""


def test_moved_ids_name_their_fate(tmp_path: Path) -> None:
    library, findings = load(mini_project(tmp_path / "projekt", {"content/wuerfelkrieg/moved.yaml": MOVED}))
    assert findings == []
    shown = {record["old"].partition("/")[2]: record for record in record_of(api_files.MOVED, Of(library, library))["moved"]}
    assert {old: (record["kind"], record["new"], record["moved_to"], record["section"]) for old, record in shown.items()} == {
        "eins": ("move", "wuerfelkrieg/wurf", "wuerfelkrieg/wurf", None),
        "zwei": ("merge", "wuerfelkrieg/wurf", "wuerfelkrieg/wurf", None),
        "drei": ("move", "wuerfelkrieg/vier", None, None),  # renamed, then removed
        "vier": ("remove", None, None, None),
        "fuenf": ("merge", "wuerfelkrieg/kaempfen", "wuerfelkrieg/kaempfen", "ablauf"),
        "sechs": ("move", "wuerfelkrieg/fuenf", "wuerfelkrieg/kaempfen", "ablauf"),
    }
    assert {record["kind"] for record in shown.values()} == set(MOVE_KINDS)


def test_targets_of_moved_ids_exist(files: Files) -> None:
    there = {line["id"] for line in files["api/v1/index.json"]["entries"]}
    there |= {term["id"] for path, content in files.items() if path.startswith("api/v1/glossary/") for term in content["terms"]}
    assert {row["moved_to"] for row in files["api/v1/moved.json"]["moved"]} - {None} <= there


# -- oEmbed -------------------------------------------------------------------------------------------------------------------


def test_oembed_shows_the_bare_page_in_a_frame(addressed: dict[str, str]) -> None:
    shown = json.loads(addressed["api/v1/oembed/wuerfelkrieg/wuerfelsturm.json"])
    assert (shown["version"], shown["type"]) == ("1.0", "rich")
    assert shown["title"].startswith("Würfelsturm (X)")
    assert [frame["src"] for frame in Page("", shown["html"]).elements("iframe")] == [
        f"{ADDRESS}embed/wuerfelkrieg/wuerfelsturm/"
    ]
    assert shown["author_name"].startswith("Nachschlag, Würfelkrieg")


def test_oembed_escapes_titles(tmp_path: Path) -> None:
    hostile = """---\ntitle: '"><script>alert(1)</script>'\nkind: rule\n---\nText.\n"""
    made = made_files(mini_project(tmp_path / "projekt", {"content/wuerfelkrieg/grundregeln/boese.md": hostile}), ADDRESS)
    html = json.loads(made["api/v1/oembed/wuerfelkrieg/boese.json"])["html"]
    (tag, attributes), *more = Page("", html).tags
    assert (tag, more) == ("iframe", [])
    assert attributes["title"].startswith('"><script>alert(1)</script>')
    assert attributes.keys() <= {"src", "title", "width", "height", "loading", "style"}


# -- html ---------------------------------------------------------------------------------------------------------------------

#: The elements of finished rules. `drawings.py` cleans drawings and has its own tests.
ELEMENT = re.compile(
    "a|aside|blockquote|br|code|dd|div|dl|dt|em|figcaption|figure|h[1-6]|hr|li|ol|p|pre|span|strong|table|tbody|td|th|thead|tr|ul"
)
ATTRIBUTES = {"aria-label", "class", "data-id", "href", "id", "rel", "role", "scope", "start", "tabindex"}
_DRAWING = re.compile(r"<svg.*?</svg>", re.DOTALL)


def test_html_has_only_elements_and_attributes_that_do_nothing(files: Files) -> None:
    for path, content in files.items():
        records = {"entries": [content], "systems": [*content.get("entries", ()), *content.get("terms", ())]}
        for record in records.get(path.split("/")[2], ()):
            for field in ("html", "short_html"):
                page = Page(path, _DRAWING.sub("", record.get(field, "")))
                assert [tag for tag, _ in page.tags if not ELEMENT.fullmatch(tag)] == [], record["id"]
                assert {name for _, attributes in page.tags for name in attributes} <= ATTRIBUTES, record["id"]
                addresses = [attributes["href"] for attributes in page.elements("a")]
                assert [a for a in addresses if not re.match(r"https?://|/|#|mailto:", a)] == [], record["id"]


# -- what is promised stays ---------------------------------------------------------------------------------------------------


TYPES = {"array", "boolean", "integer", "null", "number", "object", "string"}


def promises(schema: dict[str, Any], path: str) -> Iterator[str]:
    """A schema as lines: "api-index.entries[].id string", "api-index.entries[].id required", "api-index.entries[].kind is rule"."""
    for inner in schema.get("anyOf", ()):
        yield from promises(inner, path)
    types = schema.get("type", [])
    for kind in [types] if isinstance(types, str) else types:
        yield f"{path} {kind}"
    for value in schema.get("enum", [schema["const"]] if "const" in schema else []):
        yield f"{path} is {value}"
    required = schema.get("required", ())
    for name, inner in schema.get("properties", {}).items():
        if name in required:
            yield f"{path}.{name} required"
        yield from promises(inner, f"{path}.{name}")
    for at, inner in enumerate(schema.get("prefixItems", ())):
        yield from promises(inner, f"{path}[{at}]")
    for word, end in (("items", "[]"), ("additionalProperties", ".*")):
        if isinstance(schema.get(word), dict):
            yield from promises(schema[word], path + end)


def promised_today() -> set[str]:
    """The promises of our own site, including its systems' data."""
    systems = list(own_library().systems.values())
    return {line for name in API_SCHEMAS for line in promises(schema(name, systems), name)}


def promised_before() -> set[str]:
    return set(PROMISED.read_text("utf-8").splitlines())


def test_nothing_that_was_promised_has_vanished_or_changed_its_type() -> None:
    assert sorted(promised_before() - promised_today()) == []


def test_no_promise_has_another_type_than_before() -> None:
    """A second type for a field ("number" may now be null) is a new line, too, and breaks programs that do not expect it."""
    typed = {line for line in promised_before() if line.rpartition(" ")[2] in TYPES}
    known = {line.partition(" ")[0] for line in typed}
    new = promised_today() - promised_before()
    assert sorted(line for line in new if line.rpartition(" ")[2] in TYPES and line.partition(" ")[0] in known) == []


def test_what_is_new_is_recorded() -> None:
    assert sorted(promised_today() - promised_before()) == [], "Abhilfe: python -m tests.site.test_api"


if __name__ == "__main__":
    lines = promised_today() | (promised_before() if PROMISED.is_file() else set())
    PROMISED.write_text("".join(f"{line}\n" for line in sorted(lines)), "utf-8")
    print(PROMISED)
