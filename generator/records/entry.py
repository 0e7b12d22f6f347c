"""The record of an entry: its fields, and those of its sections, references and changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from ..files.json_text import fingerprint
from ..model.fields import CARD, DATA, ENTRY, Field
from ..model.fields import PLACE as PLACES
from ..model.library import parameter
from ..model.reference import Resolution
from ..model.values import CHANGE_KINDS, KINDS, Entry
from ..prose.review import DRAFT
from .fields import FIRST, Of, RecordField, Table, many, taken_over
from .schema_parts import DATE, HASH, INTEGER, TEXT, TEXTS, Schema, about, listed, nullable, record
from .system import HASH_ABOUT, ID, REVIEWED, RIGHTS, SEE_EN, STATUS, TITLE, TITLE_EN, TITLE_EN_SOURCE, URL

_TARGET = (
    "Kennung eines Eintrags (mit #Abschnitt, wo einer gemeint ist), eines Begriffs (<spiel>/glossar/<begriff>) oder eines Konzepts "
    "(begriffe/<konzept>), oder die Liste einer Buchseite (<spiel>/seite/<zahl>); null, wo nichts oder mehreres passt"
)
_TYPE = "woran der Verweis erkannt ist: number, part+number, chapter, page, table, figure, title, parametrised, term, english, relative, id"
_FIELD = "das Feld, in dem der Verweis steht (card.effect, data.rows[0][1] …); fehlt beim Text"
_BACKLINKS = (
    "Kennungen der Einträge und Begriffe, die auf diesen Eintrag verweisen: im Text, in Karte und Tabelle, in see oder als parent; jede "
    "einmal, in der Reihenfolge der Bücher. Verweise auf einen Begriff, der für diesen Eintrag steht, zählen mit"
)
_PARAMETER = "der Wert, den der Titel offen lässt oder nennt: X, +X, X+, 2; sonst leer"
_CONCEPTS = "Kennungen der Konzepte (concepts.json), die der Eintrag in seinem Spiel trägt"
_KIND = "Art des Eintrags; wie sie auf Deutsch heißt, steht in systems/<spiel>.json"

#: The title of the schema of `data`, to which the project's systems add their own fields.
DATA_TITLE = "Data"

SECTION: Table = (
    RecordField("id", TEXT, "Anker auf der Seite des Eintrags"),
    TITLE,
    RecordField("title_en", TEXT, "der englische Name einer Zeile", optional=True),
    RecordField("number", nullable(TEXT)),
)

#: A change to a rule.
CHANGE: Table = (
    RecordField("version", nullable(TEXT), "die Fassung der Regeln, die es so bringt"),
    RecordField("date", DATE),
    RecordField("kind", {"enum": list(CHANGE_KINDS)}, "Bedeutung, Wortlaut, Nummer oder Übersetzung"),
    RecordField("text", TEXT, "was anders ist, in einem Satz"),
)

#: A reference with its target, if known; made from (field, Resolution).
REFERENCE: Table = (
    RecordField("start", INTEGER, "erstes Zeichen im Feld, von 0 an, in Codepunkten", lambda made: made.it[1].reference.start),
    RecordField("end", INTEGER, "das Zeichen dahinter", lambda made: made.it[1].reference.end),
    RecordField("text", TEXT, "was dort geschrieben steht", lambda made: made.it[1].reference.text),
    RecordField("type", TEXT, _TYPE, lambda made: made.it[1].reference.type),
    RecordField("target", nullable(TEXT), _TARGET, lambda made: made.it[1].target),
    RecordField(
        "parameter",
        TEXT,
        "der Wert hinter dem Namen: 2, 6+, +1, W3, X",
        lambda made: made.it[1].reference.parameter,
        optional=True,
    ),
    RecordField(
        "candidates",
        TEXTS,
        "Kennungen, wo mehrere Ziele passen; target ist dann null",
        lambda made: [] if made.it[1].target is not None else list(made.it[1].candidates),
        optional=True,
    ),
    RecordField("field", TEXT, _FIELD, lambda made: "" if made.it[0] == "text" else made.it[0], optional=True),
)


#: Another place where the book states the rule; made from (entry, place).
PLACE: Table = (
    RecordField("part", TEXT, "Teil des Regelwerks, wie er gedruckt ist", lambda made: _part_title(made)),
    RecordField("part_id", TEXT, of=lambda made: made.it[1].part),
    RecordField("number", nullable(TEXT), "Nummer, wie sie dort gedruckt ist", lambda made: str(made.it[1].number or "") or None),
    RecordField("page", nullable(INTEGER), of=lambda made: made.it[1].page),
    RecordField("title", TEXT, "Überschrift dort; leer, wo sie dieselbe ist", lambda made: made.it[1].title),
    RecordField("title_en", TEXT, of=lambda made: made.it[1].title_en),
)


def _part_title(made: Of) -> str:
    entry, place = made.it
    return str(made.library.systems[entry.system].part_title(place.part))


def _references(made: Of) -> Iterator[tuple[str, Resolution]]:
    for linked in made.graph.texts.get(made.it.id, {}).values():
        yield from ((linked.field, resolution) for resolution in linked.references)


def _structured(title: str, fields: tuple[Field, ...]) -> Schema:
    """A card or data for output, or null; contains only filled fields."""
    types = {"list": TEXTS, "table": listed(TEXTS)}
    properties = {f.name: about(f.about, types.get(f.type, TEXT)) for f in fields}
    return nullable(record(title, properties, optional=tuple(properties)))


def carried(made: Of) -> list[str]:
    """The ids of an entry's or term's concepts."""
    return [concept.id for concept in made.library.concepts_of(made.it.id)]


ENTRY_RECORD: Table = (
    ID,
    RecordField("system", TEXT, "Kennung des Spiels"),
    RecordField("kind", {"enum": list(KINDS)}, _KIND),
    RecordField("part", TEXT, "Teil des Regelwerks, wie er gedruckt ist", lambda made: made.system.part_title(made.it.part)),
    RecordField("part_id", TEXT, of="part"),
    RecordField("number", nullable(TEXT), "Nummer, wie sie gedruckt ist", lambda made: str(made.it.number or "") or None),
    *taken_over(ENTRY, "order"),
    RecordField("parent", nullable(TEXT), "Kennung des übergeordneten Eintrags"),
    TITLE,
    RecordField("parameter", TEXT, _PARAMETER, lambda made: parameter(made.it.title)),
    TITLE_EN,
    TITLE_EN_SOURCE,
    RecordField("aliases", TEXTS, "weitere Namen"),
    RecordField("short", TEXT, "Kurzregel: ein Satz, nach dem man handeln kann; Markdown"),
    RecordField("short_en", TEXT),
    SEE_EN,
    RecordField("text", TEXT, "die ganze Regel als Markdown"),
    RecordField("card", _structured("Card", CARD), "Karte einer Fähigkeit oder eines Befehls; Texte sind Markdown"),
    RecordField("data", _structured(DATA_TITLE, DATA), "was wirklich Daten sind, etwa eine Tabelle; auch mit weiteren Feldern"),
    many(
        "sections",
        "Section",
        SECTION,
        lambda made: made.it.sections,
        "Überschriften im Text und benannte Zeilen der Tabelle, je mit eigener Adresse",
    ),
    RecordField("page", nullable(INTEGER), "Seite im Buch"),
    many(
        "places",
        "Place",
        PLACE,
        lambda made: ((made.it, place) for place in made.it.places),
        "wo das Buch die Regel noch erzählt",
    ),
    *taken_over(ENTRY, "edition", "phases"),
    RecordField(
        "see",
        TEXTS,
        "Kennungen verwandter Einträge, wie sie heute heißen",
        lambda made: [made.library.current_id(target) for target in made.it.see],
    ),
    many(
        "references",
        "Reference",
        REFERENCE,
        _references,
        "Jeder Verweis in jedem Feld, auch ungelöste; Verweise auf sich selbst fehlen",
    ),
    RecordField("backlinks", TEXTS, _BACKLINKS, lambda made: list(made.graph.backlinks.get(made.it.id, ()))),
    RecordField("concepts", TEXTS, _CONCEPTS, carried),
    STATUS,
    REVIEWED,
    many("changes", "Change", CHANGE, lambda made: made.it.changes, "Was sich an der Regel oder ihrem Text geändert hat"),
    *taken_over(ENTRY),
    *RIGHTS,
    URL,
    RecordField("hash", HASH, HASH_ABOUT, lambda made: entry_hash(made.it)),
)


#: Fields that the fingerprint ignores, because they change no rule.
_UNSEEN = frozenset({"translated_from", "waivers", "reviewed", "reviewed_sections"})

#: Fields added after the first published fingerprints: an entry without them keeps its fingerprint.
_LATER = frozenset({"changes", "places", "see_en", *(field.name for field in ENTRY_RECORD if field.since != FIRST)})


def entry_hash(entry: Entry) -> str:
    """A fingerprint of an entry's authored content in 16 hex digits. Computed fields (backlinks, addresses) do not affect it."""
    seen = {f.name: getattr(entry, f.name) for f in ENTRY if f.name not in _UNSEEN}
    seen = {name: value for name, value in seen.items() if value or name not in _LATER}
    seen |= {name: dict(seen[name]) if seen[name] else None for name in ("card", "data")}
    seen["status"] = DRAFT  # a review changes nothing, and published fingerprints stay
    seen |= {"number": str(entry.number or ""), "parameter": parameter(entry.title), "part": entry.part}
    if entry.see_en:
        seen["see_en"] = asdict(entry.see_en)
    if entry.changes:
        seen["changes"] = [{f.name: getattr(change, f.name) or None for f in CHANGE} for change in entry.changes]
    if entry.places:
        seen["places"] = [
            {**{f.name: getattr(place, f.name) for f in PLACES}, "number": str(place.number or "")} for place in entry.places
        ]
    return fingerprint({**seen, "text": entry.authored, "text_en": entry.text_en})
