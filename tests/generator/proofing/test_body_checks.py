"""Checks of bodies: what counts as code, and linear time for any line."""

from __future__ import annotations

from pathlib import Path

import pytest
from nachschlag.generator.proofing.checks import run_checks
from nachschlag.generator.reading.load import load
from nachschlag.generator.references.graph import link_library

from tests.projects import mini_project

#: Ever longer runs of backticks, none of which closes another: 1,000 once took half a minute.
STAIRS = " ".join("`" * length for length in range(1, 200))


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("`<b>`", False),
        ("`` `<b>` ``", False),
        ("` <b>", True),
        ("`a`` <b>", True),
        ("`a` <b> `c`", True),
        ("``a` <b>`` `", False),
        (f"{STAIRS} <b>", True),
        ("x " + "`" * 5_000 + " <b>", True),
    ],
    ids=["code", "code with backticks", "open", "other length", "between", "longer run", "stairs", "one long run"],
)
def test_code_is_not_html(tmp_path: Path, text: str, reported: bool) -> None:
    project = mini_project(tmp_path / "projekt")
    (part,) = [path.parent for path in project.glob("content/wuerfelkrieg/*/zielen.md")]
    (part / "code.md").write_text(f"---\ntitle: Kode\nkind: rule\nshort: Kurz.\n---\n{text}\n", encoding="utf-8")
    library, _ = load(project)
    found = [
        one for one in run_checks(library, link_library(library), []) if one.code == "T001" and "code.md" in one.location.path
    ]
    assert bool(found) is reported
