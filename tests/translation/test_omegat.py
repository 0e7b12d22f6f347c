"""The whole way through a real OmegaT (Debian package `omegat`): our PO and our memory in, its PO back into the content."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import polib
import pytest

from tests.projects import tree
from tests.running import Run

from .conftest import SPRUNG, SPRUNG_PATH

pytestmark = pytest.mark.audit

_FOLDERS = ("source", "target", "tm", "glossary", "dictionary")
PROJECT = f"""\
<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<omegat><project version="1.0">
{"".join(f"<{name}_dir>__DEFAULT__</{name}_dir>" for name in _FOLDERS)}<glossary_file>__DEFAULT__</glossary_file>
<source_lang>EN</source_lang><target_lang>DE</target_lang><sentence_seg>false</sentence_seg>
<support_default_translations>true</support_default_translations><remove_tags>false</remove_tags>
</project></omegat>
"""


def test_through_omegat_and_back(run: Run, project: Path, tmp_path: Path) -> None:
    program = shutil.which("omegat")
    assert program, "apt-get install omegat"
    job = tmp_path / "auftrag"
    for folder in ("source", "target", "tm/auto", "glossary", "dictionary", "omegat"):
        (job / folder).mkdir(parents=True)
    (job / "omegat.project").write_text(PROJECT, "utf-8")
    po, memory = job / "source" / "x.po", job / "tm" / "auto" / "x.tmx"
    for form, file in (("po", po), ("tmx", memory), ("tbx", job / "glossary" / "x.tbx")):
        assert run("--project", project, "export", "--format", form, "--out", file).status == 0
    old, new = "Springe in der Rollphase 3 Zoll weit.", "Hüpfe in der Rollphase 3 Zoll weit."
    memory.write_text(memory.read_text("utf-8").replace(old, new), "utf-8")
    source = polib.pofile(str(po), wrapwidth=-1)
    for entry in source:
        entry.msgstr = "" if entry.msgstr == old else entry.msgstr
    source.save()
    before = tree(project)

    call = [program, job, "--mode=console-translate", f"--config-dir={tmp_path / 'einstellungen'}"]
    done = subprocess.run(call, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout

    said = run("--project", project, "import", job / "target" / "x.po")
    assert (said.status, said.out) == (0, f"{SPRUNG_PATH}: short\n")
    after = tree(project)
    assert {path for path in after if before.get(path) != after[path] and not path.startswith("build/")} == {SPRUNG_PATH}
    assert after[SPRUNG_PATH].decode() == SPRUNG.replace(old, new)
