"""Spelling: find words missing from both a German dictionary and the system. Needs the extra `spelling` and a hunspell
dictionary; not part of every check, because it takes seconds.

>>> speller = Speller(dictionary(), ["Verbundbasis", "Angreifenwert"])
>>> speller.unknown("Die Verbundbasen haben einen Angreifenwerd.")
[(27, 'Angreifenwerd')]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

from ..german.lists import listed
from ..german.mistyped import mended, other_letters
from ..german.verb_forms import PARTICLE
from ..model.findings import Finding
from ..model.library import Library
from ..model.places import place
from ..model.unusable import NotInstalled, require
from ..model.values import Entry, Term
from ..references.graph import fields_of
from .renderings import own_prose
from .typography import readable

#: Folders of installed dictionaries; the user's come first.
FOLDERS = (
    "~/.local/share/hunspell",
    "~/Library/Spelling",
    "/usr/share/hunspell",
    "/usr/share/myspell/dicts",
    "/usr/local/share/hunspell",
    "/opt/homebrew/share/hunspell",
    "/Library/Spelling",
)


def dictionary(folders: Iterable[str] = FOLDERS) -> Callable[[str], bool]:
    """A function that says whether the first hunspell dictionary found knows a word. Raises Unusable if something needs
    installing."""
    require("--spelling", "spelling", "spylls")
    from spylls.hunspell import Dictionary

    paths = (Path(folder).expanduser() / "de_DE" for folder in folders)
    found = next((path for path in paths if path.with_suffix(".dic").exists() and path.with_suffix(".aff").exists()), None)
    if found is None:
        hint = "Debian, Ubuntu: apt install hunspell-de-de. Sonst lege de_DE.aff und de_DE.dic nach ~/.local/share/hunspell."
        raise NotInstalled(f"Für --spelling fehlt das deutsche Wörterbuch. {hint}")
    return cache(Dictionary.from_files(str(found)).lookup)


#: Words of at least four letters, except in addresses and file names, and stems with an ellipsis.
_WORD = re.compile(r"(?<![\w.@/…'’])[^\W\d_]{4,}(?:['’][^\W\d_]+)*(?:-(?![^\W\d_]))?(?![\w@/…]|\.\w)")
_SHORTEST = 3


class Speller:
    """A dictionary plus a system's own words. Knows these with any ending, and compounds of known words."""

    def __init__(self, is_german: Callable[[str], bool], own: Iterable[str]) -> None:
        self._is_german = is_german
        self._own = {word.casefold() for name in own for word in re.findall(r"[^\W\d_]+", name)}
        self._known: dict[str, bool] = {}

    def unknown(self, text: str) -> list[tuple[int, str]]:
        """The unknown words in a Markdown text, with their offsets. Ignores quotations, code and addresses."""
        view = readable(own_prose(text))
        return [(match.start(), match[0]) for match in _WORD.finditer(view) if not self.knows(match[0])]

    def knows(self, word: str) -> bool:
        """Whether a word is in the dictionary, is one of the system's own, or is a compound of such words."""
        if word not in self._known:
            self._known[word] = self._look_up(word)
        return self._known[word]

    def meant(self, word: str) -> str:
        """The word one slip of the fingers away: one of the system's own, or one of the dictionary by a likely slip; "" if none is."""
        likely = list(mended(word))
        every = (*likely, *other_letters(word))
        ways = ((lambda one: one.casefold() in self._own, every), (self._is_own, every), (self._german, likely))
        return next((one for knows, tried in ways for one in tried if knows(one)), "")

    def _look_up(self, word: str) -> bool:
        if word.endswith("-"):
            return self._first_part(word[:-1]) or self._compound(word[:-1])
        return self._simple(word) or self._simple(f"{word}e") or self._compound(word)  # "Schieb" is short for "Schiebe"

    def _simple(self, word: str) -> bool:
        return self._is_own(word) or self._german(word)

    def _is_own(self, word: str) -> bool:
        folded = word.casefold()
        return any(folded.removesuffix(ending) in self._own for ending in listed("name_endings"))

    def _german(self, word: str) -> bool:
        written = {word, word.capitalize(), *([word.lower()] if word.isupper() else [])}
        return any(map(self._is_german, written))

    def _compound(self, word: str) -> bool:
        """Whether a word is a compound noun („Nahkampfreichweite“, parts of at least three letters) or verb; „übeall“ is none of
        "übe" and "all"."""
        if word[:1].islower():
            particle = PARTICLE.match(word)
            return particle is not None and self._simple(word[particle.end() :])
        splits = ((word[:at], word[at:]) for at in range(len(word) - _SHORTEST, _SHORTEST - 1, -1))
        return any(self._first_part(first) and self._simple(rest) for first, rest in splits)

    def _first_part(self, part: str) -> bool:
        """Whether a word may be the first part of a compound: „Nahkampf“, „Verwundungs“."""
        stems = (part.removesuffix(link) for link in listed("name_links") if part.endswith(link))
        return any(len(stem) >= _SHORTEST and self._simple(stem) for stem in stems)


def own_words(library: Library, system: str) -> Iterator[str]:
    """A system's names: of its rules and terms in both languages, its parts and phases, and the system itself."""
    about = library.systems[system]
    yield from (
        about.name,
        about.short,
        about.publisher.name,
        about.edition,
        *about.names,
        *about.units,
        *about.everyday,
        *about.spelling,
    )
    for part in about.parts:
        yield from (part.title, part.title_en, *part.abbreviations)
    for phase in about.phases:
        yield from (phase.title, phase.title_en)
    for entry in library.system_entries(system):
        yield from (entry.title, entry.title_en, *entry.aliases)
    for term in library.system_terms(system):
        yield from (term.title, term.title_en, *term.forms, *term.synonyms, *term.abbreviations, *term.allow)


def words_are_known(library: Library, is_german: Callable[[str], bool]) -> Iterator[Finding]:
    """S006: each unknown word of an entry or term, at its first place. `is_german` is the dictionary."""
    for system in library.systems:
        speller = Speller(is_german, own_words(library, system))
        texts: list[Entry | Term] = [*library.system_entries(system), *library.system_terms(system)]
        for thing in texts:
            told: set[str] = set()
            for field, text in (("title", thing.title), *fields_of(thing)):
                for offset, word in speller.unknown(text):
                    if word not in told:
                        told.add(word)
                        meant = speller.meant(word)
                        hint = f"Meintest du „{meant}“? " if meant else ""
                        hint += "Ist es richtig, nimm es ins Glossar oder unter „spelling“ in system.yaml auf."
                        yield Finding(
                            "S006", place(thing, field, text, offset), f"Das Wort „{word}“ ist unbekannt ({field}).", hint
                        )
