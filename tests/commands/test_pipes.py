"""Pipes, sockets and devices among the content: a finding, never a wait. A command that waits for one is killed, and the test fails."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.projects import command, environment, mini_project
from tests.serving import serving, until

RULES = "content/wuerfelkrieg/grundregeln"
NO_FILE = "es ist keine gewöhnliche Datei"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with pipes in every place where files are read, and a socket."""
    root = mini_project(tmp_path / "projekt")
    (root / "content/murmeln/moved.yaml").unlink(missing_ok=True)
    for path in (f"{RULES}/rohr.md", f"{RULES}/kaempfen.en.md", "content/murmeln/moved.yaml", "content/murmeln/published.txt"):
        (root / path).unlink(missing_ok=True)
        os.mkfifo(root / path)
    (root / "glossary/queries").mkdir(exist_ok=True)
    os.mkfifo(root / "glossary/queries/wuerfelkrieg.yaml")
    monkeypatch.chdir(root / RULES)  # a socket's path may only be short
    with socket.socket(socket.AF_UNIX) as dose:
        dose.bind("dose.md")
    return root


def shown(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    line = command("--project", project, *arguments)
    return subprocess.run(line, capture_output=True, text=True, encoding="utf-8", env=environment(), timeout=120, check=False)


@pytest.mark.parametrize(("arguments", "code"), [(["check"], 1), (["build", "--strict"], 1), (["build"], 0)])
def test_each_is_a_finding(project: Path, arguments: list[str], code: int) -> None:
    """`check` reports each file that cannot be read as one, and waits for none."""
    done = shown(project, *arguments)
    said = done.stdout + done.stderr
    assert done.returncode == code, said
    assert "Traceback" not in said
    if arguments == ["check"]:
        assert said.count(NO_FILE) == 6
        assert "Pipe" in said


def test_formatting_leaves_them_alone(project: Path) -> None:
    done = shown(project, "fmt", "--check")
    assert "rohr.md: nicht lesbar" in done.stderr
    assert "dose.md: nicht lesbar" in done.stderr


def test_a_server_starts_with_them_and_takes_new_ones_and_changes(project: Path) -> None:
    file = project / RULES / "zielen.md"
    with serving(project) as (_, url):
        os.mkfifo(project / RULES / "spaeter.md")
        file.write_text(file.read_text("utf-8") + "\nZuletzt ein neuer Satz.\n", "utf-8")
        until(lambda: "Zuletzt ein neuer Satz." in httpx.get(f"{url}/wuerfelkrieg/zielen/", timeout=30).text)


def test_links_to_files_are_read_as_before(tmp_path: Path) -> None:
    root = mini_project(tmp_path / "projekt")
    (root / RULES / "zwilling.md").symlink_to("zielen.md")
    done = shown(root, "check")
    assert "nicht lesen" not in done.stdout + done.stderr
    assert "zwilling" in done.stdout + done.stderr  # two entries of one name
