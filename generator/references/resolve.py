"""Resolve a reference by its place → its target, or candidates, and a finding. Never guesses: two candidates mean unresolved.

A name in several parts means the one in the text's own part, then relatives there, then the default part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ..german.directions import TABLE
from ..german.lists import word_list, word_map
from ..model.library import Library, Name, name_key, parameter
from ..model.reference import CITED, Reference, Resolution
from ..model.slug import slugify
from ..model.values import KINDS, Concept, Entry, System, Term
from .numbered import belongs, is_in_chapter, numbered, part_id
from .relative import pointed_at, tables_of


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a text: system, and part and entry, if any."""

    system: str
    part: str = ""
    entry: str = ""
    parent: str = ""


def place_of(entry: Entry) -> Place:
    """The place of an entry's own text."""
    return Place(entry.system, entry.part, entry.id, entry.parent)


def resolve_reference(reference: Reference, library: Library, place: Place) -> Resolution:
    """Resolve a reference. `target` is None if unknown or ambiguous; `candidates` then are the possible targets."""
    if reference.type == "id":
        return _forced(reference, library, place)
    if reference.type == "page":
        return _page(reference, library, place)
    if reference.type == "relative":
        there = _pointed_at(reference, library, place)
        return Resolution(reference, there[0] if len(there) == 1 else None, tuple(there) if len(there) > 1 else ())
    if reference.type in CITED:
        found = numbered(reference, library, place.system, place.part)
        return Resolution(reference, found[0] if len(found) == 1 else None, tuple(found) if len(found) > 1 else ())
    names = {name.target: name for text in (reference.name, *reference.also) for name in library.named(place.system, text)}
    settled = _settle(reference, list(names), library, place, names)
    if reference.akin and not reference.parameter:
        settled = _of_akin(settled, library, place)
    if name_key(reference.name) in word_list("roles") and _is_role(settled.target, library, place):
        return Resolution(reference, None)
    return settled if not reference.doubt or _may_mean(settled, library, place) else Resolution(reference, None)


def _of_akin(exact: Resolution, library: Library, place: Place) -> Resolution:
    """A less exactly matching name, if the neighbouring reference, or else the text's own part, calls for it rather than for the
    exact name.
    """
    reference = exact.reference
    sure = [library.entry(id_) for id_ in exact.candidates or [exact.target or ""]]
    if not (reference.sort in word_map("kind_words") or all(sure)):
        return exact
    named = [(library.entry(name.target), text) for text in reference.akin for name in library.named(place.system, text)]
    akin = [entry for entry, text in named if entry and is_titled(entry, text)]
    for suits in _asked(reference, library, place):
        if any(entry and suits(entry) for entry in sure):
            return exact
        if suiting := [entry.id for entry in akin if suits(entry)]:
            return _settle(reference, suiting, library, place)
    return exact


def _asked(reference: Reference, library: Library, place: Place) -> Iterator[Callable[[Entry], bool]]:
    """The tests that a name's rule must pass, surest first: from the word beside it, from what is listed with it or cited behind
    it, from the part.
    """
    if kind := word_map("kind_words").get(reference.sort):
        yield lambda entry: entry.kind == kind
        return
    if reference.sort in MAY_BE:
        yield lambda entry: entry.kind in MAY_BE[reference.sort]
    if reference.beside and (near := _beside_entry(reference, library, place)):
        if reference.beside.type not in CITED and near.kind != "rule":  # a part says little
            yield lambda entry: entry.kind == near.kind
        if is_in_row(reference) and (further := _beside_entry(reference.beside, library, place)) and further.kind != "rule":
            yield lambda entry: entry.kind == further.kind
        if not (is_in_row(reference) and reference.beside.doubt):  # only the list shows that an everyday word is a name
            yield lambda entry: entry.part == near.part
    yield lambda entry: entry.part == place.part


