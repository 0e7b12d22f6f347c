"""PDFs as text: made-up pages, printed by Chromium, read back."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nachschlag.generator.ingest.drafts import Source
from nachschlag.generator.ingest.source.read import read_source
from nachschlag.generator.ingest.source.read_pdf import read_pdf
from nachschlag.generator.ingest.structure.profile import load_profile
from nachschlag.generator.ingest.structure.recognise import read_rules
from nachschlag.generator.model.unusable import Unusable

from tests.tries import tries

from .handmade import handmade
from .printing import print_text
from .test_read import outcome

STYLE = """
@page { size: A5; margin: 22mm 14mm;
  @top-left { content: "Kranichfehde – Regelbuch"; font: 8pt 'DejaVu Serif', serif }
  @bottom-center { content: counter(page); font: 8pt 'DejaVu Serif', serif } }
@page :first { @top-left { content: "" } }
body { font: 10pt/1.35 'DejaVu Serif', serif; margin: 0; counter-reset: page 6 }
h1 { font-size: 22pt } h2 { font-size: 14pt } .spalten { columns: 2; column-gap: 8mm; text-align: justify }
p { margin: 0 0 8pt } .neu { break-before: page } td, th { border: 0.5pt solid black; padding: 2pt 4pt }
"""

FACES = "body { font: 10pt 'DejaVu Serif' } h3, .kasten { font: 10pt 'DejaVu Sans'; margin: 8pt 0 2pt } i { font-family: 'DejaVu Serif' }"

SENTENCES = [
    "Die Fehde dauert sechs Jahreszeiten, und in jeder fliegt jeder Kranich genau einmal.",
    "Wer den höheren Nistwert hat, beginnt, und bei Gleichstand beginnt der jüngere Schwarm.",
    "Ein Kranich, der landet, faltet die Flügel und darf bis zum Frühling nicht mehr zanken.",
    "Schilf verdeckt, was darin steht, Wasser trägt, was darüber fliegt, und Moor hält beides fest.",
]


def book(body: str) -> str:
    return f"<!doctype html><html lang=de><meta charset=utf-8><style>{STYLE}</style><body>{body}</body></html>"


def prose(times: int, first: int = 0) -> str:
    return "".join(f"<p>Absatz {first + n}. {' '.join(SENTENCES)}</p>" for n in range(times))


@pytest.fixture(scope="module")
def fehde(tmp_path_factory: pytest.TempPathFactory) -> Source:
    body = f"""<h1>Der große Zank unter Kranichen</h1><div class=spalten>{prose(8)}</div>
    <h2>Der Nistwert</h2><p>Vor dem <b>Schlüpfen</b> steht der Nistwert.</p>
    <table><tr><th>W6<th>Folge des Wurfs<tr><td>1<td>Der Kranich stürzt ab<br>und bleibt liegen.<tr><td>2–6<td>Nichts.</table>
    <ul><li>Erstens wird gebrütet.<li>Zweitens wird gezankt.</ul>
    <div class="neu spalten">{prose(30, 8)}</div><h1>Anhang</h1>{prose(4, 38)}"""
    return read_source(print_text(book(body), tmp_path_factory.mktemp("fehde")))


def test_headings_are_found_by_size(fehde: Source) -> None:
    headings = re.findall(r"^#+ .*", fehde.text, re.MULTILINE)
    assert headings == ["# Der große Zank unter Kranichen", "## Der Nistwert", "# Anhang"]


def test_headings_in_another_face_are_marked(tmp_path: Path) -> None:
    rules = "".join(f"<h3>{name}</h3><p>{prose(9, at)}</p>" for at, name in enumerate(("Hinterhalt", "Sumpf", "Nebel"), 5))
    boxed = "".join(f"<p class='kasten'>{name}</p>" for name in ("Erst würfeln", "Dann ziehen", "Danach", "Am Ende"))
    page = print_text(f"<style>{FACES}</style>{rules}<p><i>Kursiv</i></p><p>{prose(9)}</p>{boxed}<p>{prose(9)}</p>", tmp_path)
    text = read_source(page).text
    assert re.findall(r"^\*\*(.+)\*\*$", text, re.MULTILINE) == ["Hinterhalt", "Sumpf", "Nebel"]


def test_underlined_headings_are_marked_and_links_are_not(tmp_path: Path) -> None:
    links = "<p>Siehe auch:</p><p><a href='https://example.org/'>Fremde Kraniche</a></p><p><u>www.example.org</u></p>"
    body = f"<p><u>Hinterhalt</u></p>{prose(2)}<p><u>Sumpf</u> ist nass.</p>{links}<p><u>Nebel</u></p>{prose(2)}"
    text = read_source(print_text(book(body), tmp_path)).text
    assert re.findall(r"^\*\*(.+)\*\*$", text, re.MULTILINE) == ["Hinterhalt", "Nebel"]


def test_columns_are_read_one_after_the_other(fehde: Source) -> None:
    assert [int(number) for number in re.findall(r"Absatz (\d+)\.", fehde.text)] == list(range(42))


def test_a_paragraph_keeps_its_lines(fehde: Source) -> None:
    first = fehde.text.split("\n\n")[1]
    assert "\n" in first
    assert first.replace("\n", " ") == "Absatz 0. " + " ".join(SENTENCES)


def test_bold_words_lists_and_tables_keep_their_looks(fehde: Source) -> None:
    assert "Vor dem **Schlüpfen** steht der Nistwert." in fehde.text
    assert "W6\tFolge des Wurfs\n1\tDer Kranich stürzt ab und bleibt liegen.\n2–6\tNichts.\n" in fehde.text
    assert "• Erstens wird gebrütet.\n• Zweitens wird gezankt." in fehde.text


def test_running_heads_and_numbers_are_recognised_as_furniture(fehde: Source) -> None:
    told = [fehde.text[span.start : span.end] for span in fehde.furniture]
    assert set(told) == {"Kranichfehde – Regelbuch\n", *(f"{mark.page}\n" for mark in fehde.pages)}
    assert fehde.text.count("Kranichfehde") == len(fehde.pages) - 1


def test_pages_are_the_printed_ones(fehde: Source) -> None:
    printed = [int(fehde.text[span.start : span.end]) for span in fehde.furniture if fehde.text[span.start].isdigit()]
    assert [mark.page for mark in fehde.pages] == printed
    assert [fehde.page(span.start) for span in fehde.furniture if fehde.text[span.start].isdigit()] == printed


def table(first: int, last: int, head: str = "", width: str = "20%") -> str:
    rows = "".join(f"<tr><td style='width:{width}'>{n}<td>Der Kranich fliegt {n} Schritte weit." for n in range(first, last))
    return f"<table style='width:100%'>{head}{rows}</table>"


HEAD = "<thead><tr><td>W6<td>Folge</thead>"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Source:
    body = f"""<h2>Flug</h2><p>{SENTENCES[0]}</p><p>Tabelle 1: Weite</p>{table(0, 25)}<p>Danach landet er.</p>
    <div class=neu><p>Tabelle 2: Höhe</p></div>{table(100, 170, HEAD)}<p>Danach steigt er.</p>
    <h2 class=neu>Rast</h2>{table(300, 303)}<div class=neu>{table(400, 403, width="50%")}</div><p>Danach schläft er.</p>"""
    return read_source(print_text(book(body), tmp_path_factory.mktemp("tables")))


@pytest.mark.parametrize(("first", "last", "head"), [(0, 25, ""), (100, 170, "W6\tFolge\n")])
def test_a_table_that_goes_on_over_pages_stays_whole(tables: Source, first: int, last: int, head: str) -> None:
    rows = "".join(f"{n}\tDer Kranich fliegt {n} Schritte weit.\n" for n in range(first, last))
    start = tables.text.index(f"\n\n{head}{rows}\n") + 2
    assert tables.page(start + len(head + rows)) > tables.page(start)


def test_what_stood_between_its_pages_stands_beside_a_table(tables: Source) -> None:
    told = [tables.text[span.start : span.end] for span in tables.furniture]
    assert [int(text) for text in told if text.strip().isdigit()] == [mark.page for mark in tables.pages]
    assert told.count("W6\tFolge\n") == tables.page(tables.text.index("169\t")) - tables.page(tables.text.index("100\t"))


def test_another_table_on_the_next_page_stays_another(tables: Source) -> None:
    assert re.search(r"302\tDer Kranich fliegt 302 Schritte weit\.\n\n", tables.text)


def test_the_rule_of_a_table_has_all_its_rows(tables: Source) -> None:
    drafts = {draft.title: f"{draft.text} {draft.data}" for draft in read_rules(tables, load_profile("allgemein")).drafts}
    assert [n for n in range(25) if f"fliegt {n} Schritte" not in drafts["Weite"]] == []
    assert [n for n in range(100, 170) if f"fliegt {n} Schritte" not in drafts["Höhe"]] == []
    assert "Schritte" not in drafts["Flug"]


def test_progress_counts_pages(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    pdf = print_text(book(prose(1) + f"<div class=neu>{prose(1)}</div>"), tmp_path)
    read_source(pdf, progress=lambda done, whole: seen.append((done, whole)))
    assert seen == [(1, 2), (2, 2)]


def test_a_picture_says_that_it_needs_ocr(tmp_path: Path) -> None:
    drawn = "<svg width=300 height=300><circle r=100 cx=150 cy=150 /></svg>"
    with pytest.raises(Unusable, match="OCR"):
        read_source(print_text(f"<!doctype html>{drawn}", tmp_path))


def test_half_a_file_is_read_or_refused(tmp_path: Path) -> None:
    pdf = print_text(book(prose(2)), tmp_path)
    pdf.write_bytes(pdf.read_bytes()[:3000])
    with pytest.raises(Unusable, match="lade sie neu"):
        read_source(pdf)


#: A file that requires a password; its content does not matter.
LOCKED = b"""%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>> endobj
4 0 obj <</Filter/Standard/V 1/R 2/Length 40/P -4/O<OOOO>/U<UUUU>>> endobj
trailer <</Root 1 0 R/Size 5/Encrypt 4 0 R/ID[<00><00>]>>
""".replace(b"OOOO", b"11" * 32).replace(b"UUUU", b"22" * 32)

#: The smallest possible file, with one empty page.
BARE = re.sub(rb"/Encrypt 4 0 R/ID\[<00><00>\]", b"", LOCKED)


@pytest.mark.parametrize(("raw", "says"), [(LOCKED, "Kennwort"), (BARE, "OCR"), (b"%PDF-1.7", "keine lesbare PDF")])
def test_unreadable_files_say_why(raw: bytes, says: str) -> None:
    with pytest.raises(Unusable, match=says):
        read_pdf("buch.pdf", raw, "", None)


def test_letters_without_names_need_a_scan(tmp_path: Path) -> None:
    raw = handmade(tmp_path / "buch.pdf", [(40, 50, "Wer hier steht, der geht.", 10)]).read_bytes()
    names = "".join(f"<{code:x}> <FFFD> " for code in b"Werhistdg")
    names = f"begincmap 1 begincodespacerange <00> <ff> endcodespacerange 9 beginbfchar {names}endbfchar endcmap"
    raw = raw.replace(b"/BaseFont", b"/ToUnicode 6 0 R/BaseFont").replace(b"/Size 6", b"/Size 7")
    raw = raw.replace(b"trailer", f"6 0 obj <</Length {len(names)}>> stream\n{names}\nendstream endobj\ntrailer".encode())
    with pytest.raises(Unusable, match="welche Buchstaben"):
        read_pdf("buch.pdf", raw, "", None)


def test_a_page_without_letters_is_a_scan_and_is_opened_before_any_program_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    for raw, says in ((LOCKED, "Kennwort"), (BARE, "tesseract-ocr-deu")):
        with pytest.raises(Unusable, match=says):
            read_pdf("buch.pdf", raw, "", None, ocr=True)


def test_bookmarks_notes_and_the_digest_are_the_sources(tmp_path: Path) -> None:
    text = ("Wer hier steht, der geht.", "Und wer geht, der steht.")
    raw = handmade(tmp_path / "buch.pdf", [(40, 50 + 13 * at, line, 10) for at, line in enumerate(text)]).read_bytes()
    raw = raw.replace(b"/Kids[3 0 R]/Count 1", b"/Kids[3 0 R 8 0 R]/Count 2").replace(b"/Catalog", b"/Catalog/Outlines 6 0 R")
    raw = raw.replace(b"trailer", b"""6 0 obj <</First 7 0 R/Last 7 0 R>> endobj
