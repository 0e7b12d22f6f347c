"""The context of a name: set off, shown as the system's term, or only part of something longer. Bars enclose the name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.german.context import is_set_off, is_shown_as_term, stands_alone, value_after, word_before


def place(marked: str) -> tuple[str, int, int]:
    """ "Ein |Wurf| fällt" → the text without bars, where the name begins and ends."""
    before, name, after = marked.split("|")
    return before + name + after, len(before), len(before) + len(name)


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("„|Wurf|“", True),
        ("‚|Wurf|‘", True),
        ('"|Wurf|"', True),
        ("'|Wurf|'", True),
        ("»|Wurf|«", True),
        ("«|Wurf|»", True),
        ("“|Wurf|”", True),
        ("*|Wurf|*", True),
        ("**|Wurf|**", True),
        ("**|Wurf|:**", True),
        ("_|Wurf|_", True),
        ("Ein |Wurf| fällt", False),
        ("|Wurf|", False),
        ("„|Wurf| gilt“", False),
        ("„der |Wurf|“", False),
        ("(|Wurf|)", False),
        ("[|Wurf|]", False),
        ("*|Wurf| fällt", False),
        ("Der |Wurf|* gilt", False),
    ],
)
def test_names_set_off(marked: str, expected: bool) -> None:
    """A name that quotation marks or emphasis enclose is set off."""
    assert is_set_off(*place(marked)) is expected


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        # a value after it
        ("|Schaden| 2", True),
        ("|Schaden|\u00a02", True),
        ("|Treffen| 4+", True),
        ("|Attacken| W6", True),
        ("|Attacken| 2W6", True),
        ("**|Schaden|** 2", True),
        ("|Schaden| 2 Becher", False),
        ("|Schaden| 2 Zoll", False),
        ('|Schaden| 2"', False),
        ("|Schaden| 2 cm", False),
        ("|Schaden| 2.000", False),
        ("|Schaden| zwei", False),
        ("|Schaden|\n2", False),
        # a word of the system before or after it
        ("der Wert |Schaden|", True),
        ("die Sonderregel |Angst|", True),
        ("die Sonderregel „|Angst|“", True),
        ("Die Fähigkeit **|Angst|** gilt", True),
        ("ein |Angst|-Test", True),
        ("ein |Angst| Test", True),
        ("die |Ziel|-Aktion", True),
        ("der Zustand\n|Angst|", True),
        ("die Angst vor |Schaden|", False),
        ("viel |Schaden| für alle", False),
        ("der Wertung |Schaden|", False),
        ("ein |Angst|-Hase", False),
        # a page after it
        ("siehe |Wunden|, S. 22", True),
        ("|Wunden| auf Seite 22", True),
        ("|Wunden| auf der Seite", False),
    ],
)
def test_everyday_words_shown_as_terms(marked: str, expected: bool) -> None:
    assert is_shown_as_term(*place(marked)) is expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (" 2", " 2"),
        ("\u00a02", "\u00a02"),
        (" 4+", " 4+"),
        (" W6", " W6"),
        (" 2W6.", " 2W6"),
        (" 2, 3", " 2"),
        (" 2.", " 2"),
        ("2", None),
        (" 2 Einheiten", None),
        (' 2"', None),
        (" 2 Zoll", None),
        (" 2cm", None),
        (" 2.1", None),
        (" 2000", None),
        (" zwei", None),
        ("", None),
    ],
)
def test_value_after_a_name(text: str, value: str | None) -> None:
    match = value_after(f"Wurf{text}", 4)
    assert (match[0] if match else None) == value


@pytest.mark.parametrize(
    ("marked", "word"),
    [
        ("der Wert |Wurf|", "wert"),
        ("der WERT „|Wurf|“", "wert"),
        ("der Wert\n**|Wurf|**", "wert"),
        ("|Wurf|", ""),
        ("„|Wurf|“", ""),
        ("der Wert, |Wurf|", ""),
        ("der Wert 3 |Wurf|", ""),
        ("Wert-|Wurf|", ""),
        ("Fähigkeit\u00a0|Wurf|", "fähigkeit"),
    ],
)
def test_word_before_a_name(marked: str, word: str) -> None:
    text, start, _ = place(marked)
    assert word_before(text, start) == word


@pytest.mark.parametrize(
    ("marked", "capitals", "expected"),
    [
        ("der |Kampf| beginnt", False, True),
        ("|Kampf|", False, True),
        ("(|Kampf|)", False, True),
        ("**|Kampf|**", False, True),
        ("_|Kampf|_", False, True),
        # a word with a hyphen: its first part counts, its last does not
        ("die |KÄMPFEN|-Fähigkeit", True, True),
        ("eine |Kampf|-Aktion", False, True),
        ("der Nicht-|Kampf|", False, False),
        ("**Rückzug-**|Kampf|", False, False),
        ("die Nicht-|KÄMPFEN|-Fähigkeit", True, True),
        ("|Kampf|-erprobt", False, False),
        # truncated words
        ("|Kampf|- und Schussphase", False, False),
        ("|Kampf|- oder Duell-Aktion", False, True),
        ("|Kampf|-/Duell-Aktion", False, True),
        # not a name at all
        ("@|Kampf|", False, False),
        ("ich@|Kampf|", False, False),
        ("|Kampf|@verein.example", False, False),
        ("ein_|Kampf|", False, False),
        ("\\|Kampf|", False, False),
        ("/|Kampf|", False, False),
        ("Lauf/|Kampf|", False, True),
    ],
)
def test_names_standing_alone(marked: str, capitals: bool, expected: bool) -> None:
    """A name stands alone unless it is part of a longer word, an address or a path."""
    assert stands_alone(*place(marked), capitals) is expected


TEXTS = st.lists(
    st.sampled_from(
        [
            "Wurf",
            "Wert",
            "Test",
            "-",
            "- und ",
            "„",
            "“",
            "*",
            "**",
            "_",
            "(",
            ")",
            " ",
            "\n",
            "2",
            "W6",
            "4+",
            "S. 3",
            "@",
            "/",
            "\\",
            "Ä",
        ]
    ),
    max_size=10,
).map("".join)


@given(text=TEXTS | st.text(max_size=40), places=st.tuples(st.integers(0, 40), st.integers(1, 40)))
def test_no_text_is_too_much(text: str, places: tuple[int, int]) -> None:
    start = min(places[0], max(0, len(text) - 1))
    end = min(len(text), start + places[1])
    if start >= end:
        return
    for answer in (
        is_set_off(text, start, end),
        is_shown_as_term(text, start, end),
        stands_alone(text, start, end, False),
        stands_alone(text, start, end, True),
    ):
        assert answer in (True, False)
    assert word_before(text, start) == word_before(text, start).casefold()
    match = value_after(text, end)
    assert match is None or match.start() == end
