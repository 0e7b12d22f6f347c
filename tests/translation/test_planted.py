"""Planted faults in short rules and bodies, and correct cases that look like faults: what `check` says of each."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from nachschlag.generator.proofing.checks import run_checks
from nachschlag.generator.reading.load import load
from nachschlag.generator.references.graph import link_library

HERE = Path(__file__).parent
MINI = HERE.parent / "data" / "mini"

_LINE = re.compile(r" ?/(?: |$)")
#: Findings on what such a small project lacks: references, and marks of translations.
ASIDE = {"V005", "V006", "G004"}


def cases(name: str) -> Iterator[tuple[str, str, str, str, str]]:
    for line in (HERE / "planted" / name).read_text("utf-8").splitlines():
        if not line.startswith("#"):
            title, short, text, short_en, text_en = (part.strip() for part in line.split("|"))
            yield title, short, _LINE.sub("\n", text), short_en, _LINE.sub("\n", text_en)


def shown(name: str, folder: Path) -> tuple[int, dict[str, list[str]]]:
    """How many cases there are, and the findings on those that have any, by title and short rule."""
    project = folder / name
    shutil.copytree(MINI, project)
    place = project / "content/wuerfelkrieg/grundregeln"
    of: dict[str, str] = {}
    for number, (title, short, text, short_en, text_en) in enumerate(cases(name)):
        english = f"short_en: '{short_en}'\n" if short_en else ""
        (place / f"fall-{number}.md").write_text(
            f"---\ntitle: {title} {'abcdefghi'[number % 9]}{number}\nkind: rule\nshort: '{short}'\n{english}---\n{text}\n"
        )
        if text_en:
            (place / f"fall-{number}.en.md").write_text(f"{text_en}\n")
        of[f"fall-{number}"] = f"{title}: {short} | {text}"
    library, found = load(project)
    findings: dict[str, list[str]] = {}
    for finding in (*found, *run_checks(library, link_library(library))):
        about = of.get(Path(finding.location.path).name.partition(".")[0])
        if about and finding.code not in ASIDE:
            findings.setdefault(about, []).append(f"{finding.code} {finding.message}")
    return len(of), findings


@pytest.mark.parametrize(("name", "planted", "least"), [("faults.txt", 40, 37), ("fresh_faults.txt", 30, 28)])
def test_planted_faults_are_found(tmp_path: Path, name: str, planted: int, least: int) -> None:
    count, findings = shown(name, tmp_path)
    assert count == planted
    assert len(findings) >= least, sorted(
        {f"{title}: {short} | {text}" for title, short, text, *_ in cases(name)} - findings.keys()
    )


@pytest.mark.parametrize(("name", "written", "most"), [("correct.txt", 40, 0), ("fresh_correct.txt", 30, 2)])
def test_correct_hard_cases_are_left_alone(tmp_path: Path, name: str, written: int, most: int) -> None:
    count, findings = shown(name, tmp_path)
    assert count == written
    assert len(findings) <= most, findings
