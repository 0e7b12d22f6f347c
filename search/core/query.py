"""Text as typed → a parsed query: words, rule number, system.

>>> parse("conquest spalten (2)", systems).words
(Word(text='spalten', last=False, also=(), raw=''),)
>>> parse("GR 17", systems).number
'17'

Parsing can neither fail nor take long: the text is cut to `LONGEST` characters and `MOST_WORDS` words first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from nachschlag.generator.german import letters, lists, search_words
from nachschlag.generator.german.rule_numbers import NUMERALS
from nachschlag.generator.model.rule_number import normal_key

from .documents import SystemNames
from .framing import SENTENCE

LONGEST = 200
#: One in four sentences of beginners has more than twelve words, and the last ones say most.
MOST_WORDS = 20

#: Words that merely announce a number.
PLAIN_SERIES = frozenset(map(letters.fold, lists.listed("plain_series")))
#: Abbreviations and English forms of series words → the German word.
SERIES_FORMS = {
    letters.fold(form): letters.fold(word) for word, forms in lists.word_map("typed_series").items() for form in forms
}
#: Separable particles that German verbs leave at the end of a sentence.
PARTICLES = frozenset(map(letters.fold, lists.listed("particles_at_the_end")))
VALUE = re.compile("[0-9]+")
DOTTED = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,3}){1,3}")
WHOLE = re.compile("[0-9]{1,4}[a-z]?")
_DASHED = [letters.fold(word) for word in lists.listed("dashed_series")]
_DASHED_FORMS = "|".join([*_DASHED, *(form for form, word in SERIES_FORMS.items() if word in _DASHED)])
#: "Abbildung 3-1", "Tab. 6–2": how some books number figures and tables.
DASHED = re.compile(rf"(^|\W)((?:{_DASHED_FORMS})\.?\s*[0-9]{{1,2}})\s?[-–]\s?(?=[0-9]{{1,2}}(?![0-9]))", re.IGNORECASE)
#: "17,0", also "GR 17,0": dictation writes a spoken rule number with a comma.
COMMA = re.compile(r"^([^0-9]*[0-9]{1,3}),([0-9]{1,3})(?=[ .?!]*$)")
#: German number words from one on, folded, and the values of Roman numerals.
FIGURES = tuple(map(letters.fold, NUMERALS))
ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}


@dataclass(frozen=True, slots=True)
class Word:
    """A folded word of the query.

    last  whether the reader may still be typing it
    raw   the word with "ae", "oe", "ue" as typed, if that differs: in "tdoes" they are a slip
    also  compounds with a neighbour ("nah kampf") or with a verb's particle at the end ("wer stellt … auf")
    """

    text: str
    last: bool = False
    also: tuple[str, ...] = ()
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query.

    words    the words to search for, without stop words, the system's name, and the part before a number
    key      the whole text, normalised as titles are
    whole    whether no word was dropped for having only its first letter yet
    core     the key without stop words and bare values: "was bedeutet Dampf?" asks for the title "Dampf", "aufprall 3" for "Aufprall"
    number   a rule number in normal form, or ""
    series   the series word before the number ("tabelle"), or ""
    parts    (system, part id) of every part named before the number
    system   the system that the text names, or None
    page     the number of a page of the book, if the query asks for that alone; else None
    """

    words: tuple[Word, ...]
    key: str = ""
    core: str = ""
    number: str = ""
    series: str = ""
    parts: frozenset[tuple[str, str]] = frozenset()
    system: str | None = None
    whole: bool = True
    page: str | None = None

    @property
    def said(self) -> list[str]:
        """The words to search for, and stop words."""
        return [*(word.text for word in self.words), *filter(search_words.is_stop_word, self.key.split())]

    @property
    def is_sentence(self) -> bool:
        """Whether it has as many words as a sentence."""
        return self.key.count(" ") + 1 >= SENTENCE


