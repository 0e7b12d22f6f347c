"""Each text is rendered once, and a rule in HTML contains everything its page shows: card, table, text, drawings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from nachschlag.generator.build import generate
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Entry, Licence, Location, Part, Section, System
from nachschlag.generator.pages.rendered import Rendering
from nachschlag.generator.proofing.project import Loaded, load_project
from nachschlag.generator.records.release import bundle_archive
from nachschlag.generator.references.graph import link_library
from nachschlag.generator.takeaway.anki import anki_cards

from tests.projects import mini_project

SYSTEM = System("spiel", "Spiel", "S", Licence("own-words"), parts=(Part("regeln", "Regeln", default=True),))
OTHER = Entry("spiel/wurf", "spiel", "regeln", "rule", "Wurf")


def html_of(drawings: dict[str, str] | None = None, **fields: object) -> str:
    entry = Entry("spiel/probe", "spiel", "regeln", "rule", "Probe", **fields)  # type: ignore[arg-type]
    library = Library([SYSTEM], [entry, OTHER], drawings=drawings)
    rendering = Rendering(library, link_library(library))
    return rendering.entry(library.entries["spiel/probe"]).html(lambda target: f"https://x.de/{target}/")


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"text": "Ein **Wurf**."}, '<a class="verweis" href="https://x.de/spiel/wurf/" data-id="spiel/wurf">Wurf</a>'),
        ({"card": {"effect": "Ein „Wurf“ <b>"}}, '<dt>Effekt</dt><dd><p>Ein „<a class="verweis" href="https://x.de/spiel/wurf/"'),
        ({"card": {"effect": "<b>"}}, "&lt;b&gt;"),
        ({"data": {"columns": ["A", "<B>"], "rows": [["eins", "Wurf"]]}}, '<th scope="col">&lt;B&gt;</th>'),
        ({"data": {"columns": ["A", "B"], "rows": [["eins", "zwei"]]}}, '<th scope="row">eins</th><td class="n-kurz">zwei</td>'),
    ],
)
def test_a_rule_in_html_has_all_its_parts(fields: dict[str, object], expected: str) -> None:
    assert expected in html_of(**fields)


def test_drawings_beside_the_entry_are_in_its_html() -> None:
    drawings = {"content/spiel/regeln/bogen.svg": "<svg>eigen</svg>", "content/spiel/andere/bogen.svg": "<svg>fremd</svg>"}
    place = Location("content/spiel/regeln/probe.md")
    html = html_of(drawings, text="::: bild bogen.svg\nEin Bogen.\n:::", location=place)
    assert "<svg>eigen</svg>" in html
    assert "fremd" not in html
    assert "Ein Bogen." in html


def test_addressed_html_has_the_headings_of_the_page() -> None:
    sections = (Section("ablauf", "Ablauf & <Folge>", "1.2"), Section("beispiele", "Beispiele"))
    entry = Entry(
        "spiel/probe", "spiel", "regeln", "rule", "Probe", text="Vorab.\n\n## 1.2 Ablauf & <Folge>\n\nSo.\n\n### Beispiele\n\nDa."
    )
    library = Library([SYSTEM], [replace(entry, sections=sections), OTHER])
    rendered = Rendering(library, link_library(library)).entry(library.entries["spiel/probe"])
    assert rendered.html(str, addressed=True) == (
        '<p>Vorab.</p>\n<h2 id="ablauf">1.2 Ablauf &amp; &lt;Folge&gt;</h2>\n<p>So.</p>\n<h3 id="beispiele">Beispiele</h3>\n<p>Da.</p>'
    )
    assert rendered.html(str) == (
        "<p>Vorab.</p>\n<h2>1.2 Ablauf &amp; &lt;Folge&gt;</h2>\n<p>So.</p>\n<h3>Beispiele</h3>\n<p>Da.</p>"
    )


def test_code_keeps_its_blank_lines() -> None:
    assert html_of(text="```\na\n\n\nb\n```") == "<pre><code>a\n\n\nb\n</code></pre>"


@pytest.mark.parametrize(("address", "expected"), [("/x/", '<p>Ein <a class="verweis" href="/x/" '), ("", "<p>Ein Wurf.</p>")])
def test_references_without_an_address_stay_text(address: str, expected: str) -> None:
    library = Library([SYSTEM], [Entry("spiel/probe", "spiel", "regeln", "rule", "Probe", text="Ein Wurf."), OTHER])
    rendered = Rendering(library, link_library(library)).entry(library.entries["spiel/probe"])
    assert rendered.html(lambda _: address).startswith(expected)


# -- once ---------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """Count how often the Markdown parser got each text, without the marks of references."""
    counted: Counter[str] = Counter()
    for name in ("parse", "parseInline"):
        monkeypatch.setattr(MarkdownIt, name, _counting(getattr(MarkdownIt, name), counted))
    return counted


def _counting(parse: Callable[..., Any], counted: Counter[str]) -> Callable[..., Any]:
    def wrapped(self: MarkdownIt, text: str, *more: Any) -> Any:
        if "inline" in self.get_active_rules()["core"]:  # the finder looks where blocks end with a parser of blocks alone
            counted[re.sub("\ue000\\d+\ue001|\ue002", "", text)] += bool(text)
        return parse(self, text, *more)

    return wrapped


def once(loaded: Loaded) -> Counter[str]:
    """Count each text in the shown fields: without cells that have no column, and without terms that stand for an entry."""
    library, graph = loaded.library, loaded.graph
    owners = [*library.entries, *(term.id for term in library.terms.values() if not term.entry)]
    fields = (linked for owner in owners for linked in graph.texts[owner].values())
    texts: Counter[str] = Counter()
    for linked in fields:
        shown = linked.text
        for resolution in reversed(linked.references):
            shown = shown[: resolution.reference.start] + resolution.reference.shown + shown[resolution.reference.end :]
        texts[shown] += 1
    return texts


def test_a_build_parses_each_text_once(tmp_path: Path, parsed: Counter[str]) -> None:
    """A build makes pages, records, bundles, frames and the search index from one rendering."""
    loaded = load_project(mini_project(tmp_path / "projekt"))
    generate(loaded)
    assert +parsed == once(loaded)
    assert sum(parsed.values()) > 20


def test_bundles_of_all_systems_parse_each_text_once(tmp_path: Path, parsed: Counter[str]) -> None:
    loaded = load_project(mini_project(tmp_path / "projekt"))
    rendering = Rendering(loaded.library, loaded.graph)
    for system in (*loaded.library.systems, None):
        bundle_archive(loaded, rendering, system)
    assert parsed - once(loaded) == Counter()


def test_learning_cards_parse_short_rules_only(tmp_path: Path, parsed: Counter[str]) -> None:
    loaded = load_project(mini_project(tmp_path / "projekt"))
    count = sum(1 for _ in anki_cards(Rendering(loaded.library, loaded.graph))) - 1
    assert sum(parsed.values()) == count
