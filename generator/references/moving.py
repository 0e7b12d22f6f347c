"""Move an entry to another id or part, or a term to another id: its files, all references to it, and the redirect of its old address.

Orders the changes so that no reference ever dangles: first the file under its new name, then the references to it, then the row
in moved.yaml, and last the removal of the old file.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from ..exchange.file_edit import newline_of, with_term_id
from ..files.transaction import Change
from ..files.yaml_edit import CannotEdit, edited_file, scalar
from ..files.yaml_source import Yaml, plain_values
from ..model.library import Library
from ..model.places import english_path
from ..model.slug import SLUG
from ..model.unusable import Taken, Unfit, UnknownPart, Unusable
from ..model.values import RESERVED_SLUGS, Entry, Term
from ..prose.body import body_lines
from ..reading.editor_schemas import schema_line
from ..reading.published import published_ids
from .graph import Graph
from .renaming import Path as ValuePath
from .renaming import Renaming, renamed_entry, renamed_yaml


class CannotMove(Unusable):
    """A rule or term cannot move to where it was to go."""


@dataclass(frozen=True, slots=True)
class Place:
    """The destination of an entry: its slug and part."""

    slug: str
    part: str


def place_for(project: Path, library: Library, entry: Entry, target: str) -> Place:
    """Parse an entry's destination: "t9a/furcht" (same part) or "t9a/magie/furcht". Raises Unusable if the entry cannot go
    there."""
    system, *between, slug = (
        target.removesuffix(".md").removeprefix("content/").split("/") if "/" in target else (entry.system, target)
    )
    if system != entry.system or len(between) > 1:
        examples = f"{entry.id}-neu, {entry.system}/{entry.part}/{entry.slug}-neu"
        raise CannotMove(f"„{target}“ ist kein Ziel in {entry.system}. Beispiele: {examples}.")
    part = between[0] if between else entry.part
    if library.systems[system].part(part) is None:
        raise UnknownPart(part, library.systems[system])
    _check_slug(slug)
    if slug in RESERVED_SLUGS:
        raise CannotMove(f"„{slug}“ braucht die Seite selbst. Nimm etwa „{slug}-regel“.")
    if (slug, part) == (entry.slug, entry.part):
        raise CannotMove(f"„{entry.id}“ liegt schon dort.")
    if slug != entry.slug:
        taken = next((project / entry.location.path).parents[1].glob(f"*/{slug}.md"), None)
        _check_free(project, library, entry, f"{system}/{slug}", is_taken=taken is not None)
    return Place(slug, part)


def term_slug_for(project: Path, library: Library, term: Term, target: str) -> str:
    """Parse a term's new id: "neu", "glossar/neu" or "t9a/glossar/neu". Raises Unusable if the term cannot have it."""
    *before, slug = target.split("/")
    if before not in ([], ["glossar"], [term.system, "glossar"]):
        raise CannotMove(f"„{target}“ ist keine Kennung eines Begriffs in {term.system}. Beispiel: {term.id}-neu.")
    _check_slug(slug)
    new = f"{term.system}/glossar/{slug}"
    if new == term.id:
        raise CannotMove(f"„{term.id}“ heißt schon so.")
    _check_free(project, library, term, new)
    return slug


def _check_slug(slug: str) -> None:
    if not SLUG.fullmatch(slug):
        raise Unfit(slug, "Kennung", ". Erlaubt: kleine Buchstaben ohne Umlaute, Ziffern, Bindestriche.")


def _check_free(project: Path, library: Library, it: Entry | Term, new: str, *, is_taken: bool = False) -> None:
    """Refuse an id that another rule or term ever had; one may return to its own old id."""
    taken = is_taken or new in library.entries or new in library.terms
    known = {move.old for move in library.moves} | set(published_ids(project))
    if taken or (new in known and library.current_id(new) != it.id):
        raise CannotMove(
            f"Die Kennung „{new}“ ist schon vergeben{'' if taken else ' gewesen'}; Kennungen bleiben für immer. Nimm eine andere."
        )


