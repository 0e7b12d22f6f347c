"""JSON Schemas (2020-12), made from the tables of fields: for editors that complete and check while one types, and for the API's users."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .fields import CONCEPT, ENTRY, MOVE, QUERIES, SYSTEM, TERM, Field
from .model import CHANGE_KINDS, KINDS, STATUSES, TITLE_EN_SOURCES

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_TEXT: dict[str, Any] = {"type": "string"}
_TEXTS: dict[str, Any] = {"type": "array", "items": _TEXT}


def _property(f: Field) -> dict[str, Any]:
    kinds: dict[str, Callable[[], dict[str, Any]]] = {
        "integer": lambda: {"type": "integer"},
        "boolean": lambda: {"type": "boolean"},
        "date": lambda: {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"},
        "url": lambda: {"type": "string", "pattern": "^https?://"},
        "colour": lambda: {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"},
        "number": lambda: {"type": ["string", "number"]},
        "list": lambda: {"type": "array", "items": {"type": ["string", "number"]}},
        "lists": lambda: {"type": "object", "additionalProperties": _TEXTS},
        "texts": lambda: {"type": "object", "additionalProperties": _TEXT},
        "table": lambda: {"type": "array", "items": {"type": "array", "items": {"type": ["string", "number"]}}},
        "map": lambda: _object(f.fields, open_map=f.open),
        "records": lambda: {"type": "array", "items": _object(f.fields)},
    }
    schema = kinds.get(f.type, lambda: {"type": ["string", "number"]})()
    if f.choices:
        schema = {"enum": list(f.choices)}
    if f.longest:
        schema["maxLength"] = f.longest
    if not f.required:
        schema = {"anyOf": [schema, {"type": "null"}]}
    return {"description": f.about, **schema}


def _object(fields: tuple[Field, ...], *, open_map: bool = False) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {f.name: _property(f) for f in fields},
        "required": [f.name for f in fields if f.required],
        "additionalProperties": open_map,
    }


def _file(title: str, fields: tuple[Field, ...], *, many: bool = False) -> dict[str, Any]:
    schema = _object(fields)
    body = {"type": "array", "items": schema} if many else schema
    return {"$schema": _DRAFT, "title": title, **body}


def _record(title: str, properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "$schema": _DRAFT,
        "title": title,
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
    }


def _nullable(kind: str) -> dict[str, Any]:
    return {"type": [kind, "null"]}


_TARGET = (
    "Kennung eines Eintrags (mit #Abschnitt, wo einer gemeint ist), eines Begriffs (<spiel>/glossar/<begriff>) oder eines Konzepts "
    "(begriffe/<konzept>), oder die Liste einer Buchseite (<spiel>/seite/<zahl>); null, wo nichts oder mehreres passt"
)
_BACKLINKS = (
    "Kennungen der Einträge und Begriffe, die auf diesen Eintrag verweisen: im Text, in Karte und Tabelle, in see oder als parent; jede "
    "einmal, in der Reihenfolge der Bücher. Verweise auf einen Begriff, der für diesen Eintrag steht, zählen mit"
)


def _change(**more: Any) -> dict[str, Any]:
    """A change, with more of where it stands."""
    date = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}
    version = {"description": "die Fassung der Regeln, die es so bringt", **_nullable("string")}
    record = _record("Änderung", {**more, "version": version, "date": date, "kind": {"enum": list(CHANGE_KINDS)}, "text": _TEXT})
    del record["$schema"]
    return record


def _entry_properties() -> dict[str, Any]:
    reference = _record(
        "Verweis",
        {
            "start": {"description": "erstes Zeichen im Feld, von 0 an, in Codepunkten", "type": "integer"},
            "end": {"description": "das Zeichen dahinter", "type": "integer"},
            "text": {"description": "was dort geschrieben steht", **_TEXT},
            "type": {
                "description": "woran der Verweis erkannt ist: number, part+number, chapter, page, table, figure, "
                "title, parametrised, term, english, id",
                **_TEXT,
            },
            "target": {"description": _TARGET, **_nullable("string")},
            "parameter": {"description": "der Wert hinter dem Namen: 2, 6+, +1, W3, X", **_TEXT},
            "candidates": {"description": "Kennungen, wo mehrere Ziele passen; target ist dann null", **_TEXTS},
            "field": {
                "description": "das Feld, in dem der Verweis steht (card.effect, data.rows[0][1] …); fehlt beim Text",
                **_TEXT,
            },
        },
        optional=("parameter", "candidates", "field"),
    )
    section = _record("Abschnitt", {"id": _TEXT, "title": _TEXT, "number": _nullable("string")})
    for part in (reference, section):
        del part["$schema"]
    return {
        "id": _TEXT,
        "system": _TEXT,
        "kind": {"enum": list(KINDS)},
        "part": _TEXT,
        "part_id": _TEXT,
        "number": _nullable("string"),
        "order": {"type": "integer"},
        "parent": _nullable("string"),
        "title": _TEXT,
        "parameter": {"description": "der Wert, den der Titel offen lässt oder nennt: X, +X, X+, 2; sonst leer", **_TEXT},
        "title_en": _TEXT,
        "title_en_source": {"enum": ["", *TITLE_EN_SOURCES]},
        "aliases": _TEXTS,
        "short": _TEXT,
        "short_en": _TEXT,
        "text": _TEXT,
        "card": _nullable("object"),
        "data": _nullable("object"),
        "sections": {"type": "array", "items": section},
        "page": _nullable("integer"),
        "edition": _TEXT,
        "phases": _TEXTS,
        "see": {"description": "Kennungen verwandter Einträge, wie sie heute heißen", **_TEXTS},
        "references": {
            "description": "Jeder Verweis in jedem Feld, auch ungelöste; Verweise auf sich selbst fehlen",
            "type": "array",
            "items": reference,
        },
        "backlinks": {"description": _BACKLINKS, **_TEXTS},
        "concepts": {"description": "Kennungen der Konzepte (concepts.json), die der Eintrag in seinem Spiel trägt", **_TEXTS},
        "status": {"enum": list(STATUSES)},
        "changes": {"description": "Was sich an der Regel oder ihrem Text geändert hat", "type": "array", "items": _change()},
        "licence_id": _TEXT,
        "attribution": _TEXT,
        "url": _TEXT,
        "hash": _TEXT,
    }


def api_entry_schema() -> dict[str, Any]:
    """What `/api/v1/entries/<id>.json` holds."""
    extra = {
        "schema_version": {"const": 1},
        "short_html": _TEXT,
        "html": _TEXT,
        "licence": {"type": "object"},
        "source": {"type": "object"},
    }
    return _record("Eintrag der API", {**extra, **_entry_properties()})


def export_schema() -> dict[str, Any]:
    """What `nachschlag export --format json` holds."""
    entry = {k: v for k, v in _record("Eintrag", _entry_properties()).items() if k != "$schema"}
    objects = {"type": "array", "items": {"type": "object"}}
    return _record(
        "Export",
        {"schema_version": {"const": 1}, "entries": {"type": "array", "items": entry}, "terms": objects, "concepts": objects},
    )


def changes_schema() -> dict[str, Any]:
    """What `/api/v1/changes.json` holds: all changes, newest first."""
    change = _change(id=_TEXT, system=_TEXT, title=_TEXT, url={"description": "wo die Änderung steht", **_TEXT})
    return _record("Änderungen", {"schema_version": {"const": 1}, "changes": {"type": "array", "items": change}})


def names_schema() -> dict[str, Any]:
    """What a game's name index holds (`names/<game>.json` in a bundle)."""
    row = {
        "description": "der Name, wie er geschrieben wird; die Stelle seiner Kennung in ids; title, term oder english; "
        "„everyday“, wo er auch ein Alltagswort ist und nur hervorgehoben zählt",
        "type": "array",
        "prefixItems": [_TEXT, {"type": "integer"}, {"enum": ["title", "term", "english"]}, {"const": "everyday"}],
        "minItems": 3,
        "maxItems": 4,
    }
    part = _record(
        "Teil",
        {
            "id": _TEXT,
            "names": {"description": "Titel und Abkürzungen", **_TEXTS},
            "numbers": {
                "description": "Nummer, wie sie gedruckt ist → Stelle der Kennung in ids",
                "type": "object",
                "additionalProperties": {"type": "integer"},
            },
        },
    )
    del part["$schema"]
    words = {
        "description": "jede Form jedes Wortes der Namen, klein und mit ss für ß → ihre Klasse. Ein Name steht, wo dieselben Klassen "
        "in derselben Reihenfolge stehen; an Bindestrichen wird getrennt",
        "type": "object",
        "additionalProperties": {"type": "integer"},
    }
    return _record(
        "Namensverzeichnis eines Spiels",
        {
            "schema_version": {"const": 1},
            "system": _TEXT,
            "ids": {"description": "Kennungen, auf die Namen und Nummern zeigen", **_TEXTS},
            "names": {"type": "array", "items": row},
            "words": words,
            "parts": {"description": "der Grundteil zuerst", "type": "array", "items": part},
        },
    )


