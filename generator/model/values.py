"""The content model: rule entry, term and their like, beside what `system` and `choices` hold. Frozen values, without behaviour beyond
names and addresses.

>>> entry.id, entry.url
('conquest/spalten', '/conquest/spalten/')
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .choices import CHANGE_KINDS as CHANGE_KINDS
from .choices import KINDS as KINDS
from .choices import LICENCE_STATUSES as LICENCE_STATUSES
from .choices import MOVE_KINDS as MOVE_KINDS
from .choices import RESERVED_SLUGS as RESERVED_SLUGS
from .choices import RESERVED_SYSTEMS as RESERVED_SYSTEMS
from .choices import REVIEWERS as REVIEWERS
from .choices import STATUSES as STATUSES
from .choices import TITLE_EN_SOURCES as TITLE_EN_SOURCES
from .content import TITLE, TITLE_EN, TITLE_EN_SOURCE, Content, content
from .rule_number import RuleNumber
from .system import NOWHERE, SEE_EN
from .system import Collection as Collection
from .system import DataField as DataField
from .system import Licence as Licence
from .system import Lines as Lines
from .system import Location as Location
from .system import Original as Original
from .system import Part as Part
from .system import Phase as Phase
from .system import Publisher as Publisher
from .system import Series as Series
from .system import System as System
from .system import data_labels as data_labels


@dataclass(frozen=True, slots=True)
class EnglishBeside:
    """The English of an entry in an overlay: its file and text. Checks read it; nothing publishes it."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading in an entry's body, or a named row of its table, addressable as `<id>#<slug>`; headings come first."""

    id: str
    title: str
    number: str = ""
    title_en: str = ""
    is_row: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiver:
    """A finding that a writer accepts, with the reason; `about` limits the waiver to findings whose message names it
    ("March")."""

    code: str = field(metadata=content("Code des Befunds, etwa B001", required=True))
    about: str = field(default="", metadata=content("Nur der Befund, der das nennt, etwa ein englischer Begriff"))
    reason: str = field(metadata=content("Warum es so bleiben soll", required=True))
    location: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Review:
    """A reading of a text against its source: ISO date, the edition (`against`), the role (REVIEWERS), and fingerprints of the German
    and the English read. `of` names the section of an entry, or the system of a concept's note; "" for the whole."""

    date: str = field(metadata=content("Tag, an dem gelesen wurde", "date", required=True))
    against: str = field(metadata=content("Ausgabe, mit der verglichen wurde, etwa 2.0", required=True, longest=120))
    by: str = field(
        metadata=content("Wer gelesen hat: leser, spieler oder verlag; kein Name", required=True, choices=tuple(REVIEWERS))
    )
    text: str = field(metadata=content("Prüfsumme der deutschen Worte", required=True))
    english: str = field(default="", metadata=content("Prüfsumme der englischen Worte"))
    of: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleChange:
    """A change to a rule or its text: the rules' version ("" for none), ISO date, kind (CHANGE_KINDS), one sentence."""

    version: str = field(
        default="", metadata=content("Fassung der Regeln, die es so bringt; leer, wo nur unser Text anders ist", longest=120)
    )
    date: str = field(metadata=content("Tag der Änderung", "date", required=True))
    kind: str = field(
        metadata=content(f"Was anders ist ({', '.join(CHANGE_KINDS.values())})", required=True, choices=tuple(CHANGE_KINDS))
    )
    text: str = field(metadata=content("Was anders ist, in einem Satz", required=True, longest=160))
    location: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class OtherPlace:
    """Another place where the book states an entry's rule; `title` and `title_en` only if they differ from the entry's."""

    part: str = field(metadata=content("Teil, in dem es steht", required=True))
    number: RuleNumber | None = field(default=None, metadata=content("Nummer dort, in Anführungszeichen"))
    page: int | None = field(default=None, metadata=content("Seite dort"))
    title: str = field(default="", metadata=content("Überschrift dort, wo sie anders lautet", longest=120))
    title_en: str = field(default="", metadata=content("Englische Überschrift dort, wo sie anders lautet", longest=120))


#: The fields of a card of an ability or command, in the order of the book.
CARD = {
    "timing": Content("Zeitpunkt"),
    "reaction": Content("Worauf sie eine Reaktion ist"),
    "cost": Content("Kosten"),
    "declare": Content("Ansage"),
    "used_by": Content("Eingesetzt von"),
    "effect": Content("Effekt", required=True),
    "keywords": Content("Schlüsselwörter", "list"),
}

#: The fields of a table; the system declares what else data holds.
DATA = {
    "columns": Content("Spalten einer Tabelle", "list"),
    "rows": Content("Zeilen einer Tabelle, je so viele Zellen wie Spalten", "table"),
    "row_titles": Content("Die Spalten, deren Zellen Namen sind, deutsch und englisch: Jede Zeile bekommt eine Adresse", "list"),
}

