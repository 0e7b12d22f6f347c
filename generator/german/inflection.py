"""German inflection for names of rules: a name as printed → every form in which a text may bear it.

Forms are made, not undone: a stemmer calls "Zauber", "Zaubern" and "Zauberer" one word, which is right for searching and wrong for
linking. What is made here may be no German word ("Reih"); such a form meets nothing in a text and does no harm. Names are not marked
for number or gender, so both directions are made: "Verbundbasen" gives "Verbundbasis", "Regiment" gives "Regimenter".

The endings are the declension classes of any German grammar, cut down to what the end of a word decides; the exceptions are lists in
`german/references.yaml`.

>>> sorted(noun_forms("Karte"))
['Kart', 'Karte', 'Karten']
>>> "Zauberer" in noun_forms("Zauber")
False
"""

from __future__ import annotations

import re
from functools import lru_cache

from .lists import word_list

_VOWEL_MUTATION = str.maketrans({"a": "ä", "o": "ö", "u": "ü", "A": "Ä", "O": "Ö", "U": "Ü"})
_BACK = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "Ä": "A", "Ö": "O", "Ü": "U"})
_STEM_VOWEL = re.compile(r"(?:au|[aou])(?=[^aeiouäöüy]*$)", re.IGNORECASE)
_MUTATED = re.compile(r"(?:äu|[äöü])(?=[^aeiouäöüy]*$)", re.IGNORECASE)

#: What the end of a noun in the singular allows to follow it: (ending, what may be added, whether the stem vowel may change).
_SINGULAR: tuple[tuple[str, tuple[str, ...], bool], ...] = (
    ("chen", ("s",), False),
    ("lein", ("s",), False),
    ("ung", ("en",), False),
    ("heit", ("en",), False),
    ("keit", ("en",), False),
    ("schaft", ("en",), False),
    ("ion", ("en", "s", "e"), False),
    ("tät", ("en",), False),
    ("enz", ("en",), False),
    ("anz", ("en",), False),
    ("ik", ("en",), False),
    ("eur", ("e", "en", "s"), False),
    ("ur", ("en", "s"), False),
    ("in", ("nen", "s", "en", "e"), False),
    ("nis", ("se", "ses", "sen"), False),
    ("or", ("en", "s", "e", "es"), False),
    ("ände", ("n", "s"), False),
    ("äude", ("n", "s"), False),
    ("ebe", ("n", "s"), False),
    ("e", ("n",), False),
    ("herr", ("n", "en"), False),
    ("ier", ("e", "en", "es", "s", "n"), False),
    ("eer", ("e", "en", "es", "s", "n"), False),
    ("akter", ("e", "en", "s"), False),
    ("iel", ("e", "en", "es", "s"), False),
    ("er", ("n", "s"), True),
    ("el", ("n", "s"), True),
    ("en", ("s",), True),
    ("s", ("e", "es", "en", "se", "ses", "sen"), True),
    ("ß", ("e", "es", "en"), True),
    ("x", ("e", "es", "en"), True),
    ("z", ("e", "es", "en"), True),
    ("sch", ("e", "es", "en", "s"), True),
    ("a", ("s",), False),
    ("i", ("s",), False),
    ("o", ("s",), False),
    ("u", ("s",), False),
    ("y", ("s",), False),
    ("", ("e", "en", "es", "s"), True),
)
#: Whole endings that change between singular and plural.
_EXCHANGED: tuple[tuple[str, str], ...] = (
    ("asis", "asen"),
    ("nis", "nisse"),
    ("ium", "ien"),
    ("um", "a"),
    ("odus", "odi"),
    ("onus", "oni"),
    ("alus", "ali"),
    ("us", "en"),
    ("ura", "uren"),
    ("ema", "emen"),
    ("atum", "aten"),
    ("eum", "een"),
    ("trum", "tren"),
)
#: What a plural may have added to its singular, longest first.
_PLURAL = ("nen", "en", "er", "n", "e", "s")
_ADJECTIVE_ENDINGS = ("e", "en", "em", "er", "es")


@lru_cache(maxsize=65536)
def noun_forms(noun: str) -> frozenset[str]:
    """Every form of a noun, whichever number the name has; the last part of a hyphenated or compound noun is what changes.

    >>> {"Würfe", "Würfen", "Wurfs", "Wurf"} <= noun_forms("Wurf")
    True
    >>> "Wurf" in noun_forms("Würfe")
    True
    """
    forms = {noun, *_from_singular(noun)}
    for singular in _singulars(noun):
        # "Zuges" of "Züge", "Feldes" of "Felder"; but "Hordes" is no form of "Horde"
        genitive = ("s", "es") if singular != noun[: len(singular)] or noun.endswith("er") else ("s",)
        genitive = ("ses",) if singular.endswith("nis") else genitive
        forms.update((singular, *(singular + ending for ending in genitive)))
    return frozenset(forms)


