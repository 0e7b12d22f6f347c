"""Tables of values in one file, from which a starting program reads only the few it needs.

The file is a database of SQLite, followed by a line about it (the mark of what it was made from, a sum). It is replaced as a whole, so
that writers never disturb readers, who have opened it; a damaged file counts as missing. Only what is asked for comes into memory.
"""

from __future__ import annotations

import dataclasses
import json
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO, Generic, TypeVar

from .atomic import replacing

Key = TypeVar("Key")
Value = TypeVar("Value")

#: Table → its rows in order, as (key, value). Keys are texts, or tuples of texts and numbers.
Tables = Mapping[str, Iterable[tuple[Any, Any]]]


#: Stands for the rows of a table that the last file has.
KEPT: list[tuple[Any, Any]] = []


def write_rows(path: Path, mark: str, tables: Tables, form: Form, mark_of: Callable[[str, Any], str] = lambda *_: "") -> None:
    """Write a file of rows. Raises OSError if it cannot be written.

    `mark_of(table, value)` marks what decides a value's text ("" if unknown); a value whose mark is unchanged keeps its text in the
    file. Tables may be `KEPT` if there is a file of the last time.
    """
    with _replacing(path, mark) as connection:
        _change(connection, tables, form, mark_of)


@contextmanager
def _replacing(path: Path, mark: str) -> Iterator[sqlite3.Connection]:
    """A database with the rows of a file of any mark (none if it cannot be read), to be changed; it replaces that file after the body.
    Raises OSError if it cannot be written."""
    try:
        with replacing(path) as draft:
            has_rows = _copied(path, draft)
            with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
                for setting in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -16000"):
                    connection.execute(f"PRAGMA {setting}")
                connection.execute("BEGIN")
                if not has_rows:
                    columns = ", ".join(f"{name} {kind}" for name, kind in _COLUMNS.items())
                    connection.execute(f"CREATE TABLE row ({columns}, PRIMARY KEY (name, key)) WITHOUT ROWID")
                yield connection
                connection.execute("COMMIT")
            _seal(draft, mark)
    except sqlite3.OperationalError as problem:
        raise OSError(str(problem)) from problem  # no room for that file


def _copied(path: Path, draft: str) -> bool:
    """Copy the database in a file of rows to another file; returns whether it is undamaged and has our columns."""
    with suppress(*_NO_ROWS), path.open("rb") as file, open(draft, "wb") as copy:
        _, size, total = _about(file)
        if _sum(file, size, copy.write) == total:
            copy.close()
            with closing(sqlite3.connect(draft)) as connection:
                if [name for _, name, *_ in connection.execute("PRAGMA table_info(row)")] == list(_COLUMNS):
                    return True
    with open(draft, "wb"):
        return False


def _seal(file: str, mark: str) -> None:
    """Add the line about a database to its file."""
    with open(file, "r+b") as opened:
        size = os.fstat(opened.fileno()).st_size
        line = json.dumps([mark, size, _sum(opened, size)])
        opened.seek(size)
        opened.write(f"\n{line}\n".encode())


#: The most bytes of the line about a database, and those that are read at a time.
_MOST_ABOUT, _PIECE = 1000, 1 << 20


def _about(file: BinaryIO) -> tuple[str, int, int]:
    """The mark, the size and the sum of the database in a file; leaves the file at its beginning. Raises ValueError or TypeError where its
    end does not tell."""
    whole = os.fstat(file.fileno()).st_size
    file.seek(max(0, whole - _MOST_ABOUT))
    line = file.read().removesuffix(b"\n").rpartition(b"\n")[2]
    mark, size, total = json.loads(line)
    if size + len(line) + 2 != whole:
        raise ValueError
    file.seek(0)
    return mark, size, total


def _sum(file: BinaryIO, size: int, use: Callable[[bytes], Any] = lambda _: None) -> int:
    """The sum of the next bytes of a file, each piece of which is also put to use."""
    total = 0
    while size > 0 and (piece := file.read(min(_PIECE, size))):
        use(piece)
        total, size = zlib.crc32(piece, total), size - len(piece)
    return total


_COLUMNS = {"name": "TEXT", "key": "TEXT", "place": "INTEGER", "value": "TEXT", "mark": "TEXT"}


