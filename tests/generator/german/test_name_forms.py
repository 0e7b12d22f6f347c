"""Names as texts may write them: spellings of a title, and the accepted forms of each of its words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.german.name_forms import spellings, word_forms

#: A name and every spelling that is searched for, best first: (text, rank).
SPELLINGS: list[tuple[str, list[tuple[str, int]]]] = [
    ("Sturmlauf", [("Sturmlauf", 0)]),
    ("Durchstoßen (X)", [("Durchstoßen", 0)]),
    ("Wildheit (+X)", [("Wildheit", 0)]),
    ("Rüstung (5+)", [("Rüstung", 0)]),
    ("Brüllen (W3)", [("Brüllen", 0)]),
    ("Die Angriffsfolge", [("Angriffsfolge", 1)]),
    ("Der General (X)", [("General", 1)]),
    ("Das Moor", [("Moor", 1)]),
    ("Die großen Vier", [("Die großen Vier", 0)]),  # the article belongs to an adjective
    ("Diener", [("Diener", 0)]),
    ("Wut (Magie)", [("Wut (Magie)", 0), ("Wut", 2)]),
    ("Sturm: Regeln", [("Sturm: Regeln", 0), ("Sturm", 2)]),
    ("Wald/Sumpf", [("Wald/Sumpf", 0), ("Wald", 2), ("Sumpf", 2)]),
    (
        "Befreundete/Feindliche Einheit",
        [("Befreundete/Feindliche Einheit", 0), ("Befreundete Einheit", 2), ("Feindliche Einheit", 2)],
    ),
    ("Freie Reiter/Läufer", [("Freie Reiter/Läufer", 0), ("Freie Reiter", 2), ("Freie Läufer", 2)]),
    ("Nah-/Fernkampf", [("Nah-/Fernkampf", 0)]),
    ("Und/Oder/Nicht", [("Und/Oder/Nicht", 0)]),
]


@pytest.mark.parametrize(("name", "expected"), SPELLINGS)
def test_spellings(name: str, expected: list[tuple[str, int]]) -> None:
    assert [(spelling.text, spelling.rank) for spelling in spellings(name)] == expected


#: The words of a name, the index of one, its accepted forms, its rejected forms.
FORMS: list[tuple[str, int, str, str]] = [
    ("Sturmlauf", 0, "sturmlauf sturmlaufs sturmlaufes sturmläufe sturmläufen", "sturmlauflos"),
    ("Gebrochene Banner", 0, "gebrochene gebrochenen gebrochenem gebrochener gebrochenes", "gebrochen"),
    ("Gebrochene Banner", 1, "banner banners bannern", "bann bannen"),
    ("Kritischer Treffer", 0, "kritische kritischen kritischem", "kritik"),
    ("Voller Sturmlauf", 1, "sturmlaufs sturmläufe", "sturmlauflos"),
    ("Haltet die Linie", 0, "haltet", "halten halt"),
    ("Haltet die Linie", 1, "die", "der"),
    ("Haltet die Linie", 2, "linie linien", "lineal"),
    ("Sturm auf die Mauer", 0, "sturm sturms stürme", "stürmisch"),
    ("Sturm auf die Mauer", 1, "auf", "aufs"),
    ("Würfe und Proben", 0, "würfe wurf wurfs würfen", "würfel"),
    ("Würfe und Proben", 2, "proben probe", "probieren"),
    ("Verluste entfernen", 0, "verluste verlusten verlust", "verlustig"),
    ("Verluste entfernen", 1, "entfernen", "entfernt entferne"),
    ("KÄMPFEN", 0, "kämpfen kämpfens", "kampf kämpfer"),
    ("W6", 0, "w6", "w"),
    ("6 Helden", 0, "6", "6e"),
]


@pytest.mark.parametrize(("name", "at", "forms", "others"), FORMS)
def test_forms_of_a_word_within_a_name(name: str, at: int, forms: str, others: str) -> None:
    made = word_forms(tuple(name.split()), "title")[at]
    assert set(forms.split()) - made == set()
    assert set(others.split()) & made == set()


@pytest.mark.parametrize(
    ("name", "at", "forms", "others"),
    [
        ("Full Charge", 0, "full", "fulls fulle"),
        ("Full Charge", 1, "charge charges", "charger chargen"),
        ("Line of Sight", 2, "sight sights", "sighting"),
        ("Enemy", 0, "enemy enemies", "enemys enemyn"),
    ],
)
def test_an_english_name_changes_only_at_its_end_and_as_in_english(name: str, at: int, forms: str, others: str) -> None:
    made = word_forms(tuple(name.split()), "english")[at]
    assert set(forms.split()) - made == set()
    assert set(others.split()) & made == set()


NAMES = st.text(max_size=30) | st.lists(
    st.sampled_from(
        ["Die", "der", "Zauberer", "Gebrochene", "(X)", "(Magie)", "/", ":", "-", "&", "und", "(", ")", "6", "W6", " "]
    ),
    max_size=7,
).map(" ".join)


@given(name=NAMES)
def test_spellings_never_raise_and_the_first_is_the_name(name: str) -> None:
    made = list(spellings(name))
    assert made[0].rank in (0, 1)
    assert made[0].text in name
    assert all(spelling.rank == 2 and spelling.text for spelling in made[1:])
    assert len(made) <= 4


@given(
    words=st.lists(st.from_regex(r"[A-Za-zÄÖÜäöüß0-9]{1,12}", fullmatch=True), min_size=1, max_size=5),
    type=st.sampled_from(["title", "term", "english"]),
)
def test_every_word_is_among_its_own_forms(words: list[str], type: str) -> None:
    made = word_forms(tuple(words), type)
    assert len(made) == len(words)
    assert all(word.casefold() in forms for word, forms in zip(words, made, strict=True))
    assert all(form == form.casefold() for forms in made for form in forms)
