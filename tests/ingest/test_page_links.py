"""A book's links to its own places: read as spans, written as references."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nachschlag.generator.ingest.drafts import Draft, Link, Reading, Source, Span
from nachschlag.generator.ingest.source.page_links import taken_out
from nachschlag.generator.ingest.source.read import read_source
from nachschlag.generator.ingest.source.read_book import read_book
from nachschlag.generator.ingest.source.read_markdown import read_markdown
from nachschlag.generator.ingest.writing.own_links import linker

from tests.ingest.test_read_office import docx, odt
from tests.projects import lay_over
from tests.running import Run
from tests.tries import tries

MARKDOWN = """# Zug

## Wald & Moor (X) {#tief}

Wer [steht](#moor-lang), zieht **[nie *weit*](#31-see)**; siehe [Wald](#tief), [dort](#fehlt) und [hier](https://example.org/#tief).

## Moor, lang

Man [zieht](#tief), und wer zieht, [ruht](#tief).

## 3.1 See

Tief.
"""
HTML = """<h1>Zug</h1><h2 id="wald">Wald</h2><p>Wer <a href="#moor">steht</a>, zieht.</p>
<a name="moor"></a><h2>Moor</h2><table><tr><td>Man</td><td><a href="#wald">zieht</a></td></tr><tr><td>a</td><td>b</td></tr></table>"""


def led(source: Source) -> list[tuple[str, str]]:
    """Words of each link, and the line it leads to."""
    text = source.text
    known = [link for link in source.links if link.name in source.places]
    lines = (text[source.places[link.name] :].partition("\n")[0] for link in known)
    return [(text[link.span.start : link.span.end], line) for link, line in zip(known, lines, strict=True)]


def test_links_of_a_page_lead_to_its_places(tmp_path: Path) -> None:
    lay_over(tmp_path, {"a.md": MARKDOWN, "b.html": HTML})
    assert led(read_source(tmp_path / "a.md")) == [
        ("steht", "Moor, lang"),
        ("nie *weit*", "3.1 See"),
        ("Wald", "Wald & Moor (X)"),
        ("zieht", "Wald & Moor (X)"),
        ("ruht", "Wald & Moor (X)"),
    ]
    lay_over(tmp_path, {"c.adoc": "Wer <<tief,steht>>, <<_moor>>.\n\n[[tief]]\n== Wald\n\n== Moor\n"})
    assert led(read_source(tmp_path / "c.adoc")) == [("steht", "Wald"), ("Moor", "Moor")]
    lay_over(tmp_path, {"d.tex": r"\section{Wald}\label{w} Tief. \section{See} Wie in \ref{w} und \ref{x}."})
    assert led(read_source(tmp_path / "d.tex")) == [("Wald", "Tief.")]
    html = [("steht", "Moor"), ("zieht", "Wald")]
    assert led(read_source(tmp_path / "b.html")) == html
    assert led(read_book([tmp_path / "b.html", tmp_path / "b.html"])) == html * 2


def field(instruction: str, shown: str) -> str:
    steps = ("begin", f"<w:instrText>{instruction}</w:instrText>"), ("separate", f"<w:t>{shown}</w:t>"), ("end", "")
    return "".join(f'<w:r><w:fldChar w:fldCharType="{step}"/></w:r><w:r>{more}</w:r>' for step, more in steps)


REFERS, BACK = field(r" REF _Ref2 \h ", "Moor"), field(r"HYPERLINK \l &quot;_Ref1&quot;", "Zurück")
HEADING = '<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>{}<w:r><w:t>{}</w:t></w:r></w:p>'
DOCX = (
    HEADING.format('<w:bookmarkStart w:name="_Ref1"/>', "Wald")
    + f"<w:p><w:r><w:t>Wie in </w:t></w:r>{REFERS}{field(' PAGEREF _Ref2 ', '7')}"
    '<w:hyperlink w:anchor="_Ref1"><w:r><w:rPr><w:b/></w:rPr><w:t>dort </w:t></w:r><w:r><w:t>oben</w:t></w:r></w:hyperlink></w:p>'
    f'<w:bookmarkStart w:name="_Ref2"/>{HEADING.format("", "Moor")}'
    f'<w:p>{BACK}<w:fldSimple w:instr="REF _Ref3"><w:r><w:t>weg</w:t></w:r></w:fldSimple></w:p>'
)
ODT = (
    '<text:h text:outline-level="1">Wald</text:h><text:p>Wie in <text:bookmark-ref text:ref-name="__m">Moor</text:bookmark-ref>'
    '<text:bookmark-ref text:ref-name="__m" text:reference-format="page">7</text:bookmark-ref>.</text:p>'
    '<text:h text:outline-level="1"><text:bookmark-start text:name="__m"/>Moor</text:h><text:p><text:a xlink:href="#1.Wald%7Coutline" '
    'xmlns:xlink="urn:x">Zu<text:span>rück</text:span></text:a>, <text:a xlink:href="https://example.org/#Wald" xmlns:xlink="urn:x">fort'
    "</text:a></text:p>"
)


def test_cross_references_of_writing_programs_are_links(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(docx(DOCX))
    assert led(read_source(tmp_path / "a.docx")) == [("Moor", "Moor"), ("**dort** oben", "Wald"), ("Zurück", "Wald")]
    (tmp_path / "b.odt").write_bytes(odt(ODT))
    assert led(read_source(tmp_path / "b.odt")) == [("Moor", "Moor"), ("Zurück", "Wald")]


def test_links_lead_to_other_files_of_a_book(tmp_path: Path) -> None:
    texts = {
        "buch/eins/wald.md": "# Wald\n\nWie [dort](../moor.md#tief), [da](../moor.md), [[Moor#Tief|wo]], [[Moor]] und [nie](fehlt.md).\n",
        "buch/moor.md": "# Moor\n\nNass.\n\n## Tief\n\nWie [hier](#moor) und [am Rand](eins/wald.md#wald).\n",
        "buch/zwei/wald.md": "# Wald\n\nAuch [hier](#wald).\n",
    }
    lay_over(tmp_path, texts)
    source = read_book([tmp_path / "buch"])
    led_to = [
        ("dort", "Tief"),
        ("da", "# Moor"),
        ("wo", "Tief"),
        ("Moor", "# Moor"),
        ("hier", "Moor"),
        ("am Rand", "Wald"),
        ("hier", "Wald"),
    ]
    assert led(source) == led_to
    assert [source.places[link.name] > source.text.index("Nass") for link in source.links if link.name in source.places][-2:] == [
        False,
        True,
    ]


def test_a_link_in_a_table_keeps_its_cells_and_a_heading_has_none(run: Run, tmp_path: Path) -> None:
    table = "| Wurf | Folge |\n| --- | --- |\n| 6 | [ab](#wald) |\n"
    text = f"# Zug\n\n## Wald\n\nTief.\n\n## Moor\n\nNass.\n\n{table}\n### Der [Weg](#wald)\n\nHin.\n"
    lay_over(tmp_path, {"projekt/mkdocs.yml": "site_name: Probe\n", "a.md": text})
    assert run("--project", tmp_path / "projekt", "ingest", tmp_path / "a.md", "--system", "moos").status == 0
    read = "".join(path.read_text("utf-8") for path in sorted(tmp_path.glob("projekt/privat/content/moos/*/*.md")))
    assert "| 6 | [[moos/wald\\|ab]] |" in read
    assert "|Weg]]" not in read


def test_links_are_written_as_references(run: Run, tmp_path: Path) -> None:
    lay_over(tmp_path, {"projekt/mkdocs.yml": "site_name: Probe\n", "a.md": MARKDOWN})
    assert run("--project", tmp_path / "projekt", "ingest", tmp_path / "a.md", "--system", "moos").status == 0
    texts = {path.stem: path.read_text("utf-8") for path in tmp_path.glob("projekt/privat/content/moos/*/*.md")}
    assert "Wer [[moos/moor-lang|steht]], zieht **nie *weit***; siehe Wald, dort und hier." in texts["wald-moor"]
    assert "Man [[moos/wald-moor|zieht]], und wer zieht, [[moos/wald-moor|ruht]]." in texts["moor-lang"]


ENGLISH = """# Boxes

## Moving

A model stops at a [fence](#walls) and then it is [braked](#braking) until the end of the turn.

> **Example:** A model moves four inches and stops.

## Walls

Walls block the way of every model that has no ladder.

> **Designer's Note:** Hedges do not.

## Braking

A model that brakes does not move for the rest of the turn.
"""


def test_english_texts_keep_their_links_and_their_boxes(run: Run, tmp_path: Path) -> None:
    lay_over(tmp_path, {"projekt/mkdocs.yml": "site_name: Probe\n", "boxes.md": ENGLISH})
    assert run("--project", tmp_path / "projekt", "ingest", tmp_path / "boxes.md", "--system", "kisten").status == 0
    texts = {path.name: path.read_text("utf-8") for path in tmp_path.glob("projekt/privat/content/kisten/*/*.en.md")}
    assert sorted(texts) == ["braking.en.md", "moving.en.md", "walls.en.md"]
    assert "at a [[kisten/walls|fence]] and then it is [[kisten/braking|braked]] until" in texts["moving.en.md"]
    assert "**Example:** A model moves four inches and stops." in texts["moving.en.md"]
    assert "**Designer's Note:** Hedges do not." in texts["walls.en.md"]


@pytest.mark.parametrize(
    ("body", "written"),
    [
        ("Er steht, wo er steht.", "Er steht, wo er [[m/b|steht]]."),
        ("Er steht, wo er ruht.", "Er steht, wo er ruht."),  # mended since
    ],
)
@pytest.mark.parametrize("name", ["moor", "moor/", "sumpf/moor"])
def test_a_link_stands_where_it_stood(body: str, written: str, name: str) -> None:
    text = "Wald\nEr steht, wo er steht.\nMoor\n"
    drafts = (Draft("Wald", "", (Span(0, 28),), Span(0, 4)), Draft("Moor", "", (Span(28, 33),), Span(28, 32)))
    source = Source("a", "html", text, links=(Link(Span(21, 26), name),), places={"moor": 28})
    assert linker(Reading(source, "", drafts), {0: "m/a", 1: "m/b"})(0, body) == written


@settings(max_examples=tries(100), deadline=None)
@given(
    st.lists(
        st.sampled_from(["[a](#b)", "[", "](#", "# b", "\n\n", "<a id=b>", "</a>", "*", " ", "| x |", "\ufdd0", "\ufdd3", "b"])
    ).map("".join)
)
def test_any_links_lie_within_the_text(text: str) -> None:
    read = read_markdown("a.md", f"x{text}".encode())
    assert all(0 <= link.span.start < link.span.end <= len(read.text) for link in read.links)
    assert all(0 <= place <= len(read.text) for place in read.places.values())
    assert taken_out(read.text) == (read.text, (), {})
