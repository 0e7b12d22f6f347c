"""The schemas of the records that `export.py` makes: entry, term, concept, game. What is in them is promised for good."""

from __future__ import annotations

from ..model.fields import CARD, DATA, Field
from ..model.values import CHANGE_KINDS, KINDS, LICENCE_STATUSES, STATUSES, TITLE_EN_SOURCES
from .schema_parts import DATE, HASH, INTEGER, TEXT, Schema, about, by_name, listed, nullable, record

TEXTS = listed(TEXT)
_ID = about("Kennung: bleibt, auch wenn sich Titel oder Nummer ändern", TEXT)
_URL = about("Adresse auf der Seite, von deren Wurzel aus: /t9a/angst/", TEXT)
_STATUS = about("entwurf: von einer Person; geprüft: von einer zweiten mit dem Buch verglichen", {"enum": list(STATUSES)})
_TITLE_EN_SOURCE = about("woher der englische Titel stammt", {"enum": ["", *TITLE_EN_SOURCES]})
AUTHORED_HASH = about("Prüfsumme dessen, was Menschen geschrieben haben; Berechnetes (html, backlinks …) lässt sie gleich", HASH)

_TARGET = (
    "Kennung eines Eintrags (mit #Abschnitt, wo einer gemeint ist), eines Begriffs (<spiel>/glossar/<begriff>) oder eines Konzepts "
    "(begriffe/<konzept>), oder die Liste einer Buchseite (<spiel>/seite/<zahl>); null, wo nichts oder mehreres passt"
)
_BACKLINKS = (
    "Kennungen der Einträge und Begriffe, die auf diesen Eintrag verweisen: im Text, in Karte und Tabelle, in see oder als parent; jede "
    "einmal, in der Reihenfolge der Bücher. Verweise auf einen Begriff, der für diesen Eintrag steht, zählen mit"
)

_SOURCE = record(
    "Quelle",
    {
        "book": about("das Regelwerk, aus dem nacherzählt ist", TEXT),
        "page": about("Seite darin", nullable(INTEGER)),
        "rules_version": TEXT,
        "rules_date": nullable(DATE),
    },
)

#: What every record says of its rights. Whoever shows its text shows `attribution`.
RIGHTS: dict[str, Schema] = {
    "licence_id": about("Lizenz unseres Textes: CC-BY-SA-4.0, wo es unsere eigenen Worte sind", TEXT),
    "attribution": about("die Zeile, die zeigt, wer unseren Text zeigt", TEXT),
    "source": _SOURCE,
}

LICENCE = record(
    "Rechte",
    {
        "id": RIGHTS["licence_id"],
        "status": about(
            "own-words: unsere eigenen Worte; permitted: mit Erlaubnis; private: nicht zum Weitergeben",
            {"enum": list(LICENCE_STATUSES)},
        ),
        "holder": about("wem das Spiel gehört", TEXT),
        "note": about("was auf jeder Seite des Spiels steht", TEXT),
        "evidence": about("Beleg einer Erlaubnis", nullable(TEXT)),
    },
)

REFERENCE = record(
    "Verweis",
    {
        "start": about("erstes Zeichen im Feld, von 0 an, in Codepunkten", INTEGER),
        "end": about("das Zeichen dahinter", INTEGER),
        "text": about("was dort geschrieben steht", TEXT),
        "type": about(
            "woran der Verweis erkannt ist: number, part+number, chapter, page, table, figure, title, parametrised, term, english, id",
            TEXT,
        ),
        "target": about(_TARGET, nullable(TEXT)),
        "parameter": about("der Wert hinter dem Namen: 2, 6+, +1, W3, X", TEXT),
        "candidates": about("Kennungen, wo mehrere Ziele passen; target ist dann null", TEXTS),
        "field": about("das Feld, in dem der Verweis steht (card.effect, data.rows[0][1] …); fehlt beim Text", TEXT),
    },
    optional=("parameter", "candidates", "field"),
)

_SECTION = record("Abschnitt", {"id": about("Anker auf der Seite des Eintrags", TEXT), "title": TEXT, "number": nullable(TEXT)})


def change(**more: Schema) -> Schema:
    """A change, with more of where it stands."""
    fields = {
        **more,
        "version": about("die Fassung der Regeln, die es so bringt", nullable(TEXT)),
        "date": DATE,
        "kind": about("Bedeutung, Wortlaut, Nummer oder Übersetzung", {"enum": list(CHANGE_KINDS)}),
        "text": about("was anders ist, in einem Satz", TEXT),
    }
    return record("Änderung", fields)


def _structured(title: str, fields: tuple[Field, ...]) -> Schema:
    """A card or data as they are given out, or null: each field is there only where it is filled."""
    types = {"list": TEXTS, "table": listed(TEXTS)}
    properties = {f.name: about(f.about, types.get(f.type, TEXT)) for f in fields}
    return nullable(record(title, properties, optional=tuple(properties)))


