"""Keep the service at half of its load for half an hour while things go wrong, and check answers, times and memory.

    python -m tests.tools.soak                           (35 minutes, and the build)
    python -m tests.tools.soak --minutes 3 --project built

Every half minute one mishap of `MISHAPS` happens, in turn. Afterwards the service has a pause of three seconds, and then must answer the
same questions with the same rules as whenever it had the same index. It ends with 1 where one of the promises is broken:

- no answer is wrong, and after a mishap the service answers again;
- without a mishap every answer is good; with one, a call may be put off (503 with `Retry-After`), and only those are lost that a killed
  process was computing or that came over a connection too many (at most `LOST` of all);
- memory after the first quarter of the time is within `GROWTH` of that of the last quarter.

The clock jumps where `libfaketime` is installed (Debian: faketime).
"""

from __future__ import annotations

import argparse
import errno
import json
import os
import random
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from nachschlag.search.index.generations import publish
from rich.console import Console
from rich.table import Table

from tests.projects import REPOSITORY, build, environment, repository_copy
from tests.relevance.queries import queries
from tests.serving import family, serving, until

from .bench.service import REBUILD, index, memory_mb, warm_up

#: Seconds of a round, and connections of its load.
ROUND, CONNECTIONS = 30.0, 16
#: The share of calls that may be lost in a round with a mishap.
LOST = 0.02
#: The factor by which the last quarter may need more memory than the second.
GROWTH = 1.1
#: Questions whose hits are compared.
PROBES = 60
#: The number of connections that are opened and then send next to nothing.
SLOW = 1100
#: The number of generations of an index that are published in succession.
GENERATIONS = 10_000
FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)


@dataclass(slots=True)
class Service:
    """The service under test, and the observations so far."""

    project: Path
    process: subprocess.Popen[str]
    url: str
    clock: Path
    #: The hits of every index that was in service.
    hits: dict[str, list[Any]] = field(default_factory=dict)
    rebuilt: int = 0


def calm(service: Service) -> None:
    """Nothing goes wrong."""


def worker_killed(service: Service) -> None:
    """A worker is killed, several times."""
    for _ in range(5):
        _, workers = family(service.process.pid)
        if workers:
            os.kill(random.choice(workers), signal.SIGKILL)
        time.sleep(1)


def nursery_killed(service: Service) -> None:
    """The process that forks the workers is killed."""
    for nursery in family(service.process.pid)[0]:
        os.kill(nursery, signal.SIGKILL)


def worker_stopped(service: Service) -> None:
    """A worker stands still for three seconds."""
    until(lambda: family(service.process.pid)[1])
    one = random.choice(family(service.process.pid)[1])
    os.kill(one, signal.SIGSTOP)
    time.sleep(3)
    os.kill(one, signal.SIGCONT)


@contextmanager
def one_more_rule(service: Service) -> Iterator[None]:
    """The content has another rule for a while."""
    rule = service.project / "content" / "t9a" / "sonderregeln" / "messloeffel.md"
    rule.write_text("---\ntitle: Messlöffel\nkind: rule\n---\nText.\n", "utf-8")
    try:
        yield
    finally:
        rule.unlink()


def rebuild(service: Service, **more: Any) -> int:
    """Build the index again; returns the exit status."""
    line = [sys.executable, "-c", REBUILD, str(service.project)]
    return subprocess.run(line, env=environment(), check=False, **more).returncode


def rebuilt(service: Service) -> None:
    """Build the index again, with one more rule and then without it."""
    with one_more_rule(service):
        service.rebuilt += not rebuild(service)
    service.rebuilt += not rebuild(service)


