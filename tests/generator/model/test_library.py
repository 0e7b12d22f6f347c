"""The library: lookup by id, number and name; redirects; order."""

import dataclasses

import pytest
from nachschlag.generator.german.rule_numbers import parse_number
from nachschlag.generator.model.library import Library, name_key, parameter, sort_key, without_parameter
from nachschlag.generator.model.values import Concept, Entry, Licence, Move, Part, System, Term

PARTS = (Part("grund", "Grundregeln", default=True), Part("magie", "Magie"))
SPIEL = System("spiel", "Spiel", "S", Licence("private"), parts=PARTS)


def entry(slug: str, title: str = "", part: str = "grund", order: int = 0, number: str = "", **more: object) -> Entry:
    made = Entry(f"spiel/{slug}", "spiel", part, "rule", title or slug.title(), order=order)
    return dataclasses.replace(made, number=parse_number(number) if number else None, **more)  # type: ignore[arg-type]


def move(old: str, new: str) -> Move:
    return Move(f"spiel/{old}", f"spiel/{new}" if new else "", "2026-01-01", "x")


@pytest.mark.parametrize(
    ("title", "bare"),
    [
        ("Spalten (X)", "Spalten"),
        ("Spalten (2)", "Spalten"),
        ("Spalten (+X)", "Spalten"),
        ("Spalten (−1)", "Spalten"),
        ("Rettung (5+)", "Rettung"),
        ("Rettung (W3)", "Rettung"),
        ("Rettung (2W6)", "Rettung"),
        ("Rettung (1/10)", "Rettung"),
        ("Rettung(2)", "Rettung"),
        ("Wut (Magie)", "Wut (Magie)"),
        ("Wut (XX)", "Wut (XX)"),
        ("Wut (2) jetzt", "Wut (2) jetzt"),
        ("(X)", ""),
    ],
)
def test_without_parameter(title: str, bare: str) -> None:
    assert without_parameter(title) == bare


@pytest.mark.parametrize(
    "written",
    ["Großer Wurf", "GROSSER WURF", "großer  wurf", "Großer\nWurf", "Großer\u00a0Wurf", "Gro\u00adßer Wurf (2)", " Großer Wurf "],
)
def test_names_that_are_one(written: str) -> None:
    assert name_key(written) == name_key("Großer Wurf")


def test_decomposed_names_are_the_same() -> None:
    assert name_key("Ka\u0308mpfen") == name_key("kämpfen")
    assert name_key("Kampfen") != name_key("Kämpfen")


@pytest.mark.parametrize(
    ("moves", "old", "new"),
    [
        ([], "a", "a"),
        ([move("alt", "a")], "alt", "a"),
        ([move("ganz-alt", "alt"), move("alt", "a")], "ganz-alt", "a"),
        ([move("alt", "")], "alt", "alt"),
        ([move("x", "y"), move("y", "x")], "x", "y"),
        ([move("x", "x")], "x", "x"),
        ([move("w", "x"), move("x", "y"), move("y", "x")], "w", "y"),
    ],
)
def test_redirects(moves: list[Move], old: str, new: str) -> None:
    """An old id leads to the entry's current one through any chain of moves, and cycles end."""
    library = Library([SPIEL], [entry("a")], moves=moves)
    assert library.current_id(f"spiel/{old}") == f"spiel/{new}"
    found = library.entry(f"spiel/{old}")
    assert (found.slug if found else None) == ("a" if new == "a" else None)


@pytest.mark.parametrize(
    ("moves", "old", "place"),
    [
        ([], "a#s", "a#s"),
        ([move("alt", "a#s")], "alt", "a#s"),
        ([move("alt", "a#s")], "alt#x", "a#s"),  # its own sections are no more
        ([move("ganz-alt", "alt"), move("alt", "a#s")], "ganz-alt", "a#s"),
        ([move("alt", "b#s"), move("b", "a")], "alt", "a#s"),
        ([move("b", "a")], "b#s", "a#s"),
        ([move("alt", "alt#s")], "alt", "alt"),
        ([move("x", "y#s"), move("y", "x")], "x", "y#s"),
    ],
)
def test_moves_into_sections(moves: list[Move], old: str, place: str) -> None:
    library = Library([SPIEL], [entry("a")], moves=moves)
    assert library.current_place(f"spiel/{old}") == f"spiel/{place}"
    assert library.current_id(f"spiel/{old}") == f"spiel/{place.partition('#')[0]}"
    assert (library.entry(f"spiel/{old}") is not None) == (place.partition("#")[0] == "a")


def test_a_long_chain_of_redirects() -> None:
    moves = [move(f"r{i}", f"r{i + 1}") for i in range(5000)]
    assert Library([SPIEL], [entry("r5000")], moves=moves).entry("spiel/r0") is not None


