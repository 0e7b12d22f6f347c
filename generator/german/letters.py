"""German letters: umlauts and their vowels, capitals without ß, suffixes of plurals, and the folding by which the search compares words.

>>> fold("Größe"), fold("GROESSE"), caseless("GRÖSSE") == caseless("Größe")
('grosse', 'grosse', True)

Folds by the rules of Lucene's GermanNormalizationFilter, which follow the German2 variant of the Snowball stemmer
(https://snowballstem.org/algorithms/german2/stemmer.html). The browser folds the same way (search/assets/core/search_words.js).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

#: The suffixes of plurals, longest first.
PLURAL_SUFFIXES = ("nen", "en", "er", "n", "e", "s")
#: "ä" → "a", and the reverse.
PLAIN_VOWELS = {"ä": "a", "ö": "o", "ü": "u", "Ä": "A", "Ö": "O", "Ü": "U"}
PLAIN = str.maketrans(PLAIN_VOWELS)
MUTATED = str.maketrans({plain: mutated for mutated, plain in PLAIN_VOWELS.items()})

_STEM_VOWEL = re.compile(r"(?:au|[aou])(?=[^aeiouäöüy]*$)", re.IGNORECASE)
_STEM_UMLAUT = re.compile(r"(?:äu|[äöü])(?=[^aeiouäöüy]*$)", re.IGNORECASE)
UMLAUT = re.compile(r"[äöü]e*|[ao]e+|ue+")
VOWELS = "aeiouyäöüq"  # after one of these "ue" is no umlaut: "feuer", "neue", "quelle"
INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")


def with_umlaut(stem: str) -> str:
    """Mutate a stem's last vowel; "" if it has no umlaut.

    >>> with_umlaut("Wurf"), with_umlaut("Baum"), with_umlaut("Ziel")
    ('Würf', 'Bäum', '')
    """
    return _exchanged(stem, _STEM_VOWEL, MUTATED)


def without_umlaut(stem: str) -> str:
    """Undo a stem's last umlaut; "" if there is none.

    >>> without_umlaut("Würf"), without_umlaut("Bäum"), without_umlaut("Ziel")
    ('Wurf', 'Baum', '')
    """
    return _exchanged(stem, _STEM_UMLAUT, PLAIN)


def _exchanged(stem: str, vowel: re.Pattern[str], table: dict[int, str]) -> str:
    match = vowel.search(stem)
    return stem[: match.start()] + stem[match.start()].translate(table) + stem[match.start() + 1 :] if match else ""


def caseless(word: str) -> str:
    """Fold a word's case and write ß as ss, as capitals do."""
    return word.lower().replace("ß", "ss")


def visible(text: str) -> str:
    """Remove soft hyphens and other invisible characters.

    >>> visible("Ge\\u00adlän\\u00adde")
    'Gelände'
    """
    return INVISIBLE.sub("", text)


def fold(text: str) -> str:
    """Lower case; turn umlauts (also spelled with e) into plain vowels and ß into ss; drop other accents. Folding is idempotent.

    Unlike Lucene, drop a whole run of e ("säen" and "saeen" both give "san"); otherwise folding would not be idempotent.

    >>> fold("Feuer"), fold("Quelle"), fold("Crème")
    ('feuer', 'quelle', 'creme')
    """
    folded = _fold_once(text)
    # A handful of letters outside German need a second pass (a ligature that composes with what follows it).
    while not folded.isascii() and (again := _fold_once(folded)) != folded:
        folded = again
    return folded


def fold_letters(text: str) -> str:
    """Like `fold`, but keep "ae", "oe" and "ue", which may be typing errors.

    >>> fold_letters("Größe"), fold_letters("tdoes")
    ('grosse', 'tdoes')
    """
    return _small(text).translate(PLAIN)


def _fold_once(text: str) -> str:
    return UMLAUT.sub(_plain_vowel, _small(text))


def _small(text: str) -> str:
    """Lower case without accents; keeps ä ö ü."""
    if text.isascii():
        return text.casefold()
    text = unicodedata.normalize("NFC", visible(unicodedata.normalize("NFKC", text).casefold()))
    return text if text.isascii() else _FOREIGN.sub(_bare, text)


#: All but ASCII and the umlauts, which the next step needs.
_FOREIGN = re.compile(r"[^\x00-\x7fäöü]")


def _bare(match: re.Match[str]) -> str:
    return _without_accents(match[0])


@lru_cache(maxsize=4096)
def _without_accents(letter: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", letter) if unicodedata.category(c)[0] != "M")


def _plain_vowel(match: re.Match[str]) -> str:
    found = match[0]
    if found[0] == "u" and match.start() and match.string[match.start() - 1] in VOWELS:
        return found
    return found[0].translate(PLAIN)