def no_room() -> None:
    """Let no file of this process grow beyond 64 KB, as where the disk is full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536))


def disk_full(service: Service) -> None:
    """Build the index again on a full disk."""
    with one_more_rule(service):
        if not rebuild(service, preexec_fn=no_room, stderr=subprocess.DEVNULL):
            raise RuntimeError("the disk was not full")


def damaged(service: Service) -> None:
    """An index arrives whose largest file is cut in half; then the good one again."""
    folder = service.project / "build" / "index"
    good = (folder / "current").read_text("utf-8").strip()
    bad = folder / f"{good}-beschaedigt"
    shutil.copytree(folder / good, bad)
    largest = max(bad.iterdir(), key=lambda file: file.stat().st_size)
    os.truncate(largest, largest.stat().st_size // 2)
    _point(folder, bad.name)
    time.sleep(5)
    _point(folder, good)
    shutil.rmtree(bad)


def _point(folder: Path, name: str) -> None:
    new = folder / "current.neu"
    new.write_text(name + "\n", "utf-8")
    new.replace(folder / "current")


def slow_clients(service: Service) -> None:
    """Many connections send half a request and wait."""
    parts = urlsplit(service.url)
    with ExitStack() as opened:
        for _ in range(SLOW):
            try:
                one = opened.enter_context(socket.create_connection((str(parts.hostname), int(parts.port or 80)), 5))
                one.sendall(b"GET /healthz HTTP/1.1\r\nHost: ")
            except OSError as problem:
                if problem.errno == errno.EMFILE:
                    raise
                break  # the service may refuse them
        time.sleep(10)


def clock_jumps(service: Service) -> None:
    """The clock jumps a day ahead, then two days back."""
    for jump in ("+1d", "-1d", "+0"):
        service.clock.write_text(jump + "\n", "ascii")
        time.sleep(4)


MISHAPS: tuple[Callable[[Service], None], ...] = (
    calm,
    worker_killed,
    rebuilt,
    damaged,
    disk_full,
    calm,
    nursery_killed,
    worker_stopped,
    slow_clients,
    *((clock_jumps,) if FAKETIME else ()),
)


def probe(service: Service) -> int:
    """The number of questions that the same index answers with other rules than before."""
    with httpx.Client(base_url=service.url, timeout=60) as client:
        hits = [
            [hit["id"] for hit in client.get("/api/v1/search", params={"q": asked.query}).raise_for_status().json()["hits"]]
            for asked in islice(queries("dev"), PROBES)
        ]
    # a rule that was added and taken away again leaves another generation, but the same edition
    edition = index(service.url).partition("-")[0]
    before = service.hits.setdefault(edition, hits)
    return sum(one != other for one, other in zip(before, hits, strict=True))


def loading(url: str, seconds: float, per_second: float) -> dict[str, Any]:
    """The figures of `service_load`, run in a process of its own."""
    more = ["--seconds", str(seconds), "--connections", str(CONNECTIONS), "--per-second", str(per_second)]
    command = [sys.executable, "-m", "tests.tools.bench.service_load", url, *more]
    run = subprocess.run(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True, env=environment(), check=True)
    return dict(json.loads(run.stdout))


def one_round(service: Service, mishap: Callable[[Service], None], per_second: float) -> dict[str, Any]:
    """Load the service while a mishap happens; then let it recover, and probe it."""
    failed: list[Exception] = []

    def go_wrong() -> None:
        time.sleep(5)
        try:
            mishap(service)
        except Exception as problem:  # noqa: BLE001 - raised again below, where it ends the program
            failed.append(problem)

    beside = threading.Thread(target=go_wrong)
    beside.start()
    figures = loading(service.url, ROUND, per_second)
    beside.join()
    if failed:
        raise failed[0]
    time.sleep(3)
    until(lambda: httpx.get(f"{service.url}/healthz", timeout=30).status_code == 200)
    return {
        "mishap": mishap.__name__,
        "calls": figures["calls"],
        "wrong": figures["wrong"],
        "put_off": (put_off := sum(n for what, n in figures["wrong"].items() if what.endswith(" 503"))),
        "lost": sum(figures["wrong"].values()) - put_off,
        "p50_ms": figures["all"]["p50_ms"],
        "p99_ms": figures["all"]["p99_ms"],
        "other_hits": probe(service),
        "memory_mb": memory_mb(service.process.pid),
    }


def broken(rounds: list[dict[str, Any]]) -> list[str]:
    """The promises that the rounds broke, as English sentences."""
    problems = []
    for n, one in enumerate(rounds, 1):
        lost = sum(one["wrong"].values()) if one["mishap"] == calm.__name__ else one["lost"]
        if one["other_hits"]:
            problems.append(f"round {n} ({one['mishap']}): {one['other_hits']} questions found other rules")
        if lost > (one["calls"] * LOST if one["mishap"] != calm.__name__ else 0):
            problems.append(f"round {n} ({one['mishap']}): {lost} of {one['calls']} calls without a good answer: {one['wrong']}")
    quarter = len(rounds) // 4
    if quarter:
        early, late = (
            statistics.median(one["memory_mb"] for one in part) for part in (rounds[quarter : 2 * quarter], rounds[-quarter:])
        )
        if late > early * GROWTH:
            problems.append(f"memory grew from {early:.0f} to {late:.0f} MB")
    return problems


@contextmanager
def started(project: Path, folder: Path) -> Iterator[Service]:
    """The service in production, with a clock that can be set where libfaketime is there."""
    clock = folder / "uhr"
    clock.write_text("+0\n", "ascii")
    fake = {
        "LD_PRELOAD": str(FAKETIME),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    before = dict(os.environ)
    os.environ.update(fake if FAKETIME else {})
    try:
        running = serving(project, "--production")
        with running as (process, url):
            os.environ.clear()
            os.environ.update(before)
            yield Service(project, process, url, clock)
    finally:
        os.environ.clear()
        os.environ.update(before)


def table(rounds: list[dict[str, Any]]) -> Table:
    """One row per mishap, over all its rounds."""
    made = Table(title="Der Dienst unter halber Last, während etwas schiefgeht", title_justify="left")
    made.add_column("", no_wrap=True)
    for name in ("Runden", "Aufrufe", "vertagt", "verloren", "anders", "p50 (ms)", "p99 (ms)", "MB"):
        made.add_column(name, justify="right")
    for mishap in dict.fromkeys(one["mishap"] for one in rounds):
        some = [one for one in rounds if one["mishap"] == mishap]
        sums = (sum(one[name] for one in some) for name in ("calls", "put_off", "lost", "other_hits"))
        times = (statistics.median(one[name] for one in some) for name in ("p50_ms", "p99_ms"))
        memory = "–".join(f"{pick(one['memory_mb'] for one in some):.0f}" for pick in (min, max))
        made.add_row(mishap, str(len(some)), *map(str, sums), *(f"{one:.0f}" for one in times), memory)
    return made


def generations_left(count: int) -> int:
    """The number of generations of an index that are left after so many were published."""
    with tempfile.TemporaryDirectory(prefix="nachschlag-soak-") as name:
        folder = Path(name)
        for at in range(count):
            publish(folder, f"{at:012}", lambda inside: (inside / "a").write_bytes(b"a"))
        return sum(one.is_dir() for one in folder.iterdir())


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.soak")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--project", type=Path, help="a built project instead of our own content")
    names = {one.__name__: one for one in MISHAPS}
    parser.add_argument("--only", choices=names, nargs="+", help="these mishaps in turn")
    args = parser.parse_args()
    mishaps = [names[one] for one in args.only] if args.only else MISHAPS
    output = Console(highlight=False)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(prefix="nachschlag-soak-") as name:
        folder = Path(name)
        project = args.project
        if project is None:
            project = repository_copy(folder / "eigen")
            build(project)
        with started(project, folder) as service:
            warm_up(service.url)
            per_second = loading(service.url, 10, 0)["per_second"] / 2
            output.print(f"halbe Last: {per_second:.0f} Aufrufe je Sekunde")
            probe(service)
            rounds: list[dict[str, Any]] = []
            end = time.monotonic() + 60 * args.minutes
            while time.monotonic() < end:
                rounds.append(one_round(service, mishaps[len(rounds) % len(mishaps)], per_second))
                output.print(rounds[-1])
            kept = [one.name for one in (project / "build" / "index").iterdir() if one.is_dir()]
        output.print(table(rounds))
        output.print(f"neu gebaut: {service.rebuilt}; davon noch da: {len(kept)}")
    left = generations_left(GENERATIONS)
    output.print(f"{GENERATIONS} Fassungen veröffentlicht; davon noch da: {left}")
    problems = broken(rounds)
    for count in {len(kept), left}:
        if count > 2:
            problems.append(f"{count} generations of the index are left")
    for one in problems:
        output.print(one)
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
