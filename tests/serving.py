"""Serve a site during a test: a finished one in this process, or a project through `nachschlag serve`; and the processes of a service."""

from __future__ import annotations

import re
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from tests.projects import command, environment

#: Asks a server for something, and waits longer than httpx would: a busy machine takes several times as long as an idle one.
get = partial(httpx.get, timeout=60)


@contextmanager
def served(site: Path, index: Path) -> Iterator[str]:
    """The address of a finished site with its search, served by our own service."""
    import uvicorn
    from nachschlag.search.service import create_app

    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(create_app(site, index), log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        server.force_exit = True
        thread.join(10)
        listener.close()


@contextmanager
def answering(app: Any, **limits: Any) -> Iterator[httpx.Client]:
    """A client of an app that runs as in production, on loopback. `limits` override the usual settings of uvicorn."""
    import uvicorn
    from nachschlag.search.service.production import configuration

    listener = socket.create_server(("127.0.0.1", 0))
    config = configuration(app)
    for name, value in limits.items():
        setattr(config, name, value)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    until(lambda: server.started)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{listener.getsockname()[1]}", timeout=60) as client:
            yield client
    finally:
        server.should_exit = True
        thread.join(40)
        listener.close()
    assert not thread.is_alive(), "der Dienst endet nicht"


@contextmanager
def answering_for(site: Path, **more: Any) -> Iterator[httpx.Client]:
    """A client of the service of a project's built site, with its rules. `more` goes to `create_app`."""
    from nachschlag.search.service import LiveRules, create_app

    index = site.parent / "build" / "index"
    with answering(create_app(site, index, rules=LiveRules(site.parent, site, index), **more)) as client:
        yield client


@contextmanager
def serving(project: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running `nachschlag serve` and its address."""
    process = subprocess.Popen(
        command("--project", project, "serve", "--port", "0", *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment(),
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"kein Server: {line!r}"
        yield process, found[0]
    finally:
        process.kill()
        process.wait(10)


def until(fine: Callable[[], object], seconds: float = 40) -> None:
    """Wait until a callable returns something true; raise AssertionError after that time."""
    end = time.monotonic() + seconds
    pause = 0.01
    while not fine():
        assert time.monotonic() < end, "kommt nicht"
        time.sleep(pause)
        pause = min(2 * pause, 0.2)


def stat(pid: int) -> list[str]:
    """The fields of a process's /proc stat after its name: state, parent, group, …; empty for one that is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def lives(pid: int) -> bool:
    """Whether a process still runs. Zombies count as gone: the operating system reaps those whose parent was killed."""
    return stat(pid)[:1] not in ([], ["Z"])


def children(pid: int) -> list[int]:
    """The child processes of a process."""
    every = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return sorted(one for one in every if (about := stat(one)) and about[1] == str(pid))


def family(service: int) -> tuple[list[int], list[int]]:
    """The nurseries and workers of a service."""
    nurseries = children(service)
    return nurseries, [worker for nursery in nurseries for worker in children(nursery)]
