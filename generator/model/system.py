"""One system: its parts, phases, number series, rights. Places in files and on the web."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .choices import LICENCE_STATUSES
from .content import TITLE, TITLE_EN, content


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a file: path relative to the project with forward slashes, line and column from 1.

    `steps` of a value: (offset in it, line, column) wherever its next characters do not simply follow those before them in the
    file. They count in the `repr`, from which digests are made, but not in comparisons.
    """

    path: str
    line: int = 1
    column: int = 1
    steps: tuple[tuple[int, int, int], ...] = field(default=(), compare=False)

    def within(self, offset: int) -> "Location":
        """The place of a character of the value that is here."""
        start, line, column = next((s for s in reversed(self.steps) if s[0] <= offset), (0, self.line, self.column))
        return Location(self.path, line, column + offset - start)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


NOWHERE = Location("")


@dataclass(frozen=True, slots=True)
class Lines(Mapping[str, Location]):
    """The places of a file's fields as JSON, each made a `Location` on demand, because few of thousands are asked for.

    >>> Lines.of("a.md", {"title": Location("a.md", 2, 8)})["title"]
    Location(path='a.md', line=2, column=8, steps=())
    """

    path: str = ""
    written: str = "{}"
    steps: str = field(default="{}", compare=False)

    @classmethod
    def of(cls, path: str, places: Mapping[str, Location]) -> "Lines":
        """The places of fields that are all in this file."""
        steps = {name: place.steps for name, place in places.items() if place.steps}
        return cls(path, json.dumps({name: (place.line, place.column) for name, place in places.items()}), json.dumps(steps))

    def __getitem__(self, name: str) -> Location:
        line, column = json.loads(self.written)[name]
        return Location(self.path, line, column, tuple(map(tuple, json.loads(self.steps).get(name, ()))))

    def __iter__(self) -> Iterator[str]:
        return iter(json.loads(self.written))

    def __len__(self) -> int:
        return len(json.loads(self.written))


@dataclass(frozen=True, slots=True)
class Original:
    """The public place of an English original: a page's address, and the section there ("" for the whole)."""

    url: str = field(metadata=content("Adresse der Seite", "url", required=True))
    section: str = field(default="", metadata=content("Abschnitt, Regel oder Seite dort", longest=120))


SEE_EN = content("Wo das englische Original öffentlich steht: eine Seite des Verlags")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a rulebook: "Grundregeln" in "Grundregeln 17.0". `name` is what a part is called whose title only counts it: "Zaubern",
    the title of the entry that opens "Kapitel Neun" (see `named_parts`).
    """

    id: str = field(metadata=content("Kennung, gleich dem Ordnernamen", required=True))
    title: str = field(metadata=TITLE)
    title_en: str = field(default="", metadata=TITLE_EN)
    abbreviations: tuple[str, ...] = field(default=(), metadata=content("Abkürzungen wie GR"))
    default: bool = field(default=False, metadata=content("true für den Teil, der gemeint ist, wenn ein Name in mehreren steht"))
    pages: str = field(default="", metadata=content("Seiten des Teils"))
    name: str = ""
    name_en: str = ""

    @property
    def heading(self) -> str:
        """The title with the name, if it has one: "Kapitel Neun: Zaubern"."""
        return ": ".join(filter(None, (self.title, self.name)))

    @property
    def heading_en(self) -> str:
        """The English title with the English name: "Chapter Nine: Spellcasting"."""
        return ": ".join(filter(None, (self.title_en, self.name_en))) if self.title_en else ""


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a system's turn, in the system's order."""

    id: str = field(metadata=content("Kennung", required=True))
    title: str = field(metadata=TITLE)
    title_en: str = field(default="", metadata=TITLE_EN)


@dataclass(frozen=True, slots=True)
class Collection:
    """A ready-made collection (Spickzettel): ids of entries in the order of use."""

    id: str = field(metadata=content("Kennung; sie steht in Links und bleibt deshalb", required=True))
    title: str = field(metadata=content("Was darauf steht, etwa Kampf", required=True, longest=80))
    rules: tuple[str, ...] = field(
        metadata=content("Kennungen (Dateinamen) der Regeln, in der Folge, in der man sie braucht", required=True)
    )
    location: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Series:
    """A number series: the printed words that name it ("Tabelle" in "Tabelle 6.2"). Numbers are unique per part and series."""

    id: str = field(metadata=content("Kennung", required=True))
    words: tuple[str, ...] = field(metadata=content("Wörter, die die Reihe nennen", required=True))


@dataclass(frozen=True, slots=True)
class DataField:
    """A text that an entry's data may hold besides a table, with its label: combat_value, "Kampfwert".

    One that is only `collected` is for tables made from several entries; an entry's own page does not show it.
    """

    name: str = field(metadata=content("Feld in data", required=True))
    label: str = field(metadata=content("Wie es auf der Seite heißt", required=True, longest=120))
    collected: bool = field(
        default=False, metadata=content("true, wenn nur gesammelte Tabellen es zeigen, nicht die eigene Seite")
    )


