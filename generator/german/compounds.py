"""Compounds → their parts.

Splits against a word list, as Lucene's DictionaryCompoundWordTokenFilter does, with the library's own words as the list.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from .lists import listed

#: Linking sounds between parts: "Angriff-s-wurf".
LINKS = listed("links")
SHORTEST_PART = 4
MOST_PARTS = 4
#: Leave longer words whole, to bound the time.
LONGEST_WORD = 60


def split_compound(word: str, vocabulary: Collection[str], shortest: int = SHORTEST_PART) -> tuple[str, ...]:
    """Split a compound into the fewest parts, each in `vocabulary` and at least `shortest` letters long; () for any other word.

    >>> split_compound("bewegungsphase", {"bewegung", "phase"})
    ('bewegung', 'phase')
    """
    if not 2 * shortest <= len(word) <= LONGEST_WORD or not word.isalpha():
        return ()
    # best[i]: the best way to end exactly at i with a part; fewest parts first, then the one whose shortest part is longest
    best: dict[int, tuple[str, ...]] = {}
    starts = {0}  # where a part may start: after a found part, with or without a linking sound
    for end in range(shortest, len(word) + 1):
        ways = [
            way
            for start in starts
            if start <= end - shortest and (part := word[start:end]) in vocabulary and part != word
            for way in _ways(word, best, start, part)
        ]
        if ways:
            best[end] = min(ways, key=lambda way: (len(way), -min(map(len, way)), way))
            starts.update(end + len(link) for link in LINKS if word.startswith(link, end))
    return best.get(len(word), ())


def _ways(word: str, best: dict[int, tuple[str, ...]], start: int, part: str) -> Iterator[tuple[str, ...]]:
    if start == 0:
        yield (part,)
        return
    for link in LINKS:
        before = best.get(start - len(link))
        if before and len(before) < MOST_PARTS and word.startswith(link, start - len(link)):
            yield (*before, part)
