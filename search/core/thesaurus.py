"""Players' words for what rules say otherwise: thesaurus.yaml in the terms of a vocabulary.

>>> thesaurus_of({"feuern": ("feu",), "schuss": ("schuss",)})["feu"]
('schuss',)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from nachschlag.generator.german import letters
from nachschlag.generator.german.lists import lists_in

FILE = Path(__file__).with_suffix(".yaml")


@cache
def _folded() -> Mapping[str, tuple[str, ...]]:
    """The words of the file, folded, with those that rules use instead."""
    words = lists_in(FILE)["thesaurus"]
    return {letters.fold(word): tuple(map(letters.fold, others)) for word, others in words.items()}


def thesaurus_of(surfaces: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Term → the terms that rules may use instead, both sorted; leaves out words that the vocabulary lacks."""
    found: dict[str, set[str]] = {}
    for word, others in _folded().items():
        if word in surfaces:
            terms = {surfaces[other][0] for other in others if other in surfaces} - {surfaces[word][0]}
            found.setdefault(surfaces[word][0], set()).update(terms)
    return {term: tuple(sorted(found[term])) for term in sorted(found) if found[term]}
