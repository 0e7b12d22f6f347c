"""`python -m tests.ingest.effort [FOLDER]`: how many corrections turn a book into a usable system, and how many files that would be
by hand.

FOLDER (made-up books, unless named) has books, and beside each NAME.titles: "# Part", then the titles of its rules. The corrections are
those of `nachschlag draft`, carried out one by one as a person would, until the outline has the listed titles in their parts.
"""

from __future__ import annotations

import datetime
import json
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from nachschlag.generator.ingest.editions.rereading import read_over
from nachschlag.generator.ingest.report.corrections import Wish, named_line
from nachschlag.generator.ingest.report.outline import Outline, Row, lines_of
from nachschlag.generator.ingest.report.report import report_record
from nachschlag.generator.ingest.source.read import read_source
from nachschlag.generator.ingest.storing import alone, correct, store
from nachschlag.generator.ingest.structure.profile import load_profile
from nachschlag.generator.ingest.structure.recognise import read_rules

from .measure import plain

BOOKS = Path(__file__).parents[1] / "data" / "effort"


@dataclass
class Effort:
    """The corrections of a book: the number of each kind, the files they changed, and the remaining faults."""

    titles: int
    done: Counter[str] = field(default_factory=Counter)
    shown_first: int = 0
    files: int = 0
    left: list[str] = field(default_factory=list)


def effort(book: Path, out: Path) -> Effort:
    """Read a book, then correct it until it fits its list."""
    wanted = listed(book.with_suffix(".titles"))
    reading = read_rules(read_source(book), load_profile("allgemein"))
    with alone(out):
        outcome = read_over(out, reading, "buch", datetime.date(2026, 1, 1))
        outcome.texts["ingest/buch/report.json"] = json.dumps(report_record(reading, outcome, "buch", [], repaired=False))
        store(out, "buch", outcome)
    found = Effort(len(wanted))
    while wish := next_wish(Outline(out, "buch"), wanted):
        before = Outline(out, "buch")
        found.shown_first += before.find(wish.id).looks_first
        step, _ = correct(out, "buch", wish)
        found.done[wish.action] += 1
        found.files += sum(path.startswith("content/") for path in step.texts)
    rows = [row for row in Outline(out, "buch").rows if row.level]
    found.left = sorted(set(wanted) - {plain(row.title) for row in rows})
    return found


def listed(path: Path) -> dict[str, str]:
    """Title → part."""
    wanted, part = {}, ""
    for line in path.read_text("utf-8").splitlines():
        part = line.removeprefix("# ") if line.startswith("# ") else part
        wanted |= {} if line.startswith("# ") else {plain(line): plain(part)}
    return wanted


def next_wish(outline: Outline, wanted: dict[str, str]) -> Wish | None:
    """The next correction that a person would make, from the top: names, junk, missing rules, then parts."""
    parts = {*wanted.values()}
    drafts = [row for row in outline.rows if row.level]
    missing = wanted.keys() - {plain(row.title) for row in drafts}
    for row in drafts:
        if plain(row.title) not in {*wanted, *parts}:
            name = named_line(row.title)[1]
            return Wish("rename", row.id, title=name) if plain(name) in missing else Wish("remove", row.id)
    for row in drafts:
        for line, text in lines_of(outline, row)[1:]:
            if plain(named_line(text)[1]) in missing:
                return Wish("split", row.id, line=line)
    return _part_wish(outline, wanted, parts, drafts)


def _part_wish(outline: Outline, wanted: dict[str, str], parts: set[str], drafts: list[Row]) -> Wish | None:
    there = {plain(title): part for part, title in outline.parts.items()}
    for title, part in list(there.items())[1:]:
        if title not in parts:
            return Wish("demote", f"{outline.system}/{part}/")
    for row in drafts:
        name = plain(row.title)
        if wanted.get(name, name) not in there and (name in parts or wanted[name] not in {plain(one.title) for one in drafts}):
            return Wish("promote", row.id)
    return None


def main(folder: Path) -> int:
    for titles in sorted(folder.glob("*.titles")):
        book = next(path for path in folder.glob(f"{titles.stem}.*") if path != titles)
        with tempfile.TemporaryDirectory() as out:
            found = effort(book, Path(out))
        kinds = ", ".join(f"{count} {name}" for name, count in sorted(found.done.items())) or "none"
        print(
            f"{book.name}: {found.titles} titles; {found.done.total()} corrections ({kinds}), {found.shown_first} of them shown first; "
            f"by hand {found.files} files; still missing {len(found.left)}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if sys.argv[1:] else BOOKS))
