"""Finding cited numbers: "Grundregeln, 17.0", "(siehe 15.3)", "Kapitel 2.3.7", "Tabelle 6.2", "auf den Seiten 46 und 60".

A number is a citation because of what stands before it: a citing word ("Kapitel", "Seite"), a part's title, an opening bracket or
"siehe", another citation that it continues ("15.3 und 16.0"). Anything else is a measure, a die, a date, a version.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

from ..german.inflection import noun_forms
from ..german.lists import CitingWord, citing_words, word_list
from ..model.reference import Reference
from ..model.rule_number import SPELLED as _SPELLED
from ..model.values import Series

#: With a letter ("§ 12a") it counts only if there is such a rule: "Tabelle 6.2a" may mean half of a table, "1.5m" a distance.
_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3}){0,3}(?:[a-z](?!\w))?")
#: What a number may follow without a space where one was lost: "S.13", "Seite12", "Grundregeln,17.0".
_ATTACHED = re.compile(r"(?:\b(?:S|Abb|Kap|Tab)\.|\b(?:Seite|Kapitel|Tabelle|Abbildung)|[a-zäöüß],)\Z")
_ZERO = re.compile(r"(?:^|\.)0\d")
_UNITS = "|".join(map(re.escape, sorted(word_list("units"), key=lambda unit: (-len(unit), unit))))
#: What may not follow a number: more digits, a measure, a die, a percentage.
_NOT_AFTER = re.compile(rf"[\w\"”″'′½%+×€$°]|[.,:]\d|“(?=\w)|[ \u00a0]?(?:{_UNITS})(?!\w)|-(?:mal|fach|zöllig)", re.IGNORECASE)
#: The word before a number, and what stands between them: emphasis, a comma, white space with one line break at most.
_TAIL = re.compile(r"(?P<word>[^\s(),;:„“”\"'‚‘*_\[\]]+)(?P<gap>[*_“”\"']{0,3},?[ \u00a0]*\n?[ \u00a0]*[*_„“\"]{0,3})\Z")
_JOIN = re.compile(
    r"[*_“”\"]{0,3}\s?(?=[,;uobs&/–-])(?:,|;|und|oder|bis|sowie|&|/|–|-|bzw\.|,\s?(?:und|oder))\s?(?:zu\s)?(?:siehe\s|auch\s)?[*_„“\"]{0,3}"
)
_RANGE = re.compile(r"\s?(?:bis(?: zu)?|–|-)\s?")
_CLOSED = re.compile(r"[*_“”\"]{0,3}(?:[).,;:\]!?]|\s*$|[ \u00a0](?:und|oder|bis|sowie|beschrieben|erklärt|genannt)\b)")
#: A whole number that counts what follows it: "Gelände 3 Modelle", "Seiten 4 und 5 Würfel".
_COUNTS = re.compile(r"[ \u00a0](?:[A-ZÄÖÜ\d]|weitere|andere|mal\b)")
_BRACKET = re.compile(r"[(\[][*_„\"]{0,3}(?:(?:siehe|s\.|vgl\.|auch)[ \u00a0])*\Z", re.IGNORECASE)
_INSIDE = re.compile(r"\([^()\n]{0,80}[,;] \Z")
#: "am 3.12. spielen"
_DATE = re.compile(
    r"\.(?:\d|[ \u00a0]+(?:[a-zäöü]|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember))"
)
#: A name or a noun right before a loose number: the version, place or amount of something ("mit dem Listenbauer 2.0", "Platz 3.1").
_AFTER_NOUN = re.compile(r"(?<![\w-])(?P<noun>[A-ZÄÖÜ][\w-]*|\w*[a-z][A-Z]\w*|\d[\d.,]*)[ \u00a0][*_]{0,2}\Z")
#: A loose number in a sentence about versions.
_VERSION = re.compile(r"\b(?:Version|App|Software|Update|Ausgabe|Edition)\b[^.!?\n]*\Z")
_AFTER_BARE = re.compile(r"[*_“”\"]{0,3}(?:[\s),;.:\]!?–/-]|$)")
#: How far back the words around a number are looked at.
_NEAR = 90


@dataclass(frozen=True, slots=True)
class Citation:
    """A cited number: the reference, whether its word announced several, whether only a title behind it makes it one."""

    reference: Reference
    plural: bool = False
    titled: bool = False


class CitationFinder:
    """Finds cited numbers in texts of one system.

    `parts` are (title, abbreviations), `series` the system's number series, `foreign` the names of other systems: "Kapitel 3" after one of
    those is that system's.
    """

    def __init__(
        self, parts: Iterable[tuple[str, tuple[str, ...]]], series: Iterable[Series], foreign: Iterable[str] = ()
    ) -> None:
        parts = list(parts)
        titles = [form for title, _ in parts for form in part_forms(title)]
        short = [abbreviation for _, abbreviations in parts for abbreviation in abbreviations]
        self._abbreviations = frozenset(short)
        self._part_ends = frozenset(title.split()[-1].strip('„“"').casefold() for title in (*titles, *short))
        self._words = dict(citing_words())
        self._own: dict[str, str] = {}
        for one in series:
            for word in one.words:
                self._own[word.casefold()] = word
                if word.casefold() not in self._words:
                    forms = {form.casefold(): CitingWord("number", word, False) for form in noun_forms(word)}
                    self._words = {**forms, **self._words, word.casefold(): CitingWord("number", word, False)}
        self._parts = _alternatives([*titles, *short])
        self._named = rf"{_begins_like([*titles, *short])}(?P<part>{self._parts})"
        self._systems = _alternatives(foreign)

    # Each pattern is made at its first use: making all of a system takes longer than reading a citation does.

    @cached_property
    def _part(self) -> re.Pattern[str] | None:
        return _compiled(rf"(?<![\w-]){self._named}(?:,|,?(?:[ \u00a0]+|[ \u00a0]*\n[ \u00a0]*))\Z", self._parts)

    @cached_property
    def _part_near(self) -> re.Pattern[str] | None:
        before = _alternatives([*word_list("part_before"), *word_list("citing_before"), "Teil"])
        return _compiled(
            rf"(?<![\w-])(?i:{before})\s+(?:(?:de[rnms]|die|das)\s+)?(?:Teil\s+)?[„\"*_]{{0,3}}{self._named}(?:e?s|n)?(?![\w-])"
            r"[^.!?;\n\d]{0,30}\Z",
            self._parts,
        )

    @cached_property
    def _part_after(self) -> re.Pattern[str] | None:
        return _compiled(
            r"[“”\"*_)]{0,3}\s+(?:der|des|aus(?: de[rnm])?|in de[rn]|im|von|vom|zur|zum|in)\s+(?:Teil\s+)?[„\"*_]{0,3}"
            rf"{self._named}(?:e?s|n)?(?!\w)",
            self._parts,
        )

    @cached_property
    def _foreign(self) -> re.Pattern[str] | None:
        return _compiled(rf"(?<!\w)(?:{self._systems})(?!\w)[^.!?\n]{{0,40}}\Z", self._systems)

    @cached_property
    def _foreign_after(self) -> re.Pattern[str] | None:
        return _compiled(rf"\s+(?:von|vom|aus|in|im|bei|des|der)\s+(?:de[rms]\s+)?(?:{self._systems})(?!\w)", self._systems)

    @cached_property
    def _spelled(self) -> re.Pattern[str]:
        spelled = _alternatives([*self._own.values(), "Kapitel", "Tabelle", "Abbildung"])
        return re.compile(rf"(?<!\w)(?P<word>{spelled})[ \u00a0](?P<number>{_SPELLED})")

    def patterns(self) -> dict[str, re.Pattern[str]]:
        """What finders elsewhere need to decide as this one does (see `finder_index`)."""
        own = {
            "part": self._part,
            "partNear": self._part_near,
            "partAfter": self._part_after,
            "foreign": self._foreign,
            "foreignAfter": self._foreign_after,
            "spelled": self._spelled,
        }
        return _PATTERNS | {name: pattern for name, pattern in own.items() if pattern}

    @property
    def own_words(self) -> Mapping[str, str]:
        """The system's own words for its number series, case folded → as printed."""
        return MappingProxyType(self._own)

    @property
    def words(self) -> Mapping[str, CitingWord]:
        """Every word that announces a number here, case folded."""
        return MappingProxyType(self._words)

    @property
    def part_ends(self) -> frozenset[str]:
        """The last words of everything that parts are called, case folded."""
        return self._part_ends

    def find(self, text: str) -> Iterator[Citation]:
        """Every cited number with its exact span, in order; `titled` ones count only if the title of a rule follows."""
        previous: Citation | None = None
        for match in _NUMBER.finditer(text):
            if not _begins(text, match.start()) or _NOT_AFTER.match(text, match.end()) or _ZERO.search(match[0]):
                continue
            found = self._continued(text, match, previous) if previous else None
            found = found or self._cited(text, match)
            if found and match[0][-1].isalpha():
                found = replace(found, reference=replace(found.reference, marked=False))
            if found and not self._is_foreign(text, found.reference):
                previous = previous if found.titled else found
                yield found
        for match in self._spelled.finditer(text):
            name = f"{match['word']} {match['number'].capitalize() if match['number'].islower() else match['number']}"
            kind = self._words[match["word"].casefold()].kind
            reference = _reference(text, match.start(), match.end(), kind, name)
            if not self._is_foreign(text, reference):
                yield Citation(reference)

    def _is_foreign(self, text: str, reference: Reference) -> bool:
        """Whether the words around a number name another system: "Kapitel 3 von Conquest"."""
        if self._foreign is None or self._foreign_after is None:
            return False
        before = self._foreign.search(text, max(0, reference.start - 60), reference.start)
        return before is not None or self._foreign_after.match(text, reference.end) is not None

    def _cited(self, text: str, match: re.Match[str]) -> Citation | None:
        tail = _TAIL.search(text, max(0, match.start() - 40), match.start())
        word = tail["word"].casefold() if tail else ""
        if tail and (citing := self._words.get(word)):
            return self._with_word(text, match, tail, citing)
        if tail and self._part and word in self._part_ends:
            part = self._part.search(text, max(0, match.start() - _NEAR), match.start())
            if part and self._part_may_have(text, match, part["part"]):
                reference = _reference(text, part.start(), match.end(), "part+number", match[0], part["part"])
                return Citation(replace(reference, marked="." in match[0] or part["part"] in self._abbreviations))
        return self._bare(text, match, word) if "." in match[0] else None

    def _part_may_have(self, text: str, match: re.Match[str], part: str) -> bool:
        """A whole number after a title that is a plain word ("Gelände 3 …") cites only where nothing follows that it could count."""
        if "." in match[0] or part in self._abbreviations:
            return True
        return text[match.start() - 1] != "\n" and _COUNTS.match(text, match.end()) is None

    def _with_word(self, text: str, match: re.Match[str], tail: re.Match[str], citing: CitingWord) -> Citation | None:
        number, start = match[0], tail.start("word")
        if "," in tail["gap"]:
            return None
        if citing.kind == "page":
            if not number.isdigit() or not _is_page(text, start, match.end()):
                return None
            return Citation(_reference(text, start, match.end(), "page", number), citing.plural)
        if citing.kind in ("table", "figure") and _is_caption(text, start, match.end()):
            return None
        own = self._own.get(citing.word.casefold())
        if "." not in number and citing.kind == "number" and not (own and not _COUNTS.match(text, match.end())):
            return None
        part = self._part.search(text, max(0, start - _NEAR), start) if self._part else None
        name = f"{own} {number}" if own else number if citing.kind in ("number", "chapter") else f"{citing.word} {number}"
        near = self._around(text, start, match.end())
        reference = _reference(
            text, part.start() if part else start, match.end(), citing.kind, name, part["part"] if part else near
        )
        if "." not in number and citing.kind == "number":
            reference = replace(reference, marked=False)
        return Citation(reference, citing.plural)

    def _around(self, text: str, start: int, end: int) -> str:
        """The part that the words around a number put it into: "in der Belagerung (3.1)", "3.1 der Belagerung"."""
        if self._part_near and (near := self._part_near.search(text, max(0, start - _NEAR), start)):
            return near["part"]
        if self._part_after and (after := self._part_after.match(text, end)):
            return after["part"]
        return ""

    def _bare(self, text: str, match: re.Match[str], word: str) -> Citation | None:
        """A dotted number without a citing word. Where nothing shows a citation it is loose: it counts if there is such a rule here."""
        start, end = match.span()
        if not _AFTER_BARE.match(text, end):
            return None
        part = self._around(text, start, end)
        reference = _reference(text, start, end, "number", match[0], part)
        near = max(0, start - _NEAR)
        if part or word in word_list("citing_before") or _BRACKET.search(text, near, start):
            return Citation(reference)
        if word in word_list("not_citing") or _DATE.match(text, end):
            return None
        weak = replace(reference, marked=False)
        if word in word_list("placing") or (_INSIDE.search(text, near, start) and text[end : end + 1] == ")"):
            return Citation(weak)
        if _VERSION.search(text, near, start):
            return None
        noun = _AFTER_NOUN.search(text, near, start)
        counts = _COUNTS.match(text, end) is not None
        if counts and (start == 0 or text[start - 1] == "\n"):  # a numbered heading
            return None
        return Citation(weak, titled=counts or (noun is not None and noun["noun"].casefold() not in word_list("before_loose")))

    def _continued(self, text: str, match: re.Match[str], previous: Citation) -> Citation | None:
        """The number as the next of a list or the end of a range: it has the word and the part of the one before."""
        before = previous.reference
        between = text[before.end : match.start()]
        if len(between) > 14 or not _JOIN.fullmatch(between):
            return None
        dotted, number = "." in match[0], match[0]
        if before.type == "page" and not number.isdigit():
            return None
        if not dotted:
            ranged = _RANGE.fullmatch(between) is not None
            several = previous.plural or (before.type == "chapter" and not _COUNTS.match(text, match.end()))
            if "." in before.name or not (ranged or several or _CLOSED.match(text, match.end())):
                return None
        word = before.name.rpartition(" ")[0]
        type_ = "number" if before.type == "part+number" else before.type
        name = f"{word} {number}" if word else number
        part = before.part or self._around(text, match.start(), match.end())
        return Citation(replace(_reference(text, match.start(), match.end(), type_, name, part), marked=before.marked))


