"""The changes to the English of outdated entries, from real git repositories, and without one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from nachschlag.generator.history.kept_english import keep_english
from nachschlag.generator.history.previous import Change, english_changes
from nachschlag.generator.model.english import english_fingerprint
from nachschlag.generator.reading.load import load

from tests.projects import mini_project

from .history import commit, git

FOLDER = "content/wuerfelkrieg/grundregeln"
PATH = f"{FOLDER}/probe.md"
FIRST = english_fingerprint("Probe", "Roll one die.")


def entry(short_en: str, body: str = "Text.", mark: str = FIRST, title_en: str = "Probe") -> str:
    head = f"title: Probe\ntitle_en: {title_en}\nkind: rule\nshort: Wirf.\nshort_en: {short_en}\ntranslated_from: '{mark}'\n"
    return f"---\n{head}---\n{body}\n"


@pytest.fixture(params=["", "unter/ordnern"], ids=["top", "below"])
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A project in a repository with one commit, at its top or in a subfolder."""
    repository = tmp_path / "ablage"
    root = mini_project(repository / request.param / "projekt" if request.param else repository)
    git(repository, "init", "-q", "-b", "main")
    commit(repository, "2026-01-01")
    commit(root, "2026-01-02", {PATH: entry("Roll one die.")})
    return root


def changes(root: Path) -> dict[str, Change]:
    library, _ = load(root)
    return english_changes(root, library.entries.values(), library.moves)


def only(root: Path) -> Change:
    found = changes(root)
    assert list(found) == ["wuerfelkrieg/probe"]
    return found["wuerfelkrieg/probe"]


OLD = ("Probe", "Roll one die.", "")


def test_without_outdated_entries_git_is_not_asked(project: Path) -> None:
    assert changes(project) == {}


def test_the_day_is_the_one_of_the_change(project: Path) -> None:
    commit(project, "2026-02-01", {PATH: entry("Roll one die.", "Nur Deutsch geändert.")})
    commit(project, "2026-03-01", {PATH: entry("Roll two dice.", "Nur Deutsch geändert.")})
    commit(project, "2026-04-01", {PATH: entry("Roll two dice.", "Wieder nur Deutsch.")})
    commit(project, "2026-05-01", {PATH: entry("Roll three dice.", "Wieder nur Deutsch.")})
    assert only(project) == Change(OLD, "2026-03-01")


def test_back_and_away_again_counts_from_the_last_time(project: Path) -> None:
    commit(project, "2026-03-01", {PATH: entry("Roll two dice.")})
    commit(project, "2026-04-01", {PATH: entry("Roll one die.")})
    commit(project, "2026-05-01", {PATH: entry("Roll three dice.")})
    assert only(project) == Change(OLD, "2026-05-01")


def test_uncommitted_changes_have_no_day(project: Path) -> None:
    (project / PATH).write_text(entry("Roll two dice."), "utf-8")
    assert only(project) == Change(OLD, "")


def test_the_english_text_counts(project: Path) -> None:
    mark = english_fingerprint("Probe", "Roll one die.", "Long text.\n")
    english = PATH.replace(".md", ".en.md")
    commit(project, "2026-02-01", {PATH: entry("Roll one die.", mark=mark), english: "Long text.\n"})
    commit(project, "2026-03-01", {english: "Longer text.\n"})
    commit(project, "2026-04-01", {PATH: entry("Roll one die.", "Deutsch.", mark)})
    assert only(project) == Change(("Probe", "Roll one die.", "Long text.\n"), "2026-03-01")


def test_a_renamed_entry_keeps_its_history(project: Path) -> None:
    commit(project, "2026-02-01", {PATH: entry("Roll two dice.")})
    moved = "- {old: wuerfelkrieg/alt, new: wuerfelkrieg/probe, date: 2026-02-02, why: neu benannt}\n"
    old, new = f"{FOLDER}/alt.md", "content/wuerfelkrieg/zauberei/probe.md"
    commit(project, "2026-02-02", {PATH: None, old: entry("Roll one die.")})
    commit(project, "2026-03-01", {old: entry("Roll two dice.")})
    commit(project, "2026-04-01", {old: None, new: entry("Roll two dice."), "content/wuerfelkrieg/moved.yaml": moved})
    assert only(project) == Change(OLD, "2026-03-01")


