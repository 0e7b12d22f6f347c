"""Other people's tools accept our output: pre-commit runs the hooks, Microsoft's validator reads the SARIF. Part of `make audit`."""

from __future__ import annotations

import os
import shutil
import subprocess
import venv
from pathlib import Path

import pytest
from nachschlag.generator.reading.canonical import canonical_entry
from nachschlag.generator.reading.editor_schemas import schema_line

from tests.projects import REPOSITORY, environment, lay_over, mini_project, nachschlag

pytestmark = pytest.mark.audit

RULE = "content/wuerfelkrieg/grundregeln/neu.md"
FINE = "---\ntitle: Neuling\nkind: rule\nshort: Wer neu ist, wirft zuerst.\n---\nWer nach dem Wurf kommt, übt Kämpfen.\n"


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=Probe", "-c", "user.email=probe@example.org"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def committed(folder: Path) -> Path:
    """A folder as a repository with one commit."""
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "Anfang")
    return folder


@pytest.fixture(scope="module")
def pre_commit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pre-commit program, in an environment of its own."""
    folder = tmp_path_factory.mktemp("pre-commit") / "venv"
    venv.create(folder, with_pip=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", "pre-commit>=4,<5"]
    subprocess.run(pip, check=True, timeout=600)
    return folder / "bin" / "pre-commit"


def test_the_hooks_stop_a_bad_commit_and_let_a_good_one_pass(pre_commit: Path, tmp_path: Path) -> None:
    source = tmp_path / "quelle"
    source.mkdir()
    for name in ("generator", "search"):
        shutil.copytree(REPOSITORY / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        shutil.copy(REPOSITORY / name, source / name)
    committed(source)
    project = committed(mini_project(tmp_path / "projekt"))
    config = f"repos:\n  - repo: {source}\n    rev: HEAD\n    hooks: [id: nachschlag-fmt, id: nachschlag-check]\n"
    lay_over(project, {".pre-commit-config.yaml": config, RULE: "---\nkind: rule\n---\nOhne Titel.\n"})

    def hooks() -> subprocess.CompletedProcess[str]:
        git(project, "add", "-A")
        env = {**environment(), "PRE_COMMIT_HOME": str(tmp_path / "cache")}
        return subprocess.run([str(pre_commit), "run"], cwd=project, env=env, capture_output=True, text=True, check=False)

    bad = hooks()
    assert bad.returncode == 1, bad.stderr
    assert f"{RULE}:3:1: Fehler F004: Das Feld „title“ fehlt" in bad.stdout  # line 3: fmt has added the schema line
    lay_over(project, {RULE: FINE.replace("title: Neuling\nkind: rule\n", "kind: rule\ntitle: Neuling\n")})
    unordered = hooks()
    assert unordered.returncode == 1
    assert "files were modified by this hook" in unordered.stdout
    assert (project / RULE).read_text("utf-8") == canonical_entry(FINE, schema_line(project / RULE, "entry"))
    assert hooks().returncode == 0


def test_the_sarif_is_valid(tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        pytest.skip("npm fehlt")
    subprocess.run(["npm", "install", "--silent", "@microsoft/sarif-multitool-linux@5"], cwd=tmp_path, check=True, timeout=600)
    tool = tmp_path / "node_modules" / "@microsoft" / "sarif-multitool-linux" / "Sarif.Multitool"
    project = mini_project(tmp_path / "projekt")
    lay_over(project, {RULE: "---\ntitle: [\n---\n", "content/wuerfelkrieg/Grö ße%/a.md": "", "glossary/fremd.yaml": ""})
    file = tmp_path / "befunde.sarif"
    file.write_text(nachschlag("check", "--format", "sarif", cwd=project).stdout, "utf-8")
    env = {**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"}
    done = subprocess.run([str(tool), "validate", str(file)], env=env, capture_output=True, text=True, check=False)
    assert "1 files scanned" in done.stdout, done.stderr
    assert ": error " not in done.stdout, done.stdout
