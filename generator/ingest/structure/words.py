"""What German brings along for reading a book: words that open a sentence, join a name, or are everyday nouns."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import yaml


@lru_cache(maxsize=8)
def words(name: str) -> frozenset[str]:
    """One of the lists of `words.yaml`, in lower case.

    >>> "sobald" in words("openers"), "anzahl" in words("everyday")
    (True, True)
    """
    lists = yaml.safe_load((Path(__file__).parent / "words.yaml").read_text(encoding="utf-8"))
    return frozenset(str(word) for word in lists[name])
