"""Letters that scanning swapped, lost or doubled: a rare word that resembles a frequent one and is no independent word.

Uses the book itself instead of a dictionary. A word is independent if it is a form of another (by its stem) or consists of parts
in the book (prefixes, compounds). Other words count as errors only if damage is visible: a compound with one intact part and one
that is no word ("Haup|element"), tripled letters, an impossible beginning, look-alike letters. Anything else is proposed as
doubtful.

>>> book = Spellings("Hauptelement " * 9 + "Element " * 5 + "Haupelement")
>>> [(r.before, r.after, r.certainty) for r in letters("Ein HAUPELEMENT", book)]
[('HAUPELEMENT', 'HAUPTELEMENT', 0.95)]
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache

from ...german.letters import caseless
from ...german.lists import word_list
from ..drafts import Repair, Span
from .book_words import Spellings, bracketed, english_words, like, slips, stem
from .letter_shapes import THREE, TWO, changed, differ, distance, forms_of_one, shared, within

_WORD = re.compile(r"(?<![\w@./-])[^\W\d_]{6,40}(?![\w@])")
_WHY = "fast wie „{}“, das {}-mal im Buch steht"
#: The highest frequency of an error, and the least ratio of the intended word's frequency to it.
_RARE, _RATIO, _OFTEN = 3, 3, 3
_THRICE = re.compile(r"(.)\1\1")
_VOWELS = frozenset("aeiouäöüy")
_CERTAIN, _DOUBTFUL = 0.95, 0.6
_STEPS = 3


def letters(text: str, book: Spellings) -> Iterator[Repair]:
    """Find words that should be other words of the book."""
    swapped = _swapped(book)
    for match in _WORD.finditer(text):
        word = match[0]
        if (found := swapped.meant(caseless(word))) and not _is_english(text, match):
            meant, certainty = found
            why = _WHY.format(book.written(meant), book.counts[meant])
            yield Repair(Span(match.start(), match.end()), word, like(word, book.written(meant)), "letters", why, certainty)


@lru_cache(maxsize=2)
def _swapped(book: Spellings) -> SwappedLetters:
    """Cache the analysis of a book's words, because its entries are checked one by one."""
    return SwappedLetters(book)


def _is_english(text: str, match: re.Match[str]) -> bool:
    """Whether a word is among English ones, or, like originals, in brackets and all in lower case or capitals."""
    inside = bracketed(text, match.start(), match.end())
    return english_words(text[max(0, match.start() - 60) : match.end() + 60]) > 1 or inside.islower() or inside.isupper()


