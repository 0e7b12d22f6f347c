"""The former English of outdated entries: as it was when translated, and the date on which it changed.

Reads the git history, or else the English that builds and `accept` keep (`kept_english.py`). Never fails: without git, without a history
or in a shallow clone it just finds less.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..exchange.units import English
from ..model.english import english_fingerprint, outdated
from ..model.places import english_path, german_path, is_english_path
from ..model.values import Entry, Move
from ..reading.parse import front_matter, parse_entry
from ..reading.source import SourceFile
from .git import blobs, git
from .kept_english import kept_english

#: Seconds after which a build stops waiting for git (a network drive, a lock).
PATIENCE = 20

#: A function that reads a file of a commit (see `git.blobs`).
Reader = Callable[[str], bytes | None]

_FILE = re.compile(r"content/([^/]+)/[^/]+/([^/]+?)(?:\.en)?\.md")


@dataclass(frozen=True, slots=True)
class Change:
    """The change in an outdated entry's English.

    english  title_en, short_en, text_en as `translated_from` recorded them; None if unknown
    date     ISO date of the commit that changed them; "" if unknown or not yet committed
    """

    english: English | None = None
    date: str = ""


def english_changes(project: Path, entries: Iterable[Entry], moves: Iterable[Move] = ()) -> dict[str, Change]:
    """Id → change, for every outdated entry in `entries`; follows renamed entries through `moves`.

    >>> english_changes(project, library.entries.values(), library.moves)
    {'t9a/angst': Change(english=('Fear', 'Enemies …', ''), date='2026-05-03')}
    """
    stale = {entry.id: entry for entry in entries if outdated(entry)}
    if not stale:
        return {}
    found = _from_history(project, stale, {move.old: move.new for move in moves if "#" not in move.new})
    kept = kept_english(project)
    return {
        name: change if change.english else Change(kept.get(stale[name].translated_from), change.date)
        for name, change in ((name, found.get(name, Change())) for name in stale)
    }


def previous_english(project: Path, entries: Iterable[Entry], moves: Iterable[Move] = ()) -> dict[str, English]:
    """Id → (title_en, short_en, text_en) as `translated_from` recorded them, for every outdated entry, if known."""
    return {name: change.english for name, change in english_changes(project, entries, moves).items() if change.english}


@dataclass(frozen=True, slots=True)
class _Touch:
    """A commit that touched an entry's files: its date, and path → (blob before, blob after)."""

    commit: str
    date: str
    blobs: dict[str, tuple[str, str]]


def _from_history(project: Path, stale: dict[str, Entry], moves: dict[str, str]) -> dict[str, Change]:
    touches = _touches(project, stale, moves)
    if not touches:
        return {}
    with blobs(project) as read:
        return {name: _change(stale[name], _states(found, read)) for name, found in touches.items()}


def _change(entry: Entry, states: Iterator[tuple[English | None, str]]) -> Change:
    """The newest state that matches the translated English; without one, only the date of the last change to the English."""
    now = english_fingerprint(entry.title_en, entry.short_en, entry.text_en)
    newest, since = "", ""
    for at, (english, date) in enumerate(states):
        mark = english_fingerprint(*english) if english else ""
        if mark == entry.translated_from:
            return Change(english, date)
        newest = newest if at else mark
        if english and mark != now and newest == now and not since:
            since = date
    return Change(None, since)


def _states(touches: list[_Touch], read: Reader) -> Iterator[tuple[English | None, str]]:
    """An entry's English over time, newest first, each with the date of its change into the next newer ("" for the newest)."""
    with_english = any(is_english_path(path) for touch in touches for path in touch.blobs)
    yield _english(touches[0], 1, read, with_english), ""
    for touch in touches:
        yield _english(touch, 0, read, with_english), touch.date


def _english(touch: _Touch, side: int, read: Reader, with_english: bool) -> English | None:
    """The English before (side 0) or after (1) a commit; None if there was no readable entry."""

    def text(path: str) -> str:
        blob = touch.blobs[path][side] if path in touch.blobs else f"{touch.commit}:./{path}"
        raw = read(blob) or b"" if blob.strip("0") else b""  # git writes zeros for no file
        return raw.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")

    there = [path for path, blobs in touch.blobs.items() if blobs[side].strip("0")]
    path = next((p for p in there if not is_english_path(p)), None)
    path = path or next((german_path(p) for p in touch.blobs), "")
    text_en = text(english_path(path)) if with_english else ""
    return _read(text(path), text_en)


def _read(text: str, text_en: str) -> English | None:
    split = front_matter(SourceFile("", text))
    if split is None:
        return None
    head_only = SourceFile("", f"---\n{split[0]}---\n")  # bodies are long and irrelevant here
    entry = parse_entry(head_only, "spiel", "teil", "eintrag", text_en)[0]
    return (entry.title_en, entry.short_en, entry.text_en) if entry else None


def _touches(project: Path, stale: dict[str, Entry], moves: dict[str, str]) -> dict[str, list[_Touch]]:
    """Id → the commits that touched its files under any name, newest first, in one pass through the history.

    A merge counts as the changes that it brought to the branch, with the date of their arrival. Dates are commit dates.
    """
    names: dict[str, str] = {}
    show = ["--raw", "--no-abbrev", "--find-renames", "--relative", "--no-ext-diff", "--no-color", "--diff-merges=first-parent"]
    folders = sorted({f"content/{entry.system}" for entry in stale.values()})
    found: dict[str, list[_Touch]] = defaultdict(list)
    status, said, _ = git(project, "log", "--topo-order", "--format=%x00%H %cs", *show, "--", *folders, timeout=PATIENCE)
    for block in said.split("\0")[1:] if status == 0 else ():
        head, *lines = block.splitlines()
        commit, date = head.split()
        for name, touched in _by_entry(lines, stale, moves, names).items():
            found[name].append(_Touch(commit, date, touched))
    return found


def _by_entry(
    lines: list[str], stale: dict[str, Entry], moves: dict[str, str], names: dict[str, str]
) -> dict[str, dict[str, tuple[str, str]]]:
    """Git's raw lines (":100644 100644 <blob before> <blob after> M<tab>path") by the path's current id.

    A rename that has no row in moved.yaml (":… R95<tab>old<tab>new") leaves the id of its old path in `names`, for the commits before.
    """
    found: dict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    for line in lines:
        about, *paths = line.split("\t")
        path = paths[-1] if paths else ""
        match = _FILE.fullmatch(path)
        name = names.get(path) or (_today(f"{match[1]}/{match[2]}", moves) if match else "")
        if name in stale:
            if len(paths) > 1:
                names[paths[0]] = name
            _, _, before, after, _ = about.split()
            found[name][path] = (before, after)
    return found


def _today(name: str, moves: dict[str, str]) -> str:
    """An id's current form; circular moves end where they began."""
    seen: set[str] = set()
    while name in moves and name not in seen:
        seen.add(name)
        name = moves[name]
    return name
