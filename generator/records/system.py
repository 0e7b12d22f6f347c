"""The record of a system, the rights in every record, and moved ids."""

from __future__ import annotations

from typing import Any

from ..model.fields import SYSTEM
from ..model.values import LICENCE_STATUSES, MOVE_KINDS, REVIEWERS, STATUSES, TITLE_EN_SOURCES, System
from ..prose.review import DRAFT, standing
from .fields import Of, RecordField, Table, many, one, record_of, schema_of, taken_over
from .schema_parts import DATE, INTEGER, TEXT, TEXTS, nullable

#: The licence of texts in our own words.
OUR_LICENCE = "CC-BY-SA-4.0"

# -- fields of several records ------------------------------------------------------------------------------------------------

ID = RecordField("id", TEXT, "Kennung: bleibt, auch wenn sich Titel oder Nummer ändern")
TITLE = RecordField("title", TEXT)
TITLE_EN = RecordField("title_en", TEXT)
TITLE_EN_SOURCE = RecordField("title_en_source", {"enum": ["", *TITLE_EN_SOURCES]}, "woher der englische Titel stammt")
_STATUS = (
    "entwurf; gegengelesen: von einer zweiten Person mit der Vorlage verglichen; "
    "geprüft: bestätigt von jemandem, der das Spiel spielt oder verlegt. Ändert sich der Text danach, steht hier wieder entwurf"
)
STATUS = RecordField("status", {"enum": list(STATUSES)}, _STATUS, lambda made: standing(made.library, made.it).state)

#: The review behind `status`.
_REVIEW: Table = (
    RecordField("date", DATE, "Tag, an dem gelesen wurde"),
    RecordField("against", TEXT, "Ausgabe, mit der verglichen wurde"),
    RecordField("by", {"enum": list(REVIEWERS)}, "leser: ein Zweiter; spieler oder verlag: wer das Spiel spielt oder verlegt"),
)
REVIEWED = RecordField(
    "reviewed",
    nullable(schema_of("Review", _REVIEW)),
    "woraus der Stand folgt; null bei einem Entwurf",
    lambda made: _reviewed(made),
)
_ORIGINAL = (
    RecordField("url", TEXT, of="see_en.url"),
    RecordField("section", nullable(TEXT), "Abschnitt, Regel oder Seite dort", of="see_en.section"),
)
SEE_EN = RecordField(
    "see_en",
    schema_of("Original", _ORIGINAL),
    "wo das englische Original öffentlich steht; fehlt, wo das nicht bekannt ist",
    lambda made: record_of(_ORIGINAL, made) if made.it.see_en else None,
    optional=True,
)
URL_ABOUT = "Adresse auf der Seite, von deren Wurzel aus: /t9a/angst/"
URL = RecordField("url", TEXT, URL_ABOUT)
HASH_ABOUT = "Prüfsumme dessen, was Menschen geschrieben haben; Berechnetes (html, backlinks …) lässt sie gleich"

_LICENCE_ABOUT = "Lizenz unseres Textes: CC-BY-SA-4.0, wo es unsere eigenen Worte sind"
_ATTRIBUTION = "die Zeile, die zeigt, wer unseren Text zeigt"
_LICENCE_STATUS = "own-words: unsere eigenen Worte; permitted: mit Erlaubnis; private: nicht zum Weitergeben"

#: The permissions of a system's rights holder.
LICENCE_TABLE: Table = (
    RecordField("id", TEXT, _LICENCE_ABOUT, lambda made: licence_id(made.it)),
    RecordField("status", {"enum": list(LICENCE_STATUSES)}, _LICENCE_STATUS, "licence.status"),
    RecordField("holder", TEXT, "wem das Spiel gehört", "licence.holder"),
    RecordField("note", TEXT, "was auf jeder Seite des Spiels steht", "licence.note"),
    RecordField("evidence", nullable(TEXT), "Beleg einer Erlaubnis", "licence.evidence"),
)
LICENCE = one("licence", "Rights", LICENCE_TABLE)
ATTRIBUTION = RecordField("attribution", TEXT, _ATTRIBUTION, lambda made: attribution(made.it))

#: The source of a retold text; for an entry, term or concept.
SOURCE: Table = (
    RecordField("book", TEXT, "das Regelwerk, aus dem nacherzählt ist", lambda made: _book(made)),
    RecordField("page", nullable(INTEGER), "Seite darin", lambda made: getattr(made.it, "page", None)),
    RecordField("rules_version", TEXT, of=lambda made: made.system.rules_version if made.system else ""),
    RecordField("rules_date", nullable(DATE), of=lambda made: (made.system and made.system.rules_date) or None),
)

