"""A system's names prepared for finding: every spelling, with all forms of its words, and the classes of these forms."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ..german.name_forms import forms_as_verb, spellings, word_forms
from ..german.tokens import Word, words
from ..model.library import Name, name_key

#: "Abbildung 2.1" is a number, not a name.
_NUMBERED = re.compile(r"[^\W\d_]+\.? \d[\d.]*")


#: The rank of a name's verb ("angreift" for Angriff), which counts only if it is set off or has a parameter.
AS_VERB = 3


@dataclass(frozen=True, slots=True)
class KnownName:
    """One spelling of a name, prepared for comparison: the forms of each word, which words are nouns, the punctuation between
    them."""

    name: Name
    text: str
    rank: int
    key: str
    words: list[str]
    forms: tuple[frozenset[str], ...]
    nouns: tuple[bool, ...]
    gaps: tuple[str, ...]
    everyday: bool
    abbreviation: bool
    english: bool

    @property
    def article(self) -> str:
        """The article of the printed name, case folded, which the search for the name ignores; "" if it has none."""
        return self.name.text.partition(" ")[0].casefold() if self.rank == 1 else ""


def known_names(names: list[Name], everyday: frozenset[str]) -> Iterator[KnownName]:
    """Every spelling of these names to look for; `everyday` words are name keys."""
    printed = {name_key(name.text) for name in names}
    shortened: dict[str, set[str]] = defaultdict(set)
    for name in names:
        for spelling in spellings(name.text):
            if spelling.rank == 2:
                shortened[name_key(spelling.text)].add(name.target)
    common = {name.target for name in names if name.type != "english" and name_key(name.text) in everyday}
    for name in names:
        if _NUMBERED.fullmatch(name.text):
            continue
        for spelling in spellings(name.text):
            key = name_key(spelling.text)
            if spelling.rank == 2 and (key in printed or len(shortened[key]) > 1):
                continue
            is_common = key in everyday or (name.type == "english" and name.target in common and " " not in key)
            for found in dict.fromkeys((tuple(words(spelling.text)), tuple(words(spelling.text.replace("-", " "))))):
                if found and sum(len(word.key) for word in found) > 1:
                    yield _known_name(name, spelling.text, spelling.rank, found, is_common)
            if spelling.rank == 0 and name.type != "english" and (forms := forms_as_verb(spelling.text)):
                yield _as_verb(name, spelling.text, forms, is_common)


def _known_name(name: Name, text: str, rank: int, found: tuple[Word, ...], everyday: bool) -> KnownName:
    written = tuple(text[word.start : word.end] for word in found)
    return KnownName(
        name,
        text,
        rank,
        name_key(name.text),
        [word.key for word in found],
        tuple(word_forms(tuple(word if word != "&" else "und" for word in written), name.type, fixed=text.endswith(("?", "!")))),
        tuple(word[0].isupper() for word in written),
        tuple(text[a.end : b.start].strip(" \u00a0-‐–*_") for a, b in pairwise(found)),
        everyday,
        text.isupper() and len(text) <= 5,
        name.type == "english",
    )


def _as_verb(name: Name, text: str, forms: frozenset[str], everyday: bool) -> KnownName:
    [word] = words(text)
    return KnownName(name, text, AS_VERB, name_key(name.text), [word.key], (forms,), (False,), (), everyday, False, False)


def word_classes(known: list[KnownName]) -> dict[str, str]:
    """Every form of every word → its class, one character; words that share a form share a class."""
    parent: dict[str, str] = {}

    def root(word: str) -> str:
        while parent[word] != word:
            parent[word] = parent[parent[word]]
            word = parent[word]
        return word

    for k in known:
        for word, forms in zip(k.words, k.forms, strict=True):
            for form in (word, *forms):
                parent.setdefault(form, form)
            top = root(word)
            for form in forms:
                other = root(form)
                if other != top:
                    parent[other] = top
    numbers: dict[str, str] = {}
    for word in parent:
        numbers.setdefault(root(word), chr(0x10000 + len(numbers)))
    return {word: numbers[root(word)] for word in parent}
