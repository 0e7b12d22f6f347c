"""Build and search the index with another Whoosh distribution than the one we ship with. Part of `make audit`, as it downloads
the distribution and repeats the tests of index and search.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.projects import REPOSITORY, environment

pytestmark = pytest.mark.audit

OTHER = "whoosh==2.7.4"
#: The tests of an index from building to hits; the others do not touch Whoosh.
CORE = ("tests/search/test_index.py", "tests/search/test_search.py")


@pytest.fixture(scope="module")
def other_whoosh() -> Path:
    """The folder of the other distribution, kept below build/ between runs."""
    folder = REPOSITORY / "build" / OTHER.replace("==", "-")
    if not folder.exists():
        folder.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as fresh:
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
            run = subprocess.run([*pip, "--target", f"{fresh}/found", OTHER], capture_output=True, text=True)
            if run.returncode and not os.environ.get("CI"):
                pytest.skip(f"{OTHER} cannot be installed here: {run.stderr.strip()}")
            assert run.returncode == 0, run.stderr
            Path(fresh, "found").rename(folder)
    return folder


def run_with(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    variables = environment() | {"PYTHONPATH": str(folder)}
    command = [sys.executable, "-W", "ignore", *arguments]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, env=variables)


def test_index_and_search_run_on_the_other_distribution(other_whoosh: Path) -> None:
    where = run_with(other_whoosh, "-c", "import whoosh; print(whoosh.__file__)")
    assert Path(where.stdout.strip()).is_relative_to(other_whoosh), where.stderr
    run = run_with(other_whoosh, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *CORE)
    assert run.returncode == 0, run.stdout[-4000:]
    assert " passed" in run.stdout
