"""Rule numbers as books print them, and text that only looks like one."""

import contextlib
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.german.rule_numbers import MalformedNumber, parse_number
from nachschlag.generator.model.rule_number import normal_key

DOTTED = st.lists(st.integers(0, 999), min_size=1, max_size=4).map(lambda figures: ".".join(map(str, figures)))


@pytest.mark.parametrize(
    ("printed", "word", "key"),
    [
        ("17.0", "", "17"),
        ("17", "", "17"),
        ("17.", "", "17"),
        ("17.0.0", "", "17"),
        ("15.2.0", "", "15.2"),
        ("2.1.1", "", "2.1.1"),
        ("10.10", "", "10.10"),
        ("10.1", "", "10.1"),
        ("0120", "", "120"),
        ("0", "", "0"),
        ("0.0", "", "0"),
        ("0.1", "", "0.1"),
        (" 17.0 ", "", "17"),
        ("Tabelle 6.2", "Tabelle", "6.2"),
        ("Tabelle  6.2", "Tabelle", "6.2"),
        ("Kapitel 3", "Kapitel", "3"),
        ("Szenario Eins", "Szenario", "1"),
        ("Szenario zwölf", "Szenario", "12"),
        ("Regel-Abschnitt 4", "Regel-Abschnitt", "4"),
        ("Übung 3", "Übung", "3"),
        ("IV", "", "4"),
        ("Teil XLIX", "Teil", "49"),
        ("§ 12", "§", "12"),
        ("§ 12a", "§", "12a"),
        ("12a", "", "12a"),
        ("012b.", "", "12b"),
        ("17.2c", "", "17.2c"),
        ("Artikel 3b", "Artikel", "3b"),
        ("Tabelle 6.2a", "Tabelle", "6.2a"),
        ("B.1a", "B", "1a"),
        ("Art. 3", "Art.", "3"),
        ("Abs. 2", "Abs.", "2"),
        ("Anhang B", "Anhang", "2"),
        ("B.1", "B", "1"),
        ("B.1.2", "B", "1.2"),
        ("Tabelle B.1", "Tabelle B", "1"),
    ],
)
def test_printed_numbers(printed: str, word: str, key: str) -> None:
    number = parse_number(printed)
    assert (number.word, number.key, str(number)) == (word, key, printed.strip())


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "~",
            "null",
            "17..0",
            "17..",
            ".5",
            "17,0",
            "3W6",
            "v1.5",
            "1_000",
            "12:30",
            '8"',
            "2+",
            "6-2",
            "-1",
            "½",
            "1 2",
            "MIX",
        ),
        *(
            "1.2.3.4.5",
            "12345",
            "12ab",
            "12A",
            "12ä",
            "12a.1",
            "a12",
            "§ a",
            "Tabelle",
            "Tabelle Viel",
            "tabelle 6",
            "Szenario Dreizehn",
            "17.0 Kämpfen",
            "Wut",
        ),
    ],
)
def test_no_numbers(text: str) -> None:
    """What is no rule number is refused, with the text."""
    with pytest.raises(MalformedNumber) as caught:
        parse_number(text)
    assert caught.value.args == (text,)


@given(DOTTED)
def test_round_trip(dotted: str) -> None:
    """A number printed and parsed again is the same."""
    number = parse_number(dotted)
    assert str(number) == dotted
    assert parse_number(str(number)) == number
    assert parse_number(number.key).figures == number.figures


@given(DOTTED)
def test_normal_key_twice_equals_once(dotted: str) -> None:
    assert normal_key(normal_key(dotted)) == normal_key(dotted) == parse_number(dotted).key


@given(DOTTED)
def test_a_closing_zero_changes_nothing(dotted: str) -> None:
    assert normal_key(f"{dotted}.0") == normal_key(dotted)


@given(DOTTED, st.sampled_from(string.ascii_lowercase))
def test_a_letter_makes_another_number(dotted: str, letter: str) -> None:
    number = parse_number(dotted + letter)
    assert number.key == normal_key(dotted + letter) == normal_key(dotted) + letter
    assert (number.figures, number.letter) == (parse_number(dotted).figures, letter)


@given(st.text(max_size=12))
def test_any_text_is_a_number_or_malformed(text: str) -> None:
    with contextlib.suppress(MalformedNumber):
        assert parse_number(text).figures
