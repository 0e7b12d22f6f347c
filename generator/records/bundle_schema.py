"""The schemas of what a bundle holds besides the API's records: its manifest, and the name index of each game."""

from __future__ import annotations

from .schema_parts import INTEGER, TEXT, Schema, about, by_name, document, listed, record

_TEXTS = listed(TEXT)


def names_schema() -> Schema:
    """What a game's name index holds (`names/<game>.json` in a bundle)."""
    row = {
        "type": "array",
        "prefixItems": [TEXT, INTEGER, {"enum": ["title", "term", "english"]}, {"const": "everyday"}],
        "minItems": 3,
        "maxItems": 4,
    }
    row_about = (
        "der Name, wie er geschrieben wird; die Stelle seiner Kennung in ids; title, term oder english; "
        "„everyday“, wo er auch ein Alltagswort ist und nur hervorgehoben zählt"
    )
    part = record(
        "Teil",
        {
            "id": TEXT,
            "names": about("Titel und Abkürzungen", _TEXTS),
            "numbers": about("Nummer, wie sie gedruckt ist → Stelle der Kennung in ids", by_name(INTEGER)),
        },
    )
    words_about = (
        "jede Form jedes Wortes der Namen, klein und mit ss für ß → ihre Klasse. Ein Name steht, wo dieselben Klassen "
        "in derselben Reihenfolge stehen; an Bindestrichen wird getrennt"
    )
    return document(
        record(
            "Namensverzeichnis eines Spiels",
            {
                "schema_version": {"const": 1},
                "system": TEXT,
                "ids": about("Kennungen, auf die Namen und Nummern zeigen", _TEXTS),
                "names": listed(about(row_about, row)),
                "words": about(words_about, by_name(INTEGER)),
                "parts": about("der Grundteil zuerst", listed(part)),
            },
        )
    )


def bundle_manifest_schema() -> Schema:
    """What `manifest.json` in a bundle holds."""
    file = record("Datei", {"path": TEXT, "bytes": INTEGER, "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"}})
    names = ("id", "name", "edition", "rules_version", "licence_id", "attribution")
    game = record("Spiel", dict.fromkeys(names, TEXT))
    return document(
        record(
            "Verzeichnis eines Bündels",
            {
                "format": {"const": "nachschlag-bundle"},
                "schema_version": {"const": 1},
                "generator": about("das Programm, das es gemacht hat, mit Version", TEXT),
                "content": about("Fingerabdruck aller Dateien: gleich, solange sich nichts ändert", TEXT),
                "site": about("Adresse der Seite, auf die Verweise führen; leer, wo sie keine hat", TEXT),
                "systems": listed(game),
                "files": listed(file),
            },
        )
    )
