"""Compare setups of the service, with our own content under the load of `service.py`: one process, workers, replicas, PostgreSQL.

    python -m tests.tools.bench.several                  (about three minutes, and the build)
    python -m tests.tools.bench.several --project built --seconds 10

Everything shares the cores of this machine with the program that makes the load, so calls per second say little about several
machines. Processor time per call does: it shows how many calls per second the cores of one machine can answer.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table

from tests.postgres import address, servers
from tests.projects import REPOSITORY, build, environment, nachschlag, repository_copy
from tests.search.test_service_fetched import replicated
from tests.serving import serving, until

from .service import descendants, warm_up

#: The service in one process, as other programs embed it.
ONE = """
import sys
from pathlib import Path
import uvicorn
from nachschlag.search.live.serve import listen
from nachschlag.search.service import LiveRules, create_app
from nachschlag.search.service.production import configuration
site, index = Path(sys.argv[1], "site"), Path(sys.argv[1], "build", "index")
app = create_app(site, index, rules=LiveRules(Path(sys.argv[1]), site, index))
listener = listen("127.0.0.1", 0)
print(listener.getsockname()[1], flush=True)
uvicorn.Server(configuration(app)).run(sockets=[listener])
"""

#: The address of a running setup, and its processes: those of services, and those of PostgreSQL.
Running = tuple[str, list[int], list[int]]


@contextmanager
def one_process(project: Path, folder: Path) -> Iterator[Running]:
    process = subprocess.Popen([sys.executable, "-c", ONE, str(project)], stdout=subprocess.PIPE, text=True, env=environment())
    try:
        assert process.stdout is not None
        url = f"http://127.0.0.1:{int(process.stdout.readline())}"
        httpx.get(f"{url}/api/v1/resolve?text=angst", timeout=300)  # it loads the rules now
        yield url, [process.pid], []
    finally:
        process.kill()
        process.wait()


@contextmanager
def workers(project: Path, folder: Path) -> Iterator[Running]:
    with serving(project, "--production") as (process, url):
        yield url, [process.pid], []


@contextmanager
def replicas(project: Path, folder: Path) -> Iterator[Running]:
    """Two of them, as the printed configuration has it."""
    run = nachschlag("--project", project, "index", "--pack", folder / "suche")
    assert run.returncode == 0, run.stderr
    with ExitStack() as stack:
        copies = [shutil.copytree(project, folder / f"replik-{n}", symlinks=True) for n in (1, 2)]
        more = ("--production", "--index-from", str(folder / "suche"))
        started = [stack.enter_context(serving(copy, *more)) for copy in copies]
        front = stack.enter_context(replicated([url for _, url in started], folder))
        yield front, [process.pid for process, _ in started], []


@contextmanager
def postgresql(project: Path, folder: Path) -> Iterator[Running]:
    with servers(2) as started:
        run = nachschlag("--project", project, "index", "--to", started[0].address)
        assert run.returncode == 0, run.stderr
        standing = [server.process.pid for server in started if server.process]
        until(lambda: all(server.run("select 1 from pg_tables where tablename = 'posting'") for server in started))
        with serving(project, "--production", "--engine", address(*started)) as (process, url):
            yield url, [process.pid], standing


ALL: dict[str, Callable[[Path, Path], Any]] = {
    "ein Prozess": one_process,
    "ein Dienst": workers,
    "2 Repliken": replicas,
    "PostgreSQL": postgresql,
}


def measure(running: Running, seconds: float, connections: int) -> dict[str, Any]:
    """Load it, and say how many calls it answers, how fast, and with how much processor time."""
    url, services, databases = running
    warm_up(url)
    before = cpu(services), cpu(databases), front(services)
    more = ["--seconds", str(seconds), "--connections", str(connections)]
    command = [sys.executable, "-m", "tests.tools.bench.service_load", url, *more]
    measured = json.loads(
        subprocess.run(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True, env=environment(), check=True).stdout
    )
    calls = measured["all"]["calls"]
    spent = {"service": cpu(services) - before[0], "database": cpu(databases) - before[1], "front": front(services) - before[2]}
    return {
        "per_second": measured["per_second"],
        "p50_ms": measured["all"]["p50_ms"],
        "p99_ms": measured["all"]["p99_ms"],
        "wrong": measured["wrong"],
        **{f"{name}_ms": 1000 * seconds / calls for name, seconds in spent.items()},
        "load": os.getloadavg()[0],
    }


def front(pids: Sequence[int]) -> float:
    """The seconds of processor time of the processes that accept calls; each can use only one core, which bounds the service."""
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split() for pid in pids]
    return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")


def cpu(pids: Sequence[int]) -> float:
    """The seconds of processor time of processes and their descendants, also of those that have ended (Linux)."""
    ticks = 0
    for pid in {every for one in pids for every in (one, *descendants(one))}:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        ticks += sum(map(int, fields[11:13] if pid not in pids else fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def table(measured: dict[str, dict[str, Any]]) -> Table:
    made = Table(title="Worauf ein Dienst läuft", title_justify="left")
    for name in (
        "",
        "Aufrufe/s",
        "zu einem Prozess",
        "p50 (ms)",
        "p99 (ms)",
        "Dienst (ms je Aufruf)",
        "davon vorn",
        "PostgreSQL",
        "falsch",
    ):
        made.add_column(name, justify="right" if name else "left")
    first = next(iter(measured.values()))["per_second"]
    for name, row in measured.items():
        times = (f"{row[name]:.1f}" for name in ("service_ms", "front_ms", "database_ms"))
        figures = f"{row['p50_ms']:.0f}", f"{row['p99_ms']:.0f}", *times
        made.add_row(name, f"{row['per_second']:.0f}", f"{row['per_second'] / first:.2f}", *figures, str(row["wrong"] or 0))
    return made


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.several")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--project", type=Path, help="a built project instead of our own content")
    parser.add_argument("--json", action="store_true", help="als JSON")
    args = parser.parse_args()
    measured = {}
    with tempfile.TemporaryDirectory(prefix="nachschlag-bench-") as name:
        folder = Path(name)
        project = args.project
        if project is None:
            project = repository_copy(folder / "eigen")
            build(project)
        for what, start in ALL.items():
            with tempfile.TemporaryDirectory(dir=folder) as own, start(project, Path(own)) as running:
                measured[what] = measure(running, args.seconds, args.connections)
    if args.json:
        print(json.dumps(measured, indent=1))
    else:
        Console(highlight=False).print(table(measured))


if __name__ == "__main__":
    main()
