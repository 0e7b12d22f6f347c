"""Measure the HTTP service under load: our own content, 64 connections, one minute, with the index rebuilt twice meanwhile.

    python -m tests.tools.bench.service                  (about two minutes)
    python -m tests.tools.bench.service --seconds 10 --connections 1

It asserts nothing. It prints calls, milliseconds per sort of call, errors, and the service's memory before, after and at its peak.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table

from tests.projects import REPOSITORY, build, environment, repository_copy
from tests.serving import serving, until

#: Replaces the index by another, as a build does, without building pages.
REBUILD = """
import sys
from pathlib import Path
from nachschlag.generator import load
from nachschlag.search import build_index
root = Path(sys.argv[1])
assert build_index(load(root)[0], root / "build" / "index")
"""


def measure(project: Path, seconds: float, connections: int) -> dict[str, Any]:
    """Serve a built project under load, and rebuild its index after a third and two thirds of the time."""
    with serving(project, "--production") as (process, url):
        warm_up(url)
        memory = [memory_mb(process.pid)]
        command = [
            sys.executable,
            "-m",
            "tests.tools.bench.service_load",
            url,
            "--seconds",
            str(seconds),
            "--connections",
            str(connections),
        ]
        loading = subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True, env=environment())
        indexes = [index(url)]
        rebuilding = threading.Thread(target=rebuild_twice, args=(project, url, seconds, indexes))
        rebuilding.start()
        while loading.poll() is None:
            memory.append(memory_mb(process.pid))
            time.sleep(0.5)
        rebuilding.join()
        assert loading.stdout is not None
        measured = json.loads(loading.stdout.read())
        time.sleep(1)
        return {
            **measured,
            "indexes": len(set(indexes)),
            "memory_before_mb": memory[0],
            "memory_third_mb": memory[len(memory) // 3],
            "memory_after_mb": memory_mb(process.pid),
            "memory_most_mb": max(memory),
            "load": os.getloadavg()[0],
        }


def warm_up(url: str) -> None:
    """Run a second of load, so that caches filled by the first calls count as memory before."""
    command = [sys.executable, "-m", "tests.tools.bench.service_load", url, "--seconds", "3", "--connections", "8"]
    subprocess.run(command, cwd=REPOSITORY, stdout=subprocess.DEVNULL, env=environment(), check=True)


def rebuild_twice(project: Path, url: str, seconds: float, indexes: list[str]) -> None:
    """Rebuild the index twice, each time with one more rule, and record which index is in service afterwards."""
    started = time.monotonic()
    for n in (1, 2):
        time.sleep(max(0.0, started + n * seconds / 3 - time.monotonic()))
        rule = f"---\ntitle: Messlöffel {n}\nkind: rule\n---\nText.\n"
        (project / "content" / "t9a" / "sonderregeln" / f"messloeffel-{n}.md").write_text(rule, "utf-8")
        subprocess.run([sys.executable, "-c", REBUILD, str(project)], check=True, env=environment())
        until(lambda: index(url) not in indexes)
        indexes.append(index(url))


def index(url: str) -> str:
    """The index in service, after a search that makes a threaded service look for a new one."""
    httpx.get(f"{url}/api/v1/search?q=angst", timeout=30)
    return str(httpx.get(f"{url}/healthz", timeout=30).json()["index"])


def memory_mb(pid: int) -> float:
    """The present memory of a process and its descendants; shared memory counts once (Linux)."""
    measured = 0
    for one in (pid, *descendants(pid)):
        try:
            rollup = Path(f"/proc/{one}/smaps_rollup").read_text("ascii")
        except OSError:  # already gone
            continue
        found = re.search(r"^Pss:\s+(\d+) kB", rollup, re.MULTILINE)
        measured += int(found[1]) if found else 0
    return measured / 1000


def descendants(pid: int) -> list[int]:
    """The children of a process, and their descendants."""
    try:
        started = [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]
        started += [int(one) for task in Path(f"/proc/{pid}/task").iterdir() if task.name != str(pid) for one in _children(task)]
    except OSError:
        return []
    return [*started, *(further for one in started for further in descendants(one))]


def _children(task: Path) -> list[str]:
    try:
        return (task / "children").read_text("ascii").split()
    except OSError:
        return []


def table(measured: dict[str, Any]) -> Table:
    """One row per sort of call."""
    made = Table(title="Der Dienst unter Last", title_justify="left")
    for name in ("", "Aufrufe", "p50 (ms)", "p99 (ms)", "längster (ms)"):
        made.add_column(name, justify="right" if name else "left")
    for sort in ("all", "search", "resolve", "link", "page", "healthz"):
        row = measured[sort]
        made.add_row(sort, str(row["calls"]), *(f"{row[name]:.0f}" for name in ("p50_ms", "p99_ms", "most_ms")))
    return made


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.service")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--json", action="store_true", help="als JSON")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nachschlag-bench-") as folder:
        project = repository_copy(Path(folder) / "eigen")
        build(project)
        measured = measure(project, args.seconds, args.connections)
    if args.json:
        print(json.dumps(measured, indent=1))
        return
    output = Console(highlight=False)
    output.print(table(measured))
    output.print(
        f"{measured['per_second']:.0f} Aufrufe je Sekunde; keine gute Antwort: {measured['wrong'] or 0}; Indizes: {measured['indexes']}"
    )
    memory = " → ".join(f"{measured[f'memory_{name}_mb']:.0f}" for name in ("before", "third", "after"))
    output.print(f"Speicher (MB): {memory}, höchstens {measured['memory_most_mb']:.0f}; Last der Maschine {measured['load']:.1f}")


if __name__ == "__main__":
    main()
