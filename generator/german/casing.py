"""Headings in capitals, in the case that the book itself would use in a sentence.

The book decides: each word takes the form it has in mid-sentence. For words that never occur there, endings, function words and
parts of compounds decide; a word one letter off a common one is read as that (and reported).

>>> casing = Casing.of("Wer einen zivilisierten Krieg führt, führt ihn selten. Im Krieg zählt die Größe, denn die Größe zählt.")
>>> casing.running("EIN ZIVILISIERTER KRIEG"), casing.running("KRIEG UND GRÖSSE")
('Ein zivilisierter Krieg', 'Krieg und Größe')
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from .inflection import adjective_stem
from .letters import caseless
from .lists import listed, word_list
from .verb_forms import verbs_of_participle
from .word_shapes import INFINITIVE, INFLECTED_ADJECTIVE, NOUN

_WORD = re.compile(r"[^\W\d_]+")
#: Words in mid-sentence beyond doubt, and all others.
_AFTER_A_WORD, _ELSEWHERE = re.compile(r"(?<=[^\W_] )[^\W\d_]+"), re.compile(r"(?<![^\W\d_])(?<![^\W_] )[^\W\d_]+")
_BRACKETS = re.compile(r"\([^()]*\)?")
_BROKEN = re.compile(r"\b[^\W\d_]+(?:-\s?[^\W\d_]+)+")
_COMPOUND = re.compile(r"\b[^\W\d_]+(?:-[^\W\d_]+)+")
#: After these a word begins a sentence, a quote or a cell, so that its capital proves nothing.
_OPENERS = frozenset(".!?:•*|>\"„“”»«‚‘'–—…#")
_QUOTES = frozenset("„“\"‘‚'»")
_ENDINGS = ("", "e", "en", "er", "es", "em", "n", "s", "ens")
_LETTERS = "abcdefghijklmnopqrstuvwxyzäöü"

#: The least length of a word, and the least frequency of a similar one, to count as a misspelling of it.
SHORTEST_SLIP, COMMON = 7, 3
#: Length of text that suffices to tell whether it is in capitals.
LONGEST_HEADING = 400


@dataclass(frozen=True, slots=True)
class Cased:
    """A heading in the case of running text, and the words read as others: (as printed, as read)."""

    title: str
    slips: tuple[tuple[str, str], ...] = ()


@dataclass
class Casing:
    """A book's spellings: folded word → frequency of each form in mid-sentence."""

    forms: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    starts: dict[str, str] = field(default_factory=dict)
    compounds: Counter[str] = field(default_factory=Counter)
    bracketed: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, text: str) -> Casing:
        """Learn from a book's whole text, ignoring lines in capitals."""
        casing = cls()
        inside = Counter[str]()
        for line in text.splitlines():
            if not shouts(line):
                casing._learn(line, inside)
        for word, times in inside.items():
            if len(word) == 1 or not word.isupper():
                casing.forms[caseless(word)][word] = times
        return casing

    def _learn(self, line: str, inside: Counter[str]) -> None:
        """Learn from a line; adds its words in mid-sentence to `inside`."""
        if "(" in line:
            self.bracketed.update(map(caseless, _WORD.findall(" ".join(_BRACKETS.findall(line)))))
        if "-" in line:
            self.compounds.update(map(caseless, _COMPOUND.findall(line)))
        line = _BRACKETS.sub("", line) if "(" in line else line
        inside.update(_AFTER_A_WORD.findall(line))
        for found in _ELSEWHERE.finditer(line):
            word, before = found[0], line[max(0, found.start() - 9) : found.start()]
            if before.endswith(" -"):  # "Regeln und -fähigkeiten": half a compound proves nothing
                continue
            if before.strip() and before.rstrip()[-1] not in _OPENERS:
                inside[word] += 1
            elif len(word) == 1 or not word.isupper():
                self.starts[caseless(word)] = word

    def running(self, heading: str) -> str:
        """A heading in the case of running text; leaves one that is not in capitals unchanged."""
        return self.read(heading).title

    def read(self, heading: str) -> Cased:
        """The same, with the words that were read as others."""
        if not shouts(heading):
            return Cased(heading)
        heading = _BROKEN.sub(self._one_word, heading)
        parts: list[str] = []
        slips: list[tuple[str, str]] = []
        words = list(_WORD.finditer(heading))
        at, before = 0, ""
        for number, found in enumerate(words):
            read = self._word(found[0], before, last=number == len(words) - 1)
            if caseless(read) != caseless(found[0]):
                slips.append((found[0], read))
            between = heading[at : found.start()]
            opens = number == 0 or between[-1:] in _QUOTES
            parts += between, read[:1].upper() + read[1:] if opens else read
            at, before = found.end(), read
        return Cased(self._joined("".join(parts) + heading[at:]), tuple(slips))

    def is_german(self, word: str) -> bool:
        """Whether the book uses a word in its sentences, more than in brackets, which hold English originals."""
        times = sum(self.forms[caseless(word)].values()) if caseless(word) in self.forms else 0
        return times >= COMMON and times > self.bracketed[caseless(word)]

    def small(self, word: str) -> bool:
        """Whether the book writes a word in lower case in mid-sentence: a verb or an adjective, never a noun."""
        known = self.forms.get(caseless(word))
        return bool(known) and known.most_common(1)[0][0][0].islower() if known else caseless(word) in _SMALL

    def _word(self, word: str, before: str, *, last: bool) -> str:
        if len(word) == 1:
            return word
        key = caseless(word)
        verb = last and before[:1].isupper() and bool(INFINITIVE.search(key)) and not self._is_plural(key)
        if known := self.forms.get(key):
            return self._attested(known, before, verb=verb)
        if key in _SMALL:
            return _SMALL[key]
        shape = self.starts.get(key, word)
        like = "" if verb or shape != word else self._inflected(word) or self._slip(key)
        return like or self._by_ending(shape, last=last, verb=verb)

    def _is_plural(self, key: str) -> bool:
        """Whether a word in "-en" is a noun's plural, not an infinitive: by its ending, or because the book also writes it in
        "-e"."""
        singular = self.forms.get(key[:-1], Counter[str]())
        return bool(NOUN.search(key)) or any(form[0].isupper() for form in singular)

    @staticmethod
    def _attested(known: Counter[str], before: str, *, verb: bool) -> str:
        """The most frequent form; but an infinitive is a verb after a noun, and a noun after "beim" and the like."""
        form = max(known, key=lambda form: (known[form], form))
        if verb and not before.endswith("-"):
            return form[:1].lower() + form[1:]
        return form[:1].upper() + form[1:] if before.lower() in word_list("make_nouns") and INFINITIVE.search(form) else form

    def _inflected(self, word: str) -> str:
        """The word in the case of one that differs only in its ending: "REGIMENTS" like "Regiment"."""
        key = caseless(word)
        for stem in {key.removesuffix(ending) for ending in _ENDINGS if len(key) - len(ending) >= 4}:
            for ending in _ENDINGS:
                if known := self.forms.get(stem + ending):
                    form = known.most_common(1)[0][0]
                    return _cased_like(word, form, len(stem))
        return ""

    def _slip(self, key: str) -> str:
        """The common word one letter away, if any: "STURMANGRIF" is the "Sturmangriff" of the sentences.

        A word with another first or last letter is a different word: "FEINHEITEN", "EROBERT".
        """
        if len(key) < SHORTEST_SLIP:
            return ""
        near = [
            self.forms[edit].most_common(1)[0] for edit in _edits(key) if edit in self.forms and _begins_and_ends_alike(edit, key)
        ]
        form, times = max(near, key=lambda found: found[1], default=("", 0))
        return form if times >= COMMON else ""

    def _by_ending(self, word: str, *, last: bool, verb: bool) -> str:
        lower = word.lower()
        if not NOUN.search(lower) and not self._ends_in_noun(lower):
            if not last and (INFLECTED_ADJECTIVE.search(lower) or verbs_of_participle(adjective_stem(lower))):
                return lower
            if verb:
                return lower
        return lower[0].upper() + lower[1:]

    def _ends_in_noun(self, lower: str) -> bool:
        """Whether a compound's last part is a noun of the book: "bannerträger" by "Träger"."""
        tails = (self.forms.get(caseless(lower[at:])) for at in range(3, len(lower) - 3))
        return any(known and known.most_common(1)[0][0][0].isupper() for known in tails)

    def _one_word(self, found: re.Match[str]) -> str:
        """A word split at its hyphen, joined if the book usually writes it without one: "KRIEGS-MASCHINE"."""
        joined = re.sub(r"-\s?", "", found[0])
        without = sum(self._inflected_forms(caseless(joined)))
        return joined if without > max(1, self.compounds[caseless(found[0])]) else found[0]

    def _inflected_forms(self, key: str) -> Iterator[int]:
        return (sum(self.forms[key + ending].values()) for ending in _ENDINGS if key + ending in self.forms)

    def _joined(self, title: str) -> str:
        """Two words, joined if the book writes them as one hyphenated compound: "Kommando Modelle", "Karten- Ereignisse"."""

        def join(found: re.Match[str]) -> str:
            compound = f"{found[1]}-{found[2]}"
            return f"{found[1]}-" if self.compounds[caseless(compound)] >= COMMON else found[0]

        return re.sub(r"(?<![^\W\d_])([^\W\d_]++)-?[ ]++(?=([A-ZÄÖÜ][^\W\d_]+))", join, title)


