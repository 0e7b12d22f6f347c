"""HTML as text: what a browser shows, with Markdown marks for its appearance."""

from pathlib import Path

import pytest
from lxml import etree
from nachschlag.generator.ingest.source.decode import UnreadableBook
from nachschlag.generator.ingest.source.html_text import html_text, marker_of, text_of, written
from nachschlag.generator.ingest.source.read import read_source

from .test_read import written as file_of


def shown(body: str, *, head: str = "", encoding: str = "utf-8") -> str:
    page = f"<!doctype html><html><head>{head}<title>Titel</title></head><body>{body}</body></html>"
    return html_text("regeln.html", page.encode(encoding)).text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<h1>Der <b>Wurf</b></h1><h3>Bonus</h3>lose Worte", "# Der Wurf\n\n### Bonus\n\nlose Worte"),
        ("<p>Wirf <b>zwei </b>Würfel<sup>2</sup>,<br> dann <i>zieh</i>.", "Wirf **zwei** Würfel²,\ndann *zieh*."),
        (
            "<p><u>Wald</u><p>Im <s style='text-decoration: underline'>Moor</s>, <a href='x' style='text-decoration:underline'>hier</a>",
            "**Wald**\n\nIm **Moor**, hier",
        ),
        ("<p>5 &lt; 6 &amp; gr&ouml;&szlig;er&nbsp;&shy;als</p>", "5 < 6 & größer\u00a0als"),
        ("<p>a<p>b<div>c<div>d</div>e</div>", "a\n\nb\n\nc\n\nd\n\ne"),
        ("<b><p>Ganz</p><p>fett</p></b>", "Ganz\n\nfett"),
        ("<ul><li>eins<li>zwei<ul><li>tief</ul></ul>", "- eins\n- zwei\n  - tief"),
        ("<ol><li>Sicht<p>Weit.</p><li>Man sieht.<p>Weit.</p></ol>", "1. **Sicht**\n   Weit.\n2. Man sieht.\n   Weit."),
        ("<ol start=3><li>c<li value=7>g<li>h</ol>", "3. c\n7. g\n5. h"),
        ("<ol type=a><li>x<li>y</ol><ol type=I><li>x<li>y</ol>", "a. x\nb. y\n\nI. x\nII. y"),
        (
            "<h2 id='{0}'>A</h2><ul><li>Der <a href='#{0}'>Wald</a><p>Er brennt.<li>Nie <a href='#{0}'>so.</a><p>B.</ul>".format(
                "x" * 60
            ),
            "## A\n\n- **Der Wald**\n  Er brennt.\n- Nie so.\n  B.",
        ),
        ("<dl><dt>Feld</dt><dd>Ein Kasten.</dd><dt>Zug<dd>Eine Reihe.</dl>", "**Feld**\nEin Kasten.\n\n**Zug**\nEine Reihe."),
        ("<nav>weg</nav><script>x()</script><style>p{}</style><p hidden>weg<p style='display: none'>weg<p>da", "da"),
        ("<pre>a  b\n  c</pre>", "a  b\n  c"),
        ("<p><q>Halt</q> <img src=x alt=Schwert>", "„Halt“ Schwert"),
        ("<table><tr><th>W6<th>Folge<tr><td>1<td>a|b</table>", "| W6 | Folge |\n| --- | --- |\n| 1 | a\\|b |"),
        (
            "<table><caption>Werte</caption><tr><th rowspan=2>Name<th colspan=2>Werte<tr><td>A<td>B<tr><td>Ork<td>1</table>",
            "Werte\n\n| Name | Werte |  |\n| --- | --- | --- |\n|  | A | B |\n| Ork | 1 |  |",
        ),
        ("<table><tr><td><h2>Links</h2>a<td><p>b<p>c</table>", "## Links\n\na\n\nb\n\nc"),
    ],
)
def test_text_shows_what_the_page_shows(body: str, text: str) -> None:
    assert text_of(etree.HTML(f"<body>{body}")) == text + "\n"
    assert shown(body) == text + "\n"


def test_no_element_has_no_text() -> None:
    assert text_of(None) == text_of(etree.HTML("<body><p> <nav>weg</nav>")) == ""


