"""The package in another project: installed from the repository into a fresh environment, typed, with both plugins. Part of
`make audit`, as it downloads the dependencies.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.html import page
from tests.projects import ONE_SYSTEM, REPOSITORY, environment, nachschlag, repository_copy
from tests.test_other_builders import make_environment

pytestmark = pytest.mark.audit

HELP = REPOSITORY / "generator" / "assets" / "site" / "hilfe" / "einbauen.md"
SITE = "https://regeln.example.org"
TEXT = "# Bericht\n\nWer [[t9a:Angst|solche Angst]] hat, ist [[t9a:Unstable]]. [[t9a:Angts]]\n\n!!! note\n    [[t9a/untot]]\n"


def programs_of_the_help_page() -> list[str]:
    """The help page's Python programs after the one that reads a bundle without our package: looking up, and the Markdown plugin."""
    return re.findall(r"^```python\n(.*?)^```$", HELP.read_text("utf-8"), re.MULTILINE | re.DOTALL)[1:]


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A folder with a bundle, two programs and a MkDocs site, and the programs of an environment where `pip` installed our package."""
    folder = tmp_path_factory.mktemp("fremd")
    done = nachschlag(
        "--project",
        repository_copy(folder / "quelle", systems=ONE_SYSTEM),
        "export",
        "--format",
        "bundle",
        "--out",
        folder / "t9a.zip",
    )
    assert done.returncode == 0, done.stderr
    for name, text in zip(("nachsehen.py", "rendern.py"), programs_of_the_help_page(), strict=True):
        (folder / name).write_text(text, "utf-8")
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text(TEXT, "utf-8")
    settings = f"plugins:\n  - nachschlag:\n      rules: t9a.zip\n      site: {SITE}/\n"
    (folder / "mkdocs.yml").write_text(f"site_name: Verein\nmarkdown_extensions: [admonition]\n{settings}", "utf-8")
    return folder, make_environment(folder / "venv", "mkdocs>=1.6.1,<2", "mypy", dependencies=True)


def run(foreign: tuple[Path, Path], program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    folder, programs = foreign
    command = [str(programs / program), *arguments]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, encoding="utf-8", env=environment(), timeout=300, check=False
    )


def test_the_programs_of_the_help_page_run(foreign: tuple[Path, Path]) -> None:
    done = run(foreign, "python", "-I", "nachsehen.py")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "Instabil 0",
        "t9a/instabil | englischer Name „Unstable“ (T9A)",
        "4 9 t9a/angst",
        "t9a/angst | Angst",
    ]
    done = run(foreign, "python", "-I", "rendern.py")
    assert (done.returncode, done.stderr) == (0, "")
    assert f'<a href="{SITE}/t9a/angst/" data-regel="t9a/angst" title="' in done.stdout


def test_they_are_typed(foreign: tuple[Path, Path]) -> None:
    done = run(foreign, "mypy", "--strict", "nachsehen.py", "rendern.py")
    assert done.returncode == 0, done.stdout
    wrong = foreign[0] / "falsch.py"
    wrong.write_text("from nachschlag.generator import load\nlibrary, findings = load(3)\nlibrary.entry(1)\n", "utf-8")
    assert "Found 2 errors" in run(foreign, "mypy", "--strict", "falsch.py").stdout


def test_mkdocs_finds_the_plugin(foreign: tuple[Path, Path]) -> None:
    done = run(foreign, "mkdocs", "build")
    assert done.returncode == 0, done.stderr
    built = page(foreign[0] / "site", "/")
    assert [a["data-regel"] for a in built.elements("a") if "data-regel" in a] == ["t9a/angst", "t9a/instabil", "t9a/untot"]
    assert "index.md:3: „Angts“ gibt es in T9A nicht. Am nächsten: t9a/angst" in done.stderr
    assert run(foreign, "mkdocs", "build", "--strict").returncode == 1
