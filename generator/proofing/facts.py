"""The facts of a rule text, German or English: dice, distances, thresholds, modifiers, numbers, parameters.

>>> [(fact.kind, fact.value) for fact in facts('Wirf 2W6: Bei 4+ ziehst du bis zu 6".', "de")]
[('number', '2'), ('dice', '6'), ('threshold', '4'), ('distance', '6 in')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..german.lists import alternatives, citing_words, listed, phrases
from ..german.number_words import PREFIXES, SIDED, WORDS
from ..german.units import ANY, DEGREES, LENGTH, PERCENT, unit_of

#: Bare numbers, which may mean any kind ("1 mehr" for "+1", "ab 4" for "4+").
NUMBER = "number"
#: Kinds that have a unit, which a bare number lacks.
MEASURES = frozenset({"distance", "percent", "angle"})


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact as written: `text[start:end]`.

    kind    number, dice, distance, threshold, modifier, percent, angle, citation ("17.0") or parameter
    value   in one notation for both languages: "1.5", "6 in", "-1", "X"
    needed  whether the other side must have it: digits and cardinals, but not "ein", which is mostly an article
    exact   whether it is written in digits
    leads   the part that a bare number shares with a later one: a "unit" („30 statt 60 cm“), a "sign" („30 × 44"“), or nothing ("")
    """

    kind: str
    value: str
    start: int
    end: int
    needed: bool = True
    exact: bool = True
    leads: str = ""

    @property
    def size(self) -> str:
        """The number itself, without sign or unit."""
        return self.value.lstrip("+-").partition(" ")[0]


_INT = r"\d+"
_DECIMAL = r"(?:\d+(?:\.\d+){2,}|\d{1,3}(?:[.,\u202f]\d{3})+(?!\d)|\d+(?:[.,]\d+)?(?:\s?[½¼¾])?|[½¼¾])"
_SIGN = r"[+\-–−‑±]"

_FACT = re.compile(
    rf"""
    (?=[\dWDX½¼¾+\-–−‑±])(?:  # what no other character begins need not be tried
      (?<![^\W_])(?P<count>{_INT})?[WD](?P<sides>{_INT})(?![^\W_])(?:\s?(?P<plus>[+\-–−])\s?(?P<more>{_INT}|X\b))?
        (?P<far>[ \u00a0]?(?:{LENGTH}))?
    | (?<![\w.,])(?:(?P<sign>(?<![\w)]){_SIGN})\s?)?(?P<length>{_DECIMAL})[ \u00a0\u202f-]?(?:{LENGTH})
    | (?<![\w.,])(?P<percent>{_DECIMAL})[ \u00a0\u202f]?(?:{PERCENT})
    | (?<![\w.,])(?P<angle>{_INT})[ \u00a0\u202f]?(?:{DEGREES})
    | (?<![\w.,])(?P<threshold>{_INT})\+(?![\w(])
    | (?<![\w)\]"]){_SIGN}\s?(?P<modifier>{_INT}|X(?!\w))(?![.,]?\d|[^\W_])
    | (?<![\w.,])(?P<number>{_DECIMAL})(?:{alternatives("number_endings")})?(?![^\W_])
    | (?<![\w])(?P<parameter>X)(?!\w)
    )
    | (?P<word>[^\W\d_]+(?:'t\b|’t\b)?)
    """,
    re.VERBOSE,
)


@lru_cache(maxsize=20000)
def facts(text: str, language: str) -> tuple[Fact, ...]:
    """The facts of a text in "de" or "en", in text order.

    >>> [fact.value for fact in facts("Twice, but never on a 1.", "en")]
    ['2', '1', '1']
    """
    found = _FACT.finditer(_without_quotes(text, language))
    told = (match for match in found if match.lastgroup != "word" or _may_tell(match[0], language))
    return tuple(fact for match in told for fact in _of(match, language))