STATUS = content(
    "Stand: entwurf; gegengelesen (ein Zweiter hat ihn mit der Vorlage verglichen); geprüft (bestätigt von jemandem, der das Spiel "
    "spielt oder verlegt). Gilt nur mit passendem Vermerk („reviewed“); beides schreibt `nachschlag review`",
    choices=STATUSES,
)
REVIEWED = content("Vermerk, dass der Text gelesen ist; schreibt `nachschlag review`")
WAIVERS = content("Befunde, die so bleiben sollen, je mit Grund")


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule entry (Regeleintrag).

    `text` is the body as Markdown; `see` and `parent` are ids; `lines` maps a field's name to its location. `made` lists the
    stretches of the text that were made from other entries and are not in the file: first line, and number of lines.
    """

    id: str
    system: str
    part: str
    kind: str = field(metadata=content("Art des Eintrags", required=True, choices=tuple(KINDS), after="title_en_source"))
    title: str = field(metadata=TITLE)
    title_en: str = field(default="", metadata=TITLE_EN)
    title_en_source: str = field(default="", metadata=TITLE_EN_SOURCE)
    number: RuleNumber | None = field(default=None, metadata=content("Nummer, wie sie das Buch druckt, in Anführungszeichen"))
    order: int = field(default=0, metadata=content("Platz innerhalb des Teils"))
    parent: str = field(default="", metadata=content("Kennung (Dateiname) des übergeordneten Eintrags"))
    page: int | None = field(default=None, metadata=content("Seite im Buch"))
    places: tuple[OtherPlace, ...] = field(default=(), metadata=content("Wo das Buch dieselbe Regel noch einmal erzählt"))
    edition: str = field(default="", metadata=content("Ausgabe des Spiels"))
    short: str = field(default="", metadata=content("Kurzregel: ein Satz, nach dem man handeln kann", longest=160))
    short_en: str = field(default="", metadata=content("Kurzregel auf Englisch, in eigenen Worten", longest=160))
    see_en: Original | None = field(default=None, metadata=SEE_EN)
    phases: tuple[str, ...] = field(default=(), metadata=content("Kennungen der Phasen, in denen die Regel greift"))
    aliases: tuple[str, ...] = field(default=(), metadata=content("Weitere Namen"))
    see: tuple[str, ...] = field(default=(), metadata=content("Kennungen verwandter Einträge"))
    status: str = field(default="entwurf", metadata=STATUS)
    reviewed: Review | None = field(default=None, metadata=REVIEWED)
    reviewed_sections: tuple[Review, ...] = field(
        default=(),
        metadata=content(
            "Vermerke für einzelne Abschnitte; schreibt `nachschlag review t9a/angst#abschnitt`", of="Der Abschnitt"
        ),
    )
    translated_from: str = field(
        default="", metadata=content("Prüfsumme des englischen Stands, auf dem der deutsche Text beruht")
    )
    card: Mapping[str, Any] | None = field(
        default=None, metadata=content("Karte einer Fähigkeit oder eines Befehls", fields=CARD)
    )
    data: Mapping[str, Any] | None = field(
        default=None, metadata=content("Was wirklich Daten sind, etwa eine Tabelle", fields=DATA, open=True)
    )
    changes: tuple[RuleChange, ...] = field(default=(), metadata=content("Was sich an der Regel oder ihrem Text geändert hat"))
    waivers: tuple[Waiver, ...] = field(default=(), metadata=WAIVERS)
    text: str = ""
    text_en: str = ""
    beside: EnglishBeside | None = None
    sections: tuple[Section, ...] = ()
    location: Location = NOWHERE
    body_line: int = 1
    lines: Mapping[str, Location] = Lines()
    made: tuple[tuple[int, int], ...] = ()

    @property
    def headings(self) -> tuple[Section, ...]:
        """The sections that are headings."""
        return tuple(one for one in self.sections if not one.is_row)

    @property
    def authored(self) -> str:
        """The body as it is in the file."""
        lines = self.text.split("\n") if self.made else []
        for first, count in reversed(self.made):
            del lines[first : first + count]
        return "\n".join(lines) if self.made else self.text

    def line_in_file(self, line: int) -> int:
        """The line of the file for a line of the text (from 0); a made line stands at its block."""
        before = sum(min(count, max(0, line - first + 1)) for first, count in self.made)
        return self.body_line + line - before

    @property
    def slug(self) -> str:
        return self.id.partition("/")[2]

    @property
    def url(self) -> str:
        return f"/{self.id}/"


@dataclass(frozen=True, slots=True)
class Term:
    """One term (Begriff) in a system's term base. With `entry` it only names that entry and is no target itself.

    `allow` lists words that may translate it without being its names. `mentioned` are the ids of the entries that use a term which the
    source, an excerpt, does not explain; only such terms have any. `lines` maps a field's name to its location.
    """

    id: str = field(
        metadata=content("Kennung; nur, wo sie nicht die ist, die aus dem Titel folgt: Sie bleibt, wenn der Titel sich ändert")
    )
    system: str
    title: str = field(metadata=TITLE)
    title_en: str = field(default="", metadata=TITLE_EN)
    title_en_source: str = field(default="", metadata=TITLE_EN_SOURCE)
    see_en: Original | None = field(default=None, metadata=SEE_EN)
    definition: str = field(default="", metadata=content("Was der Begriff bedeutet"))
    entry: str = field(default="", metadata=content("Kennung (Dateiname) des Eintrags, für den der Begriff steht"))
    forms: tuple[str, ...] = field(default=(), metadata=content("Unregelmäßige gebeugte Formen"))
    abbreviations: tuple[str, ...] = field(
        default=(), metadata=content("Abkürzungen, für Suche und Verweise; was das Buch druckt, steht auch unter synonyms")
    )
    avoid: tuple[str, ...] = field(default=(), metadata=content("Wörter, die nicht benutzt werden sollen"))
    synonyms: tuple[str, ...] = field(default=(), metadata=content("Was Spieler dazu sagen"))
    allow: tuple[str, ...] = field(
        default=(), metadata=content("Was in der Übersetzung auch dafür stehen darf, ohne ein Name zu sein")
    )
    mentioned: tuple[str, ...] = field(
        default=(),
        metadata=content(
            "Nicht im Auszug: Kennungen (Dateinamen) der Einträge, die ihn nur nennen; allein für Spiele mit „excerpt“"
        ),
    )
    note: str = field(default="", metadata=content("Anmerkung"))
    status: str = field(default="entwurf", metadata=STATUS)
    reviewed: Review | None = field(default=None, metadata=REVIEWED)
    translated_from: str = field(
        default="", metadata=content("Prüfsumme des englischen Titels, auf dem der Begriff beruht; setzt `nachschlag accept`")
    )
    waivers: tuple[Waiver, ...] = field(default=(), metadata=WAIVERS)
    location: Location = NOWHERE
    lines: Mapping[str, Location] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"/{self.id}/"


@dataclass(frozen=True, slots=True)
class PlayerQueries:
    """The queries of players who do not know the name of an entry or term (`target` is its id); `questions` are those that it
    answers.
    """

    target: str = field(metadata=content("Kennung (Dateiname) des Eintrags, oder glossar/-Begriff", required=True, name="entry"))
    queries: tuple[str, ...] = field(
        metadata=content("Wonach Spieler suchen, die ihn meinen, aber seinen Namen nicht kennen", required=True)
    )
    questions: tuple[str, ...] = field(
        default=(), metadata=content("Ganze Fragen, die er beantwortet; die Suche nimmt daraus nur Wörter, die ihm selbst fehlen")
    )
    location: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Concept:
    """One concept across systems.

    `entries` maps a system's id to the ids of the entries or terms that embody it there; an empty list means that the system lacks
    it, a missing system that it is unchecked. `notes` says in one sentence per system how it works there. `lines` maps a field's
    name to its location ("notes.aos", "differences[0]").
    """

    id: str = field(metadata=content("Kennung", required=True))
    title: str = field(metadata=TITLE)
    title_en: str = field(default="", metadata=TITLE_EN)
    aliases: tuple[str, ...] = field(default=(), metadata=content("Weitere Namen, unter denen die Suche es findet"))
    description: str = field(default="", metadata=content("Was gemeint ist, in einem Satz", required=True))
    description_en: str = field(default="", metadata=content("Dasselbe auf Englisch"))
    entries: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict,
        metadata=content(
            "Je Spiel die Kennungen der Einträge oder glossar/-Begriffe; [] heißt: kennt das Spiel nicht, oder nicht im Auszug",
            required=True,
        ),
    )
    notes: Mapping[str, str] = field(default_factory=dict, metadata=content("Je Spiel ein Satz: wie es dort geht"))
    differences: tuple[str, ...] = field(default=(), metadata=content("Unterschiede, die wehtun"))
    reviewed_notes: tuple[Review, ...] = field(
        default=(),
        metadata=content(
            "Vermerke für einzelne Sätze unter notes; schreibt `nachschlag review begriffe/deckung#t9a`",
            of="Das Spiel, dessen Satz gelesen ist",
        ),
    )
    location: Location = NOWHERE
    lines: Mapping[str, Location] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"/begriffe/{self.id}/"


@dataclass(frozen=True, slots=True)
class Move:
    """An id that was renamed, merged or (with `new` empty) removed. `merged` means that `new` already was a rule of its own; a
    section of a rule ("aos/liste#nagloch") always was."""

    old: str = field(metadata=content("Alte Kennung mit Spiel", required=True))
    new: str = field(metadata=content("Neue Kennung mit Spiel, auch ein Abschnitt (aos/liste#nagloch); leer: ersatzlos entfernt"))
    date: str = field(metadata=content("Tag des Umzugs", "date", required=True))
    why: str = field(metadata=content("Grund", required=True))
    merged: bool = field(
        default=False,
        metadata=content("true, wo die neue Kennung vorher schon eine eigene Regel war, in der die alte nun aufgeht"),
    )
    location: Location = NOWHERE

    @property
    def kind(self) -> str:
        """One of MOVE_KINDS."""
        if not self.new:
            return "remove"
        return "merge" if self.merged or "#" in self.new else "move"
