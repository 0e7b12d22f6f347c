"""Rendering: the HTML of Markdown, no foreign markup in it, and links that change nothing visible."""

import re
import time
from collections.abc import Sequence
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from nachschlag.generator.german.rule_numbers import parse_number
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.reference import Resolution
from nachschlag.generator.model.values import Entry, Licence, Part, Series, System
from nachschlag.generator.prose.body import sections
from nachschlag.generator.prose.markdown import render_blocks, render_inline, render_text, safe_address
from nachschlag.generator.references.references import find, vocabulary
from nachschlag.generator.references.resolve import Place, resolve_reference

SYSTEM = System(
    "spiel",
    "Spiel",
    "S",
    Licence("private"),
    parts=(Part("grund", "Grundregeln", abbreviations=("GR",), default=True),),
    series=(Series("section", ("Kapitel",)),),
)
LIBRARY = Library(
    [SYSTEM],
    [
        Entry("spiel/zielen", "spiel", "grund", "rule", "Zielen", number=parse_number("15.3")),
        Entry("spiel/treffer", "spiel", "grund", "rule", "Kritischer Treffer"),
        Entry("spiel/spalten", "spiel", "grund", "rule", "Spalten (X)"),
    ],
)
WORDS = vocabulary(LIBRARY, SYSTEM)


def resolved(text: str) -> list[Resolution]:
    return [resolve_reference(r, LIBRARY, Place("spiel", "grund")) for r in find(text, WORDS)]


def href(target: str) -> str:
    return f"/{target}"


def linked(text: str) -> str:
    """The text rendered with links, each link shortened to «Text→Ziel»."""
    html = render_text(text, resolved(text)).filled(href)
    return re.sub(r'<a class="verweis" href="/spiel/([^"]*)" data-id="spiel/[^"#]*">(.*?)</a>', r"«\2→\1»", html, flags=re.DOTALL)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**fett** und *kursiv*", "<p><strong>fett</strong> und <em>kursiv</em></p>"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
        ("Titel\n===", "<p>Titel ===</p>"),
        (
            "| A | B | C |\n|---|--:|---|\n| eins | **2** cm | zwei und drei |",
            '<div class="tabelle" role="group" aria-label="Tabelle" tabindex="0"><table class="n-tabelle">\n<thead>\n<tr>\n<th>A</th>\n'
            '<th class="rechts">B</th>\n<th>C</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td class="n-kurz">eins</td>\n'
            '<td class="rechts n-kurz"><strong>2</strong> cm</td>\n<td>zwei und drei</td>\n</tr>\n</tbody>\n</table></div>',
        ),
        ("<b>fett</b>", "<p>&lt;b&gt;fett&lt;/b&gt;</p>"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("<div>\n\n**x**\n</div>", "<p>&lt;div&gt;</p>\n<p><strong>x</strong> &lt;/div&gt;</p>"),
        ("<!-- geheim -->", "<p>&lt;!-- geheim --&gt;</p>"),
        ('<img src=x onerror="alert(1)">', "<p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt;</p>"),
        ("`<b>`", "<p><code>&lt;b&gt;</code></p>"),
        ("&lt;b&gt; &copy;", "<p>&lt;b&gt; ©</p>"),
        ("[x](https://example.org/?a=1&b=2)", '<p><a href="https://example.org/?a=1&amp;b=2">x</a></p>'),
        ("–1 auf MW (–2), 2–4", '<p><span class="n-fest">–1</span> auf MW (<span class="n-fest">–2</span>), 2–4</p>'),
        ("5 – 2 &amp; [x](../zielen/)", '<p>5 – 2 &amp; <a href="../zielen/">x</a></p>'),
        ("[x](../zielen/)", '<p><a href="../zielen/">x</a></p>'),
        ('[x](a.md "<b>")', '<p><a href="a.md" title="&lt;b&gt;">x</a></p>'),
        ("[x](<a\"onclick=alert(1)>)", '<p><a href="a%22onclick=alert(1)">x</a></p>'),
        ("<https://example.org>", '<p><a href="https://example.org">https://example.org</a></p>'),
        (
            "::: beispiel\nEine **Sechs**.\n:::",
            '<aside class="kasten kasten-beispiel" role="note" aria-label="Beispiel"><p class="kasten-titel">Beispiel</p>\n'
            "<p>Eine <strong>Sechs</strong>.</p>\n</aside>",
        ),
        ("::: achtung\nText\n:::", "<p>::: achtung Text :::</p>"),
        ("::: beispiele\nText\n:::", "<p>::: beispiele Text :::</p>"),
    ],
)  # fmt: skip
def test_markdown(text: str, html: str) -> None:
    assert render_text(text).filled() == html