@pytest.mark.parametrize(
    ("part", "number", "slugs"),
    [
        ("grund", "17.0", ["a", "tabelle"]),
        ("grund", "17", ["a", "tabelle"]),
        ("grund", "17.", ["a", "tabelle"]),
        ("magie", "17.0", ["m"]),
        ("grund", "117.0", []),
        ("grund", "7", []),
        ("grund", "17.1", ["b"]),
        ("", "17.0", []),
        ("grund", "", []),
        ("grund", "17..0", []),
        ("grund", "siebzehn", []),
        ("grund", "9" * 5000, []),
    ],
)
def test_by_number(part: str, number: str, slugs: list[str]) -> None:
    """An entry is found by its number within its part and series."""
    entries = [
        entry("a", number="17.0"),
        entry("b", number="17.1"),
        entry("tabelle", number="Tabelle 17"),
        entry("m", part="magie", number="17"),
    ]
    assert [e.slug for e in Library([SPIEL], entries).by_number("spiel", part, number)] == slugs


def test_one_name_per_target() -> None:
    entries = [entry("a", "Wut (X)", aliases=("WUT", "Zorn"), title_en="Wut"), entry("b", "Wut", part="magie")]
    terms = [
        Term("spiel/glossar/zorn", "spiel", "Zorn", forms=("Zornes",)),
        Term("spiel/glossar/groll", "spiel", "Groll", entry="a"),
    ]
    library = Library([SPIEL], entries, terms)
    assert [(n.target, n.type) for n in library.named("spiel", "wut")] == [("spiel/a", "title"), ("spiel/b", "title")]
    assert [(n.target, n.type) for n in library.named("spiel", "ZORN (2)")] == [
        ("spiel/a", "title"),
        ("spiel/glossar/zorn", "term"),
    ]
    assert [(n.target, n.type) for n in library.named("spiel", "Groll")] == [("spiel/a", "term")]
    assert library.named("anderes", "wut") == library.named("spiel", "") == []
    assert [t.title for t in library.terms_of("spiel/a")] == ["Groll"]


def test_names_of_a_term_without_its_entry_lead_nowhere() -> None:
    library = Library([SPIEL], [entry("a")], [Term("spiel/glossar/x", "spiel", "Xaver", title_en="X", entry="weg")])
    assert [name.target for name in library.names("spiel")] == ["spiel/a"]


def test_reading_order() -> None:
    """Entries stand in the order of parts, then of `order`, then of slugs; unknown parts come last."""
    entries = [
        entry("z", part="unbekannt"),
        entry("m", part="magie", order=1),
        entry("b", order=2),
        entry("c", order=1),
        entry("a", order=2),
    ]
    library = Library([SPIEL], reversed(entries))
    assert [e.slug for e in library.entries.values()] == ["c", "a", "b", "m", "z"]
    assert [e.slug for e in library.part_entries("spiel", "grund")] == ["c", "a", "b"]


def test_targets() -> None:
    """Ids of entries, terms and concepts lead to these, any other text to nothing."""
    concept = Concept("mut", "Mut", entries={"spiel": ("spiel/a", "spiel/glossar/t")})
    term = Term("spiel/glossar/t", "spiel", "T")
    library = Library([SPIEL], [entry("a", parent="spiel/b"), entry("b")], [term], [concept], [move("alt", "glossar/t")])
    assert library.target("spiel/a") == library.entries["spiel/a"]
    assert library.target("spiel/glossar/t") is term
    assert library.target("begriffe/mut") is concept
    assert library.target("begriffe/weg") is library.target("../../etc") is library.target("") is None
    assert [e.slug for e in library.children("spiel/b")] == ["a"]
    assert library.concepts_of("spiel/a") == library.concepts_of("spiel/glossar/t") == [concept]


def test_nothing_can_be_changed() -> None:
    library = Library([SPIEL], [entry("a")])
    for mapping in (library.entries, library.systems, library.terms, library.concepts, library.drawings):
        with pytest.raises(TypeError):
            mapping["x"] = None  # type: ignore[index]
    library.part_entries("spiel", "grund").clear()
    assert len(library.part_entries("spiel", "grund")) == 1


def test_german_alphabet() -> None:
    """Titles sort as in a German dictionary."""
    titles = ["Zorn", "Äpfel", "apfel", "Apfelbaum", "Straße", "Strasse", "„Ober“", "ober"]
    assert sorted(titles, key=sort_key) == ["apfel", "Äpfel", "Apfelbaum", "ober", "„Ober“", "Strasse", "Straße", "Zorn"]


@pytest.mark.parametrize(
    ("title", "value"),
    [
        ("Spalten (X)", "X"),
        ("Wildheit (+X)", "+X"),
        ("Rüstung (X+)", "X+"),
        ("Spalten (2)", "2"),
        ("Wut (Magie)", ""),
        ("Wut", ""),
    ],
)
def test_the_parameter_of_a_title(title: str, value: str) -> None:
    assert parameter(title) == value
