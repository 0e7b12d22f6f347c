"""The offline bundle of a system: the content of all its pages as one JSON file, from which any page can be made without a
network.

Links in `html` are site-relative ("/t9a/angst/") and carry their target as `data-id`, headings their section's id. `redirects`
holds entries' terms and moved ids, `aliases` the glossary's text for those terms. Omitting empty values from entries, terms and
lists saves a fifth of the bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..files.json_text import SCHEMA_VERSION
from ..history.changes import changes_of
from ..history.previous import Change
from ..model.values import KINDS, TITLE_EN_SOURCES, Entry, System, Term
from ..pages.listings import Listing, jump_bar, listings, style_of
from ..pages.progress_page import outdated_note
from ..pages.rendered import Rendering
from ..pages.views import OPEN, mentions, nearest_concepts, other_names
from ..prose.address import redirects
from ..prose.plain import plain
from ..prose.timing import SIDES
from ..prose.wording import STATUS_WORDS, edition, places_in_book, rights, rules_date, state_words
from ..reading.overlay import MARK, is_private
from ..references.list_names import beyond
from .entry import CHANGE, ENTRY_RECORD
from .fields import Of, RecordField, Table, left_out, many, many_known, one, picked, record_of, within
from .glossary import TERM_RECORD
from .schema_parts import INTEGER, TEXT, TEXTS, Schema, by_name, listed, record
from .system import SYSTEM_RECORD

#: The key, which is no id, of the meanings of names among a bundle's known records.
_KNOWN_CALLED = "called"


def bundle(
    rendering: Rendering,
    system: System,
    changes: Mapping[str, Change] | None = None,
    known: Mapping[str, dict[str, Any]] | None = None,
    called: dict[str, str] | None = None,
) -> dict[str, Any]:
    """One system as plain values: entries with rendered texts in reading order, terms, lists, and redirected ids.

    `private` is the notice on every page of a private system. `known` are the records of entries and terms that are still valid
    from an earlier bundle, by id; `called` likewise gives the meanings of names in army lists.
    """
    known = {**(known or {}), **({} if called is None else {_KNOWN_CALLED: called})}
    made = Of(system, rendering.library, rendering.graph, changes=changes or {}, rendering=rendering, known=known)
    return {"schema_version": SCHEMA_VERSION, **record_of(BUNDLE, made)}


def bundle_again(
    last: Mapping[str, Any], rendering: Rendering, things: Iterable[Entry | Term], changes: Mapping[str, Change]
) -> dict[str, Any]:
    """The last bundle of a system in which nothing changed but the texts and mentions of these things."""
    made = Of(None, rendering.library, rendering.graph, changes=changes, rendering=rendering)
    again = {it.id: record_of(_ENTRY if isinstance(it, Entry) else _TERM, made.on(it)) for it in things}
    rows = {name: [again.get(row["id"], row) for row in last[name]] for name in ("entries", "terms")}
    return {**last, **rows}


def short_html(made: Of) -> str:
    """An entry's short rule as HTML."""
    return str(made.shown.short.filled(made.address))


def _whole_html(made: Of) -> str:
    return str(made.shown.html(made.address, addressed=True))


_ORIGIN = RecordField(
    "title_en_source",
    TEXT,
    "woher der englische Titel stammt, in Worten",
    lambda made: TITLE_EN_SOURCES.get(made.it.title_en_source, ""),
)

_CHANGE = left_out(
    (
        *within(CHANGE, lambda made: made.it.change),
        RecordField("anchor", TEXT, "wo sie auf der Seite des Eintrags steht"),
        RecordField("said", TEXT, "die Art in einem Wort", "kind"),
        RecordField("when", TEXT, "Fassung und Tag in Worten"),
    ),
    *("date", "kind", "text", "anchor", "said", "when"),
)

#: The concepts of an entry or term, nearest first.
_NEAREST = RecordField(
    "concepts",
    TEXTS,
    "Kennungen der Konzepte (concepts.json), die er in seinem Spiel trägt, das nächste zuerst",
    lambda made: [concept.id for concept in nearest_concepts(made.library, made.it)],
)

