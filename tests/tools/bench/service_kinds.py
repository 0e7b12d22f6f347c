"""Measure each kind of answer of the HTTP service by itself and among others: our own content, 64 connections.

    python -m tests.tools.bench.service_kinds                  (about two minutes, and the build)
    python -m tests.tools.bench.service_kinds --project built --seconds 5

On a busy machine only ratios and processor time are reliable: p99 to p50 (at most 5), and the p99 of the processor time of each
kind (of completing at most 20 ms). Waiting times are those of a machine that shares its cores with the program that makes the load.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from nachschlag.search.index.current import LiveIndex, LiveRules
from nachschlag.search.service.errors import ApiError
from nachschlag.search.service.work import Question, Work
from rich.console import Console
from rich.table import Table

from tests.projects import REPOSITORY, build, environment, repository_copy
from tests.serving import serving

from .service import warm_up
from .service_load import MIX, calls
from .several import cpu

#: The kinds of answer that are computed.
KINDS = ("search", "resolve", "link", "complete", "mcp")
#: How many questions of each kind are computed in this process.
COMPUTED = 1500


def computed(project: Path) -> dict[str, dict[str, float]]:
    """Milliseconds of processor time of each kind of answer, computed in this process."""
    site, path = project / "site", project / "build" / "index"
    index, rules = LiveIndex(path).get(), LiveRules(project, site, path).get()
    work = Work(lambda: index, lambda: rules)
    told = {}
    for kind, requests in calls("localhost").items():
        if kind not in KINDS:
            continue
        questions = [_question(kind, raw) for raw in requests[:: max(1, len(requests) // COMPUTED)]]
        _spent(work, questions[0])  # fills the caches of a first call
        times = [_spent(work, question) for question in questions]
        told[kind] = {"p50_ms": statistics.median(times), "p99_ms": statistics.quantiles(times, n=100)[98], "most_ms": max(times)}
    return told


def _question(kind: str, raw: bytes) -> Question:
    head, _, body = raw.partition(b"\r\n\r\n")
    line, *lines = head.split(b"\r\n")
    headers = [(name.lower(), value.strip()) for name, _, value in (one.partition(b":") for one in lines)]
    return Question(kind, line.split(b" ")[1].partition(b"?")[2], headers, body)


def _spent(work: Work, question: Question) -> float:
    started = time.process_time()
    with suppress(ApiError):  # refusals, such as that of an empty text, are answers, too
        work(question)
    return 1000 * (time.process_time() - started)


def loaded(url: str, pid: int, seconds: float, **options: object) -> dict[str, Any]:
    """The figures of `service_load`, and the milliseconds of processor time of each call."""
    before = cpu([pid])
    more = [f"--{name.replace('_', '-')}={value}" for name, value in {"seconds": seconds, **options}.items()]
    command = [sys.executable, "-m", "tests.tools.bench.service_load", url, *more]
    run = subprocess.run(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True, env=environment(), check=True)
    measured: dict[str, Any] = json.loads(run.stdout)
    return {**measured, "cpu_ms": 1000 * (cpu([pid]) - before) / measured["calls"]}


def measure(project: Path, seconds: float, connections: int) -> dict[str, Any]:
    """Each kind alone, all mixed, and completing over one connection: without other calls, and beside half of the load."""
    with serving(project, "--production", "--mcp") as (process, url):
        warm_up(url)
        alone = {kind: loaded(url, process.pid, seconds, connections=connections, only=kind) for kind in KINDS}
        mixed = loaded(url, process.pid, 2 * seconds, connections=connections)
        typing = {"connections": 1, "per_second": 10, "only": "complete"}
        quiet = loaded(url, process.pid, seconds, **typing)
        half = {"connections": connections, "per_second": mixed["per_second"] / 2, "seconds": seconds + 2}
        command = [
            sys.executable,
            "-m",
            "tests.tools.bench.service_load",
            url,
            *(f"--{key.replace('_', '-')}={value}" for key, value in half.items()),
        ]
        others = subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.DEVNULL, env=environment())
        time.sleep(1)
        beside = loaded(url, process.pid, seconds, **typing)
        others.wait()
    return {"alone": alone, "mixed": mixed, "typing": {"quiet": quiet, "half_load": beside}, "load": os.getloadavg()[0]}


def table(measured: dict[str, Any]) -> Table:
    """One row per kind of answer alone, then per sort of call among the others, then completing over one connection."""
    made = Table(title="Arten von Antworten", title_justify="left")
    for name in ("", "Aufrufe/s", "Rechenzeit (ms)", "p50 (ms)", "p99 (ms)", "p99/p50", "falsch"):
        made.add_column(name, justify="right" if name else "left")

    def row(name: str, run: dict[str, Any], sort: str = "all") -> None:
        one = run[sort]
        figures = f"{one['p50_ms']:.0f}", f"{one['p99_ms']:.0f}", f"{one['p99_ms'] / one['p50_ms']:.1f}"
        whole = (f"{run['per_second']:.0f}", f"{run['cpu_ms']:.1f}") if sort == "all" else ("", "")
        made.add_row(name, *whole, *figures, str(run["wrong"] or 0) if sort == "all" else "")

    for kind, run in measured["alone"].items():
        row(f"nur {kind}", run)
    row("gemischt", measured["mixed"])
    for sort in MIX:
        row(f"  {sort}", measured["mixed"], sort)
    row("complete, sonst nichts", measured["typing"]["quiet"])
    row("complete neben halber Last", measured["typing"]["half_load"])
    return made


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.service_kinds")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--project", type=Path, help="a built project instead of our own content")
    parser.add_argument("--json", action="store_true", help="als JSON")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nachschlag-bench-") as folder:
        project = args.project
        if project is None:
            project = repository_copy(Path(folder) / "eigen")
            build(project)
        measured = {"computed": computed(project), **measure(project, args.seconds, args.connections)}
    if args.json:
        print(json.dumps(measured, indent=1))
        return
    output = Console(highlight=False)
    for kind, row in measured["computed"].items():
        output.print(
            f"{kind}: Rechenzeit p50 {row['p50_ms']:.1f} ms, p99 {row['p99_ms']:.1f} ms, höchstens {row['most_ms']:.0f} ms"
        )
    output.print(table(measured))
    output.print(f"Last der Maschine {measured['load']:.1f}")


if __name__ == "__main__":
    main()
