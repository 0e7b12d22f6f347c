"""DOCX, ODT, EPUB and RTF as text: made by pandoc and LibreOffice from one made-up book, and by hand for what is rare or hostile."""

from __future__ import annotations

import io
import re
import tracemalloc
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nachschlag.generator.ingest.source.decode import UnreadableBook
from nachschlag.generator.ingest.source.html_text import text_of
from nachschlag.generator.ingest.source.read import read_source
from nachschlag.generator.ingest.source.read_docx import read_docx
from nachschlag.generator.ingest.source.read_epub import read_epub
from nachschlag.generator.ingest.source.read_odt import read_odt
from nachschlag.generator.ingest.source.read_rtf import read_rtf
from nachschlag.generator.ingest.source.zipped import Package

from tests.tries import tries

from .test_read import outcome, written

BOOKS = Path(__file__).parents[1] / "data/documents"
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
TYPES = {"[Content_Types].xml": "<Types/>"}


@pytest.mark.parametrize("name", sorted(path.name for path in BOOKS.iterdir()))
def test_a_book_of_a_writing_program_is_read(name: str) -> None:
    source = read_source(BOOKS / name)
    assert source.format == name.rpartition(".")[2]
    lines = [line for line in source.text.splitlines() if line]
    headings = [line for line in lines if line.startswith("#") and line != "# Kranichfehde"]
    assert headings == ["# Grundlagen", "## Bewegung (Movement)", "## Kampf", "### Treffer", "# Anhang"]
    assert lines[lines.index("# Grundlagen") + 1].startswith("Ein **Zug** hat *drei* Phasen")
    table = lines.index("### Treffer")
    assert [line.replace("**", "") for line in lines[table - 4 : table]] == [
        "| Wurf | Folge |",
        "| --- | --- |",
        "| 1 | Der Kranich stürzt ab. |",
        "| 2–6 | *Nichts.* |",
    ]
    steps = lines.index("1. Wähle ein Modell.")
    assert [line.lstrip(" -–12.") for line in lines[steps + 1 : steps + 4]] == [
        "Bewege es.",
        "höchstens 6 Zoll",
        "nicht durch Wände",
    ]
    for said in ("Bewegung, Kampf, Ruhe.", "Wer trifft, gewinnt.", "Hält einen Treffer auf.", "Übrige Regeln für Größe & Maß."):
        assert source.text.count(said) == 1


def packed(parts: Mapping[str, str | bytes]) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as package:
        for path, content in parts.items():
            package.writestr(path, content)
    return raw.getvalue()


def docx(body: str, **parts: str) -> bytes:
    """A Word document of this body; `parts` are further files of its folder."""
    more = {f"word/{name}.xml": f"<w:{name} {W}>{content}</w:{name}>" for name, content in parts.items()}
    return packed({**TYPES, "word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>", **more})


def docx_text(raw: bytes) -> str:
    return text_of(read_docx(Package("moos.docx", raw)))


def para(text: str, props: str = "") -> str:
    return f"<w:p><w:pPr>{props}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


PARA = para("Kasten")


def styled(style: str, more: str = "") -> str:
    return f'<w:pStyle w:val="{style}"/>{more}'


STYLES = (
    '<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    '<w:style w:styleId="Regel"><w:name w:val="Regel"/><w:basedOn w:val="berschrift1"/><w:pPr><w:outlineLvl w:val="1"/>'
    '<w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr></w:style>'
    '<w:style w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style>'
    '<w:style w:styleId="Kreis"><w:name w:val="Kreis"/><w:basedOn w:val="Kreis"/></w:style>'
)
NUMBERS = (
    '<w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:numFmt w:val="upperRoman"/><w:lvlText w:val="Kapitel %1:"/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>'
)


