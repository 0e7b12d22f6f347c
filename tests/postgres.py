"""Real PostgreSQL servers, run by an unprivileged user in a temporary folder: a primary, and standbys that stream from it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.hosting import NOBODY, free_port, required
from tests.serving import until

REMEDY = "PostgreSQL fehlt: apt-get install postgresql (macOS: brew install postgresql)"
#: A copy of a primary must be whole whatever happens to a process; nothing here must survive the machine.
SETTINGS = {
    "fsync": "off",
    "max_connections": "60",
    "shared_buffers": "16MB",
    "log_min_messages": "fatal",
    "max_wal_senders": "6",
}


def programs() -> Path:
    """The folder of PostgreSQL's programs. Debian keeps them off the path. Skips the test where there are none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    initdb = str(found[-1]) if found else shutil.which("initdb") or "/usr/lib/postgresql/initdb"
    required(initdb, REMEDY)
    return Path(initdb).parent


@dataclass(slots=True)
class Server:
    """One server: its folder and port, and its process while it runs."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def address(self) -> str:
        """Its address alone."""
        return address(self)

    def start(self) -> None:
        settings = {
            **SETTINGS,
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self.folder),
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self.process = _start([str(programs() / "postgres"), "-D", str(self.folder), *options])
        until(self.answers)

    def answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, "PostgreSQL hat sich beendet"
        ready = [str(programs() / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(ready, check=False).returncode == 0

    def kill(self) -> None:
        """Kill it and all its processes at once, as a machine does that fails."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        (self.folder / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(20)

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        """The rows of a statement."""
        import psycopg

        with psycopg.connect(self.address, autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []


def address(*servers: Server) -> str:
    """The address of several servers."""
    return f"postgresql://nachschlag@{','.join(server.host for server in servers)}/postgres"


@contextmanager
def servers(standbys: int = 0) -> Iterator[list[Server]]:
    """A running primary and standbys of it."""
    folder = Path(tempfile.mkdtemp(prefix="nachschlag-postgres-"))
    _give(folder)
    started: list[Server] = []
    try:
        started.append(_primary(folder))
        for n in range(standbys):
            started.append(standby_of(started[0], folder / f"standby-{n + 1}"))
        yield started
    finally:
        for server in reversed(started):
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _primary(folder: Path) -> Server:
    server = Server(folder / "primary", free_port())
    init = ["--no-sync", "-A", "trust", "-U", "nachschlag", "--locale=C", "-E", "UTF8", "--no-instructions"]
    _run([str(programs() / "initdb"), "-D", str(server.folder), *init])
    server.start()
    return server


def standby_of(primary: Server, folder: Path) -> Server:
    """A new standby that streams from a primary."""
    server = Server(folder, free_port())
    source = ["-h", "127.0.0.1", "-p", str(primary.port), "-U", "nachschlag"]
    _run([str(programs() / "pg_basebackup"), *source, "-D", str(folder), "-R", "-X", "stream", "--checkpoint=fast", "--no-sync"])
    server.start()
    return server


def _is_root() -> bool:
    return os.geteuid() == 0


def _as_who() -> Mapping[str, Any]:
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if _is_root() else {}


def _give(folder: Path) -> None:
    if _is_root():  # PostgreSQL refuses to run as root
        os.chown(folder, NOBODY, NOBODY)


def _run(arguments: list[str]) -> None:
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, cwd="/", **_as_who())
    assert done.returncode == 0, done.stderr


def _start(arguments: list[str]) -> subprocess.Popen[bytes]:
    quiet = subprocess.DEVNULL
    return subprocess.Popen(arguments, stdout=quiet, stderr=quiet, cwd="/", start_new_session=True, **_as_who())
