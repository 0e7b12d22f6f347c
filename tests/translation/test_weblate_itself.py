"""Weblate's own discovery, loader and checks over our tree (`make audit` installs them into `build/weblate`)."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import polib
import pytest

from tests.projects import REPOSITORY, repository_copy
from tests.running import Run

pytestmark = pytest.mark.audit

PYTHON = REPOSITORY / "build/weblate/bin/python"
CHECKS = REPOSITORY / "tests/tools/audit/weblate/checks.py"
GUIDE = REPOSITORY / "generator/assets/site/hilfe/uebersetzen.md"

#: Checks that must find nothing, because we write what they ask. Of the others, one alarm in a thousand units may be false.
OURS = {"placeholders", "max-length", "same", "md-reflink", "md-link", "md-syntax"}


def settings() -> list[str]:
    """Match, name and template, as the guide gives them for Weblate's component discovery."""
    text = GUIDE.read_text("utf-8")
    rows = [re.search(rf"^\| {label} \| `(.*)` \|$", text, re.MULTILINE) for label in ("Muster", "Name", "Vorlage")]
    return [row[1] for row in rows if row]


def asked(folder: Path) -> dict[str, Any]:
    assert PYTHON.is_file(), "make audit"
    done = subprocess.run([PYTHON, CHECKS, folder, *settings()], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("weblate")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return repository_copy(tmp_path_factory.mktemp("eigen") / "projekt")


def test_weblate_takes_our_tree(run: Run, project: Path, folder: Path) -> None:
    assert run("--project", project, "export", "--format", "po", "--layout", "weblate", "--out", folder).status == 0
    found = asked(folder)
    ours = {path.parent.relative_to(folder).as_posix().replace("/", "-") for path in folder.rglob("de.po")}
    assert set(found["components"]) == ours
    assert len(found["units"]) > 7_000
    assert not OURS & found["failing"].keys(), found["failing"]
    assert sum(map(len, found["failing"].values())) <= len(found["units"]) / 1000, found["failing"]


def test_weblate_finds_what_is_lost(run: Run, project: Path, folder: Path) -> None:
    """Each planted fault is found by the check whose flag we write."""
    file = folder / "t9a/sonderregeln/de.po"
    if not file.is_file():
        assert run("--project", project, "export", "--format", "po", "--layout", "weblate", "--out", folder).status == 0
    po = polib.pofile(str(file), wrapwidth=-1)
    numbered = [one for one in po if any(flag.startswith("placeholders:") for flag in one.flags) and "#text" in one.msgctxt]
    short = [one for one in po if one.msgctxt.endswith("#short")]
    for one in numbered:
        one.msgstr = re.sub(r"[0-9]", "", one.msgstr).replace("[[", "")
    for one in short:
        one.msgstr += " und so weiter" * 12
    po.save()
    failing = asked(folder)["failing"]
    assert {one.msgctxt for one in numbered} <= set(failing["placeholders"])
    assert {one.msgctxt for one in short} <= set(failing["max-length"])
