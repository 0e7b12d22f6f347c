"""The contents beside a page: systems, a system's lists, a part's rules. The page itself is marked, and links work from any depth."""

from __future__ import annotations

import pytest
from nachschlag.generator.model.library import Library
from nachschlag.generator.site.contents import contents, with_contents


def aside(name: str, base: str) -> str:
    return f'<meta name="nachschlag-base" content="{base}"><aside class="n-inhalt" data-inhalt="{name}"></aside>'


def test_a_part_lists_its_rules_with_numbers_and_depth(mini: Library) -> None:
    listed = contents(mini)["wuerfelkrieg/grundregeln"]
    assert '<p><a href="@/wuerfelkrieg/teil/grundregeln/">Grundregeln</a></p>' in listed
    assert '<a href="@/wuerfelkrieg/kaempfen/"><b>17.0</b> Kämpfen</a>' in listed
    assert listed.count("<li") == len(mini.part_entries("wuerfelkrieg", "grundregeln"))


def test_a_system_lists_parts_and_lists(mini: Library) -> None:
    listed = contents(mini)["wuerfelkrieg"]
    assert all(url in listed for url in ("/teil/grundregeln/", "/a-z/", "/glossar/"))


@pytest.mark.parametrize(
    ("name", "base", "url", "expected"),
    [
        ("wuerfelkrieg/grundregeln", "../..", "wuerfelkrieg/wurf/", '<a href="../../wuerfelkrieg/wurf/" aria-current="page">'),
        ("wuerfelkrieg", "../../..", "wuerfelkrieg/teil/grundregeln/", 'grundregeln/" aria-current="page">Grundregeln'),
        ("spiele", "../..", "wuerfelkrieg/wurf/", 'href="../../wuerfelkrieg/" aria-current="true"'),
        ("spiele", "..", "wuerfelkrieg/", 'href="../wuerfelkrieg/" aria-current="page"'),
        ("spiele", ".", "", 'href="./wuerfelkrieg/" title='),
        ("spiele", "/regeln", "", 'href="/regeln/wuerfelkrieg/" title='),  # the page for missing addresses
    ],
)
def test_links_as_seen_from_a_page(mini: Library, name: str, base: str, url: str, expected: str) -> None:
    html = with_contents(aside(name, base), contents(mini), url)
    assert expected in html
    assert "@" not in html


def test_only_the_page_itself_is_marked(mini: Library) -> None:
    html = with_contents(aside("wuerfelkrieg/grundregeln", "../.."), contents(mini), "wuerfelkrieg/wurf/")
    assert html.count("aria-current") == 1


def test_without_contents_a_page_stays_as_it_is() -> None:
    assert with_contents(aside("weg", ".."), {}, "weg/") == aside("weg", "..")


def test_filling_twice_changes_nothing(mini: Library) -> None:
    once = with_contents(aside("wuerfelkrieg", ".."), contents(mini), "wuerfelkrieg/")
    assert with_contents(once, contents(mini), "wuerfelkrieg/") == once
