"""What the tests of the site share: built sites, one per session, and reading their pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.projects import mini_project, nachschlag, repository_copy


def build(project: Path, *arguments: str | Path, **env: str) -> Path:
    """Build a project into its `site` folder."""
    done = nachschlag("--project", project, "build", *arguments, **env)
    assert done.returncode == 0, done.stderr
    return project / "site"


@pytest.fixture(scope="session")
def own_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of our own content. Read only."""
    return build(repository_copy(tmp_path_factory.mktemp("eigen") / "projekt"))


@pytest.fixture(scope="session")
def mini_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the mini project, with redirects, concepts and terms of entries. Read only."""
    return build(mini_project(tmp_path_factory.mktemp("mini") / "projekt"))
