"""The number of a rule, as a value; `german.rule_numbers` reads what books print.

A number has a series word (possibly empty), one to four figures, and optionally a small letter. "17" and "17.0" are the same
number.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RuleNumber:
    """A parsed rule number.

    printed  as in the book ("Tabelle 6.2")
    word     the series word ("Tabelle"), "" for plain sections
    figures  (6, 2); a trailing zero is dropped, so that 17.0 equals 17
    letter   "a" of "§ 12a", which stands between § 12 and § 13; "" for most
    """

    printed: str
    word: str
    figures: tuple[int, ...]
    letter: str = ""

    def __str__(self) -> str:
        return self.printed

    @property
    def key(self) -> str:
        """The figures in canonical form: "17" for "17.0", "2.1.1", "12a".

        >>> parse_number("17.0").key
        '17'
        """
        return ".".join(map(str, self.figures)) + self.letter


def normal_key(dotted: str) -> str:
    """Normalise a dotted number from running text: "17.0" and "17" give "17".

    >>> normal_key("15.2.0")
    '15.2'
    """
    dotted = dotted.strip(".")
    letter = letter_of(dotted)
    figures = [str(int(f)) for f in dotted.removesuffix(letter).split(".")]
    while len(figures) > 1 and figures[-1] == "0":
        figures.pop()
    return ".".join(figures) + letter


def letter_of(dotted: str) -> str:
    """The small letter at the end of a dotted number; "" if it has none."""
    return dotted[-1:] if "a" <= dotted[-1:] <= "z" else ""
