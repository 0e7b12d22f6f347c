"""An entry's neighbourhood: the places and order of its neighbours, and the drawing."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.model.library import Library
from nachschlag.generator.reading.load import load
from nachschlag.generator.references.graph import link_library
from nachschlag.generator.references.neighbourhood import (
    MOST,
    MOST_BELOW,
    Neighbourhood,
    Node,
    neighbourhood,
    node_of,
    picture,
    width,
    wrap,
)

Project = Callable[..., Path]

PART = "content/wuerfelkrieg/grundregeln"


def around(library: Library, slug: str) -> dict[str, list[str]]:
    """The neighbours of an entry of Würfelkrieg by place, without the system's id; omits empty places."""
    found = neighbourhood(library, link_library(library), library.entries[f"wuerfelkrieg/{slug}"])
    places = {"above": found.above, "left": found.left, "right": found.right, "below": found.below, "both": sorted(found.both)}
    return {place: [i.removeprefix("wuerfelkrieg/") for i in ids] for place, ids in places.items() if ids}


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        (
            "kaempfen",
            {
                "left": ["wurf", "zauberei-kaempfen"],
                "right": ["wuerfelsturm", "trefferliste", "glossar/becher"],
                "below": ["zielen"],
                "both": ["glossar/becher", "trefferliste"],
            },
        ),
        ("zielen", {"above": ["kaempfen"], "right": ["glossar/becher"]}),
        ("wurf", {"right": ["kaempfen", "glossar/becher"]}),
        ("rueckzug", {"left": ["wuerfelsturm"]}),
    ],
)
def test_the_mini_project(mini: Library, slug: str, expected: dict[str, list[str]]) -> None:
    """The neighbours of a rule of the mini project are those that refer to it or that it names."""
    assert around(mini, slug) == expected


def entry(title: str, head: str = "", body: str = "Ohne Verweis.") -> str:
    return f"---\ntitle: {title}\nkind: rule\n{head}---\n{body}\n"


def test_own_part_then_own_system_then_others_then_terms_and_concepts(project: Project) -> None:
    body = "[[murmeln/schnipsen]] [[begriffe/angriff]] [[glossar/becher]] [[zaubern]] [[zielen]] [[wurf]] [[zauberei-kaempfen]]"
    library, _ = load(project({f"{PART}/neu.md": entry("Neu", "order: 100\n", body)}))
    assert around(library, "neu")["right"] == [
        *("wurf", "zielen"),
        *("zaubern", "zauberei-kaempfen"),
        "murmeln/schnipsen",
        "glossar/becher",
        "begriffe/angriff",
    ]


@pytest.mark.parametrize(
    ("overlay", "expected"),
    [
        ({"neu": entry("Neu", body="Siehe Seite 11.")}, {}),
        ({"neu": entry("Neu", "page: 8\n"), "zwei": entry("Zwei", body="Siehe Seite 8.")}, {}),
        ({"neu": entry("Neu", "see: [neu, weg]\n", "[[neu]] [[nirgends]]")}, {}),
        ({"neu": entry("Neu", "see: [hagel]\n", "[[pfeilregen]]")}, {"right": ["wuerfelsturm"]}),
        ({"neu": entry("Neu", body="[[glossar/sturmwurf]]")}, {"right": ["wuerfelsturm"]}),
        ({"neu": entry("Neu", "see: [kaempfen]\nparent: kaempfen\n", "[[kaempfen]]")}, {"above": ["kaempfen"]}),
        (
            {"neu": entry("Neu", "parent: zwei\n"), "zwei": entry("Zwei", "parent: neu\n")},
            {"above": ["zwei"]},  # a circle (K005) shows no rule twice
        ),
        ({"neu": entry("Neu", "parent: neu\n")}, {}),
    ],
)
def test_odd_neighbours(project: Project, overlay: dict[str, str], expected: dict[str, list[str]]) -> None:
    """No rule is its own neighbour or shown twice; pages and missing rules are none."""
    library, _ = load(project({f"{PART}/{slug}.md": text for slug, text in overlay.items()}))
    assert around(library, "neu") == expected


def test_a_term_that_only_stands_for_an_entry_is_no_neighbour(project: Project) -> None:
    """Such a term has no page to lead to."""
    glossary = "- {title: Sturm, entry: wuerfelsturm, definition: 'Siehe [[neu]].'}\n"
    library, _ = load(project({f"{PART}/neu.md": entry("Neu"), "glossary/wuerfelkrieg.yaml": glossary}))
    assert link_library(library).backlinks["wuerfelkrieg/neu"] == ("wuerfelkrieg/glossar/sturm",)
    assert around(library, "neu") == {}


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("wuerfelkrieg/kaempfen", "17.0 Kämpfen"),
        ("wuerfelkrieg/wuerfelsturm", "Würfelsturm (X)"),
        ("wuerfelkrieg/glossar/becher", "Becher (Begriff)"),
        ("murmeln/schnipsen", "Schnipsen (Murmeln)"),
        ("murmeln/glossar/murmel", "Murmel (Begriff, Murmeln)"),
        ("begriffe/angriff", "Angriff (alle Spiele)"),
        ("wuerfelkrieg/weg", "wuerfelkrieg/weg"),
    ],
)
def test_full_names(mini: Library, target: str, name: str) -> None:
    """A neighbour is shown by its full name."""
    assert node_of(mini, mini.entries["wuerfelkrieg/zielen"], target, "../x/").name == name


# -- the drawing ----------------------------------------------------------------------------------------------------------------


def node(target: str) -> Node:
    return Node(f"../{target}/", target.title(), f"1.0 {target.title()}")


