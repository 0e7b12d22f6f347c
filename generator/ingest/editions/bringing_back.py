"""Bring back what a reading took away: entries with their parts, and terms; drops their rows from moved.yaml.

Restored entries and terms count as written by hand, so that no later reading takes them away again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ...model.places import english_path
from ...references.moving import without_row
from .books import with_rows, without_rows
from .merging import merged
from .previous_reading import DamagedReading, Last, NoReading
from .rereading import Outcome
from .taking_away import KEPT, PARTS, numbers, terms_of
from .written import as_written, is_entry, parts_in, slug_of, texts_below


@dataclass
class BroughtBack:
    """The files after bringing back, as an outcome to store; the restored ids, and those already present."""

    outcome: Outcome
    ids: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


def bring_back(out: Path, system: str, number: int | None = None) -> BroughtBack:
    """Bring back what the reading with this number took away (None: the last one). Raises Unusable."""
    folder = _folder(out, system, number)
    last = Last(out, system)
    if last.first:
        raise NoReading(f"Das Spiel „{system}“ gibt es in „{out}“ nicht mehr. Lies erst sein Buch ein, dann hol zurück.")
    kept = dict(texts_below(folder))
    back = BroughtBack(Outcome(first=False, ids=(), seen=dict(last.now)))
    _entries(back, last, kept)
    _parts(back, last, kept.get(PARTS, ""))
    _terms(back, last, kept.get(last.glossary, ""))
    _moves(back, last)
    return back


def _folder(out: Path, system: str, number: int | None) -> Path:
    folder = out / KEPT / system
    there = numbers(folder)
    if not there:
        raise NoReading(
            f"Für „{system}“ ist in „{out}“ nichts aufgehoben: Kein Einlesen hat etwas entfernt. Prüfe --system und --out."
        )
    if number is not None and number not in there:
        raise NoReading(f"Nummer {number} gibt es unter „{folder}“ nicht. Aufgehoben ist: {', '.join(map(str, there))}.")
    return folder / str(there[-1] if number is None else number)


def _entries(back: BroughtBack, last: Last, kept: Mapping[str, str]) -> None:
    for path in kept:
        if is_entry(path):
            id_ = f"{last.system}/{slug_of(path)}"
            if slug_of(path) in last.places:
                back.left.append(id_)
            else:
                back.ids.append(id_)
                back.outcome.texts |= {one: kept[one] for one in (path, english_path(path)) if one in kept}


def _parts(back: BroughtBack, last: Last, rows: str) -> None:
    """Restore parts that the entries need and the system lacks; records them as read, so that the next reading keeps them."""
    path = last.system_file
    there = {row["id"] for row in parts_in(last.now.get(path, ""))}
    lacking = {path.split("/")[2] for path in back.outcome.texts} - there
    if not lacking:
        return
    base = last.base.get(path, "")
    base = without_rows(base, {"parts": [row for row in parts_in(base) if row["id"] in lacking]})
    wanted = with_rows(base, {"parts": [row for row in parts_in(f"parts:\n{rows}") if row["id"] in lacking]})
    result = merged(base, last.now.get(path), wanted)
    if result.text is None or result.conflict:
        raise DamagedReading(
            f"In „{path}“ fehlen die Teile {', '.join(sorted(lacking))}. Trage sie dort unter parts ein, dann hol zurück."
        )
    back.outcome.texts |= {path: result.text, f"ingest/{last.system}/base/{path}": wanted}


def _terms(back: BroughtBack, last: Last, kept: str) -> None:
    path, now = last.glossary, last.now.get(last.glossary, "")
    there = terms_of(now)
    lacking = {slug: piece for slug, piece in terms_of(kept).items() if slug not in there}
    back.left += [f"{last.system}/glossar/{slug}" for slug in terms_of(kept) if slug in there]
    back.ids += [f"{last.system}/glossar/{slug}" for slug in lacking]
    if not lacking:
        return
    if now.strip() and not there and now.strip() != "[]":
        raise DamagedReading(f"„{path}“ ist keine Liste von Begriffen. nachschlag check sagt, wo.")
    before = now if there else ""
    start = before if not before or before.endswith("\n") else f"{before}\n"
    back.outcome.texts[path] = as_written(f"{start}{''.join(lacking.values())}".replace("\r\n", "\n").removeprefix("\ufeff"), now)


def _moves(back: BroughtBack, last: Last) -> None:
    path = f"content/{last.system}/moved.yaml"
    text = before = last.now.get(path, "")
    for id_ in back.ids:
        if id_ in last.moves:
            text = without_row(text, id_)
    if text != before:
        back.outcome.texts[path] = text
