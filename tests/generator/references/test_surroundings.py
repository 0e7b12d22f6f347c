"""Decisions by the words around a reference that only Python makes, beyond tests/cases/finder/surroundings.json."""

from __future__ import annotations

import pytest
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Entry, Licence, Part, System, Term
from nachschlag.generator.references.link import link
from nachschlag.generator.references.references import find, vocabulary_of
from nachschlag.generator.references.resolve import Place, place_of
from nachschlag.generator.references.surroundings import describe_missing, resolve_all

from .finder_systems import finder_library

LIBRARY = finder_library()


@pytest.mark.parametrize("text", ["Siehe Anhang 99.9.", "Grundregeln 99.9", "(Truppen 99.9)"])
def test_an_unknown_number_of_a_known_part_is_reported(text: str) -> None:
    references = find(text, vocabulary_of(LIBRARY, "heer"))
    [found] = resolve_all(references, LIBRARY, Place("heer", "grund"))
    assert (found.target, found.reference.marked) == (None, True)
    assert "gibt es nicht" in describe_missing(found.reference, LIBRARY, Place("heer", "grund"))[0]


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("Drachen brennen alles nieder (siehe Kapitel 5, Seite 19).", "drache"),
        ("Drachen haben ihr Drachenfeuer (siehe Kapitel 5, Seite 19).", "drache"),
        ("Das Drachenfeuer trifft jeden (siehe Kapitel 5, Seite 19).", "drachenfeuer"),
        ("Drachen und Paladine (siehe Kapitel 5, Seite 19).", None),
        ("Drachen sind groß (siehe Kapitel 5, Seite 17).", None),
        ("Drachen sind groß (siehe Kapitel 5 ab Seite 19).", None),
        ("Drachen sind groß (siehe Kapitel 5 ab\nSeite 19).", None),
    ],
)
def test_chapter_and_page_are_the_rule_there_that_is_named_nearby(text: str, target: str | None) -> None:
    chapter, page = (found.target for found in link(LIBRARY, text, "heer") if found.type in ("chapter", "page"))
    if target:
        assert (chapter, page) == (f"heer/{target}", f"heer/{target}")
    else:
        assert chapter == "heer/truppen"
        assert page == ("heer/truppen" if "ab" in text else f"heer/seite/{text[-4:-2]}")


def test_steps_of_a_list_stay_apart() -> None:
    text = "1. Sammle alle Regeln\n2. Wähle ein Lager"
    assert [found.text for found in link(LIBRARY, text, "heer")] == ["Lager"]


def test_the_heading_of_a_column_is_no_cell_of_a_list() -> None:
    table = "Danach:\n\n| Held | Kosten |\n|---|---:|\n| Schatten | 2 |\n"
    assert [found.text for found in link(LIBRARY, table, "heer", kind="md")] == ["Schatten"]


def _twin(slug: str, title: str, part: str, phases: tuple[str, ...] = ()) -> Entry:
    return Entry(id=f"spiel/{slug}", system="spiel", part=part, kind="rule", title=title, phases=phases)


TWINS = Library(
    [System("spiel", "Spiel", "SP", Licence("own-words"), parts=(Part("schuss", "Schuss"), Part("nah", "Nah"), Part("rest", "Rest")))],
    [
        _twin("schuss-wurf", "Trefferwurf", "schuss", ("schuss",)),
        _twin("nah-wurf", "Trefferwurf", "nah", ("nah",)),
        _twin("salve", "Salve", "schuss"),
        _twin("schnell", "Schnellfeuer", "schuss"),
        _twin("hieb", "Hieb", "nah"),
        _twin("regel", "Regel", "rest"),
        _twin("schussregel", "Schussregel", "rest", ("schuss",)),
        _twin("beides", "Beides", "rest", ("schuss", "nah")),
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "owner", "target"),
    [
        ("Salve und Schnellfeuer: Der Trefferwurf gelingt.", "regel", "schuss-wurf"),
        ("Salve, Schnellfeuer und Hieb: Der Trefferwurf gelingt.", "regel", None),
        ("Salve: Der Trefferwurf gelingt.", "regel", None),  # one is too little to go by
        ("Der Trefferwurf gelingt.", "schussregel", "schuss-wurf"),
        ("Der Trefferwurf gelingt.", "beides", None),
        ("Salve und Schnellfeuer." + " Text" * 80 + " Der Trefferwurf gelingt.", "regel", None),  # too far off
    ],
)
def test_twins_are_recognised_by_the_phase_and_by_what_is_named_around(text: str, owner: str, target: str | None) -> None:
    found = resolve_all(find(text, vocabulary_of(TWINS, "spiel")), TWINS, place_of(TWINS.entries[f"spiel/{owner}"]))
    [twin] = [r for r in found if r.reference.text == "Trefferwurf"]
    assert twin.target == (f"spiel/{target}" if target else None)
    assert set(twin.candidates) == {"spiel/schuss-wurf", "spiel/nah-wurf"}


ROLES = Library(
    [System("spiel", "Spiel", "SP", Licence("own-words"), parts=(Part("regeln", "Regeln"), Part("sturm", "Der Sturm")))],
    [
        Entry(id="spiel/sturm", system="spiel", part="regeln", kind="scenario", title="Der Sturm"),
        Entry(id="spiel/angreifer", system="spiel", part="regeln", kind="rule", title="Angreifer"),
        Entry(id="spiel/mauer", system="spiel", part="sturm", kind="token", title="Burgmauer"),
    ],
    [Term(id="spiel/glossar/verteidiger", system="spiel", title="Verteidiger")],
)


@pytest.mark.parametrize(
    ("place", "targets"),
    [
        (Place("spiel", "regeln"), ["glossar/verteidiger", "angreifer", "mauer"]),
        (Place("spiel", "sturm"), ["mauer"]),
        (Place("spiel", "sturm", "spiel/mauer"), ["mauer"]),
        (Place("spiel", "regeln", "spiel/sturm"), ["angreifer", "mauer"]),  # of the scenario's own part
    ],
)
def test_players_have_other_roles_in_a_scenario(place: Place, targets: list[str]) -> None:
    text = "Der Verteidiger und der Angreifer stehen an der Burgmauer."
    found = resolve_all(find(text, vocabulary_of(ROLES, "spiel")), ROLES, place)
    assert [r.target for r in found] == [f"spiel/{target}" for target in targets]