7 0 obj <</Title(1  Der Wald)/Parent 6 0 R/Dest[3 0 R/Fit]>> endobj
8 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 420 600]>> endobj
trailer""").replace(b"/Size 6", b"/Size 9")  # fmt: skip
    source = read_pdf("buch.pdf", raw, "abc", None)
    assert (source.name, source.format, source.sha256, source.text) == ("buch.pdf", "pdf", "abc", "\n".join(text) + "\n\n")
    assert (source.outline, source.notes) == (((1, "1 Der Wald"),), ("Seite 2 enthält keinen Text (ein Bild?).",))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return print_text(
        book(prose(2) + "<table><tr><td>1<td>2<tr><td>3<td>4</table>"), tmp_path_factory.mktemp("small")
    ).read_bytes()


@settings(max_examples=tries(100), deadline=None)
@given(data=st.data())
def test_a_damaged_file_gives_a_source_or_one_sentence(
    small: bytes, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    raw = bytearray(small)
    places = st.integers(0, len(raw) - 1)
    for place, byte in data.draw(st.lists(st.tuples(places, st.integers(0, 255)), max_size=60)):
        raw[place] = byte
    start, length = data.draw(st.tuples(places, st.sampled_from([0, 0, 10, 1000])))
    pdf = tmp_path_factory.mktemp("damaged") / "buch.pdf"
    pdf.write_bytes(bytes(raw[:start] + raw[start + length :]))
    text, complaint = outcome(pdf)
    assert text.strip() or (complaint.startswith("„buch.pdf“") and "\n" not in complaint)