@pytest.mark.parametrize(
    ("number", "style", "sign"),
    [
        (3, None, "3"),
        (3, "1", "3"),
        (3, "a", "c"),
        (26, "A", "Z"),
        (27, "a", "27"),
        (0, "a", "0"),
        (14, "i", "xiv"),
        (399, "I", "CCCXCIX"),
        (400, "I", "400"),
    ],
)
def test_a_number_is_written_as_a_list_shows_it(number: int, style: str | None, sign: str) -> None:
    assert written(number, style) == sign


@pytest.mark.parametrize(
    ("parent", "item", "marker"),
    [
        ("<ul/>", "<li/>", "- "),
        ("<ol/>", "<li/>", "2. "),
        ("<ol start='5' type='a'/>", "<li/>", "f. "),
        ("<ol start='5'/>", "<li value='9'/>", "9. "),
        ("<ol start='x'/>", "<li value='99999'/>", "2. "),
        ("<ol/>", "<p/>", "  "),
    ],
)
def test_the_marker_of_the_second_item(parent: str, item: str, marker: str) -> None:
    assert marker_of(etree.fromstring(parent), etree.fromstring(item), 2) == marker


@pytest.mark.parametrize(
    "head", ["<meta charset=iso-8859-1>", '<meta http-equiv=Content-Type content="text/html; charset=windows-1252">', ""]
)
def test_the_encoding_is_the_declared_one(head: str) -> None:
    assert shown("<p>Würfel – „gut“", head=head, encoding="cp1252") == "Würfel – „gut“\n"


def test_an_old_encoding_that_is_declared_is_read() -> None:
    assert shown("<p>Łódź", head="<meta charset=iso-8859-2>", encoding="iso-8859-2") == "Łódź\n"


def test_an_empty_page_says_so(tmp_path: Path) -> None:
    with pytest.raises(UnreadableBook, match="zeigt keinen Text"):
        read_source(file_of(tmp_path, "regeln.html", b"<!doctype html><script>render()</script>"))


OPENINGS = [
    "<div>",
    "<b>",
    "<ul><li>",
    "<table><tr><td>",
    "<b><p>",
    "<!--x-->",
    "<a x='1'>",
    "<p>",
    "<q><i>",
    "<td rowspan=99999>",
]


@pytest.mark.parametrize("opening", OPENINGS)
def test_unclosed_elements_lose_no_text(opening: str) -> None:
    assert "Ende" in shown(opening * 400 + "Ende")


@pytest.mark.parametrize("opening", ["<div>", "<b>", "<ul><li>", "<table><tr><td colspan=99999>"])
def test_endless_nesting_is_refused(opening: str) -> None:
    with pytest.raises(UnreadableBook, match="verschachtelt"):
        shown(opening * 20_000 + "Ende")


@pytest.mark.parametrize("opening", ["<!--", "<a ", "</", "<a x='", "<![CDATA[", "<!", "<?", "&#", "<script>", "<textarea>"])
def test_what_is_broken_a_hundred_thousand_times_is_read_or_refused(opening: str) -> None:
    page = "<html><p>Anfang</p>" + opening * 100_000
    assert html_text("regeln.html", page.encode()).text.startswith("Anfang")


@pytest.mark.parametrize("behind", ["</html>", "</body>", "</body></html>\n", "</BODY >\n</HTML >"])
def test_text_after_the_end_of_the_page_is_shown_as_in_a_browser(behind: str) -> None:
    page = f"<html><body><p>Der Wald brennt.</p>{behind}Letzte Zeile"
    assert html_text("a.html", page.encode()).text == "Der Wald brennt.\n\nLetzte Zeile\n"


@pytest.mark.parametrize(
    "markup",
    [
        "<table><tr>" + "<td>a" * 2000 + "<tr><td>b" * 1000,
        "<table><tr>" + "<td rowspan=500>a" * 500 + "<tr><td>b" * 1000,
        "<table>" + ("<tr>" + "<td rowspan=500 colspan=30>a" * 9) * 70,
    ],
)
def test_a_table_grows_no_further_than_its_cells(markup: str) -> None:
    text = shown(markup)
    assert len(text) < 5 * len(markup)
    assert text.count("a") == markup.count(">a")
