"""Any reading of a book becomes files that load, have the book's content, and can be traced back to it."""

from __future__ import annotations

import json
import re
import tempfile
import unicodedata
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nachschlag.generator.ingest.drafts import Draft, Reading, Source, Span
from nachschlag.generator.ingest.editions.rereading import read_over
from nachschlag.generator.ingest.storing import alone, store
from nachschlag.generator.ingest.structure.profile import Profile
from nachschlag.generator.ingest.structure.recognise import read_rules
from nachschlag.generator.ingest.structure.spans import faults, spans_record, to_text
from nachschlag.generator.ingest.writing import draft_files
from nachschlag.generator.ingest.writing.as_body import as_body
from nachschlag.generator.model.values import KINDS
from nachschlag.generator.proofing.checks import run_checks
from nachschlag.generator.prose.markdown import render_text
from nachschlag.generator.references.graph import link_library
from nachschlag.generator.references.look_up import look_up
from nachschlag.generator.references.references import forced_ids

from tests.tries import tries

from .edition import DAY, edition, entry_file, errors, give_back, loaded, read, rule, term
from .test_recognise import PROFILES, TEXTS

#: Texts as in books and in bad readings of them: marks of Markdown, YAML and HTML, control characters, any script.
_MARKS = [
    "# ",
    "## ",
    ":::",
    "[[",
    "]]",
    "```",
    "~~~",
    "---",
    "===",
    "    ",
    "\t",
    "|",
    "- ",
    "• ",
    "1. ",
    "1) ",
    "> ",
    "<b>",
    "</script>",
]
_MARKS += [
    "&amp;",
    "\\",
    "*",
    "_",
    "`",
    "]: x",
    "[a](b)",
    "![",
    "\n",
    "\n\n",
    "\r\n",
    "\u2028",
    "\x85",
    "\x00",
    "\u202e",
    "\ufeff",
    "\ue000",
]
_MARKS += [
    "'",
    '"',
    ": ",
    "{",
    "}",
    "%",
    "@",
    "!",
    "#",
    "null",
    "no",
    "2026-01-02",
    "Wald",
    "Moor",
    "ß",
    "Ä",
    "…",
    "$x$",
    "<!--",
    "::: bild x.svg",
]
texts = st.lists(st.sampled_from(_MARKS) | st.text(max_size=8), max_size=12).map("".join)
titles = (
    st.sampled_from(["Wald", "WALD", "Wald (X)", "Moor", "index", "glossar", "†", "", "Ä" * 300, "a: b", "---", "17.0"]) | texts
)
numbers = st.sampled_from(["", "17.0", "2.1.1", "I)", "Tabelle 6.2", "Kapitel 3", "1)", "x", "17.0"]) | st.text(max_size=4)
parts = st.sampled_from(["", "Gelände", "Höhen", "GELÄNDE", "index", "†", "Gelände-2", "Glossar"]) | titles
cards = st.none() | st.dictionaries(st.sampled_from(["timing", "cost", "effect", "declare"]), texts, max_size=3)
tables = st.none() | st.fixed_dictionaries(
    {
        "table": st.fixed_dictionaries(
            {"columns": st.just(["A", "B"]), "rows": st.lists(st.tuples(texts, texts).map(list), max_size=3)}
        )
    }
)


#: The markup that a book's text may become. A heading of the first level belongs to the entry itself.
SHOWN = {
    "p",
    "ul",
    "ol",
    "li",
    "em",
    "strong",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "br",
    "div",
}


@st.composite
def books(draw: st.DrawFn) -> Reading:
    """Readings with any content."""
    drafts: list[Draft] = []
    for index in range(draw(st.integers(1, 6))):
        above = st.none() | st.integers(0, index - 1) if index else st.none()
        more = {
            "part": draw(parts),
            "title_en": draw(texts),
            "number": draw(numbers),
            "page": draw(st.none() | st.integers(0, 9999)),
        }
        more |= {"aliases": tuple(draw(st.lists(titles, max_size=2))), "abbreviations": tuple(draw(st.lists(texts, max_size=2)))}
        if draw(st.booleans()):
            drafts.append(term(draw(titles), draw(texts), entry=draw(above), **more))
        else:
            more |= {
                "card": draw(cards),
                "data": draw(tables),
                "kind": draw(st.sampled_from([*KINDS, "ding"])),
                "parent": draw(above),
            }
            drafts.append(rule(draw(titles), draw(texts), **more))
    return edition(drafts, draw(st.sampled_from(["moos.txt", "a: b.pdf", ".txt", "\x07.md", "x" * 300])))


