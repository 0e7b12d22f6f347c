"""Snippets carry everything that the entry's own page shows: card, table, text, drawings."""

from __future__ import annotations

from dataclasses import replace

import pytest
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Entry, Licence, Location, Part, Section, System
from nachschlag.generator.pages.snippet import snippet_html
from nachschlag.generator.references.graph import link_library

SYSTEM = System("spiel", "Spiel", "S", Licence("own-words"), parts=(Part("regeln", "Regeln", default=True),))
OTHER = Entry("spiel/wurf", "spiel", "regeln", "rule", "Wurf")


def snippet(drawings: dict[str, str] | None = None, **fields: object) -> str:
    entry = Entry("spiel/probe", "spiel", "regeln", "rule", "Probe", **fields)  # type: ignore[arg-type]
    library = Library([SYSTEM], [entry, OTHER], drawings=drawings)
    return snippet_html(library, link_library(library), library.entries["spiel/probe"], lambda target: f"https://x.de/{target}/")


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
def test_what_a_snippet_holds(fields: dict[str, object], expected: str) -> None:
    assert expected in snippet(**fields)


def test_drawings_beside_the_entry_are_in_its_snippet() -> None:
    drawings = {"content/spiel/regeln/bogen.svg": "<svg>eigen</svg>", "content/spiel/andere/bogen.svg": "<svg>fremd</svg>"}
    place = Location("content/spiel/regeln/probe.md")
    html = snippet(drawings, text="::: bild bogen.svg\nEin Bogen.\n:::", location=place)
    assert "<svg>eigen</svg>" in html
    assert "fremd" not in html
    assert "Ein Bogen." in html


def test_addressed_snippets_have_the_headings_of_the_page() -> None:
    sections = (Section("ablauf", "Ablauf & <Folge>", "1.2"), Section("beispiele", "Beispiele"))
    entry = Entry(
        "spiel/probe", "spiel", "regeln", "rule", "Probe", text="Vorab.\n\n## 1.2 Ablauf & <Folge>\n\nSo.\n\n### Beispiele\n\nDa."
    )
    library = Library([SYSTEM], [replace(entry, sections=sections), OTHER])
    html = snippet_html(library, link_library(library), library.entries["spiel/probe"], str, addressed=True)
    assert html == (
        '<p>Vorab.</p>\n<h2 id="ablauf">1.2 Ablauf &amp; &lt;Folge&gt;</h2>\n<p>So.</p>\n<h3 id="beispiele">Beispiele</h3>\n<p>Da.</p>'
    )
