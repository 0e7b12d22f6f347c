"""The nearest profile is chosen by a book's typesetting, whatever its content."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from nachschlag.generator.ingest.drafts import Source
from nachschlag.generator.ingest.report.report import UNSURE
from nachschlag.generator.ingest.structure.guess import Guess, doubted, fit, guess
from nachschlag.generator.ingest.structure.looks import looks_of
from nachschlag.generator.ingest.structure.profile import load_profile, parse_profile
from nachschlag.generator.ingest.structure.recognise import read_rules
from nachschlag.generator.model.profile_fields import LOOKS

WORDS = (
    "Der",
    "Biber",
    "schwimmt",
    "durch",
    "den",
    "See",
    "und",
    "sammelt",
    "Holz",
    "für",
    "einen",
    "Damm",
    "weil",
    "er",
    "wohnen",
    "will",
)


def _sentence(chance: Random, words: int = 12) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(words)).capitalize() + "."


def _paragraph(chance: Random, sentences: int = 3) -> str:
    return " ".join(_sentence(chance) for _ in range(sentences))


def _name(chance: Random) -> str:
    return f"{chance.choice(WORDS)} {chance.choice(WORDS)}".upper()


def _numbered(chance: Random, at: int) -> str:
    caption = f"Abbildung {at}.1 – {_sentence(chance, 4)}\n\n" if at % 2 else ""
    table = "\n".join(f"Biber\t{n}\tHolz" for n in range(3))
    return f"{at}.1 {_name(chance)}\n\n{_paragraph(chance)}\n\n{caption}Tabelle {at}.1 – Werte\n\n{table}\n\n"


def _ornaments(chance: Random, at: int) -> str:
    items = "\n".join(f"- **{_name(chance).capitalize()}:** {_sentence(chance)}" for _ in range(4))
    term = f"{_name(chance)}: {_sentence(chance)}"
    return f"✦ {_name(chance)}\n\n{items}\n\n{term}\n\n• {_name(chance)} •\n\n{term}\n\n"


def _chapters(chance: Random, at: int) -> str:
    names = "\n\n".join(f"Damm (X) (dam (x)): {_sentence(chance)}" for _ in range(3))
    table = "\n".join(f"| Biber | {n} |" for n in range(4))
    return f"KAPITEL {at}\n\n{_name(chance)} (BEAVER)\n\nI) {_sentence(chance)}\n\n{names}\n\nAbb. {at}.1\n\n{table}\n\n"


def _bare(chance: Random, at: int) -> str:
    return f"Biberbau {_paragraph(chance, 9)} Holzlager {_paragraph(chance, 9)}\n"


def _laws(chance: Random, at: int) -> str:
    return f"§ {at} Biber\n\n(1) {_paragraph(chance)}\n\n(2) {_paragraph(chance)}\n\n"


BOOKS = {"hdd": _numbered, "asoiaf": _ornaments, "conquest": _chapters, "t9a": _bare, "allgemein": _laws}


def _guessed(name: str, seed: int) -> Guess:
    chance = Random(seed)
    return guess(Source("buch.txt", "text", "".join(BOOKS[name](chance, at) for at in range(1, 30))))


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("seed", range(3))
def test_the_nearest_profile_is_found_by_looks(name: str, seed: int) -> None:
    assert _guessed(name, seed).profile.name == name


def test_a_guess_says_why_in_german() -> None:
    near, none = _guessed("hdd", 1), _guessed("allgemein", 1)
    assert "„hdd“" in near.reasons[0]
    assert "Überschriften mit Nummern" in near.reasons[1]
    assert near.score > 0.65 > none.score
    assert "Kein Profil passt gut" in none.reasons[0]


def test_certainty_knows_how_well_the_profile_fits() -> None:
    """A profile made for another book is doubted; the general one weighs each book on its own evidence."""
    numbered = "".join(_numbered(Random(1), at) for at in range(1, 30))
    laws = "".join(f"**§ {at} Lenzen**\n\n{_paragraph(Random(at))}\n\n" for at in range(1, 30))
    for text, name, fits in [(numbered, "asoiaf", False), (laws, "allgemein", True), (numbered, "hdd", True)]:
        source, profile = Source("buch.txt", "text", text), load_profile(name)
        reading = read_rules(source, profile)
        judged = doubted(reading, fit(source, profile))
        assert [replace(one, certainty=1) for one in judged.drafts] == [replace(one, certainty=1) for one in reading.drafts]
        assert max(one.certainty for one in reading.drafts) > 0.9
        assert all(one.certainty < UNSURE for one in judged.drafts) is not fits
        assert (judged.drafts == reading.drafts) is fits


def test_a_profile_of_ones_own_is_trusted() -> None:
    own = parse_profile("recognisers: {headings: {}}", "meins")
    assert fit(Source("buch.txt", "text", "1.0 BIBER\n\nEr schwimmt.\n"), own) == 1


@pytest.mark.parametrize("text", ["", "\n\n", "x", "\x00\x01", "(" * 5000, "a (a " * 5000, "A B " * 5000])
def test_looks_are_shares_of_any_text(text: str) -> None:
    looks = looks_of(text)
    assert sorted(looks) == sorted(LOOKS)
    assert all(0 <= share <= 1 for share in looks.values())