def test_tables_are_wrapped() -> None:
    assert '<th aria-label="Zeile"></th>\n<th>B</th>' in render_text("| | B |\n|---|---|\n| | Zielen |").filled()
    html = render_text("| A | B |\n|---|:-:|\n| <i> | Zielen |", resolved("| A | B |\n|---|:-:|\n| <i> | Zielen |")).filled(href)
    assert html.startswith('<div class="tabelle" role="group" aria-label="Tabelle" tabindex="0"><table')
    assert html.endswith("</table></div>")
    assert "&lt;i&gt;" in html
    assert html.count('<a class="verweis"') == 1


def test_drawings_stand_in_figures() -> None:
    text = "::: bild a.svg\nEin <b>Kreis</b>.\n:::\n\n::: bild weg.svg\nFehlt.\n:::"
    [block] = render_blocks(text, drawings={"a.svg": "<svg>\n\n\n<g/></svg>"})
    assert block.html.filled() == (
        '<figure class="bild"><svg>\n<g/></svg><figcaption>\n<p>Ein &lt;b&gt;Kreis&lt;/b&gt;.</p>\n</figcaption></figure>\n'
        '<figure class="bild"><figcaption>\n<p>Fehlt.</p>\n</figcaption></figure>'
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Zielen und Zielen", "<p>«Zielen→zielen» und Zielen</p>"),
        ("Zielen\n\nGR 15.3", "<p>«Zielen→zielen»</p>\n<p>GR 15.3</p>"),
        ("Zielen, Spalten (2)", "<p>«Zielen→zielen», «Spalten (2)→spalten»</p>"),
        ("(15.3)", "<p>(«15.3→zielen»)</p>"),
        ("**Zielen**", "<p><strong>«Zielen→zielen»</strong></p>"),
        ("Kritischer\nTreffer", "<p>«Kritischer Treffer→treffer»</p>"),
        ("GR 99.9", "<p>GR 99.9</p>"),
        ("`Zielen` Zielen", "<p><code>Zielen</code> «Zielen→zielen»</p>"),
        ("[Zielen](a.md) Zielen", '<p><a href="a.md">Zielen</a> «Zielen→zielen»</p>'),
        ("[siehe\nZielen](a.md) Zielen", '<p><a href="a.md">siehe Zielen</a> «Zielen→zielen»</p>'),
        ("1. GR\n2. Zielen", "<ol>\n<li>GR</li>\n<li>«Zielen→zielen»</li>\n</ol>"),
        ("1. GR\n15. Zielen", "<ol>\n<li>GR</li>\n<li>«Zielen→zielen»</li>\n</ol>"),
        ("- Kritischer\n- Treffer", "<ul>\n<li>Kritischer</li>\n<li>Treffer</li>\n</ul>"),
        ("[[zielen]]", "<p>«Zielen→zielen»</p>"),
        ("[[zielen|**dort** & da]]", "<p>«<strong>dort</strong> &amp; da→zielen»</p>"),
        ("[[zielen|a]] [[zielen|b]]", "<p>«a→zielen» «b→zielen»</p>"),
        ("[[zielen|a]] Zielen", "<p>«a→zielen» Zielen</p>"),
        ("[[zielen|<b>x</b>]]", "<p>[[zielen|&lt;b&gt;x&lt;/b&gt;]]</p>"),
        ("[[weg|dort]]", "<p>dort</p>"),
        ("[[weg]]", "<p>weg</p>"),
        ("\\[[not]]", "<p>[[not]]</p>"),
        ("[[zielen|a `b]] c `d", "<p>[[zielen|a <code>b]] c </code>d</p>"),
        ("[[zielen|*a]] b*", "<p><em>a b</em></p>"),
        ("[[zielen|<https://x.de>]]", '<p>[[zielen|<a href="https://x.de">https://x.de</a>]]</p>'),
        ("    Zielen", "<pre><code>Zielen\n</code></pre>"),
        ("[a\nb](Zielen.md 'Zielen')", '<p><a href="Zielen.md" title="Zielen">a b</a></p>'),
        ("[a][1]\n\n[1]: Zielen.md", '<p><a href="Zielen.md">a</a></p>'),
        ("- ```Zielen\n  Zielen\n  ```", '<ul>\n<li>\n<pre><code class="language-Zielen">Zielen\n</code></pre>\n</li>\n</ul>'),
        ("![[[zielen|a]]](b.svg)", '<p>!<a href="b.svg">a</a></p>'),
    ],
)
def test_references_become_links(text: str, expected: str) -> None:
    assert linked(text) == expected


