"""The current rules: replaced after a build, and the old ones freed."""

from __future__ import annotations

import gc
import os
import shutil
import threading
import weakref
from pathlib import Path

import pytest
from nachschlag.generator.model.unusable import WouldPublish
from nachschlag.search.index.current import LiveIndex, LiveRules

from tests.projects import mini_project
from tests.serving import until


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with the marks of a build."""
    project = mini_project(tmp_path / "projekt")
    (project / "site").mkdir()
    (project / "site" / ".nachschlag-site").write_text("gebaut")
    (project / "build" / "index").mkdir(parents=True)
    (project / "build" / "index" / "current").write_text("eins")
    return project


def rules_of(project: Path, private: bool = True) -> LiveRules:
    return LiveRules(project, project / "site", project / "build" / "index", private=private)


@pytest.mark.parametrize("written", ["site/.nachschlag-site", "build/index/current"])
def test_rules_are_replaced_after_a_build_and_leave_memory(project: Path, written: str) -> None:
    rules = rules_of(project)
    before = rules.get()
    assert rules.get() is before
    entry = project / "content" / "wuerfelkrieg" / "grundregeln" / "zielen.md"
    entry.write_text(entry.read_text("utf-8").replace("title: Zielen", "title: Anlegen"), "utf-8")
    assert rules.get() is before  # nothing is built yet
    os.utime(project / written, ns=(1, 1))
    left = weakref.ref(before.library)
    del before
    until(lambda: rules.get().library.entries["wuerfelkrieg/zielen"].title == "Anlegen")
    gc.collect()
    assert left() is None


def test_while_the_site_is_being_swapped_nothing_is_loaded(project: Path) -> None:
    rules = rules_of(project)
    before = rules.get()
    (project / "site" / ".nachschlag-site").rename(project / "site" / "weg")
    threads = threading.active_count()
    assert rules.get() is before
    assert threading.active_count() == threads


def test_what_cannot_be_loaded_changes_nothing(project: Path, caplog: pytest.LogCaptureFixture) -> None:
    rules = rules_of(project)
    before = rules.get()
    shutil.rmtree(project / "content")
    os.utime(project / "site" / ".nachschlag-site", ns=(1, 1))
    assert rules.get() is before
    until(lambda: "Kein Spiel geladen" in caplog.text)
    assert rules.get() is before


def test_a_system_that_became_private_is_not_taken_over(project: Path, caplog: pytest.LogCaptureFixture) -> None:
    rules = rules_of(project, private=False)
    before = rules.get()
    path = project / "content" / "murmeln" / "system.yaml"
    path.write_text(path.read_text("utf-8").replace("status: own-words", "status: private"), "utf-8")
    os.utime(project / "site" / ".nachschlag-site", ns=(1, 1))
    assert rules.get() is before
    until(lambda: "murmeln" in caplog.text)
    assert rules.get() is before
    with pytest.raises(WouldPublish, match="--private"):
        rules_of(project, private=False).get()


def test_a_missing_index_has_no_generation(tmp_path: Path, index_path: Path) -> None:
    assert LiveIndex(tmp_path).generation == ""
    live = LiveIndex(index_path)
    assert live.generation == (index_path / "current").read_text().strip()
    assert live.get().generation.name == live.generation
