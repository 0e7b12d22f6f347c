"""The ways to name a rule: spellings of its title, and the German forms of its words.

>>> [v.text for v in spellings("Der General (X)")]
['General']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..model.library import without_parameter
from .inflection import adjective_forms, english_forms, is_adjective, noun_forms
from .lists import word_list
from .verb_forms import is_infinitive, nouns_of, verb_forms, verb_of, verbs_of_participle

#: A bracket without inner brackets, and its content; the same with the space before it.
BRACKET = re.compile(r"\(([^()]*)\)")
SPACED_BRACKET = re.compile(rf"(?:(?<!\s)\s++)?{BRACKET.pattern}")
_BRACKETS = re.compile(rf"{SPACED_BRACKET.pattern}\s*")
_BONUS = re.compile(r"[+\-–−]\d+ \w")
_ABBREVIATION = re.compile(r"[A-ZÄÖÜ&]{2,5}")


_PRESENT_PARTICIPLE = re.compile(r"[elr]nd(?:e[nmrs]?)?$")


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way to write a name: rank 0 as printed, 1 without its article, 2 shortened (valid only if nothing else has that
    name)."""

    text: str
    rank: int


def spellings(name: str) -> Iterator[Spelling]:
    """The spellings to look for: the name without parameter and leading article, then its shortened forms.

    >>> [s.text for s in spellings("Befreundete/Feindliche Einheit")]
    ['Befreundete/Feindliche Einheit', 'Befreundete Einheit', 'Feindliche Einheit']
    """
    plain = without_parameter(name).strip()
    article, _, rest = plain.partition(" ")
    has_article = article.casefold() in word_list("articles") and rest[:1].isupper()
    plain = rest if has_article else plain
    yield Spelling(plain, 1 if has_article else 0)
    for shorter in _shortened(plain, has_article):
        if shorter and shorter != plain:
            yield Spelling(shorter, 2)


def _shortened(plain: str, has_article: bool) -> Iterator[str]:
    if match := _BRACKETS.search(plain):
        outside, inside = _BRACKETS.sub(" ", plain).strip(), match[1].strip()
        if inside.strip(". …") and not _BONUS.match(inside):  # "Angriff (+1 Schaden)" is no short name of Angriff
            yield outside
        if _ABBREVIATION.fullmatch(outside) or _ABBREVIATION.fullmatch(inside):
            yield inside
    elif ":" in plain and not has_article:
        yield plain.partition(":")[0].strip()
    elif plain.count("/") == 1:
        yield from (way for way in _alternatives(plain) if any(word[0].isupper() for word in way.split()))


def _alternatives(plain: str) -> Iterator[str]:
    """Expand a slash: "A B/C" is "A B" and "A C" for an adjective A, "A/B C" is "A C" and "B C", "C/B C" is "C" and "B C"."""
    left, right = (part.strip().split() for part in plain.split("/"))
    if not left or not right or left[-1].endswith("-"):
        return
    if len(left) > 1 and len(right) == 1:
        yield " ".join(left)
        yield " ".join((*left[:-1], *right)) if is_adjective(left[0]) else right[0]
    elif len(right) > 1 and is_adjective(left[-1]) and is_adjective(right[0]) and left[-1] != right[-1]:
        yield " ".join((*left, *right[1:]))
        yield " ".join((*left[:-1], *right))
    else:
        yield " ".join(left)
        yield " ".join(right)


def word_forms(words: tuple[str, ...], type_: str, *, fixed: bool = False) -> list[frozenset[str]]:
    """For each word of a name, the forms (case folded) that a text may use; for a `fixed` name only the word itself.

    >>> "regimentern" in word_forms(("Gebrochene", "Regimenter"), "title")[1]
    True
    """
    if fixed:  # a question, a cry, a quotation
        return [_folded({word}) for word in words]
    if type_ == "english":
        return [_folded({word}) for word in words[:-1]] + [_folded(english_forms(words[-1]))]
    return [_folded(_german_forms(words, i)) for i in range(len(words))]


def forms_as_verb(name: str) -> frozenset[str]:
    """Forms of the verb that a name of one word is, or is derived from: "greift" and "angreift" of Angriff; none if there is no such verb.

    >>> "angreift" in forms_as_verb("Angriff"), forms_as_verb("Reiter")
    (True, frozenset())
    """
    small = name.casefold()
    if not small.isalpha():
        return frozenset()
    of_noun = {verb for verb in verb_of(name) if is_infinitive(verb) and name in nouns_of(verb)}
    verbs = {small} if is_infinitive(small) else of_noun or set(verbs_of_participle(small))
    forms = {form for verb in verbs for form in verb_forms(verb).joined}
    stems = {verb.removesuffix("en") for verb in verbs}  # "Ziel!" is more often a target
    return frozenset(form for form in forms - stems - {small} if not _PRESENT_PARTICIPLE.search(form))


def _german_forms(words: tuple[str, ...], i: int) -> frozenset[str]:
    word, after = words[i], words[i + 1] if i + 1 < len(words) else ""
    small = word_list("function_words")
    if word.casefold() in small or not word[0].isalpha():
        return frozenset({word, *(word_list("definite") if i == 0 and word.casefold() in word_list("articles") else ())})
    if word.isupper() and len(word) > 1:
        return noun_forms(word.capitalize()) | {word}
    if after and after[0].isupper() and after.casefold() not in small:
        return adjective_forms(word) if is_adjective(word) else frozenset({word})
    if word[0].isupper():
        genitive = {word[:-2] + "s", word[:-1] + "es"} if words[i - 1 : i] == ("des",) and word.endswith("s") else set()
        return noun_forms(word) | genitive
    return adjective_forms(word) if after and is_adjective(word) else frozenset({word})


def _folded(forms: frozenset[str] | set[str]) -> frozenset[str]:
    return frozenset(form.casefold() for form in forms)
