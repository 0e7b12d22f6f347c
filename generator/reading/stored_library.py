"""Write a library as rows, and read it back lazily: the same answers without reading the content."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from typing import Any

from ..files.rows import Form, Rows, Tables
from ..model import values
from ..model.library import Library, Name
from ..model.values import Entry, Term
from ..prose.body import MADE

#: The classes of a library's values.
CLASSES: tuple[type, ...] = (*(one for one in vars(values).values() if is_dataclass(one) and isinstance(one, type)), Name)

#: Tables of values by id, and tables of values without one.
_BY_ID = ("entries", "terms", "concepts")
_VALUES = ("drawings", "drawing_problems", "queries")
#: Tables of lists of such values → the table that holds the values.
_LISTS = {
    "by_part": "entries",
    "by_number": "entries",
    "by_page": "entries",
    "children": "entries",
    "term_of": "terms",
    "concepts_of": "concepts",
}


def library_tables(library: Library) -> Tables:
    """The tables from which `StoredLibrary` answers as this library does."""
    lists = {name: getattr(library, f"_{name}").items() for name in _LISTS}
    return {
        "systems": library.systems.items(),
        "moves": enumerate(library.moves),
        **{name: getattr(library, name).items() for name in (*_BY_ID, *_VALUES)},
        **{name: ((key, [one.id for one in found]) for key, found in rows) for name, rows in lists.items()},
        "by_name": library._by_name.items(),
        "place": library._place.items(),
    }


class StoredLibrary(Library):
    """A library whose tables are rows. Reads systems and moves at once, anything else on demand.

    `names_rows` are the tables of the names to look for in texts.
    """

    def __init__(self, rows: Rows, names: Rows) -> None:
        self.names_rows = names
        self.systems = dict(rows.rows("systems"))
        self.moves = tuple(move for _, move in rows.rows("moves"))
        self._moved = {move.old: move.new for move in reversed(self.moves)}
        for name in (*_BY_ID, *_VALUES):
            setattr(self, name, rows.table(name))
        for name in ("by_name", "place"):
            setattr(self, f"_{name}", rows.table(name))
        for name, of in _LISTS.items():
            setattr(self, f"_{name}", rows.table(name, _reader(self, of)))
        self._ids = rows.keys

    def system_entries(self, system: str) -> list[Entry]:
        return [self.entries[one] for one in self._ids("entries") if one.startswith(f"{system}/")]

    def system_terms(self, system: str) -> list[Term]:
        return [self.terms[one] for one in self._ids("terms") if one.startswith(f"{system}/")]


class Uncertain(Exception):
    """The record gives no certain answer."""


class ChangedLibrary(StoredLibrary):
    """The recorded library with the entries whose texts changed."""

    def __init__(self, rows: Rows, names: Rows, changed: Mapping[str, Entry]) -> None:
        super().__init__(rows, names)
        before, self.changed = self.entries, changed
        self.entries = _Entries(changed, before, _Retold([(before[one], now) for one, now in changed.items()]))


class _Entries(ChainMap[str, Entry]):
    """The changed entries over the recorded ones. Raises Uncertain for an entry whose made tables may show a change."""

    def __init__(self, changed: Mapping[str, Entry], before: Mapping[str, Entry], retold: _Retold) -> None:
        super().__init__(dict(changed), before)  # type: ignore[arg-type]  # which is only read
        self._retold = retold

    def __getitem__(self, key: str) -> Entry:
        entry = super().__getitem__(key)
        if has_made_table(entry) and self._retold.may_be_in(entry):
            raise Uncertain
        return entry

    def __len__(self) -> int:
        return len(self.maps[1])  # which has the changed ids, too


class _Retold:
    """What made tables may show of entries that changed (besides their names)."""

    def __init__(self, changed: Sequence[tuple[Entry, Entry]]) -> None:
        #: The systems in which more changed than the words of short rules.
        self._systems = {now.system for was, now in changed if _shown(was) != _shown(now)}
        self._shorts = [(was.system, was.short) for was, now in changed if was.short != now.short]

    def may_be_in(self, entry: Entry) -> bool:
        """Whether a table in an entry's text may show something of it: the rows and cells of a table show whole short rules, but where it
        takes sentences from them."""
        shorts = [" ".join(short.split()) for system, short in self._shorts if system == entry.system]
        if entry.system in self._systems or (shorts and _OF_SENTENCES.search(entry.text)):
            return True
        return any(short in entry.text or short.replace("|", "\\|") in entry.text for short in shorts)


#: A made table with single sentences of short rules.
_OF_SENTENCES = re.compile('satz="?short')


def _shown(entry: Entry) -> tuple[object, ...]:
    """The parts of an entry that made tables show, besides its names and the words of its short rule."""
    return (bool(entry.short), entry.card, entry.data)


def has_made_table(entry: Entry) -> bool:
    """Whether a table in its text is made from other entries."""
    return f"::: {MADE} " in entry.text


def _reader(library: Library, of: str) -> Any:
    def read(ids: Sequence[str]) -> list[Any]:
        return [getattr(library, of)[one] for one in ids]

    return read


def library_form(*more: type) -> Form:
    """The form in which values of a library, and of `more` classes, are kept."""
    return Form(*CLASSES, *more)
