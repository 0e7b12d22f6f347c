"""Measure the processor time of a call of `nachschlag` on our own content.

    python -m tests.tools.bench.start              (a minute; builds a copy of the project unless --project names one that is built)
    python -m tests.tools.bench.start --imports 8  (with the eight dearest imports of each)

Processor time of user and system, with a warm file cache: median, least and most of several runs that take turns, so that a busy machine
is as unkind to all. Beside it the ratio to `python -c pass` in the same turns; MkDocs is there as a peer. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.projects import build, command, environment, repository_copy

NOTHING = "python -c pass"

CALLS = (
    ["--version"],
    ["--help"],
    ["search", "instabil"],
    ["show", "t9a/angst"],
    ["show", "t9a/angst", "--format", "json"],
    ["show", "t9a/angst", "--format", "html"],
    ["resolve", "Fear"],
    ["resolve", "Grundregeln 17.0"],
    ["resolve", "des Zauberers"],
    ["resolve", "Zaubrerr"],
    ["status", "t9a/angst"],
)


def programs() -> dict[str, list[str]]:
    """The measured programs by name: an empty one, a peer, and our calls."""
    ours = {f"nachschlag {' '.join(call)}": command(*call) for call in CALLS}
    return {NOTHING: [sys.executable, "-c", "pass"], "mkdocs --version": [sys.executable, "-m", "mkdocs", "--version"], **ours}


def seconds(program: Sequence[str], project: Path) -> float:
    """The processor time of one run."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(program, cwd=project, env=environment(), stdout=quiet, stderr=quiet) as process:
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return used.ru_utime + used.ru_stime


def measured(project: Path, runs: int) -> dict[str, list[float]]:
    """Program → the processor times of its runs, a first one left out."""
    times: dict[str, list[float]] = {name: [] for name in programs()}
    for turn in range(runs + 1):
        for name, program in programs().items():
            took = seconds(program, project)
            if turn:
                times[name].append(took)
    return times


def table(times: dict[str, list[float]]) -> Table:
    """One row per program."""
    made = Table(title="Start (Prozessorzeit)", title_justify="left")
    for heading in ("", "Median (ms)", "von – bis", f"× {NOTHING}"):
        made.add_column(heading, justify="right" if heading else "left")
    for name, found in times.items():
        ratio = statistics.median(mine / none for mine, none in zip(found, times[NOTHING], strict=True))
        low, middle, high = (f"{1000 * figure:.0f}" for figure in (min(found), statistics.median(found), max(found)))
        made.add_row(name, middle, f"{low} – {high}", f"{ratio:.1f}")
    return made


def imports(program: Sequence[str], project: Path, most: int) -> list[str]:
    """The modules that take longest to import, with those that they import, from `-X importtime`."""
    answer = subprocess.run(
        [program[0], "-X", "importtime", *program[1:]],
        cwd=project,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.findall(r"^import time: +(\d+) \| +(\d+) \| +(\S+)$", answer.stderr, re.MULTILINE)
    dearest = sorted(found, key=lambda row: -int(row[1]))[:most]
    return [f"{int(total) / 1000:8.1f} ms, selbst {int(own) / 1000:6.1f}  {module}" for own, total, module in dearest]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.start", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--project", metavar="ORDNER", type=Path, help="dieses gebaute Projekt (sonst: eine Kopie, die gebaut wird)"
    )
    parser.add_argument("--runs", metavar="ZAHL", type=int, default=9, help="so viele Läufe (sonst: 9)")
    parser.add_argument("--imports", metavar="ZAHL", type=int, default=0, help="dazu die teuersten Importe, so viele je Aufruf")
    args = parser.parse_args()
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 110)
    with tempfile.TemporaryDirectory(prefix="nachschlag-bench-") as folder:
        project = args.project or repository_copy(Path(folder) / "eigen")
        if args.project is None:
            build(project)
        console.print(table(measured(project, args.runs)))
        for name, program in programs().items() if args.imports else ():
            console.print(f"\n{name}", *imports(program, project, args.imports), sep="\n", markup=False)


if __name__ == "__main__":
    main()
