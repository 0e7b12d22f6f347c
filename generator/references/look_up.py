"""Look up what a person typed: an id, "Grundregeln 17.0", a name, an alias, an English name; give the reason for each hit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from ..german.rule_numbers import may_cite
from ..model.findings import nearest
from ..model.library import Library, name_key, numbers_of, pages_of
from ..model.reference import CITED, Reference, Resolution
from ..model.values import Entry, System, Term
from ..prose.address import page_url
from .numbered import nearest_numbers, part_id
from .resolve import Place, target_id
from .surroundings import resolve_all


@dataclass(frozen=True, slots=True)
class Found:
    """One possible meaning of a text: an id, and the reason in German ("Nummer 17.0 in Grundregeln")."""

    target: str
    why: str


def look_up(library: Library, text: str, system: str | None = None) -> list[Found]:
    """All targets of a text, best reason first, each id once. One is an answer, several are candidates, none means unknown.

    The text may name its system ("aos:Grundregeln 17.0"); if `system` is another one, it has no target.
    """
    text, named = _without_system(library, text)
    if named and system not in (None, named):
        return []
    system = named or system
    systems = [s for s in library.systems.values() if system in (None, s.id)]
    found: dict[str, Found] = {}
    ways = (_by_id(library, text, system), _by_number(library, text, systems), _by_name(library, text, systems))
    for reason in (*ways, _by_form(library, text, systems)):
        for hit in reason:
            found.setdefault(hit.target, hit)
        if found:
            break
    return list(found.values())


def _without_system(library: Library, text: str) -> tuple[str, str | None]:
    """Split a system's id off a text, also in brackets ("[[aos:Angst|solche Angst]]", "[[Angst]]"): the rest and the system, or None
    for a text that names none."""
    text = text.strip()
    if text.startswith("[[") and text.endswith("]]"):
        text = text[2:-2].partition("|")[0].strip()
    named = _NAMED.fullmatch(text)
    return (named["words"], named["system"]) if named and named["system"] in library.systems else (text, None)


_NAMED = re.compile(r"(?P<system>[a-z0-9-]+)\s*:\s*+(?P<words>[^|]+)")


def _by_id(library: Library, text: str, system: str | None) -> Iterator[Found]:
    name = text.strip("/")
    for candidate in (name, *(f"{s}/{name}" for s in library.systems if system in (None, s)), *_ids_in(library, text)):
        target = library.target(candidate)
        if target is not None and (system is None or getattr(target, "system", system) == system):
            section = library.section(candidate)
            current = f"{target_id(target)}#{section.id}" if section else target_id(target)
            yield Found(current, f"Kennung {candidate}" if current == candidate else f"umgezogen: {candidate} → {current}")


def _ids_in(library: Library, text: str) -> Iterator[str]:
    """What may be an id in the address of a page, at whatever place the site is; with its section if the rule has that."""
    if found := _ADDRESS.fullmatch(text):
        path, section = found.groups("")
        for start in (0, *(at.end() for at in re.finditer("/", path))):
            id_ = path[start:]
            yield id_ + section if library.section(id_ + section) else id_


_ADDRESS = re.compile(r"https?://[^/\s]+/([^\s?#]*[^\s?#/])/?(?:\?[^\s#]*)?(#\S+)?")


def _by_number(library: Library, text: str, systems: list[System]) -> Iterator[Found]:
    for system in systems:
        for resolution in _whole(library, text, system) if may_cite(text) else ():
            reference = resolution.reference
            if reference.text == text == reference.name and text[:1].isdigit():  # a bare number may belong to any part
                continue
            if reference.type in CITED or reference.type == "page":
                for target in [resolution.target] if resolution.target else resolution.candidates:
                    yield Found(target, f"{_cited_as(reference)} ({system.short})")
        for part in sorted(system.parts, key=lambda p: not p.default):
            for entry in library.by_number(system.id, part.id, text):
                printed = next(number for at, number in numbers_of(entry) if at == part.id)
                yield Found(entry.id, f"Nummer {printed} in {part.title} ({system.short})")


def _whole(library: Library, text: str, system: System) -> list[Resolution]:
    """The references of a text, if it has no other words: "siehe S. 13, Drehen", "Kapitel 10 „Gelände“", "des Zauberers"."""
    found = resolve_all(_references(library, text, system), library, Place(system.id))
    inside = {i for r in found for i in range(r.reference.start, r.reference.end)}
    left = "".join(c for i, c in enumerate(text) if i not in inside)
    return found if found and all(word.casefold() in _filling() for word in re.findall(r"\w+", left)) else []


def _references(library: Library, text: str, system: System) -> list[Reference]:
    """The references in a plain text. Imports the finder only now, because ids and plain names do without it."""
    from .references import find, vocabulary_of

    return find(text, vocabulary_of(library, system.id), markdown=False)


@cache
def _filling() -> frozenset[str]:
    from ..german.lists import word_list

    return word_list("definite") | word_list("citing_before") | word_list("citing_beside")


def _cited_as(reference: Reference) -> str:
    """The interpretation of a citation in German: "Nummer 17.0 in Grundregeln", "Tabelle 6.2"."""
    from ..german.lists import citing_words

    number = reference.name.rpartition(" ")[2]
    words = {word.kind: word.word for word in citing_words().values() if word.kind != "number"}
    return f"{words.get(reference.type, 'Nummer')} {number}" + (f" in {reference.part}" if reference.part else "")


_WHY = {"title": "Titel", "term": "Begriff", "english": "englischer Name"}


def _by_name(library: Library, text: str, systems: list[System]) -> Iterator[Found]:
    for system in systems:
        for name in library.named(system.id, text):
            yield Found(name.target, f"{_WHY[name.type]} „{name.text}“ ({system.short})")


def _by_form(library: Library, text: str, systems: list[System]) -> Iterator[Found]:
    """Names in other forms or within other words: "des Zauberers", "Sonderregel 'Aufprall (2)'"."""
    for system in systems:
        for resolution in _whole(library, text, system):
            for target in [resolution.target] if resolution.target else resolution.candidates:
                yield Found(target, f"Form von „{resolution.reference.name}“ ({system.short})")


def suggestions(library: Library, text: str, system: str | None = None, count: int = 5) -> list[Found]:
    """Suggestions for an unknown text: the nearest ids, pages or numbers of a part, if it is one of these; otherwise the nearest names."""
    text, named = _without_system(library, text)
    systems = [s for s in library.systems.values() if (named or system) in (None, s.id)]
    found: dict[str, Found] = {}
    near = [*(_near_ids(library, text) if "/" in text else ()), *_near_pages(library, text, systems)]
    for hit in near or (*_near_numbers(library, text, systems), *_near_names(library, text, systems, count)):
        found.setdefault(hit.target, hit)
    return list(found.values())[:count]


def _near_ids(library: Library, text: str) -> Iterator[Found]:
    """The ids with similar last parts, those of the system that the text names first."""
    path = text.strip("/").casefold()
    ids = [*library.entries, *library.terms]
    slugs = nearest(path.rpartition("/")[2], (one.rpartition("/")[2] for one in ids))
    alike = [one for slug in slugs for one in ids if one.rpartition("/")[2] == slug]
    system = path.partition("/")[0]
    yield from (Found(one, "ähnliche Kennung") for one in sorted(alike, key=lambda one: not one.startswith(f"{system}/")))


def _near_pages(library: Library, text: str, systems: list[System]) -> Iterator[Found]:
    for system in systems if may_cite(text) else ():
        cited = [int(found.name) for found in _references(library, text.strip(), system) if found.type == "page"]
        pages = {page for entry in library.system_entries(system.id) for page in pages_of(entry)} if cited else set()
        for number in cited:
            around = (max((page for page in pages if page < number), default=0), min((p for p in pages if p > number), default=0))
            yield from (Found(f"{system.id}/seite/{page}", f"dort stehen Regeln ({system.short})") for page in around if page)


def _near_numbers(library: Library, text: str, systems: list[System]) -> Iterator[Found]:
    for system in systems if may_cite(text) else ():
        for reference in _references(library, text.strip(), system):
            if reference.type not in CITED:
                continue
            number = reference.name.rpartition(" ")[2]
            for part in system.parts:
                if reference.part and part_id(system, reference.part) != part.id:
                    continue
                for near in nearest_numbers(number, library.numbers(system.id, part.id)):
                    for entry in library.by_number(system.id, part.id, near.rpartition(" ")[2]):
                        yield Found(entry.id, f"nahe Nummer in {part.title} ({system.short})")


def _near_names(library: Library, text: str, systems: list[System], count: int) -> Iterator[Found]:
    by_text = {name.text: name.target for s in systems for name in library.names(s.id)}
    wanted = name_key(text)
    inside = [t for t in by_text if len(wanted) > 3 and wanted in name_key(t)]
    for name in (*nearest(text, by_text, count), *sorted(inside, key=len)):
        yield Found(by_text[name], f"ähnlich: „{name}“")


def with_rules(library: Library, found: Iterable[Found]) -> list[Found]:
    """Put the rules of a book's page in place of its list, each id once."""
    rules: dict[str, Found] = {}
    for hit in found:
        page = _PAGE.fullmatch(hit.target)
        for target in [rule.id for rule in library.on_page(page[1], int(page[2]))] if page else [hit.target]:
            rules.setdefault(target, replace(hit, target=target))
    return list(rules.values())