def test_a_change_on_a_branch_counts_from_its_merge(project: Path) -> None:
    git(project, "switch", "-q", "-c", "ausgabe")
    commit(project, "2026-02-01", {PATH: entry("Roll two dice.")})
    git(project, "switch", "-q", "main")
    commit(project, "2026-03-01", {f"{FOLDER}/andere.md": entry("Roll one die.")})
    git(project, "merge", "-q", "--no-ff", "-m", "Ausgabe", "ausgabe", day="2026-04-01")
    assert only(project) == Change(OLD, "2026-04-01")


def test_a_mark_that_no_history_knows(project: Path) -> None:
    commit(project, "2026-02-01", {PATH: entry("Roll two dice.", mark="0123456789ab")})
    assert only(project) == Change(None, "2026-02-01")


def test_broken_files_in_the_history_are_passed_over(project: Path) -> None:
    commit(project, "2026-02-01", {PATH: "---\ntitle: [\n---\n"})
    commit(project, "2026-03-01", {PATH: "kein Kopf"})
    commit(project, "2026-04-01", {PATH: entry("Roll two dice.")})
    assert only(project).english == OLD


def test_a_shallow_clone_says_less_but_nothing_wrong(project: Path, tmp_path: Path) -> None:
    commit(project, "2026-03-01", {PATH: entry("Roll two dice.")})
    commit(project, "2026-04-01", {PATH: entry("Roll two dice.", "Deutsch.")})
    top = project if (project / ".git").exists() else project.parents[2]
    git(tmp_path, "clone", "-q", "--depth", "1", top.as_uri(), "flach")
    assert only(tmp_path / "flach" / project.relative_to(top)) == Change()


@pytest.mark.parametrize("how", ["kein Repository", "kein git", "leeres Repository"])
def test_without_git_nothing_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    root = mini_project(tmp_path / "projekt", {PATH: entry("Roll two dice.")})
    if how == "leeres Repository":
        git(root, "init", "-q")
    if how == "kein git":
        monkeypatch.setenv("PATH", str(tmp_path))
    assert only(root) == Change()


def test_without_git_a_build_remembers(tmp_path: Path) -> None:
    root = mini_project(tmp_path / "projekt", {PATH: entry("Roll one die.")})
    keep_english(root, load(root)[0].entries.values())
    (root / PATH).write_text(entry("Roll two dice."), "utf-8")
    assert only(root) == Change(OLD, "")
    keep_english(root, load(root)[0].entries.values())  # a build while the entry is outdated
    assert only(root) == Change(OLD, "")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"a": 1}', '{"a": "b"}', '{"a": [1]}', "\xff"])
def test_kept_files_may_be_broken(tmp_path: Path, text: str) -> None:
    root = mini_project(
        tmp_path / "projekt", {PATH: entry("Roll two dice."), "build/english/wuerfelkrieg.json": text.encode("latin-1")}
    )
    assert only(root) == Change()
    keep_english(root, load(root)[0].entries.values())


def test_unnamed_english_is_forgotten(tmp_path: Path) -> None:
    root = mini_project(tmp_path / "projekt", {PATH: entry("Roll one die.")})
    keep_english(root, load(root)[0].entries.values())
    assert FIRST in (root / "build" / "english" / "wuerfelkrieg.json").read_text("utf-8")
    (root / PATH).unlink()
    keep_english(root, load(root)[0].entries.values())
    assert FIRST not in (root / "build" / "english" / "wuerfelkrieg.json").read_text("utf-8")
    shutil.rmtree(root)
