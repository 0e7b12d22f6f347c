"""German and English number words, as data.

>>> WORDS["de"]["zweimal"].value
'2'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from .lists import listed
from .rule_numbers import NUMERALS


class NumberWord(NamedTuple):
    """The number that a word gives; `needed` if a translation must give it too ("zwei", not "ein", "beide" or "zweite")."""

    value: str
    needed: bool = False


#: "null" to "dreizehn", indexed by value.
COUNTED = ("null", *NUMERALS, "dreizehn")
#: "erst" to "zwölft", without their endings.
ORDINALS = listed("ordinals")
_GERMAN_CARDINALS = NUMERALS[1:]
_ENGLISH_CARDINALS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ENGLISH_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_GERMAN_OTHERS = {
    "0": "null",
    "1": "ein eine einen einem einer eines eins einmal einmalig einzelne einzelnen einzelner einzelnes einzige einzigen einziger einziges "
    "einfach einfache einfachen einfacher einfaches",
    "2": "beide beiden beider beides beidseitig doppelt doppelte doppelten doppelter doppeltes verdoppeln verdoppelt verdopple paar paare "
    "zweite zweitens zwo doppel "
    "paarweise andere anderen anderer anderes anderem",
    "3": "dreifach dreierlei trio",
    "0.5": "halb halbe halben halber halbes hälfte halbieren halbiert halbiere halbierte halbierten",
    "0.25": "viertel vierteln",
    "1.5": "anderthalb anderthalbfach anderthalbmal eineinhalb",
}
_ENGLISH_OTHERS = {
    "0": "zero none nil",
    "1": "one a an single once sole only ones",
    "2": "both twice double doubled doubles doubling pair pairs couple either other another",
    "3": "thrice triple trio",
    "0.5": "half halve halved halves halving",
    "0.25": "quarter quarters",
}


def _german() -> dict[str, NumberWord]:
    words = {word: NumberWord(value) for value, listed in _GERMAN_OTHERS.items() for word in listed.split()}
    for number, stem in enumerate(ORDINALS, start=1):
        words |= {f"{stem}{ending}": NumberWord(str(number)) for ending in ("e", "en", "er", "es", "em", "ens")}
        words[stem] = NumberWord(str(number))  # "zu dritt"
    for number, cardinal in enumerate(_GERMAN_CARDINALS, start=2):
        stem = cardinal.removesuffix("en") if cardinal == "sieben" else cardinal
        endings = ("fach", "fache", "erlei", *(() if cardinal == "elf" else ("en", "er")))  # "Elfen"
        words |= {f"{stem}{ending}": NumberWord(str(number)) for ending in endings}
        words[cardinal] = NumberWord(str(number), needed=True)
        words[f"{cardinal}mal"] = NumberWord(str(number), needed=True)
    return words


def _english() -> dict[str, NumberWord]:
    words = {word: NumberWord(value) for value, listed in _ENGLISH_OTHERS.items() for word in listed.split()}
    words |= {word: NumberWord(str(number)) for number, word in enumerate(_ENGLISH_ORDINALS, start=1)}
    words |= {"twice": NumberWord("2", needed=True), "thrice": NumberWord("3", needed=True)}
    for number, cardinal in enumerate(_ENGLISH_CARDINALS, start=2):
        words[f"{cardinal}s"] = words[f"{cardinal}es"] = NumberWord(str(number))
        words[cardinal] = NumberWord(str(number), needed=True)
    return words


#: Language → case-folded word → its number.
WORDS: Mapping[str, Mapping[str, NumberWord]] = {"de": _german(), "en": _english()}

_LONG = "|".join(word for word in _GERMAN_CARDINALS if word not in ("acht", "elf"))  # "achtlos", "Elfen"

#: Language → pattern of a longer word that begins with a number: „Zweifrontenkrieg“. In English such words have a hyphen.
PREFIXES: Mapping[str, re.Pattern[str]] = {"de": re.compile(rf"({_LONG})"), "en": re.compile(r"(?!)()")}

#: Language → pattern of "sechsseitig", "six-sided": dice.
SIDED: Mapping[str, re.Pattern[str]] = {
    "de": re.compile(rf"({'|'.join(_GERMAN_CARDINALS)})seitig\w*", re.IGNORECASE),
    "en": re.compile(rf"({'|'.join(_ENGLISH_CARDINALS)})-sided", re.IGNORECASE),
}