@lru_cache(maxsize=2)
def casing_of(text: str) -> Casing:
    """The casing learned from a book's whole text, cached."""
    return Casing.of(text)


def english_title(text: str) -> str:
    """An English original in title case: "roll to hit" → "Roll to Hit"; keeps words with inner capitals.

    >>> english_title("LINE OF SIGHT"), english_title("impact (x)"), english_title("‘FREE’ AND ‘ADDITIONAL’ ACTIONS")
    ('Line of Sight', 'Impact (X)', '‘Free’ and ‘Additional’ Actions')
    """
    words = list(re.finditer(r"[^\W\d_]+(?:['’](?=s\b|S\b)\w)?", text))
    result, at = "", 0
    for number, found in enumerate(words):
        word = found[0] if not found[0].isupper() and found[0] != found[0].lower() else found[0].lower()
        small = word in word_list("english_small_in_titles") and number > 0
        result += text[at : found.start()] + (word if small else word[:1].upper() + word[1:])
        at = found.end()
    return result + text[at:]


def shouts(text: str) -> bool:
    """Whether a text is in capitals, ignoring brackets and a small "ß", and allowing one exception in eight.

    >>> shouts("WÜRFEL (dice)"), shouts("Die W6 der ACHSE"), shouts("PIPs AUSWÜRFELN")
    (True, False, True)
    """
    bare = _BRACKETS.sub("", text[:LONGEST_HEADING]).replace("ß", "")
    letters = "".join(filter(str.isalpha, bare))
    return len(letters) > 1 and sum(map(str.islower, letters)) * 8 <= len(letters)


_SMALL = {caseless(word): word for word in listed("small_in_headings")}


def _cased_like(word: str, form: str, stem: int) -> str:
    """`word` in lower case but with the first `stem` letters' case (and ß) of `form`."""
    lower = word.lower()
    return form[:1] + lower[1:] if "ß" not in form[:stem] else form[: stem - form[:stem].count("ß")] + lower[stem:]


def _begins_and_ends_alike(word: str, key: str) -> bool:
    return word[0] == key[0] and (word[-1] == key[-1] or word.startswith(key))


def _edits(key: str) -> Iterator[str]:
    """All words one edit away: one letter missing, added or wrong, or two swapped."""
    for at in range(len(key) + 1):
        head, tail = key[:at], key[at:]
        yield from (head + letter + tail for letter in _LETTERS)
        if tail:
            yield head + tail[1:]
            yield from (head + letter + tail[1:] for letter in _LETTERS if letter != tail[0])
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
