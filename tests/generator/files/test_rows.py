"""Rows come back as they were put in, in order, or there are none."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.files.rows import KEPT, Form, open_rows, write_rows


@dataclass(frozen=True, slots=True)
class Inner:
    name: str
    many: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outer:
    inner: Inner
    beside: object = None
    more: dict[str, Any] = field(default_factory=dict)


FORM = Form(Inner, Outer)
PLAIN = st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | st.text()
TEXT = st.text(max_size=9)


def within(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    mapping = st.dictionaries(TEXT | st.tuples(TEXT, st.integers()), values, max_size=3)
    inner = st.builds(Inner, TEXT, st.lists(TEXT, max_size=2).map(tuple))
    return (
        st.lists(values, max_size=3)
        | st.lists(values, max_size=3).map(tuple)
        | st.frozensets(TEXT, max_size=3)
        | mapping
        | mapping.map(MappingProxyType)
        | st.builds(Outer, inner, values, mapping)
    )


VALUES = st.recursive(PLAIN, within, max_leaves=12)


def same(one: Any, other: Any) -> bool:
    """Equal, and of the same types all the way down."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict | MappingProxyType):
        return same(list(one.items()), list(other.items()))
    return bool(one == other)


@given(st.dictionaries(TEXT | st.tuples(TEXT, TEXT, st.integers(0, 9)), VALUES, max_size=6))
def test_values_come_back(table: dict[Any, Any]) -> None:
    with TemporaryDirectory() as folder:
        write_rows(Path(folder, "rows"), "mark", {"one": table.items(), "other": [("key", 1)]}, FORM)
        rows = open_rows(Path(folder, "rows"), "mark", FORM)
    assert rows is not None
    for key, value in table.items():
        assert same(rows.value("one", key), value)
        assert same(rows.table("one")[key], value)
    assert same(list(rows.rows("one")), list(table.items()))
    assert list(rows.table("one")) == list(table)
    assert len(rows.table("one")) == len(table)
    assert same(list(rows.table("one").items()), list(table.items()))
    assert dict(rows.table("other")) == {"key": 1}
    assert dict(rows.table("neither")) == {}


def test_a_key_that_is_not_there(tmp_path: Path) -> None:
    write_rows(tmp_path / "rows", "mark", {"one": [("a", 1)]}, FORM)
    rows = open_rows(tmp_path / "rows", "mark", FORM)
    assert rows is not None
    table = rows.table("one")
    for _ in range(2):  # before and after all of it was read
        assert ("b" in table, table.get("b"), table["a"]) == (False, None, 1)
        with pytest.raises(KeyError):
            table["b"]
        assert len(table) == 1


def test_rows_with_another_mark_or_of_no_file_are_none(tmp_path: Path) -> None:
    write_rows(tmp_path / "rows", "mark", {}, FORM)
    assert open_rows(tmp_path / "rows", "another", FORM) is None
    assert open_rows(tmp_path / "nothing", "mark", FORM) is None
    assert open_rows(tmp_path, "mark", FORM) is None


def test_a_marked_value_is_made_again_only_with_another_mark(tmp_path: Path) -> None:
    made: list[Any] = []

    class Counting(Form):
        def plain(self, value: Any) -> Any:
            made.append(value)
            return super().plain(value)

    def written(mark: str, **table: str) -> dict[str, str]:
        made.clear()
        write_rows(tmp_path / "rows", mark, {"one": table.items()}, Counting(), lambda _, value: value.partition(" ")[0])
        rows = open_rows(tmp_path / "rows", mark, FORM)
        assert rows is not None
        return dict(rows.rows("one"))

    assert (written("first", b="1 b", a=" a"), made) == ({"b": "1 b", "a": " a"}, ["1 b", " a"])
    assert (written("second", a=" A", b="1 other"), made) == ({"a": " A", "b": "1 b"}, [" A"])
    assert (written("third", b="2 b", c="1 b"), made) == ({"b": "2 b", "c": "1 b"}, ["2 b", "1 b"])
    whole = (tmp_path / "rows").read_bytes()
    for damaged in (b"", whole[:-1], whole.replace(b"2 b", b"3 b")):
        (tmp_path / "rows").write_bytes(damaged)
        assert (written("third", b="2 b"), made) == ({"b": "2 b"}, ["2 b"])


def test_a_file_is_opened_whole_and_may_be_replaced_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "rows"
    write_rows(path, "mark", {"one": [("a", 1)]}, FORM)
    rows = open_rows(path, "mark", FORM)
    write_rows(path, "mark", {"one": [("a", 2)]}, FORM)
    again = open_rows(path, "mark", FORM)
    path.unlink()
    assert rows is not None
    assert again is not None
    assert (rows.value("one", "a"), again.value("one", "a")) == (1, 2)


@pytest.mark.parametrize("mark", ["", "mark"])
def test_rows_are_those_written_last_in_their_order(tmp_path: Path, mark: str) -> None:
    for table in ("abc", "cab", "bd", "", "db"):
        tables = {name: [(key, f"{key} {name}") for key in table] for name in ("one", table or "other")}
        write_rows(tmp_path / "rows", table, tables, FORM, lambda _, value: mark and value)
        rows = open_rows(tmp_path / "rows", table, FORM)
        assert rows is not None
        assert {name: list(rows.rows(name)) for name in ("one", "abc", "cab", "other")} == {
            name: tables.get(name, []) for name in ("one", "abc", "cab", "other")
        }


def test_a_table_may_stay_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "rows"
    write_rows(path, "first", {"one": [("a", 1)], "other": [("b", 2)]}, FORM)
    write_rows(path, "second", {"one": KEPT, "other": [("c", 3)]}, FORM)
    rows = open_rows(path, "second", FORM)
    assert rows is not None
    assert {name: dict(rows.rows(name)) for name in ("one", "other")} == {"one": {"a": 1}, "other": {"c": 3}}


def test_some_values_are_replaced(tmp_path: Path) -> None:
    path = tmp_path / "rows"
    write_rows(path, "first", {"one": [("a", 1), ("b", 2)]}, FORM, lambda *_: "made of it")
    rows = open_rows(path, "first", FORM)
    assert rows is not None
    rows.write(path, "second", {"one": {"a": 3, "c": 4}})
    again = open_rows(path, "second", FORM)
    assert again is not None
    assert list(again.rows("one")) == [("a", 3), ("b", 2), ("c", 4)]
    write_rows(path, "third", {"one": [("a", 1)]}, FORM, lambda *_: "made of it")  # which "a" no longer is
    last = open_rows(path, "third", FORM)
    assert last is not None
    assert list(last.rows("one")) == [("a", 1)]
