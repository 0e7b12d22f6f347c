"""The files below /api/v1/: path, meaning and content of each. Additive only, like their records."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from ..history.changes import changes_in
from ..pages.listings import concept_list
from .bundle import BUNDLE, LIST, short_html
from .entry import CHANGE, ENTRY_RECORD
from .fields import Of, RecordField, Table, many, picked, record_of, schema_of, within
from .glossary import CONCEPT_RECORD, TERM_RECORD
from .name_index import NAMES_FILE, SITE_ABOUT
from .schema_parts import HASH, INTEGER, TEXT, Schema, by_name, document, listed, nullable
from .system import LICENCE, MOVE_RECORD, SYSTEM_RECORD, attribution

#: Size of an embedded rule until it reports its own height.
_EMBEDDED = (640, 360)
#: The seconds for which an oEmbed answer may be cached: a day.
_EMBED_AGE = 86_400

VERSION = RecordField("schema_version", {"const": 1})
FILE_HASH = RecordField(
    "file_hash",
    HASH,
    "Prüfsumme des Inhalts ohne dieses Feld: die ersten 16 Hexziffern von SHA-256 über das JSON nach RFC 8785. Ist sie dieselbe, hat sich "
    "nichts geändert",
)

#: The address of a site that knows its own.
SITE = RecordField("site", TEXT, SITE_ABOUT, lambda made: made.site)
ADDRESS = RecordField(
    "address",
    nullable(TEXT),
    "die ganze Adresse; null, wo die Seite ihre eigene nicht kennt",
    lambda made: found if (found := made.address(made.it.url.strip("/"))).startswith("http") else None,
)

# -- their content ------------------------------------------------------------------------------------------------------------

#: A line of the index: an entry's names, and the hash of its file.
INDEX_LINE: Table = (
    *picked(ENTRY_RECORD, "id", "title", "title_en", "aliases", "number", "kind", "url", "hash"),
    RecordField("file_hash", HASH, "die von entries/<kennung>.json"),
)
_FILES = "Prüfsumme (file_hash) jeder anderen Datei der API, nach ihrem Pfad unter /api/v1/"
INDEX: Table = (
    RecordField("entries", listed(schema_of("Row", INDEX_LINE))),
    RecordField("files", by_name(HASH), _FILES),
    SITE,
)

SYSTEMS: Table = (many("systems", "Game", SYSTEM_RECORD, lambda made: made.library.systems.values()), SITE)

_HTML = "die ganze Regel als HTML ohne Titel und Kurzregel; Verweise sind Links mit data-id"
ENTRY_FILE: Table = (
    *ENTRY_RECORD,
    RecordField("short_html", TEXT, "die Kurzregel als HTML; Verweise sind Links", short_html),
    RecordField("html", TEXT, _HTML, lambda made: made.shown.html(made.address)),
    *within((LICENCE,), lambda made: made.system),
    ADDRESS,
)
TERM_FILE: Table = (*TERM_RECORD, *within((LICENCE,), lambda made: made.system), ADDRESS)
CONCEPT_FILE: Table = (*CONCEPT_RECORD, ADDRESS)

GLOSSARY: Table = (
    RecordField("system", TEXT, of="id"),
    LICENCE,
    many("terms", "Term", TERM_RECORD, lambda made: made.library.system_terms(made.it.id)),
)

CONCEPTS: Table = (
    many("concepts", "Concept", CONCEPT_RECORD, lambda made: made.library.concepts.values()),
    RecordField("list", schema_of("List", LIST), of=lambda made: record_of(LIST, made.on(concept_list(made.library)))),
)

_LISTED: Table = (
    *within(picked(ENTRY_RECORD, "id", "system", "title"), lambda made: made.it.entry),
    RecordField("url", TEXT, "wo die Änderung steht"),
    *within(CHANGE, lambda made: made.it.change),
)
#: All changes, newest first.
CHANGES: Table = (many("changes", "Change", _LISTED, lambda made: changes_in(made.library)),)

MOVED: Table = (many("moved", "Move", MOVE_RECORD, lambda made: made.library.moves),)


def _title(made: Of) -> str:
    return f"{made.it.title} – {made.system.name}"


def _frame(made: Of) -> str:
    source, (width, height) = f"{made.settings.site_url.rstrip('/')}/embed{made.it.url}", _EMBEDDED
    return f'<iframe src="{escape(source)}" title="{escape(_title(made))}" width="{width}" height="{height}" loading="lazy"></iframe>'


_AUTHOR = "die Zeile, die zeigt, wer unseren Text zeigt"
#: As specified at oembed.com.
OEMBED: Table = (
    RecordField("version", {"const": "1.0"}, of=lambda _: "1.0"),
    RecordField("type", {"const": "rich"}, of=lambda _: "rich"),
    RecordField("title", TEXT, of=_title),
    RecordField("author_name", TEXT, _AUTHOR, lambda made: attribution(made.system)),
    RecordField("provider_name", TEXT, of=lambda made: made.settings.site_name),
    RecordField("provider_url", TEXT, of=lambda made: made.settings.site_url),
    RecordField("cache_age", INTEGER, "Sekunden", lambda _: _EMBED_AGE),
    RecordField("html", TEXT, "ein iframe mit /embed/<kennung>/", _frame),
    RecordField("width", INTEGER, of=lambda _: _EMBEDDED[0]),
    RecordField("height", INTEGER, of=lambda _: _EMBEDDED[1]),
)


#: Name of a file's schema → its title, and its fields after those common to all our files.
API_FILES: Mapping[str, tuple[str, Table]] = {
    "api-index": ("Index", INDEX),
    "api-systems": ("Games", SYSTEMS),
    "api-system": ("Whole game", BUNDLE),
    "api-entry": ("Entry file", ENTRY_FILE),
    "api-glossary": ("Glossary", GLOSSARY),
    "api-term": ("Term file", TERM_FILE),
    "api-names": ("Names of a game", NAMES_FILE),
    "api-concept": ("Concept file", CONCEPT_FILE),
    "api-concepts": ("Concepts", CONCEPTS),
    "api-changes": ("Changes", CHANGES),
    "api-moved": ("Moved ids", MOVED),
    "api-oembed": ("oEmbed", OEMBED),
}


def file_schema(name: str) -> Schema:
    """The schema of an API file."""
    title, table = API_FILES[name]
    return document(schema_of(title, table if table is OEMBED else (VERSION, FILE_HASH, *table)))
