"""The records of the static API as Python types, for programs that read its files. Made from the tables of records:
`python -m tests.site.test_schemas` writes this file; do not edit it.

>>> entry: EntryFile = json.load(open("api/v1/entries/t9a/angst.json"))
"""

# ruff: noqa: UP013  (a field named "list" hides the type)

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Kind = Literal[
    "rule",
    "special-rule",
    "draw-event",
    "ability",
    "command",
    "action",
    "weapon-ability",
    "keyword",
    "characteristic",
    "state",
    "phase",
    "unit-type",
    "spell",
    "terrain-type",
    "terrain-keyword",
    "terrain-piece",
    "table",
    "scenario",
    "objective",
    "token",
]


class Row(TypedDict):
    id: str
    title: str
    title_en: str
    aliases: list[str]
    number: str | None
    kind: Kind
    url: str
    hash: str
    file_hash: str


class Index(TypedDict):
    schema_version: Literal[1]
    file_hash: str
    entries: list[Row]
    files: dict[str, str]
    site: str


class Publisher(TypedDict):
    name: str
    url: str | None


class Original(TypedDict):
    url: str
    section: str | None


class Rights(TypedDict):
    id: str
    status: Literal["own-words", "permitted", "private"]
    holder: str
    note: str
    evidence: str | None


class Part(TypedDict):
    id: str
    title: str
    title_en: str
    abbreviations: list[str]
    pages: str | None
    name: str | None
    name_en: str | None


class Phase(TypedDict):
    id: str
    title: str
    title_en: str


class Sheet(TypedDict):
    id: str
    title: str
    rules: list[str]


class Game(TypedDict):
    id: str
    name: str
    short: str
    publisher: Publisher
    edition: str
    rules_version: str
    rules_date: str | None
    source_language: str
    see_en: NotRequired[Original]
    source: str
    excerpt: list[str]
    licence: Rights
    attribution: str
    parts: list[Part]
    phases: list[Phase]
    sheets: list[Sheet]
    accent: str | None
    entries: int
    terms: int
    url: str


class Games(TypedDict):
    schema_version: Literal[1]
    file_hash: str
    systems: list[Game]
    site: str


class Words(TypedDict):
    status: dict[str, str]
    editions: dict[str, str]
    date: str
    rights: str
    open: int
    sides: dict[str, str]


class Change(TypedDict):
    version: NotRequired[str | None]
    date: str
    kind: Literal["meaning", "wording", "number", "translation"]
    text: str
    anchor: str
    said: str
    when: str


class Entry(TypedDict):
    id: str
    kind: Kind
    part_id: str
    number: NotRequired[str]
    parent: NotRequired[str]
    title: str
    title_en: NotRequired[str]
    title_en_source: NotRequired[str]
    names: NotRequired[list[str]]
    page: NotRequired[int]
    places: NotRequired[list[str]]
    edition: NotRequired[str]
    phases: NotRequired[list[str]]
    short_html: NotRequired[str]
    html: NotRequired[str]
    see: NotRequired[list[str]]
    backlinks: NotRequired[list[str]]
    concepts: NotRequired[list[str]]
    status: Literal["entwurf", "gegengelesen", "geprüft"]
    state: NotRequired[str]
    changes: NotRequired[list[Change]]
    outdated: NotRequired[str]


class Term(TypedDict):
    id: str
    title: str
    title_en: NotRequired[str]
    title_en_source: NotRequired[str]
    names: NotRequired[list[str]]
    avoid: NotRequired[list[str]]
    mentioned: NotRequired[list[str]]
    short_html: NotRequired[str]
    html: NotRequired[str]
    backlinks: NotRequired[list[str]]
    concepts: NotRequired[list[str]]
    status: Literal["entwurf", "gegengelesen", "geprüft"]
    state: NotRequired[str]
    outdated: NotRequired[str]


List = TypedDict(
    "List",
    {
        "path": str,
        "title": str,
        "title_en": NotRequired[str],
        "intro": NotRequired[str],
        "jump": NotRequired[Literal["Buchstaben", "Abschnitte"]],
        "class": NotRequired[str],
        "brief": NotRequired[bool],
        "groups": list[list[Any]],
    },
)


class WholeGame(TypedDict):
    schema_version: Literal[1]
    file_hash: str
    system: Game
    private: NotRequired[str]
    kinds: dict[str, list[str]]
    words: Words
    entries: list[Entry]
    terms: list[Term]
    aliases: dict[str, list[str]]
    called: NotRequired[dict[str, str]]
    redirects: dict[str, str]
    lists: list[List]


class Card(TypedDict):
    timing: NotRequired[str]
    reaction: NotRequired[str]
    cost: NotRequired[str]
    declare: NotRequired[str]
    used_by: NotRequired[str]
    effect: NotRequired[str]
    keywords: NotRequired[list[str]]


class Data(TypedDict):
    columns: NotRequired[list[str]]
    rows: NotRequired[list[list[str]]]
    row_titles: NotRequired[list[str]]


class Section(TypedDict):
    id: str
    title: str
    title_en: NotRequired[str]
    number: str | None


class Place(TypedDict):
    part: str
    part_id: str
    number: str | None
    page: int | None
    title: str
    title_en: str


class Reference(TypedDict):
    start: int
    end: int
    text: str
    type: str
    target: str | None
    parameter: NotRequired[str]
    candidates: NotRequired[list[str]]
    field: NotRequired[str]


class Review(TypedDict):
    date: str
    against: str
    by: Literal["leser", "spieler", "verlag"]


class EntryFileChange(TypedDict):
    version: str | None
    date: str
    kind: Literal["meaning", "wording", "number", "translation"]
    text: str


