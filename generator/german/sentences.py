"""The only module that knows where German sentences end: not after "z. B.", "S." or "3.", but with a paragraph or list item.

>>> text = "Der Wald brennt, z. B. im Mai, mit MW 3. Siehe S. 5 (unten!). Er gilt als\\nGelände:\\n- Wald\\n- Sumpf"
>>> [text[start:end] for start, end in sentences(text)]
['Der Wald brennt, z. B. im Mai, mit MW 3.', 'Siehe S. 5 (unten!).', 'Er gilt als\\nGelände:', '- Wald', '- Sumpf']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from .lists import listed

#: The mark of a list item or heading.
ITEM_MARK = re.compile(r"\s*(?:[-*+>•◆♦]|\d{1,2}[.)]|#+)\s+")
#: The end of a sentence, ignoring abbreviations; the search cuts with it, in old browsers too.
PLAIN_END = re.compile(r"([.!?])\s+(?=[A-ZÄÖÜ„])")
_BLOCK = r"\n[ \t]*\n|\n(?=[ \t]*(?:[-*+>•◆♦#]+\s|\d{1,2}[.)]\s|\||:::))"


def sentences(text: str, start: int = 0, end: int | None = None, *, also: str = "") -> Iterator[tuple[int, int]]:
    """Start and end of each sentence in a text or a stretch of it, without surrounding white space; `also` adds marks that end
    one.

    >>> list(sentences("Es gilt: Wer flieht; der rennt.", also=":;"))
    [(0, 8), (9, 31)]
    """
    stop = len(text) if end is None else end
    begin = start
    for match in _ends(also).finditer(text, start, stop):
        if match["mark"] is None or not _goes_on(text, begin, match.start()):
            yield from _trimmed(text, begin, match.end())
            begin = match.end()
    yield from _trimmed(text, begin, stop)


@lru_cache(maxsize=4)
def _ends(also: str) -> re.Pattern[str]:
    """Sentence ends: a mark before a capital or number, or between two words that lost their space; the end of a block."""
    return re.compile(  # what no other character begins need not be tried
        rf"(?=[\n.!?…{also}])(?:(?P<mark>(?<=[\w+%°)\"”“″»’'*])[.!?…{also}]+[)“”\"’»*_]*(?=\s+[\"„“‚»(*_\[–-]*[A-ZÄÖÜ\d])"
        rf"|(?<=[a-zäöüß])[.!?](?=[A-ZÄÖÜ][a-zäöüß]))|{_BLOCK})"
    )


@lru_cache(maxsize=1)
def _abbreviation() -> re.Pattern[str]:
    written = "|".join(re.escape(word).replace(r"\ ", r"\s?") for word in sorted(listed("abbreviations"), key=len, reverse=True))
    return re.compile(rf"(?<![^\W_])(?:{written})\Z", re.IGNORECASE)


def _goes_on(text: str, begin: int, stop: int) -> bool:
    """Whether a full stop belongs to an abbreviation or an item's number: "verteilt: 1. Wenn", but not "mit MW 3. Wenn"."""
    if text[stop : stop + 1] != ".":
        return False
    before, _, last = text[max(begin, stop - 40) : stop].rpartition(" ")
    numbers = last.isdigit() and before.rstrip()[-1:] in ("", ":", ";")
    return numbers or _abbreviation().search(text, max(begin, stop - 10), stop) is not None


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    within = text[start:end]
    if within.strip():
        yield start + len(within) - len(within.lstrip()), start + len(within.rstrip())
