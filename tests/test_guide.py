"""The translators' guide, followed to the letter: from a clone to a pushed branch that changes a single entry."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.projects import ONE_SYSTEM, REPOSITORY, environment, repository_copy

GUIDE = REPOSITORY / "generator" / "assets" / "site" / "hilfe" / "uebersetzen.md"
ENTRY = "content/t9a/sonderregeln/angst.md"

#: Commands to skip: installation, already done for the tests, and commands that keep running in a window of their own.
ELSEWHERE = ("make serve", "source ")


def steps(heading: str) -> list[str]:
    """The lines of the shell blocks below a heading."""
    section = GUIDE.read_text("utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if not line.startswith(ELSEWHERE)]


def run(folder: Path, *lines: str) -> str:
    """Run shell lines as a newcomer would, with `nachschlag` on the path; the first failure fails the test."""
    who = {
        f"GIT_{role}_{what}": f"probe{at}example.org"
        for role in ("AUTHOR", "COMMITTER")
        for what, at in (("NAME", "-"), ("EMAIL", "@"))
    }
    env = environment(PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", **who)
    script = "\n".join(["set -e", *lines])
    done = subprocess.run(["bash", "-c", script], cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_newcomer_comes_from_a_clone_to_a_branch(tmp_path: Path) -> None:
    source = repository_copy(tmp_path / "quelle", systems=ONE_SYSTEM)
    run(source, "git init -q -b main", "git add -A", "git commit -q -m Anfang", f"git clone -q --bare . {tmp_path}/projekt.git")
    lines = [
        line.replace("ADRESSE-DES-PROJEKTS", f"{tmp_path}/projekt.git") for line in steps("Vom Klonen bis zum fertigen Eintrag")
    ]
    assert lines[0].startswith("git clone")
    edit = next(at for at, line in enumerate(lines) if line.startswith("nachschlag fmt"))
    edited = f"sed -i.alt 's/^short_en: .*/short_en: A rule of ours now reads otherwise./' {ENTRY}"
    said = run(tmp_path, *lines[:edit], edited, f"rm {ENTRY}.alt", *lines[edit:])
    assert "veraltet" in said or "Entwurf" in said
    git = f"git --git-dir {tmp_path}/projekt.git"
    assert run(tmp_path, f"{git} diff --name-only main angst").split() == [ENTRY]
    pushed = run(tmp_path, f"{git} show angst:{ENTRY}")
    assert "short_en: A rule of ours now reads otherwise." in pushed
    assert run(tmp_path, f"{git} diff main angst -- {ENTRY}").count("\n+") - 1 == 2  # the sentence, and translated_from


def test_the_guide_names_the_file_and_the_page_that_there_are() -> None:
    text = GUIDE.read_text("utf-8")
    assert f"`{ENTRY}`" in text
    assert (REPOSITORY / ENTRY).is_file()
    assert "`http://127.0.0.1:8000/t9a/angst/`" in text
