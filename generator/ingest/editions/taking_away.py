"""The entries and terms that a reading removes: their share of the system, and their place for `bringing_back.py`.

`.entfernt/<system>/<n>/` in the overlay holds the files removed by the n-th such reading, below their former paths; of the term
base only the removed terms. `parts.yaml` has the rows of the entries' parts. All is written together with the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...model.choices import KEPT_FOLDER
from ...model.places import english_path
from ..writing.draft_files import as_yaml
from .pieces import pieces_of
from .previous_reading import Last
from .written import is_term, parts_in, slug_of

KEPT = KEPT_FOLDER

#: The file in such a folder with the rows of its entries' parts.
PARTS = "parts.yaml"

#: A loss of up to one item in this many needs no confirmation, nor does a book with at least so many known rules.
ONE_OF = 5


@dataclass(frozen=True, slots=True)
class Loss:
    """The number of lost items of those from the last reading that still exist: of entries alone, or of entries and terms."""

    gone: int
    of: int
    terms: bool

    @property
    def much(self) -> bool:
        """Whether the loss is so large that it needs confirmation."""
        return self.gone * ONE_OF > self.of


@dataclass(frozen=True, slots=True)
class Removal:
    """The removal by a reading: ids, files that keep it (path below the overlay → text), their folder ("" for none), and the loss."""

    ids: tuple[str, ...] = ()
    files: Mapping[str, str] | None = None
    kept_in: str = ""
    loss: Loss = Loss(0, 0, False)


def removal(out: Path, last: Last, gone: Sequence[str], glossary: str) -> Removal:
    """The removal of entries and terms that a book lacks; `glossary` is the term base after reading."""
    entries = [id_ for id_ in gone if not is_term(id_)]
    lost = {slug_of(id_) for id_ in gone if is_term(id_)} - terms_of(glossary).keys()
    terms = {slug: piece for slug, piece in terms_of(last.now.get(last.glossary, "")).items() if slug in lost}
    ids = (*entries, *(f"{last.system}/glossar/{slug}" for slug in terms))
    if not ids:
        return Removal()
    folder = f"{KEPT}/{last.system}/{max(numbers(out / KEPT / last.system), default=0) + 1}"
    places = [last.places[slug_of(id_)] for id_ in entries]
    kept = [one for place in places for one in (place, english_path(place)) if one in last.now]
    files = {one: last.now[one] for one in kept}
    files |= {last.glossary: "".join(terms.values())} if terms else {}
    files |= {PARTS: as_yaml(rows)} if (rows := _rows(last, places)) else {}
    return Removal(ids, {f"{folder}/{name}": text for name, text in files.items()}, folder, _loss(last, len(entries), len(terms)))


def terms_of(text: str) -> dict[str, str]:
    """The terms of a term base as text, by slug; empty if it does not split into terms."""
    pieces = pieces_of(text.removeprefix("\ufeff")) or {}
    return {slug: piece for slug, piece in pieces.items() if slug not in ("", "\0")}


def _loss(last: Last, entries: int, terms: int) -> Loss:
    """The loss of entries if that is large, otherwise the loss of entries and terms."""
    of_entries = Loss(entries, len(last.bases.keys() & last.places.keys()), terms=False)
    read = {slug_of(id_) for id_ in last.ids if is_term(id_)}
    there = terms_of(last.now.get(last.glossary, "")).keys() & read
    return of_entries if of_entries.much else Loss(entries + terms, of_entries.of + len(there), terms=True)


def _rows(last: Last, places: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of the files' parts: as they are now, otherwise as read last time."""
    needed = {place.split("/")[2] for place in places}
    rows = {row["id"]: dict(row) for row in [*last.parts, *parts_in(last.now.get(last.system_file, ""))]}
    return [row for name, row in rows.items() if name in needed]


def numbers(folder: Path) -> list[int]:
    """The numbers of the readings whose removals are kept, ascending."""
    folders = folder.iterdir() if folder.is_dir() else ()
    names = [path.name for path in folders if any(below.is_file() for below in path.rglob("*"))]
    return sorted(int(name) for name in names if name.isascii() and name.isdecimal())