@given(books())
@settings(max_examples=tries(150), deadline=None)
def test_anything_that_was_read_loads_and_is_found_by_its_id(reading: Reading) -> None:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        outcome = read(out, *reading.drafts)
        library = loaded(out)
        entries = [id_ for id_, draft in zip(outcome.ids, reading.drafts, strict=True) if not draft.term]
        terms = [id_ for id_, draft in zip(outcome.ids, reading.drafts, strict=True) if draft.term]
        assert sorted(library.entries) == sorted(entries)
        assert sorted(library.terms) == sorted(terms)
        record = json.loads((out / "ingest/moos/spans.json").read_bytes())
        assert [row["id"] for row in record["entries"]] == list(outcome.ids)
        assert read(out, *reading.drafts).same


def test_a_short_rule_is_on_one_line(tmp_path: Path) -> None:
    read(tmp_path, rule("Wald", "Ein Wald aus Holz\rbrennt auf 4+. Mehr nicht."))
    (entry,) = loaded(tmp_path).entries.values()
    assert entry.short == "Ein Wald aus Holz brennt auf 4+."


@given(texts)
@settings(max_examples=tries(300), deadline=None)
def test_a_text_is_shown_with_every_letter_and_as_text_only(text: str) -> None:
    text = re.sub(r"[\\[\]&`]", "", text)  # escapes, links, entities and code are marks that a book may intend
    body = as_body(text)
    html = render_text(body).filled()
    shown = unescape(re.sub(r"<[^>]*>", " ", html))
    assert _letters(shown) == _letters(text)
    assert set(re.findall(r"<(\w+)", html)) <= SHOWN
    assert list(forced_ids(body)) == []


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<b>fett</b>", "<p>&lt;b&gt;fett&lt;/b&gt;</p>"),
        ("[Wald](javascript:wald) <javascript:wald>", "<p>[Wald](javascript:wald) &lt;javascript:wald&gt;</p>"),
        ("17. Wald\n18. Moor", '<ol start="17">\n<li>Wald</li>\n<li>Moor</li>\n</ol>'),
        ("1. Wald\n\n3. Moor", "<ol>\n<li>Wald</li>\n</ol>\n<p>3. Moor</p>"),
        ("> 3 Zoll", "<p>&gt; 3 Zoll</p>"),
        ("[1]: Siehe Wald", "<p>[1]: Siehe Wald</p>"),
        ("[[wald]]", "<p>[[wald]]</p>"),
        ("    eingerückt\n\tauch", "<p>eingerückt auch</p>"),
        (
            "1. Wald\n   - Moor\n     1. See\n     2. Bach\n2. Berg\n\n      Fels\n\n         Grat",
            "<ol>\n<li>\n<p>Wald</p>\n<ul>\n<li>Moor\n<ol>\n<li>See</li>\n<li>Bach</li>\n</ol>\n</li>\n</ul>\n</li>\n"
            "<li>\n<p>Berg</p>\n<p>Fels</p>\n<p>Grat</p>\n</li>\n</ol>",
        ),
        ("```\n[[Wald]]\n  /\\ <b>\n```\nMoor", "<pre><code>[[Wald]]\n  /\\ &lt;b&gt;\n</code></pre>\n<p>Moor</p>"),
        ("Wald\n```\nMoor", "<p>Wald ``` Moor</p>"),
        (
            "Held*innen und *alle* Krieger*innen **jede*r**",
            "<p>Held*innen und <em>alle</em> Krieger*innen <strong>jede*r</strong></p>",
        ),
        ("~~~\nWald\n~~~", "<p>~~~ Wald ~~~</p>"),
        ("::: bild wald.svg\nWald\n:::", "<p>::: bild wald.svg Wald :::</p>"),
        ("Wald\n----\nMoor", "<p>Wald ---- Moor</p>"),
        ("• Wald\n• Moor", "<ul>\n<li>Wald</li>\n<li>Moor</li>\n</ul>"),
        ("![Wald](https://example.org/wald.png)", '<p>!<a href="https://example.org/wald.png">Wald</a></p>'),
        ("Wald\x00\u202e\ue000", "<p>Wald</p>"),
    ],
)
def test_text_like_marks_stays_text(text: str, html: str) -> None:
    assert render_text(as_body(text)).filled() == html


@given(st.sampled_from(list(zip(PROFILES, TEXTS, strict=True))), st.data())
@settings(max_examples=tries(60), deadline=None)
def test_spans_and_source_give_the_book_back(book: tuple[Profile, str], data: st.DataObject) -> None:
    profile, text = book
    cut = text[data.draw(st.integers(0, len(text))) :][: data.draw(st.integers(0, len(text)))]
    reading = read_rules(Source("moos.txt", "text", cut), profile)
    assert faults(reading) == []
    record = json.loads(to_text(spans_record(reading, [f"moos/{index}" for index in range(len(reading.drafts))])))
    assert give_back(record, cut) == cut


def test_faults_names_gaps_and_overlaps() -> None:
    reading = edition([rule("Wald", "Er brennt."), rule("Moor", "Es sinkt.")])
    assert faults(reading) == []
    first, second = reading.drafts
    assert faults(replace(reading, drafts=(first,))) == ["Von Zeichen 18 bis 35 gehört der Text niemandem."]
    twice = replace(second, spans=(Span(10, 35),))
    assert faults(replace(reading, drafts=(first, twice))) == ["Von Zeichen 10 bis 18 gehört der Text zweien."]
    empty = replace(second, spans=(Span(18, 18), Span(18, 35)))
    assert faults(replace(reading, drafts=(first, empty))) == ["Bei Zeichen 18 steht ein leeres Stück."]