def test_word_numbers_its_headings_and_so_do_we() -> None:
    body = "".join(
        (
            para("Wald\t9", styled("Verzeichnis1")),
            para("Gelände", styled("berschrift1")),
            para("Wald", styled("Regel")),
            para("Moor", styled("Regel")),
            para("Wasser", styled("berschrift1")),
            para("Bach", styled("Regel")),
            para("Rund.", styled("Kreis")),
        )
    )
    assert docx_text(docx(body, styles=STYLES, numbering=NUMBERS)).split("\n\n") == [
        "# Kapitel I: Gelände", "## I.3 Wald", "## I.4 Moor", "# Kapitel II: Wasser", "## II.3 Bach", "Rund.\n"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Wa</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>ld</w:t></w:r></w:p>", "**Wald**"),
        ('<w:p><w:r><w:rPr><w:u w:val="single"/></w:rPr><w:t>Wald</w:t></w:r>'
         '<w:r><w:rPr><w:u w:val="none"/></w:rPr><w:t>rand</w:t></w:r></w:p>',
         "**Wald**rand"),
        ("<w:p><w:del><w:r><w:delText>alt</w:delText></w:r></w:del><w:ins><w:r><w:t>neu</w:t></w:r></w:ins></w:p>", "neu"),
        ("<w:p><w:moveFrom><w:r><w:t>alt</w:t></w:r></w:moveFrom><w:moveTo><w:r><w:t>neu</w:t></w:r></w:moveTo></w:p>", "neu"),
        ("<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>versteckt</w:t></w:r><w:r><w:t>da</w:t><w:br/><w:t>x</w:t></w:r></w:p>", "da\nx"),
        ('<w:p><w:r><w:instrText>INCLUDETEXT "/etc/passwd"</w:instrText></w:r><w:r><w:t>Feld</w:t></w:r></w:p>', "Feld"),
        (f'<w:p><w:pPr><w:outlineLvl w:val="{"9" * 5000}"/></w:pPr><w:r><w:t>Wald</w:t></w:r></w:p>', "Wald"),
        ('<w:p><w:r><w:t>a</w:t><w:br w:type="page"/><w:tab/><w:noBreakHyphen/><w:t>b</w:t></w:r></w:p>', "a -b"),
        ('<w:p><w:r><w:rPr><w:b w:val="0"/><w:i/><w:vertAlign w:val="superscript"/></w:rPr><w:t>2</w:t></w:r></w:p>', "*²*"),
        (f'<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>{PARA}</w:tc></w:tr><w:tr><w:tc>{PARA}</w:tc>'
         f"<w:sdt><w:tc>{PARA}</w:tc></w:sdt></w:tr></w:tbl>", "| Kasten |  |\n| --- | --- |\n| Kasten | Kasten |"),
        (f"<w:p><w:r><w:t>vor</w:t><w:drawing><w:txbxContent>{PARA}</w:txbxContent></w:drawing></w:r></w:p>", "vor\n\nKasten"),
    ],
)  # fmt: skip
def test_what_word_shows_is_read(body: str, text: str) -> None:
    assert docx_text(docx(body)) == f"{text}\n"


def test_notes_of_word_stand_below_their_paragraph() -> None:
    body = '<w:p><w:r><w:t>Wald</w:t><w:footnoteReference w:id="7"/><w:t> brennt.</w:t></w:r></w:p>' + para("Moor")
    note = f'<w:footnote w:id="7">{para(" Nicht immer.")}</w:footnote>'
    assert docx_text(docx(body, footnotes=note)) == "Wald¹ brennt.\n\n1) Nicht immer.\n\nMoor\n"


