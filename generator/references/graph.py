"""The library's resolved references: the targets of each entry and term, and their backlinks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from typing import Any

from ..files.memo import Memo, digest
from ..model.findings import Finding
from ..model.library import Library
from ..model.places import place as place_of_text
from ..model.reference import Reference, Resolution
from ..model.values import Concept, Entry, Term
from ..reading.changed import mark_of_names
from .references import Vocabulary, find, find_again, vocabulary_of
from .resolve import Place, place_of
from .surroundings import describe_missing, resolve_all


@dataclass(frozen=True, slots=True)
class LinkedText:
    """One text of an entry or term with its references: `field` is text, short, definition, note, card.effect, data.rows[0][1] …"""

    field: str
    text: str
    references: tuple[Resolution, ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """Linked texts by id, and backlinks: id → sorted ids that refer to it by reference, `see` or `parent`.

    `common` are targets mentioned in so much of their system that an entry links each of them only once, and not in its short rule,
    unless the writer sets them off; `mentions` counts the mentions of a target.

    An entry's term has no page: references to it count for the entry. Not every key is an entry or term: references may also lead
    to a concept ("begriffe/angriff") or to the list of a book's page ("aos/seite/12").
    """

    texts: Mapping[str, Mapping[str, LinkedText]]
    backlinks: Mapping[str, tuple[str, ...]]
    findings: tuple[Finding, ...]
    common: frozenset[str] = frozenset()
    mentions: Mapping[str, int] = field(default_factory=dict)

    def text(self, owner: str, field: str) -> LinkedText:
        """The linked text of a field; an empty one if the field is empty."""
        return self.texts.get(owner, {}).get(field) or LinkedText(field, "", ())


def fields_of(owner: Entry | Term | Concept) -> Iterator[tuple[str, str]]:
    """All prose fields of an entry, term or concept with their names."""
    if isinstance(owner, Term):
        yield "definition", owner.definition
        yield "note", owner.note
    elif isinstance(owner, Concept):
        yield "description", owner.description
        yield from ((f"notes.{system}", note) for system, note in owner.notes.items())
        yield from ((f"differences[{i}]", text) for i, text in enumerate(owner.differences))
    else:
        yield from _fields_of_entry(owner)


def _fields_of_entry(entry: Entry) -> Iterator[tuple[str, str]]:
    yield "short", entry.short
    yield "text", entry.text
    for name, value in (entry.card or {}).items():
        if isinstance(value, str):
            yield f"card.{name}", value
        elif name == "keywords":
            yield from ((f"card.keywords[{i}]", word) for i, word in enumerate(value))
    yield from ((f"data.{name}", fact) for name, fact in (entry.data or {}).items() if fact and isinstance(fact, str))
    for i, row in enumerate((entry.data or {}).get("rows") or ()):
        yield from ((f"data.rows[{i}][{j}]", cell) for j, cell in enumerate(row))


def link_library(library: Library, memo: Memo | None = None) -> Graph:
    """Find and resolve all references of all entries and terms. Omits references to the text's own page; problems become
    findings."""
    linker = _Linker(library, memo)
    owners: list[Entry | Term] = [*library.entries.values(), *library.terms.values()]
    for owner in owners:
        linker.link(owner)
    mentions, sizes = _mentions(linker.texts), owners_in(linker.texts)
    common = frozenset(target for target, count in mentions.items() if is_common(target, count, sizes))
    texts = _thinned(linker.texts, common)
    return Graph(texts, _backlinks(library, texts), tuple(linker.findings), common, mentions)


#: A target is common if at least this many entries and terms of its system mention it, and at least this share of them.
_MANY, _SHARE = 50, 0.2


def is_common(target: str, mentions: int, owners: Mapping[str, int]) -> bool:
    """Whether a target with so many mentions is common; `owners` is the number of entries and terms in each system."""
    return mentions >= max(_MANY, _SHARE * owners.get(target.partition("/")[0], 0))


def owners_in(ids: Iterable[str]) -> Counter[str]:
    """The number of these entries and terms in each system."""
    return Counter(one.partition("/")[0] for one in ids)


def _mentions(texts: Mapping[str, Mapping[str, LinkedText]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for fields in texts.values():
        found.update({r.target for linked in fields.values() for r in linked.references if r.target})
    return found


def _thinned(texts: Mapping[str, Mapping[str, LinkedText]], common: frozenset[str]) -> Mapping[str, Mapping[str, LinkedText]]:
    """Leave out repeated references to a common target, and those in the short rule; keep citations and references that are set
    off.
    """
    return {owner: dict(_once(fields, common)) for owner, fields in texts.items()} if common else texts


def _once(fields: Mapping[str, LinkedText], common: frozenset[str]) -> Iterator[tuple[str, LinkedText]]:
    seen: set[str] = set()
    for name, linked in fields.items():
        kept = []
        for r in linked.references:
            is_plain = r.target in common and not r.reference.marked and r.reference.type in ("title", "term", "english")
            if not is_plain or (name != "short" and r.target not in seen):
                kept.append(r)
                seen.update([r.target] if is_plain and r.target else [])
        yield name, linked if len(kept) == len(linked.references) else replace(linked, references=tuple(kept))


def link_term(library: Library, term: Term) -> Graph:
    """The graph of one term's texts alone."""
    linker = _Linker(library)
    linker.link(term)
    return Graph(linker.texts, {}, tuple(linker.findings))


