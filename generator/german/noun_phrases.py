"""Nouns with their articles and adjectives: gender, an adjective's ending without an article, a name in the nominative.

>>> nominative("Verlorenem", "Fokus", "mit"), nominative("Unpassierbarem", "Gelände", "zu"), nominative("Magischen", "Kreise", "die")
('Verlorener Fokus', 'Unpassierbares Gelände', 'Magische Kreise')
"""

from __future__ import annotations

import re

from .inflection import adjective_stem
from .lists import word_list, word_map
from .word_shapes import FEMININE, NEUTER

#: A determiner, up to two adjectives, and their noun: "eine schnelle Bewegung".
PHRASE = re.compile(
    r"\b(?P<article>(?:[KkDdSsMm]?[Ee]in|[Jj]ed)(?:e[mnrs]?)?|[Dd](?:er|ie|as|em|en))\s+(?:(?!d(?:er|es|ie|en|em)\b)[*„“\"‚']*[a-zäöüß-]+e[nrsm]?[*“”\"‘']*\s+){0,2}"
    r"(?P<noun>[A-ZÄÖÜ][\wäöüß-]*[a-zäöüß])"
)
_STRONG = {"m": "er", "f": "e", "n": "es", "": "e"}


def votes_of(determiner: str) -> tuple[str, int, bool]:
    """The genders for which a determiner votes, the weight of its vote, and whether only a singular follows; "kein" and "dein" act
    like "ein".

    >>> votes_of("Jede"), votes_of("meinem"), votes_of("alle")
    (('f', 2, True), ('mn', 1, True), ('', 0, False))
    """
    small = determiner.casefold()
    genders, weight, singular = word_map("genders").get(small[1:] if small[1:4] == "ein" else small, ("", 0, False))
    return genders, weight, singular


def strong_form(adjective: str, gender: str) -> str:
    """Give an adjective the ending it takes without an article; leave a word without an ending unchanged.

    >>> strong_form("gebundenen", "f"), strong_form("freien", "m"), strong_form("nur", "m")
    ('gebundene', 'freier', 'nur')
    """
    stem = adjective_stem(adjective)
    return adjective if stem == adjective or adjective.casefold() in word_list("small_in_headings") else stem + _STRONG[gender]


def feminine_singular(noun: str) -> str:
    """The singular of a plural with a feminine ending: "Bewegungen", "Einheiten"; "" for any other noun."""
    singular = noun.removesuffix("en")
    return singular if singular != noun and FEMININE.search(singular) else ""


def nominative_noun(noun: str, before: str) -> str:
    """A name of one word without the ending that "des" gave it; `before` is the preceding word."""
    return noun.removesuffix("s") if before == "des" else noun


def is_made_noun(word: str, before: str) -> bool:
    """Whether a word in -n may be a verb that the preceding word made a noun: "beim Marschieren", but not "am Bewegungen"."""
    return word.endswith("n") and before.lower() in word_list("make_nouns") and not word.endswith("ungen")


def may_be_command(word: str, article: str) -> bool:
    """Whether a verb in the imperative and its object's article may begin a name: "Haltet die Stellung".

    >>> may_be_command("Haltet", "die"), may_be_command("Halten", "die")
    (True, False)
    """
    return article in ("der", "die", "das", "den") and word.endswith("et")


def nominative(adjective: str, noun: str, before: str) -> str:
    """Put a name of adjective and noun into the nominative; `before` is the preceding word."""
    noun = noun[:-1] if before in word_list("genitive_before") and noun.endswith("s") and not noun.endswith("ss") else noun
    stem = adjective_stem(adjective)
    ending = adjective[len(stem) :]
    feminine = FEMININE.search(noun) is not None or noun.endswith(("e", "art", "acht"))
    if ending == "em" or (ending == "en" and before in word_list("singular_before") and not feminine):
        return f"{stem}{'es' if NEUTER.search(noun) else 'er'} {noun}"
    if ending == "en" or (ending == "er" and (feminine or before in word_list("feminine_before"))):
        return f"{stem}e {noun}"
    return f"{adjective} {noun}"
