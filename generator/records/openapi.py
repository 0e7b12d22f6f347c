"""openapi.json: the files below /api/v1/ and their schemas, for tools that read OpenAPI 3.1."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from ..model.library import Library
from ..model.settings import Settings
from .schema import API_SCHEMAS, SCHEMAS, schema
from .schema_parts import TEXT, about

BASE = "api/v1"

_PARAMETER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class ApiFile:
    """A kind of file: its path below /api/v1/, the name of its schema ("" for schemas), its description in German and English."""

    path: str
    schema: str
    german: str
    english: str

    @property
    def name(self) -> str:
        """The operation's name in generated clients: "entries/{system}/{slug}.json" gives "entriesSystemSlug"."""
        words: list[str] = re.findall(r"\w+", self.path.removesuffix(".json"))
        return words[0] + "".join(word.capitalize() for word in words[1:])


#: Every API file except openapi.json.
FILES = (
    ApiFile("index.json", "api-index", "alle Einträge, mit Prüfsummen aller Dateien", "all entries, with hashes of all files"),
    ApiFile("systems.json", "api-systems", "alle Spiele", "all games"),
    ApiFile("systems/{system}.json", "api-system", "ein ganzes Spiel in einer Datei", "a whole game as one file"),
    ApiFile("entries/{system}/{slug}.json", "api-entry", "ein Eintrag", "one entry"),
    ApiFile(
        "names/{system}.json", "api-names", "Namen, Nummern und Fragen eines Spiels", "names, numbers and questions of a game"
    ),
    ApiFile("terms/{system}/glossar/{slug}.json", "api-term", "ein Begriff", "one term"),
    ApiFile("concepts/{slug}.json", "api-concept", "ein Konzept in allen Spielen", "one concept in all games"),
    ApiFile("glossary/{system}.json", "api-glossary", "die Begriffe eines Spiels", "the terms of a game"),
    ApiFile("concepts.json", "api-concepts", "was in mehreren Spielen dasselbe ist", "what is the same idea in several games"),
    ApiFile("changes.json", "api-changes", "was sich an Regeln geändert hat", "what changed in which rule"),
    ApiFile("moved.json", "api-moved", "umgezogene Kennungen", "ids that moved"),
    ApiFile("oembed/{system}/{slug}.json", "api-oembed", "ein Eintrag zum Einbetten (oEmbed)", "an entry to embed (oEmbed)"),
    ApiFile("schema/{name}.schema.json", "", "ein JSON Schema", "a JSON Schema"),
)


def openapi(library: Library, settings: Settings) -> dict[str, Any]:
    """The API's description as plain values. Includes oEmbed only if the site knows its own address, without which there is
    none."""
    missing = {"api-oembed": not settings.site_url, "api-term": not library.terms, "api-concept": not library.concepts}
    files = [file for file in FILES if not missing.get(file.schema)]
    used = {file.schema for file in files}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": f"{settings.site_name}: statische API",
            "version": version("nachschlag"),
            "description": "Files, made when the site is built. Fields and files are only ever added.\n\n"
            "Dateien, die beim Bau der Seite entstehen. Felder und Dateien kommen nur hinzu.",
            "license": {"name": "CC BY-SA 4.0, sofern licence_id nichts anderes sagt", "identifier": "CC-BY-SA-4.0"},
        },
        # relative to this file, so that a copied API describes itself
        "servers": [{"url": settings.site_url.rstrip("/") or "../.."}],
        "paths": {f"/{BASE}/{file.path}": {"get": _operation(file, library)} for file in files},
        "components": {"schemas": {name: _component(name, library) for name in API_SCHEMAS if name in used}},
    }


def _operation(file: ApiFile, library: Library) -> dict[str, Any]:
    held = {"$ref": f"#/components/schemas/{file.schema}"} if file.schema else {"type": "object"}
    operation: dict[str, Any] = {
        "operationId": file.name,
        "summary": file.german,
        "description": file.english,
        "responses": {
            "200": {"description": file.german, "content": {"application/json": {"schema": held}}},
            "404": {"description": "gibt es nicht · not there"},
        },
    }
    things = {"api-term": library.terms, "api-concept": library.concepts}.get(file.schema, library.entries)
    first = next(iter(things), "spiel/regel")
    system, slug = first.split("/")[0], first.split("/")[-1]
    samples = {"system": system, "slug": slug, "name": next(iter(SCHEMAS))}
    parameters = [_parameter(name, samples[name]) for name in _PARAMETER.findall(file.path)]
    return {**operation, "parameters": parameters} if parameters else operation


def _parameter(name: str, sample: str) -> dict[str, Any]:
    words = {
        "system": "Kennung des Spiels · the game's id",
        "slug": "der letzte Teil der Kennung · the last part of the id",
        "name": "Name des Schemas · the schema's name",
    }
    return {"name": name, "in": "path", "required": True, "description": words[name], "schema": TEXT, "example": sample}


def _component(name: str, library: Library) -> dict[str, Any]:
    own = schema(name, library.systems.values())
    return about(str(own["title"]), {key: value for key, value in own.items() if key != "$schema"})
