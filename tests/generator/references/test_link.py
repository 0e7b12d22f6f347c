"""Linking any text: the fields of each reference, the system of a text, and links that change nothing else."""

import contextlib
import functools
import re
import time
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from nachschlag.generator import load
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Entry, Licence, Part, System
from nachschlag.generator.prose.address import page_url
from nachschlag.generator.references.link import MOST_LINES, link, link_until, system_of, with_links
from nachschlag.generator.references.markup import KINDS

from tests.accuracy.marked import HERE as ACCURACY
from tests.growing import assert_linear

GAME = "kronenkrieg"


@functools.cache
def made_up() -> Library:
    """The three made-up systems."""
    library, findings = load(ACCURACY / "made_up")
    assert findings == []
    return library


def href(target: str, base: str = "") -> str:
    return base + page_url(made_up(), target)


def linked(text: str, kind: str, form: str | None = None, base: str = "", part: str = "", density: str = "first") -> str:
    return with_links(
        made_up(),
        text,
        GAME,
        href=lambda t: href(t, base),
        kind=kind,
        form=form or ("html" if kind == "html" else "md"),
        part=part,
        density=density,
    )


# -- link: what is said of each reference ---------------------------------------------------------------------------------------

#: A text, and for each reference in it: its words, its type, its target without the system ("" for none), its parameter.
FOUND: list[tuple[str, list[tuple[str, str, str, str]]]] = [
    ("Siehe Grundregeln, 17.0.", [("Grundregeln, 17.0", "part+number", "die-angriffsfolge", "")]),
    ("(siehe 15.3)", [("15.3", "number", "hoehenzug", "")]),
    ("Kapitel 6", [("Kapitel 6", "chapter", "schlachtbefehle", "")]),
    ("auf Seite 99", [("Seite 99", "page", "", "")]),
    ("auf Seite 11", [("Seite 11", "page", "seite/11", "")]),
    ("Lies Tabelle 13.1", [("Tabelle 13.1", "table", "paniktafel", "")]),
    ("Siehe Abbildung 2.1.", [("Abbildung 2.1", "figure", "abbildung-2-1", "")]),
    ("in voller Panik", [("Panik", "title", "panik", "")]),
    ("Durchstoßen (2)", [("Durchstoßen (2)", "parametrised", "durchstossen", "2")]),
    ("**RÜSTUNG (5+)**", [("RÜSTUNG (5+)", "parametrised", "ruestung", "5+")]),
    ("Wildheit (+1)", [("Wildheit (+1)", "parametrised", "wildheit", "+1")]),
    ("zwei Kriegsräte", [("Kriegsräte", "term", "glossar/kriegsrat", "")]),
    ("die Sichtlinie", [("Sichtlinie", "term", "sichtbahn", "")]),
    ("line of sight", [("line of sight", "english", "sichtbahn", "")]),
    ("Panik, Panik", [("Panik", "title", "panik", ""), ("Panik", "title", "panik", "")]),
    ("GR 99.9", [("GR 99.9", "part+number", "", "")]),
    ("Nichts dergleichen, 3W6 und 8\".", []),
    ("", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_what_is_said_of_a_reference(text: str, expected: list[tuple[str, str, str, str]]) -> None:
    said = [(f.text, f.type, (f.target or "").removeprefix(f"{GAME}/"), f.parameter) for f in link(made_up(), text, GAME)]
    assert said == expected


@pytest.mark.parametrize(
    ("text", "part", "target", "candidates"),
    [
        ("Versorgung", "", None, {"belagerung-versorgung", "heeresbau-versorgung"}),
        ("Versorgung", "heeresbau", "heeresbau-versorgung", set()),
        ("Deckung", "", "grundregeln-deckung", set()),
        ("Deckung", "belagerung", "belagerung-deckung", set()),
        ("(siehe 3.1)", "heeresbau", "leibwache", set()),
        ("(siehe 3.1)", "", "hoehenstufe", set()),
        ("GR 99.9", "", None, set()),
    ],
)
def test_candidates_only_where_there_is_no_target(text: str, part: str, target: str | None, candidates: set[str]) -> None:
    [found] = link(made_up(), text, GAME, part=part)
    assert found.target == (f"{GAME}/{target}" if target else None)
    assert set(found.candidates) == {f"{GAME}/{one}" for one in candidates}


@pytest.mark.parametrize(
    ("kind", "text", "start", "line", "written"),
    [
        ("text", "🎲 Ä\u0308 Panik", 5, 1, "Panik"),
        ("text", "eins\nzwei\nin Panik", 13, 3, "Panik"),
        ("text", "eins\r\nzwei\r\nin Panik", 15, 3, "Panik"),
        ("text", "\ufeffin Panik", 4, 1, "Panik"),
        ("text", "Schwere\nReiterei", 0, 1, "Schwere\nReiterei"),
        ("text", "Schwere\r\nReiterei", 0, 1, "Schwere\r\nReiterei"),
        ("md", "# Panik\r\n\r\nin Panik", 14, 3, "Panik"),
        ("html", "<p>\n<b>Panik</b>", 7, 2, "Panik"),
        ("html", "<p>&Uuml;bergabe", 3, 1, "&Uuml;bergabe"),
        ("html", "<p>R&uuml;stungswurf.", 3, 1, "R&uuml;stungswurf"),
        ("html", "<p>Vorsto&szlig;.", 3, 1, "Vorsto&szlig;"),
        ("html", "<p>Vorsto&#xDF;!", 3, 1, "Vorsto&#xDF;"),
    ],
)  # fmt: skip
def test_places_count_code_points_and_lines_of_the_input(kind: str, text: str, start: int, line: int, written: str) -> None:
    [found] = link(made_up(), text, GAME, kind=kind)
    assert (found.start, found.end, found.line, found.text) == (start, start + len(written), line, written)


def test_a_forced_reference_is_no_type_of_the_contract() -> None:
    assert link(made_up(), "[[panik]] und [[panik|dort]]", GAME) == []


@pytest.mark.parametrize("system", ["nirgends", ""])
def test_an_unknown_system_finds_nothing(system: str) -> None:
    assert [found for found in link(made_up(), "Panik, GR 17.0", system) if not system] == link(
        made_up(), "Panik, GR 17.0", system
    )


@pytest.mark.parametrize("text", ["Versorgung (" * 3000, "Eins.\n\n" + "Panik (" * 3000])
@pytest.mark.parametrize("kind", KINDS)
def test_any_number_of_names_may_stand_in_brackets(text: str, kind: str) -> None:
    assert len(link(made_up(), text, GAME, kind=kind)) == 3000


# -- which system ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "system"),
    [
        ("Wir spielten Kronenkrieg. Die Panik kam früh.", "kronenkrieg"),
        ("Nebelmark, zweite Nacht: Der Torfgolem hatte Schrecken (2).", "nebelmark"),
        ("Mein Sprungantrieb war hin, der Schildgenerator auch, und dann die Meuterei.", "sternfahrer"),
        ("Die Moralprobe misslang, der Rammbock brannte, Runenweber (2) half nicht.", "kronenkrieg"),
        ("Der Trefferwurf misslang.", None),  # in two systems
        ("Deckung, Söldner, Sturmlauf", None),
        ("Es war ein schöner Abend.", None),
        ("3W6, 17.0, Kapitel 3, Seite 4", None),
        ("Der Rammbock stand vor dem Schildgenerator, der Torfgolem daneben.", None),
        ("", None),
    ],
)
def test_which_system_a_text_is_about(text: str, system: str | None) -> None:
    assert system_of(made_up(), text) == system
    found = link(made_up(), text)
    assert found == (link(made_up(), text, system) if system else [])


def test_the_only_system_needs_no_sign() -> None:
    only = System("spiel", "Spiel", "S", Licence("private"), parts=(Part("regeln", "Regeln"),))
    library = Library([only], [Entry("spiel/wut", "spiel", "regeln", "rule", "Wut")])
    assert system_of(library, "nichts") == "spiel"
    assert [found.target for found in link(library, "In voller Wut.")] == ["spiel/wut"]


def test_no_system_at_all() -> None:
    assert system_of(Library(), "Panik") is None
    assert link(Library(), "Panik") == []


# -- links --------------------------------------------------------------------------------------------------------------------

MD = "[{}](/kronenkrieg/{}/)"
HTML = '<a href="/kronenkrieg/{}/">{}</a>'

#: Kind, text, and the text with links: "{Panik|panik}" stands for a link.
LINKED: list[tuple[str, str]] = [
    ("text", "Wer {Panik|panik} hat, flieht."),
    ("text", "Siehe {Grundregeln, 17.0|die-angriffsfolge}, und {S. 11|seite/11}."),
    ("text", "{Durchstoßen (2)|durchstossen} und {Wildheit (+1)|wildheit}"),
    ("text", "{Panik|panik}, Panik, Panik"),
    ("text", "PANIK\n{Panik|panik}\n\n17.2 Wundwurf\n{Panik|panik}"),
    ("text", "{Panik|panik} & <kein Tag> \"{Furt|furt}\""),
    ("text", "Versorgung oder GR 99.9"),
    ("text", "{schwere\r\nReiterei|glossar/schwere-reiterei}\r\n"),
    ("md", "# Panik\n\n{Panik|panik}, Panik\n\n## Furt\n\n{Panik|panik}"),
    ("md", "**{Panik|panik}** und *{Furt|furt}* und „{Hochwasser|hochwasser}“"),
    ("md", "`Panik` [Panik](x) {Panik|panik}"),
    ("md", "[dort](/kronenkrieg/panik/) Panik {Furt|furt}"),
    ("md", "[dort](https://example.org/regeln/kronenkrieg/panik/) Panik {Furt|furt}"),
    ("md", "!Panik"),
    ("md", "\\Panik"),
    ("md", "*Schwere* *Reiterei*"),
    ("md", "_Schwere_ _Reiterei_"),
    ("md", "**Pa**nik"),
    ("md", "x**Panik** und **Furt**2"),
    ("md", "[Furt \\[Panik](x) {Panik|panik}"),
    ("md", "# ```\nPanik``` Furt```"),
    ("md", "- ```\n- Panik``` Furt```"),
    ("md", "- ```\nPanik``` Furt```"),
    ("md", "Panik*(dort)*, und *(dort)*Furt, \u00ad*Hochwasser*"),
    ("md", "(*{Panik|panik}*), **große {Furt|furt}**."),
    ("md", "| {Panik|panik} | Panik |\n|---|---|\n| x | {Furt|furt} |"),
    ("md", "[{Panik|panik}] ({Furt|furt})"),
    ("md", "1. jedes Kapitel\n6. {Panik|panik}"),
    ("md", "- jedes Kapitel\n\n  6 {Panik|panik}"),
    ("md", "| jedes Kapitel|6 |\n|---|---|\n| Schwere|{Reiterei|reiterei} |"),
    ("md", "> jedes Kapitel\n\n6 gilt"),
    ("html", "<ul><li>jedes Kapitel<li>6 gilt</ul>"),
    ("html", "<table><tr><td>Schwere<td>{Reiterei|reiterei}<tr><td>in den Grundregeln<td>(siehe {15.3|hoehenzug})</table>"),
    ("html", "<p>Wer {Panik|panik} hat, <b>{Furt|furt}</b>"),
    ("html", "<h2>Panik</h2><p>{Panik|panik}<p>Panik<h2>x</h2>{Panik|panik}"),
    ("html", "<p title='Panik'><a href='/x/'>Panik</a> <code>Panik</code> {Panik|panik}"),
    ("html", "<a href='/kronenkrieg/panik/'>dort</a> Panik {Furt|furt}"),
    ("html", "<p>{R&uuml;stungswurf|ruestungswurf} und {Vorsto&szlig;|glossar/vorstoss}, {&Uuml;bergabe|uebergabe}"),
    ("html", "<b>Schwere</b> <i>Reiterei</i> <b>Pa</b>nik"),
    ("html", "<p>{Panik|panik}<span></span> <!-- Furt --><script>'Furt'</script>"),
]  # fmt: skip

_MARKED = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")


@pytest.mark.parametrize(("kind", "marked"), LINKED)
def test_where_links_come(kind: str, marked: str) -> None:
    expected = _MARKED.sub(lambda m: HTML.format(m[2], m[1]) if kind == "html" else MD.format(m[1], m[2]), marked)
    assert linked(_MARKED.sub(r"\1", marked), kind) == expected


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("text", "Panik & <b>\nFurt\n\nEnde", ["<p>{Panik|panik} &amp; &lt;b&gt;", "<br>{Furt|furt}</p>", "<p>Ende</p>"]),
        ("text", "", []),
        ("md", "# Panik\n\n*Panik*, Panik <b>", ["<h1>Panik</h1>", "<p><em>{Panik|panik}</em>, Panik &lt;b&gt;</p>"]),
        ("md", "# A\n\nPanik\n\n# B\n\nPanik", ["<h1>A</h1>", "<p>{Panik|panik}</p>", "<h1>B</h1>", "<p>{Panik|panik}</p>"]),
        ("md", "`Panik` [Panik](x)", ['<p><code>Panik</code> <a href="x">Panik</a></p>']),
    ],
)
def test_text_and_markdown_become_html(kind: str, text: str, expected: list[str]) -> None:
    made = re.sub(r'<a (?:class="verweis" )?href="/kronenkrieg/([^"]*)/"[^>]*>(.*?)</a>', r"{\2|\1}", linked(text, kind, "html"))
    assert made.split("\n") == [*expected, ""] or made == "\n".join(expected)