def test_html_and_addresses_of_a_book_are_not_errors(tmp_path: Path) -> None:
    read(tmp_path, rule("Wald", "<b>Er</b> [brennt](javascript:wald), <p>hell</p> <javascript:wald>."))
    library = loaded(tmp_path)
    assert errors(run_checks(library, link_library(library), [])) == []


def test_terms_of_one_name_have_ids_of_their_own(tmp_path: Path) -> None:
    outcome = read(
        tmp_path, rule("Moor", "Nass."), term("Mut", "Eins."), term("MUT", "Zwei.", part="Höhen"), term("Mut", "Drei.")
    )
    assert outcome.ids[1:] == ("moos/glossar/mut", "moos/glossar/mut-hoehen", "moos/glossar/mut-2")
    assert [loaded(tmp_path).terms[id_].definition for id_ in outcome.ids[1:]] == ["Eins.", "Zwei.", "Drei."]


def test_long_terms_of_one_name_are_shortened_for_their_number(tmp_path: Path) -> None:
    read(tmp_path, rule("Moor", "Nass."), *(term("Moor" * 40, text) for text in ("Eins.", "Zwei.", "Drei.")))
    ends = [one.title.removeprefix("Moor" * 28).partition("…")[2] for one in loaded(tmp_path).terms.values()]
    assert sorted(ends) == ["", " – 2", " – 3"]


def test_the_place_of_a_rule_is_recorded(tmp_path: Path) -> None:
    read(tmp_path, rule("Wald", "Er brennt.", "1.0", page=7, line=12, certainty=0.5, reasons=("So.",)))
    (row,) = json.loads((tmp_path / "ingest/moos/spans.json").read_bytes())["entries"]
    assert (row["id"], row["number"], row["line"], row["page"], row["certainty"], row["reasons"]) == (
        "moos/wald",
        "1.0",
        12,
        7,
        0.5,
        ["So."],
    )
    assert "page: 7\n" in entry_file(tmp_path, "wald").read_text("utf-8")


def test_a_card_without_effect_is_text(tmp_path: Path) -> None:
    read(tmp_path, rule("Wucht", "", card={"timing": "Jederzeit", "effect": "\x00"}))
    entry = loaded(tmp_path).entries["moos/wucht"]
    assert (entry.card, entry.text) == (None, "Zeitpunkt: Jederzeit")


def _letters(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFC", text) if char.isalpha() and not "\ue000" <= char <= "\uf8ff")


def test_a_number_with_a_letter_stays_and_is_found(tmp_path: Path) -> None:
    read(tmp_path, rule("Der Kahn", "Er schwimmt.", "§ 12"), rule("Das Ruder", "Es steuert nach § 12.", "§ 12a"))
    library = loaded(tmp_path)
    assert [str(entry.number) for entry in library.entries.values()] == ["§ 12", "§ 12a"]
    assert [hit.target for hit in look_up(library, "§ 12a")] == ["moos/das-ruder"]
    assert [hit.target for hit in look_up(library, "siehe § 12")] == ["moos/der-kahn"]


def test_cells_are_named_after_their_columns(tmp_path: Path) -> None:
    source = Source("stuecke.txt", "text", "Geländestück\tGeländeteile je Geländestück\tGröße\nAlter Turm\tzwei\tklein\n")
    reading = read_rules(source, Profile("probe", recognisers=("rows",)))
    with alone(tmp_path):
        store(tmp_path, "moos", read_over(tmp_path, reading, "moos", DAY))
    library = loaded(tmp_path)
    entry = library.entries["moos/alter-turm"]
    assert library.systems["moos"].facts(entry.data) == {"parts": "Geländeteile", "size": "Größe"}
    assert entry.short == "Geländeteile: zwei, Größe: klein"


PIECES = st.sampled_from(
    [
        *"aß5:#-?!'\"\n\t &%@|>{},~\\",
        "  ",
        "langes Wort " * 9,
        "w" * 140,
        " \n",
        "- ",
        "null",
        "1.0",
        "😂",
        "\u2028",
        "\x85",
        "\ud800",
    ]
)
STRINGS = st.lists(PIECES, max_size=9).map("".join)
VALUES = st.recursive(
    STRINGS | st.none() | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(STRINGS, inner), max_leaves=4
)


@settings(max_examples=tries(60), deadline=None)
@given(st.dictionaries(st.sampled_from(["title", "short"]), VALUES) | st.lists(VALUES))
def test_libyaml_writes_only_what_pyyaml_writes_the_same(value: object) -> None:
    assert draft_files.as_yaml(value) == draft_files._written(value, draft_files._Dumper)
