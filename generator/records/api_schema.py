"""The schemas of the files below /api/v1/, and of the export: which records each holds."""

from __future__ import annotations

from ..model.values import KINDS, MOVE_KINDS
from .record_schemas import LICENCE, TEXTS, change, concept_fields, entry_fields, system_fields, term_fields
from .schema_parts import DATE, HASH, INTEGER, TEXT, Schema, about, by_name, document, listed, nullable, record

_VERSION: dict[str, Schema] = {"schema_version": {"const": 1}}
_FILE_HASH = about(
    "Prüfsumme des Inhalts ohne dieses Feld: die ersten 16 Hexziffern von SHA-256 über das JSON nach RFC 8785. Ist sie dieselbe, hat sich "
    "nichts geändert",
    HASH,
)


def _file(title: str, fields: dict[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    return document(record(title, {**_VERSION, "file_hash": _FILE_HASH, **fields}, optional))


def systems_schema() -> Schema:
    """`systems.json`"""
    return _file("Alle Spiele", {"systems": listed(record("Spiel", system_fields()))})


def index_schema() -> Schema:
    """`index.json`"""
    names = {name: entry_fields()[name] for name in ("id", "title", "title_en", "aliases", "number", "kind", "url", "hash")}
    entry = record("Zeile", {**names, "file_hash": about("die von entries/<kennung>.json", _FILE_HASH)})
    files = about("Prüfsumme (file_hash) jeder anderen Datei der API, nach ihrem Pfad unter /api/v1/", by_name(HASH))
    return _file("Alle Einträge", {"entries": listed(entry), "files": files})


def entry_schema() -> Schema:
    """`entries/<id>.json`"""
    html = {
        "short_html": about("die Kurzregel als HTML; Verweise sind Links", TEXT),
        "html": about("die ganze Regel als HTML ohne Titel und Kurzregel; Verweise sind Links mit data-id", TEXT),
    }
    return _file("Eintrag der API", {**entry_fields(), **html, "licence": LICENCE})


def glossary_schema() -> Schema:
    """`glossary/<game>.json`"""
    return _file("Begriffe eines Spiels", {"system": TEXT, "licence": LICENCE, "terms": listed(record("Begriff", term_fields()))})


def concepts_schema() -> Schema:
    """`concepts.json`"""
    return _file("Begriffe in allen Spielen", {"concepts": listed(record("Konzept", concept_fields())), "list": _list()})


def changes_schema() -> Schema:
    """`changes.json`: all changes, newest first."""
    told = change(id=TEXT, system=TEXT, title=TEXT, url=about("wo die Änderung steht", TEXT))
    return _file("Änderungen", {"changes": listed(told)})


def moved_schema() -> Schema:
    """`moved.json`: what became of ids that are no more."""
    kind = "move: umbenannt; merge: in eine Regel aufgegangen, die es schon gab; remove: ersatzlos gestrichen"
    row = {
        "kind": about(kind, {"enum": list(MOVE_KINDS)}),
        "old": about("die alte Kennung", TEXT),
        "new": about("die Kennung, die sie damals bekam", nullable(TEXT)),
        "moved_to": about("die Kennung, unter der die Regel heute steht", nullable(TEXT)),
        "date": DATE,
        "why": about("der Grund", TEXT),
    }
    return _file("Umgezogene Kennungen", {"moved": listed(record("Umzug", row))})


def bundle_schema() -> Schema:
    """`systems/<game>.json`: a game's offline bundle. Empty values are left out of its entries, terms and lists."""
    return _file(
        "Ein ganzes Spiel",
        {
            "system": record("Spiel", system_fields()),
            "private": about("was jede Seite eines Spiels sagt, das nicht weitergegeben wird", TEXT),
            "kinds": about("Art → Name in Ein- und Mehrzahl", record("Arten", dict.fromkeys(KINDS, TEXTS))),
            "words": about("wie Seiten sagen, was in Feldern steht", _words()),
            "entries": about("in der Reihenfolge des Buches", listed(_bundled_entry())),
            "terms": about("Begriffe mit eigener Seite", listed(_bundled_term())),
            "aliases": about("Begriff, der für einen Eintrag steht → Titel, Englisch, Bedeutung", by_name(TEXTS)),
            "redirects": about("Kennung → Kennung der Seite, die stattdessen zu zeigen ist", by_name(TEXT)),
            "lists": about("die Listen des Spiels: Teile, A–Z, Arten, Phasen, Buchseiten, Glossar", listed(_list())),
        },
        optional=("private",),
    )


def _words() -> Schema:
    fields = {
        "status": about("Stand des Textes → in Worten", by_name(TEXT)),
        "editions": about("Ausgabe eines Eintrags → mit der Fassung der Regeln", by_name(TEXT)),
        "date": about("der Regelstand, ausgeschrieben", TEXT),
        "rights": about("wem Text und Spiel gehören", TEXT),
        "open": about("wie viele Zeilen einer langen Liste offen stehen", INTEGER),
    }
    return record("Worte", fields)


def _bundled_entry() -> Schema:
    full = entry_fields()
    same = ("id", "kind", "part_id", "title", "title_en", "edition", "phases", "see", "concepts", "status")
    change_fields = change(
        anchor=about("wo sie auf der Seite des Eintrags steht", TEXT),
        said=about("die Art in einem Wort", TEXT),
        when=about("Fassung und Tag in Worten", TEXT),
    )
    fields = {
        **{name: full[name] for name in same},
        "title_en_source": about("woher der englische Titel stammt, in Worten", TEXT),
        "number": TEXT,
        "parent": TEXT,
        "names": about("weitere Namen, auch die des Glossars", TEXTS),
        "page": INTEGER,
        "short_html": TEXT,
        "html": about("wie auf der Seite des Eintrags, mit Überschriften und ihren Ankern", TEXT),
        "backlinks": about("wer auf ihn verweist und nicht schon in see, als parent oder darunter steht", TEXTS),
        "changes": listed({**change_fields, "required": ["anchor", "date", "kind", "said", "text", "when"]}),
        "outdated": about("der Hinweis, wo der deutsche Text dem englischen nachhinkt", TEXT),
    }
    return record("Eintrag", fields, optional=tuple(fields.keys() - {"id", "kind", "part_id", "title", "status"}))


def _bundled_term() -> Schema:
    full = term_fields()
    fields = {
        **{name: full[name] for name in ("id", "title", "title_en", "avoid", "status")},
        "title_en_source": about("woher der englische Titel stammt, in Worten", TEXT),
        "names": TEXTS,
        "short_html": about("die Bedeutung", TEXT),
        "html": about("die Anmerkung", TEXT),
        "outdated": about("der Hinweis, wo die Vorlage sich geändert hat", TEXT),
        "backlinks": TEXTS,
        "concepts": TEXTS,
    }
    return record("Begriff", fields, optional=tuple(fields.keys() - {"id", "title", "status"}))


def _list() -> Schema:
    row = {"anyOf": [TEXT, {"type": "array", "prefixItems": [TEXT, TEXT, INTEGER], "minItems": 3, "maxItems": 3}]}
    group = {"type": "array", "prefixItems": [TEXT, listed(row)], "minItems": 2, "maxItems": 2}
    fields = {
        "path": about("Adresse ohne Schrägstriche am Rand", TEXT),
        "title": TEXT,
        "title_en": TEXT,
        "intro": TEXT,
        "brief": about("true, wo keine Kurzregeln gezeigt werden", {"type": "boolean"}),
        "jump": about("wohin die Leiste über der Liste führt", {"enum": ["Buchstaben", "Abschnitte"]}),
        "class": about("die Klassen der Liste", TEXT),
        "groups": about("je Gruppe Überschrift und Zeilen: Kennung, oder [Kennung, Bemerkung, Einrückung]", listed(group)),
    }
    return record("Liste", fields, optional=("title_en", "intro", "brief", "jump", "class"))


def oembed_schema() -> Schema:
    """`oembed/<id>.json`, as oembed.com has it."""
    fields = {
        "version": {"const": "1.0"},
        "type": {"const": "rich"},
        "title": TEXT,
        "author_name": about("die Zeile, die zeigt, wer unseren Text zeigt", TEXT),
        "provider_name": TEXT,
        "provider_url": TEXT,
        "cache_age": about("Sekunden", INTEGER),
        "html": about("ein iframe mit /embed/<kennung>/", TEXT),
        "width": INTEGER,
        "height": INTEGER,
    }
    return document(record("oEmbed", fields))


def export_schema() -> Schema:
    """What `nachschlag export --format json` holds."""
    return document(
        record(
            "Export",
            {
                **_VERSION,
                "entries": listed(record("Eintrag", entry_fields())),
                "terms": listed(record("Begriff", term_fields())),
                "concepts": listed(record("Konzept", concept_fields())),
            },
        )
    )
