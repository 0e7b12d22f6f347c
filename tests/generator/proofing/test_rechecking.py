"""A project that is loaded and checked again has the same findings, references and values as on the first time."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from nachschlag.generator.proofing.project import Loaded, load_project

from tests.edits import edit
from tests.projects import ONE_SYSTEM, lay_over, mini_project, repository_copy

BOOK = {
    "privat/content/buch/system.yaml": ("name: Buch\nshort: B\nlicence: {status: private}\nparts:\n- {id: kern, title: Kern}\n"),
    "privat/content/buch/kern/wisper.md": "---\ntitle: Wisperwort\nkind: rule\nshort: Siehe [[wuerfelkrieg/kaempfen]].\n---\nText 3.\n",
}


def fresh(project: Path, overlays: tuple[Path, ...]) -> Loaded:
    """The project as a first run loads it."""
    shutil.rmtree(project / "build", ignore_errors=True)
    return load_project(project, overlays=overlays)


def assert_same(again: Loaded, first: Loaded) -> None:
    assert again.findings == first.findings
    assert again.read_findings == first.read_findings
    for name in ("systems", "entries", "terms", "concepts", "moves", "drawings", "drawing_problems", "queries"):
        assert getattr(again.library, name) == getattr(first.library, name)
    assert again.graph == first.graph


@pytest.mark.parametrize("seed", range(3))
def test_after_any_edits(tmp_path: Path, seed: int) -> None:
    """After random edits a project with a memo is as one without."""
    choose = random.Random(seed)
    project = mini_project(tmp_path / "projekt", BOOK)
    overlays = (project / "privat",)
    load_project(project, overlays=overlays).findings  # noqa: B018 (fills the memo)
    for _ in range(12):
        files = sorted(
            path for folder in ("content", "glossary", "privat") for path in (project / folder).rglob("*.*") if path.is_file()
        )
        for _ in range(choose.randrange(1, 3)):
            if (path := choose.choice(files)).is_file():
                edit(path, choose)
        again = load_project(project, overlays=overlays)
        again.findings  # noqa: B018
        shutil.copytree(project / "build", tmp_path / "build")
        assert_same(again, fresh(project, overlays))
        shutil.rmtree(project / "build")
        shutil.move(tmp_path / "build", project / "build")


def test_our_own_content(tmp_path: Path) -> None:
    """Our own content loaded from the memo is as loaded first."""
    project = repository_copy(tmp_path / "eigen", systems=ONE_SYSTEM)
    first = fresh(project, ())
    assert first.findings is not None
    assert (project / "build" / "memo").is_file()
    assert_same(load_project(project), first)


def test_a_check_of_one_system_forgets_nothing_of_the_others(tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt")
    load_project(project).findings  # noqa: B018
    kept = (project / "build" / "memo").read_bytes()
    load_project(project, "murmeln").findings  # noqa: B018
    assert (project / "build" / "memo").read_bytes() == kept


def test_a_value_whose_lines_break_elsewhere_has_its_findings_there(tmp_path: Path) -> None:
    path = "content/murmeln/regeln/gold.md"
    project = mini_project(tmp_path / "projekt")
    places = []
    for short in ('Ruf\n  laut "Halt"', 'Ruf laut\n  "Halt"'):
        lay_over(project, {path: f"---\ntitle: Goldmurmel\nkind: rule\nshort: >-\n  {short}\n---\nRund.\n"})
        found = [str(finding.location) for finding in load_project(project).findings if finding.code == "S001"]
        places.append([place.removeprefix(f"{path}:") for place in found])
    assert places == [["6:8"], ["6:3"]]


def test_rules_of_others_count(tmp_path: Path) -> None:
    """A new name elsewhere makes a word of an unchanged text a reference."""
    project = mini_project(tmp_path / "projekt")
    known = load_project(project)
    text = next(entry for entry in known.library.entries.values() if entry.system == "murmeln" and entry.text)
    path = project / text.location.path
    path.write_text(path.read_text("utf-8") + "\nEine Glasmurmel rollt weiter.\n", "utf-8")
    rule = {"content/murmeln/regeln/glas.md": "---\ntitle: Glasmurmel\nkind: rule\n---\nRund.\n"}
    for _ in range(2):
        load_project(project).findings  # noqa: B018
        lay_over(project, rule)
        assert text.id in load_project(project).graph.backlinks["murmeln/glas"]
        (project / "content/murmeln/regeln/glas.md").unlink()
        assert "murmeln/glas" not in load_project(project).graph.backlinks