@lru_cache(maxsize=20000)
def _may_tell(word: str, language: str) -> bool:
    """Whether `_word` can find anything at a word; at most words it cannot."""
    key = word.casefold()
    begins = PREFIXES[language].match(key) or SIDED[language].match(word)
    return key == "one" or key in WORDS[language] or begins is not None


def _of(match: re.Match[str], language: str) -> Iterator[Fact]:
    start, end = match.span()
    kind = match.lastgroup or ""
    if match["word"]:
        yield from _word(match, language)
    elif match["sides"]:
        if match["count"]:
            yield Fact(NUMBER, _plain(match["count"], language), start, end, needed=match["count"] != "1")
        yield Fact("dice", match["sides"], start, end, needed=False)
        if match["more"]:
            yield from _modifier(match["plus"], match["more"], start, end)
        if match["far"]:
            yield Fact("distance", f"W{match['sides']} {unit_of(match['far'])}", start, end, needed=False)
    elif match["length"]:
        size = _plain(match["length"], language)
        yield Fact("distance", f"{size} {unit_of(match[0][match.end('length') - start :])}", start, end)
        if sign := (match["sign"] or _sign_before(match)):
            yield Fact("modifier", f"{'+' if sign == '+' else '-'}{size}", start, end, needed=False)
    elif kind == "number" and match["number"].isdigit() and (sign := _sign_before(match)):
        yield Fact("modifier", f"{sign}{_plain(match['number'], language)}", start, end)
    elif match["modifier"]:
        yield from _modifier(match[0][0], match["modifier"], start, end)
    elif kind == "number" and (
        _CITATION[language].fullmatch(match["number"]) or _CITING.search(match.string, max(0, start - 14), start)
    ):
        yield Fact("citation", match["number"], start, end, needed=False)
    else:
        shared = _LEADS.match(match.string, end) if kind == NUMBER else None
        leads = "" if shared is None else "sign" if shared[0].endswith('"') and "×" in shared[0] else "unit"
        yield Fact(kind, "X" if kind == "parameter" else _plain(match[kind], language), start, end, leads=leads)


#: Between a bare number and the one whose unit it shares.
_LEADS = re.compile(
    rf"[ \u00a0]?(?:[–×x/,+-]|{alternatives('number_joints')})[ \u00a0]?"
    rf"(?:{_DECIMAL}[ \u00a0]?(?:[–×x/,]|{alternatives('pair_joints')})[ \u00a0]?)*"
    rf"{_DECIMAL}[ \u00a0\u202f-]?(?:{ANY})"
)


_CHANGES = re.compile(rf"\s(?:(?P<more>{alternatives('raising')})|{alternatives('lowering')})\b")
_CHANGES_BY = re.compile(
    rf"\b(?:(?P<more>{alternatives('raising')})|{alternatives('lowering')})\s(?:{alternatives('changing_by')})\s\Z"
)
_BY = tuple(f"{word} " for word in listed("changing_by"))
_ADDS = re.compile(rf"\b(?:(?P<more>{alternatives('adding')})|{alternatives('subtracting')})\s\Z", re.IGNORECASE)


def _sign_before(match: re.Match[str]) -> str:
    """The sign that words about a number give it: "adds 1", "minus 1", „um 1 höher“; "" for none."""
    if match.string.endswith(_BY, 0, match.start()):
        changed = _CHANGES.match(match.string, match.end()) or _CHANGES_BY.search(
            match.string, max(0, match.start() - 24), match.start()
        )
        return "" if changed is None else "+" if changed["more"] else "-"
    found = _ADDS.search(match.string, max(0, match.start() - 14), match.start())
    return "" if found is None else "+" if found["more"] else "-"


def _modifier(sign: str, number: str, start: int, end: int) -> Iterator[Fact]:
    """The values of a modifier: "±1" is both +1 and –1."""
    if number == "X":
        yield Fact("parameter", "X", start, end)
    else:
        signs = "+-" if sign == "±" else "+" if sign == "+" else "-"
        yield from (Fact("modifier", f"{one}{number}", start, end) for one in signs)