def entry_fields() -> dict[str, Schema]:
    """The fields of an entry: name → schema."""
    return {
        "id": _ID,
        "system": about("Kennung des Spiels", TEXT),
        "kind": about("Art des Eintrags; wie sie auf Deutsch heißt, steht in systems/<spiel>.json", {"enum": list(KINDS)}),
        "part": about("Teil des Regelwerks, wie er gedruckt ist", TEXT),
        "part_id": TEXT,
        "number": about("Nummer, wie sie gedruckt ist", nullable(TEXT)),
        "order": about("Platz innerhalb des Teils", INTEGER),
        "parent": about("Kennung des übergeordneten Eintrags", nullable(TEXT)),
        "title": TEXT,
        "parameter": about("der Wert, den der Titel offen lässt oder nennt: X, +X, X+, 2; sonst leer", TEXT),
        "title_en": TEXT,
        "title_en_source": _TITLE_EN_SOURCE,
        "aliases": about("weitere Namen", TEXTS),
        "short": about("Kurzregel: ein Satz, nach dem man handeln kann; Markdown", TEXT),
        "short_en": TEXT,
        "text": about("die ganze Regel als Markdown", TEXT),
        "card": about("Karte einer Fähigkeit oder eines Befehls; Texte sind Markdown", _structured("Karte", CARD)),
        "data": about("was wirklich Daten sind, etwa eine Tabelle; auch mit weiteren Feldern", _structured("Daten", DATA)),
        "sections": about("Überschriften im Text, je mit eigener Adresse", listed(_SECTION)),
        "page": about("Seite im Buch", nullable(INTEGER)),
        "edition": about("Ausgabe des Spiels", TEXT),
        "phases": about("Kennungen der Phasen, in denen die Regel greift", TEXTS),
        "see": about("Kennungen verwandter Einträge, wie sie heute heißen", TEXTS),
        "references": about("Jeder Verweis in jedem Feld, auch ungelöste; Verweise auf sich selbst fehlen", listed(REFERENCE)),
        "backlinks": about(_BACKLINKS, TEXTS),
        "concepts": about("Kennungen der Konzepte (concepts.json), die der Eintrag in seinem Spiel trägt", TEXTS),
        "status": _STATUS,
        "changes": about("Was sich an der Regel oder ihrem Text geändert hat", listed(change())),
        **RIGHTS,
        "url": _URL,
        "hash": AUTHORED_HASH,
    }


def term_fields() -> dict[str, Schema]:
    """The fields of a term: name → schema."""
    return {
        "id": _ID,
        "system": TEXT,
        "title": TEXT,
        "title_en": TEXT,
        "title_en_source": _TITLE_EN_SOURCE,
        "definition": about("Markdown", TEXT),
        "note": about("Markdown", TEXT),
        "entry": about("Kennung des Eintrags, für den der Begriff steht", nullable(TEXT)),
        "aliases": about("was Spieler dazu sagen", TEXTS),
        "forms": about("unregelmäßige gebeugte Formen", TEXTS),
        "abbreviations": TEXTS,
        "avoid": about("Wörter, die nicht benutzt werden sollen", TEXTS),
        "status": _STATUS,
        **RIGHTS,
        "url": _URL,
        "hash": AUTHORED_HASH,
    }


def concept_fields() -> dict[str, Schema]:
    """The fields of a concept: name → schema."""
    return {
        "id": _ID,
        "title": TEXT,
        "title_en": TEXT,
        "description": TEXT,
        "description_en": TEXT,
        "aliases": TEXTS,
        "entries": about("Spiel → Kennungen; [] heißt, dass das Spiel so etwas nicht kennt", by_name(TEXTS)),
        "notes": about("Spiel → ein Satz dazu, wie es dort geht", by_name(TEXT)),
        "differences": about("Unterschiede, über die man stolpert", TEXTS),
        **RIGHTS,
        "url": _URL,
    }


def system_fields() -> dict[str, Schema]:
    """The fields of a game: name → schema."""
    part = {
        "id": TEXT,
        "title": TEXT,
        "title_en": TEXT,
        "abbreviations": TEXTS,
        "pages": about("Seiten des Teils: 12-34", nullable(TEXT)),
    }
    return {
        "id": _ID,
        "name": TEXT,
        "short": about("Kurzname", TEXT),
        "publisher": record("Verlag", {"name": TEXT, "url": nullable(TEXT)}),
        "edition": TEXT,
        "rules_version": TEXT,
        "rules_date": nullable(DATE),
        "source_language": TEXT,
        "source": about("das Regelwerk, aus dem nacherzählt ist", TEXT),
        "licence": LICENCE,
        "attribution": RIGHTS["attribution"],
        "parts": about("Teile des Regelwerks in Reihenfolge", listed(record("Teil", part))),
        "phases": about("Phasen in Reihenfolge", listed(record("Phase", {"id": TEXT, "title": TEXT, "title_en": TEXT}))),
        "accent": about("Farbe des Spiels", nullable({"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"})),
        "entries": about("wie viele Einträge es hat", INTEGER),
        "terms": about("wie viele Begriffe es hat", INTEGER),
        "url": _URL,
    }
