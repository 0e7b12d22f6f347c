"""Find terms in English sentences: plural, possessive, -ing, -ed, irregular forms, hyphens; the longest name wins."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from ..german.lists import word_list, word_map
from ..german.name_forms import spellings
from .term_match import Match

_ENGLISH_WORD = re.compile(r"[^\W_]+")


class EnglishNames:
    """Names to look for in English text; the longest wins, and everyday phrases ("in charge of") contain none.

    >>> names = EnglishNames(["Charge", "Charge Range", "Fall Back"])
    >>> [names.names[m.name] for m in names.find("It fell back; the charge ranges of charging units, who is in charge")]
    ['Fall Back', 'Charge Range', 'Charge']
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)
        self._by_first: dict[str, list[tuple[int, tuple[frozenset[str] | None, ...]]]] = defaultdict(list)
        for at, name in enumerate(self.names):
            self._add(at, tuple(english_word_forms(word) for word in _english_words(name)))
        own = {" ".join(_english_words(name)) for name in self.names}
        for phrase in sorted(word_list("english_phrases") - own):  # a system may have a rule called "Ranged"
            self._add(-1, tuple(None if word == "*" else frozenset({word}) for word in phrase.split()))

    def _add(self, at: int, pattern: tuple[frozenset[str] | None, ...]) -> None:
        for form in pattern[0] or () if pattern else ():
            self._by_first[form].append((at, pattern))

    def find(self, text: str) -> list[Match]:
        """All occurrences of names, from left to right, without overlaps."""
        tokens = [(m.start(), m.end(), m[0].lower()) for m in _ENGLISH_WORD.finditer(text)]
        found, i = [], 0
        while i < len(tokens):
            fitting = [
                (len(pattern), at < 0, -at, pattern)
                for at, pattern in self._by_first.get(tokens[i][2], ())
                if len(pattern) <= len(tokens) - i
                and all(forms is None or tokens[i + k][2] in forms for k, forms in enumerate(pattern))
            ]
            if not fitting:
                i += 1
                continue
            length, everyday, at, pattern = max(fitting, key=lambda fit: fit[:3])
            if not everyday and not (i and tokens[i - 1][2] == "non"):  # a non-combat unit is no combat unit
                found.append(Match(-at, "form", tuple((start, end) for start, end, _ in tokens[i : i + length])))
            i += pattern.index(None) if None in pattern else length  # the word in the gap of a phrase may be a name
        return found


def _english_words(name: str) -> list[str]:
    plain = next(iter(spellings(name))).text
    return [match[0].lower() for match in _ENGLISH_WORD.finditer(plain)]


@lru_cache(maxsize=16384)
def english_word_forms(word: str) -> frozenset[str]:
    """An English word with its plural, singular, -ing, -ed and irregular forms; with "activation" also "activate".

    >>> {"charges", "charging", "charged"} <= english_word_forms("charge")
    True
    >>> "activated" in english_word_forms("activation")
    True
    """
    verb = word[:-3] + "e" if word.endswith("ation") else ""
    base = {form for form in (word, _singular(word), verb) if form}
    forms = set(base)
    for one in base:
        stem = one[:-1] if one.endswith("e") else one
        doubled = (
            {one + one[-1] + ending for ending in ("ing", "ed")} if re.fullmatch(r".*[^aeiou][aeiou][bdglmnprt]", one) else set()
        )
        plural = (
            one[:-1] + "ies" if re.search(r"[^aeiou]y$", one) else one + ("es" if one.endswith(("s", "x", "ch", "sh")) else "s")
        )
        past = one[:-1] + "ied" if re.search(r"[^aeiou]y$", one) else stem + "ed"
        forms |= {plural, stem + "ing", past, *doubled, *word_map("english_irregular").get(one, ())}
    return frozenset(forms)


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else ""


def english_key(name: str) -> str:
    """Normalise an English name: no parameter, no article, lower case, singular.

    >>> english_key("Re-Rolls") == english_key("re-roll")
    True
    """
    return " ".join(_singular(word) or word for word in _english_words(name) if word not in ("the", "a", "an")) if name else ""


def english_bases(word: str) -> list[str]:
    """Possible base forms of an English word.

    >>> english_bases("advancing"), english_bases("fell")
    (['advanc', 'advance'], ['fall'])
    """
    small = word.lower()
    irregular = [base for base, forms in word_map("english_irregular").items() if small in forms]
    endings = [ending for ending in ("ing", "ed") if small.endswith(ending) and len(small) > len(ending) + 2]
    return irregular + [small.removesuffix(ending) + more for ending in endings for more in ("", "e")]
