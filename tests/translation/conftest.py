"""Fixtures of these tests: projects with everything an export must handle, and `nachschlag` run in this process."""

from __future__ import annotations

from pathlib import Path

import pytest
from nachschlag.generator import load
from nachschlag.generator.model.library import Library

from tests.projects import ONE_SYSTEM, mini_project, repository_copy

#: An entry with English and German fields and text, and a term that occurs in it.
SPRUNG = """\
---
# ein Kommentar
title: Sprung & Lauf <schnell>
title_en: Leap & "Run" <fast>
title_en_source: inferred
kind: rule
order: 900
unbekannt: bleibt
short: 'Springe in der Rollphase 3 Zoll weit.'   # noch ein Kommentar
short_en: Leap 3 inches in the Rolling Phase.
status: gegengelesen
reviewed:
  date: 2026-11-23
  against: "2.0"
  by: leser
  text: "9237f43a9fe5"
  english: "e5ebd656b859"
---

Du springst.

- weit\\hoch
- "tief"

Ende\tmit Tab
"""
SPRUNG_EN = 'You leap.\n\n- far\\high\n- "deep"\n\nEnd\twith tab\n'
SPRUNG_PATH = "content/wuerfelkrieg/grundregeln/sprung.md"

OVERLAY: dict[str, str | bytes] = {
    SPRUNG_PATH: SPRUNG,
    "content/wuerfelkrieg/grundregeln/sprung.en.md": SPRUNG_EN,
    "content/wuerfelkrieg/grundregeln/fehlt.md": (
        "---\ntitle: Fehlt\ntitle_en: Missing\nkind: rule\norder: 901\n# gehört zum Englischen\nshort_en: Not there yet.\n---\n"
    ),
    "content/wuerfelkrieg/grundregeln/fehlt.en.md": "Two lines.\nOf text.\n",
    "content/wuerfelkrieg/grundregeln/alt.md": (
        "---\ntitle: Alt\ntitle_en: Old\nkind: rule\norder: 902\nshort: Früher so.\nshort_en: Once so.\n"
        "translated_from: 0123456789ab\n---\nAlt.\n"
    ),
    "glossary/wuerfelkrieg.yaml": (
        "# Begriffe\n- {title: Becher, title_en: Cup, avoid: [Kelch], abbreviations: [B]}\n"
        "- title: Würfel\n  title_en: Die\n  definition: >-\n    Ein Ding mit\n    sechs Seiten.\n  synonyms: [=1+1]\n"
    ),
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The mini project with additions, for a single test."""
    return mini_project(tmp_path / "projekt", OVERLAY)


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The same project, loaded. Read only."""
    return load(mini_project(tmp_path_factory.mktemp("mini") / "projekt", OVERLAY))[0]


@pytest.fixture(scope="session", params=[pytest.param(ONE_SYSTEM, id="t9a"), pytest.param((), id="all", marks=pytest.mark.audit)])
def own(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """A copy of one of our systems. Read only."""
    return repository_copy(tmp_path_factory.mktemp("eigen") / "projekt", systems=request.param)
