"""Finding names of rules: the fields of each, and what always holds. tests/cases/finder has texts with their names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.model.library import Name
from nachschlag.generator.references.names import NameFinder, without_head

NAMES = [
    *(
        Name(title, f"spiel/{at}", "title")
        for at, title in enumerate(
            [
                "Sturmlauf",
                "Durchstoßen (X)",
                "Wildheit (+X)",
                "Gebrochene Banner",
                "Haltet die Linie",
                "Die Angriffsfolge",
                "Regimenter",
                "Zauber",
                "Zauberer (X)",
                "Schütze",
                "Trefferwurf",
                "Treffer",
                "KÄMPFEN",
                "Nahkampf",
                "Befehl",
                "Befehlsphase",
                "Wut (Magie)",
                "Wald/Sumpf",
                "Schwere Reiterei",
                "Wölfe & Bären",
                "Wurf",
                "Wunden",
                "Ziel",
            ]
        )
    ),
    Name("Line of Sight", "spiel/sicht", "english"),
    Name("Charge", "spiel/0", "english"),
    Name("Fast", "spiel/schnell", "english"),
    Name("Kriegsrat", "spiel/rat", "term"),
    Name("KR", "spiel/rat", "term"),
]
FINDER = NameFinder(NAMES, everyday=["Wurf", "Wunden", "Ziel"], systems=["Nebelmark"])


def found(text: str, finder: NameFinder) -> list[str]:
    return [reference.text for reference in finder.find(text)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Kampf", "Der Kämpfer steht auf."),
        ("Sturmlauf", "Ein Sturmläufer rennt."),
        ("Schutz", "Der Schütze zielt."),
        ("Zauber", "Der Zauberer schläft."),
        ("Schütze", "Ein Schutz gegen Regen."),
        ("Reiter", "Die Reiterei kommt."),
        ("Magie", "Der Magier geht."),
        ("Wurf", "Der Würfel fällt."),
        ("Stärke", "Er ist stark."),
        ("Grab", "Ein Graben am Weg."),
    ],
)
def test_another_word_is_never_the_name(name: str, text: str) -> None:
    assert found(text, NameFinder([Name(name, "spiel/a", "title")])) == []


@pytest.mark.parametrize(
    ("text", "type", "name", "parameter"),
    [
        ("Sturmläufen", "title", "Sturmlauf", ""),
        ("Durchstoßen (2)", "parametrised", "Durchstoßen", "2"),
        ("Rüstung", None, "", ""),
        ("Wildheit (+1)", "parametrised", "Wildheit", "+1"),
        ("Zauberer (W3)", "parametrised", "Zauberer", "W3"),
        ("Durchstoßen (X)", "parametrised", "Durchstoßen", "X"),
        ("Wunden 3", "parametrised", "Wunden", "3"),
        ("Kriegsrates", "term", "Kriegsrat", ""),
        ("line of sight", "english", "Line of Sight", ""),
        ("Wut", "title", "Wut (Magie)", ""),
    ],
)
def test_what_a_name_says(text: str, type: str | None, name: str, parameter: str) -> None:
    references = sorted(FINDER.find(text), key=lambda r: (r.start, -r.end))[:1]
    assert [(r.type, r.name, r.parameter) for r in references] == ([(type, name, parameter)] if type else [])


def test_two_things_of_one_name_are_both_said() -> None:
    finder = NameFinder([Name("Sturm-Lauf", "spiel/a", "title"), Name("Sturm Lauf", "spiel/b", "title")])
    [reference] = finder.find("des Sturm-Laufs")
    assert {reference.name, *reference.also} == {"Sturm-Lauf", "Sturm Lauf"}


@pytest.mark.parametrize(("text", "name"), [("den Regimentern", "Regimenter"), ("des Regiments", "Regiment")])
def test_of_two_names_a_word_is_of_the_one_with_more_of_its_letters(text: str, name: str) -> None:
    finder = NameFinder([Name("Regiment", "spiel/a", "title"), Name("Regimenter", "spiel/b", "title")])
    assert [(r.name, r.also) for r in finder.find(text)] == [(name, ())]


def test_the_exact_name_comes_before_a_form_of_another() -> None:
    finder = NameFinder([Name("Regiment", "spiel/a", "title"), Name("Regimenter", "spiel/b", "title")])
    [reference] = finder.find("die Regimenter")
    assert (reference.name, reference.also) == ("Regimenter", ())


def test_a_system_without_names_finds_nothing() -> None:
    assert list(NameFinder([]).find("Sturmlauf (2)")) == []


@pytest.mark.parametrize(
    ("key", "stem"),
    [
        ("sturmangriffsaktion", "sturmangriff"),
        ("trefferwurfmodifikatoren", "trefferwurf"),
        ("panikmarker", "panik"),
        ("reitereifähigkeiten", "reiterei"),
    ],
)
def test_a_compound_without_its_head(key: str, stem: str) -> None:
    assert stem in without_head(key)


@pytest.mark.parametrize("key", ["sturmlauf", "aktion", "sturmlaufbahn", ""])
def test_a_word_without_such_a_head(key: str) -> None:
    assert not without_head(key)


PIECES = st.lists(
    st.sampled_from(
        [
            *(name.text for name in NAMES),
            "gebrochene",
            "banner",
            "Zauberern",
            "mit",
            "-",
            "- ",
            "-\n",
            "\n",
            "\n\n",
            " ",
            " ",
            "*",
            "**",
            "„",
            "“",
            "(2)",
            "(",
            ")",
            "W6",
            "2",
            "\u00ad",
            "\u0308",
            "aktion",
            "&",
            "\\",
            "@",
            "/",
            "|",
        ]
    ),
    max_size=15,
).map("".join)


@given(text=PIECES | st.text())
def test_finding_never_raises_and_names_lie_in_the_text(text: str) -> None:
    for reference in FINDER.find(text):
        assert 0 <= reference.start < reference.end <= len(text)
        assert text[reference.start : reference.end] == reference.text == reference.shown
        assert reference.name in {name.text.partition(" (")[0] for name in NAMES} | {"Wut (Magie)", "Wald", "Sumpf"} | {
            name.text for name in NAMES
        }


@given(names=st.lists(st.text(min_size=1, max_size=20), max_size=5), text=st.text(max_size=60))
def test_any_names_and_any_text_are_survived(names: list[str], text: str) -> None:
    finder = NameFinder(
        [Name(name, f"spiel/{at}", "title") for at, name in enumerate(names)], everyday=names[:1], systems=names[1:2]
    )
    for reference in finder.find(" ".join([text, *names])):
        assert reference.start < reference.end


@given(name=st.from_regex(r"[A-ZÄÖÜ][a-zäöüß]{3,10}( [A-ZÄÖÜ][a-zäöüß]{3,10}){0,2}", fullmatch=True))
def test_a_name_is_found_where_it_stands_as_printed(name: str) -> None:
    finder = NameFinder([Name(name, "spiel/a", "title")])
    assert name in {reference.text for reference in finder.find(f"Siehe „{name}“.")}
