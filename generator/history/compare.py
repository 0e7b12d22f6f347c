"""Compare two states of the library by id: new, removed and moved things, and changed fields. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from ..model.fields import CONCEPT, ENTRY, SYSTEM, TERM, Field
from ..model.library import Library
from ..model.values import Concept, Entry, System, Term

What = Literal["new", "removed", "moved", "merged", "changed"]
Sort = Literal["system", "entry", "term", "concept"]

T = TypeVar("T", System, Entry, Term, Concept)

#: Fields to compare word by word, like all fields of a card or table.
PROSE = frozenset(
    {"title", "title_en", "short", "short_en", "text", "text_en", "definition", "note", "description", "description_en"}
)

_ONE_VALUE = ("text", "integer", "boolean", "date", "number", "list")


def _names(fields: tuple[Field, ...]) -> list[str]:
    """The fields of a file whose values are compared directly, in order; the others need their own comparison. A
    review changes no rule."""
    return [f.name for f in fields if f.type in _ONE_VALUE and f.name not in ("id", "status")]


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field's old and new value as text; "" for none."""

    name: str
    old: str
    new: str

    @property
    def is_prose(self) -> bool:
        return self.name in PROSE or self.name.startswith(("card.", "data.", "notes."))


@dataclass(frozen=True, slots=True)
class Difference:
    """The change of one thing. `id` is its current id (the last one if it is removed), `old_id` its id before a move, `why` the
    reason in moved.yaml.
    """

    what: What
    sort: Sort
    id: str
    title: str
    file: str
    old_id: str = ""
    why: str = ""
    fields: tuple[FieldChange, ...] = ()

    @property
    def system(self) -> str:
        """The system of the thing; "" for concepts."""
        return "" if self.sort == "concept" else self.id.partition("/")[0]

    def field(self, name: str) -> FieldChange | None:
        return next((change for change in self.fields if change.name == name), None)

    @property
    def renamed(self) -> bool:
        return self.field("title") is not None

    @property
    def renumbered(self) -> bool:
        return self.field("number") is not None


def compare(old: Library, new: Library, system: str | None = None) -> list[Difference]:
    """All differences between two states: systems, entries, terms and (unless `system` is given) concepts, in the current order.

    >>> [(d.what, d.id) for d in compare(old, new)]
    [('changed', 't9a/angst'), ('moved', 't9a/mut')]
    """
    both = old, new
    found = [
        *_Both("system", old.systems, new.systems, both, _system_fields),
        *_Both("entry", old.entries, new.entries, both, _entry_fields),
        *_Both("term", old.terms, new.terms, both, lambda term, *_: _plain_fields(term, TERM)),
        *_Both("concept", old.concepts, new.concepts, both, _concept_fields),
    ]
    return [difference for difference in found if system in (None, difference.system)]


@dataclass(frozen=True, slots=True)
class _Both(Generic[T]):
    """All things of one sort in both states; `fields` gives the fields of a thing as text."""

    sort: Sort
    old: Mapping[str, T]
    new: Mapping[str, T]
    libraries: tuple[Library, Library]
    fields: Callable[[T, Library, Library], Mapping[str, str]]

    def __iter__(self) -> Iterator[Difference]:
        former = {self.today(name): name for name in reversed(list(self.old)) if not self.became_section(name)} | {
            name: name for name in self.old if name in self.new
        }
        for name in self.new:
            if (difference := self.of_today(name, former.get(name))) is not None:
                yield difference
        for name in self.old:
            today = self.today(name)
            if today == name and name not in self.new:
                yield self.difference("removed", self.old[name], name, why=self.why(name))
            elif former.get(today) != name:
                yield self.difference("merged", self.new[today], today, name, self.why(name))

    def of_today(self, name: str, former: str | None) -> Difference | None:
        """The difference for an existing thing; None if nothing changed."""
        if former is None:
            return self.difference("new", self.new[name], name)
        before, after = (
            self.fields(it, own, self.libraries[1])
            for it, own in zip((self.old[former], self.new[name]), self.libraries, strict=True)
        )
        changes = _changes(before, after)
        if former != name:
            return self.difference("moved", self.new[name], name, former, self.why(former), changes)
        return self.difference("changed", self.new[name], name, fields=changes) if changes else None

    def difference(
        self, what: What, it: T, name: str, old_id: str = "", why: str = "", fields: tuple[FieldChange, ...] = ()
    ) -> Difference:
        title = it.name if isinstance(it, System) else it.title
        return Difference(what, self.sort, name, title, it.location.path, old_id, why, fields)

    def today(self, name: str) -> str:
        """The current target of an id; the id itself if there is none."""
        today = name if name in self.new else self.libraries[1].current_id(name)
        return today if today in self.new else name

    def became_section(self, name: str) -> bool:
        return name not in self.new and "#" in self.libraries[1].current_place(name)

    def why(self, name: str) -> str:
        return next((move.why for move in self.libraries[1].moves if move.old == name), "")


def _changes(old: Mapping[str, str], new: Mapping[str, str]) -> tuple[FieldChange, ...]:
    names = dict.fromkeys([*new, *old])
    pairs = ((name, old.get(name, ""), new.get(name, "")) for name in names)
    return tuple(FieldChange(name, before, after) for name, before, after in pairs if before != after)


def _plain_fields(it: Any, fields: tuple[Field, ...]) -> dict[str, str]:
    return {name: _text(getattr(it, name)) for name in _names(fields)}


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


def _entry_fields(entry: Entry, own: Library, new: Library) -> dict[str, str]:
    """An entry's fields. Gives other entries' current ids, so that a move does not change those that name it; omits the edition
    if it is the system's, which is compared once."""
    fields = {"part": entry.part, **_plain_fields(entry, ENTRY)}
    fields["edition"] = entry.edition if entry.edition != own.systems[entry.system].edition else ""
    fields["parent"] = new.current_id(entry.parent)
    fields["see"] = ", ".join(new.current_id(target) for target in entry.see)
    for name, value in (entry.card or {}).items():
        fields[f"card.{name}"] = _text(value)
    for name, value in (entry.data or {}).items():
        fields[f"data.{name}"] = "\n".join(" | ".join(map(_text, row)) for row in value) if name == "rows" else _text(value)
    return {**fields, "text": entry.authored, "text_en": entry.text_en}


def _concept_fields(concept: Concept, _: Library, new: Library) -> dict[str, str]:
    carried = {f"entries.{system}": ", ".join(map(new.current_id, ids)) for system, ids in concept.entries.items()}
    notes = {f"notes.{system}": note for system, note in concept.notes.items()}
    return {**_plain_fields(concept, CONCEPT), **carried, **notes}


def _system_fields(system: System, *_: Library) -> dict[str, str]:
    parts = ", ".join(f"{part.title} ({part.id})" for part in system.parts)
    return {**_plain_fields(system, SYSTEM), "parts": parts}