def test_marks_of_its_own_do_no_harm() -> None:
    text = "\ue0007\ue001Zielen\ue002 \ue000 Zielen"
    assert render_text(text, resolved(text)[:1]).filled(href).count("</a>") == 1
    for text in ("Zielen &#xE000;0&#xe001;x&#57346;", "Zielen &#57344;99&#057345;x&#x0e002;"):
        assert render_text(text, resolved(text)).filled(href).count("</a>") == 1
    assert render_text("\ue0007\ue001x\ue002").filled() == "<p>\ufffd7\ufffdx\ufffd</p>"


def test_first_mention_per_section() -> None:
    text = "Zielen, Zielen\n\n## Zielen\n\nZielen, Zielen\n\n### Ende\n\n[[zielen]]"
    blocks = render_blocks(text, resolved(text), sections=sections(text))
    assert [(b.section.id if b.section else None, b.level, b.html.filled(href).count("<a ")) for b in blocks] == [
        (None, 0, 1),
        ("zielen", 2, 1),
        ("ende", 3, 1),
    ]
    assert [b.html.filled(href, once=True).count("<a ") for b in blocks] == [1, 0, 1]
    assert [b.html.filled().count("<a ") for b in blocks] == [0, 0, 0]
    assert [b.heading.filled() for b in blocks] == ["", "<h2>Zielen</h2>", "<h3>Ende</h3>"]


def test_long_paragraphs_of_references_take_time_in_proportion() -> None:
    """The brackets after a reference are searched for nearby, not in the whole paragraph."""

    def seconds(count: int) -> float:
        word = "[[zielen]] ("
        [first] = resolved(word)
        starts = range(0, count * len(word), len(word))
        references = [first._replace(reference=first.reference._replace(start=at, end=at + 10)) for at in starts]
        start = time.process_time()
        render_text(word * count, references)
        return time.process_time() - start

    seconds(100)
    assert min(seconds(8000) for _ in range(3)) < 3 * 16 * min(seconds(500) for _ in range(3))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("a", [(None, "a")]),
        ("## A\n## B\nb", [("a", ""), ("b", "b")]),
        ("##\n\n## A\na", [(None, ""), ("a", "a")]),
        ("> ## Zitat\n\n## A\na", [(None, "Zitat"), ("a", "a")]),
        ("::: beispiel\n## B\n:::\n## A\na", [(None, "Beispiel B"), ("a", "a")]),
        ("::: achtung\n## B\n:::\n## A\na", [(None, "::: achtung B :::"), ("a", "a")]),
        ("```\n## B\n```\n## A\na", [(None, "## B"), ("a", "a")]),
        ("## A\na\n## A\nb", [("a", "a"), ("a-2", "b")]),
    ],
)
def test_blocks_stand_under_their_sections(text: str, expected: list[tuple[str | None, str]]) -> None:
    blocks = render_blocks(text, sections=sections(text))
    assert [(b.section.id if b.section else None, " ".join(visible(b.html.filled()).split())) for b in blocks] == expected


def test_inline_has_no_paragraph() -> None:
    assert render_inline("*Zielen* <b>", resolved("*Zielen* <b>")).filled(href).startswith('<em><a class="verweis"')
    assert render_inline("# kein Titel").filled() == "# kein Titel"


EVIL = [
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "  javascript:alert(1)",
    "java\tscript:alert(1)",
    "\x01javascript:alert(1)",
    "javascript\u200b:alert(1)",
    "&#106;avascript:alert(1)",
    "javascript&colon;alert(1)",
    "java&Tab;script:alert(1)",
    "java&NewLine;script&#x3a;alert(1)",
    "vbscript:x",
    "data:text/html,<script>alert(1)</script>",
    "DATA:image/svg+xml;base64,x",
    "file:///etc/passwd",
    "blob:x",
    "ftp://example.org",
    "http:javascript",
    "view-source:https://x.de",
]


