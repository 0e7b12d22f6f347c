"""Find cited numbers: "Grundregeln, 17.0", "(siehe 15.3)", "Kapitel 2.3.7", "Tabelle 6.2", "auf den Seiten 46 und 60".

The words before a number make it a citation: a citing word ("Kapitel", "Seite"), a part's title, an opening bracket or
"siehe", another citation that it continues ("15.3 und 16.0"). Anything else is a measure, a die, a date, a version.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from ..german import citation_patterns as around
from ..german.before import Before
from ..german.citation_patterns import SystemPatterns, part_forms
from ..german.inflection import noun_forms
from ..german.lists import CitingWord, citing_words, word_list
from ..model.reference import Reference
from ..model.values import Series


@dataclass(frozen=True, slots=True)
class Citation:
    """A cited number: the reference, whether its word announces several, whether it counts only before a title."""

    reference: Reference
    plural: bool = False
    titled: bool = False


class CitationFinder:
    """Finds cited numbers in texts of one system.

    `parts` are (title, abbreviations), `series` the system's number series, `foreign` the names of other systems: "Kapitel 3" after one of
    those is that system's. A number right after any part's name cites that part; words further off name a part only if it is one of
    `numbered`, the titles of the parts that have numbers (by default all).
    """

    def __init__(
        self,
        parts: Iterable[tuple[str, tuple[str, ...]]],
        series: Iterable[Series],
        foreign: Iterable[str] = (),
        numbered: Iterable[str] | None = None,
    ) -> None:
        parts = list(parts)
        counted = {title for title, _ in parts} if numbered is None else set(numbered)
        self.abbreviations = frozenset(abbreviation for _, abbreviations in parts for abbreviation in abbreviations)
        called = [*(form for title, _ in parts for form in part_forms(title)), *self.abbreviations]
        self.numbered = frozenset(name for title, short in parts if title in counted for name in (*part_forms(title), *short))
        self.part_ends = frozenset(name.split()[-1].strip('„“"').casefold() for name in called)
        #: Every word that introduces a number in this system, case folded.
        self.words = dict(citing_words())
        #: The system's own words for its number series, case folded → as printed.
        self.own_words: dict[str, str] = {}
        for one in series:
            for word in one.words:
                self.own_words[word.casefold()] = word
                if word.casefold() not in self.words:
                    forms = {form.casefold(): CitingWord("number", word, False) for form in noun_forms(word)}
                    self.words = {**forms, **self.words, word.casefold(): CitingWord("number", word, False)}
        self._others = "", False
        self._patterns_of = (called, self.numbered, [*self.own_words.values(), "Kapitel", "Tabelle", "Abbildung"], foreign)

    @cached_property
    def _system(self) -> SystemPatterns:
        """Made at the first number, because making the patterns takes longer than reading a citation."""
        return SystemPatterns(*self._patterns_of)

    def patterns(self) -> dict[str, re.Pattern[str] | Before]:
        """The patterns that finders in other languages share (see `finder_index`)."""
        return around.PATTERNS | {name: one for name, one in vars(self._system).items() if name != "foreign_name"}

    def find(self, text: str) -> Iterator[Citation]:
        """Every cited number with its exact span, in order; `titled` ones count only if the title of a rule follows."""
        previous: Citation | None = None
        for match in around.NUMBER.finditer(text):
            if not _begins(text, match.start()) or around.NOT_AFTER.match(text, match.end()) or around.ZERO.fullmatch(match[0]):
                continue
            found = self._continued(text, match, previous) if previous else None
            found = found or self._cited(text, match)
            if found and match[0][-1].isalpha():
                found = replace(found, reference=found.reference._replace(marked=False))
            if found and not self._is_foreign(text, found.reference):
                previous = previous if found.titled else found
                yield found
        for match in self._system.spelled.finditer(text):
            citing = self.words[match["word"].casefold()]
            name = self._name(citing, match["number"].capitalize() if match["number"].islower() else match["number"])
            reference = _reference(text, match.start(), match.end(), citing.kind, name)
            if not self._is_foreign(text, reference):
                yield Citation(reference)

    def _is_foreign(self, text: str, reference: Reference) -> bool:
        """Whether the words around a number name another system: "Kapitel 3 von Conquest"."""
        if not self._names_others(text):
            return False
        before = self._system.foreign.find(text, reference.start)
        return before is not None or self._system.foreign_after.match(text, reference.end) is not None

    def _names_others(self, text: str) -> bool:
        """Whether a text names another system at all; cached, because every number in it asks."""
        last = self._others
        if last[0] is not text:
            self._others = last = text, self._system.foreign_name.search(text) is not None
        return last[1]

    def _cited(self, text: str, match: re.Match[str]) -> Citation | None:
        tail = around.CITE.find(text, match.start())
        word = tail["word"].casefold() if tail else ""
        if tail and (citing := self.words.get(word)):
            return self._with_word(text, match, tail, citing)
        part = self._system.part.find(text, match.start()) if word in self.part_ends else None
        if part and self._part_may_have(text, match, part["part"]):
            reference = _reference(text, part.start(), match.end(), "part+number", match[0], part["part"])
            return Citation(reference._replace(marked=self._is_sure(match[0], part["part"])))
        return self._bare(text, match, word) if "." in match[0] else None

    def _is_sure(self, number: str, part: str) -> bool:
        return "." in number or part in self.abbreviations

    def _part_may_have(self, text: str, match: re.Match[str], part: str) -> bool:
        """Whether a number after a part's title may cite. A whole number after a plain word ("Gelände 3 …") cites only if the part
        has numbers, and counts nothing.
        """
        return self._is_sure(match[0], part) or (
            part in self.numbered and text[match.start() - 1] != "\n" and around.COUNTS.match(text, match.end()) is None
        )

    def _name(self, citing: CitingWord, number: str) -> str:
        """A number's name in its series: with the system's own word, else plain, or with the German word."""
        own = self.own_words.get(citing.word.casefold())
        return f"{own} {number}" if own else number if citing.kind in ("number", "chapter") else f"{citing.word} {number}"

    def _with_word(self, text: str, match: re.Match[str], tail: re.Match[str], citing: CitingWord) -> Citation | None:
        number, start, end = match[0], tail.start("word"), match.end()
        if "," in tail["gap"]:
            return None
        if citing.kind == "page":
            is_page = number.isdigit() and _is_page(text, start, end)
            return Citation(_reference(text, start, end, "page", number), citing.plural) if is_page else None
        if citing.kind in ("table", "figure") and around.LINE.find(text, start) and around.CAPTION.match(text, end):
            return None  # "Abbildung 2.6 – A und B" names the picture itself
        loose = "." not in number and citing.kind == "number"
        if loose and (text[start].islower() or citing.word.casefold() not in self.own_words or around.COUNTS.match(text, end)):
            return None  # "wir regeln 2 Dinge"
        part = self._system.part.find(text, start)
        near = part["part"] if part else self._around(text, start, end)
        reference = _reference(text, part.start() if part else start, end, citing.kind, self._name(citing, number), near)
        return Citation(reference._replace(marked=not loose), citing.plural)

    def _around(self, text: str, start: int, end: int) -> str:
        """The part named by the words around a number: "in der Belagerung (3.1)", "3.1 der Belagerung"."""
        found = self._system.part_near.find(text, start) or self._system.part_after.match(text, end)
        return found["part"] if found else ""

    def _bare(self, text: str, match: re.Match[str], word: str) -> Citation | None:
        """A dotted number without a citing word. Without any sign of a citation it is loose: it counts only if a rule has it."""
        start, end = match.span()
        if not around.BARE.match(text, end):
            return None
        part = self._around(text, start, end)
        reference = _reference(text, start, end, "number", match[0], part)
        if part or word in word_list("citing_before") or around.BRACKET.find(text, start):
            return Citation(reference)
        if word in word_list("not_citing") or around.DATE.match(text, end):
            return None
        weak = reference._replace(marked=False)
        if word in word_list("placing") or (text[end : end + 1] == ")" and around.INSIDE.find(text, start)):
            return Citation(weak)
        counts = around.COUNTS.match(text, end) is not None
        is_heading = counts and (start == 0 or text[start - 1] == "\n")
        if is_heading or around.VERSION.find(text, start):
            return None
        noun = around.NOUN.find(text, start)
        return Citation(weak, titled=counts or (noun is not None and noun["noun"].casefold() not in word_list("before_loose")))

    def _continued(self, text: str, match: re.Match[str], previous: Citation) -> Citation | None:
        """The number as the next of a list or the end of a range, with the word and part of the previous one."""
        before, number = previous.reference, match[0]
        if not around.JOIN.fullmatch(text, before.end, match.start()):
            return None
        if before.type == "page" and not number.isdigit():
            return None
        if "." not in number:
            ranged = around.RANGE.fullmatch(text, before.end, match.start()) is not None
            several = previous.plural or (before.type == "chapter" and not around.COUNTS.match(text, match.end()))
            if "." in before.name or not (ranged or several or around.CLOSED.match(text, match.end())):
                return None
        word = before.name.rpartition(" ")[0]
        type_ = "number" if before.type == "part+number" else before.type
        part = before.part or self._around(text, match.start(), match.end())
        reference = _reference(text, match.start(), match.end(), type_, f"{word} {number}".strip(), part)
        return Citation(reference._replace(marked=before.marked))


def _begins(text: str, start: int) -> bool:
    """Whether a number begins here: not within a word, a price, a time, a longer number."""
    return around.GOES_ON.find(text, start) is None or around.ATTACHED.find(text, start) is not None


def _is_page(text: str, start: int, end: int) -> bool:
    """ "auf Seite 8" is a page; in "bis eine Seite 8 Punkte hat" a side has points."""
    before = around.SIDE.find(text, start)
    last, article = (before["word"].casefold(), (before["article"] or "").casefold()) if before else ("", "")
    if last in word_list("side_of") or article in word_list("side_of"):
        return False
    return bool(last in word_list("page_before") or around.OPENED.find(text, start) or around.CLOSED.match(text, end))


def _reference(text: str, start: int, end: int, type_: str, name: str, part: str = "") -> Reference:
    written = text[start:end]
    return Reference(start, end, written, type_, name, part=" ".join(part.split()), shown=written, marked=True)