def names(prefix: str, count: int) -> tuple[str, ...]:
    return tuple(f"{prefix}{i}" for i in range(count))


def drawn(found: Neighbourhood, title: str = "Mitte") -> ElementTree.Element:
    return ElementTree.fromstring(picture(title, found, node))


@pytest.mark.parametrize(
    "found", [Neighbourhood(), Neighbourhood(above=("a",)), Neighbourhood(left=("a",)), Neighbourhood(below=("a",))]
)
def test_no_drawing_for_fewer_than_two(found: Neighbourhood) -> None:
    assert picture("Mitte", found, node) == ""


@pytest.mark.parametrize("above", [0, 1])
@pytest.mark.parametrize("left", [0, 1, 5, 6, 30])
@pytest.mark.parametrize("right", [0, 2, 5, 7])
@pytest.mark.parametrize("below", [0, 1, 4, 9])
def test_every_shown_neighbour_is_one_link_within_the_drawing(above: int, left: int, right: int, below: int) -> None:
    found = Neighbourhood(names("o", above), names("l", left), names("r", right), names("u", below), frozenset({"l0", "r1"}))
    if len(found) < 2:
        return
    svg = drawn(found)
    shown = [*names("o", above), *names("l", min(left, MOST)), *names("r", min(right, MOST)), *names("u", min(below, MOST_BELOW))]
    assert [a.get("href") for a in svg.iter("a")] == [f"../{name}/" for name in shown]
    more = [left - MOST, right - MOST, below - MOST_BELOW]
    assert re.findall(r"und (\d+) weitere", "".join(svg.itertext())) == [str(n) for n in more if n > 0]
    _, _, wide, tall = map(int, str(svg.get("viewBox")).split())
    boxes = []
    for placed in (*svg.iter("a"), *svg.iter("g")):
        x, y = map(int, re.findall(r"\d+", str(placed.get("transform"))))
        rect = placed.find("rect")
        assert rect is not None
        boxes.append((x, y, x + int(str(rect.get("width"))), y + int(str(rect.get("height")))))
    assert all(min(box) >= 0 and box[2] <= wide and box[3] <= tall for box in boxes)
    for i, (x1, y1, x2, y2) in enumerate(boxes):
        assert not [b for b in boxes[:i] if x1 < b[2] and b[0] < x2 and y1 < b[3] and b[1] < y2], "boxes overlap"
    assert all(float(str(t.get("y"))) < tall for t in svg.iter("text"))


def test_the_whole_drawing() -> None:
    """The drawing is the same to the byte."""
    found = Neighbourhood(left=("a",), right=("b",), both=frozenset({"b"}))
    assert picture("Mitte", found, node) == (
        '<svg viewBox="0 0 360 122" role="group" aria-label="Umgebung von „Mitte“">'
        '<path class="n-linien" d="M160 93h20M180 93h20M180 45V93"/>'
        '<path class="n-spitzen" d="M179 93l-5 -3v6zM199 93l-5 -3v6zM181 93l5 -3v6z"/>'
        '<g class="n-mitte" transform="translate(50 1)"><rect width="260" height="44" rx="8"/><text x="7" y="27">Mitte</text></g>'
        '<text class="n-leise" x="2" y="65">Erwähnt in</text>'
        '<a href="../a/" transform="translate(0 71)"><title>1.0 A</title>'
        '<rect width="160" height="44" rx="8"/><text x="7" y="27">A</text></a>'
        '<text class="n-leise" x="202" y="65">Verweist auf</text>'
        '<a href="../b/" transform="translate(200 71)"><title>1.0 B – gegenseitig</title>'
        '<rect width="160" height="44" rx="8"/><text x="7" y="27">B</text></a></svg>'
    )


def test_titles_are_text() -> None:
    svg = picture('</svg><script>"&', Neighbourhood(left=("a", "b")), lambda t: Node('../"x/', "<b>", '</title><img src="x">'))
    assert "<script" not in svg
    assert "<img" not in svg
    assert ElementTree.fromstring(svg).tag == "svg"


def test_nothing_that_the_policy_forbids_or_that_markdown_mangles() -> None:
    svg = picture("Mitte", Neighbourhood(left=names("l", 9), below=names("u", 9)), node)
    assert not re.search(r"\sstyle=|\son\w+=|<style|<script|https?:|\sid=|\n", svg)


def test_the_same_graph_gives_the_same_bytes(mini: Library) -> None:
    kaempfen = mini.entries["wuerfelkrieg/kaempfen"]
    drawings = {picture(kaempfen.title, neighbourhood(mini, link_library(mini), kaempfen), node) for _ in range(3)}
    assert len(drawings) == 1


# -- titles in two lines --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("Angst", ["Angst"]),
        ("Nahkampfreichweite", ["Nahkampfreichweite"]),
        ("Kontrollverlust-Tabelle (2W6)", ["Kontrollverlust-", "Tabelle (2W6)"]),
        ("Attackenmodifikatoren und Begrenzungen", ["Attackenmodifikat…", "und Begrenzungen"]),
        ("Eins zwei drei vier fünf sechs sieben acht", ["Eins zwei drei vier", "fünf sechs sieben …"]),
        ("Donaudampfschifffahrtsgesellschaft", ["Donaudampfschifff…"]),
        ("  Viel \n Luft ", ["Viel Luft"]),
        ("", [""]),
    ],
)
def test_lines_of_a_title(title: str, lines: list[str]) -> None:
    assert list(wrap(title, 148 / 13.5)) == lines


@given(st.text(max_size=60))
def test_no_line_is_too_wide(title: str) -> None:
    lines = wrap(title, 10)
    assert 1 <= len(lines) <= 2
    assert all(width(line) <= 10 for line in lines)
