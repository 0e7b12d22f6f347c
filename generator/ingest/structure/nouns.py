"""A term from a sentence in the form of a heading: in the singular, its adjectives with the ending of its gender.

Learns gender and singular from the articles before the book's nouns.

>>> nouns = Nouns.of("Eine freie Aktion kostet nichts. Der Spieler zahlt. Jede Aktion zählt. Ein Spieler.")
>>> nouns.term("freien Aktionen"), nouns.term("aktiven Spielers")
('Freie Aktion', 'Aktiver Spieler')
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from ...german.inflection import noun_forms
from ...german.noun_phrases import PHRASE, feminine_singular, strong_form, votes_of
from ...german.word_shapes import FEMININE
from ..drafts import Source


@dataclass
class Nouns:
    """Noun → votes for its gender, and its frequency in the singular."""

    genders: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    singulars: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, text: str) -> Nouns:
        nouns = cls()
        for found in PHRASE.finditer(text):
            genders, weight, singular = votes_of(found["article"])
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
        adjectives = [strong_form(part, gender) for part in parts[:-1]]
        return _capital(" ".join([*adjectives, noun]))

    def singular(self, noun: str) -> str:
        """A noun's singular, if the book uses it; else the noun as it is."""
        best = max(self._with_form.get(noun, ()), key=lambda found: (self.singulars[found], found == noun), default=noun)
        return best if self.singulars[best] else feminine_singular(noun) or noun

    @cached_property
    def _with_form(self) -> dict[str, list[str]]:
        """Form → the nouns with this form that the book uses in the singular."""
        nouns: dict[str, list[str]] = defaultdict(list)
        for noun, times in self.singulars.items():
            for form in noun_forms(noun) if times else ():
                if form == noun or not noun.startswith(form):
                    nouns[form].append(noun)
        return nouns

    def gender(self, noun: str) -> str:
        """m, f or n: by the articles, or else by the ending or a compound's last part."""
        votes = self.genders.get(noun)
        if votes and sum(votes.values()) > 1:
            return max(votes, key=lambda gender: (votes[gender], gender))
        if FEMININE.search(noun):
            return "f"
        tails = (noun[at:].lstrip("-").capitalize() for at in range(2, len(noun) - 2))
        tail = next((tail for tail in tails if sum(self.genders.get(tail, Counter()).values()) > 1), "")
        return self.gender(tail) if tail else ""


@lru_cache(maxsize=2)
def nouns_of(source: Source) -> Nouns:
    """The nouns learned from a source's articles."""
    return Nouns.of(source.text)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
