"""Compare two states of a library, to rebuild only the affected pages and references."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from ..files.memo import digest
from ..model.library import Library
from ..model.values import Concept, Entry, Location, Term


def changed_ids(before: Library, after: Library) -> list[str]:
    """The ids of entries, terms and concepts ("begriffe/…") that are new or changed in `after`.

    >>> changed_ids(before, after)
    ['t9a/angst']
    """
    return [name for name, now in _targets(after) if not _same(before.target(name), now)]


def same_names(before: Library, after: Library) -> bool:
    """Whether every reference in an unchanged text still has the same target: no name, number, place or section differs."""
    if before.systems != after.systems or before.moves != after.moves or set(before.concepts) != set(after.concepts):
        return False
    if before.entries.keys() != after.entries.keys() or before.terms.keys() != after.terms.keys():
        return False
    changed = ((before.target(name), after.target(name)) for name in changed_ids(before, after))
    return all(_named(old) == _named(new) for old, new in changed)


def mark_of_names(library: Library, system: str = "") -> str:
    """A digest of everything that decides where references in a text lead, besides the text and its own place. With a `system`, only those
    that are by name or number in a text of it.

    >>> mark_of_names(before) == mark_of_names(after)  # where `same_names`
    True
    """
    moved = {move.new.partition("#")[0] for move in library.moves} if system else ()
    named = [
        (name, _named(it)) for name, it in _targets(library) if name.startswith(f"{system}/" if system else "") or name in moved
    ]
    return digest(repr((library.systems, library.moves, named)))


def _targets(library: Library) -> Iterator[tuple[str, Entry | Term | Concept]]:
    concepts = ((f"begriffe/{concept.id}", concept) for concept in library.concepts.values())
    return chain(library.entries.items(), library.terms.items(), concepts)


def _same(old: Entry | Term | Concept | None, new: Entry | Term | Concept) -> bool:
    """Whether both are equal, ignoring their line numbers in a shared file."""
    return old is new or old == new or _placeless(old) == _placeless(new)


def _placeless(target: Entry | Term | Concept | None) -> object:
    if isinstance(target, Term):
        return replace(target, location=Location(""), lines={}, waivers=())
    return replace(target, location=Location(""), lines={}) if isinstance(target, Concept) else target


def _named(target: Entry | Term | Concept | None) -> tuple[object, ...]:
    """The values that determine how references to a target, and those in its children, resolve."""
    if isinstance(target, Entry):
        e = target
        place = (e.number, e.part, e.order, e.page, e.places, e.parent)
        return (e.title, e.title_en, e.aliases, *place, e.kind, e.phases, e.sections)
    if isinstance(target, Term):
        return (target.title, target.title_en, target.forms, target.abbreviations, target.synonyms, target.entry)
    return (target.title, target.title_en) if target else ()