def test_an_address_with_marks_of_its_own_stays_one_link() -> None:
    made = with_links(made_up(), "in Panik", GAME, href=lambda _: 'x?a="b"&c', kind="html", form="html")
    assert made == 'in <a href="x?a=&quot;b&quot;&amp;c">Panik</a>'


# -- what always holds --------------------------------------------------------------------------------------------------------

# fmt: off
PIECES = [
    "Panik", "Panik", "PANIK", "Furt", "Schwere", "Reiterei", "schwere Reiterei", "Sturm", "lauf", "Durchstoßen (2)", "(2)", "Ziel",
    "Ziel 3", "Wert", "Grundregeln", "GR 17.0", "17.0", "(siehe 3.1)", "(siehe oben)",
    "Kapitel 6", "und 7", "Tabelle 3.1", "S. 13", "auf Seite 20",
    "line of sight", "Versorgung", "Vorstoß", "Übergabe", "Nebelmark", "3W6", '8"', "[[panik]]", "[[furt|dort]]",
]
BETWEEN = [*" .:!(){}„“-&\t🎲\ufeff\u00ad", " ", " ", ", ", "\n", "\n\n", "\r\n", "\r\n\r\n", "u\u0308"]
MARKDOWN = [
    "*", "**", "_", "`", "``", "```\n", "\n# ", "\n---\n", "\n- ", "\n1. ", "\n> ", "\n    ", "|", "\\", "~", "[", "]", "](x)",
    "[Panik](x)", "![Panik](x)", "[1]", "\n\n[1]: x\n", "<b>", "</b>", '<i title="Panik">', "<a href=x>", "</a>", "<code>", "</code>",
    "<!--", "-->", "<https://x.example/Panik>",
]
TAGS = [
    "<p>", "</p>", "<b>", "</b>", "<i title='Panik'>", "</i>", "<span>", "</span>", "<br>", "<h2>", "</h2>", "<a href=x>", "<a>", "</a>",
    "<a href=x/>", "<code>", "</code>", "<script>", "</script>", "<textarea>", "</textarea>", "<!--", "-->", "<!", "<", ">", "&uuml;",
    "&szlig;", "&Uuml;", "&amp", "&#223;",
]
# fmt: on


