"""A word or name as it stands in a sentence → as a list of terms would print it: singular, nominative.

>>> plain_form("Trefferwürfe", frozenset({"Wurf"})), nominative("Leichter", "Deckung", "von")
('Trefferwurf', 'Leichte Deckung')
"""

from __future__ import annotations

import re
from functools import lru_cache

from ...german.inflection import noun_forms
from ...german.lists import word_list
from .words import words

_FEMININE = re.compile(r"(?:ung|heit|keit|schaft|ion|tät|enz|anz|ik|ur|e|art|acht)$")
_NEUTER = re.compile(r"^Ge.*e$|(?:chen|lein|um|nis|ment|feld|spiel|ziel|modell)$")
_ENDING = re.compile(r"(?:em|en|er|es|e)$")
_FEMININE_AFTER = frozenset(
    ["der", "einer", "dieser", "jeder", "von", "mit", "aus", "in", "bei", "zu", "unter", "durch", "keiner"]
)
_SINGULAR_ARTICLES = frozenset(["einem", "einen", "keinem", "keinen", "jedem", "dem"])
_BACK = str.maketrans("äöü", "aou")
_GENITIVE = frozenset(["des", "eines", "dieses", "jedes", "keines"])
_PLURALS = (("ungen", "ung"), ("heiten", "heit"), ("keiten", "keit"), ("ionen", "ion"), ("schaften", "schaft"))


@lru_cache(maxsize=1)
def everyday_forms() -> dict[str, str]:
    """Every form of an everyday noun and of a noun of all games, in lower case → the noun."""
    return {form.lower(): noun for noun in words("everyday") | words("gaming") for form in noun_forms(noun.capitalize())}


@lru_cache(maxsize=1)
def _nouns_in_er() -> tuple[str, ...]:
    return tuple(word_list("plural_in_er"))


#: A longer word is no German one; each of its tails would be looked at.
LONGEST_WORD = 60


def plain_form(word: str, nouns: frozenset[str]) -> str:
    """A noun in the singular, as far as the text's other nouns and the everyday ones show it."""
    if len(word) > LONGEST_WORD:
        return word
    if word.endswith("ern") and word[:-3].casefold().endswith(_nouns_in_er()):
        return word[:-3]
    for plural, singular in _PLURALS:
        if word.endswith(plural):
            return word.removesuffix(plural) + singular
    tails = (word[:at] + tail for at in range(3, len(word) - 2) if (tail := _singular(word[at:], nouns)))
    printed = nouns & (noun_forms(word) | noun_forms(word.translate(_BACK)))
    shorter = [noun for noun in (*tails, *printed) if len(noun) < len(word) and word in noun_forms(noun)]
    return min(shorter, key=lambda noun: (len(noun), noun), default=word)


def _singular(tail: str, nouns: frozenset[str]) -> str:
    """The singular of a compound's last part, "" where it is none that is known."""
    known = everyday_forms().get(tail, "")
    if not known:
        forms = noun_forms(tail.capitalize()) & nouns
        known = min(forms, key=len).lower() if forms else ""
    return known if len(known) > 2 else ""


def nominative(adjective: str, noun: str, before: str) -> str:
    """A name of adjective and noun without its case; `before` is the word before it.

    >>> nominative("Verlorenem", "Fokus", "mit"), nominative("Unpassierbarem", "Gelände", "zu"), nominative("Magischen", "Kreise", "die")
    ('Verlorener Fokus', 'Unpassierbares Gelände', 'Magische Kreise')
    """
    noun = noun[:-1] if before in _GENITIVE and noun.endswith("s") and not noun.endswith("ss") else noun
    stem, ending = _ENDING.sub("", adjective), adjective[len(_ENDING.sub("", adjective)) :]
    if ending == "em" or (ending == "en" and before in _SINGULAR_ARTICLES and not _FEMININE.search(noun)):
        return f"{stem}{'es' if _NEUTER.search(noun) else 'er'} {noun}"
    if ending == "en" or (ending == "er" and (_FEMININE.search(noun) or before in _FEMININE_AFTER)):
        return f"{stem}e {noun}"
    return f"{adjective} {noun}"
