"""Concordance: all sentences with a term in any form, German beside English, with their places.

>>> [line.place.path for line in concordance(library, "rücken vor", "aos")][:1]
['content/aos/grundregeln/nachruecken-bewegungen.md']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..german.lists import word_list, word_map
from ..german.sentences import ITEM_MARK, sentences
from ..german.verb_forms import verb_forms
from ..model.library import Library
from ..model.places import place
from ..model.values import Entry, Location
from ..references.graph import fields_of
from .english_names import EnglishNames, english_bases
from .term_match import GermanNames, Match

_MARKUP = re.compile(r"(?<!\s)\s*\n\s*")


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence: `text` in `language` with the matched words at `spans`; `beside` is the other language's text, if any."""

    entry: str
    title: str
    field: str
    place: Location
    language: str
    text: str
    spans: tuple[tuple[int, int], ...]
    beside: str

    def marked(self) -> str:
        """The sentence on one line with its matched words marked."""
        out, at = [], 0
        for start, end in self.spans:
            out += [self.text[at:start], f"»{self.text[start:end]}«"]
            at = end
        return _MARKUP.sub(" ", "".join([*out, self.text[at:]]))


def concordance(library: Library, query: str, system: str | None = None) -> Iterator[Line]:
    """All sentences that match the query, in reading order. Finds a German word or name in German texts, an English one in
    English texts."""
    german, english = GermanNames(query_names(library, query, system)), EnglishNames([query, *english_bases(query)])
    for entry in library.entries.values():
        if system in (None, entry.system):
            for field, text in (("title", entry.title), *fields_of(entry)):
                beside = {"title": entry.title_en, "text": entry.text_en}.get(field) or entry.short_en
                yield from _lines(entry, field, "de", text, german.find(text) if german.may_occur(text) else [], beside)
            for field, text in (("title_en", entry.title_en), ("short_en", entry.short_en), ("text_en", entry.text_en)):
                beside = {"title_en": entry.title, "text_en": entry.text}.get(field) or entry.short
                yield from _lines(entry, field, "en", text, english.find(text) if text else [], beside)


def query_names(library: Library, query: str, system: str | None = None) -> list[str]:
    """Expand a query: the query itself, the infinitive of a verb form ("rücken vor"), and the listed forms of a term with that
    name.

    >>> query_names(library, "rücken vor")
    ['rücken vor', 'vorrücken']
    """
    folded = query.casefold()
    of_terms = [
        form
        for term in library.terms.values()
        if system in (None, term.system) and folded in (term.title.casefold(), *(form.casefold() for form in term.forms))
        for form in (term.title, *term.forms)
    ]
    return list(dict.fromkeys([query, *_infinitives(query), *of_terms]))


def _infinitives(query: str) -> list[str]:
    """Separable verbs of which a query is a finite form: "rückt … vor" of vorrücken."""
    parts = [part for part in query.casefold().split() if part != "…"]
    if len(parts) != 2 or parts[1] not in word_list("separable"):
        return []
    finite, particle = parts
    known = [verb for verb in (*word_list("weak"), *word_map("strong")) if finite in verb_forms(verb).joined]
    return [particle + verb for verb in known or [finite]]


def _lines(entry: Entry, field: str, language: str, text: str, found: list[Match], beside: str) -> Iterator[Line]:
    spans = sorted({span for match in found if match.kind != "derived" for span in match.spans})
    if not spans:
        return
    for begin, end in sentences(text, also=":;"):
        item = ITEM_MARK.match(text, begin, end)
        start = item.end() if item else begin
        if here := tuple((max(a, start) - start, b - start) for a, b in spans if start <= a and b <= end):
            where = place(entry, field, text, start + here[0][0])
            yield Line(entry.id, entry.title, field, where, language, text[start:end], here, " ".join(beside.split()))