def test_lists_of_word_are_numbered_and_nested() -> None:
    body = "".join(
        para(text, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="1"/></w:numPr>')
        for level, text in ((0, "eins"), (1, "tief"), (0, "zwei"))
    )
    levels = '<w:lvl><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl><w:numFmt w:val="bullet"/></w:lvl>'
    numbering = f'<w:abstractNum w:abstractNumId="7">{levels}</w:abstractNum>{NUMBERS.partition("</w:abstractNum>")[2]}'
    assert docx_text(docx(body, numbering=numbering)) == "1. eins\n   - tief\n2. zwei\n"


def test_a_paragraph_with_the_numbers_of_several_levels_is_no_item() -> None:
    body = para("Wald", '<w:numPr><w:numId w:val="1"/></w:numPr>') + para(
        "Moor", '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>'
    )
    assert docx_text(docx(body, numbering=NUMBERS)) == "I. Wald\n\nI.3 Moor\n"


ODT = '<d xmlns:office="urn:o" xmlns:text="urn:t" xmlns:style="urn:s"><{root}>{body}</{root}></d>'
OUTLINE = (
    '<text:outline-style><text:outline-level-style text:level="1" style:num-format="1" style:num-suffix="."/>'
    '<text:outline-level-style text:level="2" style:num-format="a" text:display-levels="2"/></text:outline-style>'
)


def odt(body: str, styles: str = "") -> bytes:
    parts = {"content.xml": ODT.format(root="office:body", body=f"<office:text>{body}</office:text>")}
    parts |= {"styles.xml": ODT.format(root="office:styles", body=styles)} if styles else {}
    return packed({"mimetype": "application/vnd.oasis.opendocument.text", **parts})


def odt_text(raw: bytes) -> str:
    return text_of(read_odt(Package("moos.odt", raw)))


def test_libreoffice_numbers_its_headings_and_so_do_we() -> None:
    one, two = ('<text:h text:outline-level="{}">{}</text:h>'.format(*row) for row in ((1, "Wald"), (2, "Eiche")))
    index = "<text:table-of-content><text:p>Wald 3</text:p></text:table-of-content>"
    left_out = f"{index}<office:annotation><text:p>Na!</text:p></office:annotation>"
    text = odt_text(odt(left_out + one + two + two + one + two, OUTLINE))
    assert text.split("\n\n") == ["# 1. Wald", "## 1.a Eiche", "## 1.b Eiche", "# 2. Wald", "## 2.a Eiche\n"]


LISTS = (
    '<text:list-style style:name="L"><text:list-level-style-number style:num-format="a"/><text:list-level-style-bullet/>'
    '</text:list-style><style:style style:name="Fett"><style:text-properties fo:font-weight="700" xmlns:fo="urn:f"/></style:style>'
    '<style:style style:name="Strich"><style:text-properties style:text-underline-style="solid"/></style:style>'
    '<style:style style:name="Internet_20_link"><style:text-properties style:text-underline-style="solid"/></style:style>'
    '<style:style style:name="Erbe" style:parent-style-name="Fett"><style:text-properties style:text-position="super 58%"/>'
    "</style:style>"
)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ('<text:list text:style-name="L"><text:list-item><text:p>eins</text:p></text:list-item></text:list>'
         '<text:list text:style-name="L"><text:list-item><text:list><text:list-item><text:p>tief</text:p></text:list-item></text:list>'
         "</text:list-item></text:list>", "a. eins\n   - tief"),
        ('<text:list text:style-name="L"><text:list-item text:start-value="3"><text:p>drei</text:p><text:list><text:list-item>'
         "<text:p>tief</text:p></text:list-item></text:list><text:p>dazu</text:p></text:list-item><text:list-item><text:p>vier</text:p>"
         "</text:list-item><text:list-item><text:h>Wald</text:h></text:list-item></text:list>",
         "c. drei\n   - tief\n   dazu\nd. vier\n\n# Wald"),
        ('<text:p>Der <text:span text:style-name="Fett">Wald</text:span><text:span text:style-name="Erbe">2</text:span></text:p>',
         "Der **Wald²**"),
        ('<text:p><text:span text:style-name="Strich">Wald</text:span></text:p><text:p>Im <text:a xlink:href="http://x.de/"'
         ' xmlns:xlink="urn:x"><text:span text:style-name="Internet_20_link">Netz</text:span></text:a></text:p>', "**Wald**\n\nIm Netz"),
        ("<text:p>a<text:line-break/>b<text:s/>c\n d</text:p>", "a\nb c d"),
        ("<text:p>Wald<text:note><text:note-citation>3</text:note-citation><text:note-body><text:p> Nie.</text:p></text:note-body>"
         "</text:note> da</text:p>", "Wald³ da\n\n3) Nie."),
        ('<text:table><text:table-row><text:table-cell text:number-columns-repeated="2"><text:p>x</text:p></text:table-cell>'
         "</text:table-row><text:table-row><text:table-cell><text:p>y</text:p></text:table-cell></text:table-row></text:table>",
         "| x | x |\n| --- | --- |\n| y |  |"),
        ('<text:h text:outline-level="2">Wald</text:h><text:section><text:p>Er brennt.</text:p></text:section>', "## Wald\n\nEr brennt."),
    ],
    ids=["lists", "items", "looks", "underlined", "white space", "note", "table", "heading"],
)  # fmt: skip
def test_what_libreoffice_shows_is_read(body: str, text: str) -> None:
    assert odt_text(odt(body, LISTS)) == f"{text}\n"