def moving(project: Path, library: Library, entry: Entry, to: Place, why: str, today: datetime.date) -> list[Change]:
    """All file changes of the move, in the order of writing. Raises Unusable if one cannot be made."""
    planner = _EntryPlanner(project, library, entry, to)
    changes = [*planner.own_files(), *planner.references()]
    if to.slug != entry.slug:
        changes.append(planner.row(why, today))
    gone = [Change(path, (project / path).read_bytes(), None) for path in planner.left]
    return [change for change in (*changes, *gone) if change.before != change.after]


def moving_term(project: Path, library: Library, term: Term, slug: str, why: str, today: datetime.date) -> list[Change]:
    """All file changes that give a term another id, in the order of writing. Raises Unusable if one cannot be made."""
    planner = _Planner(project, library, term.system, term.id.partition("/")[2], f"glossar/{slug}")
    changes = [*planner.references(), planner.row(why, today)]
    return [change for change in changes if change.before != change.after]


class _Planner:
    """Plans the changes in other files than those of the moved entry or term; `old` and `new` are ids without the system."""

    def __init__(self, project: Path, library: Library, system: str, old: str, new: str) -> None:
        self.project, self.library = project, library
        self.system, self.old, self.new = system, old, new

    def renaming(self, here: str = "") -> Renaming:
        return Renaming(self.system, self.old, self.new, here)

    def references(self) -> Iterator[Change]:
        """Changes to everything else that names the id: entries, glossaries (with the term itself), concepts, collections,
        queries, earlier moves.
        """
        if self.old == self.new:
            return
        for entry in self.library.entries.values():
            if entry.id != f"{self.system}/{self.old}":
                rename = self.renaming(entry.system)
                yield self._edited(entry.location.path, lambda text, rename=rename: renamed_entry(text, rename))  # type: ignore[misc]
        for system, at in ((one.id, one.overlay) for one in self.library.systems.values()):
            yield from self._yaml(
                f"{at}content/{system}/system.yaml", system, lambda path: (path[:1], path[2:3]) == (("sheets",), ("rules",))
            )
            yield from self._yaml(
                f"{at}glossary/{system}.yaml",
                system,
                lambda path: path[1:2] in (("entry",), ("mentioned",)),
                self._own_term(system),
            )
            yield from self._yaml(f"{at}glossary/queries/{system}.yaml", system, lambda path: path[1:] == ("entry",))
            if system != self.system:
                yield from self._yaml(f"{at}content/{system}/moved.yaml", "", lambda path: path[1:] == ("new",))
        yield from self._yaml("glossary/concepts.yaml", self.system, self._in_concept)

    def _in_concept(self, path: ValuePath) -> bool:
        return path[1:3] == ("entries", self.system)

    def _own_term(self, system: str) -> Callable[[str], str]:
        """The edit that gives the term its new id in its own glossary."""
        is_own = system == self.system and self.old.startswith("glossar/")
        old, new = (id_.removeprefix("glossar/") for id_ in (self.old, self.new))
        return lambda text: with_term_id(text, old, new) if is_own else text

    def _yaml(
        self, path: str, here: str, holds_id: Callable[[ValuePath], bool], also: Callable[[str], str] = lambda text: text
    ) -> Iterator[Change]:
        if (self.project / path).is_file():
            yield self._edited(path, lambda text: also(renamed_yaml(text, self.renaming(here), holds_id)))

    def row(self, why: str, today: datetime.date) -> Change:
        """The system's moved.yaml with the new row, and without any row from the new id."""
        path = f"{self.library.systems[self.system].overlay}content/{self.system}/moved.yaml"
        old, new = f"{self.system}/{self.old}", f"{self.system}/{self.new}"

        def with_row(text: str) -> str:
            text = renamed_yaml(without_row(text, new), self.renaming(), lambda path: path[1:] == ("new",))
            newline = newline_of(text) if text else "\n"
            start = text if not text or text.endswith(("\n", "\r")) else text + newline
            lines = (f"- old: {old}", f"  new: {new}", f"  date: {today.isoformat()}", f"  why: {scalar(why)}")
            return _checked(
                (start or schema_line(self.project / path, "moved")) + "".join(line + newline for line in lines), old, new
            )

        if not (self.project / path).is_file():
            return Change(path, None, with_row("").encode())
        return self._edited(path, with_row)

    def _edited(self, path: str, edit: Callable[[str], str]) -> Change:
        try:
            return edited_file(self.project, path, edit)
        except CannotEdit as problem:
            raise CannotMove(f"{path}: {problem} Nichts wurde geändert.") from None


