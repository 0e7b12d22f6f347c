r"""Negations that only one of two languages has.

A text may say a negation otherwise („außer“ for "not if", "loses" for „hat kein“): such words excuse the other text's negation, but only
where the text has more of them than the other has of their like ("unless" excuses nothing beside „außer“).

>>> denied_only_in("Sie darf laufen.", "It cannot run.")
('en', 'cannot', 3)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .lists import alternatives, rows


def _words(written: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{written})\b" if written else r"(?!)", re.IGNORECASE)


_NOT = {language: _words(alternatives("negation", language)) for language in ("de", "en")}
#: A negation that may only repeat one before it: "keine Festung, kein Wald, …". „weder“ stands for two.
_AGAIN = {language: _words(alternatives("negation_again", language)) for language in ("de", "en")}
_TWICE = {"de": _words("weder"), "en": _words("")}


@dataclass(frozen=True, slots=True)
class _Excuse:
    """Words of one meaning that may stand for a negation, and further words that only correspond to them."""

    german: re.Pattern[str]
    all_german: re.Pattern[str]
    english: re.Pattern[str]
    all_english: re.Pattern[str]

    def surplus(self, side: str, german: str, english: str) -> int:
        """How many excuses a side has beyond what the other has of their like."""
        if side == "de":
            return max(0, len(self.german.findall(german)) - len(self.all_english.findall(english)))
        return max(0, len(self.english.findall(english)) - len(self.all_german.findall(german)))


def _excuse(row: Mapping[str, Sequence[str]]) -> _Excuse:
    german, english = ((list(row.get(side, ())), list(row.get(f"{side}_too", ()))) for side in ("german", "english"))
    return _Excuse(*(_words("|".join(words)) for own, more in (german, english) for words in (own, own + more)))


_EXCUSES = tuple(map(_excuse, rows("negation_excuses")))


def denied_only_in(german: str, english: str) -> tuple[str, str, int] | None:
    """Find the language that negates more often than the other negates or says otherwise: language, word, and the offset of its last
    negation; else None.

    >>> denied_only_in("Kein Modell darf laufen.", "No model may run.") is None
    True
    """
    ours, theirs = _counts("de", german), _counts("en", english)
    more = max(0, ours[0] - theirs[1]) - max(0, theirs[0] - ours[1])
    if not more:
        return _quietly_denied(german, english) if not ours[1] else None
    side, other, text = ("de", "en", german) if more > 0 else ("en", "de", english)
    if abs(more) <= sum(excuse.surplus(other, german, english) for excuse in _EXCUSES):
        return None
    word = list(_NOT[side].finditer(text))[-1]
    return side, word[0], word.start()


#: English that surely negates without a negation, and the German that says it so, too.
_QUIET = (_words(alternatives("negation_quiet", "en")), _words(alternatives("negation_quiet", "de")))


def _quietly_denied(german: str, english: str) -> tuple[str, str, int] | None:
    """English that negates in other words, where the German, which has no negation, says nothing like it."""
    word = _QUIET[0].search(english)
    return ("en", word[0], word.start()) if word and not _QUIET[1].search(german) else None


def _counts(language: str, text: str) -> tuple[int, int]:
    """How many negations a text has at least (repeated ones counted once) and at most."""
    found = len(_NOT[language].findall(text))
    if not found:
        return 0, 0
    found += len(_TWICE[language].findall(text))
    return max(1, found - len(_AGAIN[language].findall(text))), found