def part_forms(title: str) -> frozenset[str]:
    """How a part may be named: as printed; a title of one word in its other forms too ("Befehl, 4.0" is in "Befehle")."""
    return frozenset({title}) if " " in title else noun_forms(title)


def _begins(text: str, start: int) -> bool:
    """Whether a number begins here: not within a word, a price, a time, a longer number."""
    before = text[start - 1] if start else " "
    if before.isalnum() or before in "_.,½²³$€£:":
        return before.isalpha() or before in ".," if _ATTACHED.search(text, max(0, start - 12), start) else False
    return True


def _is_page(text: str, start: int, end: int) -> bool:
    """ "auf Seite 8" is a page; in "bis eine Seite 8 Punkte hat" a side has points."""
    before = _WORDS_BEFORE.search(text, max(0, start - 40), start)
    last, article = (before["word"].casefold(), (before["article"] or "").casefold()) if before else ("", "")
    if last in word_list("side_of") or article in word_list("side_of"):
        return False
    cited = (
        last in word_list("page_before")
        or start == 0
        or text[start - 1 : start] in "(["
        or text[max(0, start - 2) : start] == ", "
    )
    return cited or _CLOSED.match(text, end) is not None


def _is_caption(text: str, start: int, end: int) -> bool:
    """ "Abbildung 2.6 – A und B" at the beginning of a line names the picture that stands there."""
    line = text.rfind("\n", 0, start) + 1
    return not text[line:start].strip("*_ \t") and _CAPTION.match(text, end) is not None