def _change(connection: sqlite3.Connection, tables: Tables, form: Form, mark_of: Callable[[str, Any], str]) -> None:
    """Bring the rows into line with the tables."""
    for name in {name for (name,) in connection.execute("SELECT DISTINCT name FROM row")} - tables.keys():
        connection.execute("DELETE FROM row WHERE name = ?", (name,))
    for name, rows in tables.items():
        if rows is KEPT:
            continue
        found = connection.execute("SELECT key, place, mark, iif(mark = '', value, NULL) FROM row WHERE name = ?", (name,))
        before = {key: rest for key, *rest in found}
        moved: list[tuple[int, str, str]] = []
        changed = _changed(name, rows, before, moved, form, mark_of)
        connection.executemany("INSERT OR REPLACE INTO row VALUES (?, ?, ?, ?, ?)", changed)
        connection.executemany("UPDATE row SET place = ? WHERE name = ? AND key = ?", moved)
        connection.executemany("DELETE FROM row WHERE name = ? AND key = ?", [(name, key) for key in before])


def _changed(
    name: str,
    rows: Iterable[tuple[Any, Any]],
    before: dict[str, list[Any]],
    moved: list[tuple[int, str, str]],
    form: Form,
    mark_of: Callable[[str, Any], str],
) -> Iterator[tuple[str, str, int, str, str]]:
    """The rows with changed values. Puts rows that only changed place into `moved`, and removes every row it meets from `before`."""
    for place, (named, value) in enumerate(rows):
        key, of = _text(named), mark_of(name, value)
        was, mark, text = before.pop(key, (-1, "", ""))
        is_known = was >= 0 and mark == of
        if not of or not is_known:
            made = _text(form.plain(value))
            is_known = is_known and text == made
            if not is_known:
                yield name, key, place, made, of
                continue
        if was != place:
            moved.append((place, name, key))


#: The exceptions on reading a foreign or damaged file.
_NO_ROWS = (OSError, ValueError, TypeError, RecursionError, sqlite3.Error)


def open_rows(path: Path, mark: str | None, form: Form) -> Rows | None:
    """The rows made from a source with this mark; None if the file is missing, outdated or damaged."""
    try:
        connection = _opened(path, mark)
    except _NO_ROWS:
        return None
    return Rows(connection, form) if connection else None


#: How often a file that was replaced while it was opened is opened again.
_ATTEMPTS = 9


def _opened(path: Path, mark: str | None) -> sqlite3.Connection | None:
    """The database in an undamaged file with this mark (None for any). Raises one of `_NO_ROWS` for any other file."""
    for _ in range(_ATTEMPTS):
        with path.open("rb") as file:
            marked, size, total = _about(file)
            if mark not in (None, marked) or _sum(file, size) != total:
                return None
            address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
            connection = sqlite3.connect(address, uri=True, check_same_thread=False)
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return connection
        connection.close()
    return None


class Rows:
    """Open rows. Make them with `open_rows`."""

    def write(self, path: Path, mark: str, changed: Mapping[str, Mapping[Any, Any]]) -> None:
        """Write the rows of a file, which are these, with another mark and `changed` values of tables. Raises OSError where it cannot be
        written."""
        with _replacing(path, mark) as connection:
            for name, rows in changed.items():
                made = [(_text(self._form.plain(value)), name, _text(key)) for key, value in rows.items()]
                connection.executemany("UPDATE row SET value = ?, mark = '' WHERE name = ? AND key = ?", made)
                new = "INSERT OR IGNORE INTO row SELECT ?, ?, 1 + ifnull(max(place), -1), ?, '' FROM row WHERE name = ?"
                connection.executemany(new, [(name, key, value, name) for value, _, key in made])

    def __init__(self, connection: sqlite3.Connection, form: Form) -> None:
        self.connection, self._form = connection, form

    def in_form(self, form: Form) -> Rows:
        """The same rows, read in another form."""
        return Rows(self.connection, form)

    def table(self, name: str, read: Callable[[Any], Value] = lambda value: value) -> Mapping[Any, Value]:
        """A table as a mapping in the order in which it was written; a value is made by `read` when it is first asked for."""
        return _Table(self, name, read)

    def value(self, name: str, key: Any) -> Any:
        """A value. Raises KeyError if there is none."""
        row = self.connection.execute("SELECT value FROM row WHERE name = ? AND key = ?", (name, _text(key))).fetchone()
        if row is None:
            raise KeyError(key)
        return self._form.read(row[0])

    def keys(self, name: str) -> list[Any]:
        """The keys of a table, in order."""
        found = self.connection.execute("SELECT key FROM row WHERE name = ? ORDER BY place", (name,))
        return [_key(key) for (key,) in found]

    def count(self, name: str) -> int:
        """The number of rows of a table."""
        return int(self.connection.execute("SELECT count(*) FROM row WHERE name = ?", (name,)).fetchone()[0])

    def rows(self, name: str) -> Iterator[tuple[Any, Any]]:
        """Every key and value of a table, in order."""
        for key, value in self.connection.execute("SELECT key, value FROM row WHERE name = ? ORDER BY place", (name,)):
            yield _key(key), self._form.read(value)