def bundle_manifest_schema() -> dict[str, Any]:
    """What `manifest.json` in a bundle holds."""
    file = _record(
        "Datei", {"path": _TEXT, "bytes": {"type": "integer"}, "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"}}
    )
    game = _record(
        "Spiel",
        {"id": _TEXT, "name": _TEXT, "edition": _TEXT, "rules_version": _TEXT, "licence_id": _TEXT, "attribution": _TEXT},
    )
    for part in (file, game):
        del part["$schema"]
    return _record(
        "Verzeichnis eines Bündels",
        {
            "format": {"const": "nachschlag-bundle"},
            "schema_version": {"const": 1},
            "generator": {"description": "das Programm, das es gemacht hat, mit Version", **_TEXT},
            "content": {"description": "Fingerabdruck aller Dateien: gleich, solange sich nichts ändert", **_TEXT},
            "site": {"description": "Adresse der Seite, auf die Verweise führen; leer, wo sie keine hat", **_TEXT},
            "systems": {"type": "array", "items": game},
            "files": {"type": "array", "items": file},
        },
    )


#: Name → a function that makes the schema. The first five describe the files people write.
SCHEMAS: Mapping[str, Callable[[], dict[str, Any]]] = {
    "entry": lambda: _file("Kopf eines Regeleintrags", ENTRY),
    "system": lambda: _file("system.yaml", SYSTEM),
    "glossary": lambda: _file("glossary/<spiel>.yaml", TERM, many=True),
    "concepts": lambda: _file("glossary/concepts.yaml", CONCEPT, many=True),
    "queries": lambda: _file("glossary/queries/<spiel>.yaml", QUERIES, many=True),
    "moved": lambda: _file("moved.yaml", MOVE, many=True),
    "api-entry": api_entry_schema,
    "export": export_schema,
    "changes": changes_schema,
    "names": names_schema,
    "bundle-manifest": bundle_manifest_schema,
}
