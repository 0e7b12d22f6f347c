"""Any text made readable: of the same length, with its markup blanked and text without references masked."""

import re
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.references.markup import KINDS, plain_headings, readable

from tests.growing import assert_linear


def words(text: str, kind: str) -> list[str]:
    """The words in which a reference may be found: the view without masked text and existing links."""
    read = readable(text, kind)
    assert len(read.view) == len(read.mask) == len(text)
    shown = "".join(" " if masked else letter for letter, masked in zip(read.view, read.mask, strict=True))
    return re.findall(r"\w+", unicodedata.normalize("NFC", shown.replace("\u00ad", "").replace("*", "")))


HTML: list[tuple[str, list[str]]] = [
    ("Nur Text", ["Nur", "Text"]),
    ("<p>Ein <b>Ziel</b> hier</p>", ["Ein", "Ziel", "hier"]),
    # inline tags inside words, and around them
    ("Tr<b>eff</b>er", ["Treffer"]),
    ("Tr<span class='x'>eff</span>er", ["Treffer"]),
    ("Tr<wbr>effer", ["Treffer"]),
    ("eins<br>zwei<p>drei<td>vier", ["eins", "zwei", "drei", "vier"]),
    # attributes, comments, declarations are no text
    ('<p title="Panik">Ziel</p>', ["Ziel"]),
    ("<p title='a > Panik'>Ziel</p>", ["Ziel"]),
    ("<img alt=Panik>Ziel", ["Ziel"]),
    ("<!-- Panik -->Ziel", ["Ziel"]),
    ("<!DOCTYPE Panik>Ziel", ["Ziel"]),
    ("<?xml Panik?>Ziel", ["Ziel"]),
    ("<![CDATA[Panik]]>Ziel", ["Ziel"]),
    # what is never linked
    ("<h2>Panik</h2>Ziel", ["Ziel"]),
    ("<h1>Panik <b>Furt</b></h1>Ziel", ["Ziel"]),
    ("<code>Panik</code>Ziel", ["Ziel"]),
    ("<pre><b>Panik</b></pre>Ziel", ["Ziel"]),
    ("<script>let Panik = '<b>';</script>Ziel", ["Ziel"]),
    ("<style>p { Panik: 1 }</style>Ziel", ["Ziel"]),
    ("<textarea>Panik</textarea>Ziel", ["Ziel"]),
    ("<title>Panik</title>Ziel", ["Ziel"]),
    ("<button>Panik</button>Ziel", ["Ziel"]),
    ("<svg><text>Panik</text></svg>Ziel", ["Ziel"]),
    ("<CODE>Panik</CODE>Ziel", ["Ziel"]),
    ("<code>Panik<p>Furt", []),
    # end tags that may be left out
    ("<head><meta charset=utf-8><title>Panik</title><body>Ziel", ["Ziel"]),
    ("<select><option>Panik<option>Furt</select>Ziel", ["Ziel"]),
    # entities are what they mean
    ("R&uuml;ckzug", ["Rückzug"]),
    ("&Uuml;bergabe", ["Übergabe"]),
    ("Vorsto&szlig;", ["Vorstoß"]),
    ("R&#252;ckzug R&#xFC;ckzug R&#XfC;ckzug", ["Rückzug"] * 3),
    ("Sturm&shy;lauf", ["Sturmlauf"]),
    ("Ziel&nbsp;Feld", ["Ziel", "Feld"]),
    ("Ziel&amp;Feld", ["Ziel", "Feld"]),
    ("&notanentity; &#x110000; &#xD800; &#0; & Ziel &", ["anentity", "Ziel"]),
    ("&unbekannt; Ziel", ["unbekannt", "Ziel"]),
    # a tag or comment without an end hides the rest, as in a browser
    ('Ziel <a href="Panik', ["Ziel"]),
    ("Ziel <!-- Panik", ["Ziel"]),
    ("Ziel <b Panik", ["Ziel"]),
    ("Ziel < Feld", ["Ziel", "Feld"]),
    ("Ziel <3 Feld", ["Ziel", "3", "Feld"]),
    # line ends and marks of a file
    ("\ufeff<p>Ziel\r\nFeld</p>\r\n", ["Ziel", "Feld"]),
    ("", []),
]

