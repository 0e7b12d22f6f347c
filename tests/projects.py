"""Make projects for tests, each in a folder of its own (a checkout's `build/` is shared), and run `nachschlag` on them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from nachschlag.generator import load
from nachschlag.generator.model.library import Library

from tests.forking import can_fork, forked

REPOSITORY = Path(__file__).parents[1]
MINI = REPOSITORY / "tests" / "data" / "mini"

#: A minimal project: theme, styles and scripts come from the package.
MKDOCS = "site_name: Probe\n"

Overlay = Mapping[str, str | bytes]


def mini_project(root: Path, overlay: Overlay | None = None, mkdocs: str = MKDOCS) -> Path:
    """A copy of the mini project with a minimal mkdocs.yml, and the files of `overlay` (path → content) over it."""
    shutil.copytree(MINI, root)
    (root / "mkdocs.yml").write_text(mkdocs, "utf-8")
    lay_over(root, overlay or {})
    return root


@cache
def own_library() -> Library:
    """Our own content, read once in each process: a library never changes."""
    return load(REPOSITORY)[0]


#: The smallest of our systems: enough where a test is about building, not about the content.
ONE_SYSTEM = ("t9a",)


def repository_copy(root: Path, *, whole: bool = False, systems: Sequence[str] = ()) -> Path:
    """Copy our own content as a project, all systems or some; `whole` copies the packages, too, as in a clean clone."""
    folders = ("content", "glossary", *(("generator", "search") if whole else ()))
    for folder in folders:
        shutil.copytree(REPOSITORY / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for system in (root / "content").iterdir() if systems else ():
        if system.is_dir() and system.name not in systems:
            shutil.rmtree(system)
            (root / "glossary" / f"{system.name}.yaml").unlink(missing_ok=True)
    shutil.copy(REPOSITORY / "mkdocs.yml", root / "mkdocs.yml")
    return root


def lay_over(root: Path, overlay: Overlay) -> None:
    """Write files into a project."""
    for path, content in overlay.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)


def environment(**more: str) -> dict[str, str]:
    """The environment without variables that would change a build or compile our modules anew at each start, plus `more`."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("SITE_URL", "EDIT_BASE", "REPORT_TO", "NACHSCHLAG_DEBUG", "PYTHONDONTWRITEBYTECODE")
    }
    return {**kept, "PYTHONIOENCODING": "utf-8", "COLUMNS": "120", **more}


def command(*arguments: str | Path) -> list[str]:
    """The command line of `nachschlag` with the Python that runs the tests."""
    return [sys.executable, "-m", "nachschlag.generator.cli", *map(str, arguments)]


def nachschlag(*arguments: str | Path, cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    """Run `nachschlag` as a process of its own."""
    done = on_bytes(*arguments, cwd=cwd, **env)
    out, err = (raw.decode().replace("\r\n", "\n") for raw in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def on_bytes(
    *arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None, **env: str
) -> subprocess.CompletedProcess[bytes]:
    """Run it with bytes as standard input and output."""
    variables = environment(**env)
    if can_fork(variables):
        return forked([str(argument) for argument in arguments], variables, cwd, stdin)
    return subprocess.run(command(*arguments), input=stdin, capture_output=True, cwd=cwd, env=variables, timeout=600, check=False)


def build(project: Path, *arguments: str | Path, **env: str) -> Path:
    """Build a project into its `site` folder."""
    done = nachschlag("--project", project, "build", *arguments, **env)
    assert done.returncode == 0, done.stderr
    return project / "site"


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder: path → content."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
