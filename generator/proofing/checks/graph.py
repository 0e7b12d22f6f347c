"""Entries in the graph of references: those without incoming references, and those without outgoing ones."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property

from ...model.findings import Finding
from ...model.library import Library
from ...model.values import Entry
from ...references.graph import Graph
from .pieces import About

#: The codes of findings that name related entries, which the words of short rules decide.
NAMING_NEAR = frozenset({"V005", "V006"})


def entries_are_led_to(library: Library, graph: Graph, about: About) -> Iterator[Finding]:
    """V005: more than lists lead to every entry: a backlink (reference, `see`, child), its parent, a term or a concept."""
    near = _Near(library)
    for entry in about.entries:
        named = library.terms_of(entry.id) or library.concepts_of(entry.id)
        if not (graph.backlinks.get(entry.id) or entry.parent or named):
            hint = "Verweise in einem verwandten Eintrag auf ihn, im Text oder unter „see“"
            message = f"Auf „{entry.title}“ verweist nichts; nur Listen und die Suche führen hierher."
            yield Finding("V005", entry.location, message, hint + near.such_as(entry, ", zum Beispiel in {}") + ".")


def entries_lead_on(library: Library, graph: Graph, about: About) -> Iterator[Finding]:
    """V006: every entry leads on: by a resolved reference, `see`, parent, child, or the same concept in other systems."""
    near = _Near(library)
    for entry in about.entries:
        referring = any(r.target for text in graph.texts.get(entry.id, {}).values() for r in text.references)
        leads_on = referring or entry.see or entry.parent or library.children(entry.id) or library.concepts_of(entry.id)
        if not leads_on:
            hint = "Nenne unter „see“ verwandte Einträge" + near.such_as(entry, ", zum Beispiel {}")
            message = f"Von „{entry.title}“ führt nichts weiter."
            yield Finding("V006", entry.location, message, f"{hint}; oder schreibe im Text den Namen einer anderen Regel.")


#: A word in more entries than this shows no relation (and would cost time in a large system).
_TELLING = 30


class _Near:
    """Finds entries that may be related. Rare words count most; compares words by their first letters, which inflection leaves
    alone.

    Builds the index of words only on demand, because most libraries have no such entry.
    """

    def __init__(self, library: Library) -> None:
        self.library = library

    @cached_property
    def words(self) -> Mapping[tuple[str, str], list[Entry]]:
        found: dict[tuple[str, str], list[Entry]] = defaultdict(list)
        for entry in self.library.entries.values():
            for word in _words(entry):
                found[entry.system, word].append(entry)
        return found

    def to(self, entry: Entry, count: int = 3) -> list[str]:
        """Slugs of the nearest entries of the same system, best first: by shared words, then by same phase and part."""
        scores: dict[str, float] = defaultdict(float)
        for word in sorted(_words(entry)):
            others = self.words[entry.system, word]
            for other in others if len(others) <= _TELLING else ():
                scores[other.id] += 1 / len(others)
        scores.pop(entry.id, None)

        def rank(other_id: str) -> tuple[float, int, bool, str]:
            other = self.library.entries[other_id]
            shared = len(set(other.phases) & set(entry.phases))
            return (-round(scores[other_id], 6), -shared, other.part != entry.part, other_id)

        return [other_id.partition("/")[2] for other_id in sorted(scores, key=rank)[:count]]

    def such_as(self, entry: Entry, frame: str) -> str:
        """The nearest entries in a frame such as ", zum Beispiel {}"; "" if there are none."""
        names = [f"„{slug}“" for slug in self.to(entry)]
        return frame.format(" oder ".join(", ".join(names).rsplit(", ", 1))) if names else ""


def _words(entry: Entry) -> set[str]:
    """The first letters of the longer words in title, aliases and short rule."""
    text = " ".join((entry.title, *entry.aliases, entry.short))
    return {word[:6] for word in re.findall(r"[^\W\d_]{5,}", text.casefold())}


CHECKS = (entries_are_led_to, entries_lead_on)
