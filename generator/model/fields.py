"""The one table of fields for every kind of file: parsing, the editors' JSON Schemas and the canonical order follow it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from .values import CHANGE_KINDS, KINDS, LICENCE_STATUSES, REVIEWERS, STATUSES, TITLE_EN_SOURCES

FieldType = Literal[
    "text",
    "integer",
    "boolean",
    "date",
    "url",
    "colour",
    "list",
    "map",
    "records",
    "lists",
    "texts",
    "table",
    "number",
    "pattern",
]


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its name, type, German explanation and allowed values.

    list     list of texts                 records  list of maps with `fields`
    map      map with `fields`             lists    map from a name to a list of texts
    table    list of rows, each a list of texts
    texts    map from a name to a text     pattern  a regular expression
    """

    name: str
    type: FieldType
    about: str
    required: bool = False
    choices: tuple[str, ...] = ()
    longest: int | None = None
    fields: tuple[Field, ...] = ()
    open: bool = False


TITLE_LIMIT = 120
SHORT_LIMIT = 160

_TITLE = Field("title", "text", "Titel, wie ihn das deutsche Buch druckt", required=True, longest=TITLE_LIMIT)
_TITLE_EN = Field("title_en", "text", "Englischer Originaltitel", longest=TITLE_LIMIT)
_TITLE_EN_SOURCE = Field("title_en_source", "text", "Woher der englische Titel stammt", choices=tuple(TITLE_EN_SOURCES))
#: Where to read the English original.
_SEE_EN = Field(
    "see_en",
    "map",
    "Wo das englische Original öffentlich steht: eine Seite des Verlags",
    fields=(
        Field("url", "url", "Adresse der Seite", required=True),
        Field("section", "text", "Abschnitt, Regel oder Seite dort", longest=TITLE_LIMIT),
    ),
)
_STATUS = Field(
    "status",
    "text",
    "Stand: entwurf; gegengelesen (ein Zweiter hat ihn mit der Vorlage verglichen); geprüft (bestätigt von jemandem, der das Spiel spielt "
    "oder verlegt). Gilt nur mit passendem Vermerk („reviewed“); beides schreibt `nachschlag review`",
    choices=STATUSES,
)

#: A review, as `nachschlag review` writes it.
REVIEW = (
    Field("date", "date", "Tag, an dem gelesen wurde", required=True),
    Field("against", "text", "Ausgabe, mit der verglichen wurde, etwa 2.0", required=True, longest=TITLE_LIMIT),
    Field("by", "text", "Wer gelesen hat: leser, spieler oder verlag; kein Name", required=True, choices=tuple(REVIEWERS)),
    Field("text", "text", "Prüfsumme der deutschen Worte", required=True),
    Field("english", "text", "Prüfsumme der englischen Worte"),
)
_REVIEWED = Field("reviewed", "map", "Vermerk, dass der Text gelesen ist; schreibt `nachschlag review`", fields=REVIEW)
_REVIEWED_SECTIONS = Field(
    "reviewed_sections",
    "records",
    "Vermerke für einzelne Abschnitte; schreibt `nachschlag review t9a/angst#abschnitt`",
    fields=(Field("of", "text", "Der Abschnitt", required=True), *REVIEW),
)
_REVIEWED_NOTES = Field(
    "reviewed_notes",
    "records",
    "Vermerke für einzelne Sätze unter notes; schreibt `nachschlag review begriffe/deckung#t9a`",
    fields=(Field("of", "text", "Das Spiel, dessen Satz gelesen ist", required=True), *REVIEW),
)

CARD = (
    Field("timing", "text", "Zeitpunkt"),
    Field("reaction", "text", "Worauf sie eine Reaktion ist"),
    Field("cost", "text", "Kosten"),
    Field("declare", "text", "Ansage"),
    Field("used_by", "text", "Eingesetzt von"),
    Field("effect", "text", "Effekt", required=True),
    Field("keywords", "list", "Schlüsselwörter"),
)

#: Name → label of a card's text fields, in the order of the book.
CARD_LABELS = {f.name: f.about for f in CARD if f.type == "text"}

#: Data fields of every system; a system declares its own under `data` in its system.yaml.
DATA = (
    Field("columns", "list", "Spalten einer Tabelle"),
    Field("rows", "table", "Zeilen einer Tabelle, je so viele Zellen wie Spalten"),
    Field("row_titles", "list", "Die Spalten, deren Zellen Namen sind, deutsch und englisch: Jede Zeile bekommt eine Adresse"),
)

#: Another place where the book tells an entry's rule.
PLACE = (
    Field("part", "text", "Teil, in dem es steht", required=True),
    Field("number", "number", "Nummer dort, in Anführungszeichen"),
    Field("page", "integer", "Seite dort"),
    Field("title", "text", "Überschrift dort, wo sie anders lautet", longest=TITLE_LIMIT),
    Field("title_en", "text", "Englische Überschrift dort, wo sie anders lautet", longest=TITLE_LIMIT),
)

