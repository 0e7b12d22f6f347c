"""Resolve a reference by its place → its target, or candidates, and a finding. Never guesses: two candidates mean unresolved.

A name in several parts means the one in the text's own part, then relatives there, then the default part.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from types import MappingProxyType

from ..german.lists import word_list, word_map
from ..model.findings import did_you_mean
from ..model.library import Library, Name, name_key, numbers_of, parameter
from ..model.reference import CITED, Reference, Resolution
from ..model.rule_number import MalformedNumber, RuleNumber, parse_number
from ..model.slug import slugify
from ..model.values import KINDS, Concept, Entry, System, Term
from .relative import pointed_at


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
        found = _numbered(reference, library, place)
        return Resolution(reference, found[0] if len(found) == 1 else None, tuple(found) if len(found) > 1 else ())
    names = {name.target: name for text in (reference.name, *reference.also) for name in library.named(place.system, text)}
    settled = _settle(reference, list(names), library, place, names)
    if reference.akin and not reference.parameter:
        settled = _of_akin(settled, library, place)
    if name_key(reference.name) in word_list("roles") and _is_role(settled.target, library, place):
        return Resolution(reference, None)
    return settled if not reference.doubt or _may_mean(settled, library, place) else Resolution(reference, None)


def _of_akin(exact: Resolution, library: Library, place: Place) -> Resolution:
    """What is named less exactly, where that alone is of the kind that the word beside asks for, or else in the text's own part."""
    reference = exact.reference
    kind = word_map("kind_words").get(reference.sort)

    def suits(id_: str) -> bool:
        entry = library.entry(id_)
        return (entry.kind == kind if kind else entry.part == place.part) if entry else False

    sure = exact.candidates or [exact.target or ""]
    if any(map(suits, sure)) or not (kind or all(map(library.entry, sure))):
        return exact
    named = ((name.target, text) for text in reference.akin for name in library.named(place.system, text))
    akin = [target for target, text in named if suits(target) and is_titled(library.entry(target), text)]
    return _settle(reference, akin, library, place) if akin else exact


def _pointed_at(reference: Reference, library: Library, place: Place) -> list[str]:
    own = library.entry(place.entry or place.parent)
    if own is None:
        return []
    return pointed_at(reference, library, own, lambda one: resolve_reference(one, library, place), whole=bool(place.entry))


def _is_role(target: str | None, library: Library, place: Place) -> bool:
    """Whether a text in a scenario means a player's role there, not what the rest of the book calls so: "Der Verteidiger stellt auf"."""
    if target and part_of(target, library) == place.part:
        return False
    system = library.systems.get(place.system)
    titles = [part.title for part in system.parts if part.id == place.part] if system else []
    about = [place.entry, place.parent, *(name.target for title in titles for name in library.named(place.system, title))]
    return any(entry.kind == "scenario" for id_ in about if (entry := library.entry(id_)))


#: What an everyday word may be, by what surrounds it: what follows "Regeln für" anything, what is counted or fought a being or a thing,
#: what a cell names no procedure.
MAY_BE = {
    "governed": frozenset({*KINDS, "term"}),
    "counted": frozenset({"unit-type", "terrain-piece", "token"}),
    "cell": frozenset(KINDS) - {"rule", "characteristic", "phase", "table"},
}
MAY_BE["listed"] = MAY_BE["cell"] | {"rule"}


def _may_mean(found: Resolution, library: Library, place: Place) -> bool:
    """Whether what surrounds an everyday word suits the kind of rule that it would be; members of one list are of one kind."""
    entry, reference = library.entry(found.target or ""), found.reference
    kind = entry.kind if entry else "term"
    if reference.doubt == "listed":
        near = _beside_entry(reference, library, place)
        return near is not None and near.kind == kind and kind in MAY_BE["listed"]
    return kind in MAY_BE[reference.doubt]


def resolve_all(references: Iterable[Reference], library: Library, place: Place) -> list[Resolution]:
    """Resolve every reference, in the order of their text. Drops doubtful ones (a loose number, a plain word) without a target."""
    known: dict[tuple[object, ...], Resolution] = {}
    resolved = [_resolve_again(reference, library, place, known) for reference in references]
    starts = [r.reference.start for r in resolved]

    def around(one: Reference) -> list[Resolution]:
        return resolved[bisect_right(starts, one.start - _AROUND) : bisect_left(starts, one.start + _AROUND)]

    narrowed = [_by_surroundings(r, around, library, place) for r in resolved]
    return [r for r in narrowed if r.target is not None or r.candidates or r.reference.marked or r.reference.type == "relative"]


