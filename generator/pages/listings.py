"""The lists of rules on a system's pages, as plain values for pages and the offline bundle."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..model.library import Library, pages_of, sort_key
from ..model.values import KINDS, Entry, System
from ..prose.plain import plain
from ..prose.timing import GROUPS, turn_of
from ..prose.wording import excerpt_note, shown_number


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list: the id of its target, a remark, and its depth below the line before."""

    target: str
    note: str = ""
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of lists: path below the site ("t9a/a-z"), title, intro, and (heading, lines) with "" for no heading.

    `brief` lists omit short rules, because they are long and serve for jumping.
    """

    path: str
    title: str
    groups: tuple[tuple[str, tuple[Line, ...]], ...]
    title_en: str = ""
    intro: str = ""
    brief: bool = False

    @property
    def sort(self) -> str:
        """The sort of list: "teil", "a-z", "art" …; "begriffe" for the list of all systems."""
        return self.path.split("/")[1] if "/" in self.path else self.path


#: Lists with a jump bar of letters; other lists have one of headings, from `MANY` headings up.
LETTERED = ("a-z", "glossar", "auszug", "begriffe")
MANY = 3


def jump_bar(listing: Listing) -> str:
    """The kind of jump bar on a list's page: "Buchstaben", "Abschnitte", or "" for none."""
    if listing.sort in LETTERED:
        return "Buchstaben"
    return "Abschnitte" if len(listing.groups) >= MANY else ""


def style_of(library: Library, listing: Listing) -> str:
    """The classes of a system's list: its sort, and whether it has a column of numbers."""
    if "/" not in listing.path:
        return ""
    entries = [library.entry(line.target) for _, lines in listing.groups for line in lines]
    numbers = [bool(entry and shown_number(entry.title, str(entry.number or ""))) for entry in entries]
    numbered = listing.sort == "teil" and 4 * sum(numbers) >= len(numbers)  # a mostly empty column is useless
    return f"n-liste--{listing.sort}{' n-liste--nummern' if numbered else ''}"


def listings(library: Library, system: System) -> Iterator[Listing]:
    """All lists of one system: parts, A–Z, kinds, tables, phases, pages of the book, glossary, what an excerpt
    presupposes. Rules of the same name in one list show their places, terms that an excerpt does not explain that they are such."""
    for listing in _listings(library, system):
        yield _distinguished(library, system, listing)
    if system.excerpt:
        yield presupposed(library, system)


def _listings(library: Library, system: System) -> Iterator[Listing]:
    entries = library.system_entries(system.id)
    yield from parts(library, system)
    yield a_to_z(library, system, entries)
    yield from kinds(system, entries)
    yield from tables(system, entries)
    yield from phases(system, entries)
    yield from book_pages(system, entries)
    yield from glossary(library, system)


def _distinguished(library: Library, system: System, listing: Listing) -> Listing:
    names = Counter(found.title for _, lines in listing.groups for line in lines if (found := library.target(line.target)))

    def distinguished(line: Line) -> Line:
        entry = library.entry(line.target)
        if entry is None or names[entry.title] < 2:
            return replace(line, note=NOT_IN_EXCERPT) if is_stub(library, line.target) else line
        above = library.entry(entry.parent) if "/teil/" in listing.path else system.part(entry.part)
        return replace(line, note=" · ".join(text for text in (line.note, above.title if above else "") if text))

    groups = tuple((heading, tuple(distinguished(line) for line in lines)) for heading, lines in listing.groups)
    return replace(listing, groups=groups)


def parts(library: Library, system: System) -> Iterator[Listing]:
    """One list per part that has entries, in the order of the book."""
    for part in system.parts:
        entries = library.part_entries(system.id, part.id)
        if entries:
            lines = tuple(Line(e.id, indent=depth(library, e)) for e in entries)
            intro = f"Seiten {part.pages.replace('-', '–')}" if part.pages else ""
            yield Listing(f"{system.id}/teil/{part.id}", part.heading, (("", lines),), part.heading_en, intro)


def depth(library: Library, entry: Entry) -> int:
    """An entry's depth below its ancestors in the same part, at most 3."""
    deep, above = 0, library.entry(entry.parent)
    while above and above.part == entry.part and deep < 3:
        deep, above = deep + 1, library.entry(above.parent)
    return deep


def a_to_z(library: Library, system: System, entries: list[Entry]) -> Listing:
    """Everything in a system by name."""
    names = [(e.title, e.id) for e in entries]
    names += [(t.title, t.id) for t in library.system_terms(system.id) if not t.entry]
    return Listing(f"{system.id}/a-z", "A–Z", by_letter(names), brief=True)


def kinds(system: System, entries: list[Entry]) -> Iterator[Listing]:
    """One list per kind of entry, by name."""
    for kind, (_, plural) in KINDS.items():
        found = sorted((e for e in entries if e.kind == kind), key=lambda e: sort_key(e.title))
        if found:
            yield Listing(f"{system.id}/art/{kind}", plural, (("", _lines(e.id for e in found)),))