@dataclass(frozen=True, slots=True)
class Licence:
    """Our permission for a system's rules: our own words, a permission (with evidence), or private use only."""

    status: str = field(metadata=content("Stand der Rechte", required=True, choices=LICENCE_STATUSES))
    holder: str = field(default="", metadata=content("Inhaber der Rechte"))
    note: str = field(default="", metadata=content("Anmerkung, steht auf jeder Seite"))
    evidence: str = field(default="", metadata=content("Beleg einer Erlaubnis"))


@dataclass(frozen=True, slots=True)
class Publisher:
    """The publisher of a system ("" if unknown), and its page about it."""

    name: str = field(default="", metadata=content("Name des Verlags", required=True))
    url: str = field(default="", metadata=content("Seite des Verlags zum Spiel", "url"))


@dataclass(frozen=True, slots=True)
class System:
    """One system (Spielsystem). `mark` is its cleaned drawing (mark.svg), "" if it shows its short name instead.

    `excerpt` says what the source lacks, if it is only an excerpt of the rulebook. `overlay` precedes `content/…` in the paths of a
    system from an overlay ("privat/"); "" for the project's own.
    """

    id: str = field(metadata=content("Kennung, gleich dem Ordnernamen", required=True))
    name: str = field(metadata=content("Name des Spiels", required=True, longest=120))
    short: str = field(metadata=content("Kurzname", required=True, longest=20))
    licence: Licence = field(metadata=content("Was mit den Regeln erlaubt ist", required=True, after="excerpt"))
    publisher: Publisher = field(default=Publisher(), metadata=content("Verlag und seine Seite zum Spiel"))
    names: tuple[str, ...] = field(
        default=(), metadata=content("Weitere Namen, unter denen Spieler das Spiel in der Suche nennen")
    )
    edition: str = field(default="", metadata=content("Ausgabe"))
    rules_version: str = field(default="", metadata=content("Fassung der Regeln"))
    rules_date: str = field(default="", metadata=content("Stand der Regeln", "date"))
    undated: str = field(default="", metadata=content("Warum der Stand der Regeln unbekannt ist, wo rules_date fehlt"))
    source_language: str = field(
        default="en",
        metadata=content(
            "Sprache des Originals; ist sie nicht Englisch, sagen es die Ausgaben für Übersetzer bei jedem Englischen",
            choices=("en", "de", "fr"),
        ),
    )
    see_en: Original | None = field(default=None, metadata=SEE_EN)
    source: str = field(default="", metadata=content("Beschreibung der Quelle"))
    excerpt: tuple[str, ...] = field(
        default=(), metadata=content("Wo die Quelle nur ein Auszug ist: was ihm vom Regelwerk fehlt")
    )
    parts: tuple[Part, ...] = field(default=(), metadata=content("Teile des Regelwerks in Reihenfolge", required=True))
    series: tuple[Series, ...] = field(default=(), metadata=content("Nummernreihen"))
    phases: tuple[Phase, ...] = field(default=(), metadata=content("Phasen in Reihenfolge"))
    sheets: tuple[Collection, ...] = field(default=(), metadata=content("Fertige Spickzettel: was man beim Spielen nachschlägt"))
    data: tuple[DataField, ...] = field(
        default=(),
        metadata=content("Was data in Einträgen dieses Spiels außer einer Tabelle halten darf, in der Reihenfolge der Anzeige"),
    )
    units: tuple[str, ...] = field(default=(), metadata=content("Maßwörter"))
    everyday: tuple[str, ...] = field(
        default=(), metadata=content("Namen, die auch Alltagswörter sind: Verweis nur, wenn hervorgehoben oder mit Parameter")
    )
    spelling: tuple[str, ...] = field(
        default=(), metadata=content("weitere Wörter, die `check --spelling` kennen soll, etwa Eigennamen")
    )
    accent: str = field(
        default="", metadata=content("Akzentfarbe, auf der weiße Schrift gut zu lesen ist (Kontrast ab 4,5)", "colour")
    )
    mark: str = ""
    overlay: str = ""
    location: Location = NOWHERE

    @property
    def url(self) -> str:
        return f"/{self.id}/"

    def part(self, part_id: str) -> Part | None:
        """The part with this id, or None."""
        return next((part for part in self.parts if part.id == part_id), None)

    def part_title(self, part_id: str) -> str:
        """The title of the part with this id; the id itself if there is none."""
        part = self.part(part_id)
        return part.title if part else part_id

    def phase(self, phase_id: str) -> Phase | None:
        """The phase with this id, or None."""
        return next((phase for phase in self.phases if phase.id == phase_id), None)

    def facts(self, data: Mapping[str, Any] | None) -> dict[str, str]:
        """The texts in an entry's data that its page shows (name → label), in the system's order; unlisted ones follow under their
        own names."""
        collected = {own.name for own in self.data if own.collected}
        held = [name for name, value in (data or {}).items() if value and isinstance(value, str) and name not in collected]
        listed = {own.name: own.label for own in self.data if own.name in held}
        return listed | {name: name for name in held if name not in listed}


def data_labels(systems: Iterable[System]) -> dict[str, str]:
    """All data texts of these systems (name → label); if systems differ, the first wins."""
    found: dict[str, str] = {}
    for own in (own for system in systems for own in system.data):
        found.setdefault(own.name, own.label)
    return found
