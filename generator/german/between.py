"""German text between two references, or between two blocks, that joins them or keeps them apart."""

from __future__ import annotations

import re

_CLOSE, _OPEN = r"[*_“”\"‘'’»«)]{0,4}", r"[*_„“\"‚‘'’»«]{0,4}"
_TO_THE_PAGE = rf"{_CLOSE},?\s*\(?(?:(?:siehe|auf|s\.|in|im|unter%s)\s+)?(?:de[rnm]\s+)?"

#: Between a title and the page or chapter beside it; between a chapter and the page of it that is meant, not on which it begins.
TO_PAGE = re.compile(_TO_THE_PAGE % "|ab")
ON_PAGE = re.compile(_TO_THE_PAGE % "")
TO_TITLE = re.compile(rf"{_CLOSE}(?:,|:)?\s*(?:(?:unter|im Abschnitt|Abschnitt|für)\s+)?{_OPEN}")
#: The same if the first title is only part of the second: "Kapitel 10 „Gelände“ unter „Höhenstufe“".
BELOW_TITLE = re.compile(rf"{_CLOSE}(?:,|:)?\s{{0,20}}unter\s{{1,20}}{_OPEN}")
#: Between a name and its English original in brackets: "Nahkampf-Aktion (clash)".
TO_GLOSS = re.compile(r"[*_“”\"‘'’]{0,4}(?:-[^\W\d_]*)?[*_“”\"‘'’]{0,4} \([*_]{0,3}")
#: Between a name and what is cited right behind it: "Verteidiger (4.4)".
TO_CITED = re.compile(rf"{_CLOSE} \((?:[Ss]iehe )?")
#: Between two places of one sentence.
WITHIN = re.compile(r"(?:[^.!?|\n]|\.(?=\d)|\n(?!\n)){0,300}")
#: Words without a capital, and marks between them.
SMALL = re.compile(r"(?=[\s\S]*[a-zäöüß])[^A-ZÄÖÜ]*\Z")
#: A line break before the mark of a list ("2. Wähle", "- Hügel"), but not before the number of a word on the line before.
ITEM = re.compile(
    r"\n(?<!Kapitel\n)(?<!Abschnitt\n)(?<!Tabelle\n)(?<!Abbildung\n)(?<!Seite\n)(?<!siehe\n)(?=[ \t]*(?:[-*+•–]|\d{1,2}[.)])[ \t])"
)

#: The patterns that finders in other languages share (see `finder_index`).
PATTERNS = {
    "toPage": TO_PAGE,
    "onPage": ON_PAGE,
    "toTitle": TO_TITLE,
    "below": BELOW_TITLE,
    "toGloss": TO_GLOSS,
    "toCited": TO_CITED,
    "within": WITHIN,
    "small": SMALL,
    "item": ITEM,
}
