"""Terms and concepts as records. A term's synonyms are its aliases; a concept lists its entries in each system."""

from __future__ import annotations

from dataclasses import asdict

from ..files.json_text import fingerprint
from ..model.fields import CONCEPT, TERM
from .fields import Of, RecordField, Table, taken_over
from .schema_parts import HASH, TEXT, TEXTS, by_name, nullable
from .system import HASH_ABOUT, ID, REVIEWED, RIGHTS, SEE_EN, STATUS, TITLE, TITLE_EN, TITLE_EN_SOURCE, URL, URL_ABOUT


def _entry(made: Of) -> str | None:
    """The id of a term's entry."""
    return f"{made.it.system}/{made.it.entry}" if made.it.entry else None


def _term_hash(made: Of) -> str:
    names = ("title", "title_en", "definition", "note", "entry", "forms", "abbreviations", "avoid", "synonyms")
    later = [*([asdict(made.it.see_en)] if made.it.see_en else []), *([made.it.mentioned] if made.it.mentioned else [])]
    added = {f.name: value for f in TERM if f.since and (value := getattr(made.it, f.name))}
    return fingerprint([*(getattr(made.it, name) for name in names), *later, *([added] if added else [])])


TERM_RECORD: Table = (
    ID,
    RecordField("system", TEXT),
    TITLE,
    TITLE_EN,
    TITLE_EN_SOURCE,
    SEE_EN,
    RecordField("definition", TEXT, "Markdown"),
    RecordField("note", TEXT, "Markdown"),
    RecordField("entry", nullable(TEXT), "Kennung des Eintrags, für den der Begriff steht", _entry),
    RecordField("mentioned", TEXTS, "nicht im Auszug erklärt: Kennungen der Einträge, die ihn nennen"),
    RecordField("aliases", TEXTS, "was Spieler dazu sagen", "synonyms"),
    RecordField("forms", TEXTS, "unregelmäßige gebeugte Formen"),
    RecordField("abbreviations", TEXTS),
    RecordField("avoid", TEXTS, "Wörter, die nicht benutzt werden sollen"),
    STATUS,
    REVIEWED,
    *taken_over(TERM),
    *RIGHTS,
    RecordField("url", TEXT, URL_ABOUT, lambda made: f"/{entry}/" if (entry := _entry(made)) else made.it.url),
    RecordField("hash", HASH, HASH_ABOUT, _term_hash),
)

_ENTRIES = "Spiel → Kennungen; [] heißt, dass das Spiel so etwas nicht kennt oder sein Auszug es nicht nennt"

CONCEPT_RECORD: Table = (
    ID,
    TITLE,
    TITLE_EN,
    RecordField("description", TEXT),
    RecordField("description_en", TEXT),
    RecordField("aliases", TEXTS),
    RecordField("entries", by_name(TEXTS), _ENTRIES, lambda made: {system: list(ids) for system, ids in made.it.entries.items()}),
    RecordField("notes", by_name(TEXT), "Spiel → ein Satz dazu, wie es dort geht"),
    RecordField("differences", TEXTS, "Unterschiede, über die man stolpert"),
    *taken_over(CONCEPT),
    *RIGHTS,
    URL,
)
