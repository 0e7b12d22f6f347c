"""Measure how cost grows: made-up libraries of several sizes, with as many texts, references and terms as our own content
(medians).

    python -m tests.tools.bench.scale                        1,000, 10,000 and 50,000 entries (an hour and more)
    python -m tests.tools.bench.scale --sizes 1000 5000

Processor time of whole processes, peak memory, sizes of the indexes, and times of searches. The last column holds the largest library's
cost per entry against the smallest one's (linear: 1.0). Nothing is asserted.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from nachschlag.generator.files.collecting import without_collecting
from nachschlag.generator.proofing.project import load_project
from nachschlag.search import open_index
from rich.console import Console
from rich.table import Table

from tests.browser import chromium
from tests.host import hosted
from tests.projects import REPOSITORY, command, environment

from .made_up import queries, titles, write_library
from .search_browser import PAGE, per_key
from .search_measure import p95

SIZES = (1000, 10_000, 50_000)

#: Label, format, figure, and whether it should grow with the number of entries.
ROWS = (
    ("laden (s)", "{:.1f}", "load_s", True),
    ("auflösen (s)", "{:.1f}", "link_s", True),
    ("prüfen (s)", "{:.1f}", "check_s", True),
    ("build, alles neu (s)", "{:.1f}", "cold_s", True),
    ("… Speicher, höchstens (MB)", "{:.0f}", "cold_mb", False),
    ("build, nichts geändert (s)", "{:.2f}", "again_s", True),
    ("build, Text eines Eintrags (s)", "{:.1f}", "text_s", True),
    ("… Speicher, höchstens (MB)", "{:.0f}", "text_mb", False),
    ("Whoosh-Index (MB)", "{:.1f}", "whoosh_mb", True),
    ("Index im Browser, gzip (MB)", "{:.2f}", "browser_mb", True),
    ("Suche in Python, p50 (ms)", "{:.1f}", "search_p50_ms", False),
    ("Suche in Python, p95 (ms)", "{:.1f}", "search_p95_ms", False),
    ("Taste bis Liste in Chromium, p50 (ms)", "{:.1f}", "key_p50_ms", False),
    ("Taste bis Liste in Chromium, p95 (ms)", "{:.1f}", "key_p95_ms", False),
)

Figures = dict[str, Any]


def measure(project: Path) -> Figures:
    """All figures of one project that was never built."""
    steps = json.loads(subprocess.check_output([sys.executable, "-m", __spec__.name, "--steps", project], cwd=REPOSITORY))
    build = command("--project", project, "build")
    cold, cold_mb = cost(build)
    time.sleep(3)  # until files are old enough to be trusted
    cost(build)
    again, _ = cost(build)
    entry = next(path for path in sorted(project.glob("content/*/*/*.md")))
    entry.write_text(entry.read_text("utf-8") + "\nNoch ein Satz.\n", "utf-8")
    text, text_mb = cost(build)
    built = {"cold_s": cold, "cold_mb": cold_mb, "again_s": again, "text_s": text, "text_mb": text_mb}
    return {**steps, **built, **sizes(project), **searches(project), **keys(project)}


@without_collecting()  # as commands run
def steps(project: Path) -> Figures:
    """The processor time of loading, linking and checking, with nothing known from before."""
    times = [time.process_time()]
    loaded = load_project(project)
    loaded.memo = None
    times.append(time.process_time())
    _ = loaded.graph
    times.append(time.process_time())
    _ = loaded.findings
    times.append(time.process_time())
    load, link, check = (after - before for before, after in pairwise(times))
    return {"load_s": load, "link_s": link, "check_s": check}


def cost(program: Sequence[str]) -> tuple[float, float]:
    """The processor time (seconds) and the peak memory (MB) of one run. Raises SystemExit where it fails."""
    with subprocess.Popen(program, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(map(str, program))}: {process.returncode}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024)


def sizes(project: Path) -> Figures:
    index = project / "build" / "index"
    generation = index / (index / "current").read_text("utf-8").strip()
    return {
        "whoosh_mb": sum(path.stat().st_size for path in generation.iterdir()) / 1e6,
        "browser_mb": sum(len(gzip.compress(path.read_bytes())) for path in (project / "site/assets/suche").glob("*.json")) / 1e6,
    }


def searches(project: Path) -> Figures:
    """Processor time of 200 searches in Python."""
    made = queries(titles(200, seed=0))
    with open_index(project / "build" / "index") as index:
        for query in made[:20]:
            index.search(query)
        times = []
        for query in made:
            started = time.process_time()
            index.search(query)
            times.append(1000 * (time.process_time() - started))
    return {"search_p50_ms": statistics.median(times), "search_p95_ms": p95(times)}


def keys(project: Path) -> Figures:
    """The time from a key to the list in Chromium, at the machine's own speed."""
    (project / "site" / "messung.html").write_text(PAGE, "utf-8")
    words = [title.casefold() for title in titles(8, seed=0)]
    with hosted(project / "site") as host, chromium() as browser:
        return per_key(browser, f"{host.address}/messung.html", words[0][:4], words, is_slow=False)


def table(found: dict[int, Figures]) -> Table:
    made = Table(title="Wachsen (Prozessorzeit)", title_justify="left")
    small, large = min(found), max(found)
    for heading in ("", *(f"{size:,}".replace(",", "\N{NO-BREAK SPACE}") for size in found), "je Eintrag"):
        made.add_column(heading, justify="right" if heading else "left")
    for label, form, name, grows in ROWS:
        ratio = (found[large][name] / large) / (found[small][name] / small)
        made.add_row(label, *(form.format(figures[name]) for figures in found.values()), f"{ratio:.2f}" if grows else "")
    return made


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.scale", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", metavar="ZAHL", type=int, nargs="+", default=SIZES, help="so viele Einträge")
    parser.add_argument("--steps", metavar="PROJEKT", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.steps:
        print(json.dumps(steps(args.steps)))
        return
    found: dict[int, Figures] = {}
    for size in args.sizes:
        with tempfile.TemporaryDirectory(prefix="nachschlag-bench-") as folder:
            found[size] = measure(write_library(Path(folder) / "bibliothek", size))
        Console(stderr=True, highlight=False).print(f"{size}: {json.dumps(found[size])}")
    Console(highlight=False, width=None if sys.stdout.isatty() else 120).print(table(found))


if __name__ == "__main__":
    main()
