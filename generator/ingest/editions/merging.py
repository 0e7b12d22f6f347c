"""Merge three states of a file: as read last time, as it is now, as read this time. Merges field by field and term by term;
within one piece, Git merges.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .pieces import Pieces, is_readable, item_pieces, pieces_of
from .written import as_written, plain

#: The line that marks an entry whose source has changed since its last review.
_MARK = re.compile(r"^translated_from:.*\n", re.MULTILINE)
_OF_TERM = re.compile(r"^  translated_from:.*\n", re.MULTILINE)

#: The beginning of an item of a list, below its comments.
_ITEM = re.compile(r"^-[ \n]", re.MULTILINE)

#: Fields that do not alter the rule: its place in the book. A hand-written value wins.
_PLACES = ("order", "page", "parent", "number")
_PLACE = re.compile(rf"^(?:{'|'.join(_PLACES)}):.*\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Merged:
    """A merged file: `text` is None for deletion; in a conflict both sides changed the same lines, and the current text stays."""

    text: str | None
    conflict: bool = False


def merged(base: str | None, ours: str | None, theirs: str | None) -> Merged:
    """Merge two sides: take what only one side changed, and combine changes that do not overlap.

    A file deleted by hand stays deleted; a file or term dropped by the book but edited by hand stays.

    >>> merged("a\\n", "a\\n", "b\\n"), merged("a\\n", "b\\n", "a\\n"), merged("a\\n", "b\\n", "c\\n")
    (Merged(text='b\\n', conflict=False), Merged(text='b\\n', conflict=False), Merged(text='b\\n', conflict=True))
    """
    if ours is None:
        return Merged(theirs if base is None else None)
    if theirs is None:
        return Merged(None if base is not None and is_as_read(base, ours) else ours)
    if theirs == base or plain(ours) == theirs:
        return Merged(ours)
    if plain(ours) == base:
        return Merged(theirs)
    together = _together(base or "", plain(ours), theirs)
    return Merged(ours, conflict=True) if together is None else Merged(as_written(together, ours))


def is_as_read(base: str, ours: str) -> bool:
    """Whether a file is unedited since it was read, ignoring the source mark and line ends; a new status is an edit."""
    return unmarked(plain(ours)) == unmarked(base)


def says_the_same(one: str, other: str) -> bool:
    """Whether two states of an entry differ at most in their place in the book.

    >>> says_the_same("---\\npage: 3\\n---\\nText\\n", "---\\npage: 4\\n---\\nText\\n")
    True
    """
    return _PLACE.sub("", unmarked(one)) == _PLACE.sub("", unmarked(other))


def unmarked(text: str) -> str:
    """An entry without the mark of a changed source."""
    return _MARK.sub("", text, count=1) if text.startswith("---\n") else text


def _together(base: str, ours: str, theirs: str) -> str | None:
    """Merge piece by piece if all three split into pieces, otherwise line by line; None if both sides changed the same."""
    ours += "" if ours.endswith("\n") else "\n"
    before, now, read = pieces_of(base), pieces_of(ours), pieces_of(theirs)
    if before is None or now is None or read is None:
        return _lines(base, ours, theirs)
    pieces = _pieces(before, now, read)
    return "".join(pieces.values()) if pieces is not None and is_readable(pieces) else None


def _pieces(base: Pieces, ours: Pieces, theirs: Pieces) -> Pieces | None:
    """Merge pieces in the order of `ours`; pieces only in `theirs` keep their predecessor."""
    result: Pieces = {}
    for name in _order(list(ours), list(theirs)):
        before, now, read = base.get(name), ours.get(name), theirs.get(name)
        if read == before or now == read or (now != before and name in _PLACES):
            chosen = now
        elif now == before:
            chosen = read
        elif read is None and _ITEM.search(now or ""):
            chosen = None if _OF_TERM.sub("", now or "") == _OF_TERM.sub("", before or "") else now  # edited since it was read?
        elif before is None or now is None or read is None or (chosen := _within(before, now, read)) is None:
            return None
        if chosen is not None:
            result[name] = chosen
    return result


def _within(base: str, ours: str, theirs: str) -> str | None:
    """Merge a piece that both sides changed: field by field if it is an item of a list, otherwise line by line."""
    before, now, read = item_pieces(base), item_pieces(ours), item_pieces(theirs)
    if before is None or now is None or read is None:
        return _lines(base, ours, theirs)
    fields = _pieces(before, now, read)
    return None if fields is None else "".join(fields.values())


def _order(ours: list[str], theirs: list[str]) -> list[str]:
    order = list(ours)
    there = set(ours)
    for at, name in enumerate(theirs):
        if name not in there:
            order.insert(order.index(theirs[at - 1]) + 1 if at else 0, name)
            there.add(name)
    return order


def _lines(base: str, ours: str, theirs: str) -> str | None:
    """Merge with `git merge-file`; None if both sides changed the same lines, or without git."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("ours", "base", "theirs")]
        for path, text in zip(paths, (ours, base, theirs), strict=True):
            path.write_text(text, encoding="utf-8", newline="")
        try:
            run = subprocess.run(["git", "merge-file", "-p", "-q", *map(str, paths)], capture_output=True, check=False)
        except OSError:
            return None
    return run.stdout.decode("utf-8") if run.returncode == 0 else None