def label(library: Library, target: str) -> str:
    """A target's label on one line: "Grundregeln 17.0 Die Attackenabfolge (The Attack Sequence)"."""
    found = library.target(target)
    if isinstance(found, Entry):
        part = library.systems[found.system].part(found.part)
        number = f"{part.title if part else found.part} {found.number} " if found.number else ""
        named = f"{number}{found.title}" + (f" ({found.title_en})" if found.title_en else "")
        section = library.section(target)
        return f"{named}: {section.title}" if section else named
    if isinstance(found, Term):
        return found.title + (f" ({found.title_en})" if found.title_en else "")
    if found is None and (page := _PAGE.fullmatch(target)):
        count = len(library.on_page(page[1], int(page[2])))
        return f"Seite {page[2]} ({count} {'Regel' if count == 1 else 'Regeln'})"
    return found.title if found else target


_PAGE = re.compile(r"([^/]+)/seite/(\d+)")


def found_record(library: Library, text: str, found: list[Found], near: list[Found]) -> dict[str, Any]:
    """The result for a text, as `resolve --json` and the HTTP service return it: `target` only if it is unambiguous."""

    def records(hits: list[Found]) -> list[dict[str, str]]:
        return [
            {"id": hit.target, "label": label(library, hit.target), "why": hit.why, "url": page_url(library, hit.target)}
            for hit in hits
        ]

    return {
        "text": text,
        "target": found[0].target if len(found) == 1 else None,
        "candidates": records(found),
        "near": records(near),
    }
