"""HTML as text: what a browser shows, with Markdown marks for its appearance."""

from pathlib import Path

import pytest
from nachschlag.generator.ingest.source.read import read_source
from nachschlag.generator.model.unusable import Unusable


def shown(tmp_path: Path, body: str, *, head: str = "", encoding: str = "utf-8") -> str:
    page = tmp_path / "regeln.html"
    page.write_bytes(f"<!doctype html><html><head>{head}<title>Titel</title></head><body>{body}</body></html>".encode(encoding))
    return read_source(page).text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<h1>Der <b>Wurf</b></h1><h3>Bonus</h3>lose Worte", "# Der Wurf\n\n### Bonus\n\nlose Worte"),
        ("<p>Wirf <b>zwei </b>Würfel<sup>2</sup>,<br> dann <i>zieh</i>.", "Wirf **zwei** Würfel²,\ndann *zieh*."),
        ("<p>5 &lt; 6 &amp; gr&ouml;&szlig;er&nbsp;&shy;als</p>", "5 < 6 & größer\u00a0als"),
        ("<p>a<p>b<div>c<div>d</div>e</div>", "a\n\nb\n\nc\n\nd\n\ne"),
        ("<b><p>Ganz</p><p>fett</p></b>", "Ganz\n\nfett"),
        ("<ul><li>eins<li>zwei<ul><li>tief</ul></ul>", "- eins\n- zwei\n  - tief"),
        ("<ol start=3><li>c<li value=7>g<li>h</ol>", "3. c\n7. g\n5. h"),
        ("<ol type=a><li>x<li>y</ol><ol type=I><li>x<li>y</ol>", "a. x\nb. y\n\nI. x\nII. y"),
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
def test_text_shows_what_the_page_shows(tmp_path: Path, body: str, text: str) -> None:
    assert shown(tmp_path, body) == text + "\n"


@pytest.mark.parametrize(
    "head", ["<meta charset=iso-8859-1>", '<meta http-equiv=Content-Type content="text/html; charset=windows-1252">', ""]
)
def test_the_encoding_is_the_declared_one(tmp_path: Path, head: str) -> None:
    assert shown(tmp_path, "<p>Würfel – „gut“", head=head, encoding="cp1252") == "Würfel – „gut“\n"


def test_an_old_encoding_that_is_declared_is_read(tmp_path: Path) -> None:
    assert shown(tmp_path, "<p>Łódź", head="<meta charset=iso-8859-2>", encoding="iso-8859-2") == "Łódź\n"


def test_an_empty_page_says_so(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="zeigt keinen Text"):
        shown(tmp_path, "<script>render()</script>")


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
def test_unclosed_elements_lose_no_text(tmp_path: Path, opening: str) -> None:
    assert "Ende" in shown(tmp_path, opening * 400 + "Ende")


@pytest.mark.parametrize("opening", ["<div>", "<b>", "<ul><li>", "<table><tr><td colspan=99999>"])
def test_endless_nesting_is_refused(tmp_path: Path, opening: str) -> None:
    with pytest.raises(Unusable, match="verschachtelt"):
        shown(tmp_path, opening * 20_000 + "Ende")


@pytest.mark.parametrize("opening", ["<!--", "<a ", "</", "<a x='", "<![CDATA[", "<!", "<?", "&#", "<script>", "<textarea>"])
def test_what_is_broken_a_hundred_thousand_times_is_read_or_refused(tmp_path: Path, opening: str) -> None:
    page = tmp_path / "regeln.html"
    page.write_text("<html><p>Anfang</p>" + opening * 100_000, encoding="utf-8")
    assert read_source(page).text.startswith("Anfang")


@pytest.mark.parametrize("behind", ["</html>", "</body>", "</body></html>\n", "</BODY >\n</HTML >"])
def test_text_after_the_end_of_the_page_is_shown_as_in_a_browser(tmp_path: Path, behind: str) -> None:
    (tmp_path / "a.html").write_text(f"<html><body><p>Der Wald brennt.</p>{behind}Letzte Zeile", "utf-8")
    assert read_source(tmp_path / "a.html").text == "Der Wald brennt.\n\nLetzte Zeile\n"


@pytest.mark.parametrize(
    "markup",
    [
        "<table><tr>" + "<td>a" * 2000 + "<tr><td>b" * 1000,
        "<table><tr>" + "<td rowspan=500>a" * 500 + "<tr><td>b" * 1000,
        "<table>" + ("<tr>" + "<td rowspan=500 colspan=30>a" * 9) * 70,
    ],
)
def test_a_table_grows_no_further_than_its_cells(tmp_path: Path, markup: str) -> None:
    text = shown(tmp_path, markup)
    assert len(text) < 5 * len(markup)
    assert text.count("a") == markup.count(">a")
