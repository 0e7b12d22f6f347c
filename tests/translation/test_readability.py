"""Readability: sentences of Markdown, and figures calculated by hand."""

from __future__ import annotations

import pytest
from nachschlag.generator.proofing.readability import readability, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Eins. Zwei! Drei?", ["Eins.", "Zwei!", "Drei?"]),
        ("Wirf 2W6. Zähle.", ["Wirf 2W6.", "Zähle."]),
        ("Siehe S. 12 und Schritt 3. z. B. jetzt.", ["Siehe S. 12 und Schritt 3. z. B. jetzt."]),
        ("Ab Runde 2. Dann weiter.", ["Ab Runde 2.", "Dann weiter."]),
        ("## Titel\n\nEin Satz\nüber zwei Zeilen.", ["Ein Satz über zwei Zeilen."]),
        ("- eins\n- Treffer- oder Schutzwurf\n\n1. **drei**", ["eins", "Treffer- oder Schutzwurf", "drei"]),
        ("| a | b |\n| --- | --- |", []),
        ("::: hinweis\nNur so. [[id|Wut]] zählt.\n:::", ["Nur so.", "Wut zählt."]),
        ("```\nkein Satz.\n```", []),
        ("", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_figures_worked_out_by_hand() -> None:
    """Two sentences, 3 and 4 words; 1 of 7 is long; 1+1+2, 1+2+3+1 syllables."""
    found = readability(["Wirf zwei Würfel.", "Dann ziehst du Einheiten."])
    assert (found.sentences, found.words, found.longest, found.words_per_sentence) == (2, 7, 4, 3.5)
    assert found.lix == pytest.approx(3.5 + 100 / 7, abs=0.05)
    assert found.flesch == pytest.approx(180 - 3.5 - 58.5 * (1 + 1 + 2 + 1 + 1 + 1 + 3) / 7, abs=0.05)


def test_no_text_has_no_figures() -> None:
    assert readability([]).german == "0,0 Wörter je Satz (der längste 0), LIX 0,0, Flesch 0,0"