def test_a_locked_text_of_libreoffice_is_refused() -> None:
    raw = packed({"content.xml": "<d/>", "META-INF/manifest.xml": "<m><encryption-data/></m>"})
    with pytest.raises(UnreadableBook, match="Kennwort"):
        read_odt(Package("moos.odt", raw))


def epub(*pages: str, **parts: str) -> bytes:
    items = "".join(f'<item id="p{n}" href="text/{n}%20x.xhtml" media-type="application/xhtml+xml"/>' for n in range(len(pages)))
    spine = "".join(f'<itemref idref="p{n}"/>' for n in reversed(range(len(pages))))
    return packed(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<c><rootfile full-path="O/b.opf"/></c>',
            "O/b.opf": f"<p><manifest>{items}<item id='weg' href='../../../etc/passwd' media-type='text/html'/></manifest>"
            f"<spine>{spine}<itemref idref='weg'/></spine></p>",
            **{f"O/text/{n} x.xhtml": page for n, page in enumerate(pages)},
            **{f"META-INF/{name}.xml": content for name, content in parts.items()},
        }
    )


def test_an_e_book_is_read_in_the_order_of_its_spine() -> None:
    pages = ("<!DOCTYPE html PUBLIC 'x' 'http://x/y.dtd'><html><h1>Zwei</h1>b", "<html><h1>Eins</h1>a&nbsp;b")
    assert read_epub(Package("moos.epub", epub(*pages))).text == "# Eins\n\na\u00a0b\n\n# Zwei\n\nb\n"


def test_links_between_pages_of_an_e_book_lead_to_their_places() -> None:
    pages = ('<html><h1 id="zwei">Zwei</h1>b <a href="#zwei">da</a>', '<html><h1>Eins</h1>a <a href="0%20x.xhtml#zwei">dort</a>')
    read = read_epub(Package("moos.epub", epub(*pages)))
    led = [(read.text[link.span.start : link.span.end], read.text[read.places[link.name] :][:4]) for link in read.links]
    assert led == [("dort", "Zwei"), ("da", "Zwei")]


def test_the_navigation_of_an_e_book_and_its_pictures_are_no_pages() -> None:
    raw = epub("<p>Wald", "<p>Inhalt", "<p>Bild")
    with zipfile.ZipFile(io.BytesIO(raw)) as parts:
        files = {path: parts.read(path) for path in parts.namelist()}
    book = re.sub(rb"<item(ref)? id(ref)?='weg'[^>]*>", b"", files["O/b.opf"]).replace(b'id="p1"', b'id="p1" properties="x nav"')
    book = book.replace(b'2%20x.xhtml" media-type="application/xhtml', b'2%20x.xhtml" media-type="image/svg')
    read = read_epub(Package("moos.epub", packed({**files, "O/b.opf": book})))
    assert (read.text, read.notes) == ("Wald\n", ())


