"""The bundle of one system or of all: everything that a tool needs to show the rules without a network and without this program.

manifest.json            every file with its SHA-256
LIZENZ.md, LICENSE       the licence, and the credits to give
systems.json             the systems, as in /api/v1/systems.json
rules.json               entries, terms, concepts, as from `nachschlag export --format json`
moved.json               old ids and their current ones
names/<system>.json        every name, number and German form → id
html/<id>.html           each rule as finished HTML
schema/<name>.schema.json
source/                  the authored files, from which `load` restores the library
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import yaml

from ..files.json_text import SCHEMA_VERSION, compact_json, to_json
from ..model.places import is_english_path
from ..model.values import System
from ..pages.rendered import Rendering
from ..proofing.project import Loaded
from ..reading.archive import SOURCE, write_archive
from ..reading.overlay import is_private
from ..reading.source import Source
from .export import ABOUT, export_library
from .fields import Of, record_of
from .name_index import name_index
from .schema import SCHEMAS, schema
from .static_api import absolute_href
from .system import MOVE_RECORD, SYSTEM_RECORD, attribution, licence_id

_LICENCE = """# Lizenz

Nachschlag ist inoffiziell. Die Regeln sind nacherzählt; Namen, Begriffe und Marken gehören ihren Inhabern. Es ersetzt die Bücher nicht.
*Nachschlag is unofficial. Rules are retold; names, terms and trademarks belong to their owners.*

Zeige die Zeile unter „Nennung“, wo du Texte zeigst. *Show the line „Nennung“ wherever you show our texts.*
"""


def bundle_archive(loaded: Loaded, rendering: Rendering, only: str | None = None) -> bytes:
    """The bundle of one system, or of all, as the bytes of a zip. The same content gives the same bytes."""
    systems = [system for system in loaded.library.systems.values() if only in (None, system.id)]
    return write_archive(
        dict(_files(loaded, rendering, systems, only)), record_of(ABOUT, Of(systems, loaded.library, settings=loaded.settings))
    )


def bundle_name(system: str | None) -> str:
    """The file name of a bundle: "nachschlag-0.1.0-t9a.zip", without a system for all."""
    return "-".join(filter(None, ("nachschlag", version("nachschlag"), system))) + ".zip"


def _files(loaded: Loaded, rendering: Rendering, systems: list[System], only: str | None) -> Iterator[tuple[str, bytes]]:
    library, chosen = loaded.library, {system.id for system in systems}
    href = absolute_href(library, loaded.settings)
    secret = ({s.id for s in library.systems.values() if is_private(s)} | loaded.left_out) - chosen
    public = [system for system in library.systems.values() if system.id not in secret]
    rules = export_library(library, loaded.graph, only)
    for concept in rules["concepts"]:
        for of_system in ("entries", "notes"):
            concept[of_system] = {system: value for system, value in concept[of_system].items() if system not in secret}
    moved = [record_of(MOVE_RECORD, Of(move, library)) for move in library.moves if move.old.partition("/")[0] in chosen]
    texts = {
        "LIZENZ.md": _LICENCE + "".join(_licence(system) for system in systems),
        "systems.json": to_json(
            {"schema_version": SCHEMA_VERSION, "systems": [record_of(SYSTEM_RECORD, Of(system, library)) for system in systems]}
        ),
        "rules.json": to_json(rules),
        "moved.json": to_json({"schema_version": SCHEMA_VERSION, "moved": moved}),
        **{f"names/{system.id}.json": compact_json(name_index(library, system)) + "\n" for system in systems},
        **{
            f"html/{entry.id}.html": rendering.entry(entry).html(href) + "\n"
            for entry in library.entries.values()
            if entry.system in chosen
        },
        **{
            f"html/{term.id}.html": rendering.term(term).html(href) + "\n"
            for term in library.terms.values()
            if term.system in chosen and not term.entry
        },
        **{f"schema/{name}.schema.json": to_json(schema(name, public)) for name in SCHEMAS},
    }
    yield from ((path, text.encode()) for path, text in texts.items())
    if (loaded.project / "LICENSE").is_file():
        yield "LICENSE", (loaded.project / "LICENSE").read_bytes()
    yield from ((f"{SOURCE}/{path}", raw) for path, raw in _source(loaded.project, systems, secret))


def _licence(system: System) -> str:
    licence = system.licence
    facts = {
        "Nennung": attribution(system),
        "Lizenz unserer Texte": licence_id(system),
        "Rechte am Spiel": " ".join(part for part in (licence.holder, licence.note) if part),
        "Quelle": " ".join(part for part in (system.source, system.rules_version) if part),
    }
    return f"\n## {system.name}\n\n" + "".join(f"- {name}: {value}\n" for name, value in facts.items() if value)


def _source(project: Path, systems: list[System], secret: set[str]) -> Iterator[tuple[str, bytes]]:
    """The authored files of these systems, with paths as if all were in the project."""
    for system in sorted(systems, key=lambda system: system.id):
        source = Source(project / system.overlay, system.overlay)
        for path, raw in _of_system(source, system):
            yield path.removeprefix(system.overlay), raw
    for path, raw in _read(Source(project), "glossary/concepts.yaml"):
        yield path, _concepts_without(raw, secret) if secret else raw


def _of_system(source: Source, system: System) -> Iterator[tuple[str, bytes]]:
    """A system's files, without English rule text (`.en.md`), which may be the book's."""
    folders = [f"{system.overlay}content/{system.id}"]
    while folders:
        folder = folders.pop()
        folders += [f"{folder}/{name}" for name in source.folders(folder)]
        for name in source.files(folder):
            if name.endswith((".md", ".yaml", ".svg")) and not is_english_path(name):
                yield from _read(source, f"{folder}/{name}")
    yield from _read(source, f"{system.overlay}glossary/{system.id}.yaml")
    yield from _read(source, f"{system.overlay}glossary/queries/{system.id}.yaml")


def _read(source: Source, path: str) -> Iterator[tuple[str, bytes]]:
    if source.exists(path) and (file := source.read(path)):
        yield path, file.text.encode()


def _concepts_without(raw: bytes, secret: set[str]) -> bytes:
    """The concepts without their entries and notes for private systems."""
    concepts = yaml.load(raw, yaml.BaseLoader)  # only texts, no objects
    for concept in concepts:
        for of_system in {"entries", "notes"} & concept.keys():
            concept[of_system] = {system: value for system, value in concept[of_system].items() if system not in secret}
    return yaml.safe_dump(concepts, allow_unicode=True, sort_keys=False).encode()