def _pointed_at(reference: Reference, library: Library, place: Place) -> list[str]:
    own = library.entry(place.entry or place.parent)
    if reference.sort == TABLE and not place.entry:
        named = (resolve_reference(Reference(0, 0, name, "title", name), library, place).target for name in reference.also)
        return tables_of(library, [place.parent, *(id_ for id_ in named if id_)])
    if own is None:  # nothing is above or below, but what a part says about the name still counts
        near = _beside_entry(reference, library, place) if place.part else None
        return [near.id] if near and near.part == place.part else []
    return pointed_at(reference, library, own, lambda one: resolve_reference(one, library, place), whole=bool(place.entry))


def _is_role(target: str | None, library: Library, place: Place) -> bool:
    """Whether a text in a scenario means a player's role, not another thing of the same name: "Der Verteidiger stellt auf"."""
    if target and part_of(target, library) == place.part:
        return False
    system = library.systems.get(place.system)
    titles = [part.title for part in system.parts if part.id == place.part] if system else []
    about = [place.entry, place.parent, *(name.target for title in titles for name in library.named(place.system, title))]
    return any(entry.kind == "scenario" for id_ in about if (entry := library.entry(id_)))


#: The possible meanings of an everyday word, by its surroundings: after "Regeln für" anything, counted or fought a being or a
#: thing, in a cell no procedure.
MAY_BE = {
    "governed": frozenset({*KINDS, "term"}),
    "counted": frozenset({"unit-type", "terrain-piece", "token"}),
    "cell": frozenset(KINDS) - {"rule", "characteristic", "phase", "table"},
}
MAY_BE["listed"] = MAY_BE["cell"] | {"rule"}


def _may_mean(found: Resolution, library: Library, place: Place) -> bool:
    """Whether the surroundings of an everyday word suit the kind of rule that it would mean; members of one list are of one kind."""
    entry, reference = library.entry(found.target or ""), found.reference
    kind = entry.kind if entry else "term"
    if reference.doubt == "listed":
        near = _beside_entry(reference, library, place)
        return near is not None and near.kind == kind and kind in MAY_BE["listed"]
    return kind in MAY_BE[reference.doubt]


def _page(reference: Reference, library: Library, place: Place) -> Resolution:
    """Resolve a page: to the title beside it, else to the page's list, else to nothing. A chapter beside it says less than the list."""
    if reference.beside and not is_in_chapter(reference):
        beside = resolve_reference(reference.beside, library, place)
        if beside.target is not None:
            return Resolution(reference, beside.target)
    listed = f"{place.system}/seite/{int(reference.name)}"
    return Resolution(reference, listed if library.on_page(place.system, int(reference.name)) else None)


def _forced(reference: Reference, library: Library, place: Place) -> Resolution:
    name, _, section = reference.name.partition("#")
    for candidate in (name, f"{place.system}/{name}"):
        there = library.current_place(f"{candidate}#{section}")
        target, found = library.target(there), library.section(there)
        if target is None or ("#" in there and found is None):
            continue
        shown = reference.shown or (target.title if section or found is None else found.title)
        return Resolution(reference._replace(shown=shown), f"{target_id(target)}#{found.id}" if found else target_id(target))
    return Resolution(reference._replace(shown=reference.shown or name), None)


def target_id(target: Entry | Term | Concept) -> str:
    """The public id of a target ("begriffe/<id>" for a concept)."""
    return f"begriffe/{target.id}" if isinstance(target, Concept) else target.id


#: A name with a value is a characteristic ("Bewegung 6"); one in capitals is anything but one (BEWEGUNG).
_CHARACTERISTIC = frozenset({"characteristic"})
_NO_CHARACTERISTIC = frozenset(KINDS) - _CHARACTERISTIC


def _kinds_by_form(reference: Reference) -> frozenset[str]:
    if reference.parameter and not reference.text.endswith(")"):
        return _CHARACTERISTIC
    return _NO_CHARACTERISTIC if len(reference.text) > 2 and reference.text.isupper() else frozenset()


