"""Headings in capitals, converted to the case of running text."""

from __future__ import annotations

import pytest
from nachschlag.generator.german.casing import Casing, english_title, shouts

BOOK = """Im Hafen liegt die Große Fähre, und neben der Fähre liegt ein Kahn. Wer im Hafen anlegt, muss die Fähre festmachen.
Eine schnelle Fähre kommt zuerst, dann die Kähne. Alle Straßen führen zum Hafen, auch die Straßen der Händler. Der Hafen ist groß.
Zum Festmachen braucht man PIPs; ohne PIPs kann kein Kahn anlegen, und zum Anlegen braucht der Kahn-Führer einen Kahn-Führer-Schein.
Der Kahn-Führer lenkt, der Kahn-Führer zahlt (ferry man). Regeln und -kosten stehen beim Hafen. Viele Händler kaufen Kosten."""


@pytest.mark.parametrize(
    ("heading", "wanted"),
    [
        ("DER HAFEN", "Der Hafen"),
        ("FÄHREN FESTMACHEN", "Fähren festmachen"),
        ("BEIM FESTMACHEN", "Beim Festmachen"),
        ("SCHNELLE FÄHRE", "Schnelle Fähre"),
        ("SCHNELLER HAFEN", "Schneller Hafen"),
        ("STRASSEN UND PIPS", "Straßen und PIPs"),
        ("EIN KAHN- FÜHRER", "Ein Kahn-Führer"),
        ("EIN KAHN FÜHRER", "Ein Kahn-Führer"),
        ("DIE „SCHNELLE“ FÄHRE", "Die „Schnelle“ Fähre"),
        ("DIE KOSTEN", "Die Kosten"),
        ("KAHN-FÄHREN- UND HAFEN-VERORDNUNG", "Kahn-Fähren- und Hafen-Verordnung"),
        ("DAS UNBEKANNTE ZERLEGUNGSWERK", "Das Unbekannte Zerlegungswerk"),
        ("EIN HERRLICHER HAFEN", "Ein herrlicher Hafen"),
        ("Schon gemischt GESETZT", "Schon gemischt GESETZT"),
        ("", ""),
    ],
)
def test_a_heading_is_written_as_the_book_writes_its_words(heading: str, wanted: str) -> None:
    assert Casing.of(BOOK).running(heading) == wanted


def test_a_word_one_letter_off_is_read_as_the_common_one_and_reported() -> None:
    book = "Der Sturmlauf beginnt. Ein Sturmlauf dauert. Nach dem Sturmlauf ist Ruhe. Kein Sturmlauf ohne Sturmlauf."
    assert Casing.of(book).read("STURMLAF ENDEN").slips == (("STURMLAF", "Sturmlauf"),)
    assert Casing.of("Nur ein Sturmlauf.").read("STURMLAF").slips == ()


def test_english_originals_are_cased_like_titles() -> None:
    assert english_title("WIPED OUT IN GARRISON TERRAIN") == "Wiped Out in Garrison Terrain"
    assert english_title("out-of-sequence actions") == "Out-of-Sequence Actions"


def test_whole_sentences_and_brackets_do_not_make_capitals() -> None:
    assert shouts("SIEBEN (seven)")
    assert not shouts("W6")
    assert not shouts("Die HAND zählt")
