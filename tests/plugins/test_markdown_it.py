"""The plugin for markdown-it-py: what becomes a link, what stays unchanged, and what is reported."""

from __future__ import annotations

import logging

import pytest
from markdown_it import MarkdownIt
from nachschlag.generator.plugins.markdown_it import Problem, rules_plugin
from nachschlag.generator.plugins.rules import Rules

from tests.html import Page

from .conftest import SITE


def render(rules: Rules, text: str, *, citations: str = "", preset: str = "commonmark") -> tuple[str, list[Problem]]:
    problems: list[Problem] = []
    md = MarkdownIt(preset).enable("table").use(rules_plugin, rules, citations=citations, warn=problems.append)
    return md.render(text, {"path": "bericht.md"}), problems


def links(html: str) -> list[str]:
    """The ids in links to rules."""
    return [a["data-regel"] for a in Page("", html).elements("a") if "data-regel" in a]


def test_brackets_become_a_link_with_address_id_and_short_rule(rules: Rules) -> None:
    html, problems = render(rules, "Ein [[wuerfelkrieg:Rückzug|kluger Rückzug]].")
    assert html == (
        f'<p>Ein <a href="{SITE}/wuerfelkrieg/rueckzug/" data-regel="wuerfelkrieg/rueckzug" '
        'title="Gib einen Würfel ab und rücke ein Feld weg.">kluger Rückzug</a>.</p>\n'
    )
    assert problems == []


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("`[[wuerfelkrieg:Wurf]]`", []),
        ("```\n[[wuerfelkrieg:Wurf]]\n```", []),
        ("    [[wuerfelkrieg:Wurf]]", []),
        ("\\[[wuerfelkrieg:Wurf]]", []),
        ("[x [[wuerfelkrieg:Wurf]] y](https://example.org)", ["wuerfelkrieg/wurf"]),  # as in CommonMark: the inner link
        ("[[Startseite]] [[anderes:Wurf]]", []),
        ("# [[wuerfelkrieg:Wurf]]", ["wuerfelkrieg/wurf"]),
        ("> - **[[wuerfelkrieg:Wurf]]**", ["wuerfelkrieg/wurf"]),
        ("| a |\n|---|\n| [[wuerfelkrieg:Wurf\\|werfen]] |", ["wuerfelkrieg/wurf"]),
        ("[[wuerfelkrieg:Wurf]][[wuerfelkrieg:Zielen]]", ["wuerfelkrieg/wurf", "wuerfelkrieg/zielen"]),
    ],
)
def test_places(rules: Rules, text: str, ids: list[str]) -> None:
    """References become links everywhere but in code, escaped, and where they are none of ours."""
    assert links(render(rules, text)[0]) == ids


def test_unknown_references_stay_readable_and_name_file_and_line(rules: Rules) -> None:
    html, problems = render(
        rules, "Eins\n\nzwei\n[[wuerfelkrieg:Wurv]] und\n[[wuerfelkrieg:Nix|nichts]]\n\n| a |\n|---|\n| [[wuerfelkrieg:Nö]] |\n"
    )
    assert links(html) == []
    assert "Wurv und\nnichts" in html
    assert [str(problem).partition(": ")[0] for problem in problems] == ["bericht.md:4", "bericht.md:5", "bericht.md:9"]
    assert "wuerfelkrieg/wurf" in problems[0].message


def test_a_missing_system_becomes_text_and_a_warning(one_system: Rules) -> None:
    html, problems = render(
        one_system, "Eins\n[[murmeln:Regeln 1.0]], [[murmeln:Schnipsen|so]] [[anderes:Wurf]]", citations="wuerfelkrieg"
    )
    assert html == "<p>Eins\nRegeln 1.0, so [[anderes:Wurf]]</p>\n"
    assert [str(problem).partition(": ")[0] for problem in problems] == ["bericht.md:2", "bericht.md:2"]


def test_without_a_listener_they_are_logged(rules: Rules, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "nachschlag"):
        MarkdownIt().use(rules_plugin, rules).render("[[wuerfelkrieg:Nix]]", {"path": "a.md"})
    assert [record.getMessage().startswith("a.md:1: ") for record in caplog.records] == [True]


def test_plain_citations_are_linked_where_asked_for(rules: Rules) -> None:
    text = "Nach GR 17 folgt ein Rückzug. Noch ein Rückzug, `Rückzug`, [[wuerfelkrieg:Rückzug|hier]], [Rückzug](/woanders)."
    html, problems = render(rules, text, citations="wuerfelkrieg")
    assert links(html) == ["wuerfelkrieg/kaempfen", "wuerfelkrieg/rueckzug", "wuerfelkrieg/rueckzug"]
    assert all(a.get("title") for a in Page("", html).elements("a") if "data-regel" in a)
    assert 'href="/woanders"' in html
    assert problems == []
    assert links(render(rules, text)[0]) == ["wuerfelkrieg/rueckzug"]


def test_names_within_brackets_are_left_to_the_brackets(rules: Rules) -> None:
    html, _ = render(rules, "[[wuerfelkrieg:Würfelsturm (2)|viel <b> Wurf]] und [[anderes:Rückzug]]", citations="wuerfelkrieg")
    assert links(html) == ["wuerfelkrieg/wuerfelsturm"]
    assert "viel &lt;b&gt; Wurf</a>" in html
    assert "[[anderes:Rückzug]]" in html


HOSTILE = [
    "[[wuerfelkrieg:Wurf|<script>alert(1)</script>]]",
    '[[wuerfelkrieg:Wurf|"onmouseover="alert(1)]]',
    "[[wuerfelkrieg:<img src=x onerror=alert(1)>]]",
    "[[wuerfelkrieg:Wurf|a](javascript:alert(1))",
    "\ue1000\ue100 \ue1009\ue100 Rückzug",
]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("citations", ["", "wuerfelkrieg"])
def test_hostile_texts_stay_text(rules: Rules, text: str, citations: str) -> None:
    html, _ = render(rules, text, citations=citations, preset="js-default")
    assert {tag for tag, _ in Page("", html).tags} <= {"p", "a"}
    assert {name for _, attributes in Page("", html).tags for name in attributes} <= {"href", "data-regel", "title"}
    assert all(a["href"].startswith(SITE) for a in Page("", html).elements("a"))


def test_one_parser_serves_many_texts(rules: Rules) -> None:
    md = MarkdownIt().use(rules_plugin, rules, citations="wuerfelkrieg")
    first = md.render("Ein Rückzug.")
    md.render("Nichts.")
    assert md.render("Ein Rückzug.") == first
    assert md.renderInline("[[wuerfelkrieg:Wurf]]").count("data-regel") == 1