_WAIVERS = Field(
    "waivers",
    "records",
    "Befunde, die so bleiben sollen, je mit Grund",
    fields=(
        Field("code", "text", "Code des Befunds, etwa B001", required=True),
        Field("about", "text", "Nur der Befund, der das nennt, etwa ein englischer Begriff"),
        Field("reason", "text", "Warum es so bleiben soll", required=True),
    ),
)

_CHANGES = Field(
    "changes",
    "records",
    "Was sich an der Regel oder ihrem Text geändert hat",
    fields=(
        Field("version", "text", "Fassung der Regeln, die es so bringt; leer, wo nur unser Text anders ist", longest=TITLE_LIMIT),
        Field("date", "date", "Tag der Änderung", required=True),
        Field(
            "kind",
            "text",
            "Was anders ist (" + ", ".join(CHANGE_KINDS.values()) + ")",
            required=True,
            choices=tuple(CHANGE_KINDS),
        ),
        Field("text", "text", "Was anders ist, in einem Satz", required=True, longest=SHORT_LIMIT),
    ),
)

ENTRY = (
    _TITLE,
    _TITLE_EN,
    _TITLE_EN_SOURCE,
    Field("kind", "text", "Art des Eintrags", required=True, choices=tuple(KINDS)),
    Field("number", "number", "Nummer, wie sie das Buch druckt, in Anführungszeichen"),
    Field("order", "integer", "Platz innerhalb des Teils"),
    Field("parent", "text", "Kennung (Dateiname) des übergeordneten Eintrags"),
    Field("page", "integer", "Seite im Buch"),
    Field("places", "records", "Wo das Buch dieselbe Regel noch einmal erzählt", fields=PLACE),
    Field("edition", "text", "Ausgabe des Spiels"),
    Field("short", "text", "Kurzregel: ein Satz, nach dem man handeln kann", longest=SHORT_LIMIT),
    Field("short_en", "text", "Kurzregel auf Englisch, in eigenen Worten", longest=SHORT_LIMIT),
    _SEE_EN,
    Field("phases", "list", "Kennungen der Phasen, in denen die Regel greift"),
    Field("aliases", "list", "Weitere Namen"),
    Field("see", "list", "Kennungen verwandter Einträge"),
    _STATUS,
    _REVIEWED,
    _REVIEWED_SECTIONS,
    Field("translated_from", "text", "Prüfsumme des englischen Stands, auf dem der deutsche Text beruht"),
    Field("card", "map", "Karte einer Fähigkeit oder eines Befehls", fields=CARD),
    Field("data", "map", "Was wirklich Daten sind, etwa eine Tabelle", fields=DATA, open=True),
    _CHANGES,
    _WAIVERS,
)


def entry_with(data: Mapping[str, str]) -> tuple[Field, ...]:
    """The fields of an entry whose data may also hold these texts (name → label)."""
    own = tuple(Field(name, "text", label) for name, label in data.items())
    return tuple(replace(f, fields=(*f.fields, *own)) if f.name == "data" else f for f in ENTRY)


TERM = (
    Field("id", "text", "Kennung; nur, wo sie nicht die ist, die aus dem Titel folgt: Sie bleibt, wenn der Titel sich ändert"),
    _TITLE,
    _TITLE_EN,
    _TITLE_EN_SOURCE,
    _SEE_EN,
    Field("definition", "text", "Was der Begriff bedeutet"),
    Field("entry", "text", "Kennung (Dateiname) des Eintrags, für den der Begriff steht"),
    Field("forms", "list", "Unregelmäßige gebeugte Formen"),
    Field("abbreviations", "list", "Abkürzungen, für Suche und Verweise; was das Buch druckt, steht auch unter synonyms"),
    Field("avoid", "list", "Wörter, die nicht benutzt werden sollen"),
    Field("synonyms", "list", "Was Spieler dazu sagen"),
    Field("allow", "list", "Was in der Übersetzung auch dafür stehen darf, ohne ein Name zu sein"),
    Field(
        "mentioned",
        "list",
        "Nicht im Auszug: Kennungen (Dateinamen) der Einträge, die ihn nur nennen; allein für Spiele mit „excerpt“",
    ),
    Field("note", "text", "Anmerkung"),
    _STATUS,
    _REVIEWED,
    Field("translated_from", "text", "Prüfsumme des englischen Titels, auf dem der Begriff beruht; setzt `nachschlag accept`"),
    _WAIVERS,
)