def _resolve_again(
    reference: Reference, library: Library, place: Place, known: dict[tuple[object, ...], Resolution]
) -> Resolution:
    """As `resolve_reference`; what was `known` of the same words, wherever they stood, is not looked up again."""
    if reference.type == "id" or reference.beside is not None:
        return resolve_reference(reference, library, place)
    words = reference[2:]
    if words not in known:
        known[words] = resolve_reference(reference, library, place)
    return Resolution(reference, known[words].target, known[words].candidates)


def _by_surroundings(
    found: Resolution, around: Callable[[Reference], Sequence[Resolution]], library: Library, place: Place
) -> Resolution:
    """Narrow a reference further by what else is named around it."""
    if _is_in_chapter(found.reference):
        return _on_page_of_chapter(found, around(found.reference), library, place)
    if found.target is None and found.candidates and found.reference.type not in (*CITED, "relative"):
        return replace(found, target=_of_these(found, around(found.reference), library, place))
    return found


def _of_these(found: Resolution, around: Sequence[Resolution], library: Library, place: Place) -> str | None:
    """Of several rules of one name the only one of the phases of the text's own rule, else the one in whose part more is named around."""
    own = library.entry(place.entry)
    phases = set(own.phases) if own else set()
    rules = [entry for id_ in found.candidates if is_titled(entry := library.entry(id_), found.reference.name) and entry]
    same = [entry.id for entry in rules if phases.intersection(entry.phases)]
    if len(same) == 1:
        return same[0]
    near = Counter(part_of(r.target, library) for r in around if r.target and r is not found)
    counts = sorted(((near[part_of(id_, library) or "-"], id_) for id_ in found.candidates), reverse=True)
    system = library.systems.get(place.system)
    usual = {part.id for part in system.parts if part.default} if system else set()  # named around everything
    return counts[0][1] if counts[0][0] >= 2 and not counts[1][0] and part_of(counts[0][1], library) not in usual else None


#: How far off a name counts as one of the words around a chapter with a page.
_AROUND = 300


def _is_in_chapter(reference: Reference) -> bool:
    """Whether it is the chapter or the page of "Kapitel 5, Seite 19", which together mean a rule on that page."""
    chapter = reference.beside if reference.type == "page" else reference
    return chapter is not None and chapter.type == "chapter" and chapter.beside is not None


def _on_page_of_chapter(found: Resolution, around: Sequence[Resolution], library: Library, place: Place) -> Resolution:
    """The one rule on the page that belongs to the chapter and is named around it: a parent goes before what is below it."""
    one = found.reference
    chapter, page = (one, one.beside) if one.type == "chapter" else (one.beside, one)
    assert chapter is not None
    assert page is not None
    whole = library.entry(resolve_reference(chapter, library, place).target or "")
    if whole is None:
        return found
    near = {r.target for r in around if r.reference.type not in CITED}
    system = library.systems.get(place.system)
    rules = [
        e for e in library.on_page(place.system, int(page.name)) if e is not whole and _belongs(system, e, whole) and e.id in near
    ]
    above = [e.id for e in rules if not any(e.parent == other.id for other in rules)]
    return Resolution(one, above[0]) if len(above) == 1 else found


def _page(reference: Reference, library: Library, place: Place) -> Resolution:
    """Resolve a page: to the title beside it, else to the page's list, else to nothing. A chapter beside it says less than the list."""
    if reference.beside and not _is_in_chapter(reference):
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


def series_of(system: System | None, word: str) -> str:
    """The id of a printed word's number series; plain numbers belong to "section"."""
    if system is not None:
        for series in system.series:
            if word in series.words:
                return series.id
    return word.casefold() or "section"


def _numbered(reference: Reference, library: Library, place: Place) -> list[str]:
    """The entries with a cited number: in the named part, else in the text's own (or the default part), else in any other."""
    system = library.systems.get(place.system)
    try:
        number = parse_number(reference.name)
    except MalformedNumber:
        return []

    def having(part: str) -> list[str]:
        found = library.by_number(place.system, part, number.key)
        printed = ((e.id, there) for e in found for at, there in numbers_of(e) if at == part)
        return list(dict.fromkeys(id_ for id_, there in printed if _same_series(system, number, there)))

    if reference.part:
        return having(part_id(system, reference.part))
    if system is None:
        return []
    own = place.part or next((part.id for part in system.parts if part.default), "")
    return having(own) or [found for part in system.parts for found in having(part.id)]


def _same_series(system: System | None, written: RuleNumber, printed: RuleNumber) -> bool:
    return series_of(system, written.word) == series_of(system, printed.word)


