"""The reading order of a page's text does not depend on the order in the file."""

from itertools import chain
from pathlib import Path

from nachschlag.generator.ingest.source.read_pdf import read_pdf

from .handmade import Placed, column, handmade

LINES = [
    "Der Kranich fliegt im Zug",
    "vier Felder weit und landet",
    "auf dem Nest des Gegners, so",
    "dass dieser aufstehen muss.",
    "Danach zankt er mit allen,",
    "die auf dem Feld daneben",
    "stehen, und legt zum Schluss",
    "ein Ei in die Mitte.",
]
BLOCK = "\n".join(LINES)


def text_of(tmp_path: Path, placed: list[Placed]) -> str:
    return read_pdf("buch.pdf", handmade(tmp_path / "buch.pdf", placed).read_bytes(), "", None).text.strip()


def marked(sign: str) -> list[str]:
    return [f"{sign} {line}" for line in LINES]


def test_two_columns_written_line_by_line_over_both(tmp_path: Path) -> None:
    over_both = chain.from_iterable(zip(column(LINES, 40, 90), column(marked("R"), 230, 90), strict=True))
    text = text_of(tmp_path, [(40, 50, "Regeln des Fluges", 20), *over_both])
    assert text == "\n\n".join(["# Regeln des Fluges", BLOCK, "\n".join(marked("R"))])


def test_three_columns_below_a_heading(tmp_path: Path) -> None:
    columns = [[f"{sign} {line[:20].strip()}" for line in LINES] for sign in "ABC"]
    placed = [each for place, lines in enumerate(columns) for each in column(lines, 30 + 130 * place, 90)]
    text = text_of(tmp_path, [(40, 50, "Regeln des Fluges in einer langen Zeile", 14), *placed])
    assert text.split("\n\n")[1:] == ["\n".join(lines) for lines in columns]


def test_a_heading_between_columns_parts_them(tmp_path: Path) -> None:
    above = column(marked("1"), 40, 60) + column(marked("2"), 230, 60)
    below = column(marked("3"), 40, 260) + column(marked("4"), 230, 260)
    text = text_of(tmp_path, [*above, (40, 220, "Vom Zank", 18), *below])
    assert text.split("\n\n") == [*("\n".join(marked(n)) for n in "12"), "# Vom Zank", *("\n".join(marked(n)) for n in "34")]


def test_a_box_beside_the_text_stands_after_it(tmp_path: Path) -> None:
    text = text_of(tmp_path, column(marked("a") + marked("b"), 40, 50) + column(LINES[:4], 260, 90))
    assert text == "\n".join(marked("a") + marked("b")) + "\n\n" + "\n".join(LINES[:4])


def test_a_table_without_lines_keeps_its_rows(tmp_path: Path) -> None:
    rows = [("Name", "KG", "BF", "W"), ("Kranich", "3", "2", "4"), ("Reiher mit Bogen", "4", "5", "3"), ("Storch", "4", "2", "5")]
    cells = [(x, 50 + 14 * n, cell, 10) for n, row in enumerate(rows) for x, cell in zip((40, 160, 220, 280), row, strict=True)]
    assert text_of(tmp_path, cells) == "\n".join("\t".join(row) for row in rows)


def test_a_line_set_in_begins_a_paragraph_a_hanging_one_does_not(tmp_path: Path) -> None:
    set_in = [(54 if index == 4 else x, y, text, size) for index, (x, y, text, size) in enumerate(column(LINES, 40, 50))]
    assert text_of(tmp_path, set_in) == "\n".join(LINES[:4]) + "\n\n" + "\n".join(LINES[4:])
    item = [(40, 50, "1. Der Zug endet, sobald einer sitzt.", 10), (54, 63, "Wer steht, der zankt.", 10)]
    assert text_of(tmp_path, item) == "1. Der Zug endet, sobald einer sitzt.\nWer steht, der zankt."


def test_spaced_letters_are_words(tmp_path: Path) -> None:
    spaced = [(40 + 12 * index, 50, letter, 10) for index, letter in enumerate("VORRAT")]
    assert text_of(tmp_path, [*spaced, *column(LINES, 40, 80)]).startswith("VORRAT")


def test_a_paragraph_goes_on_in_the_next_column(tmp_path: Path) -> None:
    placed = column(LINES[:6], 40, 50) + column([*LINES[6:], *marked("2")], 230, 50)
    assert text_of(tmp_path, placed).split("\n\n")[0].startswith(BLOCK)
