"""Headings weighed by what speaks for and against them, in texts of all shapes."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.ingest.drafts import Draft, Reading, Source
from nachschlag.generator.ingest.source.read_markdown import read_markdown
from nachschlag.generator.ingest.structure.blocks import blocks_of
from nachschlag.generator.ingest.structure.headings.candidates import candidates
from nachschlag.generator.ingest.structure.headings.detect import find as find_headings
from nachschlag.generator.ingest.structure.headings.regions import regions_of
from nachschlag.generator.ingest.structure.headings.titles import unshown
from nachschlag.generator.ingest.structure.headings.weights import WEIGHTS, certainty_of, reasons_of, score_of
from nachschlag.generator.ingest.structure.profile import GENERAL, load_profile, parse_profile
from nachschlag.generator.ingest.structure.recognise import read_rules
from nachschlag.generator.ingest.structure.spans import faults

from tests.growing import assert_linear

PROFILE = load_profile(GENERAL)
TEXT = "Wer hier steht, würfelt zweimal und nimmt das höhere Ergebnis."


def read(text: str, kind: str = "markdown", **more: object) -> Reading:
    shown = read_markdown("buch.md", text.encode()).text if kind == "markdown" and text.strip() else text
    reading = read_rules(Source("buch", kind, shown, **more), PROFILE)  # type: ignore[arg-type]
    assert faults(reading) == []
    return reading


def titles(text: str, kind: str = "markdown", **more: object) -> list[tuple[str, str]]:
    return [(draft.number, draft.title) for draft in read(text, kind, **more).drafts]


def drafts(text: str, kind: str = "markdown") -> dict[str, Draft]:
    return {draft.title: draft for draft in read(text, kind).drafts}


def test_a_line_in_code_marks_swallows_no_heading() -> None:
    text = f"# Wald\n\n```x``` ist ein Ast.\n\n# Moor\n\n{TEXT}\n"
    assert [title for _, title in titles(text)] == ["Wald", "Moor"]
    lines = "".join(f"{number}. {name}\n~~~~~~~\n\n{TEXT}\n\n" for number, name in enumerate(("WALD", "MOOR", "SEE", "BERG"), 1))
    assert len(titles(lines, "text")) == 4


def candidates_of(source: Source) -> object:
    return candidates(source, blocks_of(source))


def headings_of(source: Source) -> object:
    return [*find_headings(source, blocks_of(source), {})]


@pytest.mark.parametrize(
    ("find", "line", "size"),
    [
        (headings_of, "**WALD**\n\n", 60_000),
        (headings_of, "1) WALD\n\n", 60_000),
        (candidates_of, "\\\\WALD\n\n", 8_000),
        (regions_of, "--- ---\n```\n```\n", 100_000),
        (regions_of, "a\n--- ---\n\n: b\n\n", 100_000),
    ],
    ids=["alike", "steps", "alone", "rules", "captions"],
)
def test_many_lines_of_one_kind_take_no_longer_each(find: Callable[[Source], object], line: str, size: int) -> None:
    def took(size: int) -> float:
        source = Source("", "text", line * (size // len(line)))
        start = time.process_time()
        find(source)
        return time.process_time() - start

    took(1000)
    assert_linear(took, (size, 2 * size))


def test_front_matter_without_an_end_is_none() -> None:
    assert regions_of(Source("", "text", "---\nsatz:\n" + "        breite: 10\n" * 200)) == []


EVIDENCE = st.dictionaries(st.sampled_from(sorted(WEIGHTS)), st.just(""))


@given(EVIDENCE, st.sampled_from(sorted(WEIGHTS)))
def test_each_piece_of_evidence_moves_the_certainty_its_own_way(evidence: dict[str, str], name: str) -> None:
    without = {key: value for key, value in evidence.items() if key != name}
    more, less = certainty_of({**without, name: ""}), certainty_of(without)
    assert more >= less if WEIGHTS[name][0] > 0 else more <= less
    assert WEIGHTS[name][1] in reasons_of({**without, name: ""})[0]
    assert (certainty_of(evidence) > 0.5) is (score_of(evidence) > 0.02) or abs(score_of(evidence)) <= 0.02


@pytest.mark.parametrize(
    ("printed", "number", "title"),
    [
        ("## 3.2 Sicht", "3.2", "Sicht"),
        ("## § 4a Sicht", "§ 4a", "Sicht"),
        ("## Artikel 3: Sicht", "Artikel 3", "Sicht"),
        ("## A.2 Sicht", "A.2", "Sicht"),
        ("## b) Sicht", "b", "Sicht"),
        ("## 2.) Sicht", "2", "Sicht"),
        ("## 1. und 2. Liga", "", "1. und 2. Liga"),
        ("## Anlage (zu § 5)", "Anlage", "Anlage (zu § 5)"),
        ("## § 7", "§ 7", "§ 7"),
        ("## [Sicht](#sicht) {#sicht}", "", "Sicht"),
        ("## Gegner\\*innen \\& Freunde", "", "Gegner*innen & Freunde"),
        ("Sicht\n-----", "", "Sicht"),
        ("* #### Sicht", "", "Sicht"),
        ("!!! danger Sicht - 2 AP", "", "Sicht"),
        ("> [!NOTE] Sicht", "", "Sicht"),
        ("**Sicht**", "", "Sicht"),
    ],
)
def test_a_heading_is_read_with_its_number_and_without_its_mark_up(printed: str, number: str, title: str) -> None:
    text = f"# Buch\n\n## Zuvor\n\n{TEXT}\n\n{printed}\n\n{TEXT}\n\n## Danach\n\n{TEXT}\n"
    assert (number, title) in titles(text)


@pytest.mark.parametrize(
    "line",
    [
        "Er würfelt zweimal.",
        "und nimmt das höhere",
        "Das höhere gilt, oder",
        "12 34 56",
        "- Ein Punkt",
        "```\n# kein Titel\n```",
        "| # | kein Titel |",
        "**Beispiel:**",
        "**Gültiger Stand: 18.10.2020**",
    ],
)
def test_what_is_no_heading(line: str) -> None:
    text = f"# Buch\n\n## Zuvor\n\n{TEXT}\n\n{line}\n\n{TEXT}\n\n## Danach\n\n{TEXT}\n"
    assert titles(text) == [("", "Zuvor"), ("", "Danach")]


def test_a_plain_line_counts_only_where_nothing_sets_headings_apart() -> None:
    plain = "".join(f"{name}\n\n{TEXT}\n\n" for name in ("Sicht", "Deckung", "Flucht", "Mut", "Rast", "Wacht"))
    assert len(titles(plain, "text")) == 6
    marked = "".join(
        f"# {name}\n\n{TEXT}\n\nKleiner Zusatz\n\n{TEXT}\n\n" for name in ("Sicht", "Deckung", "Flucht", "Mut", "Rast")
    )
    assert len(titles(marked)) == 5


def test_names_right_above_their_text_or_list_are_headings_also_above_each_other() -> None:
    told = f"{TEXT}\n{TEXT}"
    moor = "Das Moor am Rand\n- nass\n- tief"
    text = f"Die Furt\n{told}\n\nGelände\nDer Wald\n{told}\n\n{moor}\n\n{TEXT}\nDas geht\nnur zweimal.\n"
    assert [title for _, title in titles(text, "text")] == ["Die Furt", "Gelände", "Der Wald", "Das Moor am Rand"]


def test_a_book_s_own_title_is_no_rule_though_nothing_tells_it_from_headings() -> None:
    names = "".join(f"{name}\n\n{TEXT}\n\n" for name in ("Furt", "Moor", "Wald"))
    assert [title for _, title in titles(f"Das Spiel am Deich\n\n{names}", "text")] == ["Furt", "Moor", "Wald"]


def test_names_with_a_colon_right_above_their_text_are_headings() -> None:
    text = "".join(f"{name}:\n{TEXT} {TEXT}\n\n" for name in ("Furt", "Moor", "Weiter Wald", "Was hier alles gilt"))
    assert [title for _, title in titles(f"{text}Werte:\n- nass\n- tief\n")] == ["Furt", "Moor", "Weiter Wald"]


def test_a_title_begins_after_its_dash() -> None:
    source = Source("", "pdf", f"– **Torf**\n\n{TEXT}\n\n# Auf- und Abstieg\n")
    assert [found.title for found in candidates(source, blocks_of(source)) if len(found.title) < 20] == [
        "Torf",
        "Auf- und Abstieg",
    ]


def test_a_counted_title_loses_its_full_stop() -> None:
    text = "".join(f"# § {at} {name}\n\n{TEXT}\n\n" for at, name in enumerate(("Furt.", "Moor usw.", "See"), 1))
    assert titles(text) == [("§ 1", "Furt"), ("§ 2", "Moor usw."), ("§ 3", "See")]


LAW = """I. Allgemeines

