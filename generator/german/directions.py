"""Words that point within a text without naming anything: "siehe oben", "in der folgenden Tabelle", "wie im vorigen Schritt"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_BACK = r"(?P<back>oben|vor(?:her)?ige[nr]?|vorangegangene[nr]?|vorangehende[nr]?|obige[nr]?|obenstehende[nr]?)"
_AHEAD = r"(?P<ahead>unten|nächste[nr]?|(?:nach)?folgende[nr]?|(?:unten|neben)stehende[nr]?)"
_TOLD = r"(?:beschrieben|erklärt|erläutert|genannt|erwähnt|angegeben|aufgeführt)(?:e[nrms]?)?"
_THING = r"(?P<thing>Tabelle|Schritt|Abschnitt|Seite)(?!\w)"
_CITING = r"(?:[Ss]iehe|[Vv]gl\.|s\.)(?:[ \u00a0\n](?:auch|dazu|hierzu))?[ \u00a0\n]"
_POINTING = re.compile(
    rf"(?<![\w-])(?:(?P<cited>{_CITING})?(?:weiter[ \u00a0])?(?=[ou])(?:{_BACK}|{_AHEAD})(?:[ \u00a0\n](?P<told>{_TOLD}))?(?!\w)"
    rf"|(?:{_CITING}|(?:[Aa]uf|[Ii]n|[Aa]us|[Ii]m|[Nn]ach)[ \u00a0\n](?:de[rmn][ \u00a0\n])?)"
    rf"{_BACK.replace('back', 'before')}?(?(before)|{_AHEAD.replace('ahead', 'after')})[ \u00a0\n]{_THING})"
)
#: Between a name and what points to it, and between that and the name: "nachsetzen (siehe unten)", "oben beschriebenen Regeln für X".
BESIDE = re.compile(r"[*_“”\"‘')]{0,3}[ \u00a0\n]?[*_,(]{0,3}[ \u00a0\n]?")
RULES_FOR = re.compile(
    r"(?:[ \u00a0\n]Regeln(?:[ \u00a0\n](?:für|zu[mr]?|über)))?(?:[ \u00a0\n](?:de[nrms]|die|das))?[ \u00a0\n][*_„\"‚']{0,3}"
)
_SENTENCE = re.compile(r"[.!?:;](?=[\s*_“\"])|\n\n|\n(?=[-*•|])")


@dataclass(frozen=True, slots=True)
class Pointing:
    """Words that point: where they stand, back or ahead, to what thing ("" for any rule), and whether "siehe" cites."""

    start: int
    end: int
    ahead: bool
    thing: str
    cites: bool


@lru_cache(maxsize=1)  # which are counted first in a long text
def pointing(text: str) -> tuple[Pointing, ...]:
    """Every place of a text that points within it.

    >>> text = "Wende dies (siehe oben) und die Werte in der folgenden Tabelle an"
    >>> [(text[p.start : p.end], p.ahead) for p in pointing(text)]
    [('siehe oben', False), ('in der folgenden Tabelle', True)]
    """
    return tuple(
        Pointing(*match.span(), bool(match["ahead"] or match["after"]), match["thing"] or "", bool(match["cited"]))
        for match in _POINTING.finditer(text)
        if match["thing"] or match["cited"] or match["told"]
    )


def may_point(text: str) -> bool:
    """Whether a text can point at all: it has a word that does."""
    return any(word in text for word in ("oben", "unten", "rig", "orangehend", "orangegangen", "stehend", "folgend", "nächst"))


#: The most characters of a sentence that are read before a place.
FARTHEST = 300


def sentence_start(text: str, place: int) -> int:
    """Where the sentence begins that a place stands in, or what is read of it."""
    begin = max(0, place - FARTHEST)
    return max((match.end() for match in _SENTENCE.finditer(text, begin, place)), default=begin)
