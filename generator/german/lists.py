"""German word lists: YAML beside the code. List names are unique across files. Add a word by adding it to a list.

>>> "zum" in word_list("function_words"), listed("inseparable_often")[:3]
(True, ('be', 'ent', 'er'))
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml


@dataclass(frozen=True, slots=True)
class CitingWord:
    """A word that precedes a cited number: its reference type, its base form, and whether several numbers follow."""

    kind: str
    word: str
    plural: bool


@lru_cache(maxsize=1)
def _lists() -> dict[str, Any]:
    return {name: words for file in sorted(Path(__file__).parent.glob("*.yaml")) for name, words in lists_in(file).items()}


def lists_in(file: Path) -> dict[str, Any]:
    """The lists of a YAML file of words by name."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml's if available, which takes a tenth of the time
    found: dict[str, Any] = yaml.load(file.read_text(encoding="utf-8"), loader)
    return found


@lru_cache(maxsize=64)
def listed(name: str) -> tuple[str, ...]:
    """A list in its written case and order: function_words, links, everyday_nouns …"""
    return tuple(_flat(_lists()[name]))


def _flat(words: list[Any]) -> Iterator[str]:
    for word in words:
        yield from _flat(word) if isinstance(word, list) else (str(word),)


@lru_cache(maxsize=64)
def word_list(name: str) -> frozenset[str]:
    """A list as a set, case folded ("heissen")."""
    return frozenset(word.casefold() for word in listed(name))


def alternatives(name: str, *keys: str) -> str:
    """A list of patterns, or the one under these keys in a mapping, as one pattern; "" for none."""
    words = _lists()[name]
    for key in keys:
        words = words[key]
    return "|".join(_flat(words))


def rows(name: str) -> Sequence[Mapping[str, Sequence[str]]]:
    """A list of mappings of patterns."""
    found: Sequence[Mapping[str, Sequence[str]]] = _lists()[name]
    return found


_PIECE = re.compile(r"<([A-Z]+)>")


def phrases(name: str) -> Any:
    """Patterns of phrases, with the pieces in place that they name ("<NOUN>"), and what is said of them.

    >>> phrases("enumerations")["item"].startswith("[-*•●][ \\\\t]+")
    True
    """
    return _filled(_lists()[name])


def _filled(value: Any) -> Any:
    if isinstance(value, str):
        return _PIECE.sub(lambda piece: str(_filled(_lists()["phrase_pieces"][piece[1]])), value)
    if isinstance(value, list):
        return [_filled(one) for one in value]
    return {key: _filled(one) for key, one in value.items()} if isinstance(value, dict) else value


@lru_cache(maxsize=16)
def word_map(name: str) -> Mapping[str, Any]:
    """A mapping of words to others, all case folded: strong, irregular_plurals, english_irregular …"""
    return {str(word).casefold(): _folded(beside) for word, beside in _lists()[name].items()}


def _folded(beside: Any) -> Any:
    if isinstance(beside, list):
        return tuple(_folded(one) for one in beside)
    return beside.casefold() if isinstance(beside, str) else beside


@lru_cache(maxsize=1)
def citing_words() -> dict[str, CitingWord]:
    """Every citing word in every form, case folded.

    >>> citing_words()["seiten"]
    CitingWord(kind='page', word='Seite', plural=True)
    """
    words = {}
    for kind, bases in _lists()["citing"].items():
        for base, forms in bases.items():
            words[base.casefold()] = CitingWord(kind, base, False)
            words.update({form.casefold(): CitingWord(kind, base, True) for form in forms.get("plural") or ()})
            words.update({form.casefold(): CitingWord(kind, base, False) for form in forms.get("other") or ()})
    return words
