"""Fixtures of the plugins' tests: the rules of the mini project, from a bundle."""

from __future__ import annotations

from pathlib import Path

import pytest
from nachschlag.generator.plugins.rules import Rules, open_rules

from tests.projects import mini_project, nachschlag

SITE = "https://regeln.example.org"
ONE_SYSTEM = "eins.zip"


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The mini project as a bundle that names its site."""
    root = mini_project(tmp_path_factory.mktemp("plugins") / "projekt", mkdocs=f"site_name: Probe\nsite_url: {SITE}/\n")
    done = nachschlag("--project", root, "export", "--format", "bundle", "--out", root / "regeln.zip")
    assert done.returncode == 0, done.stderr
    return root / "regeln.zip"


@pytest.fixture(scope="session")
def one_system(bundle: Path) -> Rules:
    """The rules of one of its two systems, from a bundle."""
    done = nachschlag(
        "--project",
        bundle.parent,
        "export",
        "--format",
        "bundle",
        "--system",
        "wuerfelkrieg",
        "--out",
        bundle.parent / ONE_SYSTEM,
    )
    assert done.returncode == 0, done.stderr
    return open_rules(bundle.parent / ONE_SYSTEM)


@pytest.fixture(scope="session")
def rules(bundle: Path) -> Rules:
    return open_rules(bundle)
