"""Fixtures of the search tests: a small made-up library of two systems, and its index."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from nachschlag.generator.german.rule_numbers import parse_number
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Concept, Entry, Licence, Part, Phase, PlayerQueries, Section, Series, System, Term
from nachschlag.search import Index, build_index, open_index
from nachschlag.search.core.documents import Corpus, corpus_of

from .site import served

if TYPE_CHECKING:
    import httpx

OWN = Licence("own-words", "niemand")

TEEKRIEG = System(
    "teekrieg",
    "Teekrieg: Der letzte Aufguss",
    "TK",
    OWN,
    parts=(
        Part("grundregeln", "Grundregeln", "Core Rules", ("GR",), default=True),
        Part("magie", "Magie", "Magic", ("MG",)),
        Part("kapitel-zwei", "Kapitel Zwei"),
    ),
    phases=(Phase("einschenken", "Einschenken"), Phase("austrinken", "Austrinken")),
    series=(Series("section", ("Abschnitt",)), Series("table", ("Tabelle",)), Series("scenario", ("Szenario",))),
)
ZWERGE = System(
    "zwergenball",
    "Das Zwergenball",
    "ZB",
    OWN,
    parts=(Part("regeln", "Spielregeln", "Rules of Play"),),
    excerpt=("Musik", "Kleidung"),
)


def rule(system: str, part: str, slug: str, title: str, title_en: str = "", number: str = "", **more: object) -> Entry:
    """Make an entry from the few fields that matter here."""
    parsed = parse_number(number) if number else None
    kind = str(more.pop("kind", "rule"))
    return Entry(f"{system}/{slug}", system, part, kind, title, title_en, number=parsed, **more)  # type: ignore[arg-type]


def _teekrieg() -> list[Entry]:
    def core(*fields: str, **more: object) -> Entry:
        return rule("teekrieg", "grundregeln", *fields, **more)

    return [
        core("wuerfel", "Würfel", "Dice", "2.0", order=1, short="Gewürfelt wird mit W6 und 2W6.", text="Wirf **zwei** Würfel."),
        core("kannen", "Kannen", "Teapots", "17.0", order=2, short="Jede Kanne fasst drei Tassen.", aliases=("Teekanne",)),
        core(
            "sieden",
            "Sieden",
            "Boil",
            "17.1",
            order=3,
            short="Wasser siedet ab Hitze 5.",
            short_en="Water bubbles at heat 5.",
            text="Siehe 17.0 und [[kannen|Kannen]].\n\n## Kaltes Wasser\n\nDauert länger.\n\n## Ablauf\n\nDeckel auf.",
            sections=(Section("kaltes-wasser", "Kaltes Wasser"), Section("ablauf", "Ablauf")),
            page=12,
        ),
        core("aufguss", "Aufguss (X)", "Infusion (X)", order=4, short="Gieße X Tassen auf.", kind="special-rule"),
        core("aufgusstreffer", "Aufgusstreffer (X)", "Infusion Hits (X)", order=5, short="Beim Aufprall verbrüht X."),
        core("bewegungsphase", "Bewegungsphase", "Movement Phase", "10.0", order=6, short="Bewege deine Kannen.", kind="phase"),
        core(
            "bewegung",
            "Bewegung",
            "Movement",
            order=7,
            short="So weit darf eine Kanne rücken.",
            phases=("einschenken",),
        ),
        core("nahgebraeu", "Nahgebräu", "Close Brew", order=8, short="Kämpft Tasse an Tasse.", kind="action"),
        core("voller-einschank", "Voller Einschank", "All-out Pour", order=9, short="Schenke alles aus.", kind="command"),
        core(
            "zucker-oder-nicht",
            "Nicht gesüßt",
            "Unsweetened",
            order=10,
            short="Ohne Zucker zählt jede Tasse doppelt.",
            text="Zucker kostet nichts.",
        ),
        core("gruen", "Grüne Größe", "Green Size", order=11, short="Misst die Höhe der Blätter.", data={"Stempelzahl": "5 g"}),
        core(
            "wer-zuerst",
            "Ermitteln, wer zuerst einschenkt",
            "Who Pours First",
            order=12,
            short="Würfelt; wer höher liegt, beginnt.",
        ),
        core(
            "sieb-tabelle",
            "Siebtabelle",
            "Strainer Table",
            "Tabelle 6.2",
            order=13,
            kind="table",
            text="| Sieb | Tee |\n| --- | --- |\n| [[kannen|Grobes]] Netz | Blätter |\n| Kannen | keiner |\n| | nichts |",
            data={"rows": [["Krümel", "weg"]]},
        ),
        rule("teekrieg", "magie", "dampf", "Dampf", "Steam", "17.0", order=1, short="Dampf verdeckt die Sicht.", kind="spell"),
        rule("teekrieg", "magie", "dampfer", "Dampfer", "Steamer", "17a", order=2, short="Wer Dampf macht."),
        rule("teekrieg", "magie", "drittes", "Das Kränzchen", "The Circle", "Szenario Drei", order=3, kind="scenario"),
        rule(
            "teekrieg",
            "kapitel-zwei",
            "umruehren",
            "Umrühren",
            "Stirring",
            "3",
            order=1,
            short="Rühre links herum.",
            data={"Punkte": "4"},
        ),
    ]


def _zwergenball() -> list[Entry]:
    def ball(*fields: str, **more: object) -> Entry:
        return rule("zwergenball", "regeln", *fields, **more)

    return [
        ball(
            "bewegung",
            "Bewegung",
            "Movement",
            "3.0",
            order=1,
            short="Zwerge hüpfen 2W6 Zoll.",
            text="Jeder Holzschuh zählt mit.\n\n| | |\n| --- | --- |\n| erste Reihe | barfuß |\n| zweite Reihe | rückwärts |\n\n"
            "Sie springen nacheinander:\n\n1. links\n2. rechts",
        ),
        ball(
            "sichtlinie",
            "Sichtlinie",
            "Line of Sight",
            order=2,
            short="Zwischen den Mützen hindurch.",
            text="Ein Bart hängt immer davor, so lang er auch sei, und lässt niemanden blinzeln.\n\n"
            "| Bart | Folge |\n| --- | --- |\n| rot | wegen des Bartes keine |\n| kahl | Perücken |\n"
            "| Perücken | rutschen in die Stirn |\n\n"
            "::: beispiel\nAlriks Bart hängt davor.\n:::\n\n::: regeltext\n- Ob ein Bart hängt, sagt das Buch nicht.\n:::\n\n"
            "Jeder darf nicken.\n\nWer schielt, nimmt:\n\n1. die Mütze\n2. den Kamm",
            page=12,
        ),
        ball("angst", "Angst", "Fear", order=3, short="Wer zittert, verliert den Takt.", card={"effect": "Der Takt stolpert."}),
    ]


@pytest.fixture(scope="session")
def library() -> Library:
    """Two made-up systems, twenty entries, four terms, two concepts."""
    terms = [
        Term("teekrieg/glossar/kanne", "teekrieg", "Kanne", "Teapot", entry="kannen", synonyms=("Pott",), abbreviations=("KN",)),
        Term("teekrieg/glossar/angst", "teekrieg", "Angst", "Fear", definition="Kommt hier nur als *Wort* vor."),
        Term(
            "zwergenball/glossar/holzschuh",
            "zwergenball",
            "Holzschuh",
            "Clog",
            definition="Was beim Hüpfen drückt.",
            mentioned=("zwergenball/bewegung",),
        ),
        Term("teekrieg/glossar/untertasse", "teekrieg", "Untertasse", "Saucer", definition="Was unter der Tasse steht. " * 12),
    ]
    concepts = [
        Concept(
            "bewegung",
            "Bewegung",
            "Movement",
            description="Wie weit etwas vorankommt.",
            entries={"teekrieg": ("teekrieg/bewegung",), "zwergenball": ("zwergenball/bewegung",)},
            notes={"teekrieg": "Gemessen wird am Henkel.", "zwergenball": "Gehüpft wird barfuß."},
            differences=("Nur beim zweiten wird gewürfelt.",),
        ),
        Concept(
            "nachschub",
            "Nachschub",
            "Supply",
            description="Was später noch kommt.",
            aliases=("Verpflegung",),
            entries={"teekrieg": ()},
        ),
    ]
    asked = ("muss der sud brodeln bevor ich ihn begieße",)
    queries = [PlayerQueries("teekrieg/aufguss", ("wie viel wasser kommt rein", "schütten"), asked)]
    return Library([TEEKRIEG, ZWERGE], _teekrieg() + _zwergenball(), terms, concepts, queries=queries)


@pytest.fixture(scope="session")
def corpus(library: Library) -> Corpus:
    """The library's search documents."""
    return corpus_of(library)


@pytest.fixture(scope="session")
def index_path(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The path of the library's index. Tests that change it copy it first."""
    path = tmp_path_factory.mktemp("suche") / "index"
    assert build_index(library, path)
    return path


@pytest.fixture(scope="session")
def index(index_path: Path) -> Index:
    """The library's open index."""
    return open_index(index_path)


@pytest.fixture(scope="module")
def client(mini_site: Path) -> Iterator[httpx.Client]:
    """The service of the mini project."""
    from tests.serving import answering_for

    with answering_for(mini_site) as client:
        yield client


@pytest.fixture(scope="module")
def address(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a small site with the search."""
    with served(library, tmp_path_factory.mktemp("seite")) as address:
        yield address