def link_some(library: Library, owners: Iterable[Entry | Term], graph: Graph) -> Graph:
    """The graph of some entries' texts alone, with their references; `graph` knows the common targets."""
    linker = _Linker(library)
    for owner in owners:
        linker.link(owner)
    texts = _thinned(linker.texts, graph.common)
    led = {target: tuple(owners) for target, owners in _led(library, texts).items()}
    return Graph(texts, led, tuple(linker.findings), graph.common, _mentions(linker.texts))


def relinked(graph: Graph, library: Library, owners: Iterable[str]) -> Graph:
    """Update a graph for a library in which only the texts of `owners` (entries, terms) changed, but no names."""
    linker = _Linker(library)
    for name in owners:
        if owner := library.entries.get(name) or library.terms.get(name):
            linker.link(owner)
    known = (*library.entries, *library.terms)
    texts = _thinned({owner: linker.texts.get(owner) or graph.texts.get(owner, {}) for owner in known}, graph.common)
    return Graph(texts, _backlinks(library, texts), tuple(linker.findings), graph.common)


def place_of_owner(library: Library, owner: Entry | Term) -> Place:
    """The place of an entry's or term's texts. A term's is its entry's, or else the system's default part, so that "siehe 15.3" means that
    part's number."""
    if isinstance(owner, Entry):
        return place_of(owner)
    if owner.entry and (entry := library.entries.get(f"{owner.system}/{owner.entry}")):
        return place_of(entry)
    return Place(owner.system, next((part.id for part in library.systems[owner.system].parts if part.default), ""), owner.id)


