"""Further books of a system, such as expansions: their entries lie beside the first book's, in parts that bear the book's name.

`ingest/<system>/books/<book>/` records for a further book what `ingest/<system>/` records for the first; the system.yaml in its
base has only the rows that this book added to the system's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from ...model.slug import slugify
from ...model.unusable import Unfit
from ..drafts import Reading
from ..writing.as_body import one_line
from ..writing.draft_files import as_yaml
from .written import LISTS, Rows, rows_of

_LONGEST = 40


def refuse_name(book: str) -> None:
    """Raise Unusable for a name that cannot begin the title of a part."""
    if not slugify(book) or one_line(book, _LONGEST) != book:
        raise Unfit(book, "Name eines Buchs (--book)", ". Nimm einen kurzen Titel, etwa „Moorheer“.")


def record_folder(system: str, book: str) -> str:
    """The folder below the overlay with the record of a book's last reading; "" is the first book.

    >>> record_folder("moos", ""), record_folder("moos", "Das Moorheer")
    ('ingest/moos', 'ingest/moos/books/das-moorheer')
    """
    return f"ingest/{system}/books/{slugify(book)}" if book else f"ingest/{system}"


def other_records(out: Path, system: str, book: str) -> Iterator[Path]:
    """The folders of the system's other books, the first one first."""
    for folder in (out / "ingest" / system, *sorted((out / "ingest" / system / "books").glob("*/"))):
        if folder != out / record_folder(system, book) and (folder / "spans.json").is_file():
            yield folder


def named(reading: Reading, book: str) -> Reading:
    """The reading with the book's name before the names of its parts: "Moorheer: Gelände"; text outside of parts is in "Moorheer"."""
    if not book:
        return reading
    drafts = tuple(replace(draft, part=_part(draft.part, book)) for draft in reading.drafts)
    parts = tuple(replace(part, title=_part(part.title, book)) for part in reading.parts)
    return replace(reading, drafts=drafts, parts=parts)


def _part(title: str, book: str) -> str:
    return f"{book}: {title}" if title else book


def with_rows(system: str, more: Rows) -> str:
    """Add the rows that a system.yaml lacks to its lists.

    >>> with_rows("parts:\\n- id: wald\\n", {"parts": [{"id": "wald"}], "data": [{"name": "mut"}]})
    'parts:\\n- id: wald\\ndata:\\n- name: mut\\n'
    """
    record = yaml.safe_load(system)
    lists = {name: [*(record.get(name) or ()), *rows] for name, rows in without(more, rows_of(system)).items() if rows}
    return as_yaml({**record, **lists}) if lists else system


def without_rows(system: str, less: Rows) -> str:
    """Take rows from the lists of a system.yaml."""
    record = yaml.safe_load(system)
    lists = {name: [row for row in record.get(name) or () if row not in rows] for name, rows in less.items() if rows}
    return as_yaml({**record, **lists}) if lists else system


def without(rows: Rows, others: Rows) -> Rows:
    """The rows that others lack, without abbreviations of their parts.

    >>> without({"data": [{"name": "a"}, {"name": "b"}]}, {"data": [{"name": "b"}]})
    {'data': [{'name': 'a'}]}
    """
    there = {name: {row[LISTS[name]] for row in found} for name, found in others.items()}
    used = {short for row in others.get("parts", []) for short in row.get("abbreviations", ())}
    return {
        name: [_free(row, used) for row in found if row[LISTS[name]] not in there.get(name, ())] for name, found in rows.items()
    }


def _free(row: dict[str, Any], used: set[str]) -> dict[str, Any]:
    if "abbreviations" not in row:
        return row
    free = [short for short in row["abbreviations"] if short not in used]
    return {name: value for name, value in {**row, "abbreviations": free}.items() if value != []}
