"""The limits and orders in a text: „höchstens 3“ and „über 3“ both cut after the 3, „mindestens 3“ and „unter 3“ before it.

>>> [(bound.side, bound.objects) for bound in bounds("Bis zu 3 Einheiten, vor dem Wurf.")]
[('höchstens', frozenset({'3'})), ('vor', frozenset({'wurf'}))]
>>> reversed_in("Höchstens 2 Würfel.", "At least 2 dice.")
Reversed(german='Höchstens', english='At least', start=0)
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from .coarse_keys import coarse_key
from .inflection import ADJECTIVE_ENDINGS
from .lists import alternatives, listed, rows, word_list
from .number_words import WORDS
from .rule_numbers import NUMERALS

#: A side and its opposite. A limit has only two: whether the number itself belongs to what lies below it.
OPPOSITE = {
    "höchstens": "mindestens",
    "mindestens": "höchstens",
    "vor": "nach",
    "nach": "vor",
    "über": "unter",
    "unter": "über",
}

#: Words after „nach“ or „vor“ that mean a place, as a pattern.
PLACES = alternatives("bound_places")
#: Words that exclude each other, in rows: „ersten“ and „letzten“, „Beginn“ and „Ende“.
_EXCLUSIVE = [
    *([[f"{stem}{end}" for stem in stems for end in ADJECTIVE_ENDINGS] for stems in row] for row in rows("bound_adjectives")),
    *rows("bound_words"),
]
#: Each of these words → its row, and its place there, as a side.
_WHICH = {word: f"{n}.{at}" for n, row in enumerate(_EXCLUSIVE) for at, words in enumerate(row) for word in words}
_NO = ("nicht", "nie", "kein", "keine", "keinen")
#: Words before what they limit or order → the side.
SIDES = {
    **{f"{no} {more} als": "höchstens" for no in _NO for more in listed("bound_more")},
    **{f"{no} {less} als": "mindestens" for no in _NO for less in listed("bound_less")},
    **{f"{more} als": "höchstens" for more in listed("bound_more")},
    **{f"{less} als": "mindestens" for less in listed("bound_less")},
    **{word: side for side in OPPOSITE for word in alternatives("bound_sides", side).split("|")},
    **_WHICH,
}


def excludes(side: str, other: str) -> bool:
    """Whether two sides exclude each other."""
    row, mark, _ = side.rpartition(".")
    return OPPOSITE.get(side) == other or (bool(mark) and side != other and other.startswith(row + mark))


@lru_cache(maxsize=64)
def _saying(side: str) -> re.Pattern[str]:
    words = "|".join(word for word, one in _WHICH.items() if one == side)
    return re.compile(rf"\b(?:{words})\b" if words else r"(?!)", re.IGNORECASE)


def says_which(side: str, german: str) -> bool:
    """Whether a text has a word of a side that says which of several: „die zweite nicht, nur die erste“."""
    return _saying(side).search(german) is not None


def _alternatives(words: Iterable[str]) -> str:
    """A pattern of words, by their first letter in both cases, which the engine tries quickly; longer words first."""
    by_letter: dict[str, list[str]] = defaultdict(list)
    for word in sorted(words, key=len, reverse=True):
        by_letter[word[0]].append(re.escape(word[1:]).replace(r"\ ", r"\s"))
    return "|".join(f"[{letter}{letter.upper()}](?:{'|'.join(rest)})" for letter, rest in by_letter.items())


_WORD = re.compile(rf"\b(?:{_alternatives(SIDES)})\b")
#: Text that must follow „bis“ and „ab“, and may not precede „nach“.
_NUMBER_NEXT = re.compile(rf"\s(?:[\d½]|X\b|(?:{'|'.join(NUMERALS[1:])})\b)", re.IGNORECASE)
_PLACE_NEXT = re.compile(rf"\s(?:{PLACES})\b")
_DEPENDS = re.compile(r"\bje\s$", re.IGNORECASE)
_AFTER = re.compile(
    r"(?=[\d½X])(?<![\w.,])(?:(?P<number>\d+(?:[.,]\d+)?|½|X\b)(?:\s?(?:\"|[^\W\d_]+|%|°))?\s(?:oder|und)\s"
    rf"(?:(?P<most>{alternatives('bound_after_most')})|(?P<least>{alternatives('bound_after_least')}))\b"
    r"|(?P<threshold>\d+)\+(?![\w(]))"
)
#: Frequencies: „einmal je Schlachtrunde“, „ein Mal in jedem Zug“.
_OFTEN = re.compile(
    rf"\b(?:{alternatives('bound_often')})\s(?:je|pro|im|in\s(?:der|jede[rm]))\s(?:[^\W\d_]*?(?P<time>{alternatives('bound_times')})(?:s|es|n)?)\b",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"\d+(?:[.,]\d+)?|½|[^\W\d_]+|[,;:.!?()|]")
#: The greatest distance of an object, in words.
_REACH = 4


@dataclass(frozen=True, slots=True)
class Bound:
    """A limit or an order at text[start:end]: its side, and what it is about (a number, or the keys of the words that follow);
    `counts` is the key of the noun that a number counts."""

    side: str
    objects: frozenset[str]
    start: int
    end: int
    counts: str = ""

    @property
    def names(self) -> bool:
        """Whether it says which of several its object is, and limits nothing: „die ersten“, „einmal je Runde“."""
        return "." in self.side

    def about(self, other: Bound) -> bool:
        """Whether two may be about the same: a number counts nothing else here than there."""
        return bool(self.objects & other.objects) and (not self.counts or not other.counts or self.counts == other.counts)


def bounds(text: str, reach: int = _REACH) -> Iterator[Bound]:
    """The limits and orders of a German text; `reach` is how many words after one count as its objects."""
    for match in _WORD.finditer(text):
        word = " ".join(match[0].lower().split())
        side = SIDES[word]
        if word in ("bis", "bis zu", "ab") and not _NUMBER_NEXT.match(text, match.end()):
            continue
        if word == "nach" and _PLACE_NEXT.match(text, match.end()):
            continue
        if word == "nach" and _DEPENDS.search(text, max(0, match.start() - 3), match.start()):
            continue
        if word in ("über", "unter") and text.endswith("oder ", 0, match.start()):
            continue  # "auf oder über": the other side is what is left
        if word in _WHICH:
            if text.endswith("bis zum ", 0, match.start()):
                continue
            if noun := _which(text, match.end()):
                yield Bound(side, frozenset({noun}), match.start(), match.end())
            continue
        number, words, counts = _objects(text, match.end(), reach)
        if number:
            side = {"über": "höchstens", "unter": "mindestens"}.get(side, side)
            words = frozenset() if side in ("höchstens", "mindestens") else words
        if words or number:
            yield Bound(side, words | ({number} if number else set()), match.start(), match.end(), counts)
    for match in _OFTEN.finditer(text):
        yield Bound(f"je.{match['time'].lower()}", frozenset({"je"}), match.start(), match.end())
    for match in _AFTER.finditer(text):
        if value := match["threshold"] or _value(match["number"]):
            yield Bound(
                "höchstens" if match["most"] else "mindestens",
                frozenset({value}),
                match.start(),
                match.end(),
                _noun_after(text, match.end()),
            )


_WHICH_NOUN = re.compile(r"[*_]*(?:\s+[a-zäöüß]+){0,2}\s+[*_]*([A-ZÄÖÜ][^\W\d_]{2,})")
_TIME = re.compile(rf"({alternatives('bound_times')})(?:s|es|n|en)?\Z", re.IGNORECASE)


def _which(text: str, at: int) -> str:
    """The key of the noun that follows, past two words at most."""
    match = _WHICH_NOUN.match(text, at)
    time = _TIME.search(match[1]) if match else None  # „Nahkampfrunde“ is a round
    if match is None or match[1].lower() in word_list("bound_counted"):
        return ""
    return time[1].lower() if time else coarse_key(match[1])


_NOUN = re.compile(r"[*_]*\s(?!je\s)(?:[a-zäöüß]+e[nrsm]?\s)?([A-ZÄÖÜ][^\W\d_]{2,})")


def _noun_after(text: str, at: int) -> str:
    match = _NOUN.match(text, at)
    return coarse_key(match[1]) if match else ""


def _objects(text: str, at: int, reach: int) -> tuple[str, frozenset[str], str]:
    """The number that follows at once (past an article and an adjective), the keys of the nouns up to the end of the clause, and of
    the noun that the number counts."""
    number, counts = "", ""
    keys: list[str] = []
    for count, match in enumerate(_TOKEN.finditer(text, at)):
        word = match[0]
        if count > reach or not (word.isalnum() or word[0].isdigit() or word == "½") or word in ("und", "oder", "sowie"):
            break
        if count < 3 and not number and not keys and (value := _value(word)):
            number, counts = value, _noun_after(text, match.end())
        elif word[0].isupper() and (key := coarse_key(word)):
            keys.append(key)
    return number, frozenset(keys), counts


def _value(word: str) -> str:
    if word[0].isdigit() or word == "X":
        return word.replace(",", ".")
    found = WORDS["de"].get(word) if word.islower() else None  # "Runde Zwei" is a name
    return found.value if found and (found.needed or "." in found.value or word.startswith("ein")) else ""


@dataclass(frozen=True, slots=True)
class Reversed:
    """A German word that contradicts its English: both words, and the offset of the German one."""

    german: str
    english: str
    start: int


@lru_cache(maxsize=64)
def _words(language: str, side: str, sure: bool) -> re.Pattern[str]:
    """A pattern of the words of a language that surely say a side, or of all that may."""
    words = "|".join(alternatives(name, language, side) for name in (("bound_sure",) if sure else ("bound_sure", "bound_maybe")))
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


#: Sides of which a German word may correspond to nothing in the English.
_ALONE = ("vor", "unter", "unter_number")


@lru_cache(maxsize=4)
def _alone(side: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    german, english = (alternatives("bound_alone", side, language) for language in ("de", "en"))
    return re.compile(rf"\b(?:{german})\b", re.IGNORECASE), re.compile(rf"\b(?:{english})\b", re.IGNORECASE)


def reversed_in(german: str, english: str) -> Reversed | None:
    """The first word of a German text that limits or orders otherwise than its English: the German says more of one side than the
    English, and less of the other than the English surely has; or „vor“ and „unter“ correspond to nothing.

    >>> reversed_in("Vor dem Wurf.", "Before the roll.") is None
    True
    """
    for side, other in OPPOSITE.items():
        ours = _words("de", side, True).search(german)
        theirs = ours and _words("en", other, True).search(english)
        if (
            ours
            and theirs
            and _more("de", german, "en", english, side, True)
            and _more("en", english, "de", german, other, side in ("vor", "nach"))
        ):
            return Reversed(ours[0], theirs[0], ours.start())
    if crossed := _crossed(german, english):
        return crossed
    for side in _ALONE:
        needing, having = _alone(side)
        if (ours := needing.search(german)) and not having.search(english):
            return Reversed(ours[0], "", ours.start())
    return None


#: „über 3“ and „unter 3“ in both languages, with what denies them.
_DIRECT = {
    "de": re.compile(
        r"\b(?P<no>(?:nie|niemals|nicht|kein\w*)\s(?:\w+\s){0,3})?(?:(?P<over>über)|unter)\s(?P<number>\d+)(?![.,]?\d)",
        re.IGNORECASE,
    ),
    "en": re.compile(
        r"\b(?P<no>(?:never|not|no)\s(?:\w+\s){0,3})?(?:(?P<over>above|over)|below|under)\s(?:a\s)?(?P<number>\d+)(?![.,]?\d)",
        re.IGNORECASE,
    ),
}


def _crossed(german: str, english: str) -> Reversed | None:
    """A number that is only over in the German and only under in the English, or the reverse; both denied or neither."""
    ours, theirs = (list(_DIRECT[language].finditer(text)) for language, text in (("de", german), ("en", english)))
    for one in ours:
        about = [other for other in theirs if other["number"] == one["number"] and bool(other["no"]) == bool(one["no"])]
        if about and all(bool(other["over"]) != bool(one["over"]) for other in about):
            return Reversed(one[0], about[0][0], one.start())
    return None


def _more(language: str, text: str, other: str, its: str, side: str, sure: bool) -> bool:
    """Whether a text says a side more often than another does (surely, or at all)."""
    return len(_words(language, side, True).findall(text)) > len(_words(other, side, sure).findall(its))
