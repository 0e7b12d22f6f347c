"""The address of a page's picture, and its content: only characters that the font has and that cannot disturb the rest of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

from ...model.library import Library
from ...model.values import Entry, System
from ...prose.plain import plain
from ...prose.wording import citation
from ..styles import accent_of

#: The ratio that messengers and social networks expect: 1.91 to 1.
WIDTH, HEIGHT = 1200, 630

FOLDER = "assets/og"
#: A folder of its own, so that it cannot clash with a system's name.
SITE = f"{FOLDER}/seite/seite.png"


def preview_path(system: str = "", entry: str = "") -> str:
    """Path below the site to the picture of a rule's page, of a system's other pages, or of any other page.

    >>> preview_path("t9a", "t9a/angst"), preview_path("t9a"), preview_path()
    ('assets/og/t9a/angst.png', 'assets/og/t9a.png', 'assets/og/seite/seite.png')
    """
    if entry:
        return f"{FOLDER}/{entry}.png"
    return f"{FOLDER}/{system}.png" if system else SITE


_WHAT = "Regeln nachschlagen"


@dataclass(frozen=True, slots=True)
class Card:
    """The content of one picture, all plain text.

    head     the system's name on a rule's picture, after the system's mark (SVG, may be "") or short name
    place    a rule's place in its book
    name     the picture's subject; `original` is its English name
    """

    path: str
    accent: str
    mark: str
    short_name: str
    head: str
    place: str
    name: str
    original: str
    text: str
    site: str


def cards(library: Library, site_name: str) -> Iterator[Card]:
    """Every picture of a site, the site's own first.

    >>> [card.name for card in cards(library, "Nachschlag")][:2]
    ['Nachschlag', 'The 9th Age']
    """
    systems = ", ".join(system.name for system in library.systems.values())
    yield Card(preview_path(), accent_of(), "", "", _WHAT, "", site_name, "", f"{systems}.", "")
    for system in library.systems.values():
        accent, text = accent_of(system), "Deutsch, verlinkt, auch ohne Netz."
        yield Card(preview_path(system.id), accent, system.mark, system.short, _WHAT, "", system.name, "", text, site_name)
        for entry in library.system_entries(system.id):
            yield _of_rule(entry, system, site_name)


def _of_rule(entry: Entry, system: System, site: str) -> Card:
    path, accent = preview_path(system.id, entry.id), accent_of(system)
    place, original = citation(entry, system), entry.title_en if entry.title_en != entry.title else ""
    name, text = plain(entry.title), plain(entry.short)
    return Card(path, accent, system.mark, system.short, system.name, place, name, original, text, site)


def drawable(text: str, has: Callable[[str], bool]) -> str:
    """Reduce text to the letters of a font: strips accents from others, or drops them, along with characters that change the
    writing direction.

    >>> drawable("Łódź 🎲 Angst", lambda letter: letter.isascii())
    'odz Angst'
    """
    letters = (letter if has(letter) else _nearest(letter, has) for letter in unicodedata.normalize("NFC", text))
    return " ".join("".join(letters).split())


def _nearest(letter: str, has: Callable[[str], bool]) -> str:
    """A letter without its accents, a space for any white space, "" if the font has nothing similar."""
    if letter.isspace():
        return " "
    return "".join(part for part in unicodedata.normalize("NFKD", letter) if has(part))


def lines_of(text: str, width: Callable[[str], float], room: float, most: int) -> list[str]:
    """Break text into lines of width `room` at most; cuts what exceeds `most` lines with "…", between words if possible.

    >>> lines_of("Wer Angst hat, flieht", len, 10, 2)
    ['Wer Angst', 'hat, …']
    """
    lines, words = [""], _broken(text.split(), width, room)
    for word in words:
        longer = f"{lines[-1]} {word}".strip()
        if width(longer) <= room:
            lines[-1] = longer
        elif len(lines) < most:
            lines.append(word)
        else:
            return [*lines[:-1], _cut(lines[-1], width, room)]
    return [line for line in lines if line]


def _broken(words: list[str], width: Callable[[str], float], room: float) -> list[str]:
    """The words, with those wider than a line in pieces."""
    pieces = []
    for word in words:
        while width(word) > room:
            fits = next(n for n in count(1) if width(word[: n + 1]) > room)
            pieces.append(word[:fits])
            word = word[fits:]
        pieces.append(word)
    return pieces


def _cut(line: str, width: Callable[[str], float], room: float) -> str:
    while " " in line and width(f"{line} …") > room:
        line = line.rpartition(" ")[0]
    while line and width(f"{line} …") > room:
        line = line[:-1]
    return f"{line} …".strip()