class _Linker:
    def __init__(self, library: Library, memo: Memo | None = None) -> None:
        self.library = library
        self.memo = memo
        self.texts: dict[str, dict[str, LinkedText]] = {}
        self.findings: list[Finding] = []

    def link(self, owner: Entry | Term) -> None:
        place = place_of_owner(self.library, owner)
        linked: dict[str, LinkedText] = {}
        for name, text in fields_of(owner):
            if text:
                words = vocabulary_of(self.library, place.system)
                resolved = self._resolved(text, words, place)
                self._find(resolved, name, text, place, owner)
                kept = (_worth_keeping(r, (owner.id, place.entry)) for r in resolved)
                linked[name] = LinkedText(name, text, tuple(r for r in kept if r is not None))
        self.texts[owner.id] = linked

    def _resolved(self, text: str, words: Vocabulary, place: Place) -> list[Resolution]:
        if self.memo is None:
            return resolve_all(find(text, words), self.library, place)
        key = digest("references", words.mark, text)
        found = find_again(key, text, words, self.memo)

        def rows() -> list[Any]:
            at = {reference[:2]: i for i, reference in enumerate(found)}
            resolved = resolve_all(found, self.library, place)
            return [[at[r.reference[:2]], r.reference.shown, r.target, r.candidates] for r in resolved]

        # "siehe obige Tabelle" is also decided by the rest of its entry
        is_kept = found and not any(reference.type == "relative" for reference in found)
        names = self._names(place, found)
        target_key = digest("targets", names, place.system, place.part, place.entry, place.parent, key)
        made = self.memo.value(target_key, rows) if is_kept else rows()
        return [
            Resolution(one if one.shown == shown else one._replace(shown=shown), target, tuple(candidates))
            for one, shown, target, candidates in ((found[i], *rest) for i, *rest in made)
        ]

    def _names(self, place: Place, found: Iterable[Reference]) -> str:
        """The mark of the names that decide where these references lead: those of all systems only if one may be by another's id, or the
        text's parent is in another."""
        is_own = f"{place.parent or place.system}/".startswith(f"{place.system}/")
        is_wide = not is_own or any(_may_lead_out(one, place.system) for one in found)
        return self._marks["" if is_wide else place.system]

    @cached_property
    def _marks(self) -> dict[str, str]:
        return {system: mark_of_names(self.library, system) for system in ("", *self.library.systems)}

    def _find(self, resolved: list[Resolution], field: str, text: str, place: Place, owner: Entry | Term) -> None:
        for resolution in resolved:
            reference = resolution.reference
            if resolution.target is not None:
                continue
            location = place_of_text(owner, field, text, reference.start)
            if resolution.candidates:
                if reference.marked:
                    names = ", ".join(f"[[{c.partition('/')[2]}]]" for c in resolution.candidates)
                    message = f"„{reference.text}“ ist mehrdeutig."
                    self.findings.append(
                        Finding("V003", location, message, f"Gemeint sein kann: {names}. Schreibe einen davon aus.")
                    )
            elif reference.marked:
                message, hint = describe_missing(reference, self.library, place)
                self.findings.append(Finding("V001" if reference.type == "id" else "V002", location, message, hint))


def _may_lead_out(reference: Reference, system: str) -> bool:
    """Whether a reference is by an id that may be outside its system, or the one beside it."""
    is_out = reference.type == "id" and "/" in reference.name and not reference.name.startswith(f"{system}/")
    return is_out or (reference.beside is not None and _may_lead_out(reference.beside, system))


def _worth_keeping(resolution: Resolution, own: tuple[str, str]) -> Resolution | None:
    """Drop a text's reference to itself, and a "siehe oben" that leads nowhere; keep such a reference in brackets without its
    target, so that its words are shown.
    """
    if resolution.target is None and resolution.reference.type == "relative":
        return None
    is_id = resolution.reference.type == "id"  # only a writer's own mark leads from a text to a section of its page
    if (resolution.target if is_id else (resolution.target or "").partition("#")[0]) not in own:
        return resolution
    return resolution._replace(target=None) if is_id else None


def page_id(library: Library, target: str) -> str:
    """The current id of the page that a target leads to, without its section; an entry's term leads to the entry.

    >>> page_id(library, "wuerfelkrieg/glossar/sturmwurf")
    'wuerfelkrieg/wuerfelsturm'
    """
    base = library.current_id(target.partition("#")[0])
    term = library.term(base)
    return library.current_id(f"{term.system}/{term.entry}") if term and term.entry else base


def _backlinks(library: Library, texts: Mapping[str, Mapping[str, LinkedText]]) -> dict[str, tuple[str, ...]]:
    order = {known: i for i, known in enumerate((*library.entries, *library.terms))}
    led = sorted(_led(library, texts).items())
    return {target: tuple(sorted(owners, key=lambda o: (order.get(o, 1 << 30), o))) for target, owners in led}


def _led(library: Library, texts: Mapping[str, Mapping[str, LinkedText]]) -> dict[str, set[str]]:
    """Page → the ids that lead to it."""
    found: dict[str, set[str]] = {}
    page_of = cache(partial(page_id, library))

    def add(target: str | None, owner: str) -> None:
        if target and (target := page_of(target)) != owner:
            found.setdefault(target, set()).add(owner)

    for owner, fields in texts.items():
        entry = library.entries.get(owner)
        for linked in fields.values():
            for resolution in linked.references:
                add(resolution.target, owner)
        for target in (*entry.see, entry.parent) if entry else ():
            add(target, owner)
    return found
