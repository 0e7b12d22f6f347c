"""Looking something up by what a person writes: an id, "Grundregeln 17.0", a name, an alias, an English name; and saying why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .findings import nearest
from .library import Library, name_key
from .model import Entry, System, Term
from .references import find, vocabulary_of
from .resolve import Place, resolve_reference, target_id


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that a text may mean: its id, and why in German ("Nummer 17.0 in Grundregeln")."""

    target: str
    why: str


def look_up(library: Library, text: str, system: str | None = None) -> list[Found]:
    """Everything that a text points to, best reason first, each id once. One is an answer, several are candidates, none is unknown."""
    text = text.strip()
    systems = [s for s in library.systems.values() if system in (None, s.id)]
    found: dict[str, Found] = {}
    for reason in (_by_id(library, text, system), _by_number(library, text, systems), _by_name(library, text, systems)):
        for hit in reason:
            found.setdefault(hit.target, hit)
        if found:
            break
    return list(found.values())


def _by_id(library: Library, text: str, system: str | None) -> Iterator[Found]:
    name = text.strip("/").removeprefix("[[").removesuffix("]]")
    for candidate in (name, *(f"{s}/{name}" for s in library.systems if system in (None, s))):
        target = library.target(candidate)
        if target is not None and (system is None or getattr(target, "system", system) == system):
            current = target_id(target)
            yield Found(current, f"Kennung {candidate}" if current == candidate else f"umgezogen: {candidate} → {current}")


def _by_number(library: Library, text: str, systems: list[System]) -> Iterator[Found]:
    for system in systems:
        for reference in find(text, vocabulary_of(library, system.id), markdown=False):
            if reference.type != "part+number" or (reference.start, reference.end) != (0, len(text)):
                continue
            resolution = resolve_reference(reference, library, Place(system.id))
            for target in [resolution.target] if resolution.target else resolution.candidates:
                yield Found(target, f"Nummer {reference.name} in {reference.part} ({system.short})")
        yield from _bare_number(library, text, system)


def _bare_number(library: Library, text: str, system: System) -> Iterator[Found]:
    """A number on its own stands for every part that has it, the default part first."""
    for part in sorted(system.parts, key=lambda p: not p.default):
        for entry in library.by_number(system.id, part.id, text):
            yield Found(entry.id, f"Nummer {entry.number} in {part.title} ({system.short})")


_WHY = {"title": "Titel", "term": "Begriff", "english": "englischer Name"}


def _by_name(library: Library, text: str, systems: list[System]) -> Iterator[Found]:
    for system in systems:
        for name in library.named(system.id, text):
            yield Found(name.target, f"{_WHY[name.type]} „{name.text}“ ({system.short})")


def suggestions(library: Library, text: str, system: str | None = None, count: int = 5) -> list[Found]:
    """The nearest names for a text that nothing bears, and for a number the nearest numbers."""
    by_text = {name.text: name.target for s in library.systems if system in (None, s) for name in library.names(s)}
    wanted = name_key(text)
    inside = [t for t in by_text if len(wanted) > 3 and wanted in name_key(t)]
    close = [*nearest(text, by_text, count), *sorted(inside, key=len)]
    found: dict[str, Found] = {}
    for name in close:
        found.setdefault(by_text[name], Found(by_text[name], f"ähnlich: „{name}“"))
    return list(found.values())[:count]


def label(library: Library, target: str) -> str:
    """How a target is named in one line: "Grundregeln 17.0 Die Attackenabfolge (The Attack Sequence)"."""
    found = library.target(target)
    if isinstance(found, Entry):
        part = library.systems[found.system].part(found.part)
        number = f"{part.title if part else found.part} {found.number} " if found.number else ""
        return f"{number}{found.title}" + (f" ({found.title_en})" if found.title_en else "")
    if isinstance(found, Term):
        return found.title + (f" ({found.title_en})" if found.title_en else "")
    return found.title if found else target