81 Torf

{0}

a) nasser Torf

b) trockener Torf

$ 2 Moor

{0}

§ 3

Der See am Rand

{0}

84a Berg

{0}

IL. Schluss

§5 Furt

{0}

899 Boote

{0}

86 Strafen

{0}

Der Deichgraf
"""


def test_paragraphs_of_a_scan_get_their_sign_back_and_hold_the_rest() -> None:
    assert titles(LAW.format(TEXT), "text") == [
        ("I", "Allgemeines"), ("§ 1", "Torf"), ("§ 2", "Moor"), ("§ 3", "Der See am Rand"), ("§ 4a", "Berg"), ("§5", "Furt"),
        ("§ 6", "Strafen"),
    ]  # fmt: skip
    assert ("84a", "Berg") in titles(LAW.format(TEXT).replace("$ 2", "2").replace("86", "90"), "text")


def test_values_that_are_names_are_headings() -> None:
    text = "".join(f"{name}:\n{TEXT} {TEXT}\n\n" for name in ("+2", "+4", "Furt", "Moor"))
    assert [title for _, title in titles(f"# Karten\n\n{TEXT}\n\n{text}")] == ["+2", "+4", "Furt", "Moor"]


@pytest.mark.parametrize(
    "notes",
    [
        "**Wer zuletzt**\n**am Deich steht,**\n**gewinnt**",
        "**Neue Runde:**\n**Wieder 10 Karten**\n**je Spieler**",
        "**Als Letztes**\n**Eine Karte**\n**Auf den Stapel**\n**Legen**",
        "**10 Karten**",
        "**Wer flieht: + 2 Felder**",
        f"Er hat ein Boot, einen\n**Haken** und ein Seil. {TEXT}",
    ],
    ids=["sentence", "small", "many", "count", "value", "amid a sentence"],
)
def test_bold_notes_in_the_margin_are_no_headings(notes: str) -> None:
    text = "".join(f"# {name}\n\n{notes}\n\n{TEXT} {TEXT}\n\n" for name in ("Furt", "Moor", "See", "Wald", "Berg"))
    assert [title for _, title in titles(text, "pdf")] == ["Furt", "Moor", "See", "Wald", "Berg"]


@pytest.mark.parametrize("line", ["Dauer: 2 Runden", "3x Steine aus Torf", "3 x Stein"])
def test_a_value_after_its_label_or_a_count_is_no_heading_of_a_plain_book(line: str) -> None:
    text = "".join(f"{name}\n\n{TEXT}\n\n{line}\n\n{TEXT}\n\n" for name in ("Furt", "Moor", "See"))
    assert [title for _, title in titles(text, "text")] == ["Furt", "Moor", "See"]


def test_a_marked_heading_with_nothing_below_it_is_no_rule() -> None:
    text = f"# Furt\n\n## Boote\n\n### Nachen\n\n### Zille\n\n{TEXT}\n\n## Flöße\n\n# Moor\n\n{TEXT}\n\n# 3 Torf\n\n# Schluss\n"
    found = read(text)
    assert [draft.title for draft in found.drafts] == ["Furt", "Boote", "Zille", "Moor", "Torf"]
    assert {text[left.span.start : left.span.end].strip() for left in found.remainder if "nichts steht" in left.why} == {
        "### Nachen", "## Flöße", "# Schluss"
    }  # fmt: skip


def test_a_chapter_named_like_a_remark_holds_its_sections() -> None:
    text = f"# Furt\n\n{TEXT}\n\n# Hinweise\n\n## Boote\n\n{TEXT}\n\n## Hinweis\n\n{TEXT}\n\n# Moor\n\n{TEXT}\n"
    assert [draft.title for draft in read(text).drafts] == ["Furt", "Hinweise", "Boote", "Moor"]


def test_the_title_on_the_cover_of_a_pdf_is_no_rule() -> None:
    text = f"# Das Spiel\n\n# Zum Anmelden\n\n# Furt\n\n{TEXT}\n\n# Moor\n\n{TEXT}\n\n# See\n\n{TEXT}\n"
    assert [title for _, title in titles(text, "pdf")] == ["Furt", "Moor", "See"]


def test_who_wrote_a_pdf_is_no_rule() -> None:
    text = "".join(f"## {at} {name}\n\n{TEXT}\n\n" for at, name in enumerate(("Furt", "Moor", "See"), 1))
    assert titles(f"# Das Spiel am Deich\n\n### Hauke Haien, Elke Volkerts\n\n{text}", "pdf")[0] == ("1", "Furt")
    contents = "# Inhalt\n\nFurt\t3\n\nMoor\t4\n\nSee\t5\n\n"
    assert titles(f"# Das Spiel\n\n### Hauke Haien\n\n{contents}{text}", "pdf")[0] == ("1", "Furt")
    assert titles(f"# Am Deich\n\n## Übersicht\n\n{TEXT}\n\n# Moor\n\n{TEXT}\n\n# See\n\n{TEXT}\n", "pdf")[0] == ("", "Am Deich")


def test_names_of_items_that_hold_only_items_are_rules_around_them() -> None:
    solo = f"1. **Solo der Damen**\n      {TEXT}\n   2. **Ramsch**\n      {TEXT}"
    text = f"# Karten\n\n1. **Blatt**\n   {TEXT}\n2. **Spiele ♣, ♦**\n   {solo}\n3. **Wertung**\n   {TEXT}\n"
    found = read(text).drafts
    parents = {draft.title: found[draft.parent].title for draft in found if draft.parent is not None}
    assert parents == {
        "Blatt": "Karten", "Spiele ♣, ♦": "Karten", "Solo der Damen": "Spiele ♣, ♦", "Ramsch": "Spiele ♣, ♦", "Wertung": "Karten"
    }  # fmt: skip


def test_a_number_as_bold_as_its_name_is_its_number() -> None:
    text = "".join(f"**{number}. {name}:** {TEXT}\n\n" for number, name in (("1", "Furt"), ("2", "Moor"), ("C", "See")))
    assert titles(f"# Zug\n\n{TEXT}\n\n{text}") == [("", "Zug"), ("1", "Furt"), ("2", "Moor"), ("C", "See")]


def test_plain_items_that_detail_another_are_no_rules() -> None:
    details = "  - Innen: drei rote Steine des Gegners.\n  - Außen: die anderen blauen Steine.\n"
    items = f"- Furt: {TEXT}\n- Moor: {TEXT}\n- Lege die Steine aus:\n{details}"
    assert [title for _, title in titles(f"# Aufbau\n\n{TEXT}\n\n{items}")] == ["Aufbau", "Furt", "Moor"]


def test_a_bookmark_makes_a_line_a_heading_and_gives_its_level() -> None:
    text = f"Sicht\n\n{TEXT}\n\nDeckung\n\n{TEXT}\n\n" + "".join(f"# {name}\n\n{TEXT}\n\n" for name in "ABCDEF")
    found = read(text, "pdf", outline=((1, "1 Sicht"), (2, "1.1 Deckung"))).drafts
    assert [draft.title for draft in found[:2]] == ["Sicht", "Deckung"]
    assert found[1].parent == 0
    assert "Lesezeichen Ebene 2" in found[1].reasons[0]


def test_a_label_that_comes_back_again_and_again_is_no_rule() -> None:
    text = "".join(
        f"## {name}\n\n**Reichweite** {at}\n\n**Wirkung:** Er trifft {name} einmal mehr.\n\n" for at, name in enumerate("ABCDEF")
    )
    assert not {"Reichweite", "Wirkung"} & {
        draft.title.rpartition(": ")[2] for draft in read(text.replace("## ", "## Zauber ")).drafts
    }


def test_a_bold_line_below_heading_after_heading_is_none() -> None:
    text = "".join(f"## Zeichen {name}\n\n{TEXT}\n\n**Erläuterung**\n{TEXT}\n\n" for name in "ABCDEFG")
    assert [title for _, title in titles(text)] == [f"Zeichen {name}" for name in "ABCDEFG"]


ORIGINALS = ("barge", "the bow", "oar glass", "flat-bottomed", "swift tide", "dyke toe")


def test_originals_count_only_where_a_book_prints_them_as_a_habit() -> None:
    once = "".join(
        f"## Regel {at} ({word})\n\n{TEXT}\n\n" for at, word in enumerate(("BE", "aufgerundet", "<1 AP>", "#Regel", "boats"))
    )
    assert {draft.title_en for draft in read(once).drafts} == {""}
    always = "".join(f"## Nummer {'ABCDEF'[at]}x ({word})\n\n{TEXT}\n\n" for at, word in enumerate(ORIGINALS))
    assert [draft.title_en.casefold() for draft in read(always).drafts] == list(ORIGINALS)


def test_rows_with_a_name_and_a_text_are_entries_and_their_table_stays() -> None:
    rows = "".join(
        f"| {name} | {at} | Wer {name} hat, wirft einmal mehr. |\n" for at, name in enumerate(("Axt", "Beil", "Keule"), 1)
    )
    found = drafts(f"# Buch\n\n## Waffen\n\n{TEXT}\n\n| Name | Kosten | Wirkung |\n|---|---|---|\n{rows}\n## Danach\n\n{TEXT}\n")
    assert found["Beil"].text == "Kosten: 2\n\nWirkung: Wer Beil hat, wirft einmal mehr."
    assert rows.strip() in found["Waffen"].text
    assert found["Beil"].spans == ()


def test_values_in_a_table_are_no_entries() -> None:
    rows = "".join(f"| {name} | {at} | {at * 2} |\n" for at, name in enumerate(("Axt", "Beil", "Keule"), 1))
    assert list(drafts(f"# Buch\n\n## Waffen\n\n| Name | Kosten | Wert |\n|---|---|---|\n{rows}\n## Danach\n\n{TEXT}\n")) == [
        "Waffen",
        "Danach",
    ]


LINES = st.sampled_from(
    [
        "# A",
        "## B {#b}",
        "Wald",
        "====",
        "---",
        "--- ---",
        "1. Eins",
        "**C:** Text",
        "- **D** Text",
        ": Wert",
        "| a | b |",
        "|---|---|",
        "```",
        "",
        "",
        "!!! tip E",
        TEXT,
    ]
)


@given(st.lists(LINES, max_size=30), st.sampled_from(["text", "markdown", "html", "pdf"]))
def test_nothing_is_lost_in_any_order_of_shapes(lines: list[str], kind: str) -> None:
    read("\n".join(lines), kind)


@pytest.mark.parametrize(
    ("line", "hidden"),
    [
        ("# Torf {#torf}", ["{#torf}"]),
        ("## [Torf](#torf-moor) ##", ["(#torf-moor)"]),
        ("# Torf <a id='torf'>", ["<a id='torf'>"]),
        ("# Torf[^moor] \\label{torf}", ["[^moor]", "\\label{torf}"]),
        ("# ![Torf im Moor](torf.png) Torf", ["![Torf im Moor](torf.png)"]),
        ("!!! danger Torf", ["!!! danger"]),
        ("> [!NOTE] Torf", ["> [!NOTE]"]),
        ("# Torf (roh) & Moor", []),
        ("# 3 < 4 {Torf} [Moor] !!! danger", []),
    ],
)
def test_what_no_reader_sees_of_a_heading_is_no_word_of_it(line: str, hidden: list[str]) -> None:
    assert [line[start:end] for start, end in unshown(line)] == hidden


CONTENTS = ("Sicht", "Deckung", "Flucht")
RULES = "".join(f"# {name}\n\n{TEXT}\n\n" for name in CONTENTS)


@pytest.mark.parametrize(
    ("before", "dropped"),
    [
        ("# Inhalt\n\n- Sicht\n\n- Deckung\n\n- Flucht\n\n", True),
        ("**Sicht**\n\n**Deckung**\n\n**Flucht**\n\n", True),
        ("# Inhaltsverzeichnis\n\n**Sicht**\n\n", True),
        ("**Sicht**\n\n**Deckung**\n\n", False),
        (f"**Sicht**\n\n{TEXT}\n\n**Deckung**\n\n{TEXT}\n\n**Flucht**\n\n{TEXT}\n\n", False),
        ("**Sicht**\n\n**Moor**\n\n**Deckung**\n\n**See**\n\n**Flucht**\n\n", False),
    ],
    ids=["headed list", "a row", "headed line", "too few", "with texts", "others between"],
)
def test_a_table_of_contents_makes_no_rules(before: str, dropped: bool) -> None:
    found = [title for _, title in titles(f"{before}{RULES}")]
    assert (found == list(CONTENTS)) is dropped
    assert found[-3:] == list(CONTENTS)


def test_sections_in_the_contents_are_listed_though_they_stand_close() -> None:
    contents = "# Inhalt\n\n1. Furt\n\n2. Moor\n\n2.1 Der Torf\n2.2 Die Birken\n\n3. See\n\n"
    below = {"Moor": f"Der Torf\n\n{TEXT}\n\nDie Ufer\n\n{TEXT}\n\n"}
    names = ("Furt", "Moor", "See", "Wald", "Berg")
    text = "".join(f"# {at}. {name}\n\n{TEXT}\n\n{below.get(name, '')}" for at, name in enumerate(names, 1))
    assert [title for _, title in titles(contents + text, "pdf")] == ["Furt", "Moor", "Der Torf", "See", "Wald", "Berg"]


def test_a_table_of_contents_in_larger_type_holds_no_rules() -> None:
    contents = "".join(f"**{name}\t{page}**\n\n" for page, name in enumerate(("Sicht", "Deckung", "Flucht", "Wurf"), 3))
    rules = "".join(f"### {name}\n\n{TEXT}\n\n" for name in ("Sicht", "Deckung", "Flucht", "Wurf"))
    found = [title for _, title in titles(f"# Das Buch\n\n## Inhaltsverzeichnis\n\n{contents}{rules}", "pdf")]
    assert found == ["Sicht", "Deckung", "Flucht", "Wurf"]


def test_names_of_items_above_their_text() -> None:
    items = "".join(f"1. **{name}**\n   {TEXT}\n" for name in ("Karten und Blatt", "Hochzeit", "Schmeißen", "Wertung"))
    found = read(f"# Regeln\n\n{TEXT}\n\n{items}").drafts
    assert [(draft.title, draft.text) for draft in found[1:]] == [
        (name, TEXT) for name in ("Karten und Blatt", "Hochzeit", "Schmeißen", "Wertung")
    ]


def test_an_example_played_through_holds_no_rules() -> None:
    text = f"# Kampf\n\n{TEXT}\n\n# Beispielkampf (ganz)\n\n{TEXT}\n\n## Runde 1\n\n{TEXT}\n\n# Flucht\n\n{TEXT}\n"
    assert [title for _, title in titles(text)] == ["Kampf", "Beispielkampf (ganz)", "Flucht"]
    assert "Runde 1" in drafts(text)["Beispielkampf (ganz)"].text


@pytest.mark.parametrize(("above", "found"), [("**Beispiel:**", 0), ("**Waffen:**", 3)])
def test_the_points_of_an_example_are_no_rules(above: str, found: int) -> None:
    points = "".join(f"- {name}: {TEXT}\n" for name in ("Kurt greift an", "Anna weicht aus", "Kurt flieht"))
    assert (
        len([draft for draft in read(f"# Kampf\n\n{TEXT}\n\n{above}\n{points}").drafts if draft.recogniser == "leads"]) == found
    )


@pytest.mark.parametrize(
    "line",
    [
        "GE\n" + TEXT,
        "Name\tArt\n**Stufe**\nWald\tnass",
        "- **Zu nass?** Dann nimm einen anderen Wald",
        "**Beispiel 3: Anna flieht**\n" + TEXT,
        f"**Haien, H. (1888):** {TEXT}\n\n**Iven, T. (1890):** {TEXT}",
    ],
    ids=["two letters", "beside columns", "question", "example", "sources"],
)
def test_what_looks_like_a_name_but_is_none(line: str) -> None:
    assert [title for _, title in titles(f"# Wald\n\n{TEXT}\n\n{line}\n\n# Moor\n\n{TEXT}\n", "pdf")] == ["Wald", "Moor"]


def test_names_that_are_counted_need_more_than_a_colon() -> None:
    items = "".join(f"- {name}: der Wurf gelingt sofort\n" for name in ("Wurf 1", "Wurf 2", "Kurt Adam", "Wurf 3"))
    assert not [draft for draft in read(f"# Wald\n\n{TEXT}\n\n{items[:60]}").drafts if draft.recogniser == "leads"]


def test_a_kind_that_words_show_is_surer_than_one_assumed_and_a_name_s_least_of_all() -> None:
    found = drafts(f"# Zugphase\n\n{TEXT}\n\n# Wald\n\n{TEXT}\n\n**Dicht:** {TEXT}\n\n**Nass:** {TEXT}\n")
    kinds = [(found[title].kind, found[title].kind_certainty) for title in ("Zugphase", "Wald", "Dicht")]
    assert [kind for kind, _ in kinds] == ["phase", "rule", "rule"]
    assert kinds[0][1] > kinds[1][1] > 0.9 > kinds[2][1]


def test_formulas_in_a_table_explain_no_name() -> None:
    rows = "".join(f"| {name} | 20 ≤ N ≤ 90 | 5 ≤ N ≤ 25 |\n" for name in ("Offen", "Damen", "Mixed"))
    assert [title for _, title in titles(f"# Zahlen\n\n{TEXT}\n\n| Art | A | B |\n|--|--|--|\n{rows}")] == ["Zahlen"]


def test_brackets_with_words_that_the_book_uses_give_no_originals() -> None:
    words = ("neu", "Tiefe", "Benutzung", "alt", "Furten", "Stege")
    text = "".join(f"# Kahn {at} ({word})\n\nWer die {word} sucht, der {word} wegen. {TEXT}\n\n" for at, word in enumerate(words))
    assert {draft.title_en for draft in read(text).drafts} == {""}


def test_brackets_that_mostly_hold_german_give_no_originals() -> None:
    names = ("Otter", "Biber", "Dachs", "Igel", "Hase", "Luchs")
    order = "".join(f"{at}. {name} (speed {at})\n" for at, name in enumerate(names, 1))
    told = "".join(f"Der Fluss (siehe S. {page}) ist tief.\n\n" for page in range(12, 20))
    rules = "".join(f"# {name}\n\n{TEXT}\n\n" for name in names)
    assert [draft.title_en for draft in read(f"{rules}{told}{order}").drafts] == [""] * 6


def test_capitals_above_a_mere_value_name_no_rule() -> None:
    values = "".join(f"{name}\n{value}\n\n" for name, value in (("BEWEGUNG", '9"'), ("AUSDAUER", "7"), ("SCHUTZ", "4+")))
    assert titles(f"DER WALD\n\n{TEXT}\n\n{values}DAS MOOR\n\n{TEXT}\n", "text") == [("", "Der Wald"), ("", "Das Moor")]


def test_a_section_numbered_nought_holds_those_counted_after_it() -> None:
    found = read(f"1.0 WALD\n\n{TEXT}\n\n1.1 MOOR\n\n{TEXT}\n\n2.0 SEE\n\n{TEXT}\n", "text").drafts
    assert [(draft.title, draft.parent) for draft in found] == [("Wald", None), ("Moor", 0), ("See", None)]


def test_parts_of_a_profile_hold_headings_below_one_without_a_text() -> None:
    text = f"GELÄNDE\n\n{TEXT}\n\nARTEN\n\nWALD\n\n{TEXT}\n\nMOOR\n\n{TEXT}\n"
    found = read_rules(Source("buch", "text", text), parse_profile("recognisers: [headings]\nparts: [{heading: ^GELÄNDE$}]", "p"))
    assert [(draft.title, draft.parent) for draft in found.drafts] == [("Gelände", None), ("Arten", 0), ("Wald", 1), ("Moor", 1)]
