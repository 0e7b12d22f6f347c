"""The words that a mistyped one may have been.

>>> "Würfel" in mended("Wuerfel"), "Würfel" in other_letters("Würfol")
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterator

#: By how often German has them.
_LETTERS = "enirsatdulhgocmbfwkzvpüäößjyxq"
#: Makeshift or outdated spellings and the right ones.
_PLAIN_SPELLING = (("ae", "ä"), ("oe", "ö"), ("ue", "ü"), ("ss", "ß"), ("ß", "ss"), ("a", "ä"), ("o", "ö"), ("u", "ü"))


def mended(word: str) -> Iterator[str]:
    """A word with a likely slip undone: letters swapped, makeshift or outdated spelling, a letter too many."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    yield from (first + rest[1] + rest[0] + rest[2:] for first, rest in cuts if len(rest) > 1 and rest[0] != rest[1])
    yield from (first + to + rest[len(of) :] for of, to in _PLAIN_SPELLING for first, rest in cuts if rest.startswith(of))
    yield from (first + rest[1:] for first, rest in cuts if first and rest)


def other_letters(word: str) -> Iterator[str]:
    """A word with a letter more, or another one, anywhere but at its beginning."""
    cuts = [(word[:at], word[at:]) for at in range(1, len(word) + 1)]
    yield from (first + letter + rest for first, rest in cuts for letter in _LETTERS)
    yield from (first + letter + rest[1:] for first, rest in cuts[:-1] for letter in _LETTERS)