def tables(system: System, entries: list[Entry]) -> Iterator[Listing]:
    """Every entry with a table, by part, because players look up tables most. `tabellen` is no kind, so the address is free."""
    by_part: dict[str, list[str]] = defaultdict(list)
    for entry in entries:
        if (entry.data or {}).get("rows") or "|---" in entry.text.replace(" ", ""):
            by_part[entry.part].append(entry.id)
    if by_part:
        groups = tuple((part.heading, _lines(by_part[part.id])) for part in system.parts if part.id in by_part)
        yield Listing(f"{system.id}/art/tabellen", "Regeln mit Tabelle", groups)


def phases(system: System, entries: list[Entry]) -> Iterator[Listing]:
    """One list per phase: the players' options by turn, then the applicable rules."""
    for phase in system.phases:
        found = [e for e in entries if phase.id in e.phases]
        if found:
            intro = "Was du in dieser Phase tun kannst, und was in ihr gilt."
            yield Listing(f"{system.id}/phase/{phase.id}", phase.title, _in_phase(found), phase.title_en, intro)


#: Kinds of entries that players use; a phase's page lists them before its rules.
_DOING = ("action", "command", "ability", "spell", "draw-event")


def _in_phase(found: list[Entry]) -> tuple[tuple[str, tuple[Line, ...]], ...]:
    """The phase's procedure; cards by turn, then other actions by kind; passive cards; all other rules."""
    timing = {e.id: plain(str(e.card.get("timing") or "")) for e in found if e.card}
    turns = {e.id: turn_of(str(e.card.get("timing") or ""), str(e.card.get("reaction") or "")) for e in found if e.card}

    def of(kind: str) -> list[str]:
        return [e.id for e in found if e.kind == kind and not turns.get(e.id)]

    *acting, passive = [(turn, [i for i in turns if turns[i] == turn]) for turn in GROUPS.values()]
    doing = [(KINDS[kind][1], of(kind)) for kind in _DOING]
    rest = [(plural, of(kind)) for kind, (_, plural) in KINDS.items() if kind not in {*_DOING, "phase"}]
    groups = [("Ablauf", of("phase")), *acting, *doing, passive, *rest]
    return tuple((title, tuple(Line(i, timing.get(i, "")) for i in ids)) for title, ids in groups if ids)


def book_pages(system: System, entries: list[Entry]) -> Iterator[Listing]:
    """One list per page of the book with entries, for references such as "auf Seite 12"."""
    by_page: dict[int, list[str]] = defaultdict(list)
    for entry in entries:
        for page in pages_of(entry):
            by_page[page].append(entry.id)
    for number, ids in sorted(by_page.items()):
        intro = "Was im Buch auf dieser Seite steht."
        yield Listing(f"{system.id}/seite/{number}", f"Seite {number}", (("", _lines(ids)),), intro=intro)


def glossary(library: Library, system: System) -> Iterator[Listing]:
    """The terms of a system by first letter."""
    terms = library.system_terms(system.id)
    if terms:
        yield Listing(f"{system.id}/glossar", "Glossar", by_letter([(t.title, t.id) for t in terms], in_order=True))


#: The remark on a term that an excerpt mentions and does not explain.
NOT_IN_EXCERPT = "nicht im Auszug"


def is_stub(library: Library, target: str) -> bool:
    """Whether a target is a term that an excerpt mentions and does not explain."""
    return bool((term := library.term(target)) and term.mentioned)


def presupposed(library: Library, system: System) -> Listing:
    """The terms that an excerpt does not explain, with the rules that mention them."""
    groups = by_letter([(t.title, t.id) for t in library.system_terms(system.id) if t.mentioned], in_order=True)
    intro = f"{excerpt_note(system)}. Diese Begriffe benutzt er, ohne sie zu erklären; daneben steht, wo er sie nennt."
    return Listing(
        f"{system.id}/auszug",
        "Was der Auszug voraussetzt",
        tuple(
            (letter, tuple(replace(line, note=_mentioners(library, line.target)) for line in lines)) for letter, lines in groups
        ),
        intro=intro,
        brief=True,
    )


def _mentioners(library: Library, target: str) -> str:
    term = library.term(target)
    return ", ".join(entry.title for i in (term.mentioned if term else ()) if (entry := library.entry(i)))


def concept_list(library: Library) -> Listing:
    """All concepts by first letter."""
    names = [(concept.title, f"begriffe/{concept.id}") for concept in library.concepts.values()]
    intro = "Ein Begriff, viele Spiele: wie er wo heißt und was ihn unterscheidet."
    return Listing("begriffe", "Begriffe in allen Spielen", by_letter(names, in_order=True), intro=intro)


def _lines(targets: Iterable[str]) -> tuple[Line, ...]:
    return tuple(Line(target) for target in targets)


def by_letter(names: list[tuple[str, str]], *, in_order: bool = False) -> tuple[tuple[str, tuple[Line, ...]], ...]:
    """Group (title, target) by first letter; sorts by name unless already sorted."""
    letters: dict[str, list[str]] = defaultdict(list)
    for title, target in names if in_order else sorted(names, key=lambda pair: sort_key(pair[0])):
        first = sort_key(title)[0][:1].upper()
        letters[first if first.isalpha() else "0–9"].append(target)
    return tuple((letter, _lines(targets)) for letter, targets in sorted(letters.items()))