def _settle(
    reference: Reference, targets: Sequence[str], library: Library, place: Place, names: Mapping[str, Name] = MappingProxyType({})
) -> Resolution:
    if len(targets) == 1:
        return Resolution(reference, targets[0])
    entries = {t: library.entry(t) for t in targets}
    parts = {t: part_of(t, library) for t in targets}
    near = None if is_in_row(reference) else _beside_entry(reference, library, place)
    system = library.systems.get(place.system)
    default = {part.id for part in system.parts if part.default} if system else set()

    parent = library.entry(place.parent) if place.parent else None

    def related(e: Entry | None) -> bool:
        if e is None:
            return False
        return e.id == place.parent or (e.parent != "" and e.parent in (place.entry, place.parent))

    def in_chapter(e: Entry | None) -> bool:
        return e is not None and near is not None and belongs(system, e, near)

    sort = word_map("kind_words").get(reference.sort)
    tests: list[Callable[[str], bool]] = [
        lambda t: near is not None and t == near.id,
        lambda t: in_chapter(entries[t]),
        lambda t: near is not None and parts[t] == near.part,
        lambda t: t in names and bool(parameter(names[t].text)) is bool(reference.parameter),
        lambda t: (e := entries[t]) is not None and e.kind == sort,
        lambda t: bool(sort) and is_below(entries[t], reference.sort),
        lambda t: (e := entries[t]) is not None and e.kind in _kinds_by_form(reference),
        lambda t: sort == "part" and is_part(system, entries[t]),
        lambda t: t in names and names[t].type == "title",
        lambda t: parts[t] == place.part,
        lambda t: related(entries[t]),
        lambda t: parent is not None and (e := entries[t]) is not None and e.part == parent.part,
    ]
    if {names[t].type for t in targets if t in names} != {"term"}:  # no part is the usual place of a term
        tests += [
            lambda t: (e := entries[t]) is not None and e.part in default,
            lambda t: is_part(system, entries[t]),
            lambda t: (e := entries[t]) is not None and e.parent not in entries,
            lambda t: is_titled(entries[t], names[t].text if t in names else reference.name),
        ]
    return Resolution(reference, _first_alone(targets, tests), tuple(targets))


def is_titled(entry: Entry | None, name: str) -> bool:
    """Whether a name is an entry's title, not another name of it."""
    return entry is not None and name_key(entry.title) == name_key(name)


def is_below(entry: Entry | None, word: str) -> bool:
    """Whether an entry is in a list named after a kind of rule: "Sonderregeln" for "Sonderregel"."""
    return entry is not None and entry.parent.partition("/")[2].startswith(slugify(word))


def part_of(target: str, library: Library) -> str:
    """The part of an entry or term; a term's is the one in brackets behind its title, else its entry's; "" if there is none."""
    if entry := library.entry(target):
        return entry.part
    term = library.term(target)
    if term is None:
        return ""
    bracket = term.title.partition(" (")[2].removesuffix(")")
    if part := bracket and part_id(library.systems.get(term.system), bracket):
        return part
    entry = library.entry(f"{term.system}/{term.entry}") if term.entry else None
    return entry.part if entry else ""


def is_part(system: System | None, entry: Entry | None) -> bool:
    """Whether an entry is about the whole part that it is in: it has its title."""
    if entry is None or system is None:
        return False
    return any(part.id == entry.part and is_titled(entry, part.title) for part in system.parts)


def is_in_row(reference: Reference) -> bool:
    """Whether the neighbouring reference is only listed with this one."""
    near = reference.beside
    return bool(reference.akin) and near is not None and near.type not in CITED and reference.type != "english"


def _beside_entry(reference: Reference, library: Library, place: Place) -> Entry | None:
    """The entry that the reference beside means, such as the number before a title: "Kapitel 10 „Gelände“"."""
    if reference.beside is None or reference.type == "page":
        return None
    beside = reference.beside._replace(beside=None, doubt="") if is_in_row(reference) else reference.beside
    target = resolve_reference(beside, library, place).target
    return library.entry(target) if target else None


def _first_alone(targets: Sequence[str], tests: Iterable[Callable[[str], bool]]) -> str | None:
    """Narrow the targets test by test, skipping tests that none passes. Returns the only one left, else None."""
    left = list(targets)
    for test in tests:
        left = [t for t in left if test(t)] or left
        if len(left) == 1:
            return left[0]
    return None
