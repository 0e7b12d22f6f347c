"""From the characters of a PDF page to its text, step by step, on characters and pieces at given places."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from nachschlag.generator.ingest.source.ocr import recognised
from nachschlag.generator.ingest.source.pdf_furniture import Cleared, Furniture, PagePieces, cleared, page_numbers
from nachschlag.generator.ingest.source.pdf_glyphs import Dot, Glyph, Rule, char_of, page_content
from nachschlag.generator.ingest.source.pdf_lines import lines_of, reading_order, rows_of
from nachschlag.generator.ingest.source.pdf_pieces import Piece, pieces_of, with_dots
from nachschlag.generator.ingest.source.pdf_tables import with_tables
from nachschlag.generator.ingest.source.pdf_text import Looks, blocks_of, continues, looks_of, write_text
from nachschlag.generator.model.unusable import Unusable

from .handmade import handmade

# -- characters ---------------------------------------------------------------------------------------------------------------


def test_characters_have_their_places_sizes_and_spaces(tmp_path: Path) -> None:
    with pypdfium2.PdfDocument(handmade(tmp_path / "buch.pdf", [(40, 50, "Am Zug", 10), (40, 80, "Zank-", 20)])) as document:
        content = page_content(document[0])
    assert (content.width, content.height, content.sideways) == (420, 600, "")
    assert "".join(" " * glyph.spaced + glyph.char for glyph in content.glyphs).strip() == "Am ZugZank-"
    first, last = content.glyphs[0], content.glyphs[-1]
    assert (round(first.x0), round(first.y), first.size, first.bold) == (40, 50, 10, False)
    assert (round(last.y), last.size) == (80, 20)
    assert first.x0 < first.x1 <= content.glyphs[1].x0 + 1


@pytest.mark.parametrize(
    ("font", "bold"),
    [
        ("CMBX12", True),
        ("ABCDEF+SFBX1200", True),
        ("CMSSBX10", True),
        ("CMR12", False),
        ("SFRM1200", False),
        ("Helvetica-Bold", True),
    ],
)
def test_bold_fonts_are_known_by_their_names(tmp_path: Path, font: str, bold: bool) -> None:
    raw = handmade(tmp_path / "buch.pdf", [(40, 50, "Zug", 10)]).read_bytes().replace(b"Helvetica", font.encode())
    with pypdfium2.PdfDocument(raw) as document:
        assert {glyph.bold for glyph in page_content(document[0]).glyphs} == {bold}


def test_an_accent_printed_on_its_own_joins_its_letter(tmp_path: Path) -> None:
    placed = [
        (40, 50, "fur \xa8 Moor", 10),
        (45.15, 50, "\xa8", 10),
        (40, 80, "Ubel", 10),
        (41.9, 78, "\xa8", 10),
        (90, 80, "\xa8", 10),
    ]
    with pypdfium2.PdfDocument(handmade(tmp_path / "buch.pdf", placed)) as document:
        glyphs = page_content(document[0]).glyphs
    assert "".join(glyph.char for glyph in glyphs) == "für¨MoorÜbel¨"
    assert [piece.text for piece in pieces_of(glyphs, [])][1:2] == ["Übel"]


DRAWN = """40 550 100 0.5 re f 40 500 0.5 50 re f 60 520 4 4 re f 100 400 50 50 re S 200 400 50 50 re f
BT /F1 10 Tf 0 1 -1 0 300 300 Tm (Quer) Tj ET"""


def test_thin_shapes_are_lines_small_ones_dots_and_turned_text_is_set_aside(tmp_path: Path) -> None:
    raw = handmade(tmp_path / "buch.pdf", [(40, 50, "Zug", 10)]).read_bytes()
    with pypdfium2.PdfDocument(
        raw.replace(b"endstream", DRAWN.encode() + b"\nendstream").replace(b"/Length ", b"/Length 1")
    ) as document:
        content = page_content(document[0])
    assert [tuple(map(round, rule)) for rule in content.rules[:2]] == [(40, 50, 140, 50), (40, 50, 40, 100)]
    assert len(content.rules) == 2 + 4
    assert [tuple(map(round, dot)) for dot in content.dots] == [(62, 78)]
    assert content.sideways == "Quer"


def test_text_upside_down_is_set_aside(tmp_path: Path) -> None:
    raw = handmade(tmp_path / "buch.pdf", [(40, 50, "Zug", 10)]).read_bytes()
    with pypdfium2.PdfDocument(raw.replace(b"BT", b"BT /F1 10 Tf -1 0 0 -1 300 300 Tm (Gegner) Tj ET BT", 1)) as document:
        content = page_content(document[0])
    assert ("".join(glyph.char for glyph in content.glyphs), len(content.sideways)) == ("Zug", len("Gegner"))


@pytest.mark.parametrize(
    ("code", "char"), [(0x6600, "f"), (0x6900, "i"), (0x1D56F, "D"), (0x1D48A, "i"), (0x6601, "昁"), (0xE4, "ä")]
)
def test_letters_of_odd_fonts_are_letters(code: int, char: str) -> None:
    assert char_of(code) == char


def glyphs(
    text: str, x: float = 40, y: float = 50, *, size: float = 10, space: float = 3, between: float = 0, bold: str = ""
) -> list[Glyph]:
    """A line of letters half as wide as high; the word `bold` is bold."""
    found, spaced = [], False
    at = text.find(bold) if bold else len(text)
    for index, char in enumerate(text):
        if char == " ":
            x, spaced = x + space, True
            continue
        found.append(Glyph(char, x, x + size / 2, y, size, at <= index < at + len(bold), spaced))
        x, spaced = x + size / 2 + between, False
    return found


WALL = Rule(61, 30, 61.5, 60)


@pytest.mark.parametrize(
    ("letters", "rules", "pieces"),
    [
        (glyphs("Der Wald"), [], ["Der Wald"]),
        (glyphs("Der Wald", space=1), [], ["Der Wald"]),
        (glyphs("Der") + glyphs("Wald", 56), [], ["DerWald"]),
        (glyphs("Der") + glyphs("Wald", 75), [], ["Der", "Wald"]),
        (glyphs("Der") + glyphs("Wald", 59), [], ["Der Wald"]),
        (glyphs("Der") + glyphs("Wald", 63), [WALL], ["Der", "Wald"]),
        (glyphs("Der") + glyphs("Wald", 63), [WALL._replace(y0=80, y1=90)], ["Der Wald"]),
        (glyphs("Der") + glyphs("Wald", 63), [Rule(40, 50, 90, 50.5)], ["Der Wald"]),
        (glyphs("Der") + glyphs("2", 55, 46, size=6), [], ["Der2"]),
        (glyphs("Der") + glyphs("Wald", 58, 56), [], ["Der", "Wald"]),
        (glyphs("VORRAT", between=5), [], ["VORRAT"]),
        (glyphs("VOR RAT AB", between=5, space=10), [], ["VOR RAT AB"]),
        (glyphs("ein Boot am", between=-3, space=2), [], ["ein Boot am"]),
        (glyphs("Wer hier steht", space=15), [], ["Wer hier steht"]),
        (glyphs("a b c", space=15), [], ["a", "b", "c"]),
        (glyphs("Wer steht", space=15), [], ["Wer", "steht"]),
        (glyphs("Wer steht", space=15) + glyphs("Moosbetten", y=63, between=5 / 9), [], ["Wer steht", "Moosbetten"]),
    ],
    ids=[
        "words",
        "narrow space",
        "narrow gap",
        "gap",
        "no space written",
        "wall",
        "wall below",
        "line below",
        "raised",
        "off line",
        "tracked",
        "tracked words",
        "overlapping words",
        "justified",
        "cells",
        "two cells",
        "justified by the next line",
    ],
)
def test_letters_make_pieces(letters: list[Glyph], rules: list[Rule], pieces: list[str]) -> None:
    found = pieces_of(letters, rules)
    assert [piece.text for piece in found] == pieces
    assert [piece.order for piece in found] == list(range(len(pieces)))


def test_a_piece_has_the_place_and_size_of_most_of_its_letters() -> None:
    (piece,) = pieces_of(glyphs("Der Wald brennt", bold="Wald") + glyphs("2", 111, 46, size=6), [])
    assert (piece.x0, piece.x1, piece.top, piece.y, piece.size, piece.bold) == (40, 114, 40, 50, 10, False)
    assert piece.marked == "Der **Wald** brennt2"
    (bold,) = pieces_of(glyphs("Wald", bold="Wald"), [])
    assert (bold.bold, bold.marked) == (True, "Wald")


@pytest.mark.parametrize(
    ("dot", "text"), [(Dot(30, 46), "• Wald"), (Dot(30, 56), "Wald"), (Dot(5, 46), "Wald"), (Dot(45, 46), "Wald")]
)
def test_a_dot_before_a_piece_is_written(dot: Dot, text: str) -> None:
    assert [each.text for each in with_dots([piece("Wald", 40, 50)], [dot])] == [text]


# -- pieces -------------------------------------------------------------------------------------------------------------------


def piece(text: str, x: float, y: float, *, size: float = 10, order: int = 0, bold: bool = False, **more: object) -> Piece:
    return Piece(text, text, x, x + len(text) * size / 2, y - size, y, size, order, bold, **more)  # type: ignore[arg-type]


def column(sign: str, x: float, y: float = 60, lines: int = 5, order: int = 0) -> list[Piece]:
    return [piece(f"{sign}{at} hier steht ein Satz", x, y + 13 * at, order=order + at) for at in range(lines)]


LEFT, RIGHT = column("L", 40), column("R", 220, order=5)
#: The same, but written row by row.
BY_ROWS = [replace(each, order=2 * at + side) for side, lines in enumerate((LEFT, RIGHT)) for at, each in enumerate(lines)]


@pytest.mark.parametrize(
    ("pieces", "runs"),
    [
        (LEFT, ["L0 L1 L2 L3 L4"]),
        ([*LEFT, *RIGHT], ["L0 L1 L2 L3 L4", "R0 R1 R2 R3 R4"]),
        ([*LEFT, *RIGHT, piece("U hier steht eine lange Zeile über beide Spalten", 60, 30)], ["U", "L0 L1 L2 L3 L4", "R0 R1 R2 R3 R4"]),
        ([*LEFT, *RIGHT, piece("U kurz", 40, 30, size=20)], ["U", "L0 L1 L2 L3 L4", "R0 R1 R2 R3 R4"]),
        ([piece("A", 40, 46, size=20), *LEFT, piece("B", 220, 16, size=20), *RIGHT], ["A L0 L1 L2 L3 L4", "B R0 R1 R2 R3 R4"]),
        ([*LEFT[:4], *column("R", 220, 400)], ["L0 L1 L2 L3 R0 R1 R2 R3 R4"]),
        ([replace(each, text=each.text[:2]) for each in BY_ROWS],
         ["L0 L1 L2 L3 L4 R0 R1 R2 R3 R4"]),
        (BY_ROWS,
         ["L0 L1 L2 L3 L4", "R0 R1 R2 R3 R4"]),
        ([], []),
    ],
    ids=["one", "two", "line over both", "large heading", "heading of each", "not side by side", "cells", "text row by row", "none"],
)  # fmt: skip
def test_columns_are_read_one_by_one(pieces: list[Piece], runs: list[str]) -> None:
    assert [" ".join(each.text.split()[0] for each in run) for run in reading_order(pieces)] == runs


def test_pieces_on_one_base_line_make_a_line() -> None:
    row = [piece("Moor", 200, 51), piece("Der", 40, 50, bold=True), piece("Wald", 58, 50), piece("unten", 40, 62)]
    assert [[each.text for each in line] for line in rows_of(row)] == [["Der", "Wald", "Moor"], ["unten"]]
    line, below = lines_of(row)
    assert (line.text, line.marked, line.bold) == ("Der Wald\tMoor", "**Der** Wald\tMoor", False)
    assert (line.x0, line.x1, below.text) == (40, 220, "unten")
    assert [each.marked for each in lines_of(row[1:2])] == ["Der"]
    assert [each.text for each in lines_of([piece("•", 40, 50), piece("Wald", 80, 50)])] == ["• Wald"]


def test_a_number_far_before_its_words_begins_their_line() -> None:
    row = [piece("2.", 40, 50, bold=True, order=0), piece("Kontrolle", 75, 50, bold=True, order=1), piece("6", 140, 50, order=2)]
    assert [(line.text, line.marked) for line in lines_of(row)] == [("2. Kontrolle\t6", "**2. Kontrolle**\t6")]


def test_a_table_is_a_line_of_its_own() -> None:
    table = piece("a\tb", 40, 90, table=True)
    assert [len(line) for line in rows_of([replace(table, top=48, y=52), piece("neben", 200, 50)])] == [1, 1]


# -- furniture ----------------------------------------------------------------------------------------------------------------


def page(number: int, head: str = "Kranichfehde", body: str = "Text der Seite") -> PagePieces:
    lines = [
        piece(head, 40, 20, order=0),
        piece(f"{body} {'abcdefgh'[number]}", 40, 100, order=1),
        piece(str(number + 7), 200, 590, order=2),
    ]
    return PagePieces(600, [line for line in lines if line.text])


def test_what_comes_back_on_the_pages_edges_is_furniture() -> None:
    found = cleared([page(number) for number in range(4)])
    assert found[1].furniture == (Furniture("Kranichfehde", True), Furniture("8", False))
    assert [each.text for each in found[1].pieces] == ["Text der Seite b"]
    assert page_numbers(found) == [7, 8, 9, 10]


@pytest.mark.parametrize(
    "pages",
    [
        [page(number) for number in range(2)],
        [
            replace(page(number), pieces=[replace(each, y=300 + each.y / 10, top=290) for each in page(number).pieces])
            for number in range(4)
        ],
        [replace(page(number), pieces=[replace(each, table=True) for each in page(number).pieces]) for number in range(4)],
    ],
    ids=["few pages", "in the middle", "tables"],
)
def test_what_is_text_is_no_furniture(pages: list[PagePieces]) -> None:
    assert [each.furniture for each in cleared(pages)] == [()] * len(pages)


def test_different_heads_at_one_place_are_furniture_if_they_are_alone() -> None:
    names = ("Wald", "Moor", "See", "Berg")
    assert [each.furniture[0].text for each in cleared([page(at, name) for at, name in enumerate(names)])] == list(names)
    near = [page(at, name) for at, name in enumerate(names)]
    near[0].pieces.append(piece("Text darunter", 40, 32, order=3))
    assert [[line.text for line in each.furniture] for each in cleared(near)] == [
        ["7"],
        ["Moor", "8"],
        ["See", "9"],
        ["Berg", "10"],
    ]


def test_a_line_larger_than_the_text_is_no_head() -> None:
    names = ("Wald", "Moor", "See", "Berg")
    pages = [page(at, name) for at, name in enumerate(names)]
    large = [replace(each, pieces=[replace(each.pieces[0], size=16), *each.pieces[1:]]) for each in pages]
    assert [[line.text for line in each.furniture] for each in cleared(large)] == [["7"], ["8"], ["9"], ["10"]]


def test_a_head_with_the_pages_number_is_furniture_though_its_words_do_not_come_back() -> None:
    heads = ("KAPITEL 1. WALD 3", "", "KAPITEL 2. MOOR 5", "", "", "8 KAPITEL 3. SEE", "Berg 4", "", "")
    pages = [page(0, head) for head in heads]
    pages = [replace(each, pieces=[line for line in each.pieces if line.y < 500]) for each in pages]
    assert [[line.text for line in each.furniture] for each in cleared(pages)] == [
        [head] if head and head != "Berg 4" else [] for head in heads
    ]


@pytest.mark.parametrize(
    ("told", "numbers"),
    [
        (["3", "4", "9"], [3, 4, 5]),
        (["3", "9", "20"], [1, 2, 3]),
        ([], []),
        (["Regel 1.2", "Regel 1.3"], [1, 2]),
        (["0", "1", "2"], [None, 1, 2]),
    ],
    ids=["most agree", "none agree", "no page", "rule numbers", "cover"],
)
def test_pages_count_as_most_numbers_say(told: list[str], numbers: list[int | None]) -> None:
    assert page_numbers([Cleared([], (Furniture(text, False),)) for text in told]) == numbers


# -- tables -------------------------------------------------------------------------------------------------------------------

GRID = [Rule(40, y, 240, y + 0.5) for y in (40, 60, 80)] + [Rule(x, 40, x + 0.5, 80) for x in (40, 140, 240)]
CELLS = [
    piece("W6", 45, 55, order=1),
    piece("Folge", 145, 55, order=2),
    piece("1", 45, 75, order=3),
    piece("Er", 145, 73, order=4),
]


def test_pieces_within_drawn_lines_are_one_table() -> None:
    before, after = piece("davor", 40, 30), piece("danach", 40, 100, order=9)
    found = with_tables([*CELLS, after, before, piece("fällt", 160, 75, order=5)], GRID)
    assert [each.text for each in found] == ["davor", "W6\tFolge\n1\tEr fällt", "danach"]
    assert (found[1].table, found[1].order, found[1].columns) == (True, 1, (0, 100, 200))
    assert (found[1].x0, found[1].x1, found[1].top, found[1].y) == (40, 240, 40, 80)


@pytest.mark.parametrize(
    "rules",
    [GRID[:5], [*GRID[:2], *GRID[3:]], [rule._replace(x0=rule.x0 + 300, x1=rule.x1 + 300) for rule in GRID], []],
    ids=["one column", "one row", "elsewhere", "no lines"],
)
def test_other_lines_make_no_table(rules: list[Rule]) -> None:
    assert with_tables(CELLS, rules) == CELLS


#: A table without lines in file order: column, base line, words; the heads are bold.
HEADS = [(40, 50, "Name"), (90, 50, "Art"), (140, 50, "Was er tut")]
ROWS = [
    *[(40, 76, "Kahn"), (90, 76, "See"), (140, 70, "Er fährt"), (140, 82, "gerne weit.")],
    *[(40, 98, "Floß"), (90, 98, "Bach"), (140, 98, "Er treibt"), (140, 110, "nur.")],
    *[(40, 126, "Ufer am Moor"), (140, 126, "Er hält.")],
]
Words = list[tuple[float, float, str]]


def words_of(heads: Words, rows: Words, *, bold: bool = True) -> list[Piece]:
    """Pieces as read from a file with these words."""
    letters = [[*glyphs(text, x, y, bold=text if bold else "")] for x, y, text in heads]
    letters += [[*glyphs(text, x, y)] for x, y, text in rows]
    return pieces_of([glyph for word in letters for glyph in word], [])


def test_white_space_makes_a_table_whose_cells_have_several_lines() -> None:
    told = "Name\tArt\tWas er tut\nKahn\tSee\tEr fährt gerne weit.\nFloß\tBach\tEr treibt nur.\nUfer am\tMoor\tEr hält."
    rows = [
        *ROWS[:-2],
        (40, 126, "Ufer am"),
        (90, 126, "Moor"),
        ROWS[-1],
        (40, 160, "Danach ist es aus, und alle gehen endlich heim."),
    ]
    assert [each.text for each in with_tables(words_of(HEADS, rows), [])] == [
        told,
        "Danach ist es aus, und alle gehen endlich heim.",
    ]


@pytest.mark.parametrize(
    ("rows", "bold"),
    [
        (ROWS, False),
        ([row for row in ROWS if row[1] not in (82, 110)], True),
        (sorted(ROWS), True),
        ([row for row in ROWS if row[0] == 140], True),
        (ROWS[:4], True),
    ],
    ids=["no heads", "one line each", "column by column", "no names", "one row"],
)
def test_other_white_space_makes_no_table(rows: Words, bold: bool) -> None:
    pieces = words_of(HEADS, rows, bold=bold)
    assert with_tables(pieces, []) == pieces


# -- text ---------------------------------------------------------------------------------------------------------------------

LOOKS = Looks(10, 1.3, (20, 14))


def down(*texts: str, x: float = 40, y: float = 50, step: float = 13, **more: object) -> list[Piece]:
    return [piece(text, x, y + step * at, **more) for at, text in enumerate(texts)]  # type: ignore[arg-type]


def test_looks_are_those_of_most_letters() -> None:
    lines = [
        piece("Titel", 40, 20, size=20),
        *down("Eine Zeile hier.", "Noch eine Zeile.", "Und noch eine.", step=12),
        piece("Zu", 40, 99, size=14),
    ]
    assert looks_of([lines]) == Looks(10, 1.2, (20, 14))
    assert looks_of([]) == Looks(10.0, 1.3)
    assert [
        LOOKS.level(piece(text, 40, 50, size=size)) for text, size in (("A", 20), ("A", 19.5), ("A", 14), ("A", 10), ("7", 20))
    ] == [1, 1, 2, 0, 0]


@pytest.mark.parametrize(
    ("lines", "blocks"),
    [
        (down("Wer hier", "steht."), ["Wer hier\nsteht."]),
        (down("Wer hier steht.", "Er geht.", step=17), ["Wer hier steht.", "Er geht."]),
        (down("Der", "Wald", size=20, step=22) + down("Er brennt.", y=100), ["# Der Wald", "Er brennt."]),
        (down("Wald", size=20) + down("Moor", size=14, y=70), ["# Wald", "## Moor"]),
        (down("Eins", "zwei", "drei", "vier", size=20, step=22), ["Eins\nzwei\ndrei\nvier"]),
        (down("Wald", bold=True) + down("Er brennt.", y=63), ["**Wald**", "Er brennt."]),
        (down("Es brennt.", "Er geht dann.") + down("Neu ist.", x=50, y=76), ["Es brennt.\nEr geht dann.", "Neu ist."]),
        (down("Es brennt.", "Er geht dann") + down("neu.", x=50, y=76), ["Es brennt.\nEr geht dann\nneu."]),
        (down("1. Es brennt.") + down("Er geht.", x=54, y=63), ["1. Es brennt.\nEr geht."]),
        (down("Wer hier steht und") + down("geht.", x=230, y=20), ["Wer hier steht und\ngeht."]),
        (down("Wer hier steht.") + down("Er geht.", x=230, y=20), ["Wer hier steht.", "Er geht."]),
        (down("Wer hier steht und") + down("• geht.", x=230, y=20), ["Wer hier steht und", "• geht."]),
        ([piece("a\tb", 40, 50, table=True), *down("Text", y=60)], ["a\tb", "Text"]),
    ],
    ids=[
        "lines", "gap", "heading", "levels", "four lines", "bold", "indent", "goes on", "hanging", "next column", "new in column",
        "item", "table",
    ],
)  # fmt: skip
def test_lines_make_blocks(lines: list[Piece], blocks: list[str]) -> None:
    assert list(blocks_of(lines, LOOKS)) == blocks


def table(text: str, y: float = 500, columns: tuple[float, ...] = (0, 100)) -> Piece:
    return piece(text, 40, y, table=True, columns=columns)


@pytest.mark.parametrize(
    ("page", "after", "same"),
    [
        ([table("K\tF\n1\ta")], [table("K\tF\n2\tb")], True),
        ([table("1\ta")], [table("2\tb", columns=(0, 102))], True),
        ([table("1\ta")], [table("2\tb", columns=(0, 150))], False),
        ([table("1\ta")], [table("2\tb", columns=(0, 100, 150))], False),
        ([table("K\tF\n1\ta")], [table("K\tF")], False),
        ([table("1\ta"), piece("Text", 40, 550)], [table("2\tb")], False),
        ([table("1\ta")], [piece("Text", 40, 50), table("2\tb")], False),
        ([], [table("2\tb")], False),
    ],
    ids=["head again", "columns", "other columns", "more columns", "head alone", "text below", "text above", "empty page"],
)
def test_a_table_goes_on_over_the_page(page: list[Piece], after: list[Piece], same: bool) -> None:
    assert continues(page, after) is same


def test_pages_are_written_with_their_furniture() -> None:
    foots = [Cleared([], (Furniture("Kopf", True), Furniture(str(number), False))) for number in (3, 4)]
    written = write_text(foots, [down("Eins."), down("Zwei.")], ["", "Quer"], [3, 4])
    text = "".join(written.parts)
    assert text == "Kopf\n\nEins.\n\n3\n\nKopf\n\nZwei.\n\nQuer\n\n4\n\n"
    assert [text[span.start : span.end] for span in written.furniture] == ["Kopf\n", "3\n", "Kopf\n", "4\n"]
    assert [(text[mark.start :][:4], mark.page) for mark in written.pages] == [("Kopf", 3), ("Kopf", 4)]


def test_a_table_over_two_pages_is_written_whole() -> None:
    foots = [Cleared([], (Furniture(str(number), False),)) for number in (3, 4)]
    lines = [[*down("Eins."), table("K\tF\n1\ta")], [table("K\tF\n2\tb", 50), *down("Zwei.", y=100)]]
    text = "".join(write_text(foots, lines, ["", ""], [3, 4]).parts)
    assert text == "3\n\nEins.\n\nK\tF\n1\ta\n2\tb\n\nK\tF\n\nZwei.\n\n4\n\n"


# -- scans --------------------------------------------------------------------------------------------------------------------


def program(folder: Path, script: str) -> None:
    (folder / "tesseract").write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    (folder / "tesseract").chmod(0o755)


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("", "fehlt Tesseract"),
        ("echo eng", "fehlt Tesseract"),
        ('[ "$1" = --list-langs ] && echo deu || exit 1', "Seite 1 von „buch.pdf“"),
        ('[ "$1" = --list-langs ] && echo deu', "Seite 1 von „buch.pdf“"),
    ],
    ids=["no program", "no German", "fails", "writes nothing"],
)
def test_a_scan_that_cannot_be_read_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, says: str) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    if script:
        program(tmp_path, script)
    with (
        pypdfium2.PdfDocument(handmade(tmp_path / "buch.pdf", [(40, 50, "Zug", 10)])) as document,
        pytest.raises(Unusable, match=says),
    ):
        recognised("buch.pdf", document, None)


def test_a_scan_is_read_page_by_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that finds the same text on each page, if it gets a picture in shades of grey."""
    text = handmade(tmp_path / "text.pdf", [(40, 50, "Zug", 10)])
    program(tmp_path, f'[ "$1" = --list-langs ] && echo deu && exit; head -c 2 | grep -q P5 && cat "{text}"')
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    seen: list[tuple[int, int]] = []
    with pypdfium2.PdfDocument(handmade(tmp_path / "scan.pdf", [(40, 50, "Bild", 10)])) as document:
        raw = recognised("buch.pdf", document, lambda done, whole: seen.append((done, whole)))
    with pypdfium2.PdfDocument(raw) as joined:
        assert [glyph.char for glyph in page_content(joined[0]).glyphs] == list("Zug")
    assert seen == [(1, 2)]
