"""Bodies: known and closed blocks, no raw HTML, no unsafe addresses, existing drawings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from ...model.english import is_without_german
from ...model.findings import Finding, did_you_mean
from ...model.library import Library
from ...model.values import Entry, Location
from ...prose.body import BLOCKS, Line, body_lines, sections
from ...prose.foreign_markup import safe_address
from ...prose.wording import counted
from ..structure import cells_in
from .pieces import About, each_entry

_BACKTICKS = re.compile(r"`+")
_HTML = re.compile(r"(?<!\\)(?:</?[A-Za-z][\w-]*(?:\s[^<>]*)?/?>|<!--|<!\[CDATA\[|<\?)")
_ADDRESS = re.compile(r"\]\(\s*<?([^)\s>]+)|^\s*\[[^\]]+\]:\s*<?(\S+)|(?<!\\)<([A-Za-z][A-Za-z0-9+.-]*:[^<>\s]*)>")


def _at(entry: Entry, line: Line, column: int = 0) -> Location:
    return Location(entry.location.path, entry.line_in_file(line.number), column + 1)


def blocks_are_closed(entry: Entry) -> Iterator[Finding]:
    """T003, T004: every ":::" block has a known name and an end."""
    opened: Line | None = None
    for line in body_lines(entry.text):
        if line.kind == "open":
            if opened:
                yield _unclosed(entry, opened)
            opened = line
            name = line.value.split(" ")[0]
            if name not in BLOCKS:
                yield Finding("T004", _at(entry, line), f"Den Block „::: {name}“ gibt es nicht.", did_you_mean(name, BLOCKS))
        elif line.kind == "close":
            opened = None
    if opened:
        yield _unclosed(entry, opened)


def _unclosed(entry: Entry, line: Line) -> Finding:
    return Finding(
        "T003",
        _at(entry, line),
        f"Der Block „{line.text.strip()}“ ist nicht geschlossen.",
        "Beende ihn mit „:::“ in einer eigenen Zeile.",
    )


def no_raw_html(entry: Entry) -> Iterator[Finding]:
    """T001: a body has no HTML, which pages would show as text."""
    for line in body_lines(entry.text):
        text = _without_code(line)
        for match in list(_HTML.finditer(text))[:1]:
            message = f"„{match[0][:40]}“ ist HTML und wird als Text gezeigt."
            yield Finding("T001", _at(entry, line, match.start()), message, "Nimm Markdown: **fett**, *kursiv*, - Liste.")


def addresses_are_safe(entry: Entry) -> Iterator[Finding]:
    """T002: links lead to http, https, mailto or relative addresses."""
    for line in body_lines(entry.text):
        for match in _ADDRESS.finditer(_without_code(line)):
            url = match[1] or match[2] or match[3]
            if not safe_address(url):
                message = f"Die Adresse „{url[:60]}“ ist nicht erlaubt."
                yield Finding(
                    "T002",
                    _at(entry, line, match.start()),
                    message,
                    "Erlaubt sind http, https und mailto; auf Einträge verweist [[kennung]].",
                )


def _without_code(line: Line) -> str:
    """The line with code blanked out, so that columns stay."""
    return "" if line.kind == "code" else _without_code_spans(line.text)


def _without_code_spans(text: str) -> str:
    """Blank out code spans: a run of backticks up to the next run of equal length (CommonMark 6.1). Takes linear time on any
    text."""
    runs = [match.span() for match in _BACKTICKS.finditer(text)]
    later: dict[int, list[int]] = {}
    for index in reversed(range(len(runs))):
        later.setdefault(runs[index][1] - runs[index][0], []).append(index)
    pieces, at, index = [], 0, 0
    while index < len(runs):
        start, end = runs[index]
        same = later[end - start]
        while same and same[-1] <= index:
            same.pop()
        if same:
            stop = runs[same[-1]][1]
            pieces += [text[at:start], " " * (stop - start)]
            at, index = stop, same[-1]
        index += 1
    return "".join([*pieces, text[at:]])


def headings_fit(entry: Entry) -> Iterator[Finding]:
    """T006, T008: headings begin at level two and differ from each other."""
    anchors = sections(entry.text)
    titles: set[str] = set()
    headings = (line for line in body_lines(entry.text) if line.kind == "heading")
    for line, section in zip(headings, anchors, strict=True):
        if line.level == 1:
            yield Finding(
                "T006",
                _at(entry, line),
                f"„# {line.value}“ ist eine Überschrift erster Ordnung.",
                f"Schreibe „## {line.value}“.",
            )
        if section.title in titles:
            yield Finding(
                "T008",
                _at(entry, line),
                f"Den Abschnitt „{section.title}“ gibt es in diesem Eintrag schon.",
                "Benenne ihn eindeutig.",
            )
        titles.add(section.title)


def drawings_are_usable(library: Library, about: About) -> Iterator[Finding]:
    """T007: every "::: bild" names an SVG file beside the entry that a page may embed."""
    for entry in about.entries:
        folder = entry.location.path.rpartition("/")[0]
        for line in body_lines(entry.text) if "bild" in entry.text else ():
            if line.kind == "open" and line.value.split(" ")[0] == "bild":
                name = line.value.removeprefix("bild").strip()
                reason = library.drawing_problems.get(f"{folder}/{name}")
                if reason is None and f"{folder}/{name}" in library.drawings:
                    continue
                message = f"Die Zeichnung „{name}“ ist nicht brauchbar: {reason or 'es gibt sie nicht neben dem Eintrag'}."
                yield Finding(
                    "T007", _at(entry, line), message, "Lege eine eigene SVG-Datei neben den Eintrag: ::: bild name.svg"
                )


def rows_are_whole(entry: Entry) -> Iterator[Finding]:
    """T012: each row of a table has as many cells as its head; pages would leave the others empty, or out."""
    head = 0
    for line in body_lines(entry.text) if "|" in entry.text else ():
        cells = 0 if line.kind == "code" else cells_in(line.text)
        head = cells and (head or cells)
        if cells != head:
            message = f"Die Zeile der Tabelle hat {counted(cells, 'Zelle', 'Zellen')}, der Kopf {head}."
            hint = "Ergänze, was fehlt, oder streiche, was zu viel ist; einen Strich im Text schreibst du als \\|."
            yield Finding("T012", _at(entry, line), message, hint)


def entries_say_something(entry: Entry) -> Iterator[Finding]:
    """T009: an entry has a short rule, a body or a card; in an overlay, which is private, English waiting for its German is enough."""
    waits = is_without_german(entry) and not entry.location.path.startswith("content/")
    if not (entry.short or entry.text or entry.card or entry.data or waits):
        hint = "Ergänze „short: …“ und den Regeltext."
        yield Finding("T009", entry.location, f"„{entry.title}“ hat weder Kurzregel noch Text.", hint)


#: Checks of a single entry.
ENTRY_CHECKS = (blocks_are_closed, no_raw_html, addresses_are_safe, headings_fit, rows_are_whole, entries_say_something)


def bodies(entry: Entry) -> Iterator[Finding]:
    """The findings that an entry's own text decides."""
    return chain.from_iterable(check(entry) for check in ENTRY_CHECKS)


CHECKS = (each_entry(bodies), drawings_are_usable)
