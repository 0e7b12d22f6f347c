"""Words that point within a text without naming anything: "siehe oben", "in der folgenden Tabelle", "wie im vorigen Schritt"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_BACK = r"(?P<back>oben|vor(?:her)?ige[nr]?|vorangegangene[nr]?|vorangehende[nr]?|obige[nr]?|obenstehende[nr]?)"
_AHEAD = r"(?P<ahead>unten|nächste[nr]?|(?:nach)?folgende[nr]?|(?:unten|neben)stehende[nr]?)"
_GAP = r"[ \u00a0\n]"
_SAID = r"(?:[Bb]eschrieb|[Ee]rklär|[Ee]rläuter|[Gg]enann|[Ee]rwähn|[Aa]ngegeb|[Aa]uf(?:geführ|gelist)|[Dd]argestell)"
_TOLD = rf"(?:{_SAID}(?:t|en)(?:e[nrms]?)?|beschreiben|erklären|erläutern)"
#: Words with which a text speaks only of its own later parts: "was später noch besprochen wird".
_DISCUSSED = r"(?:be(?:sproch|handel|trach|leuch)|vorgestell)t?e?[nt]?"
_IN_THIS = rf"in{_GAP}diesem{_GAP}(?:Kapitel|Abschnitt)"
_HOW = rf"(?:{_GAP}(?:noch|nun|schon|auch|im Detail|genau(?:er)?|näher|ausführlich(?:er)?|in de[nr] Regeln|{_IN_THIS})){{0,4}}"
#: The kinds of things to which words may point.
THINGS = TABLE, STEP, SECTION, CHAPTER, PAGE = "tabelle", "schritt", "abschnitt", "kapitel", "seite"
_THING = rf"(?P<thing>(?(the){TABLE.capitalize()}|(?:{'|'.join(map(str.capitalize, THINGS))})))(?!\w)"
_CITING = rf"(?:[Ss]iehe|[Vv]gl\.|s\.)(?:{_GAP}(?:auch|dazu|hierzu))?{_GAP}"
_RULES = r"(?:Regel(?:n|ung|ungen)|Schritte?|Kriterien|Bedingungen|Optionen|Effekte)"
_POINTING = re.compile(
    rf"(?<![\w-])(?:(?:{_CITING}|(?:[Aa]uf|[Ii]n|[Aa]us|[Ii]m|[Nn]ach){_GAP}(?:de[rmn]{_GAP})?|(?P<the>[Dd](?:ie|er){_GAP}))"
    rf"{_BACK.replace('back', 'thing_before')}?(?(thing_before)|{_AHEAD.replace('ahead', 'thing_after')}){_GAP}{_THING}"
    rf"|(?P<cited>{_CITING})?(?:weiter[ \u00a0])?(?=[ou])(?:{_BACK}|{_AHEAD})(?P<told>{_HOW}{_GAP}{_TOLD})?(?!\w)"
    rf"|(?P<below>im{_GAP}[Ff]olgenden){_HOW}{_GAP}{_TOLD}(?!\w)"
    rf"|(?P<wide>zuvor|vorher|bereits|weiter[ \u00a0](?:vorne?|oben)|an{_GAP}früherer{_GAP}Stelle"
    rf"|(?P<later>später|weiter[ \u00a0](?:hinten|unten)|an{_GAP}späterer{_GAP}Stelle))"
    rf"(?:{_HOW}{_GAP}(?:{_TOLD}|(?(later){_DISCUSSED}|(?!)))|{_GAP}{_IN_THIS})(?!\w)"
    rf"|[Dd]ie{_GAP}(?:(?:eben{_GAP})?(?:genannten|beschriebenen|aufgeführten){_GAP}{_RULES}"
    rf"|Schritte[^.!?\n]{{0,12}}{_GAP}(?:(?P<steps>unten)|oben))(?!\w)"
    rf"|(?P<short>s\.[ \u00a0]?(?:o|(?P<under>u))\.))"
)
#: Between a name and what points to it, and between that and the name: "nachsetzen (siehe unten)", "oben beschriebenen Regeln für X".
BESIDE = re.compile(r"[*_“”\"‘')]{0,3}[ \u00a0\n]?[*_,(]{0,3}[ \u00a0\n]?")
RULES_FOR = re.compile(
    r"[ \u00a0\n]Regeln(?:[ \u00a0\n](?:für|zu[mr]?|über))(?:[ \u00a0\n](?:de[nrms]|die|das))?[ \u00a0\n][*_„\"‚']{0,3}"
)
#: Between a word that points and a citation behind it: "was später besprochen wird (siehe Kapitel 8)".
CITED_AFTER = re.compile(rf"(?:{_GAP}(?:wird|werden|wurden?))?{_GAP}\([*_]{{0,3}}(?:[Ss]iehe|S\.)")
_ALL_AHEAD = ("ahead", "later", "below", "steps", "under", "thing_after")
_SENTENCE = re.compile(r"[.!?:;](?=[\s*_“\"])|\n\n|\n(?=[-*•|])")


@dataclass(frozen=True, slots=True)
class Pointing:
    """Words that point: their place, their direction, the kind of thing (of `THINGS`, or "" for any rule), whether "siehe" cites, and
    whether they may mean any rule before or behind ("was später erklärt wird").
    """

    start: int
    end: int
    ahead: bool
    thing: str
    cites: bool
    wide: bool


@lru_cache(maxsize=1)  # which are counted first in a long text
def pointing(text: str) -> tuple[Pointing, ...]:
    """Every place of a text that points within it.

    >>> text = "Wende dies (siehe oben) und die Werte in der folgenden Tabelle an"
    >>> [(text[p.start : p.end], p.ahead) for p in pointing(text)]
    [('siehe oben', False), ('in der folgenden Tabelle', True)]
    """
    return tuple(
        Pointing(
            *match.span(),
            ahead=any(match[name] for name in _ALL_AHEAD),
            thing=(match["thing"] or "").casefold(),
            cites=bool(match["cited"] or match["short"]),
            wide=bool(match["wide"]),
        )
        for match in _POINTING.finditer(text)
        if not (match["back"] or match["ahead"]) or match["cited"] or match["told"]
    )


#: Parts of words of which a text that points has one.
_MARKS = (
    "oben",
    "obig",
    "unten",
    "rig",
    "orangehend",
    "orangegangen",
    "stehend",
    "olgend",
    "nächst",
    "o.",
    "u.",
    "später",
    "zuvor",
    "vorher",
    "bereits",
    "weiter",
    "Stelle",
    "genannten",
    "beschriebenen",
    "aufgeführten",
)


def may_point(text: str) -> bool:
    """Whether a text can point at all: it has a word that does."""
    return any(word in text for word in _MARKS)


#: The most characters of a sentence that are read before or after a place.
FARTHEST = 300


def sentence_start(text: str, place: int) -> int:
    """The start of the sentence around a place, at most `FARTHEST` characters before it."""
    begin = max(0, place - FARTHEST)
    return max((match.end() for match in _SENTENCE.finditer(text, begin, place)), default=begin)


_END = re.compile(r"[.!?](?=[\s*_“\")])|\n\n|\n(?=[ \t]*[-*•|])")


def whole_sentence(text: str, start: int, end: int) -> slice:
    """The sentence around a place, with its brackets and what follows a colon, at most `FARTHEST` characters to either side."""
    begin = max(0, start - FARTHEST)
    begin = max((match.end() for match in _END.finditer(text, begin, start)), default=begin)
    after = _END.search(text, end, end + FARTHEST)
    return slice(begin, after.start() if after else end + FARTHEST)