CONCEPT = (
    Field("id", "text", "Kennung", required=True),
    _TITLE,
    _TITLE_EN,
    Field("aliases", "list", "Weitere Namen, unter denen die Suche es findet"),
    Field("description", "text", "Was gemeint ist, in einem Satz", required=True),
    Field("description_en", "text", "Dasselbe auf Englisch"),
    Field(
        "entries",
        "lists",
        "Je Spiel die Kennungen der Einträge oder glossar/-Begriffe; [] heißt: kennt das Spiel nicht, oder nicht im Auszug",
        required=True,
    ),
    Field("notes", "texts", "Je Spiel ein Satz: wie es dort geht"),
    Field("differences", "list", "Unterschiede, die wehtun"),
    _REVIEWED_NOTES,
)

#: What players type for an entry or term besides its names; used by the search only.
QUERIES = (
    Field("entry", "text", "Kennung (Dateiname) des Eintrags, oder glossar/-Begriff", required=True),
    Field("queries", "list", "Wonach Spieler suchen, die ihn meinen, aber seinen Namen nicht kennen", required=True),
)

MOVE = (
    Field("old", "text", "Alte Kennung mit Spiel", required=True),
    Field("new", "text", "Neue Kennung mit Spiel, auch ein Abschnitt (aos/liste#nagloch); leer: ersatzlos entfernt"),
    Field("date", "date", "Tag des Umzugs", required=True),
    Field("why", "text", "Grund", required=True),
    Field("merged", "boolean", "true, wo die neue Kennung vorher schon eine eigene Regel war, in der die alte nun aufgeht"),
)

SYSTEM = (
    Field("id", "text", "Kennung, gleich dem Ordnernamen", required=True),
    Field("name", "text", "Name des Spiels", required=True, longest=TITLE_LIMIT),
    Field("short", "text", "Kurzname", required=True, longest=20),
    Field(
        "publisher",
        "map",
        "Verlag und seine Seite zum Spiel",
        fields=(Field("name", "text", "Name des Verlags", required=True), Field("url", "url", "Seite des Verlags zum Spiel")),
    ),
    Field("names", "list", "Weitere Namen, unter denen Spieler das Spiel in der Suche nennen"),
    Field("edition", "text", "Ausgabe"),
    Field("rules_version", "text", "Fassung der Regeln"),
    Field("rules_date", "date", "Stand der Regeln"),
    Field(
        "source_language",
        "text",
        "Sprache des Originals; ist sie nicht Englisch, sagen es die Ausgaben für Übersetzer bei jedem Englischen",
        choices=("en", "de", "fr"),
    ),
    _SEE_EN,
    Field("source", "text", "Beschreibung der Quelle"),
    Field("excerpt", "list", "Wo die Quelle nur ein Auszug ist: was ihm vom Regelwerk fehlt"),
    Field(
        "licence",
        "map",
        "Was mit den Regeln erlaubt ist",
        required=True,
        fields=(
            Field("status", "text", "Stand der Rechte", required=True, choices=LICENCE_STATUSES),
            Field("holder", "text", "Inhaber der Rechte"),
            Field("note", "text", "Anmerkung, steht auf jeder Seite"),
            Field("evidence", "text", "Beleg einer Erlaubnis"),
        ),
    ),
    Field(
        "parts",
        "records",
        "Teile des Regelwerks in Reihenfolge",
        required=True,
        fields=(
            Field("id", "text", "Kennung, gleich dem Ordnernamen", required=True),
            _TITLE,
            _TITLE_EN,
            Field("abbreviations", "list", "Abkürzungen wie GR"),
            Field("default", "boolean", "true für den Teil, der gemeint ist, wenn ein Name in mehreren steht"),
            Field("pages", "text", "Seiten des Teils"),
        ),
    ),
    Field(
        "series",
        "records",
        "Nummernreihen",
        fields=(
            Field("id", "text", "Kennung", required=True),
            Field("words", "list", "Wörter, die die Reihe nennen", required=True),
        ),
    ),
    Field(
        "phases",
        "records",
        "Phasen in Reihenfolge",
        fields=(Field("id", "text", "Kennung", required=True), _TITLE, _TITLE_EN),
    ),
    Field(
        "data",
        "records",
        "Was data in Einträgen dieses Spiels außer einer Tabelle halten darf, in der Reihenfolge der Anzeige",
        fields=(
            Field("name", "text", "Feld in data", required=True),
            Field("label", "text", "Wie es auf der Seite heißt", required=True, longest=TITLE_LIMIT),
        ),
    ),
    Field("units", "list", "Maßwörter"),
    Field("everyday", "list", "Namen, die auch Alltagswörter sind: Verweis nur, wenn hervorgehoben oder mit Parameter"),
    Field("spelling", "list", "weitere Wörter, die `check --spelling` kennen soll, etwa Eigennamen"),
    Field("accent", "colour", "Akzentfarbe, auf der weiße Schrift gut zu lesen ist (Kontrast ab 4,5)"),
)