MARKDOWN: list[tuple[str, list[str]]] = [
    ("Ein *Ziel* und **Feld**", ["Ein", "Ziel", "und", "Feld"]),
    # code
    ("`Panik` Ziel", ["Ziel"]),
    ("``Panik`Furt`` Ziel", ["Ziel"]),
    ("```\nPanik\n```\nZiel", ["Ziel"]),
    ("~~~ Panik\nPanik\n~~~\nZiel", ["Ziel"]),
    ("```\nPanik", []),
    ("Ziel\n\n    Panik\n\nFeld", ["Ziel", "Feld"]),
    ("- Ziel\n\n    Feld", ["Ziel", "Feld"]),
    # headings
    ("# Panik\n\nZiel", ["Ziel"]),
    ("###### Panik #\nZiel", ["Ziel"]),
    ("Panik\n=====\n\nZiel", ["Ziel"]),
    ("Panik\n---\nZiel", ["Ziel"]),
    ("#Ziel", ["Ziel"]),
    # existing links, pictures, addresses
    ("[Panik](https://example.org) Ziel", ["Ziel"]),
    ('[Panik](https://example.org "Panik") Ziel', ["Ziel"]),
    ("[Panik](<a b> 'Panik') Ziel", ["Ziel"]),
    ("[Panik](https://example.org/(Panik)) Ziel", ["Ziel"]),
    ("[**Panik** und\nFurt](x) Ziel", ["Ziel"]),
    ("[Panik [und] Furt](x) Ziel", ["Ziel"]),
    ("![Panik](bild.png) Ziel", ["Ziel"]),
    ("[![Panik](bild.png) Panik](x) Ziel", ["Ziel"]),
    ("[Panik][1] Ziel\n\n[1]: https://example.org/Panik 'Panik'", ["Ziel"]),
    ("[Panik][] Ziel\n\n[panik]: /x", ["Ziel"]),
    ("[Panik] Ziel\n\n[Panik]: /x", ["Ziel"]),
    ("[Ziel] Feld", ["Ziel", "Feld"]),
    ("[Ziel] (Feld)", ["Ziel", "Feld"]),
    ("https://example.org/Panik www.Panik.example mailto:Panik@example.org Ziel", ["Ziel"]),
    ("<https://example.org/Panik> Ziel", ["Ziel"]),
    # HTML within Markdown
    ('<span title="Panik">Ziel</span>', ["Ziel"]),
    ("Feld <b>Ziel</b>", ["Feld", "Ziel"]),
    ('Ziel <a href="x">Panik</a> Feld', ["Ziel", "Feld"]),
    ("Ziel <code>Panik</code> Feld", ["Ziel", "Feld"]),
    ("Ziel <kbd>Panik</kbd>", ["Ziel"]),
    ("Ziel <!-- Panik --> Feld", ["Ziel", "Feld"]),
    ("<div>\nPanik\n</div>\n\nZiel", ["Ziel"]),
    ("<script>\nPanik\n\nPanik\n</script>\n\nZiel", ["Ziel"]),
    ("Ziel < Feld > Reiter", ["Ziel", "Feld", "Reiter"]),
    # front matter, line ends, the mark of a file
    ("---\ntitle: Panik\n---\nZiel", ["Ziel"]),
    ("---\r\ntitle: Panik\r\n---\r\nZiel\r\n", ["Ziel"]),
    ("\ufeffZiel", ["Ziel"]),
    ("\ufeff# Panik\r\n\r\nZiel\r\n", ["Ziel"]),
    ("| Ziel | Feld |\n|---|---|\n| Reiter | Lauf |", ["Ziel", "Feld", "Reiter", "Lauf"]),
    ("> Ziel\n> - Feld", ["Ziel", "Feld"]),
    ("", []),
]