_CAPTION = re.compile(r"[*_]{0,3}\s?[–:-]\s")
_WORDS_BEFORE = re.compile(r"(?P<word>[^\W\d_]+\.?)[ \u00a0\n]+(?:(?P<article>de[nrm]|die)[ \u00a0\n]+)?[*_„\"]{0,2}\Z")


def _reference(text: str, start: int, end: int, type_: str, name: str, part: str = "") -> Reference:
    written = text[start:end]
    return Reference(start, end, written, type_, name, part=" ".join(part.split()), shown=written, marked=True)


def _compiled(pattern: str, alternatives: str) -> re.Pattern[str] | None:
    return re.compile(pattern) if alternatives else None


def _alternatives(words: Iterable[str]) -> str:
    """The words as one pattern, a longer one tried before its own beginning."""
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in ordered)


def _begins_like(words: Iterable[str]) -> str:
    """A look at the first letter only. It changes nothing that is found; browsers take a quarter of the time to make the pattern ready."""
    letters = {word[0] for word in words if word}
    return f"(?=[{''.join(map(re.escape, sorted(letters)))}])" if letters else ""


_PATTERNS = {
    "number": _NUMBER,
    "attached": _ATTACHED,
    "zero": _ZERO,
    "notAfter": _NOT_AFTER,
    "cite": _TAIL,
    "join": _JOIN,
    "range": _RANGE,
    "closed": _CLOSED,
    "counts": _COUNTS,
    "bracket": _BRACKET,
    "inside": _INSIDE,
    "date": _DATE,
    "noun": _AFTER_NOUN,
    "version": _VERSION,
    "bare": _AFTER_BARE,
    "caption": _CAPTION,
    "side": _WORDS_BEFORE,
}