class Source(TypedDict):
    book: str
    page: int | None
    rules_version: str
    rules_date: str | None


class EntryFile(TypedDict):
    schema_version: Literal[1]
    file_hash: str
    id: str
    system: str
    kind: Kind
    part: str
    part_id: str
    number: str | None
    order: int
    parent: str | None
    title: str
    parameter: str
    title_en: str
    title_en_source: Literal["", "book", "published", "inferred"]
    aliases: list[str]
    short: str
    short_en: str
    see_en: NotRequired[Original]
    text: str
    card: Card | None
    data: Data | None
    sections: list[Section]
    page: int | None
    places: list[Place]
    edition: str
    phases: list[str]
    see: list[str]
    references: list[Reference]
    backlinks: list[str]
    concepts: list[str]
    status: Literal["entwurf", "gegengelesen", "geprüft"]
    reviewed: Review | None
    changes: list[EntryFileChange]
    licence_id: str
    attribution: str
    source: Source
    url: str
    hash: str
    short_html: str
    html: str
    licence: Rights
    address: str | None


class GlossaryTerm(TypedDict):
    id: str
    system: str
    title: str
    title_en: str
    title_en_source: Literal["", "book", "published", "inferred"]
    see_en: NotRequired[Original]
    definition: str
    note: str
    entry: str | None
    mentioned: list[str]
    aliases: list[str]
    forms: list[str]
    abbreviations: list[str]
    avoid: list[str]
    status: Literal["entwurf", "gegengelesen", "geprüft"]
    reviewed: Review | None
    licence_id: str
    attribution: str
    source: Source
    url: str
    hash: str


class Glossary(TypedDict):
    schema_version: Literal[1]
    file_hash: str
    system: str
    licence: Rights
    terms: list[GlossaryTerm]


class TermFile(TypedDict):
    schema_version: Literal[1]
    file_hash: str
    id: str
    system: str
    title: str
    title_en: str
    title_en_source: Literal["", "book", "published", "inferred"]
    see_en: NotRequired[Original]
    definition: str
    note: str
    entry: str | None
    mentioned: list[str]
    aliases: list[str]
    forms: list[str]
    abbreviations: list[str]
    avoid: list[str]
    status: Literal["entwurf", "gegengelesen", "geprüft"]
    reviewed: Review | None
    licence_id: str
    attribution: str
    source: Source
    url: str
    hash: str
    licence: Rights
    address: str | None


class NamesOfAGamePart(TypedDict):
    id: str
    names: list[str]
    numbers: dict[str, int]


class Rule(TypedDict):
    title: str
    title_en: str
    kind: str
    part: str
    number: str
    short: str
    url: str


class NamesOfAGame(TypedDict):
    schema_version: Literal[1]
    file_hash: str
    system: str
    ids: list[str]
    names: list[list[Any]]
    words: dict[str, int]
    parts: list[NamesOfAGamePart]
    site: str
    attribution: str
    edition: str
    rules: list[Rule]
    questions: dict[str, list[int]]


class ConceptFile(TypedDict):
    schema_version: Literal[1]
    file_hash: str
    id: str
    title: str
    title_en: str
    description: str
    description_en: str
    aliases: list[str]
    entries: dict[str, list[str]]
    notes: dict[str, str]
    differences: list[str]
    licence_id: str
    attribution: str
    source: Source
    url: str
    address: str | None


class Concept(TypedDict):
    id: str
    title: str
    title_en: str
    description: str
    description_en: str
    aliases: list[str]
    entries: dict[str, list[str]]
    notes: dict[str, str]
    differences: list[str]
    licence_id: str
    attribution: str
    source: Source
    url: str


Concepts = TypedDict("Concepts", {"schema_version": Literal[1], "file_hash": str, "concepts": list[Concept], "list": List})


class ChangesChange(TypedDict):
    id: str
    system: str
    title: str
    url: str
    version: str | None
    date: str
    kind: Literal["meaning", "wording", "number", "translation"]
    text: str


class Changes(TypedDict):
    schema_version: Literal[1]
    file_hash: str
    changes: list[ChangesChange]


class Move(TypedDict):
    kind: Literal["move", "merge", "remove"]
    old: str
    new: str | None
    moved_to: str | None
    section: str | None
    date: str
    why: str


class MovedIds(TypedDict):
    schema_version: Literal[1]
    file_hash: str
    moved: list[Move]


class OEmbed(TypedDict):
    version: Literal["1.0"]
    type: Literal["rich"]
    title: str
    author_name: str
    provider_name: str
    provider_url: str
    cache_age: int
    html: str
    width: int
    height: int


class ExportEntry(TypedDict):
    id: str
    system: str
    kind: Kind
    part: str
    part_id: str
    number: str | None
    order: int
    parent: str | None
    title: str
    parameter: str
    title_en: str
    title_en_source: Literal["", "book", "published", "inferred"]
    aliases: list[str]
    short: str
    short_en: str
    see_en: NotRequired[Original]
    text: str
    card: Card | None
    data: Data | None
    sections: list[Section]
    page: int | None
    places: list[Place]
    edition: str
    phases: list[str]
    see: list[str]
    references: list[Reference]
    backlinks: list[str]
    concepts: list[str]
    status: Literal["entwurf", "gegengelesen", "geprüft"]
    reviewed: Review | None
    changes: list[EntryFileChange]
    licence_id: str
    attribution: str
    source: Source
    url: str
    hash: str


class Export(TypedDict):
    schema_version: Literal[1]
    entries: list[ExportEntry]
    terms: list[GlossaryTerm]
    concepts: list[Concept]
