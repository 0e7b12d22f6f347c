"""German inflection: every form of a name that a text may use, and never another word that only looks related."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.german.inflection import adjective_forms, english_forms, is_adjective, noun_forms

#: A noun, what must be among its forms, what must not.
NOUNS: list[tuple[str, str, str]] = [
    # one row per way of making a plural
    ("Karte", "Karte Karten", "Kartei Karton"),
    ("Einheit", "Einheit Einheiten", "Einheitlich Einheite"),
    ("Fähigkeit", "Fähigkeiten", "Fähig"),
    ("Mannschaft", "Mannschaften", "Mann"),
    ("Bewegung", "Bewegungen", "Beweger Bewegt"),
    ("Aktion", "Aktionen", "Aktionär"),
    ("Panik", "Panik", "Paniker"),
    ("Marker", "Markers Markern", "Markt Marken Markerin"),
    ("Würfel", "Würfels Würfeln", "Wurf Würfe"),
    ("Zeichen", "Zeichens", "Zeichner Zeichnung"),
    ("Schaden", "Schadens Schäden", "Schadenfreude"),
    ("Graben", "Grabens Gräben", "Grabung"),
    ("Mantel", "Mantels Mäntel Mänteln", "Mantelung"),
    ("Wurf", "Wurf Wurfs Wurfes Würfe Würfen", "Würfel Werfer"),
    ("Trefferwurf", "Trefferwurfs Trefferwürfe Trefferwürfen", "Treffer Trefferwürfel"),
    ("Lauf", "Laufs Läufe Läufen", "Laufbahn"),
    ("Kampf", "Kampfes Kämpfe Kämpfen", "Kampflos"),
    ("Turm", "Turms Türme Türmen", "Turmalin"),
    ("Wald", "Waldes Wälder Wäldern", "Waldung"),
    ("Feld", "Feldes Felder Feldern", "Feldherr"),
    ("Buch", "Buches Bücher Büchern", "Bücherei"),
    ("Haus", "Hauses Häuser Häusern", "Häusler"),
    ("Schloss", "Schlosses Schlösser Schlössern", "Schlosserei"),
    ("Stoß", "Stoßes Stöße Stößen", "Stößel"),
    ("Platz", "Platzes Plätze Plätzen", "Platzer Plätzchen"),
    ("Regiment", "Regiments Regimentes Regimenter Regimentern", "Regime"),
    ("Hindernis", "Hindernisse Hindernisses Hindernissen", "Hindern"),
    ("Basis", "Basen", "Base"),
    ("Bonus", "Boni", "Bon"),
    ("Zyklus", "Zyklen", "Zyklop"),
    ("Gremium", "Gremien", "Grem"),
    ("Hauptmann", "Hauptmanns Hauptmänner Hauptleute", "Haupt"),
    ("Magierin", "Magierinnen", "Magie"),
    ("Modell", "Modells Modelle Modellen", "Modellierung"),
    ("Modifikator", "Modifikators Modifikatoren", "Modifikation"),
    ("Ingenieur", "Ingenieurs Ingenieure Ingenieuren", "Ingenieurin"),
    ("Held", "Helden", "Heldin"),
    ("Herr", "Herrn Herren", "Herrin Herrschaft"),
    ("Offizier", "Offiziers Offiziere Offizieren", "Offizierin"),
    ("Gebäude", "Gebäudes Gebäuden", "Gebäudet"),
    ("Gelände", "Geländes", "Gel Geländer"),
    ("Auto", "Autos", "Autor"),
    ("Villa", "Villas", "Villach"),
    # from a plural back to its singular
    ("Regimenter", "Regiment Regiments Regimentern", "Regime"),
    ("Würfe", "Wurf Wurfs Würfen", "Würfel"),
    ("Türme", "Turm Turmes Türmen", "Türmer"),
    ("Felder", "Feld Feldes Feldern", "Feldherr"),
    ("Karten", "Karte", "Kartei"),
    ("Einheiten", "Einheit", "Einheitlich"),
    ("Waffen", "Waffe", "Waffel"),
    ("Verbundbasen", "Verbundbasis", "Verbund"),
    ("Nebelstufen", "Nebelstufe", "Nebel"),
    ("Bündnisse", "Bündnis Bündnisses", "Bund"),
    ("Söldner", "Söldners Söldnern", "Sold Söldnerin"),
    # these are not plurals
    ("Zauber", "Zauber Zaubers Zaubern", "Zauberer Zauberei Zauberin Zaub"),
    ("Zauberer", "Zauberer Zauberers Zauberern", "Zauber Zauberei"),
    ("Reiter", "Reiters Reitern", "Reit Reiterei"),
    ("Schütze", "Schütze Schützen", "Schutz Schutzes"),
    ("Stärke", "Stärke Stärken", "Stark"),
    ("Größe", "Größe Größen", "Groß"),
    ("Höhe", "Höhen", "Hoh"),
    ("Kämpfen", "Kämpfen Kämpfens", "Kampf Kämpfer"),
    ("Zielen", "Zielen Zielens", "Zielt Zieler"),
    ("Sturm", "Sturms Stürme", "Stürmisch"),
    ("Ziel", "Ziels Zieles Ziele Zielen", "Zieler Zielt"),
    ("Spiel", "Spiels Spieles Spiele Spielen", "Spieler Spielern"),
    ("Würfel", "Würfels Würfeln", "Würfele"),
    # capitals, compounds with a hyphen
    ("Nahkampf-Aktion", "Nahkampf-Aktionen", "Nahkampf Aktion"),
    ("Heerführer", "Heerführers Heerführern", "Heer Heerführung"),
]


@pytest.mark.parametrize(("noun", "forms", "others"), NOUNS)
def test_forms_of_a_noun(noun: str, forms: str, others: str) -> None:
    made = noun_forms(noun)
    assert set(forms.split()) - made == set()
    assert set(others.split()) & made == set()


#: Two names of one thing: a text with either matches both.
SAME = [
    ("Regiment", "Regimenter"),
    ("Wurf", "Würfe"),
    ("Basis", "Basen"),
    ("Turm", "Türme"),
    ("Karte", "Karten"),
    ("Feld", "Felder"),
]

#: Two words that only look related.
OTHER = [
    ("Zauber", "Zauberer"),
    ("Schutz", "Schütze"),
    ("Reiter", "Reiterei"),
    ("Wurf", "Würfel"),
    ("Kampf", "Kämpfer"),
    ("Lauf", "Läufer"),
    ("Sturm", "Stürmer"),
    ("Grab", "Graben"),
    ("Mut", "Mutter"),
    ("Magie", "Magier"),
    ("Held", "Heldin"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_singular_and_plural_are_forms_of_each_other(one: str, other: str) -> None:
    assert other in noun_forms(one)
    assert one in noun_forms(other)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_words_that_only_look_related_are_not_forms_of_each_other(one: str, other: str) -> None:
    assert other not in noun_forms(one)
    assert one not in noun_forms(other)


#: An adjective in any form, all its forms, what it never becomes.
ADJECTIVES: list[tuple[str, str, str]] = [
    ("Gebrochene", "Gebrochene Gebrochenen Gebrochenem Gebrochener Gebrochenes", "Gebrochenheit"),
    ("gebrochenes", "gebrochene gebrochenen gebrochenem gebrochener gebrochenes", "Gebrochene"),
    ("Voller", "Volle Vollen Vollem Voller Volles", "Völler"),
    ("Schwere", "Schwere Schweren Schwerem Schwerer Schweres", "Schwert"),
    ("Kritischer", "Kritische Kritischen Kritischem Kritischer Kritisches", "Kritik Kritiker"),
    ("geheimen", "geheime geheimen geheimem geheimer geheimes", "Geheimnis"),
    ("feindlich", "feindliche feindlichen feindlichem feindlicher feindliches", "Feind"),
]


@pytest.mark.parametrize(("adjective", "forms", "others"), ADJECTIVES)
def test_forms_of_an_adjective(adjective: str, forms: str, others: str) -> None:
    made = adjective_forms(adjective)
    assert set(forms.split()) - made == set()
    assert set(others.split()) & made == set()


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Gebrochene", True),
        ("voller", True),
        ("feindlichem", True),
        ("Ehrenvolles", True),
        ("Sturm", False),
        ("Feld", False),
        ("der", False),
        ("See", False),
        ("", False),
    ],
)
def test_words_ending_like_adjectives(word: str, expected: bool) -> None:
    assert is_adjective(word) is expected


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("Charge", "Charge Charges"),
        ("Enemy", "Enemy Enemies"),
        ("Array", "Array Arrays"),
        ("Clash", "Clash Clashes"),
        ("Box", "Box Boxes"),
        ("Attacks", "Attacks Attack"),
        ("Duress", "Duress Duresses"),
        ("Loss", "Loss Losses"),
    ],
)
def test_forms_of_an_english_word(word: str, forms: str) -> None:
    assert set(forms.split()) <= english_forms(word)


@pytest.mark.parametrize(("word", "other"), [("Loss", "Los"), ("Charge", "Charger"), ("Charge", "Charged"), ("Hit", "Hitting")])
def test_an_english_word_gets_no_other_ending(word: str, other: str) -> None:
    assert other not in english_forms(word)


WORDS = st.text(st.characters(categories=["L", "N", "P"]), max_size=20) | st.from_regex(
    r"[A-ZÄÖÜ][a-zäöüß]{0,8}(chen|lein|ung|nis|er|el|en|e|s|um|us|asis|mann|in|ß)?", fullmatch=True
)


@given(word=WORDS)
def test_every_word_is_among_its_own_forms(word: str) -> None:
    assert word in noun_forms(word)
    assert word in adjective_forms(word)
    assert word in english_forms(word)


@given(word=WORDS)
def test_forms_are_few_and_never_empty(word: str) -> None:
    """An empty form, or half a dictionary of forms, would match everywhere."""
    for made in (noun_forms(word), adjective_forms(word), english_forms(word)):
        assert len(made) <= 80
        assert all(made) or not word


@given(word=st.from_regex(r"[A-ZÄÖÜ][a-zäöüß]{2,10}", fullmatch=True))
def test_forms_keep_how_a_word_begins(word: str) -> None:
    """Only stem vowel and ending change, so every form begins with the same letter or its umlaut."""
    for form in noun_forms(word):
        assert form[0].translate(str.maketrans("ÄÖÜ", "AOU")) == word[0].translate(str.maketrans("ÄÖÜ", "AOU"))
