"""What `make release` makes: the program builds from its source archive, runs in a fresh environment, and all of it is listed."""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.projects import ONE_SYSTEM, REPOSITORY, repository_copy
from tests.tools.release.__main__ import licences, release

pytestmark = pytest.mark.audit

TOOLS = REPOSITORY / "build" / "release-tools" / "bin"


def test_everything_of_a_release_is_made(tmp_path: Path) -> None:
    out = tmp_path / "fertig"
    release(TOOLS, repository_copy(tmp_path / "projekt", systems=ONE_SYSTEM), out)
    names = {file.name for file in out.iterdir()}
    packages = {name for name in names if name.startswith(("nachschlag-0", "nachschlag-1"))}
    assert sorted(Path(name).suffix for name in packages) == [".gz", ".whl"]
    assert names - packages == {
        "SHA256SUMS",
        "lizenzen.txt",
        "nachschlag-buendel-t9a.zip",
        "nachschlag-ordner.zip",
        "nachschlag-seite.zip",
        "nachschlag.cdx.json",
    }
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=out, check=True)
    assert len((out / "SHA256SUMS").read_text().splitlines()) == len(names) - 1
    with zipfile.ZipFile(out / "nachschlag-seite.zip") as site:
        assert "nachschlag-seite/t9a/angst/index.html" in site.namelist()
    parts = json.loads((out / "nachschlag.cdx.json").read_text("utf-8"))
    assert parts["bomFormat"] == "CycloneDX"
    assert {"mkdocs", "Whoosh-Reloaded", "starlette"} <= {one["name"] for one in parts["components"]}
    assert licences(parts) == (out / "lizenzen.txt").read_text("utf-8").splitlines()
