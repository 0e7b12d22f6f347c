"""`nachschlag serve` as a process: a taken port, what it answers, and Ctrl-C."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from pathlib import Path

import httpx
import pytest

from tests.projects import command, environment, lay_over
from tests.running import Run
from tests.serving import get, serving


def eventually(what: str, url: str, timeout: float = 30) -> str:
    """The page once `what` stands in it."""
    end = time.monotonic() + timeout
    text = ""
    while time.monotonic() < end:
        text = get(url).text
        if what in text:
            return text
        time.sleep(0.1)
    raise AssertionError(f"„{what}“ kommt nicht: {text[-500:]}")


def test_a_taken_port_is_one_line(run: Run, mini: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = run("--project", mini, "serve", "--port", str(port))
    assert (said.status, said.out) == (2, "")
    assert f"An 127.0.0.1:{port} lässt sich nicht lauschen" in said.line
    assert f"--port {port + 1}" in said.line
    assert not (mini / "build").exists()


def test_a_foreign_address_is_one_line(run: Run, mini: Path) -> None:
    for host in ("203.0.113.7", "gibt-es-nicht.invalid"):
        said = run("--project", mini, "serve", "--host", host, "--port", "0")
        assert said.status == 2
        assert "lässt sich nicht lauschen" in said.line


def test_it_serves_rebuilds_and_ends_at_once(mini: Path) -> None:
    with serving(mini) as (process, url):
        home = get(url)
        assert home.status_code == 200
        assert 'lang="de"' in home.text
        assert home.headers["x-content-type-options"] == "nosniff"
        assert get(f"{url}/gibt/es/nicht/").status_code == 404
        assert get(f"{url}/../../../etc/passwd").status_code == 404
        assert get(f"{url}/%2e%2e/%2e%2e/mkdocs.yml").status_code == 404
        hits = get(f"{url}/api/v1/search", params={"q": "GR 17"}).json()["hits"]
        assert hits[0]["id"] == "wuerfelkrieg/kaempfen"
        entry = mini / "content/wuerfelkrieg/grundregeln/kaempfen.md"
        entry.write_text(entry.read_text("utf-8").replace("aus dem Becher", "aus dem Zylinder"), "utf-8")
        eventually("aus dem Zylinder", f"{url}/wuerfelkrieg/kaempfen/")
        # a broken state is survived, the next good one shown
        lay_over(mini, {"content/wuerfelkrieg/grundregeln/neu.md": "---\ntitle: [\n---\n"})
        time.sleep(1)
        assert get(f"{url}/wuerfelkrieg/kaempfen/").status_code == 200
        lay_over(mini, {"content/wuerfelkrieg/grundregeln/neu.md": "---\ntitle: Neuling\nkind: rule\n---\nText.\n"})
        eventually("Neuling", f"{url}/wuerfelkrieg/neu/")
        eventually('"id":"wuerfelkrieg/neu"', f"{url}/api/v1/search?q=Neuling")
        entry.unlink()
        end = time.monotonic() + 30
        while get(f"{url}/wuerfelkrieg/kaempfen/").status_code == 200:
            assert time.monotonic() < end, "eine gelöschte Seite bleibt stehen"
            time.sleep(0.1)
        with httpx.stream("GET", f"{url}/__nachschlag/events") as events:  # an open page must not keep the server alive
            next(events.iter_lines())
            process.send_signal(signal.SIGINT)
            process.wait(10)
    assert process.returncode in (0, 130)


def test_ctrl_c_while_it_builds_leaves_nothing_half_done(mini: Path) -> None:
    process = subprocess.Popen(
        command("--project", mini, "serve", "--port", "0"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        # a shell that runs the tests in the background has them, and what they start, ignore the signal
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stderr is not None
    assert "Seite wird gebaut" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert not (mini / "build" / "serve.stamp").exists()
    assert not list(mini.glob("build/.serve*"))


@pytest.mark.parametrize("package", ["uvicorn", "starlette", "watchfiles"])
def test_missing_packages_are_named(run: Run, mini: Path, monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *_: None if name == package else object())
    said = run("--project", mini, "serve")
    assert said.status == 2
    assert f"„{package}“" in said.line
    assert 'pip install ".[server]" (im Ordner des Programms)' in said.line


def test_a_second_start_does_not_build_again(mini: Path) -> None:
    with serving(mini) as (_, url):
        get(url)
    page = mini / "build" / "serve" / "index.html"
    before = page.stat().st_mtime_ns
    with serving(mini) as (_, url):
        get(url)
    assert page.stat().st_mtime_ns == before
