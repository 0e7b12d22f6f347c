"""Results are kept under a project's state, even if a file's size and times do not show that it was written again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from nachschlag.generator.reading import state
from nachschlag.generator.reading.state import keeps, state_of

from tests.projects import mini_project

RULE = "content/wuerfelkrieg/grundregeln/kaempfen.md"
NOTE = "build/fresh"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project on a file system whose times count in such long steps that they never differ."""
    files = state._files

    def without_times(folder: str, depth: int) -> Iterator[tuple[str, str, int]]:
        return ((path, about.rpartition("\t")[0], changed) for path, about, changed in files(folder, depth))

    monkeypatch.setattr(state, "_files", without_times)
    return mini_project(tmp_path / "projekt")


@pytest.fixture
def old(monkeypatch: pytest.MonkeyPatch) -> None:
    """The files are old when they are first looked at."""
    monkeypatch.setattr(state, "_UNSETTLED", -(10**15))


def reword(project: Path) -> None:
    """Change a letter."""
    path = project / RULE
    path.write_bytes(path.read_bytes().replace(b"e", b"i", 1))


def test_a_fresh_file_written_again_shows(project: Path) -> None:
    first = state_of(project)
    assert RULE in {Path(path).relative_to(project).as_posix() for path in first.fresh}
    assert keeps(first, project)
    assert state_of(project).mark == first.mark
    whole = (project / RULE).read_bytes()
    reword(project)
    assert state_of(project).mark != first.mark
    (project / RULE).write_bytes(whole)
    assert state_of(project).mark == first.mark
    (project / RULE).unlink()
    assert state_of(project).mark != first.mark


def test_what_was_made_of_one_text_is_not_kept_for_another(project: Path) -> None:
    first = state_of(project)
    reword(project)
    assert not keeps(first, project)
    assert not (project / NOTE).exists()


def test_two_that_keep_something_protect_each_other(project: Path) -> None:
    first, second = state_of(project), state_of(project)
    assert keeps(first, project)
    assert keeps(second, project)
    reword(project)
    assert not keeps(second, project)
    assert state_of(project).mark != first.mark


def test_once_files_are_old_their_times_are_enough(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = state_of(project)
    assert keeps(first, project)
    assert (project / NOTE).exists()
    monkeypatch.setattr(state, "_UNSETTLED", -(10**15))
    assert state_of(project).mark == first.mark
    assert not (project / NOTE).exists()


def test_an_old_file_is_not_read(project: Path, old: None) -> None:
    first = state_of(project)
    assert not first.fresh
    assert keeps(first, project)
    assert not (project / NOTE).exists()


def test_nothing_is_kept_where_no_note_can_be_written(project: Path) -> None:
    (project / "build").write_text("")
    assert not keeps(state_of(project), project)


@pytest.mark.parametrize("damage", ["", "{", "[1]", '["x", "y"]', "null", "[1, 2, 3]"])
def test_a_damaged_note_is_none(project: Path, damage: str) -> None:
    mark = state_of(project).mark
    assert keeps(state_of(project), project)
    (project / NOTE).write_text(damage)
    assert state_of(project).mark == mark