#: Drafts say what `words.status` says.
_STATE = RecordField(
    "state",
    TEXT,
    "wie weit der Text ist, wo mehr zu sagen ist als words.status",
    lambda made: "" if (said := state_words(made.library, made.it)) == STATUS_WORDS["entwurf"] else said,
)

_ENTRY = left_out(
    (
        *picked(ENTRY_RECORD, "id", "kind", "part_id"),
        RecordField("number", TEXT, of=lambda made: str(made.it.number or "")),
        RecordField("parent", TEXT),
        *picked(ENTRY_RECORD, "title", "title_en"),
        _ORIGIN,
        RecordField("names", TEXTS, "weitere Namen, auch die des Glossars", lambda made: other_names(made.library, made.it)),
        RecordField("page", INTEGER),
        RecordField(
            "places", TEXTS, "wo das Buch die Regel noch erzählt, in Worten", lambda made: places_in_book(made.it, made.system)
        ),
        *picked(ENTRY_RECORD, "edition", "phases"),
        RecordField("short_html", TEXT, of=short_html),
        RecordField("html", TEXT, "wie auf der Seite des Eintrags, mit Überschriften und ihren Ankern", _whole_html),
        *picked(ENTRY_RECORD, "see"),
        RecordField(
            "backlinks",
            TEXTS,
            "wer auf ihn verweist und nicht schon in see, als parent oder darunter steht",
            lambda made: mentions(made.library, made.graph, made.it),
        ),
        _NEAREST,
        *picked(ENTRY_RECORD, "status"),
        _STATE,
        many("changes", "Change", _CHANGE, lambda made: changes_of(made.it)),
        RecordField(
            "outdated",
            TEXT,
            "der Hinweis, wo der deutsche Text dem englischen nachhinkt",
            lambda made: outdated_note(made.it, made.changes.get(made.it.id)),
        ),
    ),
    *("id", "kind", "part_id", "title", "status"),
)

_TERM = left_out(
    (
        *picked(TERM_RECORD, "id", "title", "title_en"),
        _ORIGIN,
        RecordField("names", TEXTS, of=lambda made: other_names(made.library, made.it)),
        *picked(TERM_RECORD, "avoid", "mentioned"),
        RecordField("short_html", TEXT, "die Bedeutung", lambda made: made.shown.definition.filled(made.address)),
        RecordField("html", TEXT, "die Anmerkung", lambda made: made.shown.note.filled(made.address)),
        RecordField("backlinks", TEXTS, of=lambda made: mentions(made.library, made.graph, made.it)),
        _NEAREST,
        *picked(TERM_RECORD, "status"),
        _STATE,
        RecordField("outdated", TEXT, "der Hinweis, wo die Vorlage sich geändert hat", lambda made: outdated_note(made.it, None)),
    ),
    *("id", "title", "status"),
)

_ROW: Schema = {"anyOf": [TEXT, {"type": "array", "prefixItems": [TEXT, TEXT, INTEGER], "minItems": 3, "maxItems": 3}]}
_GROUP: Schema = {"type": "array", "prefixItems": [TEXT, listed(_ROW)], "minItems": 2, "maxItems": 2}
_GROUPS = "je Gruppe Überschrift und Zeilen: Kennung, oder [Kennung, Bemerkung, Einrückung]"


def _groups(listing: Listing) -> list[list[Any]]:
    return [
        [heading, [[line.target, line.note, line.indent] if line.note or line.indent else line.target for line in lines]]
        for heading, lines in listing.groups
    ]


LIST = left_out(
    (
        RecordField("path", TEXT, "Adresse ohne Schrägstriche am Rand"),
        *(RecordField(name, TEXT) for name in ("title", "title_en", "intro")),
        RecordField(
            "jump",
            {"enum": ["Buchstaben", "Abschnitte"]},
            "wohin die Leiste über der Liste führt",
            lambda made: jump_bar(made.it),
        ),
        RecordField("class", TEXT, "die Klassen der Liste", lambda made: style_of(made.library, made.it)),
        RecordField("brief", {"type": "boolean"}, "true, wo keine Kurzregeln gezeigt werden", lambda made: made.it.brief or None),
        RecordField("groups", listed(_GROUP), _GROUPS, lambda made: _groups(made.it)),
    ),
    *("path", "title", "groups"),
)