TEXT: list[tuple[str, list[str]]] = [
    ("Ein Ziel.\nEin Feld.", ["Ein", "Ziel", "Ein", "Feld"]),
    ("    Ziel\n\n\tFeld", ["Ziel", "Feld"]),
    ("PANIK\nZiel", ["Ziel"]),
    ("PANIK (X)\nZiel", ["Ziel"]),
    ("17.2 Panik\nZiel", ["Ziel"]),
    ("17.2 Ziel zählt doppelt, sagt er.", ["17", "2", "Ziel", "zählt", "doppelt", "sagt", "er"]),
    ("• Panik •\nZiel", ["Ziel"]),
    ("• Ziel\n• Feld", ["Ziel", "Feld"]),
    ("- ZIEL", ["ZIEL"]),
    ("Das ZIEL steht", ["Das", "ZIEL", "steht"]),
    ("ZIEL\r\nFeld\r\n", ["Feld"]),
    ("---\nZiel", ["Ziel"]),
    ("https://example.org/Panik Ziel", ["Ziel"]),
    ("[Panik](https://example.org/) Ziel", ["Ziel"]),
    ("`Panik` Ziel", ["Ziel"]),
    ("Ein Pfeil -> Ziel <- Feld", ["Ein", "Pfeil", "Ziel", "Feld"]),
    ("\ufeffZiel", ["Ziel"]),
    ("", []),
]

CASES = [*(("html", *row) for row in HTML), *(("md", *row) for row in MARKDOWN), *(("text", *row) for row in TEXT)]


@pytest.mark.parametrize(("kind", "text", "expected"), CASES)
def test_where_a_reference_may_stand(kind: str, text: str, expected: list[str]) -> None:
    assert words(text, kind) == expected


@pytest.mark.parametrize(
    ("kind", "text"), [("html", "<p>Ziel &amp;<br> Feld"), ("md", "Ziel\r\n`Feld`"), ("text", "ZIEL\n\ufeffFeld")]
)
def test_every_character_keeps_its_place(kind: str, text: str) -> None:
    view = readable(text, kind).view
    for word in ("Ziel", "Feld"):
        assert view.find(word) == text.find(word)


@pytest.mark.parametrize(
    ("kind", "text", "headings"),
    [
        ("html", "<h1>A</h1>x<h2>B</h2>", ["<h1>A", "<h2>B"]),
        ("html", "<p>A</p>", []),
        ("md", "# A\n\nx\n\n## B\n", ["# A", "## B"]),
        ("md", "A\n===\n\nB\n---\n", ["A\n===", "B\n---"]),
        ("text", "KAPITEL\nx\n1.2 Ziele\n", ["KAPITEL", "1.2 Ziele"]),
        ("text", "nur Text", []),
    ],
)
def test_sections_begin_with_their_headings(kind: str, text: str, headings: list[str]) -> None:
    assert [text[start:end] for start, end in readable(text, kind).sections] == headings


@pytest.mark.parametrize(
    ("kind", "text", "addresses"),
    [
        ("html", '<a href="/a/">x</a> <A HREF=/b/>y</A> <a name="c">z</a>', ["/a/", "/b/"]),
        ("html", '<a href="/?a=1&amp;b=2">x</a>', ["/?a=1&b=2"]),
        ("html", '<!-- <a href="/a/">x</a> --><script>"<a href=/b/>"</script>', []),
        ("md", "[x](/a/) [y](/b/ 'Titel') ![z](/c/)", ["/a/", "/b/"]),
        ("md", "[x] (/a/)", []),
        ("text", "[x](/a/)", ["/a/"]),
    ],
)
def test_links_that_are_there(kind: str, text: str, addresses: list[str]) -> None:
    found = [address for *_, address in readable(text, kind).links]
    assert [address for address in found if address] == addresses


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("SPALTEN", True),
        ("SPALTEN (X)", True),
        ("DER STURM (The Storm)", True),
        ("17.0 Die Angriffsfolge", True),
        ("• Waffen •", True),
        ("SPALTEN (2)", False),  # a value: an army list
        ("Spalten", False),
        ("W6", False),
        ("17.0 Die Angriffsfolge endet.", False),
        ("17 Figuren stehen da", False),
        ("- SPALTEN", False),
        ("| SPALTEN |", False),
        ("", False),
    ],
)
def test_headings_of_plain_text(line: str, expected: bool) -> None:
    text = f"Erste Zeile.\n{line}\nLetzte Zeile."
    assert ([text[start:end] for start, end in plain_headings(text)] == [line]) is expected


