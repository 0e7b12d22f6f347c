"""After any edits a build leaves what a first build of the same content makes, and makes only what an edit concerns."""

from __future__ import annotations

import marshal
import os
import random
import re
import shutil
from pathlib import Path

import pytest

from tests.edits import edit
from tests.projects import tree
from tests.running import Run, killed


def made(project: Path) -> dict[str, dict[str, bytes]]:
    """The page files and the site."""
    return {name: tree(project / name) for name in ("build/pages", "site")}


def built(run: Run, project: Path) -> dict[str, dict[str, bytes]]:
    assert run("--project", project, "build").status == 0
    return made(project)


def built_cold(run: Run, project: Path, copy: Path) -> dict[str, dict[str, bytes]]:
    """As a first build makes it."""
    shutil.copytree(project, copy, ignore=shutil.ignore_patterns("build", "site"))
    made = built(run, copy)
    shutil.rmtree(copy)
    return made


def edited(project: Path, choose: random.Random) -> None:
    files = sorted(path for folder in ("content", "glossary") for path in (project / folder).rglob("*.*") if path.is_file())
    for path in choose.sample(files, choose.randrange(1, 3)):
        edit(path, choose)


def put_back(project: Path, folders: dict[str, dict[str, bytes]]) -> None:
    for folder, files in folders.items():
        for name, content in files.items():
            path = project / folder / name
            if not path.is_file() or path.read_bytes() != content:
                path.write_bytes(content)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.audit) for seed in range(1, 13))])
def test_after_any_edits(run: Run, mini: Path, tmp_path: Path, seed: int) -> None:
    """A build after random edits writes what a first build of the same content writes."""
    choose = random.Random(seed)
    built(run, mini)
    for _ in range(8 if seed else 3):
        before = {folder: tree(mini / folder) for folder in ("content", "glossary")}
        edited(mini, choose)
        if run("--project", mini, "build").status == 0:
            assert made(mini) == built_cold(run, mini, tmp_path / "erst")
            continue
        shutil.copytree(mini, tmp_path / "erst", ignore=shutil.ignore_patterns("build", "site"))
        assert run("--project", tmp_path / "erst", "build").status != 0
        shutil.rmtree(tmp_path / "erst")
        put_back(mini, before)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a process of its own")
@pytest.mark.parametrize(
    "times",
    [
        (("before", 2), ("after", 9)),
        pytest.param((("before", 2), ("after", 5), ("after", 9), ("before", 14)), marks=pytest.mark.audit),
    ],
    ids=len,
)
def test_after_a_killed_build(run: Run, mini: Path, tmp_path: Path, times: tuple[tuple[str, int], ...]) -> None:
    """Kill a build while it renders, moves files into the site, or records what it did."""
    built(run, mini)
    for when, count in times:
        edited(mini, random.Random(count))
        killed(when, count, "--project", mini, "build")
        assert built(run, mini) == built_cold(run, mini, tmp_path / "erst"), (when, count)


def test_unchanged_files_keep_their_times(run: Run, mini: Path) -> None:
    """Files that stay keep their times, by which rsync and ETags judge."""
    built(run, mini)
    site = mini / "site"
    times = {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()}
    before = tree(site)
    rule = mini / "content/wuerfelkrieg/grundregeln/kaempfen.md"
    rule.write_text(rule.read_text("utf-8") + "\nNoch ein Satz.\n", "utf-8")
    after = built(run, mini)["site"]
    changed = {name for name in after if after[name] != before.get(name)}
    assert "wuerfelkrieg/kaempfen/index.html" in changed
    assert {path.relative_to(site).as_posix() for path, time in times.items() if path.stat().st_mtime_ns != time} == changed
    assert len(changed) < 15


def test_a_changed_title_makes_only_what_shows_it(run: Run, mini: Path) -> None:
    """Pages of the site are made again only where they change; redirects, frames and records that do not show a title are kept."""

    def keys() -> dict[str, dict[str, str]]:
        """The key of each batch of page files and of the site."""
        return {
            name: marshal.loads((mini / f"build/{name}.kept").read_bytes().partition(b"\n")[2])[0] for name in ("pages", "site")
        }

    before, was = built(run, mini)["site"], keys()
    rule = mini / "content/wuerfelkrieg/grundregeln/kaempfen.md"
    rule.write_text(re.sub("^title: .*$", "title: Ringen", rule.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    after, now = built(run, mini)["site"], keys()
    again = {name: {one for one, key in now[name].items() if was[name].get(one) != key} for name in now}
    assert "wuerfelkrieg/kaempfen" in again["pages"]
    assert {name for name in again["site"] if name.endswith(".html")} == {
        name for name in after if name.endswith(".html") and after[name] != before.get(name)
    }
    kept = ("redirects/wuerfelkrieg", "api/v1/concepts", "api/v1/schema", "api/v1/terms/wuerfelkrieg")
    assert now["pages"].keys() >= {*kept}
    assert again["pages"].isdisjoint(kept)
