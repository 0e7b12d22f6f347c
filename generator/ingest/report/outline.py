"""The current outline of a system in its files: parts and drafts in reading order, with the report on each.

Parts have ids with a stroke at the end ("moos/wald/"), drafts those of their entries ("moos/wald").
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...model.places import english_path
from ...model.slug import slugify
from ...model.unusable import ChangedMeanwhile, NothingToDo, UnknownName
from ..editions.previous_reading import Last, NoReading
from ..editions.written import body_of, is_entry, is_term, parts_in, plain, slug_of, values_of
from ..writing.draft_files import WITHOUT_TEXT
from ..writing.naming import free_slug
from .report import UNSURE

#: The number of steps that can be undone.
_KEPT = 50


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the outline: a part (level 0), or a draft (from level 1).

    found     the row of report.json about it; None if a person added it
    accepted  whether a person decided on it
    mark      changes with its files and with what precedes it, so that a stale page is noticed
    """

    id: str
    path: str
    title: str
    part: str
    level: int
    number: str = ""
    parent: str = ""
    order: int = 0
    found: Mapping[str, Any] | None = None
    accepted: bool = False
    mark: str = ""

    @property
    def why(self) -> str:
        """The reasons for it, in German."""
        found = self.found or {}
        return "; ".join(found.get("reasons") or [found.get("found_as", "")])

    @property
    def looks_first(self) -> bool:
        """Whether a person should decide on it first."""
        return not self.accepted and (self.found or {}).get("certainty", 1) < UNSURE

    @property
    def slug(self) -> str:
        return slug_of(self.path)