def glued(*more: str) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from([*PIECES, *BETWEEN, *more]), max_size=20).map("".join)


ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)
TEXTS = {"text": glued(*MARKDOWN[:15]) | ANY, "md": glued(*MARKDOWN) | ANY, "html": glued(*TAGS) | ANY}
KIND_AND_TEXT = st.sampled_from(KINDS).flatmap(lambda kind: st.tuples(st.just(kind), TEXTS[kind]))

#: A link as `with_links` writes it.
OURS = {
    "html": re.compile(r'<a href="BASE/[^"<>]*">([^<>]*)</a>'),
    "md": re.compile(r"\[([^\[\]]*)\]\(BASE/[^()\s]*\)"),
    "text": re.compile(r"\[([^\[\]]*)\]\(BASE/[^()\s]*\)"),
}


@given(
    case=KIND_AND_TEXT, system=st.sampled_from([GAME, "nebelmark", None]), part=st.sampled_from(["", "grundregeln", "nirgends"])
)
def test_linking_never_raises_and_spans_hold(case: tuple[str, str], system: str | None, part: str) -> None:
    kind, text = case
    end = 0
    for found in link(made_up(), text, system, part=part, kind=kind):
        assert end <= found.start < found.end <= len(text)
        assert text[found.start : found.end] == found.text
        assert found.line == text.count("\n", 0, found.start) + 1
        assert found.type in {
            "number",
            "part+number",
            "chapter",
            "page",
            "table",
            "figure",
            "title",
            "parametrised",
            "term",
            "english",
            "relative",
        }
        assert not (found.target and found.candidates)
        assert len(found.candidates) != 1
        end = found.end


