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
_LIMIT = {language: _words(alternatives("negation_limits", language)) for language in ("de", "en")}
_TWICE = {"de": _words("weder"), "en": _words("")}

#: Two negations that cancel each other: „nicht ohne Folgen“.
_DOUBLE = {language: _words(alternatives("negation_double", language)) for language in ("de", "en")}


@dataclass(frozen=True, slots=True)
class _Excuse:
    """Words of one meaning that may stand for a negation, and further words that only correspond to them."""

    german: re.Pattern[str]
    all_german: re.Pattern[str]
    english: re.Pattern[str]
    all_english: re.Pattern[str]

    def surplus(self, side: str, german: str, english: str) -> int:
        """How many more excuses of this meaning one side has than the other."""
        if side == "de":
            return max(0, len(self.german.findall(german)) - len(self.all_english.findall(english)))
        return max(0, len(self.english.findall(english)) - len(self.all_german.findall(german)))


def _excuse(row: Mapping[str, Sequence[str]]) -> _Excuse:
    german, english = ((list(row.get(side, ())), list(row.get(f"{side}_too", ()))) for side in ("german", "english"))
    return _Excuse(*(_words("|".join(words)) for own, more in (german, english) for words in (own, own + more)))


_EXCUSES = tuple(map(_excuse, rows("negation_excuses")))


def denied_only_in(german: str, english: str) -> tuple[str, str, int] | None:
    """Find the language that negates more often than the other negates or says otherwise: language, word, and the offset of its last
    negation; else None. Texts of equally many sentences are compared sentence by sentence, too.

    >>> denied_only_in("Kein Modell darf laufen.", "No model may run.") is None
    True
    >>> denied_only_in("Sie läuft, sonst nie. Sie schießt.", "It runs, else never. It never shoots.")
    ('en', 'never', 24)
    """
    if found := _denied_only_in(german, english):
        return found
    ours, theirs = _sentences(german), _sentences(english)
    for one, other in zip(ours, theirs, strict=True) if len(ours) == len(theirs) > 1 else ():
        if found := _denied_only_in(one[0], other[0]):
            side, word, start = found
            return side, word, start + (one if side == "de" else other).start()
    return None


#: A sentence, as „;“ also ends one.
_SENTENCE = re.compile(r"(?:[^.;]|[.;](?!\s|$))+")


def _sentences(text: str) -> list[re.Match[str]]:
    return [match for match in _SENTENCE.finditer(text) if re.search(r"\w", match[0])]


def denies(german: str) -> bool:
    """Whether a clause negates, be it in its verb: „misslingt“."""
    return _NOT["de"].search(german) is not None or _IN_VERBS.search(german) is not None


def hedges(german: str) -> bool:
    """Whether a clause that does not negate may still mean it, or the rule's exception: „nur“, „verboten“, „frei“, „dort“.

    >>> hedges("nur im Wald"), hedges("im Wald")
    (True, False)
    """
    return _HEDGE.search(german) is not None or _EXCUSED.search(german) is not None


def negates(english: str) -> bool:
    """Whether an English text negates."""
    return _NOT["en"].search(english) is not None


def may_deny(english: str) -> bool:
    """Whether an English text negates, or may do so in other words."""
    return _NOT["en"].search(english) is not None or any(excuse.english.search(english) for excuse in _EXCUSES)


_IN_VERBS = re.compile(rf"\b(?:{alternatives('negation_in_verbs')})", re.IGNORECASE)
_HEDGE = _words(alternatives("negation_hedges"))
_EXCUSED = _words("|".join(word for row in rows("negation_excuses") for word in row.get("german", ())))
_DEPENDS = _words(r"we[rnm]|wo|wenn|falls|sobald|solange|müssten?|wären?|hätten?")


def depends(german: str) -> bool:
    """Whether a clause is one on which another depends: „Wer schläft“; its negation may be there."""
    return _DEPENDS.search(german) is not None


def limits(german: str) -> bool:
    """Whether a clause only limits with its negation: „nie näher als 1"“."""
    return _LIMIT["de"].search(german) is not None


def negations_dropped(german: str) -> str:
    """A clause without its negations.

    >>> negations_dropped("Der Wurf misslingt nicht.")
    'Der Wurf gelingt  .'
    """
    return _NOT["de"].sub(" ", _IN_VERBS.sub("gel", german))


def _denied_only_in(german: str, english: str) -> tuple[str, str, int] | None:
    ours, theirs = _counts("de", german), _counts("en", english)
    quiet = _quiet(german, english)
    more = max(0, ours[0] - theirs[1]) - max(0, theirs[0] + len(quiet) - ours[1])
    if not more:
        return None
    side, other, text = ("de", "en", german) if more > 0 else ("en", "de", english)
    if abs(more) <= sum(excuse.surplus(other, german, english) for excuse in _EXCUSES):
        return None
    word = [*quiet, *_NOT[side].finditer(text)][-1]
    return side, word[0], word.start()


#: English that surely negates without a negation, and the German that says it so, too, by meaning.
_QUIET = tuple((_words("|".join(row["en"])), _words("|".join(row["de"]))) for row in rows("negation_quiet"))


def _quiet(german: str, english: str) -> list[re.Match[str]]:
    """The words of an English text that negate without a negation, beyond those that the German says so, too."""
    found = ((list(theirs.finditer(english)), ours) for theirs, ours in _QUIET)
    return [match for words, ours in found if words for match in words[len(ours.findall(german)) :]]


def _counts(language: str, text: str) -> tuple[int, int]:
    """The least number of negations in a text (repeated ones counted once), and the greatest."""
    found = len(_NOT[language].findall(text))
    if not found:
        return 0, 0
    found += len(_TWICE[language].findall(text))
    cancelled = 2 * len(_DOUBLE[language].findall(text))
    limits = len(_LIMIT[language].findall(text))
    return max(0 if cancelled or limits else 1, found - len(_AGAIN[language].findall(text)) - cancelled - limits), found
