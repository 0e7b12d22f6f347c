"""The entries of which only texts changed since everything was read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..files.rows import Rows
from ..model.library import Library
from ..model.places import german_path
from ..model.values import Entry
from ..reading.state import State
from ..reading.stored_library import Uncertain, has_made_table

#: The most changed entries, and the most entries to check, for which this is quicker than checking everything.
MOST = 30


def changed_entries(library: Library, rows: Rows, state: State, read: Callable[[Entry], Entry | None]) -> dict[str, Entry]:
    """The entries of a recorded library whose files changed until this `state`, by id; `read` reads one anew. Raises Uncertain if more
    changed than their texts."""
    paths = state.changed_since(rows.value("about", "files"))
    if paths is None or len(paths) > MOST:
        raise Uncertain
    changed = {}
    for was in {entry.id: entry for entry in (entry_at(library, path) for path in paths)}.values():
        now = read(was)
        if now is None or has_made_table(now) or has_made_table(was) or _without_texts(now) != _without_texts(was):
            raise Uncertain
        changed[now.id] = now
    return changed


def entry_at(library: Library, path: str) -> Entry:
    """The entry whose German or English is in a file. Raises Uncertain if there is none."""
    german = german_path(path)
    folder, _, name = german.rpartition("/")
    entry = library.entries.get(f"{folder.removeprefix('content/').partition('/')[0]}/{name.removesuffix('.md')}")
    if entry is None or entry.location.path != german:
        raise Uncertain
    return entry


def _without_texts(entry: Entry) -> tuple[object, ...]:
    """An entry as other entries depend on it: everything but its texts, its review, and their places in the file; with the place of its
    title."""
    known = replace(entry, text="", text_en="", short="", short_en="", card=None, data=None, made=(), changes=(), waivers=())
    known = replace(known, status="", reviewed=None, reviewed_sections=(), translated_from="")
    return replace(known, body_line=0, lines={}), entry.lines.get("title")
