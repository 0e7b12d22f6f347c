"""A word from a sentence → its form in a list of terms: the singular.

>>> plain_form("Trefferwürfe", frozenset({"Wurf"}))
'Trefferwurf'
"""

from __future__ import annotations

from functools import lru_cache

from .inflection import noun_forms
from .letters import PLAIN
from .lists import listed, word_list
from .noun_phrases import feminine_singular


@lru_cache(maxsize=1)
def everyday_forms() -> dict[str, str]:
    """Every form, in lower case, of an everyday noun or a noun common to all systems → the noun."""
    return {
        form.lower(): noun
        for noun in (*listed("everyday_nouns"), *listed("gaming_nouns"))
        for form in noun_forms(noun.capitalize())
    }


#: The longest German word; each tail of a longer one would cost time.
LONGEST_WORD = 60


def plain_form(word: str, nouns: frozenset[str]) -> str:
    """A noun in the singular, if the text's other nouns or the everyday ones show it."""
    if len(word) > LONGEST_WORD:
        return word
    if word.endswith("ern") and word[:-3].casefold().endswith(tuple(word_list("plural_in_er"))):
        return word[:-3]
    if singular := feminine_singular(word):
        return singular
    tails = (word[:at] + tail for at in range(3, len(word) - 2) if (tail := _singular(word[at:], nouns)))
    printed = nouns & (noun_forms(word) | noun_forms(word.translate(PLAIN)))
    shorter = [noun for noun in (*tails, *printed) if len(noun) < len(word) and word in noun_forms(noun)]
    return min(shorter, key=lambda noun: (len(noun), noun), default=word)


def _singular(tail: str, nouns: frozenset[str]) -> str:
    """The singular of a compound's last part; "" if unknown."""
    known = everyday_forms().get(tail, "")
    if not known:
        forms = noun_forms(tail.capitalize()) & nouns
        known = min(forms, key=len).lower() if forms else ""
    return known if len(known) > 2 else ""