def test_what_an_e_book_lacks_or_had_to_be_guessed_is_told() -> None:
    whole = epub("<p>Ende", "<p>Wald", "<p>Moor", "  ")
    parts = zipfile.ZipFile(io.BytesIO(whole))
    raw = packed({
        **{path: parts.read(path) for path in parts.namelist() if path != "O/text/1 x.xhtml"},
        "O/text/2 x.xhtml": "<p>Bäche fließen über".encode("cp1252"),
        "O/b.opf": parts.read("O/b.opf").replace(b"<spine>", b"<spine><itemref idref='niemand'/>"),
    })  # fmt: skip
    source = read_epub(Package("moos.epub", raw))
    assert source.text == "Bäche fließen über\n\nEnde\n"
    missing, guessed = source.notes
    assert all(path in missing for path in ("„niemand“", "„O/text/1 x.xhtml“", "„../../etc/passwd“"))
    assert guessed.startswith("„O/text/2 x.xhtml“: Die Datei ist nicht in UTF-8")
    assert "O/text/0" not in missing


def test_an_e_book_names_no_file_outside() -> None:
    page = '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html><p>Wald &x;'
    text = read_epub(Package("moos.epub", epub(page))).text
    assert "&x;" in text
    assert "root" not in text


@pytest.mark.parametrize(
    ("rtf", "text"),
    [
        (rb"{\rtf1\ansi W\'fcrfel \u8211? \u-10179?\u-8702? {\b zwei}\par{\*\weg x}nie{\v z}\par}", "Würfel – 😂 **zwei**\n\nnie"),
        (rb"{\rtf1{\stylesheet{\s1 heading 2;}{\s2 Text;}}\pard\s1 Wald\par\pard\s2 Er brennt.}", "## Wald\n\nEr brennt."),
        (rb"{\rtf1{\stylesheet{\s1 heading 1;}{\*\cs15 Heading 1 Char;}}\pard\s1 Wald\par\pard Er brennt.}", "# Wald\n\nEr brennt."),
        (rb"{\rtf1\pard Eins \v geheim\v0 zwei.\par\pard Drei.}", "Eins zwei.\n\nDrei."),
        (rb"{\rtf1{\field{\*\fldinst INCLUDETEXT /etc/passwd}{\fldrslt Feld}}{\object{\*\objdata 00}}}", "Feld"),
        (rb"{\rtf1\outlinelevel1 Wald\par\pard Er{\footnote {\b Nie.}\par Nun.} brennt\line dort.}",
         "## Wald\n\nEr (**Nie.** Nun.) brennt\ndort."),
        (rb"{\rtf1\outlinelevel1 Wald{\footnote \pard Nie.}\par\pard Er.}", "## Wald (Nie.)\n\nEr."),
        (rb"{\rtf1\mac W\'9frfel{\header weg}{\i\super 2}\uc0\u8211 !}", "Würfel*²*–!"),
        (rb"{\rtf1\trowd\intbl a\cell b\cell\row\trowd\intbl 1\cell 2\cell\row\pard Ende}", "| a | b |\n| --- | --- |\n| 1 | 2 |\n\nEnde"),
    ],
)  # fmt: skip
def test_rtf_is_read(rtf: bytes, text: str) -> None:
    assert text_of(read_rtf(rtf)) == f"{text}\n"


LAUGHS = '<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
OUTSIDE = '<r><Relationship Type="x/officeDocument" Target="/etc/passwd"/></r>'
LOCKED = '<e><CipherReference URI="O/text/0%20x.xhtml"/></e>'


def encrypted() -> bytes:
    raw = bytearray(docx(para("Wald")))
    for start, mark in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        at = -1
        while (at := raw.find(start, at + 1)) >= 0:
            raw[at + mark] |= 1
    return bytes(raw)