class _EntryPlanner(_Planner):
    """Also plans the changes of an entry's own files; `left` are the files to delete last."""

    def __init__(self, project: Path, library: Library, entry: Entry, to: Place) -> None:
        super().__init__(project, library, entry.system, entry.slug, to.slug)
        self.entry, self.to = entry, to
        self.left: list[str] = []

    def own_files(self) -> Iterator[Change]:
        """The entry, its English text, and the drawings that move with it to another part."""
        old = Path(self.entry.location.path)
        new = old.parents[1] / self.to.part / f"{self.to.slug}.md"
        yield self._placed(old, new, lambda text: renamed_entry(text, self.renaming(self.system)))
        english = Path(english_path(old.as_posix()))
        if (self.project / english).is_file():
            yield self._placed(english, Path(english_path(new.as_posix())), lambda text: text)
        for name in sorted(_drawings(self.entry)) if old.parent != new.parent else ():
            if (self.project / old.parent / name).is_file():
                yield self._taken_along(old.parent / name, new.parent / name)

    def _placed(self, old: Path, new: Path, edit: Callable[[str], str]) -> Change:
        change = self._edited(old.as_posix(), edit)
        if (self.project / new).exists():
            raise Taken(new.as_posix())
        self.left.append(old.as_posix())
        return Change(new.as_posix(), None, change.after)

    def _taken_along(self, old: Path, new: Path) -> Change:
        drawing = (self.project / old).read_bytes()
        there = (self.project / new).read_bytes() if (self.project / new).exists() else None
        if there not in (None, drawing):
            raise CannotMove(f"Im Ordner „{new.parent.as_posix()}“ gibt es schon eine andere Zeichnung „{new.name}“.")
        others = (e for e in self.library.part_entries(self.entry.system, self.entry.part) if e.id != self.entry.id)
        if not any(old.name in _drawings(other) for other in others):
            self.left.append(old.as_posix())
        return Change(new.as_posix(), there, drawing)


def led_elsewhere(before: Graph, after: Graph, renamed: Mapping[str, str]) -> Iterator[tuple[str, str, str, str]]:
    """References whose meaning changes with the part ("siehe 15.3"): (owner, words, target before, target now; "" for none).

    `renamed` maps the old id to the new one.
    """

    def targets(graph: Graph, owner: str) -> dict[tuple[str, int, str], str]:
        texts = graph.texts.get(owner, {}).items()
        return {(field, r.reference.start, r.reference.text): r.target or "" for field, text in texts for r in text.references}

    for owner in before.texts:
        now = targets(after, renamed.get(owner, owner))
        for place, target in targets(before, owner).items():
            found = now.get(place, "")
            if found != renamed.get(target, target):
                yield renamed.get(owner, owner), place[2], target, found


def _drawings(entry: Entry) -> set[str]:
    opened = (line.value for line in body_lines(entry.text) if line.kind == "open")
    return {value.removeprefix("bild").strip() for value in opened if value.split(" ")[0] == "bild"}


def without_row(text: str, old: str) -> str:
    """moved.yaml without the row for a former id."""
    root = Yaml(text.removeprefix("\ufeff"), "").root
    rows = root.value if isinstance(root, yaml.SequenceNode) else []
    values = [plain_values(row) for row in rows]
    at = next((i for i, row in enumerate(values) if isinstance(row, dict) and row.get("old") == old), None)
    if at is None:
        return text
    lines = text.splitlines(keepends=True)
    end = rows[at + 1].start_mark.line if at + 1 < len(rows) else len(lines)
    while lines[end - 1].startswith("#") or not lines[end - 1].strip():
        end -= 1  # comments above the next row belong to it
    return "".join(lines[: rows[at].start_mark.line] + lines[end:])


def _checked(text: str, old: str, new: str) -> str:
    """Return the text if it is a list that ends with the new row; otherwise raise CannotEdit."""
    root = Yaml(text.removeprefix("\ufeff"), "").root
    rows = plain_values(root) if root else None
    if not isinstance(rows, list) or not isinstance(rows[-1], dict) or (rows[-1].get("old"), rows[-1].get("new")) != (old, new):
        raise CannotEdit("Die neue Zeile passt nicht zu dem, was dort steht.")
    return text