#: The rights to show with the text of an entry, term or concept. A concept is in our own words for every system.
RIGHTS: Table = (
    RecordField("licence_id", TEXT, _LICENCE_ABOUT, lambda made: licence_id(made.system) if made.system else OUR_LICENCE),
    RecordField("attribution", TEXT, _ATTRIBUTION, lambda made: attribution(made.system)),
    one("source", "Source", SOURCE),
)


def _reviewed(made: Of) -> dict[str, Any] | None:
    found = standing(made.library, made.it)
    return record_of(_REVIEW, made.on(found.review)) if found.review and found.state != DRAFT else None


def _book(made: Of) -> str:
    if made.system:
        return str(made.system.source)
    systems = made.library.systems
    names = ", ".join(systems[id_].name for id_ in made.it.entries if id_ in systems)
    return f"Vergleich der Regelwerke: {names}" if names else ""


def licence_id(system: System) -> str:
    """The licence of our text: CC BY-SA 4.0 for our own words, otherwise what was agreed, or "private"."""
    return OUR_LICENCE if system.licence.status == "own-words" else f"{system.id}-{system.licence.status}"


def attribution(system: System | None) -> str:
    """The line to show with our text; None stands for what belongs to no system."""
    if system is None:
        return "Nachschlag"
    return f"Nachschlag, {system.name} ({system.edition})" if system.edition else f"Nachschlag, {system.name}"


# -- systems --------------------------------------------------------------------------------------------------------------------

_PUBLISHER = (RecordField("name", TEXT, of="publisher.name"), RecordField("url", nullable(TEXT), of="publisher.url"))
_PHASE = (RecordField("id", TEXT), TITLE, TITLE_EN)
_SHEET = (RecordField("id", TEXT), TITLE, RecordField("rules", TEXTS, "Kennungen der Regeln in Reihenfolge"))
_PART = (
    *_PHASE,
    RecordField("abbreviations", TEXTS),
    RecordField("pages", nullable(TEXT), "Seiten des Teils: 12-34"),
    RecordField("name", nullable(TEXT), "wie ein Teil heißt, den sein Titel nur zählt: Zaubern"),
    RecordField("name_en", nullable(TEXT), "dasselbe auf Englisch"),
)

SYSTEM_RECORD: Table = (
    ID,
    RecordField("name", TEXT),
    RecordField("short", TEXT, "Kurzname"),
    one("publisher", "Publisher", _PUBLISHER),
    RecordField("edition", TEXT),
    RecordField("rules_version", TEXT),
    RecordField("rules_date", nullable(DATE)),
    RecordField("source_language", TEXT),
    SEE_EN,
    RecordField("source", TEXT, "das Regelwerk, aus dem nacherzählt ist"),
    RecordField("excerpt", TEXTS, "was fehlt, wo die Quelle nur ein Auszug des Regelwerks ist"),
    LICENCE,
    ATTRIBUTION,
    many("parts", "Part", _PART, lambda made: made.it.parts, "Teile des Regelwerks in Reihenfolge"),
    many("phases", "Phase", _PHASE, lambda made: made.it.phases, "Phasen in Reihenfolge"),
    many("sheets", "Sheet", _SHEET, lambda made: made.it.sheets, "fertige Spickzettel"),
    RecordField("accent", nullable({"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}), "Farbe des Spiels"),
    *taken_over(SYSTEM),
    RecordField("entries", INTEGER, "wie viele Einträge es hat", lambda made: len(made.library.system_entries(made.it.id))),
    RecordField("terms", INTEGER, "wie viele Begriffe es hat", lambda made: len(made.library.system_terms(made.it.id))),
    URL,
)


# -- moved ids ----------------------------------------------------------------------------------------------------------------

_KINDS = "move: umbenannt; merge: in eine Regel aufgegangen, die es schon gab; remove: ersatzlos gestrichen"

MOVE_RECORD: Table = (
    RecordField("kind", {"enum": list(MOVE_KINDS)}, _KINDS),
    RecordField("old", TEXT, "die alte Kennung"),
    RecordField("new", nullable(TEXT), "die Kennung, die sie damals bekam", lambda made: made.it.new.partition("#")[0] or None),
    RecordField("moved_to", nullable(TEXT), "die Kennung, unter der die Regel heute steht", lambda made: _moved_to(made)[0]),
    RecordField("section", nullable(TEXT), "der Abschnitt darin, wenn sie nur einer ist", lambda made: _moved_to(made)[1]),
    RecordField("date", DATE),
    RecordField("why", TEXT, "der Grund"),
)


def _moved_to(made: Of) -> tuple[str | None, str | None]:
    """The current id and the section in it; no id if the entry was removed, even after a rename."""
    current, _, section = made.library.current_place(made.it.old).partition("#")
    if not made.it.new or made.library.target(current) is None:
        return None, None
    return current, section or None
