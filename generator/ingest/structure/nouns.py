"""A term as a heading writes it, out of a sentence: in the singular, its adjectives with the ending of its gender.

Gender and singular are learned from the articles that the book puts before its nouns.

>>> nouns = Nouns.of("Eine freie Aktion kostet nichts. Der Spieler zahlt. Jede Aktion zählt. Ein Spieler.")
>>> nouns.term("freien Aktionen"), nouns.term("aktiven Spielers")
('Freie Aktion', 'Aktiver Spieler')
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from ..drafts import Source
from .casing import FUNCTION_WORDS

_PHRASE = re.compile(
    r"\b(?P<article>(?:[KkDdSsMm]?[Ee]in|[Jj]ed)(?:e[mnrs]?)?|[Dd](?:er|ie|as|em|en))\s+(?:(?!d(?:er|es|ie|en|em)\b)[*„“\"‚']*[a-zäöüß-]+e[nrsm]?[*“”\"‘']*\s+){0,2}"
    r"(?P<noun>[A-ZÄÖÜ][\wäöüß-]*[a-zäöüß])"
)
#: How articles vote for genders, and whether they go with a singular: the strongest first.
_VOTES = {
    "eine": ("f", 2, True),
    "einer": ("f", 2, True),
    "jede": ("f", 2, True),
    "das": ("n", 3, True),
    "jedes": ("n", 2, True),
    "einen": ("m", 2, True),
    "jeden": ("m", 2, True),
    "den": ("m", 1, False),
    "ein": ("mn", 1, True),
    "einem": ("mn", 1, True),
    "jedem": ("mn", 1, True),
    "jeder": ("mf", 1, True),
    "dem": ("mn", 1, False),
    "der": ("mmf", 1, False),
    "die": ("f", 1, False),
}
_ADJECTIVE_ENDING = re.compile(r"(?:en|er|es|em|e)$")
_STRONG = {"m": "er", "f": "e", "n": "es", "": "e"}
#: (ending of the plural, ending of the singular)
_PLURALS = (
    ("", ""),
    ("s", ""),
    ("es", ""),
    ("n", ""),
    ("en", ""),
    ("e", ""),
    ("er", ""),
    ("en", "e"),
    ("en", "is"),
    ("en", "um"),
    ("ern", ""),
    ("nen", ""),
)
_FEMININE = re.compile(r"(?:ung|heit|keit|schaft|tion|tät|ik|ie|ur)$")


@dataclass
class Nouns:
    """Noun → votes for its gender, and how often it stands in the singular."""

    genders: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    singulars: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, text: str) -> Nouns:
        nouns = cls()
        for found in _PHRASE.finditer(text):
            article = re.sub(r"^[kdsm]ein", "ein", found["article"].lower())
            genders, weight, singular = _VOTES.get(article, ("", 0, False))
            for gender in genders:
                nouns.genders[found["noun"]][gender] += weight
            nouns.singulars[found["noun"]] += singular
        return nouns

    def term(self, words: str) -> str:
        """A term in its basic form: "gebundenen Verbundbasen" → "Gebundene Verbundbasis"."""
        parts = words.split()
        if not parts:
            return ""
        if not parts[-1][:1].isupper():
            return words[:1].upper() + words[1:]
        noun = self.singular(parts[-1])
        gender = self.gender(noun) if noun != parts[-1] or self.singulars[noun] else ""
        adjectives = [_strong(part, gender) for part in parts[:-1]]
        return _capital(" ".join([*adjectives, noun]))

    def singular(self, noun: str) -> str:
        """A noun's singular, if the book uses it; else the noun as it is."""
        best = max(self._stems(noun), key=lambda found: self.singulars[found], default=noun)
        if self.singulars[best]:
            return best
        return noun.removesuffix("en") if _FEMININE.search(noun.removesuffix("en")) else noun

    def gender(self, noun: str) -> str:
        """m, f or n as the articles say; else as its ending or the last part of a compound does."""
        votes = self.genders.get(noun)
        if votes and sum(votes.values()) > 1:
            return max(votes, key=lambda gender: (votes[gender], gender))
        if _FEMININE.search(noun):
            return "f"
        tails = (noun[at:].lstrip("-").capitalize() for at in range(2, len(noun) - 2))
        tail = next((tail for tail in tails if sum(self.genders.get(tail, Counter()).values()) > 1), "")
        return self.gender(tail) if tail else ""

    def _stems(self, noun: str) -> Iterator[str]:
        for plural, singular in _PLURALS:
            if noun.endswith(plural) and len(noun) - len(plural) > 2:
                stem = noun[: len(noun) - len(plural)]
                yield stem + singular
                yield _without_umlaut(stem) + singular


@lru_cache(maxsize=2)
def nouns_of(source: Source) -> Nouns:
    """What a source's articles teach."""
    return Nouns.of(source.text)


def _strong(adjective: str, gender: str) -> str:
    """An adjective with the ending it has without an article; a word without one stays."""
    stem = _ADJECTIVE_ENDING.sub("", adjective)
    if stem == adjective or adjective.lower() in FUNCTION_WORDS or len(stem) < 3:
        return adjective
    return stem + _STRONG[gender]


def _without_umlaut(stem: str) -> str:
    """The last umlaut of a plural undone: "Würf" → "Wurf"."""
    return re.sub(r"(ä|ö|ü)(?=u?[^äöü]*$)", lambda found: {"ä": "a", "ö": "o", "ü": "u"}[found[1]], stem)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
