"""The same pages in other site builders, and the search on another Whoosh, each in a throwaway environment. Part of `make audit`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

from tests.html import Page, dead_links, pages
from tests.projects import REPOSITORY, environment, mini_project, nachschlag, repository_copy

pytestmark = pytest.mark.audit

#: The dependencies of our packages, except Whoosh.
_PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
BASE = [needed for needed in _PROJECT["dependencies"] if not needed.startswith("whoosh")]
SITE = _PROJECT["optional-dependencies"]["site"]
#: Builder → packages installed with it.
BUILDERS = {"properdocs": ["properdocs", "mkdocs-material", "tinycss2"], "zensical": ["zensical==0.0.73", "tinycss2"]}

#: Tests of the search that need more (packages, the help pages) and do not depend on the Whoosh.
NOT_OF_WHOOSH = (
    "test_browser",
    "test_mcp",
    "test_missed",
    "test_postgresql",
    "test_postgresql_failing",
    "test_service_fetched",
    "test_service_openapi",
    "test_service_production",
)


def make_environment(folder: Path, *packages: str, dependencies: bool = False) -> Path:
    """A fresh environment with these packages and this repository's two packages, with or without what these need; returns its folder
    of programs.
    """
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    source = folder / "quelle"
    source.mkdir()
    for name in ("generator", "search"):
        shutil.copytree(REPOSITORY / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(REPOSITORY / name, source / name)
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *packages], check=True, timeout=600)
    subprocess.run([*pip, *([] if dependencies else ["--no-deps"]), str(source)], check=True, timeout=600)
    return programs


def text_of(page: Page) -> str:
    """The text of the article, as the theme around it may differ; without code, which builders colour differently."""
    article = re.search(r"<article.*?</article>", page.source, re.DOTALL)
    html = re.sub(r"<(pre|code)\b.*?</\1>", "", article[0] if article else page.source, flags=re.DOTALL)
    return re.sub(r"[\s\u00b6]+", "", Page("", html).text)


@pytest.fixture(scope="module", params=["mini", "eigen"])
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with its site, built by MkDocs, in `mkdocs-site`."""
    root = tmp_path_factory.mktemp(request.param) / "projekt"
    made = mini_project(root) if request.param == "mini" else repository_copy(root)
    done = nachschlag("--project", made, "build", "--out", made / "mkdocs-site")
    assert done.returncode == 0, done.stderr
    return made


@pytest.fixture(scope="module", params=list(BUILDERS))
def builder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A builder's name, and the programs of an environment with that builder and without MkDocs."""
    name = str(request.param)
    return name, make_environment(tmp_path_factory.mktemp(name) / "venv", *BASE, "whoosh-reloaded", *BUILDERS[name])


def test_another_builder_gives_the_same_texts(project: Path, builder: tuple[str, Path]) -> None:
    name, programs = builder
    done = subprocess.run(
        [str(programs / "nachschlag"), "--project", str(project), "build", "--builder", name, "--out", str(project / name)],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    ours = {p.path: p for p in pages(project / "mkdocs-site")}
    theirs = {p.path: p for p in pages(project / name)}
    assert sorted(theirs) == sorted(ours)
    assert [path for path in ours if text_of(ours[path]) != text_of(theirs[path])] == []
    assert dead_links(project / name) == []
    for path, page in theirs.items():
        assert page.meta("Content-Security-Policy"), path
        assert [a.get("lang") for a in page.elements("html")] == ["de"], path
    for file in ("assets/suche/index.json", "api/v1/index.json", "assets/nachschlag.js"):
        assert (project / name / file).read_bytes() == (project / "mkdocs-site" / file).read_bytes()


def test_the_search_runs_on_whoosh3(tmp_path: Path) -> None:
    needed = [
        *BASE,
        *SITE,
        "whoosh3",
        "cryptography",
        "pytest",
        "hypothesis",
        "httpx",
        "starlette",
        "uvicorn",
        "watchfiles",
        "playwright",
    ]
    programs = make_environment(tmp_path / "venv", *needed)
    shutil.copytree(REPOSITORY / "tests", tmp_path / "lauf" / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(REPOSITORY / "pyproject.toml", tmp_path / "lauf" / "pyproject.toml")
    for name in ("content", "glossary"):
        shutil.copytree(REPOSITORY / name, tmp_path / "lauf" / name)
    shutil.copy(REPOSITORY / "mkdocs.yml", tmp_path / "lauf" / "mkdocs.yml")
    done = subprocess.run(
        [
            str(programs / "python"),
            "-m",
            "pytest",
            "-q",
            "tests/search",
            "-m",
            "not browser and not audit",
            "-p",
            "no:cacheprovider",
            *(f"--ignore=tests/search/{name}.py" for name in NOT_OF_WHOOSH),
        ],
        cwd=tmp_path / "lauf",
        capture_output=True,
        text=True,
        env=environment(),
        timeout=600,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    assert "passed" in done.stdout


def test_the_environments_are_not_ours(builder: tuple[str, Path]) -> None:
    name, programs = builder
    done = subprocess.run(
        [str(programs / "python"), "-c", "import nachschlag.generator as g; print(g.__file__)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(REPOSITORY) not in done.stdout
    assert Path(sys.prefix) != programs.parent, name
