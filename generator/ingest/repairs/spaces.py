"""Lost spaces: between words, around brackets and quotations, after punctuation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...german.letters import caseless
from ...german.lists import word_list
from ..drafts import Repair, Span
from .book_words import Spellings, seams

#: A word with one capital within.
_RUN_ON = re.compile(r"(?<![\w.<{/$-])(?P<left>[A-ZÄÖÜ]?+[a-zäöüß]++)[A-ZÄÖÜ][a-zäöüß]++(?![\w-])")


def spaces(text: str, book: Spellings) -> Iterator[Repair]:
    """Find missing spaces."""
    yield from _run_on(text, book)
    yield from _at_brackets(text, book)
    yield from _after_marks(text, book)


def _space(text: str, start: int, end: int, at: int, why: str, certainty: float = 1.0) -> Repair:
    """A repair that inserts a space, with the words on both sides."""
    return Repair(Span(start, end), text[start:end], f"{text[start:at]} {text[at:end]}", "space", why, certainty)


def _run_on(text: str, book: Spellings) -> Iterator[Repair]:
    """Capitalised words that begin within a word ("vonDeckung"). "TableTop", "McMahon" are names."""
    for match in _RUN_ON.finditer(text):
        left, at, word = caseless(match["left"]), match.end("left"), match[0]
        small = left in word_list("before_capital")
        if (small or (book.lower.get(left) and word[0].islower())) and book[word] <= 2:
            why = "Leerzeichen fehlt zwischen zwei Wörtern"
            yield _space(text, match.start(), match.end(), at, why, 1.0 if small else 0.6)


#: A bracket with words right outside it. "Einheit(en)" and "(nicht)magisch" are intentional.
_BRACKETS = re.compile(r"(?<![^\W\d_])(?P<before>[^\W\d_]++)?(?P<bracket>\([^()\n]{1,300}\))(?P<after>[^\W\d_²³]++)?")


def _at_brackets(text: str, book: Spellings) -> Iterator[Repair]:
    for match in _BRACKETS.finditer(text):
        if not (match["before"] or match["after"]) or not _is_aside(match, book):
            continue
        opening, closing = match.span("bracket")
        if match["before"]:
            yield _space(text, match.start(), opening + 1, opening, "Leerzeichen fehlt vor der Klammer")
        if match["after"]:
            yield _space(text, closing - 1, match.end(), closing, "Leerzeichen fehlt nach der Klammer")


def _is_aside(match: re.Match[str], book: Spellings) -> bool:
    """Whether a bracket needs a space: around several words, or a parameter that the book separates elsewhere: "impact(x)"."""
    inside = match["bracket"][1:-1]
    if " " in inside.strip():
        return True
    return inside in ("x", "X") and book.parameters > 2 and bool(match["before"]) and not match["after"]


#: A mark without a space, which is rare, and the whole word that must end there.
_SENTENCE = re.compile(r"(?P<mark>[.!?])(?P<next>[A-ZÄÖÜ][a-zäöüß]+)(?![\w.@/-])"), re.compile(r"(?<![^\s(„“\"*])[^\W\d_]++\Z")
_CLAUSE = re.compile(r"(?P<mark>[,;])(?P<next>[^\W\d_]{2,})(?![\w@/,}>=])"), re.compile(r"(?<![\w{=,<])[^\W\d_]{2,}+\Z")
_ADDRESS = re.compile(r"https?:|www\.|@")


def _after_marks(text: str, book: Spellings) -> Iterator[Repair]:
    for pattern in (_SENTENCE, _CLAUSE):
        for last, mark in seams(text, *pattern):
            if mark["next"] in book and len(last[0]) > 1 and not _ADDRESS.search(text, max(0, last.start() - 40), mark.end()):
                yield _space(text, last.start(), mark.end(), mark.end("mark"), "Leerzeichen fehlt nach dem Satzzeichen")