HOSTILE = {
    "entities": (packed({**TYPES, "word/document.xml": LAUGHS + "<w>&b;</w>"}), "Entitäten"),
    "utf16": (packed({**TYPES, "word/document.xml": (LAUGHS + "<w/>").encode("utf-16")}), "Entitäten"),
    "external": (packed({**TYPES, "word/x.xml": "", "_rels/.rels": OUTSIDE}), "beschädigt"),
    "deep": (docx("<w:sdt>" * 3000 + "</w:sdt>" * 3000), "beschädigt"),
    "cut": (docx(para("Wald"))[:-40], "beschädigt"),
    "half": (docx(para("Wald"))[:200], "beschädigt"),
    "encrypted": (encrypted(), "Kennwort"),
    "protected": (epub("<p>a", encryption=LOCKED), "kopiergeschützt"),
    "no-book": (packed({"META-INF/container.xml": "<c/>"}), "beschädigt"),
    "no-pages": (epub(), "fehlen darin"),
    "archive": (packed({"a.txt": "Wald"}), "Archiv"),
    "nothing": (packed({}), "leeres Archiv"),
    "pictures": (odt("<text:p/>"), "keinen Text"),
    "rtf": (rb"{\rtf1", "keinen Text"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_hostile_or_broken_ends_in_one_sentence(tmp_path: Path, name: str) -> None:
    raw, says = HOSTILE[name]
    with pytest.raises(UnreadableBook, match=says) as refused:
        read_source(written(tmp_path, "moos.bin", raw))
    assert "\n" not in str(refused.value)


def lying() -> bytes:
    """A bomb that states a small size."""
    raw = bytearray(packed({**TYPES, "word/document.xml": b"<w/>" + bytes(30_000_000)}))
    true = (30_000_004).to_bytes(4, "little")
    return bytes(raw.replace(true, (1000).to_bytes(4, "little")))


def test_a_bomb_that_states_a_small_size_fills_no_memory(tmp_path: Path) -> None:
    path = written(tmp_path, "moos.docx", lying())
    tracemalloc.start()
    with pytest.raises(UnreadableBook, match="beschädigt"):
        read_source(path)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 5_000_000


def test_tables_within_repeated_cells_do_not_multiply(tmp_path: Path) -> None:
    cell = "<text:p>" + "Er brennt. " * 30 + "</text:p>"
    for _ in range(4):
        cell = f'<t:table><t:table-row><t:table-cell t:number-columns-repeated="30">{cell}</t:table-cell></t:table-row></t:table>'
    raw = odt(cell.replace("<t:table>", '<t:table xmlns:t="urn:oasis:table">', 1))
    assert len(read_source(written(tmp_path, "moos.odt", raw)).text) < 2000


@pytest.mark.parametrize("part", ["word/document.xml", "_rels/.rels"])
def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = packed({**TYPES, "word/document.xml": "<w/>", part: bytes(30_000_000)})
    monkeypatch.setattr(zipfile.ZipExtFile, "read", lambda *_: pytest.fail("unpacked"))
    with pytest.raises(UnreadableBook, match="entpackt sich"):
        read_source(written(tmp_path, "moos.docx", raw))


@pytest.mark.parametrize("opening", [b"{", b"}", b"\\b", b"\\u9?", b"\\intbl\\cell\\row", b"{\\*\\x", b"\\'", b"\\par a"])
def test_endless_rtf_is_read_or_refused(tmp_path: Path, opening: bytes) -> None:
    text, complaint = outcome(written(tmp_path, "moos.rtf", b"{\\rtf1 Anfang" + opening * 20_000))
    assert text.startswith("Anfang") or complaint


BODY = docx(para("Wald", styled("Regel")), styles=STYLES, numbering=NUMBERS)


@settings(max_examples=tries(60), deadline=None)
@given(at=st.integers(0, len(BODY) - 1), new=st.binary(min_size=1, max_size=3), rtf=st.binary(max_size=200))
def test_any_damage_gives_a_source_or_one_sentence(
    tmp_path_factory: pytest.TempPathFactory, at: int, new: bytes, rtf: bytes
) -> None:
    for name, raw in (("datei.docx", BODY[:at] + new + BODY[at + len(new) :]), ("datei.rtf", b"{\\rtf1" + rtf)):
        text, complaint = outcome(written(tmp_path_factory.mktemp("any"), name, raw))
        assert text.strip() or (complaint.startswith("„datei.") and "\n" not in complaint)
