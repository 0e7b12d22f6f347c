"""What a game's bundle holds, or that of all games: everything that a tool needs to show its rules without the net and without us.

manifest.json            every file with its SHA-256
LIZENZ.md, LICENSE       what one may do with it, and whom to name
systems.json             the games, as /api/v1/systems.json has them
rules.json               entries, terms, concepts, as `nachschlag export --format json` gives them
moved.json               old ids and where they went
names/<game>.json        every name, number and German form → id
html/<id>.html           each rule, finished
schema/<name>.schema.json
source/                  the files people wrote, from which `load` makes the library again
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import yaml

from ..files.json_text import SCHEMA_VERSION, compact_json, to_json
from ..model.values import System
from ..pages.rendered import Rendering
from ..proofing.project import Loaded
from ..reading.archive import write_archive
from ..reading.archive_source import FOLDER as SOURCE
from ..reading.overlay import is_private
from ..reading.source import Source
from .export import export_library
from .fields import Of, record_of
from .manifest import ABOUT
from .name_index import name_index
from .schema import SCHEMAS, schema
from .static_api import absolute_href
from .system import attribution, licence_id, moved_records, system_record

_LICENCE = """# Lizenz

Nachschlag ist inoffiziell. Die Regeln sind nacherzählt; Namen, Begriffe und Marken gehören ihren Inhabern. Es ersetzt die Bücher nicht.
*Nachschlag is unofficial. Rules are retold; names, terms and trademarks belong to their owners.*

Zeige die Zeile unter „Nennung“, wo du Texte zeigst. *Show the line „Nennung“ wherever you show our texts.*
"""


def bundle_archive(loaded: Loaded, rendering: Rendering, system: str | None = None) -> bytes:
    """The bundle of one game, or of all, as the bytes of a zip. The same content gives the same bytes."""
    games = [game for game in loaded.library.systems.values() if system in (None, game.id)]
    return write_archive(
        dict(_files(loaded, rendering, games, system)), record_of(ABOUT, Of(games, loaded.library, settings=loaded.settings))
    )


def bundle_name(system: str | None) -> str:
    """What a bundle's file is called in a folder of them: "nachschlag-0.1.0-t9a.zip", without the game where it has all."""
    return "-".join(filter(None, ("nachschlag", version("nachschlag"), system))) + ".zip"


def _files(loaded: Loaded, rendering: Rendering, games: list[System], system: str | None) -> Iterator[tuple[str, bytes]]:
    library, chosen = loaded.library, {game.id for game in games}
    href = absolute_href(library, loaded.settings)
    secret = ({s.id for s in library.systems.values() if is_private(s)} | loaded.left_out) - chosen
    public = [game for game in library.systems.values() if game.id not in secret]
    rules = export_library(library, loaded.graph, system)
    for concept in rules["concepts"]:
        for of_game in ("entries", "notes"):
            concept[of_game] = {game: value for game, value in concept[of_game].items() if game not in secret}
    moved = [row for row in moved_records(library) if row["old"].partition("/")[0] in chosen]
    texts = {
        "LIZENZ.md": _LICENCE + "".join(_licence(game) for game in games),
        "systems.json": to_json({"schema_version": SCHEMA_VERSION, "systems": [system_record(library, game) for game in games]}),
        "rules.json": to_json(rules),
        "moved.json": to_json({"schema_version": SCHEMA_VERSION, "moved": moved}),
        **{f"names/{game.id}.json": compact_json(name_index(library, game)) + "\n" for game in games},
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
    yield from ((f"{SOURCE}/{path}", raw) for path, raw in _source(loaded.project, games, secret))


def _licence(system: System) -> str:
    licence = system.licence
    facts = {
        "Nennung": attribution(system),
        "Lizenz unserer Texte": licence_id(system),
        "Rechte am Spiel": " ".join(part for part in (licence.holder, licence.note) if part),
        "Quelle": " ".join(part for part in (system.source, system.rules_version) if part),
    }
    return f"\n## {system.name}\n\n" + "".join(f"- {name}: {value}\n" for name, value in facts.items() if value)


def _source(project: Path, games: list[System], secret: set[str]) -> Iterator[tuple[str, bytes]]:
    """What people wrote about these games, as if all lay in the project."""
    for game in sorted(games, key=lambda game: game.id):
        source = Source(project / game.overlay, game.overlay)
        for path, raw in _of_game(source, game):
            yield path.removeprefix(game.overlay), raw
    for path, raw in _read(Source(project), "glossary/concepts.yaml"):
        yield path, _concepts_without(raw, secret) if secret else raw


def _of_game(source: Source, game: System) -> Iterator[tuple[str, bytes]]:
    """A game's files. English rule text (`.en.md`) may be the book's and stays at home."""
    folders = [f"{game.overlay}content/{game.id}"]
    while folders:
        folder = folders.pop()
        folders += [f"{folder}/{name}" for name in source.folders(folder)]
        for name in source.files(folder):
            if name.endswith((".md", ".yaml", ".svg")) and not name.endswith(".en.md"):
                yield from _read(source, f"{folder}/{name}")
    yield from _read(source, f"{game.overlay}glossary/{game.id}.yaml")
    yield from _read(source, f"{game.overlay}glossary/queries/{game.id}.yaml")


def _read(source: Source, path: str) -> Iterator[tuple[str, bytes]]:
    if source.exists(path) and (file := source.read(path)):
        yield path, file.text.encode()


def _concepts_without(raw: bytes, secret: set[str]) -> bytes:
    """The concepts without what they say of private games."""
    concepts = yaml.load(raw, yaml.BaseLoader)  # text only, no objects
    for concept in concepts:
        for of_game in {"entries", "notes"} & concept.keys():
            concept[of_game] = {game: value for game, value in concept[of_game].items() if game not in secret}
    return yaml.safe_dump(concepts, allow_unicode=True, sort_keys=False).encode()