def _word(match: re.Match[str], language: str) -> Iterator[Fact]:
    word = match["word"].casefold()
    if sides := SIDED[language].match(match.string, match.start()):
        yield Fact("dice", WORDS[language][sides[1].casefold()].value, match.start(), sides.end(), needed=False, exact=False)
    elif half := _AND_A_HALF.match(match.string, match.start()):
        yield Fact(NUMBER, "1.5", match.start(), half.end(), needed=False, exact=False)
    elif _is_idiom(match):
        return
    elif (found := WORDS[language].get(word)) and (unit := _UNIT_AFTER.match(match.string, match.end())):
        yield Fact("distance", f"{found.value} {unit_of(unit[0])}", match.start(), unit.end(), found.needed, exact=False)
    elif found:
        yield Fact(NUMBER, found.value, match.start(), match.end(), found.needed, exact=False)
        if more := _MORE.match(match.string, match.end()):
            value = f"{'-' if more['less'] else '+'}{found.value}"
            yield Fact("modifier", value, match.start(), more.end(), needed=False, exact=False)
    elif within := PREFIXES[language].match(word):
        yield Fact(NUMBER, WORDS[language][within[1]].value, match.start(), match.end(), needed=False, exact=False)


_UNIT_AFTER = re.compile(rf"[ \u00a0-](?:{LENGTH})")
#: Words that make "one" a +1 ("ein zusätzlicher Würfel", "one die more") or a -1 ("einen Würfel weniger").
_MORE = re.compile(rf"\s(?:[^\W\d_]+\s)?(?:{alternatives('one_more')}|(?P<less>{alternatives('one_less')}))\b", re.IGNORECASE)
_AND_A_HALF = re.compile(r"one\sand\sa\shalf\b", re.IGNORECASE)
_IDIOMS = {word: re.compile(rf"\b(?:{alternatives('number_idioms', word)})\s$") for word in phrases("number_idioms")}


def _is_idiom(match: re.Match[str]) -> bool:
    """Whether a number word is part of an idiom, not a number: "außer Acht"."""
    idiom = _IDIOMS.get(match["word"])
    return idiom is not None and bool(idiom.search(match.string, max(0, match.start() - 8), match.start()))


_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75}


def _plain(written: str, language: str) -> str:
    """Normalise a number: "1,5" and "1½" to "1.5", "1.000" to "1000"; keep a rule number such as "17.0"."""
    group, point = (r"[.\u202f]", ",") if language == "de" else (r"[,\u202f]", ".")
    if re.fullmatch(rf"\d{{1,3}}(?:{group}\d{{3}})+", written):
        return re.sub(r"\D", "", written)
    if written[-1] in _FRACTIONS:
        return f"{int(written[:-1].strip() or 0) + _FRACTIONS[written[-1]]:g}"
    return written.replace(point, ".").lstrip("0") or "0" if "." not in written else written


#: Rule numbers and the like: German writes decimals with a comma; in English ".0" marks a rule number.
_CITING = re.compile(rf"\b(?:{'|'.join(map(re.escape, citing_words()))}|{alternatives('cited_parts')})[ \u00a0]$", re.IGNORECASE)
_CITATION = {"de": re.compile(r"(?<!\d)\d++(?:\.\d{1,2})+"), "en": re.compile(r"(?<!\d)\d++(?:\.0|(?:\.\d{1,2}){2,})")}

_ENGLISH_QUOTES = re.compile(r'(?<![\w.,)])"(?=[\w(+…])([^"\n]*?)"(?!\w)')


def _without_quotes(text: str, language: str) -> str:
    """Blank out straight quotation marks that are not inches: "Core Rules, 1.0"."""
    return _ENGLISH_QUOTES.sub(lambda match: f" {match[1]} ", text) if language == "en" else text
