"""The letters of German: umlauts and their vowels, capitals without ß, and the folding under which the search compares words.

>>> fold("Größe"), fold("GROESSE"), caseless("GRÖSSE") == caseless("Größe")
('grosse', 'grosse', True)

The folding rules are those of Lucene's GermanNormalizationFilter, which follow the German2 variant of the Snowball stemmer
(https://snowballstem.org/algorithms/german2/stemmer.html). The browser folds in the same way (search/assets/core/search_words.js).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

#: "ä" → "a", and back.
PLAIN_VOWELS = {"ä": "a", "ö": "o", "ü": "u", "Ä": "A", "Ö": "O", "Ü": "U"}
PLAIN = str.maketrans(PLAIN_VOWELS)
MUTATED = str.maketrans({plain: mutated for mutated, plain in PLAIN_VOWELS.items()})

_STEM_VOWEL = re.compile(r"(?:au|[aou])(?=[^aeiouäöüy]*$)", re.IGNORECASE)
_STEM_UMLAUT = re.compile(r"(?:äu|[äöü])(?=[^aeiouäöüy]*$)", re.IGNORECASE)
UMLAUT = re.compile(r"[äöü]e*|[ao]e+|ue+")
VOWELS = "aeiouyäöüq"  # after one of these "ue" is no umlaut: "feuer", "neue", "quelle"
INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")


def with_umlaut(stem: str) -> str:
    """A stem with its last vowel mutated; "" where it cannot be.

    >>> with_umlaut("Wurf"), with_umlaut("Baum"), with_umlaut("Ziel")
    ('Würf', 'Bäum', '')
    """
    return _exchanged(stem, _STEM_VOWEL, MUTATED)


def without_umlaut(stem: str) -> str:
    """A stem with its last umlaut undone; "" where it has none.

    >>> without_umlaut("Würf"), without_umlaut("Bäum"), without_umlaut("Ziel")
    ('Wurf', 'Baum', '')
    """
    return _exchanged(stem, _STEM_UMLAUT, PLAIN)


def _exchanged(stem: str, vowel: re.Pattern[str], table: dict[int, str]) -> str:
    match = vowel.search(stem)
    return stem[: match.start()] + stem[match.start()].translate(table) + stem[match.start() + 1 :] if match else ""


def caseless(word: str) -> str:
    """A word without case and with ss for ß, as capitals write it."""
    return word.lower().replace("ß", "ss")


def visible(text: str) -> str:
    """Without soft hyphens and other characters that are not seen.

    >>> visible("Ge\\u00adlän\\u00adde")
    'Gelände'
    """
    return INVISIBLE.sub("", text)


def fold(text: str) -> str:
    """Lower case, umlauts and their spellings with e as plain vowels, ß as ss, other accents gone. Folding twice changes nothing.

    Unlike Lucene a whole run of e goes ("säen" and "saeen" both give "san"), else folding twice would differ from once.

    >>> fold("Feuer"), fold("Quelle"), fold("Crème")
    ('feuer', 'quelle', 'creme')
    """
    folded = _fold_once(text)
    # A handful of letters outside German need a second pass (a ligature that composes with what follows it).
    while not folded.isascii() and (again := _fold_once(folded)) != folded:
        folded = again
    return folded


def fold_letters(text: str) -> str:
    """The same, but "ae", "oe" and "ue" stay: they may be slips.

    >>> fold_letters("Größe"), fold_letters("tdoes")
    ('grosse', 'tdoes')
    """
    return _small(text).translate(PLAIN)


def _fold_once(text: str) -> str:
    return UMLAUT.sub(_plain_vowel, _small(text))


def _small(text: str) -> str:
    """Small letters without accents; ä ö ü stay."""
    text = unicodedata.normalize("NFC", visible(unicodedata.normalize("NFKC", text).casefold()))
    return text if text.isascii() else "".join(map(_bare, text))


@lru_cache(maxsize=4096)
def _bare(letter: str) -> str:
    """The letter without accents; ä ö ü stay, the next step needs them."""
    if letter in "äöü":
        return letter
    return "".join(c for c in unicodedata.normalize("NFD", letter) if unicodedata.category(c)[0] != "M")


def _plain_vowel(match: re.Match[str]) -> str:
    found = match[0]
    if found[0] == "u" and match.start() and match.string[match.start() - 1] in VOWELS:
        return found
    return found[0].translate(PLAIN)