def part_id(system: System | None, name: str) -> str:
    """The id of the part with this title, abbreviation or form ("Befehl" of "Befehle"); "" if there is none."""
    for part in system.parts if system else ():
        if name in (part.title, *part.abbreviations):
            return part.id
    from .citation_patterns import part_forms  # it knows much German that the names of parts rarely need

    return next((part.id for part in system.parts if name in part_forms(part.title)), "") if system else ""


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
    near = _beside_entry(reference, library, place)
    system = library.systems.get(place.system)
    default = {part.id for part in system.parts if part.default} if system else set()

    parent = library.entry(place.parent) if place.parent else None

    def related(e: Entry | None) -> bool:
        if e is None:
            return False
        return e.id == place.parent or (e.parent != "" and e.parent in (place.entry, place.parent))

    def in_chapter(e: Entry | None) -> bool:
        return e is not None and near is not None and _belongs(system, e, near)

    sort = word_map("kind_words").get(reference.sort)
    tests: list[Callable[[str], bool]] = [
        lambda t: near is not None and t == near.id,
        lambda t: in_chapter(entries[t]),
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
    if {names[t].type for t in targets if t in names} != {"term"}:  # which no part is the usual place of
        tests += [
            lambda t: (e := entries[t]) is not None and e.part in default,
            lambda t: is_part(system, entries[t]),
            lambda t: (e := entries[t]) is not None and e.parent not in entries,
            lambda t: is_titled(entries[t], reference.name),
        ]
    return Resolution(reference, _first_alone(targets, tests), tuple(targets))


def is_titled(entry: Entry | None, name: str) -> bool:
    """Whether a name is an entry's title, not another name of it."""
    return entry is not None and name_key(entry.title) == name_key(name)


def is_below(entry: Entry | None, word: str) -> bool:
    """Whether an entry stands in the list that is called as a kind of rule is: "Sonderregeln" for "Sonderregel"."""
    return entry is not None and entry.parent.partition("/")[2].startswith(slugify(word))


def part_of(target: str, library: Library) -> str:
    """The part of an entry, or of a term: the one in brackets behind its title, else that of its entry; "" if there is none."""
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


def _beside_entry(reference: Reference, library: Library, place: Place) -> Entry | None:
    """The entry that the number before a title cites: "Kapitel 10 „Gelände“"."""
    if reference.beside is None or reference.type == "page":
        return None
    target = resolve_reference(reference.beside, library, place).target
    return library.entry(target) if target else None


def _belongs(system: System | None, entry: Entry, chapter: Entry) -> bool:
    """Whether an entry belongs to a chapter: below its number, or in its part if the part is the chapter."""
    if entry.part != chapter.part:
        return False
    if entry.number and chapter.number and _same_series(system, entry.number, chapter.number):
        within = entry.number.figures[: len(chapter.number.figures)] == chapter.number.figures
        return within and chapter.number.letter in ("", entry.number.letter)
    return True


def _first_alone(targets: Sequence[str], tests: Iterable[Callable[[str], bool]]) -> str | None:
    """Narrow the targets test by test, skipping tests that none passes. Returns the only one left, else None."""
    left = list(targets)
    for test in tests:
        left = [t for t in left if test(t)] or left
        if len(left) == 1:
            return left[0]
    return None


def nearest_numbers(wanted: str, numbers: Sequence[str], count: int = 3) -> list[str]:
    """The printed numbers nearest to a number: those that share most of its beginning, then those closest by value.

    >>> nearest_numbers("17.4", ["16.0", "17.0", "17.1", "17.3", "18.0"])
    ['17.3', '17.1', '17.0']
    """

    def figures(number: str) -> tuple[int, ...]:
        try:
            return parse_number(number).figures
        except MalformedNumber:
            return ()

    def distance(number: str) -> tuple[int, list[int]]:
        pairs = list(zip_longest(figures(wanted), figures(number), fillvalue=0))
        shared = next((i for i, (a, b) in enumerate(pairs) if a != b), len(pairs))
        return -shared, [abs(a - b) for a, b in pairs]

    return sorted(numbers, key=distance)[:count]


def describe_missing(reference: Reference, library: Library, place: Place) -> tuple[str, str]:
    """Message and hint for a reference without a target, in German: the candidates, or the nearest existing number or name."""
    if reference.type == "page":
        return (
            f"Für „{reference.text}“ ist keine Regel bekannt.",
            "Nenne die Regel statt der Seite, oder trage die Seite bei ihr ein.",
        )
    if reference.type in CITED:
        part = part_id(library.systems.get(place.system), reference.part) if reference.part else place.part
        near = nearest_numbers(reference.name.rpartition(" ")[2], library.numbers(place.system, part))
        return f"Die Nummer in „{reference.text}“ gibt es nicht.", f"Am nächsten: {', '.join(near)}." if near else ""
    slugs = [e.slug for e in library.system_entries(place.system)]
    return f"„{reference.text}“ führt ins Leere.", did_you_mean(reference.name, slugs)
