"""Text → the words by which the search finds it: folded tokens, stop words, names without parameters, acronyms.

>>> words("Würfle für JEDE Verbundbasis 2W6, siehe 17.0.")
['wurfle', 'fur', 'jede', 'verbundbasis', '2w6', 'siehe', '17.0']

Everything here works on folded text, so that "würfel", "wuerfel" and "WÜRFEL" are one word everywhere: in titles, prefixes, typos and
in the browser, which goes by the same patterns and lists (search/assets/core/search_words.js).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from .compounds import split_compound
from .letters import fold
from .lists import listed

TOKEN = re.compile(r"\d+(?:\.\d+){1,3}|[^\W_]+")
#: A word with all its hyphens, if it has any: the time to find those that have none grows with their length only.
HYPHENATED = re.compile(r"[^\W_]+(?:[-\u2010\u2011][^\W_]+)*")


def tokens(folded: str) -> list[str]:
    """The words and numbers of folded text. Dotted numbers and dice stay whole: "17.0", "2w6".

    >>> tokens("all-out attack, 2w6 (siehe 17.0)")
    ['all', 'out', 'attack', '2w6', 'siehe', '17.0']
    """
    return TOKEN.findall(folded)


def joined(folded: str) -> list[str]:
    """Hyphenated words written as one, because others do: "kontroll-zone" is looked for as "kontrollzone".

    >>> joined("all-out attack")
    ['allout']
    """
    found = (word for word in HYPHENATED.findall(folded) if not word.isalnum() and any(c.isalpha() for c in word))
    return ["".join(filter(str.isalnum, word)) for word in found]


def words(text: str) -> list[str]:
    """Fold and tokenise."""
    return tokens(fold(text))


def key(text: str) -> str:
    """The form in which titles are compared with a query: folded words, no parameter.

    >>> key("Spalten (X)") == key("SPALTEN (2)") == "spalten"
    True
    """
    return " ".join(tokens(strip_parameters(fold(text))))


#: Folded words that say nothing about what is looked for.
STOP_WORDS = frozenset(map(fold, listed("stop_words")))


def is_stop_word(token: str) -> bool:
    """Whether a folded token says nothing about what is looked for."""
    return token in STOP_WORDS


def meaningful(found: Iterable[str]) -> list[str]:
    """Folded tokens without those that say nothing."""
    return [token for token in found if token not in STOP_WORDS]


_DIE = r"\d*[wd]\d+"
BRACKETS = re.compile(rf"(\w)\s*\(\s*(?:[+\-–−]\s*)?(?:{_DIE}|[xn]|\d+(?:/\d+)?)\+?\s*\)")
BARE = re.compile(rf'([^\W\d_])\s+(?:\d+\+|{_DIE}\+?)(?!\w|\s*(?:zoll|treffer|wucht|"))')


def strip_parameters(folded: str) -> str:
    """Folded text without the values behind rule names: "(2)", "(5+)", "(1/10)", "5+", "w6".

    A value before Zoll, Treffer or Wucht is what the reader asks about and stays; so does a plain number, it may be a rule's.

    >>> strip_parameters("spalten (2)"), strip_parameters("rettung 5+"), strip_parameters("w6 treffer"), strip_parameters("magie 4")
    ('spalten', 'rettung', 'w6 treffer', 'magie 4')
    """
    return BARE.sub(r"\1", BRACKETS.sub(r"\1", folded))


def acronyms(title: str, vocabulary: Collection[str] = ()) -> set[str]:
    """Initials by which players shorten a title: of its words, with and without stop words, and of a compound's parts and their parts.

    >>> sorted(acronyms("All-out Attack")), acronyms("Befehlspunkt", {"befehl", "punkt"})
    (['aoa'], {'bp'})
    >>> sorted(acronyms("Nahkampfwert", {"nahkampf", "nah", "kampf", "wert"}))
    ['nkw', 'nw']
    """
    found = [token for token in tokens(strip_parameters(fold(title))) if token[0].isalpha()]
    parts = [part for token in found for part in (split_compound(token, vocabulary) or (token,))]
    finer = [part for token in parts for part in (split_compound(token, vocabulary, shortest=3) or (token,))]
    rows = (found, meaningful(found), parts, finer)
    return {"".join(token[0] for token in row) for row in rows if 2 <= len(row) <= 5}
