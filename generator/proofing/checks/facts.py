"""Facts: German and English agree in numbers, dice, distances, negations and structure; short rules agree in numbers with full
ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from ...model.findings import Finding
from ...model.library import Library
from ...model.places import place
from ...model.values import Entry
from ...prose.plain import FORCED, link_differences, texts_in
from ..fact_match import Difference, differences, unmatched
from ..facts import NUMBER, Fact, facts
from ..renderings import sides
from ..structure import pairs, rows, shape_differences
from .pieces import Piece

_CODES = {"value": "Z001", "absent": "Z002", "negation": "Z004"}
_HINTS = {
    "Z001": "Sieh im Buch nach, was gilt, und gleiche beide an.",
    "Z002": "Ergänze es, wenn es zur Regel gehört; ein Hinweis, der stehen bleiben darf.",
    "Z004": "Vergleiche beide Sätze: Verbieten sie dasselbe?",
}


def languages_agree(library: Library) -> Iterator[Piece]:
    """Z001, Z002, Z004: an entry's German and English state the same."""
    yield from (Piece((entry,), partial(_compared, entry)) for entry in library.entries.values())


def _compared(entry: Entry) -> Iterator[Finding]:
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


def texts_are_built_alike(library: Library) -> Iterator[Finding]:
    """Z005: a German text and its English have the same number of list items, emphases and table parts, and the same forced
    references if the English has any."""
    for entry in library.entries.values():
        for name, ours, theirs in shape_differences(entry.text, entry.text_en) if entry.text and entry.text_en else ():
            message = f"{name}: im Deutschen {ours}, im Englischen {theirs} (text)."
            yield Finding("Z005", place(entry, "text"), message, "Fehlt ein Punkt, eine Zeile oder eine Hervorhebung?")
        for field, german, english in (("short", entry.short, entry.short_en), ("text", entry.text, entry.text_en)):
            if german and FORCED.search(english):
                only_english, only_german = link_differences(english, german)
                told = [f"nur im Englischen [[{name}]]" for name in only_english] + [
                    f"nur im Deutschen [[{name}]]" for name in only_german
                ]
                if told:
                    yield Finding("Z005", place(entry, field), f"Verweise: {', '.join(told)} ({field}).", "Fehlt ein Verweis?")


def short_rules_agree_with_full_ones(library: Library) -> Iterator[Piece]:
    """Z003: every number in the short rule also occurs in the full one: in text, card or data, or in its parent or children."""
    below: dict[str, list[Entry]] = {}
    for entry in library.entries.values():
        below.setdefault(entry.parent, []).append(entry)
    for entry in library.entries.values():
        above, near = library.entries.get(entry.parent), below.get(entry.id, [])
        yield Piece((entry, above, *near), partial(_short_rule, entry, above, near))


def _short_rule(entry: Entry, above: Entry | None, near: list[Entry]) -> Iterator[Finding]:
    own = list(_full(entry))
    if not any(text.strip() for text in own):
        return
    texts = [*own, entry.title, *(text for one in (*near, *filter(None, [above])) for text in (one.short, *_full(one)))]
    known = [*(fact for text in texts for fact in facts(text, "de")), *_counts(entry, len(near))]
    if new := _new_in(entry.short, known):
        message = f"Die Kurzregel nennt {_quoted(new)}, die Regel selbst nicht."
        hint = "Was in der Kurzregel steht, gehört auch in den Text; oder es ist falsch."
        yield Finding("Z003", place(entry, "short"), message, hint)


def _new_in(short: str, known: list[Fact]) -> list[str]:
    """Unknown numbers in digits, except a 1, which could be "ein"."""
    exact = [fact for fact in facts(short, "de") if fact.exact and fact.needed and fact.kind != "parameter"]
    new = [fact for fact in exact if (fact.kind, fact.value) != (NUMBER, "1") and unmatched([fact], known)]
    return list(dict.fromkeys(short[fact.start : fact.end] for fact in new))


def _full(entry: Entry) -> Iterator[str]:
    yield entry.text
    yield from texts_in(entry.card)
    yield from texts_in(entry.data)


def _counts(entry: Entry, children: int) -> Iterator[Fact]:
    """Counts of an entry's list items, table rows and children: "21 Begriffe" is right if 21 are listed."""
    items = sum(line.lstrip().startswith(("- ", "* ")) for line in entry.text.split("\n"))
    table = len((entry.data or {}).get("rows") or rows(entry.text)[1:])
    yield from (Fact(NUMBER, str(count), 0, 0) for count in (items, table, children))


CHECKS = (languages_agree, short_rules_agree_with_full_ones, texts_are_built_alike)