@given(case=KIND_AND_TEXT)
def test_without_its_links_the_text_is_the_input(case: tuple[str, str]) -> None:
    kind, text = case
    assert OURS[kind].sub(r"\1", linked(text, kind, base="BASE")) == text


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("md", "Ziel 3 Panik"),  # "Ziel 3" counts the Panik, also when that is a link
        ("html", "Ziel 3 Panik"),
        ("md", "Panik (S. 14)"),  # the page is that of the Panik, also when that is a link
        ("html", "<p>Panik (S. 14)"),
        ("text", "PanikKapitel 6"),
        ("md", "Tabelle 3.1, S. 7, Panik und Panik"),
        ("html", "<b>Panik</b> und Panik"),
    ],
)
def test_links_change_nothing_about_what_stands_beside_them(kind: str, text: str) -> None:
    once = linked(text, kind, base="https://regeln.example")
    assert "<a " in once or "](" in once
    assert linked(once, kind, base="https://regeln.example") == once
    assert linked(once, kind) == once


@given(case=KIND_AND_TEXT)
def test_linking_again_changes_nothing(case: tuple[str, str]) -> None:
    kind, text = case
    once = linked(text, kind)
    assert linked(once, kind) == once


@given(case=KIND_AND_TEXT)
def test_linking_again_under_another_address_changes_nothing(case: tuple[str, str]) -> None:
    kind, text = case
    once = linked(text, kind, base="https://regeln.example/hier")
    assert linked(once, kind, base="https://example.org") == once
    assert linked(once, kind) == once