class SwappedLetters:
    """Finds the intended words for the rare words of a book."""

    def __init__(self, book: Spellings) -> None:
        self._book = book
        self._found: dict[str, tuple[str, float] | None] = {}

    def meant(self, word: str) -> tuple[str, float] | None:
        """The intended word and its certainty; None for an independent word."""
        if word not in self._found:
            self._found[word] = self._look(word) if 0 < self._book.counts.get(word, 0) <= _RARE else None
        return self._found[word]

    def _look(self, word: str) -> tuple[str, float] | None:
        near = {other for other in self._near(word) if differ(word, other, self._is_noun(other))} | self._look_alikes(word)
        if not near or any(forms_of_one(word, other) for other in near) or not self._is_odd(word):
            return None
        best, *others = sorted(near, key=lambda other: self._rank(word, other))
        rivals = [
            other for other in others if stem(other) != stem(best) and self._rank(word, other)[:2] == self._rank(word, best)[:2]
        ]
        if rivals or self._family(best) < max(_RATIO * self._family(word), _OFTEN):
            return None
        certainty = self._certainty(word, best)
        return (self._in_the_end(best), certainty) if certainty else None

    def _in_the_end(self, meant: str) -> str:
        """Follow an intended word further: errors in one long word resemble each other more than the word."""
        for _ in range(_STEPS if len(meant) >= THREE else 0):
            sound = self._made_of_parts(meant)  # if so, only the linking sound may differ: "Trupp(en)schriftrolle"
            alike = (other for other in self._near(meant) if other[-2:] == meant[-2:] and differ(meant, other, noun=True))
            meant = max([meant, *(other for other in alike if not sound or _links_differ(meant, other))], key=self._family)
        return meant

    def _rank(self, word: str, other: str) -> tuple[int, ...]:
        """Sort key with the intended word first: for long words the most frequent in all its forms, otherwise the nearest."""
        near = distance(word, other)
        ends_alike = word[-2:] == other[-2:]
        return (-self._family(other) if len(word) >= THREE else near, not ends_alike, -self._book.counts[other])

    def _family(self, word: str) -> int:
        """The frequency of a word in all its forms."""
        return self._families[stem(word)]

    @cached_property
    def _families(self) -> Counter[str]:
        families: Counter[str] = Counter()
        for word, count in self._book.counts.items():
            families[stem(word)] += count
        return families

    def _is_odd(self, word: str) -> bool:
        """Whether a word is neither a form of another, nor a compound, nor made with a known prefix."""
        has_forms = len(word) < THREE and self._book.stems[stem(word)] > 1
        return not has_forms and not self._made_of_parts(word)

    def _made_of_parts(self, word: str) -> bool:
        return any(self._is_first(word[:at]) and self._is_last(word[at:]) for at in range(2, len(word) - 2))

    def _is_first(self, part: str) -> bool:
        """Whether a part may begin a word: a prefix ("auszu"), another word, the stem of a verb or noun ("zieh", "verbund",
        "bewegungs")."""
        if {part, part.removesuffix("zu"), part.removesuffix("ge")} & word_list("prefixes"):
            return True
        stems = (part.removesuffix(link) for link in word_list("links") if part.endswith(link))
        return any(self._stands(stem) for stem in stems)

    def _stands(self, part: str) -> bool:
        """Whether a part occurs alone in the book, in some form of a noun or verb."""
        return len(part) > 2 and any(self._book.counts.get(part + link, 0) > (len(part) < 5) for link in word_list("links"))

    def _is_last(self, part: str) -> bool:
        """Whether a part may end a compound: a word of the book, in any form."""
        return (
            part in word_list("suffixes")
            or self._book.counts.get(part, 0) > 0
            or (len(part) > 4 and stem(part) in self._book.stems)
        )

    def _certainty(self, word: str, meant: str) -> float:
        """The certainty of an error; 0 if both words may well be right."""
        if word[0] != meant[0] and not meant.endswith(word):
            return 0
        if self._broken_onset(word, meant):
            return _CERTAIN
        parts = changed(word, meant)
        if "".join(parts) in word_list("links") and self._stands(shared(word, meant)):  # "Typbezeichnung", "Typenbezeichnung"
            return 0
        if set("".join(parts)) <= _VOWELS:  # "Entschieden", "bestünden": most such pairs are two words
            return 0
        shows = (len(word) > 8 and self._broken_part(word, meant)) or _THRICE.search(word)
        if word[-2:] == meant[-2:] and (shows or meant in self._look_alikes(word)):
            return _CERTAIN
        return 0 if len(word) < 9 or len(parts[0]) == len(parts[1]) else _DOUBTFUL

    def _broken_part(self, word: str, meant: str) -> bool:
        """Whether one part of a compound is intact and the other a word only in the intended one, or a long word lost letters."""
        if self._lost_letters(word, meant):
            return True
        return any(self._half_sound(word, meant, size) for size in range(3, len(word) - 2))

    def _half_sound(self, word: str, meant: str, size: int) -> bool:
        lost = len(word) != len(meant) and self._is_noun(meant)
        head, tail = word[:size], word[-size:]
        if meant.startswith(head) and self._is_first(head) and not self._is_last(word[size:]):
            return self._ends_words(meant[size:]) or (lost and self._is_long(head))
        if meant.endswith(tail) and self._is_last(tail) and not self._is_first(word[:-size]):
            return self._is_first(meant[:-size]) or (lost and self._is_long(tail))
        return False

    def _lost_letters(self, word: str, meant: str) -> bool:
        """Whether letters are only lost or added, in words so long that both can hardly be right."""
        if not (within(word, meant) or within(meant, word)):
            return False
        letters = "".join(changed(word, meant))
        return len(word) >= THREE or (len(word) > TWO and self._is_noun(meant) and len(letters) == 1 and letters not in _VOWELS)

    def _ends_words(self, part: str) -> bool:
        """Whether a part ends other words as well."""
        return self._is_last(part) or self._ends[part] > 1

    @cached_property
    def _ends(self) -> Counter[str]:
        return Counter(word[at:] for word in self._book.counts for at in range(4, len(word) - 4))

    def _is_noun(self, word: str) -> bool:
        return self._book.capital[word] > self._book.lower[word]

    def _is_long(self, part: str) -> bool:
        """Whether a part is so long that the rest need not be a word itself."""
        return len(part) > 4 and part not in word_list("prefixes")

    def _broken_onset(self, word: str, meant: str) -> bool:
        """Whether a word begins like no other ("ngesagt")."""
        return meant.endswith(word) and len(meant) - len(word) == 1 and self._onsets[_onset(word)] <= 1

    @cached_property
    def _onsets(self) -> dict[str, int]:
        counts: dict[str, int] = defaultdict(int)
        for word in self._book.counts:
            counts[_onset(word)] += 1
        return counts

    def _near(self, word: str) -> Iterable[str]:
        """Words that share all but a few letters: with one letter left out, or, if long, with the same beginning or end."""
        for left_out in _left_out(word):
            yield from self._by_letters.get(left_out, ())
        if len(word) >= TWO:
            yield from self._by_edges.get(word[:_EDGE], ())
            yield from self._by_edges.get("$" + word[-_EDGE:], ())

    def _look_alikes(self, word: str) -> set[str]:
        """Words that differ only in letters that scanning confuses."""
        return {other for other in _confused(word) if self._book.counts.get(other, 0) >= _OFTEN}

    @cached_property
    def _frequent(self) -> list[str]:
        return [word for word, count in self._book.counts.items() if count >= 3 and len(word) > 5]

    @cached_property
    def _by_letters(self) -> dict[str, list[str]]:
        index: dict[str, list[str]] = defaultdict(list)
        for word in self._frequent:
            for left_out in _left_out(word):
                index[left_out].append(word)
        return index

    @cached_property
    def _by_edges(self) -> dict[str, list[str]]:
        index: dict[str, list[str]] = defaultdict(list)
        for word in self._frequent:
            if len(word) >= TWO:
                index[word[:_EDGE]].append(word)
                index["$" + word[-_EDGE:]].append(word)
        return {edge: words for edge, words in index.items() if len(words) <= _CROWD}


#: Number of common letters at the beginning or end; skips crowds of more words than this with the same ones, to save time.
_EDGE, _CROWD = 5, 100


def _left_out(word: str) -> set[str]:
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def _confused(word: str) -> Iterator[str]:
    for written, meant in slips()["confusables"]:
        at = word.find(written)
        while at >= 0:
            yield word[:at] + meant + word[at + len(written) :]
            at = word.find(written, at + 1)


def _links_differ(word: str, other: str) -> bool:
    return "".join(changed(word, other)) in word_list("links")


def _onset(word: str) -> str:
    found = re.match(r"[^aeiouäöüy]*", word)
    return found[0] if found else ""
