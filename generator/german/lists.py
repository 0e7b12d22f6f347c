"""What German brings along for references: the words that cite, the words that show a game's term, the words that are no term.

Data, not code: every list is a YAML file beside this one, and a new word is a new line there.

>>> citing_words()["seiten"]
CitingWord(kind='page', word='Seite', plural=True)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml


@dataclass(frozen=True, slots=True)
class CitingWord:
    """A word that stands before a number: its reference type, its base form, and whether it announces several numbers."""

    kind: str
    word: str
    plural: bool


@lru_cache(maxsize=1)
def _lists() -> dict[str, Any]:
    return dict(yaml.safe_load((Path(__file__).parent / "references.yaml").read_text(encoding="utf-8")))


@lru_cache(maxsize=1)
def citing_words() -> dict[str, CitingWord]:
    """Every citing word in every form, case folded."""
    words = {}
    for kind, bases in _lists()["citing"].items():
        for base, forms in bases.items():
            words[base.casefold()] = CitingWord(kind, base, False)
            words.update({form.casefold(): CitingWord(kind, base, True) for form in forms.get("plural") or ()})
            words.update({form.casefold(): CitingWord(kind, base, False) for form in forms.get("other") or ()})
    return words


@lru_cache(maxsize=1)
def english_homographs() -> frozenset[str]:
    """German words spelled like English names, in their German case."""
    return frozenset(str(word) for word in _lists()["english_homographs"])


@lru_cache(maxsize=32)
def word_list(name: str) -> frozenset[str]:
    """One of the plain lists, case folded: placing, indicators, function_words, compound_heads, units …"""
    return frozenset(str(word).casefold() for word in _lists()[name])