def _entries(made: Of) -> list[Entry]:
    """A system's entries in reading order, those without a part last."""
    entries = [e for part in made.it.parts for e in made.library.part_entries(made.it.id, part.id)]
    placed = {e.id for e in entries}
    return entries + [e for e in made.library.system_entries(made.it.id) if e.id not in placed]


def _aliases(made: Of) -> dict[str, list[str]]:
    """Entries' terms as the glossary lists them: title, English, definition without markup."""
    return {t.id: [t.title, t.title_en, plain(t.definition)] for t in made.library.system_terms(made.it.id) if t.entry}


def _called(made: Of) -> dict[str, str]:
    """The meanings of names in army lists that the names of entries and terms do not give."""
    if _KNOWN_CALLED in made.known:
        return made.known[_KNOWN_CALLED]
    library, prefix = made.library, made.it.url[1:]
    alone = redirects(library)

    def named(it: Entry | Term, others: list[str]) -> Iterator[tuple[str, str]]:
        for name in (it.title, it.title_en or "", *others):
            yield name, alone.get(it.id, it.id).removeprefix(prefix)

    names = [pair for entry in library.system_entries(made.it.id) for pair in named(entry, other_names(library, entry))]
    for term in library.system_terms(made.it.id):
        names += named(term, [] if term.entry else other_names(library, term))
    return beyond(library, made.it.id, names)


def _redirects(made: Of) -> dict[str, str]:
    return {old: new for old, new in redirects(made.library).items() if old.startswith(made.it.url[1:])}


_CALLED = (
    "Name in Kleinbuchstaben → Kennungen ohne das Spiel: was er in Armeelisten heißt, wo Einträge und Begriffe es nicht sagen"
)
_PRIVATE = "was jede Seite eines Spiels sagt, das nicht weitergegeben wird"
_KINDS = {kind: list(names) for kind, names in KINDS.items()}

_WORDS: Table = (
    RecordField("status", by_name(TEXT), "Stand des Textes → in Worten", lambda _: dict(STATUS_WORDS)),
    RecordField("editions", by_name(TEXT), "Ausgabe eines Eintrags → mit der Fassung der Regeln", lambda made: _editions(made)),
    RecordField("date", TEXT, "der Regelstand, ausgeschrieben", lambda made: rules_date(made.it)),
    RecordField("rights", TEXT, "wem Text und Spiel gehören", lambda made: rights(made.it.licence)),
    RecordField("open", INTEGER, "wie viele Zeilen einer langen Liste offen stehen", lambda _: OPEN),
    RecordField("sides", by_name(TEXT), "Überschrift eines Phasenblatts → in wessen Zug allein das gilt", lambda _: SIDES),
)


def _editions(made: Of) -> dict[str, str]:
    return {printed: edition(printed, made.it) for printed in sorted({entry.edition for entry in _entries(made)})}


BUNDLE: Table = (
    one("system", "Game", SYSTEM_RECORD),
    RecordField("private", TEXT, _PRIVATE, lambda made: MARK if is_private(made.it) else "", optional=True),
    RecordField("kinds", record("Kinds", dict.fromkeys(KINDS, TEXTS)), "Art → Name in Ein- und Mehrzahl", lambda _: _KINDS),
    one("words", "Words", _WORDS, "wie Seiten sagen, was in Feldern steht"),
    many_known("entries", "Entry", _ENTRY, _entries, "in der Reihenfolge des Buches"),
    many_known(
        "terms",
        "Term",
        _TERM,
        lambda made: (term for term in made.library.system_terms(made.it.id) if not term.entry),
        "Begriffe mit eigener Seite",
    ),
    RecordField("aliases", by_name(TEXTS), "Begriff, der für einen Eintrag steht → Titel, Englisch, Bedeutung", _aliases),
    RecordField("called", by_name(TEXT), _CALLED, _called, optional=True),
    RecordField("redirects", by_name(TEXT), "Kennung → Kennung der Seite, die stattdessen zu zeigen ist", _redirects),
    many(
        "lists",
        "List",
        LIST,
        lambda made: listings(made.library, made.it),
        "die Listen des Spiels: Teile, A–Z, Arten, Phasen, Buchseiten, Glossar",
    ),
)
