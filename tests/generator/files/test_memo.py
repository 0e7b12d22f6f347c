"""Results are kept under a digest of their inputs; a damaged file, or one of another program, counts as missing."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.files.memo import Memo, digest

TEXTS = st.text(st.characters(), max_size=6)


def never() -> int:
    raise AssertionError("made again")


def test_a_value_is_made_once(tmp_path: Path) -> None:
    memo = Memo(tmp_path / "build" / "memo", "1")
    assert memo.value("a", lambda: ["ä", None, 1]) == ["ä", None, 1]
    assert memo.value("a", never) == ["ä", None, 1]
    memo.save()
    assert Memo(tmp_path / "build" / "memo", "1").value("a", never) == ["ä", None, 1]


def test_only_what_was_asked_for_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "memo"
    first = Memo(path, "1")
    for key in "ab":
        first.value(key, lambda key=key: key)  # type: ignore[misc]
    first.save()
    second = Memo(path, "1")
    second.value("b", never)
    second.value("c", lambda: "c")
    second.save()
    assert [Memo(path, "1").value(key, lambda: "neu") for key in "abc"] == ["neu", "b", "c"]


def test_values_are_kept_without_being_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "memo"
    first = Memo(path, "1")
    for key in ("one a", "one-b a", "other a"):
        first.value(key, lambda key=key: key)  # type: ignore[misc]
    first.save()
    second = Memo(path, "1")
    second.keep_named("one")
    second.save()
    assert [Memo(path, "1").knows(key) for key in ("one a", "one-b a", "other a")] == [True, False, False]
    third = Memo(path, "1")
    third.value("more", lambda: 1)
    third.keep_rest()
    third.save()
    assert [Memo(path, "1").value(key, never) for key in ("one a", "more")] == ["one a", 1]


@given(st.lists(TEXTS), st.lists(TEXTS))
def test_other_parts_have_another_digest(one: list[str], other: list[str]) -> None:
    assert (digest(*one) == digest(*other)) == (one == other)


def test_another_program_starts_anew(tmp_path: Path) -> None:
    memo = Memo(tmp_path / "memo", "1")
    memo.value("a", lambda: 1)
    memo.save()
    assert Memo(tmp_path / "memo", "2").value("a", lambda: 2) == 2


@pytest.mark.parametrize("at", range(0, 60, 3))
def test_a_damaged_file_is_none(tmp_path: Path, at: int) -> None:
    path = tmp_path / "memo"
    memo = Memo(path, "mark")
    memo.value("key", lambda: "value")
    memo.save()
    raw = bytearray(path.read_bytes())
    raw[at % len(raw)] ^= 1
    path.write_bytes(raw)
    assert Memo(path, "mark").value("key", lambda: "value") == "value"
    path.write_bytes(raw[:at])
    assert Memo(path, "mark").value("key", lambda: "neu") == "neu"


@given(st.lists(st.sets(st.sampled_from("abcdefgh"), max_size=5), max_size=12), st.sampled_from([0, 3, 400]))
def test_what_changes_often_stays_what_was_asked_for(runs: list[set[str]], cut: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "memo"
        for number, keys in enumerate(runs):
            memo = Memo(path, "1")
            before = {key for key in "abcdefgh" if memo.knows(key)}
            assert before <= (runs[number - 1] if number else set())
            assert cut or before == (runs[number - 1] if number else set())
            for key in sorted(keys):
                assert memo.value(key, lambda key=key: key * 50) == key * 50  # type: ignore[misc]
            memo.save()
            if cut and path.exists():
                path.write_bytes(path.read_bytes()[:-cut])  # as a full disk or a kill leaves it


def test_a_change_is_appended_until_a_new_file_is_cheaper(tmp_path: Path) -> None:
    path = tmp_path / "memo"
    sizes = []
    for run in range(40):
        memo = Memo(path, "1")
        for key in (*map(str, range(100)), f"new {run}"):
            memo.value(key, lambda: "x" * 50)
        memo.save()
        sizes.append(path.stat().st_size)
    assert sorted(sizes[:20]) == sizes[:20]
    assert max(sizes) < 1.6 * sizes[0]
    assert min(sizes[1:]) < sizes[20]


def test_two_at_once_lose_nothing_that_both_know(tmp_path: Path) -> None:
    path = tmp_path / "memo"
    first = Memo(path, "1")
    for key in map(str, range(100)):
        first.value(key, lambda: "x" * 50)
    first.save()
    both = Memo(path, "1"), Memo(path, "1")
    for name, memo in zip("ab", both, strict=True):
        for key in map(str, range(100)):
            memo.value(key, never)
        memo.value(name, lambda name=name: name)  # type: ignore[misc]
        memo.save()
    found = Memo(path, "1")
    assert [found.value(key, never) for key in ("0", "99", "a", "b")] == ["x" * 50, "x" * 50, "a", "b"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    memo = Memo(tmp_path / "memo", "1")
    assert memo.value("a", lambda: 1) == 1
    memo.save()


def test_a_folder_in_the_files_place_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "memo" / "x").mkdir(parents=True)
    memo = Memo(tmp_path / "memo", "1")
    assert memo.value("a", lambda: 1) == 1
    memo.save()


def test_a_value_grows_out_of_the_one_kept_before(tmp_path: Path) -> None:
    path = tmp_path / "memo"
    memo = Memo(path, "1")
    assert memo.grown("sum", "of 1", lambda before: [before]) == [None]
    memo.value("other", lambda: 7)
    memo.save()
    again = Memo(path, "1")
    assert again.before("other") == 7
    assert again.grown("sum", "of 1", never) == [None]
    assert again.grown("sum", "of 2", lambda before: [before, 2]) == [[None], 2]
    again.save()
    assert Memo(path, "1").before("other") is None  # looking at it was no use of it
    assert Memo(path, "1").grown("sum", "of 2", never) == [[None], 2]


def test_what_was_let_go_of_stays_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "memo"
    memo = Memo(path, "1")
    memo.value("a", lambda: ["kept"])
    memo.save()
    memo.forget()
    assert memo.value("a", lambda: ["made again"]) == ["made again"]
    memo.save()
    assert Memo(path, "1").value("a", never) == ["kept"]
