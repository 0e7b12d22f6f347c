"""The content of a bundle's `manifest.json`; `reading.archive`, which writes it, adds the list of files."""

from __future__ import annotations

from importlib.metadata import version

from ..files.json_text import SCHEMA_VERSION
from .fields import RecordField, Table, many, picked, schema_of
from .schema_parts import INTEGER, TEXT, listed
from .system import attribution, licence_id

_GAME = (
    *(RecordField(name, TEXT) for name in ("id", "name", "edition", "rules_version")),
    RecordField("licence_id", TEXT, of=lambda made: licence_id(made.it)),
    RecordField("attribution", TEXT, of=lambda made: attribution(made.it)),
)
_HASH = RecordField("sha256", {"type": "string", "pattern": "^[0-9a-f]{64}$"})
_FILE = (RecordField("path", TEXT), RecordField("bytes", INTEGER), _HASH)

#: Its fields for a list of systems, besides those of the archive.
ABOUT: Table = (
    RecordField("schema_version", {"const": 1}, of=lambda _: SCHEMA_VERSION),
    RecordField(
        "generator", TEXT, "das Programm, das es gemacht hat, mit Version", lambda _: f"nachschlag {version('nachschlag')}"
    ),
    RecordField(
        "site", TEXT, "Adresse der Seite, auf die Verweise führen; leer, wo sie keine hat", lambda made: made.settings.site_url
    ),
    many("systems", "Game", _GAME, lambda made: made.it),
)

MANIFEST: Table = (
    RecordField("format", {"const": "nachschlag-bundle"}),
    *picked(ABOUT, "schema_version", "generator"),
    RecordField("content", TEXT, "Fingerabdruck aller Dateien: gleich, solange sich nichts ändert"),
    *picked(ABOUT, "site", "systems"),
    RecordField("files", listed(schema_of("File", _FILE))),
)
