"""Patterns in and around a cited number: those of every system, and those with a system's own words.

Finders in other languages use the same ones (see `finder_index`), under the same names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from .before import Before
from .inflection import noun_forms
from .lists import word_list
from .months import MONTHS
from .rule_numbers import SPELLED

#: With a letter ("§ 12a") it counts only if there is such a rule: "Tabelle 6.2a" may mean half of a table, "1.5m" a distance.
NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3}){0,3}(?:[a-z](?!\w))?")
#: "05.1"
ZERO = re.compile(r"(?:(?:[1-9]\d*|0)\.)*0\d[\d.a-z]*")
#: No number begins after one of these, which continue a number.
GOES_ON = Before(r"[\w.,$€£:]\Z", 1)
#: Text that a number may follow without a space if one was lost: "S.13", "Seite12", "Grundregeln,17.0".
ATTACHED = Before(r"(?:\b(?:S|Abb|Kap|Tab)\.|\b(?:Seite|Kapitel|Tabelle|Abbildung)|[a-zäöüß],)\Z", 12)
_UNITS = "|".join(map(re.escape, sorted(word_list("units"), key=lambda unit: (-len(unit), unit))))
#: Text that must not follow a number: more digits, a measure, a die, a percentage.
NOT_AFTER = re.compile(rf"[\w\"”″'′½%+×€$°]|[.,:]\d|“(?=\w)|[ \u00a0]?(?:{_UNITS})(?!\w)|-(?:mal|fach|zöllig)", re.IGNORECASE)
#: The word before a number, and the characters between them: emphasis, a comma, white space with at most one line break.
_IN_WORD = r"[^\s(),;:„“”\"'‚‘*_\[\]]"
CITE = Before(
    rf"(?<!{_IN_WORD})(?P<word>{_IN_WORD}+)(?P<gap>[*_“”\"']{{0,3}},?[ \u00a0]*\n?[ \u00a0]*[*_„“\"]{{0,3}})\Z",
    40,
)
#: Between the numbers of a list; in all not many letters.
JOIN = re.compile(
    r"(?=[\s\S]{0,14}\Z)[*_“”\"]{0,3}\s?(?=[,;uobs&/–-])(?:,|;|und|oder|bis|sowie|&|/|–|-|bzw\.|,\s?(?:und|oder))\s?(?:zu\s)?(?:siehe\s|auch\s)?[*_„“\"]{0,3}"
)
RANGE = re.compile(r"\s?(?:bis(?: zu)?|–|-)\s?")
CLOSED = re.compile(r"[*_“”\"]{0,3}(?:[).,;:\]!?]|\s*$|[ \u00a0](?:und|oder|bis|sowie|beschrieben|erklärt|genannt)\b)")
#: A whole number that counts what follows it: "Gelände 3 Modelle", "Seiten 4 und 5 Würfel".
COUNTS = re.compile(r"[ \u00a0](?:[A-ZÄÖÜ\d]|weitere|andere|mal\b)")
BRACKET = Before(r"[(\[][*_„\"]{0,3}(?:(?:siehe|s\.|vgl\.|auch)[ \u00a0])*\Z", flags=re.IGNORECASE)
INSIDE = Before(r"\([^()\n]{0,80}[,;] \Z")
#: "am 3.12. spielen"
DATE = re.compile(rf"\.(?:\d|[ \u00a0]+(?:[a-zäöü]|{'|'.join(MONTHS)}))")
#: A name or a noun right before a loose number: the version, place or amount of something ("mit dem Listenbauer 2.0", "Platz 3.1").
NOUN = Before(r"(?<![\w-])(?P<noun>[A-ZÄÖÜ][\w-]*|\w*[a-z][A-Z]\w*|\d[\d.,]*)[ \u00a0][*_]{0,2}\Z")
#: A loose number in a sentence about versions.
VERSION = Before(r"\b(?:Version|App|Software|Update|Ausgabe|Edition)\b[^.!?\n]*\Z")
BARE = re.compile(r"[*_“”\"]{0,3}(?:[\s),;.:\]!?–/-]|$)")
#: The start of a line, ignoring emphasis; and what makes a picture's number there a caption.
LINE = Before(r"(?:^|\n)[*_ \t]*\Z")
CAPTION = re.compile(r"[*_]{0,3}\s?[–:-]\s")
#: The words before "Seite", and those after which it can only be a page.
SIDE = Before(r"(?P<word>[^\W\d_]+\.?)[ \u00a0\n]+(?:(?P<article>de[nrm]|die)[ \u00a0\n]+)?[*_„\"]{0,2}\Z", 40)
OPENED = Before(r"(?:^|\n\n|[(\[]|, )\Z", 2)

#: The patterns by name, in small letters.
PATTERNS = {name.lower(): value for name, value in list(vars().items()) if isinstance(value, re.Pattern | Before)}


class SystemPatterns:
    """The patterns with a system's names of parts, its words for numbers, and the names of other systems."""

    def __init__(self, parts: Iterable[str], numbered: Iterable[str], spelled: Iterable[str], foreign: Iterable[str]) -> None:
        named, numbered_named = _named(parts), _named(numbered)
        before = _alternatives([*word_list("part_before"), *word_list("citing_before"), "Teil"])
        self.part = Before(rf"(?<![\w-]){named}(?:,|,?(?:[ \u00a0]+|[ \u00a0]*\n[ \u00a0]*))\Z")
        self.part_near = Before(
            rf"(?<![\w-])(?i:{before})\s+(?:(?:de[rnms]|die|das)\s+)?(?:Teil\s+)?[„\"*_]{{0,3}}{numbered_named}(?:e?s|n)?(?![\w-])"
            r"[^.!?;\n\d]{0,30}\Z"
        )
        self.part_after = re.compile(
            r"[“”\"*_)]{0,3}\s+(?:der|des|aus(?: de[rnm])?|in de[rn]|im|von|vom|zur|zum|in)\s+(?:Teil\s+)?[„\"*_]{0,3}"
            rf"{numbered_named}(?:e?s|n)?(?!\w)"
        )
        systems = _alternatives(foreign)
        self.foreign_name = re.compile(systems)
        self.foreign = Before(rf"(?<!\w)(?:{systems})(?!\w)[^.!?\n]{{0,40}}\Z", 60)
        self.foreign_after = re.compile(rf"\s+(?:von|vom|aus|in|im|bei|des|der)\s+(?:de[rms]\s+)?(?:{systems})(?!\w)")
        self.spelled = re.compile(rf"(?<!\w)(?P<word>{_alternatives(spelled)})[ \u00a0](?P<number>{SPELLED})")


def _named(parts: Iterable[str]) -> str:
    parts = list(parts)
    return rf"{_begins_like(parts)}(?P<part>{_alternatives(parts)})"


def part_forms(title: str) -> frozenset[str]:
    """The names of a part: as printed; a title of one word in its other forms too ("Befehl, 4.0" is in "Befehle")."""
    return frozenset({title}) if " " in title else noun_forms(title)


def _alternatives(words: Iterable[str]) -> str:
    """The words as one pattern, which tries a longer word before its own beginning; without words one that never matches."""
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in ordered) or "(?!)"


def _begins_like(words: Iterable[str]) -> str:
    """A lookahead for the first letter. It changes no match, but browsers compile the pattern in a quarter of the time."""
    letters = {word[0] for word in words if word}
    return f"(?=[{''.join(map(re.escape, sorted(letters)))}])" if letters else ""
