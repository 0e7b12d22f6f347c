"""One failing and one passing example per code: `tests/data/findings/<CODE>/{failing,passing}` over the mini project `tests/data/mini`.

`expected.txt` holds every line that the failing example yields. After an intended change run NACHSCHLAG_REFRESH=1 pytest on this file and
read the diff. A `published.txt` in an example holds the ids of the last published state.

Hints (V005, V006) and missing marks of translations (G004) are shown only in their own examples: the mini project has rules that nothing
refers to, and small examples add more.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from nachschlag.generator.model.findings import Finding, Severity, catalogue, did_you_mean, in_order, nearest
from nachschlag.generator.model.values import Location
from nachschlag.generator.proofing.checks import run_checks
from nachschlag.generator.reading.load import load
from nachschlag.generator.reading.overlay import overlay_folders
from nachschlag.generator.references.graph import link_library

DATA = Path(__file__).parents[2] / "data"
FOLDERS = sorted(folder.name for folder in (DATA / "findings").iterdir())

#: Codes whose examples need more than content, and where those examples are.
COVERED_ELSEWHERE = {
    "R002": "legal pages: the tests of `build --publish`",
    "R003": "previews: tests/site/test_previews.py",
    "S006": "a dictionary: the tests of spelling",
    **dict.fromkeys(("U002", "U003", "U004", "U005", "U006", "U007", "U008"), "files coming in: the tests of `import`"),
}

SCHIEF = "content/wuerfelkrieg/grundregeln/schief.md"
ENTRY = "---\ntitle: Schiefer Würfel\nkind: rule\n---\nEin Würfel\nliegt schief{}.\n"


def latin_1(root: Path) -> None:
    (root / SCHIEF).write_bytes(ENTRY.format("").encode("latin-1"))


def broken_links(root: Path) -> None:
    (root / SCHIEF).symlink_to("gibt-es-nicht.md")
    loop = root / "content/wuerfelkrieg/grundregeln/schleife.md"
    loop.symlink_to(loop.name)
    shutil.rmtree(root / "glossary")
    (root / "glossary").write_text("Das soll ein Ordner sein.", encoding="utf-8")
    os.mkfifo(root / "content/wuerfelkrieg/grundregeln/rohr.md")
    os.mkfifo(root / "content/wuerfelkrieg/grundregeln/rohr.svg")
    os.mkfifo(root / "content/wuerfelkrieg/published.txt")
    (root / "content/murmeln/system.yaml").unlink()
    (root / "content/murmeln/system.yaml").mkdir()


def no_system(root: Path) -> None:
    shutil.rmtree(root / "content/murmeln")
    (root / "content/wuerfelkrieg/system.yaml").unlink()
    shutil.rmtree(root / "glossary")


def foreign_links(root: Path) -> None:
    outside = root.parent / "geheim.md"
    outside.write_text(ENTRY.format(""), encoding="utf-8")
    (root / SCHIEF).symlink_to(outside)
    (root / "content/wuerfelkrieg/grundregeln/kreis.svg").symlink_to("../zauberei/kreis.svg")  # within the project: allowed


def control_character(root: Path) -> None:
    (root / SCHIEF).write_text(ENTRY.format(" \x07 und \ue000"), encoding="utf-8")
    (root / "content/wuerfelkrieg/grundregeln/krumm.md").write_text(
        '---\ntitle: "Krumm\\a"\nkind: rule\n---\nKrumm.\n', encoding="utf-8"
    )


#: Failing examples that git cannot store.
MADE: dict[str, Callable[[Path], None]] = {
    "D001": latin_1,
    "D002": broken_links,
    "D005": no_system,
    "D006": foreign_links,
    "T005": control_character,
}


def example(code: str, side: str, root: Path) -> list[Finding]:
    """The findings of one example."""
    shutil.copytree(DATA / "mini", root)
    overlay = DATA / "findings" / code / side
    if side == "failing" and code in MADE:
        MADE[code](root)
    else:
        shutil.copytree(overlay, root, dirs_exist_ok=True)
    published = root / "published.txt"
    library, findings = load(root, overlays=overlay_folders(root))
    ids = published.read_text(encoding="utf-8").split() if published.exists() else ()
    found = in_order([*findings, *run_checks(library, link_library(library), published=ids)])
    return [f for f in found if (f.counts and f.code != "G004") or f.code == code]


@pytest.mark.parametrize("code", FOLDERS)
def test_failing_example_yields_exactly_the_expected_lines(code: str, tmp_path: Path) -> None:
    findings = example(code, "failing", tmp_path / "projekt")
    lines = [f"{f.location} {f.code} {f.message}\n" for f in findings]
    expected = DATA / "findings" / code / "expected.txt"
    if os.environ.get("NACHSCHLAG_REFRESH"):
        expected.write_text("".join(lines), encoding="utf-8")
    assert "".join(lines) == expected.read_text(encoding="utf-8")
    assert {f.code for f in findings} == {code}


@pytest.mark.parametrize("code", FOLDERS)
def test_passing_example_is_clean(code: str, tmp_path: Path) -> None:
    assert example(code, "passing", tmp_path / "projekt") == []


def test_every_code_has_an_example_and_every_example_a_code() -> None:
    assert sorted(catalogue()) == sorted([*FOLDERS, *COVERED_ELSEWHERE])


def test_the_mini_project_is_clean() -> None:
    library, findings = load(DATA / "mini")
    assert [f for f in [*findings, *run_checks(library, link_library(library))] if f.counts] == []


def test_every_code_explains_itself() -> None:
    assert [code for code, c in catalogue().items() if not (c.title and c.why and c.wrong and c.right)] == []
    assert {s: s.german for s in Severity} == {Severity.ERROR: "Fehler", Severity.WARNING: "Warnung", Severity.INFO: "Hinweis"}


def test_findings_come_by_place_and_once() -> None:
    late, early = Finding("F001", Location("a", 10), "x"), Finding("T001", Location("a", 9), "x")
    assert in_order([late, early, late]) == [early, late]


@pytest.mark.parametrize(
    ("name", "known", "hint"),
    [
        ("wutt", ["wut", "mut", "wutz"], "Meintest du „wut“ oder „wutz“?"),
        ("WUT", ["Wut"], "Meintest du „Wut“?"),
        ("xyz", ["wut", "mut"], "Erlaubt: wut, mut."),
        ("xyz", [f"regel-{i}" for i in range(25)], ""),
        ("xyz", ["wut"], "Erlaubt: wut."),
        ("xyz", [], ""),
    ],
)
def test_hints_name_likely_candidates(name: str, known: list[str], hint: str) -> None:
    assert did_you_mean(name, known) == hint


def test_nearest_comes_first() -> None:
    assert nearest("angrif", ["abgriff", "angriff", "eingriff"])[0] == "angriff"