@given(text=TEXTS["md"])
def test_links_in_markdown_change_nothing_but_links(text: str) -> None:
    """Rendered, the linked text is the input's HTML with links in it: no emphasis, code, table, list or tag is cut.

    A byte order mark is no part of the text, as in cmark; markdown-it takes it for a letter.
    """
    render: Callable[[str], str] = MarkdownIt("commonmark").enable("table").render
    ours = re.compile(r'<a href="BASE/[^"]*">(.*?)</a>', re.DOTALL)
    text = text.removeprefix("\ufeff")
    assert ours.sub(r"\1", render(linked(text, "md", base="BASE"))) == render(text)


class Reader(HTMLParser):
    """The text that a page shows, and whether one of our links is in a forbidden place."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self.shown: list[str] = []
        self.open: list[str] = []
        self.wrong = False
        with contextlib.suppress(AssertionError):  # "<![x": there this parser ends
            self.feed(text)
            self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a" and (dict(attrs).get("href") or "").startswith("BASE/"):
            self.wrong |= any(name in ("a", "code", "script", "textarea", "h2") for name in self.open)
        else:
            self.shown.append(f"<{tag} {attrs}>")
        if tag == "a" and "a" in self.open:  # it ends the one before
            self.open.remove("a")
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.shown.append(f"<{tag} {attrs}/>")

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            self.open.remove(tag)

    def handle_data(self, data: str) -> None:
        self.shown.append(data)

    def handle_entityref(self, name: str) -> None:
        self.shown.append(f"&{name}")

    def handle_charref(self, name: str) -> None:
        self.shown.append(f"&#{name}")


@given(text=TEXTS["html"])
def test_links_in_html_change_nothing_but_links(text: str) -> None:
    """Tags, attributes, entities and what is shown stay; no link comes into a link, code, a script or a heading."""
    before, after = Reader(text), Reader(linked(text, "html", base="BASE"))
    assert "".join(after.shown) == "".join(before.shown)
    assert not after.wrong


@given(case=KIND_AND_TEXT)
def test_html_comes_of_any_text(case: tuple[str, str]) -> None:
    kind, text = case
    made = linked(text, kind, "html")
    assert made.count("<a ") >= made.count('<a class="verweis"')
    assert linked(text, kind, "html") == made


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "piece",
    [
        "Panik ",
        "17.0, ",
        "GR 17.0 und ",
        "(siehe ",
        "„Panik“, S. 13\n",
        "[Panik](/kronenkrieg/panik/) ",
        "<b>Panik</b> ",
        "# Panik\n\nPanik\n\n",
        "Schwere ",
        "Panik-",
        "Kapitel ",
        "1.1.1.1.",
    ],
)
def test_linking_takes_time_as_long_as_the_text(piece: str, kind: str) -> None:
    """Twice the text takes about twice the time; four times would be quadratic. From small to large, so that a slow one fails soon."""
    assert_linear(time_of(piece, kind), [800 * 2**n for n in range(6)])  # up to 26 KB


@pytest.mark.parametrize(
    ("kind", "piece"),
    [
        ("md", "**Panik** "),
        ("text", '"Panik'),
        ("text", "Kapitel 3, Seite 13 "),
        ("md", "| Ziel | Panik |\n|---|---|\n\n"),
        ("md", "- Panik, Furt und Schwere Reiterei\n"),
        ("md", "> **Panik\n"),
        ("text", "Panik, Furt (siehe oben) "),
    ],
)
def test_linking_takes_time_as_long_as_a_long_text(piece: str, kind: str) -> None:
    """Each name and citation searches only its near surroundings, so that many of them take linear time."""
    assert_linear(time_of(piece, kind), [6400 * 2**n for n in range(5)])  # up to 100 KB


def time_of(piece: str, kind: str) -> Callable[[int], float]:
    """The time that linking a text of so many characters takes, all of them this piece."""
    linked("warm up", kind)

    def took(size: int) -> float:
        text = (piece * (size // len(piece) + 1))[:size]
        started = time.process_time()
        linked(text, kind)
        return time.process_time() - started

    return took


@pytest.mark.parametrize(
    ("density", "links"),
    [
        ("all", ["Panik", "Panik", "17.0", "17.0", "Panik", "17.0"]),
        ("first", ["Panik", "17.0", "Panik", "17.0"]),
        ("key", ["Panik", "17.0", "17.0", "17.0"]),
    ],
)
def test_the_density_of_links_can_be_chosen(density: str, links: list[str]) -> None:
    text = "Panik ist Panik (17.0, 17.0).\n\n## Mehr\n\nPanik (siehe 17.0).\n"
    made = linked(text, "md", density=density)
    assert re.findall(r"\[([^\]]+)\]\(", made) == links
    assert linked(made, "md", density=density) == made


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("piece", ["Panik, ", "**Furt** ", "Kapitel 5, S. 19. ", "17.0 ", "siehe oben. ", "„Furt“\n", "| Furt "])
def test_only_so_many_places_of_a_text_are_looked_at(piece: str, kind: str) -> None:
    text = piece * 40
    found, until = link_until(made_up(), text, GAME, kind=kind, most=30)
    assert 0 < until < len(text)
    assert link_until(made_up(), text * 3, GAME, kind=kind, most=30) == (found, until)
    assert (found, until) == (link(made_up(), text[:until], GAME, kind=kind), until)
    assert link_until(made_up(), text, GAME, kind=kind, most=200)[1] == len(text)


def test_a_cut_text_has_no_other_references_than_the_whole() -> None:
    text = "Panik und Furt und Heldengefolge und Angstpaniken und noch einmal " * 30  # without a sentence's end
    whole = link(made_up(), text, GAME)
    for most in range(10, 60):
        found, until = link_until(made_up(), text, GAME, most=most)
        assert found == whole[: len(found)], most
        assert all(one.end <= until for one in found), most


def test_of_markdown_so_many_lines_are_read() -> None:
    text = "a\n" * (MOST_LINES - 1) + "Panik\nPanik\n"
    found, until = link_until(made_up(), text, GAME, kind="md")
    assert ([one.line for one in found], text[until:]) == ([MOST_LINES], "Panik\n")
    assert with_links(made_up(), text, GAME, href=href, kind="md", density="all").count("](") == 1
    assert len(link(made_up(), text, GAME)) == 2


@pytest.mark.parametrize(
    "rest",
    [
        "[Panik\nund](x)",
        "[Panik\nund][a]\n\n[a]: x",
        "[Panik]\nund\n\n[panik]: x",
        "![Panik\nund](x)",
        "`Panik\nund`",
        "<!-- Panik\nund -->",
        "<a href=x>Panik\n\nund</a>",
    ],
)
def test_the_last_line_read_of_markdown_cuts_no_markup(rest: str) -> None:
    text = "a\n" * (MOST_LINES - 1) + rest
    found, until = link_until(made_up(), text, GAME, kind="md")
    assert found == []
    assert text[until:].startswith((rest, "und\n\n[panik]"))
