"""Walks of a folder with the names of the last walk."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from nachschlag.generator.files import folders
from nachschlag.generator.files.folders import walk

EDITS: dict[str, Callable[[Path], object]] = {
    "a new file": lambda root: (root / "a" / "neu.md").write_text("neu"),
    "another text": lambda root: (root / "a" / "b" / "zwei.md").write_text("länger"),
    "a file that goes": lambda root: (root / "a" / "eins.md").unlink(),
    "a folder that goes": lambda root: shutil.rmtree(root / "a" / "b"),
    "a new folder": lambda root: (root / "a" / "c" / "d").mkdir(parents=True),
    "a moved folder": lambda root: (root / "a" / "b").rename(root / "b"),
    "a folder instead of a file": lambda root: ((root / "a" / "eins.md").unlink(), (root / "a" / "eins.md").mkdir()),
    "a link instead of a folder": lambda root: ((root / "a" / "b").rename(root / "c"), (root / "a" / "b").symlink_to(root / "c")),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_a_walk_with_the_names_of_the_last_finds_what_one_without_finds(
    edit: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "_UNSETTLED", 0)
    root, record = tmp_path / "site", tmp_path / "site.folders"
    (root / "a" / "b").mkdir(parents=True)
    (root / "a" / "eins.md").write_text("eins")
    (root / "a" / "b" / "zwei.md").write_text("zwei")
    assert sorted(name for name, _ in walk(root, record)) == ["a", "a/b", "a/b/zwei.md", "a/eins.md"]
    assert record.exists()
    time.sleep(0.02)  # a tick of the kernel's clock, after which times differ
    edit(root)
    assert dict(walk(root, record)) == dict(walk(root))
    assert dict(walk(root, record)) == dict(walk(root))


def test_names_in_a_folder_changed_just_now_are_not_kept(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    assert not list(walk(tmp_path / "site", tmp_path / "record"))
    assert not (tmp_path / "record").exists()


def test_a_damaged_record_and_one_of_another_folder_count_as_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "_UNSETTLED", 0)
    for name in ("eins", "zwei"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.md").write_text(name)
    record = tmp_path / "record"
    assert [name for name, _ in walk(tmp_path / "eins", record)] == ["eins.md"]
    assert [name for name, _ in walk(tmp_path / "zwei", record)] == ["zwei.md"]
    record.write_bytes(record.read_bytes()[:-3] + b"\0\0\0")
    assert [name for name, _ in walk(tmp_path / "zwei", record)] == ["zwei.md"]