def parse(text: str, systems: Sequence[SystemNames] = (), with_system: bool = True) -> Query:
    """Parse a query. `with_system=False` treats a system's name as ordinary words."""
    text = "".join(letter if letter.isprintable() else " " for letter in letters.visible(text[:LONGEST]))
    text = COMMA.sub(r"\1.\2", text)
    typing = bool(text) and (text[-1].isalnum() or text[-1] in ".)")
    text = DASHED.sub(r"\1\2.", GLUED_NUMBER.sub(r"\1\2 ", text))
    tokens = search_words.tokens(search_words.strip_parameters(letters.fold(text)))[:MOST_WORDS]
    raw = search_words.tokens(search_words.strip_parameters(letters.fold_letters(text)))[:MOST_WORDS]
    typed = (
        {folded: token for folded, token in zip(tokens, raw, strict=False) if folded != token} if len(raw) == len(tokens) else {}
    )
    system = None
    if with_system:
        system, tokens = _take_system(tokens, systems)
    meant = [one for one in systems if system in (None, one.id)]
    tokens = _apart(tokens, meant)
    number, series, parts, rest = _take_number(tokens, meant)
    words = tuple(replace(word, raw=typed.get(word.text, "")) for word in _words(rest, typing))
    core = " ".join(word.text for word in words if not VALUE.fullmatch(word.text))
    said = set(search_words.meaningful(rest))
    whole = said <= {word.text for word in words}
    return Query(words, " ".join(tokens), core, number, series, parts, system, whole, _page(tokens))


#: Words before a page number.
PAGE_WORDS = lists.listed("typed_pages")
PAGE = re.compile(f"(?:{'|'.join(PAGE_WORDS)}) ?0*([1-9][0-9]{{0,3}})")


def _page(tokens: Sequence[str]) -> str | None:
    """The page number in "S. 12" or "auf Seite 12?"."""
    said = " ".join(search_words.meaningful(tokens))
    found = PAGE.fullmatch(said)
    return found[1] if found else None


def _words(tokens: Sequence[str], typing: bool) -> tuple[Word, ...]:
    """The words that count. A query of nothing but stop words keeps them all."""
    pairs = zip(["", *tokens], tokens, strict=False)
    # "Was macht Hinterhalt?" asks; "Überwältigende Macht" is a title.
    kept = [
        token
        for before, token in pairs
        if not search_words.is_stop_word(token) and not (before == "was" and token in search_words.ASKING)
    ]
    # With a value at the end, "aufprall 3", the word before the value is the unfinished one.
    last = next((token for token in reversed(tokens) if not VALUE.fullmatch(token)), tokens[-1]) if tokens and typing else None
    if last and len(last) == 1 and last.isalpha() and len(kept) > 1 and kept[-1] == last:
        kept.pop()  # a first letter says nothing yet, except to continue a title
    return tuple(Word(token, token == last, _also(token, tokens)) for token in dict.fromkeys(kept or tokens))


def _also(token: str, tokens: Sequence[str]) -> tuple[str, ...]:
    at = tokens.index(token)
    found = [tokens[at - 1] + token] if at else []
    found += [token + tokens[at + 1]] if at + 1 < len(tokens) else []
    found += ["".join(tokens[at - 1 : at + 2])] if 0 < at < len(tokens) - 1 else []
    found += [tokens[-1] + token] if tokens[-1] in PARTICLES and at < len(tokens) - 1 else []
    return tuple(found)


# -- the system -----------------------------------------------------------------------------------------------------------------


def _take_system(tokens: list[str], systems: Iterable[SystemNames]) -> tuple[str | None, list[str]]:
    """The system named in the tokens, and the remaining tokens. The longest name wins; a query that is only a name keeps its words."""
    names = sorted(((_name_words(name), one.id) for one in systems for name in one.names), key=lambda pair: -len(pair[0]))
    for name, system in names:
        at = _find(tokens, name)
        if at is not None:
            rest = tokens[:at] + tokens[at + len(name) :]
            return (system, rest) if search_words.meaningful(rest) else (system, tokens)
    return None, tokens


@lru_cache(maxsize=4096)  # every query is compared with all systems' and parts' names
def _name_words(name: str) -> tuple[str, ...]:
    return tuple(search_words.words(name))


def _find(tokens: Sequence[str], name: Sequence[str]) -> int | None:
    if not name:
        return None
    starts = range(len(tokens) - len(name) + 1)
    return next((at for at in starts if list(tokens[at : at + len(name)]) == list(name)), None)


