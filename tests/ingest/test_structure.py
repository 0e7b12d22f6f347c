"""From the starts of rules to drafts, module by module; and the names and tables in text without any mark-up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import pytest
from nachschlag.generator.ingest.drafts import Draft, Remainder, Source, Span
from nachschlag.generator.ingest.structure.blocks import blocks_of
from nachschlag.generator.ingest.structure.cutting import BEFORE_FIRST, MARK_UP, SIGN, add_span, cut, left_out
from nachschlag.generator.ingest.structure.drafting import drafts_of, in_normal_case
from nachschlag.generator.ingest.structure.mentioned import mentions_of
from nachschlag.generator.ingest.structure.parts import EMPTY_PART, parts_of, with_pages, without_empty_parts
from nachschlag.generator.ingest.structure.profile import KindRule, LeftOut, PartStyle, Profile
from nachschlag.generator.ingest.structure.recognisers import Start
from nachschlag.generator.ingest.structure.recognisers.mentions import known_mentions
from nachschlag.generator.ingest.structure.run_in import names_run_in
from nachschlag.generator.ingest.structure.running_tables import amount_tables, result_tables
from nachschlag.generator.ingest.structure.sentences import sentences
from nachschlag.generator.ingest.structure.settling import as_parts, merged, settle, taken_in
from nachschlag.generator.ingest.structure.vocabulary import Vocabulary

ORDER = ("headings", "leads")

# -- overlaps of starts -------------------------------------------------------------------------------------------------------


def start(begin: int, title: str = "Wald", recogniser: str = "headings", *, size: int = 10, **fields: object) -> Start:
    """A start whose heading has `size` characters."""
    return Start(Span(begin, begin + size), title, recogniser, **fields)  # type: ignore[arg-type]


def term(begin: int, title: str, **fields: object) -> Start:
    """A term within a rule, which counts only if no rule has its name."""
    return start(begin, title, "mentions", quotes=(Span(begin, begin + 20),), new=True, **fields)


@pytest.mark.parametrize(
    ("starts", "kept"),
    [
        ([start(0, "A", certainty=0.5), start(5, "B", certainty=0.9)], "B"),
        ([start(5, "A", "leads"), start(0, "B")], "B"),
        ([start(0, "A", "leads"), start(5, "B", "other")], "A"),
        ([start(0, "A"), start(10, "B")], "AB"),
        ([start(0, "A"), start(30, "B"), start(55, "C")], "AC"),
        ([start(0, "A"), term(5, "B"), term(5, "B"), term(5, "C"), term(32, "D")], "ABC"),
        ([term(0, "A"), start(10, "B"), term(20, "C")], "BC"),
        ([start(0, "A", end=50, certainty=0.9), start(12, "B", certainty=0.5), start(60, "C")], "AC"),
        ([start(0, "A", end=50, certainty=0.5), start(12, "B", certainty=0.9)], "AB"),
        ([start(0, "A", end=50, certainty=0.9), start(12, "B", end=25, certainty=0.5)], "AB"),
        ([start(0, "A", end=50, certainty=0.9, card={"effect": "x"}), start(12, "B", end=25, certainty=0.5)], "A"),
        ([start(0, "A", end=50, certainty=0.9), term(12, "B", certainty=0.5)], "AB"),
    ],
    ids=[
        "certainty",
        "order",
        "unnamed",
        "adjacent",
        "remainder",
        "terms",
        "before",
        "inside",
        "surer",
        "own end",
        "card",
        "term",
    ],
)
def test_starts_are_settled(starts: list[Start], kept: str) -> None:
    assert "".join(one.title for one in settle(starts, [Remainder(Span(30, 35), "Seitenzahl")], ORDER)) == kept


@pytest.mark.parametrize(
    ("rule", "mention", "same"),
    [
        (start(0, "Festungen"), term(20, "Festung"), True),
        (start(0, "Die Festung"), term(20, "Festung"), True),
        (start(0, "Festungen", aliases=("Burgen",)), term(20, "Burg"), True),
        (start(0, "Gebrochene Modelle"), term(20, "Gebrochen"), True),
        (start(0, "Gruppen bewegen"), term(20, "Gruppenbewegung"), True),
        (start(0, "Kampf", title_en="The Fights"), term(20, "Schlacht", title_en="Fight"), True),
        (start(0, "Untot"), term(20, "Untote Modelle"), True),
        (start(0, "Deckung (X)"), term(20, "Deckung"), True),
        (start(0, "Deckung"), term(20, "Deckung (X)"), False),
        (start(0, "Festungen"), term(20, "Festungsbau"), False),
        (start(0, "Gruppen bewegen"), term(20, "Gruppenzwang"), False),
        (start(0, "Kampf", title_en="Fight"), term(20, "Schlacht", title_en="Battle"), False),
        (start(0, "Festungen"), replace(term(20, "Festung"), new=False), False),
    ],
)
def test_a_mention_of_a_rule_is_no_term(rule: Start, mention: Start, same: bool) -> None:
    assert settle([rule, mention], [], ORDER) == ([rule] if same else [rule, mention])


def test_a_heading_printed_twice_counts_once() -> None:
    source = Source("buch", "text", "# WALD\n\n## WALD\n\nEr brennt.\n\nWALD\n")
    one, again, later = (start(at, size=4, level=level) for at, level in ((2, 3), (11, 1), (29, 3)))
    assert merged(source, [one, again, later]) == [replace(again, start=2), later]
    for other in (replace(again, number="1"), replace(again, title="Moor")):
        assert merged(source, [one, other]) == [one, other]
    assert merged(source, [replace(one, end=7), again]) == [replace(one, end=7), again]


GROUND = PartStyle(re.compile("^1 GELÄNDE$|^HÖHEN$", re.IGNORECASE), "Teil Gelände")


def test_parts_of_a_profile_begin_with_their_first_heading() -> None:
    source = Source("buch", "text", "x" * 200)
    given = [
        start(0, "Vorwort"),
        start(20, "Gelände", number="1"),
        start(40, "Wald"),
        start(60, "Höhen", "leads"),
        start(80, "Höhen"),
        start(100, "Höhen"),
        start(120, "Höhen", end=150),
    ]
    found = as_parts(source, given, [GROUND])
    assert [(one.part, one.part_title, one.level) for one in found] == [
        (False, "", 4),
        (True, "Teil Gelände", 1),
        (False, "", 4),
        (False, "", 4),
        (True, "Teil Gelände", 1),
        (False, "", 4),
        (False, "", 4),
    ]
    assert as_parts(source, given, ()) == given


def test_headings_below_one_without_text_lie_deeper() -> None:
    source = Source("buch", "text", "WEGE\n\nUMWEGE\n\nText.\n\nPFADE\n\n1 MOOR\n\nSTEGE\n")
    lines = re.finditer(r"(\d?) ?[A-ZÖ]{4,}", source.text)
    headings = [Start(Span(*found.span()), found[0], "headings", number=found[1]) for found in lines]
    found = as_parts(source, headings, [PartStyle(re.compile("NIE"))])
    assert [one.level for one in found] == [4, 5, 5, 4, 4]


def test_a_rule_kept_whole_takes_in_what_lies_below_it() -> None:
    given = [start(0, "Übersicht", level=2), start(20, "Wald", level=3), term(30, "Moor", level=1), start(40, "See", level=2)]
    assert [one.title for one in taken_in(given, re.compile("^Übersicht"))] == ["Übersicht", "See"]
    assert taken_in(given, None) == taken_in(given, re.compile("Wiese")) == given
    assert [one.title for one in taken_in([replace(given[0], left_out="Vorwort"), *given[1:]], None)] == ["Übersicht", "See"]
    ended = [given[0], start(20, "Karte", level=1, end=38), given[3]]
    assert [one.title for one in taken_in(ended, re.compile("^Übersicht"))] == ["Übersicht", "See"]
    assert taken_in([replace(given[0], end=19), *given[1:]], re.compile("^Übersicht")) == [replace(given[0], end=19), *given[1:]]


# -- characters ---------------------------------------------------------------------------------------------------------------

TEXT = "Titel. Wald {#w} Er brennt. Karte Text. Er deckt. 7 Moor Nass."


def place(words: str) -> Span:
    at = TEXT.index(words)
    return Span(at, at + len(words))


def test_each_character_belongs_to_a_start_or_to_the_remainder() -> None:
    starts = [
        Start(place("Wald"), "Wald", "headings", signs=(place("{#w}"),)),
        Start(place("Karte"), "Karte", "cards", end=place("Text.").end, signs=(place("K"),)),
        Start(place("Er deckt"), "Decken", "mentions", quotes=(place("Er deckt."),)),
        Start(place("Moor"), "Moor", "headings"),
    ]
    owned, rest = cut(Source("buch", "text", TEXT), starts, [Remainder(place("7 "), "Seitenzahl")])
    assert {at: [TEXT[span.start : span.end] for span in spans] for at, spans in owned.items()} == {
        0: ["Wald ", " Er brennt. ", " Er deckt. "],
        1: ["arte Text."],
        3: ["Moor Nass."],
    }
    assert [(TEXT[left.span.start : left.span.end], left.why) for left in rest] == [
        ("Titel. ", BEFORE_FIRST),
        ("{#w}", MARK_UP),
        ("K", SIGN),
        ("7 ", "Seitenzahl"),
    ]


def test_a_start_within_another_ends_with_it_or_before() -> None:
    source = Source("buch", "text", "0123456789")
    starts = [start(0, size=1, end=8), start(2, size=1, end=4), start(5, size=1, end=9)]
    assert cut(source, starts, [])[0] == {0: [Span(0, 2), Span(4, 5)], 1: [Span(2, 4)], 2: [Span(5, 9)]}


def test_adjacent_spans_join() -> None:
    spans = [Span(0, 2)]
    add_span(spans, Span(2, 5))
    add_span(spans, Span(6, 7))
    assert spans == [Span(0, 5), Span(6, 7)]


LEFT_OUT = (LeftOut("Dank", re.compile("^Dank")), LeftOut("Welt", re.compile("^WELT"), re.compile("^REGELN")))


def test_the_remainder_known_beforehand_has_its_reasons() -> None:
    lines = ["KOPF", "", "Dank an alle.", "", "Sonst nichts.", "", "WELT", "", "Sie ist rund.", "", "REGELN", "", "7", ""]
    text = "\n".join(lines)
    furniture = (Span(0, 5), Span(text.index("7"), len(text)))
    source = Source("buch", "text", text, furniture=furniture)
    found = left_out(source, blocks_of(source), Profile("", remainder=LEFT_OUT))
    told = [(text[left.span.start : left.span.end].strip(), left.why) for left in found]
    assert [row for row in told if row[0]] == [
        ("KOPF", "Kolumnentitel"),
        ("Dank an alle.", "Dank"),
        ("WELT", "Welt"),
        ("Sie ist rund.", "Welt"),
        ("7", "Seitenzahl"),
    ]


# -- drafts -------------------------------------------------------------------------------------------------------------------

NO_PROFILE = Profile("")


def drafts(
    text: str, starts: Sequence[Start], profile: Profile = NO_PROFILE, known: Iterable[tuple[str, str, str]] = ()
) -> list[Draft]:
    """Drafts of starts, each with the text up to the next one."""
    ends = [*(one.begins for one in starts[1:]), len(text)]
    owned = {at: [Span(one.begins, end)] for at, (one, end) in enumerate(zip(starts, ends, strict=True)) if not one.quotes}
    source = Source("buch", "text", text)
    return drafts_of(source, profile, in_normal_case(source, starts), owned, known)


BOOK = "GELÄNDE\n\nWALD\n\nEr brennt.\n\nMOOR\n\nEs ist nass.\n\nHÖHEN\n\nWALD\n\nEr ist hoch.\n"


def book_starts(*more: dict[str, object]) -> list[Start]:
    found = re.finditer(r"[A-ZÄÖÜ]{3,}", BOOK)
    parts = {"GELÄNDE", "HÖHEN"}
    given = [Start(Span(*one.span()), one[0], "headings", 1 if one[0] in parts else 2, part=one[0] in parts) for one in found]
    return [replace(one, **(dict(enumerate(more)).get(at, {}))) for at, one in enumerate(given)]  # type: ignore[arg-type]


def test_drafts_have_titles_parts_parents_and_texts() -> None:
    found = drafts(BOOK, book_starts(), known=[("Moor", "Bog", "published"), ("Wald", "Wood", "own")])
    assert [(one.title, one.part, one.parent, one.text) for one in found] == [
        ("Gelände", "Gelände", None, ""),
        ("Wald", "Gelände", 0, "Er brennt."),
        ("Moor", "Gelände", 0, "Es ist nass."),
        ("Höhen", "Höhen", None, ""),
        ("Wald", "Höhen", 3, "Er ist hoch."),
    ]
    assert [(one.title_en, one.title_en_source) for one in found[1:3]] == [("Wood", "own"), ("Bog", "published")]
    assert [one.line for one in found] == [1, 3, 7, 11, 13]


def test_a_term_within_a_rule_is_no_parent() -> None:
    starts = [start(0, "Wald", level=1), term(12, "Baum"), start(40, "Ast", level=4)]
    assert [one.parent for one in drafts("x" * 60, starts)] == [None, 0, 0]


def test_an_original_in_the_book_counts_before_a_known_one() -> None:
    found = drafts(BOOK, book_starts({}, {"title_en": "Forest"}), known=[("Wald", "Wood", "own")])
    assert [(one.title_en, one.title_en_source) for one in (found[1], found[4])] == [("Forest", "book"), ("Wood", "own")]


def test_rules_of_one_title_in_a_part_take_their_parents() -> None:
    text = "IGEL\n\nKAMPF\n\nEr rollt.\n\nHASE\n\nKAMPF\n\nEr flieht.\n"
    starts = [
        Start(Span(*one.span()), one[0], "headings", 2 if one[0] == "KAMPF" else 1) for one in re.finditer("[A-Z]{4,}", text)
    ]
    assert [one.title for one in drafts(text, starts)] == ["Igel", "Igel: Kampf", "Hase", "Hase: Kampf"]
    assert drafts(text, starts)[1].aliases == ("Kampf",)
    starts[1] = replace(starts[1], number="1.1")
    assert [one.title for one in drafts(text, starts)] == ["Igel", "Kampf", "Hase", "Hase: Kampf"]


def test_a_part_that_sums_up_tells_its_rules_apart() -> None:
    found = drafts(BOOK, book_starts({}, {}, {}, {"part_title": "Kurzfassung"}))
    assert [one.title for one in found] == ["Gelände", "Wald", "Moor", "Höhen", "Wald (Kurzform)"]


@pytest.mark.parametrize(
    ("cites", "entry"),
    [("", None), ("(Höhen, 9.9)", 4), ("(Höhen, 9.9) (Gelände, 1)", 1), ("(Täler, 1)", None)],
    ids=["two rules", "part", "part and number", "no such part"],
)
def test_a_term_knows_the_rule_of_its_name(cites: str, entry: int | None) -> None:
    starts = [
        *book_starts({"number": "1"}),
        Start(Span(len(BOOK) - 9, len(BOOK) - 5), "Wald", "leads", 5, term=True, text=cites),
    ]
    found = drafts(BOOK, starts)
    assert found[-1].entry == entry
    assert [one.entry for one in found[:-1]] == [None] * 5
    twice = [*starts[:2], replace(starts[2], title="WALD"), *starts[3:]]
    assert drafts(BOOK, twice)[-1].entry == entry
    moor = replace(starts[-1], title="Moor", text="")
    assert drafts(BOOK, [*starts[:-1], moor])[-1].entry == 2


def test_the_first_kind_that_fits_is_the_profiles() -> None:
    kinds = (
        KindRule("hill", {"under": re.compile("^Höhen$", re.MULTILINE), "title": re.compile("Wald")}, True),
        KindRule("wood", {"title": re.compile("Wald"), "text": re.compile("brennt")}),
    )
    found = drafts(BOOK, book_starts({}, {}, {"kind": "bog"}), Profile("", kinds=kinds))
    assert [(one.kind, one.term) for one in found[1:]] == [("wood", False), ("bog", False), ("rule", False), ("hill", True)]
    grounds = ["Art nach Titel und Text", "", "", "Art nach Überschrift „Höhen“ und Titel"]
    assert [" ".join(one.reasons) for one in found[1:]] == grounds


@pytest.mark.parametrize(
    ("fields", "certainty"),
    [
        ({"recogniser": "tables"}, 0.95),
        ({"title_certainty": 0.4, "section_certainty": 0.5}, 0.2),
        ({"recogniser": "cards", "certainty": 0.4}, 0.4),
    ],
)
def test_a_draft_is_as_certain_as_its_recogniser_was_measured(fields: dict[str, object], certainty: float) -> None:
    assert drafts(BOOK, book_starts({}, fields))[1].certainty == certainty


# -- parts --------------------------------------------------------------------------------------------------------------------


def test_parts_have_their_pages_from_the_text() -> None:
    source = Source("buch", "text", "GELÄNDE (Seite 3–5)\nHÖHEN (siehe Seite 9)\n")
    given = [
        Draft("Gelände", "headings", part="Gelände"),
        Draft("Wald", "headings", part="Gelände", parent=0),
        Draft("Höhen", "headings", part="Höhen", page=2),
    ]
    starts = [
        start(0, "Gelände", part=True, number="Teil 1", title_en="Ground"),
        start(10, "Wald"),
        start(20, "Höhen", part=True),
    ]
    parts = parts_of(source, given, starts)
    assert [(part.title, part.title_en, part.number, part.pages) for part in parts] == [
        ("Gelände", "Ground", "Teil 1", "3–5"),
        ("Höhen", "", "", ""),
    ]
    assert [one.page for one in with_pages(given, parts)] == [3, None, 2]


@pytest.mark.parametrize(
    ("fields", "kept"), [({}, 2), ({"text": "Alles."}, 3), ({"number": "§ 4"}, 3), ({"number": "Erstes Buch"}, 2)]
)
def test_parts_without_a_text_of_their_own_are_no_rules(fields: dict[str, str], kept: int) -> None:
    given = [
        replace(Draft("Gelände", "headings", spans=(Span(0, 9),)), **fields),  # type: ignore[arg-type]
        Draft("Wald", "headings", parent=0),
        Draft("Baum", "leads", parent=1, term=True, entry=1),
    ]
    found, rest = without_empty_parts(given, [start(0, part=True), start(10), start(20)])
    if kept == 3:
        assert (found, rest) == (given, [])
    else:
        assert [(one.title, one.parent, one.entry) for one in found] == [("Wald", None, None), ("Baum", 0, 0)]
        assert rest == [Remainder(Span(0, 9), EMPTY_PART)]


# -- text without any mark-up -------------------------------------------------------------------------------------------------


def told(text: str, spans: Iterable[Span]) -> list[str]:
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Eins. Zwei! Drei z. B. vier.", ["Eins.", "Zwei!", "Drei z. B. vier."]),
        ("Er hat: - Hasen - Igel und mehr • Dachse", ["Er hat:", "Hasen", "Igel und mehr", "Dachse"]),
        ("Er hat: - 2 Hasen - 3 Igel", ["Er hat:", "2 Hasen", "3 Igel"]),
        ("Er zieht 3 - 4 Felder - weit.", ["Er zieht 3 - 4 Felder - weit."]),
        (" • ", []),
    ],
)
def test_sentences_of_a_line(text: str, found: list[str]) -> None:
    assert told(text, sentences(text, Span(0, len(text)))) == found


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Wald Ein Wald ist Gelände.", ["Wald"]),
        ("Wurf um das Ei Beide Spieler werfen.", ["Wurf um das Ei"]),
        ("Feld Deckung Modelle im Feld sind gedeckt. Deckung zählt.", ["Feld", "Deckung"]),
        ("Spalten (X) Modelle werfen.", ["Spalten (X)"]),
        ("Leicht sumpfig Modelle sinken ein.", ["Leicht sumpfig"]),
        ("Hoppeln Wer hoppelt, springt.", ["Hoppeln"]),
        ("Ein Wald ist Gelände.", []),
        ("Sie Hasen laufen.", []),
        ("Igel Hase laufen.", ["Igel"]),
        ("Igel Hase laufen. Igel Hase zählen.", []),
        ("Bruch der Schale Zerteile das Ei.", []),
        ("Wald und Moor", []),
    ],
)
def test_names_that_ran_into_their_sentence(text: str, names: list[str]) -> None:
    first = next(sentences(text, Span(0, len(text))))
    assert told(text, names_run_in(text, first, Vocabulary(text))) == names


def test_a_name_with_small_words_runs_in_only_where_they_are_awaited() -> None:
    text = "Bruch der Schale Zerteile das Ei."
    assert told(text, names_run_in(text, Span(0, len(text)), Vocabulary(text), joints=True)) == ["Bruch der Schale"]


RESULTS = (
    "Sieh nach. Fehlwurftabelle 2-5 Bruch der Schale Zerteile das Ei. 6 Eiertanz Die Karte steht. 7- 9 Kalte Küche Jeder geht. "
    "10 Ei Alle essen."
)
AMOUNTS = "Obergrenze Läufer max. 4 Werfer max. 2 Alte Hasen max. 1 1-X Auswahlen halbiert (abgerundet) Danach"


def result_rows(text: str) -> Iterator[Start]:
    return result_tables(text, Span(0, len(text)), Vocabulary(text))


def amount_rows(text: str) -> Iterator[Start]:
    return amount_tables(text, Span(0, len(text)))


@pytest.mark.parametrize(
    ("find", "text", "rows"),
    [
        (
            result_rows,
            RESULTS,
            {
                "Fehlwurftabelle": RESULTS[11:],
                "Bruch der Schale (2–5)": "2-5 Bruch der Schale Zerteile das Ei. ",
                "Eiertanz (6)": "6 Eiertanz Die Karte steht. ",
                "Kalte Küche (7–9)": "7- 9 Kalte Küche Jeder geht. ",
                "Ei (10)": "10 Ei Alle essen.",
            },
        ),
        (result_rows, "Wer würfelt. 1 Wald Der Wald. 2 Moor Das Moor. 3 See Der See.", {}),
        (result_rows, "1 Wald Der Wald. 2 Moor Das Moor. 4 See Der See. 6 Bach Der Bach.", {}),
        (result_rows, "Er geht hin. 5-2 Wald Ein Wald. 3 Moor Ein Moor. 4 See Ein See. 5 Bach Ein Bach.", {}),
        (
            amount_rows,
            AMOUNTS,
            {
                "Obergrenze": AMOUNTS[:-7],
                "Läufer": "Läufer max. 4",
                "Werfer": "Werfer max. 2",
                "Alte Hasen": "Alte Hasen max. 1",
                "1-X Auswahlen": "1-X Auswahlen halbiert (abgerundet)",
            },
        ),
        (
            amount_rows,
            "Läufer max. 4 Werfer max. 2 Hasen max. 1",
            {"Läufer": "Läufer max. 4", "Werfer": "Werfer max. 2", "Hasen": "Hasen max. 1"},
        ),
        (
            amount_rows,
            "Läufer min. 1 max. 4 Werfer max. 2 Hasen max. 1",
            {"Läufer": "Läufer min. 1 max. 4", "Werfer": "Werfer max. 2", "Hasen": "Hasen max. 1"},
        ),
        (amount_rows, "Er wirft max. 2 Eier. Sie wirft max. 3 und max. 4.", {}),
        (amount_rows, "Läufer bis 2 Werfer min 3 Hasen max. 4", {}),
    ],
    ids=[
        "results",
        "too few",
        "gaps",
        "falling",
        "amounts",
        "amounts without a title",
        "two words in a row",
        "two amounts",
        "other words",
    ],
)
def test_tables_that_ran_into_a_line(find: Callable[[str], Iterator[Start]], text: str, rows: dict[str, str]) -> None:
    shown = {one.title: one.quotes[0] if one.quotes else Span(one.begins, one.end or 0) for one in find(text)}
    assert {title: text[span.start : span.end] for title, span in shown.items()} == rows


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Wer duckt, hat Leichte Deckung. Er verliert mit Leichter Deckung.", {"Leichte Deckung": "Leichte Deckung"}),
        ("Er hat Stumpfe Zähne (2). Die Anzahl der Stumpfen Zähne (X+) zählt.", {"Stumpfe Zähne (X+)": "Stumpfe Zähne"}),
        ("Ihr MW ist 6, der „Moralwert“ also. Der Moralwert zählt. Kapitel IV.", {"MW (Moralwert)": "MW"}),
        ("Er hat Immun gegen Salat. Wer immun ist, frisst.", {"Immun gegen Salat": "Immun gegen Salat"}),
        ("Es nutzt “Möhren-Sammler-Zahl” nichts.", {"Möhren-Sammler-Zahl": "Möhren-Sammler-Zahl"}),
        ("Wie bei den Hakenschlägen, so beim Hakenschlag.", {"Hakenschlag": "Hakenschlägen"}),
        ("Er braucht Zauber- oder Bannwurf.", {"Bannwurf": "Bannwurf"}),
        ("Die Kraft des Hasentritts.", {"Hasentritt": "Hasentritts"}),
        ("Hasenpanik flieht. Beim Würfeln hat er einen Trieb.", {"Trieb": "Trieb"}),
        ("Ein Modell hat einen Würfel und ein Ergebnis.", {}),
    ],
)
def test_names_are_told_from_everyday_nouns(text: str, names: dict[str, str]) -> None:
    found = mentions_of(text, list(sentences(text, Span(0, len(text)))), Vocabulary(text))
    assert {one.title: text[one.span.start : one.span.end] for one in found} == names
    assert all(one.sentence.start <= one.span.start < one.span.end <= one.sentence.end for one in found)


KNOWN = (
    "Hoppeln Wer durch offenes Gelände hoppelt, ist selten krank. Hasen haben Deckungen und den MW 2. Offenes Gelände zählt.\n"
)


def test_known_names_are_found_in_any_form_once() -> None:
    source = Source("buch", "text", KNOWN)
    names = ["Offenes Gelände", "Selten", "Deckung (X)", "MW (Moralwert)", "Hoppeln", "2", "X"]
    found = {one.title: one for one in known_mentions(source, blocks_of(source), names)}
    assert {title: KNOWN[one.heading.start : one.heading.end] for title, one in found.items()} == {
        "Offenes Gelände": "offenes Gelände",
        "Deckung (X)": "Deckungen",
        "MW (Moralwert)": "MW",
    }
    assert told(KNOWN, found["Deckung (X)"].quotes) == ["Hasen haben Deckungen und den MW 2."]