def _from_singular(noun: str) -> set[str]:
    forms: set[str] = set()
    small = noun.lower()
    if noun.casefold().endswith(_ends("plural_in_er")):
        mutated = "" if small.endswith("regiment") else _mutate(noun, small)
        forms = {noun + ending for ending in ("es", "s", "er", "ern")} | ({mutated + "er", mutated + "ern"} if mutated else set())
        return forms | ({noun[:-4] + "leute"} if small.endswith("mann") else set())
    for ending, added, changes in _SINGULAR:
        if small.endswith(ending):
            forms.update(noun + more for more in added)
            if changes and not noun.casefold().endswith(_ends("no_mutation")) and (mutated := _mutate(noun, small)):
                plural = [more for more in added if more not in ("s", "es", "ses")]
                forms.update(mutated + more for more in (*plural, *(("",) if ending in ("er", "el", "en") else ())))
            break
    for singular_end, plural_end in _EXCHANGED:
        if small.endswith(singular_end) and (len(singular_end) > 3 or len(noun) > 4):
            forms.add(noun[: -len(singular_end)] + plural_end)
    return forms


def _mutate(noun: str, small: str) -> str:
    """The noun with its stem vowel mutated ("Wurf" → "Würf", "Schaden" → "Schäden"); "" where nothing can change."""
    cut = len(noun) - 2 if small.endswith(("er", "el", "en")) else len(noun)
    match = _STEM_VOWEL.search(noun[:cut])
    return noun[: match.start()] + noun[match.start()].translate(_VOWEL_MUTATION) + noun[match.start() + 1 :] if match else ""


def _unmutate(noun: str) -> str:
    match = _MUTATED.search(noun)
    return noun[: match.start()] + noun[match.start()].translate(_BACK) + noun[match.start() + 1 :] if match else ""


def _singulars(noun: str) -> set[str]:
    """What the name would be in the singular, were it a plural."""
    found: set[str] = set()
    small = noun.lower()
    if (
        noun.casefold() in word_list("infinitives")
        or noun.casefold().endswith(_ends("singular_in_en"))
        or (small.endswith("ieren") and not noun.casefold().endswith(_ends("plural_in_ieren")))
    ):
        return found
    for ending in _PLURAL:
        stem = noun[: -len(ending)]
        if (
            not small.endswith(ending)
            or len(stem) < 3
            or stem.casefold() in word_list("no_singular")
            or noun.casefold().endswith(_ends("no_plural_in_e"))
        ):
            continue
        plain = _unmutate(stem) if ending in ("e", "er") else ""
        if ending == "er" and not (
            stem.casefold().endswith(_ends("plural_in_er")) or plain.casefold().endswith(_ends("plural_in_er"))
        ):
            continue
        if ending == "s" and stem[-1].lower() == "s":
            continue
        found.add(stem)
        if plain:
            found.add(plain)
    if (
        small.endswith(("er", "el"))
        and not small.endswith(("ler", "fer", "mer", "ger", "ber", "ner", "zer"))
        and (plain := _unmutate(noun[:-2]))
    ):
        found.add(plain + noun[-2:])
    for singular_end, plural_end in _EXCHANGED:
        if small.endswith(plural_end) and len(noun) > 4 and len(plural_end) > 2:
            found.add(noun[: -len(plural_end)] + singular_end)
    return found


@lru_cache(maxsize=16)
def _ends(words: str) -> tuple[str, ...]:
    """The words of a list of exceptions as endings: compounds end like them."""
    return tuple(sorted(word_list(words)))


@lru_cache(maxsize=65536)
def adjective_forms(adjective: str) -> frozenset[str]:
    """Every form of an attributive adjective or participle, from any of them.

    >>> "gebrochenen" in adjective_forms("gebrochene")
    True
    """
    stem = adjective
    for ending in _ADJECTIVE_ENDINGS:
        if adjective.lower().endswith(ending) and len(adjective) - len(ending) >= 3:
            stem = adjective[: -len(ending)]
            break
    stems = {stem, adjective} if adjective.lower().endswith(("en", "er")) else {stem}
    return frozenset({adjective, *(stem + ending for stem in stems for ending in _ADJECTIVE_ENDINGS)})


def is_adjective(word: str) -> bool:
    """Whether a word within a name has the ending of an attributive adjective."""
    return word.lower().endswith(_ADJECTIVE_ENDINGS) and len(word) > 4


@lru_cache(maxsize=65536)
def english_forms(word: str) -> frozenset[str]:
    """An English word with its plural and possessive: "Charge", "Charges"."""
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return frozenset({word, word[:-1] + "ies"})
    if word.endswith(("s", "x", "ch", "sh")):
        return frozenset(
            {word, word + "es", *((word[:-1],) if word.endswith("s") and not word.endswith("ss") and len(word) > 4 else ())}
        )
    return frozenset({word, word + "s"})
