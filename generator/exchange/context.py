"""Notes for translators beside a unit: its place in the book, its page, the short rule, glossary hits, changes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ..model.library import Library
from ..model.values import KINDS, TITLE_EN_SOURCES, Concept, Entry, System, Term
from ..prose.wording import state_words
from .terms import TermFinder, english_names, names_elsewhere
from .units import State, Unit, original_note


class Context:
    """Notes on the units of one library. `site_url` makes the links absolute; without it they are relative to the site."""

    def __init__(self, library: Library, site_url: str = "") -> None:
        self.library = library
        self.site_url = site_url.rstrip("/")
        self._finder = cache(lambda system: TermFinder(english_names(library, system)))
        self._elsewhere = cache(lambda system: TermFinder(names_elsewhere(library, system)))

    def notes(self, unit: Unit) -> Iterator[tuple[str, str]]:
        """(label, text) pairs in German, each text on one line."""
        yield from ((label, " ".join(text.split())) for label, text in self._notes(unit))

    def _notes(self, unit: Unit) -> Iterator[tuple[str, str]]:
        owner = unit.owner
        yield "Ort", self._place(unit)
        yield "Seite", f"{self.site_url}{owner.url}"
        if isinstance(owner, Entry | Term) and unit.field == "title" and owner.title_en_source:
            yield "Englisch", TITLE_EN_SOURCES[owner.title_en_source]
        if about := _about(unit):
            yield "Kurzregel", about
        if hits := self.hits(unit):
            yield "Begriffe", "; ".join(f"{english} → {german}" for english, german in hits)
        if unit.state is State.MISSING and (found := self.suggestions(unit)):
            yield "Vorschläge", ", ".join(found)
        if isinstance(owner, Entry | Term):
            yield "Durchsicht", state_words(self.library, owner)
        if unit.is_alone:
            yield "Original", "Hier gibt es kein Englisch; an seiner Stelle steht der deutsche Text beim Export."
        elif original := self.original(unit):
            yield "Original", original
        if unit.state is State.OUTDATED:
            yield "Veraltet", "Das Englische hat sich geändert, seit das Deutsche entstand."

    def original(self, unit: Unit) -> str:
        """A note on a unit's English if it is not the original."""
        if isinstance(unit.owner, Concept):
            return ""
        return original_note(self.library.systems[_system(unit.owner)])

    def hits(self, unit: Unit) -> list[tuple[str, str]]:
        """The system's names in the unit's English, except its own."""
        if isinstance(unit.owner, Concept):
            return []
        return [hit for hit in self._finder(_system(unit.owner)).hits(unit.source) if hit[0].lower() != unit.source.lower()]

    def suggestions(self, unit: Unit) -> list[str]:
        """The German names that other systems and the concepts use for the names in the unit's English."""
        if isinstance(unit.owner, Concept):
            return []
        found = self._elsewhere(_system(unit.owner)).hits(unit.source)
        return [german if english.lower() == unit.source.lower() else f"{english} → {german}" for english, german in found]

    def _place(self, unit: Unit) -> str:
        owner = unit.owner
        if isinstance(owner, System):
            return f"{owner.name} · {'Teil' if unit.field.startswith('parts.') else 'Phase'}"
        if isinstance(owner, Concept):
            return "Begriffe in allen Spielen"
        system = self.library.systems[owner.system]
        if isinstance(owner, Term):
            return f"{system.name} · Glossar"
        number = f"Nr. {owner.number}" if owner.number else ""
        page = f"S. {owner.page}" if owner.page is not None else ""
        return " · ".join(filter(None, (system.name, system.part_title(owner.part), number, KINDS[owner.kind][0], page)))


def _system(owner: Entry | Term | System) -> str:
    return owner.id if isinstance(owner, System) else owner.system


def _about(unit: Unit) -> str:
    """The rule, term or concept in one sentence, unless the unit itself is that sentence."""
    owner = unit.owner
    if isinstance(owner, Entry):
        return owner.short if unit.field != "short" else ""
    if isinstance(owner, Term):
        return owner.definition
    return owner.description if isinstance(owner, Concept) and unit.field == "title" else ""