class Outline:
    """The outline of a system read into `out`. Raises Unusable unless it was read from a book.

    now    path → text of the system's files, of which `last` has the state of the last reading
    rows   parts and drafts in reading order
    """

    def __init__(self, out: Path, system: str) -> None:
        self.out, self.system = out, system
        self.last = Last(out, system)
        if self.last.first:
            raise NoReading(f"In „{out}“ ist kein Spiel „{system}“ eingelesen.")
        self.now = dict(self.last.now)
        self._log_path = f"ingest/{system}/steps.json"
        self._log = _log(out / self._log_path)
        self.parts = {str(row["id"]): str(row["title"]) for row in parts_in(self.now.get(self.last.system_file, ""))}
        self.rows = list(self._rows())
        self._by_id = {row.id: row for row in self.rows}

    def find(self, id_: str) -> Row:
        """The row with this id, without its system, too. Raises Unusable."""
        wanted = id_ if id_.startswith(f"{self.system}/") else f"{self.system}/{id_}"
        row = self._by_id.get(wanted)
        if row is None:
            raise UnknownName(f"Den Entwurf „{wanted}“ gibt es nicht.", wanted, [*self._by_id])
        return row

    def before(self, row: Row) -> Row | None:
        """The draft before this one in reading order."""
        return next((one for one in reversed(self.rows[: self.rows.index(row)]) if one.level), None)

    def within(self, part: str) -> list[Row]:
        """The drafts of a part in reading order."""
        return [row for row in self.rows if row.part == part and row.level]

    def text_path(self, row: Row) -> str:
        """The file with the text of a draft: its English one until there is a German text."""
        english = english_path(row.path)
        return english if english in self.now and body_of(self.now[row.path]) in ("", WITHOUT_TEXT) else row.path

    def taken(self) -> set[str]:
        """Slugs that no new draft may have, because a draft has or had them."""
        ids = [*self.last.ids, *self.last.moves, *(row.id for row in self.rows if row.level)]
        return {slug_of(id_) for id_ in ids if not is_term(id_)}

    def free_part(self, title: str) -> str:
        """A free id for a new part."""
        return free_slug([slugify(title)[:60].strip("-") or "teil"], {row.part for row in self.rows})

    # -- undoing -----------------------------------------------------------------------------------------------

    def read(self, path: str) -> str | None:
        """A file's text; None if there is none."""
        return (self.out / path).read_bytes().decode("utf-8") if (self.out / path).is_file() else None

    def logged(self, said: str, id_: str, accepted: Sequence[str], texts: Mapping[str, str | None]) -> dict[str, str | None]:
        """The log with one step more."""
        added = [one for one in accepted if one not in self._log["accepted"]]
        if not added and not texts:
            return {}
        files = {path: [self.read(path), _digest(text)] for path, text in texts.items()}
        step = {"said": said, "id": id_, "accepted": added, "files": files}
        return self._with_log([*self._log["accepted"], *added], [*self._log["steps"], step][-_KEPT:])

    @property
    def undoable(self) -> tuple[str, str]:
        """The description of the last step, and its mark; "" if there is none."""
        step = next(reversed(self._log["steps"]), None)
        return (step["said"], _digest(json.dumps(step))[:12]) if step else ("", "")

    def undoing(self, mark: str) -> tuple[str, str, dict[str, str | None]]:
        """The description of the last step, its row, and its files as they were before. Raises Unusable."""
        steps, known = self._log["steps"], self.undoable[1]
        if not steps:
            raise NothingToDo("Es gibt nichts zurückzunehmen.")
        if mark not in ("", known):
            raise ChangedMeanwhile("Inzwischen geschah etwas anderes, darum blieb alles, wie es ist; hier steht der neue Stand.")
        step = steps[-1]
        for path, (_, digest) in step["files"].items():
            # a log found in a folder may come from elsewhere
            if not (self.out / path).resolve().is_relative_to(self.out.resolve()) or _digest(self.read(path)) != digest:
                raise ChangedMeanwhile(f"„{path}“ ist inzwischen geändert, darum blieb alles, wie es ist.")
        accepted = [one for one in self._log["accepted"] if one not in step["accepted"]]
        texts = {path: before for path, (before, _) in step["files"].items()} | self._with_log(accepted, steps[:-1])
        return f"Zurückgenommen: {step['said']}", step["id"], texts

    def _with_log(self, accepted: Sequence[str], steps: Sequence[Any]) -> dict[str, str | None]:
        log = {"accepted": accepted, "steps": steps}
        return {self._log_path: json.dumps(log, ensure_ascii=False, indent=1) + "\n" if accepted or steps else None}

    # -- rows -------------------------------------------------------------------------------------------------------------

    def _rows(self) -> Iterator[Row]:
        found = self._found()
        heads = {path: values_of(text) for path, text in self.now.items() if is_entry(path)}
        accepted = {self.last.followed(id_) for id_ in self._log["accepted"]}
        orders = {path: _number(head.get("order")) for path, head in heads.items()}
        parents = {slug_of(path): slug_of(str(head.get("parent") or "")) for path, head in heads.items()}
        by_part: dict[str, list[str]] = {part: [] for part in self.parts}
        for path in sorted(heads, key=lambda path: (orders[path], slug_of(path))):
            by_part.setdefault(path.split("/")[2], []).append(path)
        last = ""
        for part, files in by_part.items():
            at, title = f"{self.system}/{part}/", self.parts.get(part, part)
            mark = _digest("\0".join((part, title, last, *files)))[:12]
            yield Row(at, "", title, part, 0, found=found.get(title), accepted=at in accepted or title not in found, mark=mark)
            for path in files:
                slug = slug_of(path)
                id_, level = f"{self.system}/{slug}", _level(slug, parents)
                title, number = (str(heads[path].get(name) or "") for name in ("title", "number"))
                seen = (path, self.now[path], self.now.get(english_path(path), ""), last, self.now.get(last, ""))
                mark, done, last = _digest("\0".join(seen))[:12], id_ in accepted or id_ not in found, path
                row = found.get(id_)
                yield Row(id_, path, title or slug, part, level, number, parents[slug], orders[path], row, done, mark)

    def _found(self) -> dict[str, Mapping[str, Any]]:
        """The rows of the reports on the system's books: for each draft by its current id, for each part by its title."""
        folder = self.out / "ingest" / self.system
        found: dict[str, Mapping[str, Any]] = {}
        for path in (folder / "report.json", *sorted(folder.glob("books/*/report.json"))):
            try:
                report = json.loads(path.read_text("utf-8"))
                found = {row["title"]: row for row in report["parts"]} | found  # the first book's, if they share a title
                found |= {self.last.followed(row["id"]): row for row in report["drafts"]}
            except (OSError, ValueError, KeyError, TypeError):
                continue  # the report is for reading; without it all is as if added by hand
        return found


def lines_of(outline: Outline, row: Row) -> list[tuple[int, str]]:
    """(line in its file, text) of a draft's lines with text."""
    text = plain(outline.now[outline.text_path(row)])
    head, mark, _ = text.partition("\n---\n") if text.startswith("---\n") else ("", "", "")
    above = f"{head}{mark}".count("\n")
    return [(at, line) for at, line in enumerate(text.split("\n"), 1) if at > above and line.strip()]


def _number(value: Any) -> int:
    return int(value) if str(value).isdecimal() else 0


def _level(slug: str, parents: Mapping[str, str]) -> int:
    level, seen = 1, {slug}
    while (slug := parents.get(slug, "")) in parents and slug not in seen:
        seen.add(slug)
        level += 1
    return level


def _digest(text: str | None) -> str:
    return "" if text is None else hashlib.sha256(text.encode()).hexdigest()


def _log(path: Path) -> dict[str, list[Any]]:
    """The log; an empty one if it is damaged."""
    try:
        log = json.loads(path.read_bytes())
        for step in log["steps"]:
            step["files"] = {name: (before, digest) for name, (before, digest) in step["files"].items()}
            step |= {"said": str(step["said"]), "id": str(step["id"]), "accepted": [*step["accepted"]]}
        return {"accepted": [*log["accepted"]], "steps": [*log["steps"]]}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {"accepted": [], "steps": []}
