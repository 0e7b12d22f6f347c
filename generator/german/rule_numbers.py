"""Rule numbers as books print them: "17.0", "2.1.1", "Tabelle 6.2", "Kapitel 3", "Szenario Eins", "IV", "§ 12a", "Anhang B", "B.1"."""

from __future__ import annotations

import re
from functools import lru_cache

from ..model.rule_number import RuleNumber, letter_of, normal_key

#: Number words, from one upwards; here, because a command that looks something up must not load the lists.
NUMERALS = ("eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf")
#: A number in words or Roman figures, as a pattern.
SPELLED = rf"(?:[IVXL]+|{'|'.join(f'[{one[0].upper()}{one[0]}]{one[1:]}' for one in NUMERALS)})(?!\w)"
_MAY_CITE = re.compile(rf"\d|[ \u00a0]{SPELLED}")
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50}
_DOTTED = re.compile(r"\d{1,4}(?:\.\d{1,3}){0,3}[a-z]?")
_WORD = r"[A-ZÄÖÜ][^\W\d_]*(?:-[^\W\d_]+)?"
_PRINTED = (
    re.compile(rf"(?:(?P<word>{_WORD})\s+)?(?P<figure>\d+(?:\.\d+)*[a-z]?|[IVXL]+|[A-ZÄÖÜa-zäöü]+)\.?"),
    re.compile(r"(?P<word>§|Art\.|Abs\.)\s*(?P<figure>\d+[a-z]?)"),
    # the letter acts as the series word: "B.1" is the first of "B", "Tabelle B.1" of "Tabelle B"
    re.compile(rf"(?P<word>(?:{_WORD}\s+)?[A-Z])\.(?P<figure>\d+(?:\.\d+)*[a-z]?)"),
)


class MalformedNumber(ValueError):
    """The text (`args[0]`) is not a rule number."""


def _roman(text: str) -> int | None:
    values = [_ROMAN[c] for c in text]
    total = sum(-v if any(w > v for w in values[i + 1 :]) else v for i, v in enumerate(values))
    return total if total else None


def _figure(text: str) -> tuple[int, ...] | None:
    if _DOTTED.fullmatch(text):
        return tuple(int(f) for f in normal_key(text.removesuffix(letter_of(text))).split("."))
    if text.casefold() in NUMERALS:
        return (NUMERALS.index(text.casefold()) + 1,)
    if text and set(text) <= set(_ROMAN) and (value := _roman(text)):
        return (value,)
    return None


def _counted_letter(match: re.Match[str]) -> tuple[int, ...] | None:
    """The place in the alphabet of a single letter after a series word: (2,) for "Anhang B"."""
    letter = match["figure"]
    return (ord(letter) - ord("A") + 1,) if match["word"] and re.fullmatch("[A-Z]", letter) else None


@lru_cache(maxsize=4096)
def parse_number(text: str) -> RuleNumber:
    """Parse a number as printed. Raises MalformedNumber for anything else ("17..0", "3W6", "v1.5").

    >>> parse_number("Tabelle 6.2").figures
    (6, 2)
    """
    match = next((found for pattern in _PRINTED if (found := pattern.fullmatch(text.strip()))), None)
    figure = match["figure"].rstrip(".") if match else ""
    figures = (_figure(figure) or _counted_letter(match)) if match else None
    if match is None or figures is None:
        raise MalformedNumber(text)
    return RuleNumber(text.strip(), match["word"] or "", figures, letter_of(figure) if _DOTTED.fullmatch(figure) else "")


def may_cite(text: str) -> bool:
    """Whether a text can cite a number at all: it has a figure, or a word that counts."""
    return _MAY_CITE.search(text) is not None