# -- the number ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Number:
    """A number found in the tokens [start:end], with the words before it."""

    key: str
    series: str
    parts: frozenset[tuple[str, str]]
    start: int
    end: int


GLUED_NUMBER = re.compile(r"(^|\W)([^\W\d_]{1,4})(?=\d+\.\d)")
GLUED = re.compile(r"([^\W\d_]{1,4})(\d{1,3}(?:\.\d{1,3})*)")


def _apart(tokens: list[str], systems: Sequence[SystemNames]) -> list[str]:
    """Split tokens such as "gr17" whose letters are a part's abbreviation or a series word: "gr", "17"."""
    apart: list[str] = []
    for token in tokens:
        found = GLUED.fullmatch(token)
        apart += found.groups() if found and (found[1] in SERIES_FORMS or _names_a_part(found[1], systems)) else (token,)
    return apart


def _names_a_part(word: str, systems: Sequence[SystemNames]) -> bool:
    return any(_name_words(name) == (word,) for system in systems for part in system.parts for name in part.names)


def _take_number(tokens: list[str], systems: Sequence[SystemNames]) -> tuple[str, str, frozenset[tuple[str, str]], list[str]]:
    """The rule number, its series word and parts, and the tokens without them.

    Of several numbers the one after a part's name counts: in "Kapitel Zwei 3" that is the 3.
    """
    found = list(_numbers(tokens, systems))
    if not found:
        return "", "", frozenset(), tokens
    best = next((number for number in found if number.parts), found[0])
    # A number with a dot or a letter is also searched for in texts: "siehe 17.0".
    kept = [token for token in tokens[best.end - 1 : best.end] if token[0].isdigit() and not token.isdigit()]
    if best.series and best.series not in PLAIN_SERIES:
        kept = tokens[best.start : best.end]  # "Schritt 2" may also begin a title
    return best.key, best.series, best.parts, tokens[: best.start] + kept + tokens[best.end :]


def _numbers(tokens: list[str], systems: Sequence[SystemNames]) -> Iterator[_Number]:
    series_words = PLAIN_SERIES | {letters.fold(word) for system in systems for word in system.series}
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else ""
        series = next((word for word in (before, SERIES_FORMS.get(before, "")) if word in series_words), "")
        after = tokens[at + 1] if at + 1 < len(tokens) else ""
        if not series and WHOLE.fullmatch(token) and SERIES_FORMS.get(after, after) in series_words:
            # "6. Kapitel"
            yield _Number(normal_key(token), SERIES_FORMS.get(after, after), frozenset(), at, at + 2)
            continue
        parts, start = _parts_before(tokens, at - 1 if series else at, systems)
        if key := _number_key(token, bool(series or parts), len(tokens) == 1):
            yield _Number(key, series, parts, start, at + 1)


def _number_key(token: str, announced: bool, alone: bool) -> str:
    """The token as a rule number: dotted always, whole if announced or alone, "drei" and "iv" only if announced."""
    if DOTTED.fullmatch(token) or ((announced or alone) and WHOLE.fullmatch(token)):
        return normal_key(token)
    if not announced:
        return ""
    number = FIGURES.index(token) + 1 if token in FIGURES else _roman(token)
    return str(number) if number else ""


def _roman(token: str) -> int:
    """The value of a Roman numeral; 0 for any other token."""
    values = [ROMAN.get(letter, 0) for letter in token]
    return sum(-v if any(w > v for w in values[i + 1 :]) else v for i, v in enumerate(values)) if all(values) else 0


def _parts_before(tokens: Sequence[str], end: int, systems: Iterable[SystemNames]) -> tuple[frozenset[tuple[str, str]], int]:
    """The parts whose name ends just before `end`, and the start of that name. The longest name wins."""
    found: set[tuple[str, str]] = set()
    longest = 0
    for system in systems:
        for part in system.parts:
            for name in part.names:
                words = _name_words(name)
                if len(words) < max(longest, 1) or not end or words[-1] != tokens[end - 1]:
                    continue
                if tuple(tokens[max(0, end - len(words)) : end]) != words:
                    continue
                if len(words) > longest:
                    found, longest = set(), len(words)
                found.add((system.id, part.id))
    return frozenset(found), end - longest