@pytest.mark.parametrize("url", EVIL)
def test_unsafe_addresses(url: str) -> None:
    assert not safe_address(url)
    for text in (f"[x]({url})", f"[x](<{url}>)", f"![x]({url})", f"<{url}>", f"[x][1]\n\n[1]: {url}"):
        assert re.findall(r"<a\b|<img\b|href=|src=", render_text(text).filled()) == []


@pytest.mark.parametrize(
    "url",
    [
        "https://x.de",
        "HTTP://x.de",
        "mailto:a@x.de",
        "#ablauf",
        "a.md",
        "../a/",
        "/a/",
        "./a",
        "?q=javascript:x",
        "a/b:c",
        "",
        "javascript",
    ],
)
def test_safe_addresses(url: str) -> None:
    assert safe_address(url)


BLANKS = st.text(alphabet="\x00\x01\t\n\r \x0b\x0c\x1f\u200b", max_size=3)


@given(st.lists(BLANKS, min_size=12, max_size=12), st.lists(st.booleans(), min_size=11, max_size=11), st.text())
def test_javascript_never_passes(blanks: list[str], upper: list[bool], rest: str) -> None:
    letters = [c.upper() if up else c for c, up in zip("javascript:", upper, strict=True)]
    assert not safe_address("".join(b + c for b, c in zip(blanks, letters, strict=False)) + rest)


#: Elements that may contain others and must be closed; all other elements are void.
VOID = {"br", "hr", "img"}


class Reader(HTMLParser):
    """Reads the visible content of HTML; fails where tags do not nest or a link contains a link."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        assert tag != "a" or "a" not in self.open
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def visible(html: str) -> str:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return "".join(reader.text)


def without_links(html: str) -> str:
    """Remove our links from the HTML (only ours have this class, and they contain no others)."""
    return re.sub(r'<a class="verweis"[^>]*>(.*?)</a>', r"\1", html, flags=re.DOTALL)


PIECES = st.lists(
    st.sampled_from(
        [
            *(
                "Zielen",
                "GR 15.3",
                "Kritischer",
                "Treffer",
                "Spalten (2)",
                "GR",
                "Kapitel",
                "15.3",
                "[[zielen]]",
                "[[zielen|x]]",
                "[[treffer|*",
                "]]",
                "[[weg]]",
            ),
            *(
                "wirf",
                "ä",
                "\\",
                "`",
                "```\n",
                "*",
                "**",
                "_",
                "[",
                "](a.md)",
                "![",
                "<b>",
                "<https://x.de>",
                "&amp;",
                "|",
                "|---|---|\n",
            ),
            *(
                " ",
                " ",
                "\n",
                "\n\n",
                "\n- ",
                "\n1. ",
                "\n2. ",
                "\n15) ",
                "\n> ",
                "\n## ",
                "\n::: beispiel\n",
                "\n:::\n",
                "\n    ",
                "„",
                "“",
            ),
        ]
    ),
    max_size=25,
).map("".join)


def whole(text: str, references: Sequence[Resolution], with_links: bool) -> str:
    blocks = render_blocks(text, references, sections=sections(text))
    return "\n".join(block.html.filled(*[href] * with_links) for block in blocks)


@given(text=PIECES)
@example(text="[[zielen|*x]]*")
def test_links_change_nothing_a_reader_sees(text: str) -> None:
    references = resolved(text)
    with_links, plain = whole(text, references, True), whole(text, references, False)
    assert visible(with_links) == visible(plain)
    assert without_links(with_links) == plain
    assert not re.search("[\ue000-\uf8ff]", with_links)


@given(text=PIECES)
def test_marking_references_changes_no_markdown(text: str) -> None:
    """Except where the text itself changes: forced references, and parameters, whose ")" Markdown would see next to emphasis."""
    references = [r for r in resolved(text) if r.reference.type not in ("id", "parametrised")]
    assert whole(text, references, False) == whole(text, (), False)


@given(st.text())
def test_any_text_renders_well_formed(text: str) -> None:
    visible(whole(text, resolved(text), True))
    visible(render_inline(text, resolved(text)).filled(href))