# fmt: off
TAGS = [
    "<", ">", "</", "/>", "<!", "<![", "<![CDATA[", "<!--", "-->", "<?", "?>", "<a", "<a<a<a", "</a>", "<b>", "</b>", "<p>",
    "<br/>", "<code>", "</code>", "<script>", "</script>", "<textarea>", "<title>", "</title", "<h1>", "</h2>", "<svg/>",
    "<a/>", "<a/href='x'>", '<a/href="',
]
ENTITIES = [
    "&", "&amp;", "&uuml;", "&#x110000;", "&#252", "&#99999999999", "&#", "&#x", "&notanentity", "&notanentity;", ";", "\0",
    '"', "'", "=",
]
MARKS = [
    "[", "]", "(", ")", "![", "](", "[[", "]]", "]:", "`", "``", "~~~", "#", "-", ">", "|", "\\", "*", "**", "_", "1.",
    "---", "===", "```",
]
# fmt: on
BLANKS = [" ", "    ", "\t", "\n", "\n\n", "\r\n", "\r", "\ufeff", "\u00ad"]
#: Markup that is never closed, closed twice, or no markup at all, glued at random.
SOUP = st.lists(
    st.sampled_from([*TAGS, *ENTITIES, *MARKS, *BLANKS, "Panik", "Schwere", "Reiterei", "17.0", "🎲", "u\u0308"]), max_size=25
).map("".join)
#: Any text that can be written in UTF-8.
ANY = st.text(st.characters(exclude_categories=["Cs"]))


@given(text=SOUP | ANY, kind=st.sampled_from(KINDS))
def test_any_text_is_readable_and_as_long_as_before(text: str, kind: str) -> None:
    read = readable(text, kind)
    assert len(read.view) == len(read.mask) == len(text)
    assert set(read.mask) <= {0, 1}
    assert "\r" not in read.view
    assert all(0 <= start <= end <= len(text) for start, end in read.sections)
    assert [start for start, _ in read.sections] == sorted(start for start, _ in read.sections)
    assert all(0 <= at <= len(text) for at, *_ in read.links)


@given(text=SOUP)
def test_html_shows_no_tag(text: str) -> None:
    """A "<" in the view was a "<" or an entity in the text, and none of a tag's letters shows."""
    view = readable(f"<p title='Panik'>{text}</p>", "html").view
    assert not view.startswith("<")
    assert "Panik" not in view[:17]


@given(text=st.text(st.characters(exclude_characters="<&\r\ufeff", exclude_categories=["Cs"])))
def test_html_without_markup_stays_as_it_is(text: str) -> None:
    assert readable(text, "html").view == text


#: Texts that made parsers slow: constructs that begin repeatedly and never end.
UNENDING = ["<a '", '<a "', "<a <a <a", "<!--", "<![", "</a", "<?", "&#", "&amp", "<code>"]
SLOW = [*UNENDING, "[[[[", "((((", "**", "](", "[a](", "[a", "`", "``a` ", "    a\n", "> ", "Ä "]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("piece", SLOW)
def test_reading_takes_time_as_long_as_the_text(piece: str, kind: str) -> None:
    """Twice the text takes about twice the time; four times would be quadratic. From small to large, so that a slow one fails soon."""

    def took(size: int) -> float:
        text = (piece * (size // len(piece) + 1))[:size]
        started = time.process_time()
        readable(text, kind)
        return time.process_time() - started

    assert_linear(took, [400 * 2**n for n in range(10)])  # up to 200 KB
