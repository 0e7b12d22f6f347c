"""Facts: German and English agree in numbers, dice, distances, limits, negations and structure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...model.findings import Finding
from ...model.places import place
from ...model.values import Entry
from ...prose.plain import FORCED, link_differences
from ..fact_match import Difference, differences
from ..renderings import sides
from ..structure import beside, pairs, shape_differences
from .pieces import each_entry

_CODES = {"value": "Z001", "absent": "Z002", "negation": "Z004", "bound": "Z007"}
_HINTS = {
    "Z001": "Sieh im Buch nach, was gilt, und gleiche beide an.",
    "Z002": "Ergänze es, wenn es zur Regel gehört; ein Hinweis, der stehen bleiben darf.",
    "Z004": "Vergleiche beide Sätze: Verbieten sie dasselbe?",
    "Z007": "Vergleiche beide Sätze: Gilt die Grenze von derselben Seite?",
}


def languages_agree(entry: Entry) -> Iterator[Finding]:
    """Z001, Z002, Z004, Z007: an entry's German and English state the same."""
    for field, english, german, _ in sides(entry):
        if german and english:
            for start, ours, theirs in pairs(german, english):
                yield from _told(entry, field, german, start, _relevant(field, differences(ours, theirs)))


def _relevant(field: str, found: Iterable[Difference]) -> Iterator[Difference]:
    """Keep relevant differences. Titles are names: only one may have its number in brackets, but a parameter belongs in both."""
    return (
        one for one in found if field != "title" or one.kind == "value" or {*one.german, *one.english} & {"X", "+X", "-X", "–X"}
    )


def _told(entry: Entry, field: str, german: str, start: int, found: Iterable[Difference]) -> Iterator[Finding]:
    for one in found:
        code = "Z001" if field == "title" else _CODES[one.kind]
        yield Finding(code, place(entry, field, german, start + one.start), f"{_sentence(one)} ({field}).", _HINTS[code])


def _sentence(one: Difference) -> str:
    ours, theirs = _quoted(one.german), _quoted(one.english)
    if ours and theirs:
        return f"Das Deutsche sagt {ours}, das Englische {theirs}"
    verb = "verneint mit" if one.kind == "negation" else "nennt"
    return f"Nur das Deutsche {verb} {ours}" if ours else f"Nur das Englische {verb} {theirs}"


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(f"„{word}“" for word in words)


def texts_are_built_alike(entry: Entry) -> Iterator[Finding]:
    """Z005: a German text and its English have the same number of list items, emphases and table parts, and the same forced
    references if the English has any."""
    for name, ours, theirs in shape_differences(entry.text, entry.text_en) if entry.text and entry.text_en else ():
        message = f"{name}: im Deutschen {ours}, im Englischen {theirs} (text)."
        yield Finding("Z005", place(entry, "text"), message, "Fehlt ein Punkt, eine Zeile oder eine Hervorhebung?")
    for field, german, english in (("short", entry.short, entry.short_en), ("text", entry.text, entry.text_en)):
        only_english, only_german = link_differences(english, german) if german and FORCED.search(english) else ([], [])
        told = [f"nur im Englischen [[{name}]]" for name in only_english] + [
            f"nur im Deutschen [[{name}]]" for name in only_german
        ]
        if told:
            lost = beside(german, english, f"[[{only_english[0]}") if only_english else german.find(f"[[{only_german[0]}")
            yield Finding(
                "Z005", place(entry, field, german, max(0, lost)), f"Verweise: {', '.join(told)} ({field}).", "Fehlt ein Verweis?"
            )


CHECKS = (each_entry(languages_agree), each_entry(texts_are_built_alike))
