"""The measure of `python -m tests.ingest` counts correctly, on a case small enough to count by hand."""

from __future__ import annotations

from pathlib import Path

from nachschlag.generator.ingest.drafts import Draft, Reading, Source

from .measure import Row, Score, calibration, found_titles, judged, read_titles, score


def row(kind: str, part: str, number: str, title: str, title_en: str = "", en_source: str = "") -> Row:
    return Row(kind, part, number, title, title_en, en_source, 1)


def scored(rows: list[Row], *drafts: Draft) -> Score:
    return score(rows, Reading(Source("", "text", ""), "", tuple(drafts)))


ROWS = [
    row("rule", "Regeln", "1.0", "Wald"),
    row("glossary-term", "Glossar", "", "Wald"),
    row("ability", "Regeln", "", "Spalten (X)", "Cleave (X)", "book"),
    row("rule", "Gelände", "1.0", "Moor", "Bog", "inferred"),
]


def test_each_row_takes_one_draft_and_each_draft_one_row() -> None:
    wood = Draft("WALD", "probe", number="1.0", part="Regeln")
    found = scored(ROWS, wood, Draft("Wald", "probe", term=True, part="Glossar"), Draft("Wald", "probe", part="Anderswo"))
    assert (found.recall(), found.precision) == (2 / 4, 2 / 3)
    assert found.recall("kind", "number") == 2 / 4
    assert [draft.part for draft in found.surplus] == ["Anderswo"]


def test_a_title_may_have_its_parents_in_front_and_lack_its_parameter() -> None:
    moor = Draft("Gelände: Moor", "probe", number="1", part="Gelände", aliases=("Moor",))
    found = scored(ROWS, moor, Draft("Spalten", "probe", title_en="Cleave (2)", kind="special-rule", part="Regeln"))
    assert found.recall("title", "number", "english", "kind") == 2 / 4
    assert found.differing() == []


def test_english_counts_where_the_book_prints_it_and_kinds_are_coarse() -> None:
    found = scored(
        ROWS, Draft("Spalten", "probe", kind="keyword", part="Regeln"), Draft("Moor", "probe", part="Gelände", kind="phase")
    )
    assert {(what, at.title) for what, at, _ in found.differing()} == {
        ("english", "Spalten (X)"), ("kind", "Spalten (X)"), ("number", "Moor")
    }  # fmt: skip


def test_figures_count_neither_way() -> None:
    assert scored([], Draft("Abbildung 1", "probe", part="Abbildungen")).precision == 1.0


def test_titles_of_a_public_book_are_found_by_any_of_their_names_and_certainty_is_compared_with_what_is_right(
    tmp_path: Path,
) -> None:
    listed = tmp_path / "probe.txt"
    listed.write_text("Wald=Forst|1.2\n§ 4|§ 4\nMoor\n-Impressum\n", "utf-8")
    drafts = (Draft("FORST", "probe", number="1.2"), Draft("Halten", "probe", number="§ 4"), Draft("Impressum", "probe"))
    titles, reading = read_titles(listed), Reading(Source("", "text", ""), "", drafts)
    assert [title.names[0] for title in found_titles(titles, reading) if not title.no_rule] == ["wald", "4"]
    assert judged(titles, reading) == [(1.0, True), (1.0, True), (1.0, False)]
    assert calibration([(0.93, True), (0.97, False), (0.5, True)]) == [
        "0.5–0.6        1    0.500  1.000",
        "0.9–1.0        2    0.950  0.500",
    ]
