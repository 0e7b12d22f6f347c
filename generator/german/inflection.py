"""German inflection of rule names: a name as printed → every form that a text may use.

Generates forms instead of stripping endings: a stemmer equates "Zauber", "Zaubern" and "Zauberer", which is right for searching and
wrong for linking. A generated form may be no German word ("Reih"); it matches nothing and does no harm. Names carry no number or
gender, so both directions are generated: "Verbundbasen" gives "Verbundbasis", "Regiment" gives "Regimenter".

The endings are the usual German declension classes, reduced to what the end of a word decides; `nouns.yaml` lists the exceptions.

>>> sorted(noun_forms("Karte"))
['Kart', 'Karte', 'Karten', 'Karts']
>>> "Zauberer" in noun_forms("Zauber")
False
"""

from __future__ import annotations

import re
from functools import lru_cache

from .letters import PLURAL_SUFFIXES, with_umlaut, without_umlaut
from .lists import word_list, word_map
from .verb_forms import is_infinitive

#: Suffixes by the ending of a singular noun: (ending, possible suffixes, whether the stem vowel may change).
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
#: Endings of an attributive adjective.
ADJECTIVE_ENDINGS = ("e", "en", "em", "er", "es")
_ADJECTIVE_ENDING = re.compile(rf"(?:{'|'.join(ADJECTIVE_ENDINGS)})$")


def plural_endings() -> list[tuple[str, list[str]]]:
    """The endings of singulars, longest first, with those of their plurals; ignores changed vowels ("Kampf", "Kämpfe"), as keys do.

    >>> next(plurals for ending, plurals in plural_endings() if "horde".endswith(ending))
    ['en']
    """
    found = {ending: [ending + more for more in added if more not in ("s", "es", "ses")] for ending, added, _ in _SINGULAR}
    found |= {ending: [f"{ending}s"] for ending in ("a", "i", "o", "u", "y", *_ends("plural_in_s"))}
    found |= {ending: [f"{ending}er"] for ending in _ends("plural_in_er")} | {"mann": ["männer", "leute"]}
    for singulars in (word_map("exchanged_endings"), word_map("irregular_plurals")):
        for singular, plural in singulars.items():
            found.setdefault(singular.casefold(), []).append(plural.casefold())
    return sorted(found.items(), key=lambda item: (-len(item[0]), item[0]))


@lru_cache(maxsize=65536)
def noun_forms(noun: str) -> frozenset[str]:
    """Every form of a noun, given in the singular or plural; only the last part of a hyphenated or compound noun changes.

    >>> {"Würfe", "Würfen", "Wurfs", "Wurf"} <= noun_forms("Wurf")
    True
    >>> "Wurf" in noun_forms("Würfe")
    True
    """
    if noun.casefold().endswith(_ends("plural_in_s")):
        return frozenset({noun, noun + "s"})
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
    if small.endswith(_ends("plural_with_umlaut")):
        forms.update(with_umlaut(noun) + more for more in ("e", "en"))
    for singular_end, plural_end in word_map("exchanged_endings").items():
        if small.endswith(singular_end) and (len(singular_end) > 3 or len(noun) > 4):
            forms.add(noun[: -len(singular_end)] + plural_end)
    plurals = word_map("irregular_plurals").items()
    return forms | {_exchanged(noun, singular, plural) for singular, plural in plurals if small.endswith(singular)}


def _exchanged(noun: str, ending: str, other: str) -> str:
    """Replace a noun's ending; keep its first letter, which both endings share, so that a capital survives."""
    return noun[: len(noun) - len(ending) + 1] + other[1:]


def _mutate(noun: str, small: str) -> str:
    """The noun with its stem vowel mutated ("Wurf" → "Würf", "Schaden" → "Schäden"); "" if no vowel can change."""
    cut = len(noun) - 2 if small.endswith(("er", "el", "en")) else len(noun)
    mutated = with_umlaut(noun[:cut])
    return mutated and mutated + noun[cut:]


def _singulars(noun: str) -> set[str]:
    """Possible singulars of the name, read as a plural."""
    found: set[str] = set()
    small = noun.lower()
    if noun.casefold().endswith(_ends("singular_in_en")) or (
        is_infinitive(noun) and noun.casefold() not in word_list("plurals_like_infinitives")
    ):
        return found
    for ending in PLURAL_SUFFIXES:
        stem = noun[: -len(ending)]
        if (
            not small.endswith(ending)
            or len(stem) < 3
            or stem.casefold() in word_list("no_singular")
            or (ending != "s" and stem.casefold().endswith(_ends("plural_in_s")))
            or noun.casefold().endswith(_ends("no_plural_in_e"))
        ):
            continue
        plain = without_umlaut(stem) if ending in ("e", "er") else ""
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
        and (plain := without_umlaut(noun[:-2]))
    ):
        found.add(plain + noun[-2:])
    for singular_end, plural_end in word_map("exchanged_endings").items():
        if small.endswith(plural_end) and len(noun) > 4 and len(plural_end) > 2:
            found.add(noun[: -len(plural_end)] + singular_end)
    plurals = word_map("irregular_plurals").items()
    return found | {_exchanged(noun, plural, singular) for singular, plural in plurals if small.endswith(plural)}


@lru_cache(maxsize=16)
def _ends(words: str) -> tuple[str, ...]:
    """A list of exceptions as endings, because compounds end like the nouns listed."""
    return tuple(sorted(word_list(words)))


def adjective_stem(word: str) -> str:
    """Strip an adjective's ending if at least three letters remain; otherwise leave it unchanged.

    >>> adjective_stem("schweren"), adjective_stem("Feld")
    ('schwer', 'Feld')
    """
    cut = next((len(ending) for ending in ADJECTIVE_ENDINGS if word.lower().endswith(ending)), 0)
    return word[:-cut] if cut and len(word) - cut >= 3 else word


def bare_adjective(word: str) -> str:
    """Strip the ending of an adjective, however short the rest.

    >>> bare_adjective("neue"), bare_adjective("rotem")
    ('neu', 'rot')
    """
    return _ADJECTIVE_ENDING.sub("", word)


@lru_cache(maxsize=65536)
def adjective_forms(adjective: str) -> frozenset[str]:
    """Every form of an attributive adjective or participle, given any one of them.

    >>> "gebrochenen" in adjective_forms("gebrochene")
    True
    """
    stem = adjective_stem(adjective)
    stems = {stem, adjective} if adjective.lower().endswith(("en", "er")) else {stem}
    return frozenset({adjective, *(stem + ending for stem in stems for ending in ADJECTIVE_ENDINGS)})


def is_adjective(word: str) -> bool:
    """Whether a word within a name has the ending of an attributive adjective."""
    return word.lower().endswith(ADJECTIVE_ENDINGS) and len(word) > 4


@lru_cache(maxsize=65536)
def english_forms(word: str) -> frozenset[str]:
    """An English word with its plural and possessive: "Charge", "Charges"."""
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return frozenset({word, word[:-1] + "ies"})
    if word.endswith("o"):
        return frozenset({word, word + "s", word + "es"})
    if word.endswith(("s", "x", "ch", "sh")):
        return frozenset(
            {word, word + "es", *((word[:-1],) if word.endswith("s") and not word.endswith("ss") and len(word) > 4 else ())}
        )
    return frozenset({word, word + "s"})
