"""A folded word → its stem and its base form, for the search: strips endings instead of generating forms.

>>> stem("angriffen"), base_of("rennt", {"rennen"}), base_of("atlanten", {"atlas"})
('angriff', 'rennen', 'atlas')

Uses snowballstemmer ≥ 3, whose `german` has adopted the German2 variant. Whoosh bundles an older Snowball.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from .letters import fold
from .lists import listed, word_map
from .snowball import plain_stem

_stemmer_lock = threading.Lock()  # the stemmer stores its current word


@lru_cache(maxsize=65536)
def stem(token: str) -> str:
    """The Snowball stem of a folded token; tokens with digits stay unchanged.

    >>> stem("angriffe"), stem("17.0")
    ('angriff', '17.0')
    """
    if not token.isalpha():
        return token
    plain = plain_stem(token)
    if plain is not None:
        return plain or token
    with _stemmer_lock:
        return str(_stemmer().stemWord(token)) or token


@cache
def _stemmer() -> Any:
    import snowballstemmer  # imported here, because few words need it

    return snowballstemmer.stemmer("german")


#: Endings that the stemmer strips, longest first; unknown words are tried without them, in Python as in the browser.
ENDINGS = ("ern", "est", "em", "er", "en", "es", "st", "et", "e", "s", "n", "t")
#: Letters that must remain.
SHORTEST_STEM = 3


def without_ending(token: str) -> Iterator[str]:
    """The token, then the token without each of its endings, shortest cut first, leaving at least `SHORTEST_STEM` letters.

    >>> list(without_ending("zauberns"))
    ['zauberns', 'zaubern']
    """
    yield token
    for ending in reversed(ENDINGS):
        if token.endswith(ending) and len(token) - len(ending) >= SHORTEST_STEM:
            yield token[: -len(ending)]


#: Endings of weak verb forms, longest first; each belongs to an infinitive in -en or -n.
VERB_ENDINGS = ("test", "tet", "ten", "end", "te", "st", "t", "e")
SHORTEST_ROOT = 3
SEPARABLE = tuple(map(fold, listed("separable_often")))
INSEPARABLE = tuple(map(fold, listed("inseparable_often")))
ADJECTIVAL = ("", "en", "er", "es", "em", "e")


def _irregular() -> Iterator[tuple[str, str]]:
    """Irregular forms: participles with and without ge-, the third person of strong verbs, and irregular plurals."""
    for verb, (*tenses, participle) in word_map("strong").items():
        yield participle, verb
        yield participle.removeprefix("ge"), verb
        if len(tenses) == 2:
            yield tenses[0] + ("" if tenses[0].endswith("t") else "t"), verb
    yield from ((plural, noun) for noun, plural in word_map("irregular_plurals").items())


#: Folded form → its base forms.
IRREGULAR = {form: base for form, base in ((fold(one), fold(other)) for one, other in _irregular()) if form != base}


def base_of(word: str, vocabulary: Collection[str]) -> str:
    """The word in `vocabulary` that has this folded irregular form, or this verb form with or without ge-; "" if there is none.

    >>> base_of("aufgestellt", {"aufstellen"}), base_of("umgruppierte", {"umgruppieren"})
    ('aufstellen', 'umgruppieren')
    >>> base_of("angegriffene", {"angreifen"}), base_of("bestandener", {"bestehen"})
    ('angreifen', 'bestehen')
    >>> base_of("gesammelte", {"gesammelten", "sammeln"})
    'sammeln'
    """
    if not word.isalpha():
        return ""
    found = (form for form in chain(_irregular_bases(word), _weak_bases(word)) if form in vocabulary and form != word)
    return next(found, "")


_IRREGULAR_BASES = frozenset(IRREGULAR.values())


def may_have_base(word: str, base: str) -> bool:
    """Whether `base_of` could find this base form for a word: quick, with a few false positives but never a false negative.

    >>> may_have_base("umgruppierte", "umgruppieren"), may_have_base("gerannt", "rennen"), may_have_base("umgruppierte", "rannten")
    (True, True, False)
    """
    return word[:2] == base[:2] or word[2:5] == base[:3] or base in _IRREGULAR_BASES


@cache
def _prefixed() -> dict[str, list[str]]:
    """Every irregular form with every prefix → its base forms, those with the first prefix first."""
    found: dict[str, list[str]] = {}
    for prefix in ("", *SEPARABLE, *INSEPARABLE):
        for form, base in IRREGULAR.items():
            found.setdefault(prefix + form, []).append(prefix + base)
    return found


def _irregular_bases(word: str) -> Iterator[str]:
    for ending in ADJECTIVAL:
        if word.endswith(ending):
            yield from _prefixed().get(word.removesuffix(ending), ())


def _weak_bases(word: str) -> Iterator[str]:
    without_ge: Iterable[str] = ()
    if "ge" in word:
        without_ge = (prefix + word[len(prefix) + 2 :] for prefix in ("", *SEPARABLE) if word.startswith(prefix + "ge"))
    for form in (*without_ge, word):
        if not form.endswith(VERB_ENDINGS):
            continue
        for ending in VERB_ENDINGS:
            root = form.removesuffix(ending)
            if root != form and len(root) >= SHORTEST_ROOT:
                yield from (root + "en", root + "n")