def _key(text: str) -> Any:
    known = json.loads(text)
    return tuple(known) if isinstance(known, list) else known


class _Table(Mapping[Key, Value], Generic[Key, Value]):
    """A table of rows; iterating reads it as a whole."""

    def __init__(self, rows: Rows, name: str, read: Callable[[Any], Value]) -> None:
        self._rows, self._name, self._read = rows, name, read
        self._known: dict[Key, Value] = {}
        self._all: dict[Key, Value] | None = None

    def __getitem__(self, key: Key) -> Value:
        if self._all is not None:
            return self._all[key]
        if key not in self._known:
            self._known[key] = self._read(self._rows.value(self._name, key))
        return self._known[key]

    def __iter__(self) -> Iterator[Key]:
        if self._all is None:
            made = ((key, self._known.get(key) or self._read(value)) for key, value in self._rows.rows(self._name))
            self._all = dict(made)
        return iter(self._all)

    def __len__(self) -> int:
        return self._rows.count(self._name) if self._all is None else len(self._all)


_SCALARS = frozenset({str, int, bool, type(None)})


class Form:
    """Turns values into JSON and back: texts, numbers, lists, tuples, sets of texts, mappings, and values of `classes`."""

    def __init__(self, *classes: type) -> None:
        self._defaults = {one.__name__: {field.name: _default(field) for field in dataclasses.fields(one)} for one in classes}
        kinds: dict[str, Callable[[Any], Any]] = {
            "tuple": tuple,
            "set": frozenset,
            "named": dict,
            "dict": dict,
            "mapping": _mapping,
        }
        self._makers: dict[str, Callable[[Any], Any]] = {**kinds, **{one.__name__: partial(_of_fields, one) for one in classes}}
        self._decoder = json.JSONDecoder(object_hook=self._made)

    def plain(self, value: Any) -> Any:
        """A value as plain JSON. Anything but a scalar or a list becomes an object whose one key names its type."""
        if type(value) in _SCALARS:
            return value
        if isinstance(value, list):
            return [self.plain(one) for one in value]
        if isinstance(value, tuple):
            return {"tuple": [self.plain(one) for one in value]}
        if isinstance(value, frozenset):
            return {"set": sorted(value)}
        if isinstance(value, dict) and len(value) > 1 and all(type(key) is str for key in value):
            return {"named": {key: one if type(one) in _SCALARS else self.plain(one) for key, one in value.items()}}
        if isinstance(value, dict | MappingProxyType):
            kind = "dict" if isinstance(value, dict) else "mapping"
            return {kind: [[self.plain(key), self.plain(one)] for key, one in value.items()]}
        if defaults := self._defaults.get(name := type(value).__name__):
            fields = [(field, one) for field, default in defaults.items() if (one := getattr(value, field)) != default]
            return {name: {field: one if type(one) in _SCALARS else self.plain(one) for field, one in fields}}
        return value

    def read(self, line: str | bytes) -> Any:
        """Parse a line of JSON and undo `plain`."""
        text = line if isinstance(line, str) else line.decode("utf-8", "surrogatepass")
        return self._decoder.raw_decode(text)[0]

    def _made(self, plain: dict[str, Any]) -> Any:
        """The value that a JSON object stands for; its members are already made. A class's fields, and several names, stand for
        themselves."""
        if len(plain) == 1:
            ((kind, within),) = plain.items()
            if make := self._makers.get(kind):
                return make(within)
        return plain


def _of_fields(one: type, fields: Mapping[str, Any]) -> Any:
    return one(**fields)


def _mapping(pairs: Iterable[tuple[Any, Any]]) -> Mapping[Any, Any]:
    return MappingProxyType(dict(pairs))


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default  # MISSING, which equals nothing, if there is none


#: In ASCII, because a file's name may hold bytes that are not UTF-8.
_text = json.JSONEncoder(separators=(",", ":")).encode
