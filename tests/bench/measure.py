"""Measures one project, in a process of its own so that its memory is its own: prints the figures as JSON.

python -m tests.bench.measure PROJECT
"""

from __future__ import annotations

import gzip
import json
import resource
import shutil
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nachschlag.generator.build import Loaded, Timings, generate, load_project
from nachschlag.generator.site import build_site
from nachschlag.search import open_index
from nachschlag.search.serve import LiveSite

from .made_up import queries


def measure(project: Path) -> dict[str, Any]:
    """Every figure of one project; sizes in KB, times in seconds (queries in milliseconds)."""
    timings = Timings()
    loaded = load_project(project, timings=timings)
    output, nav = generate(loaded, timings=timings)
    with timings.step("site"):
        build_site(project, output.root, nav, project / "site")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024)
    return {
        "entries": len(loaded.library.entries),
        "terms": len(loaded.library.terms),
        "pages": sum(1 for _ in (project / "site").rglob("*.html")),
        "steps": timings.seconds,
        "peak_mb": peak,
        **sizes(project),
        **search_times(project, loaded),
        **rebuild_times(project, loaded),
    }


def sizes(project: Path) -> dict[str, float]:
    """Sizes of both indexes."""
    raw = (project / "site/assets/suche/index.json").read_bytes()
    index = project / "build" / "index"
    generation = index / (index / "current").read_text("utf-8").strip()
    return {
        "whoosh_kb": sum(path.stat().st_size for path in generation.iterdir()) / 1000,
        "browser_kb": len(raw) / 1000,
        "browser_gzip_kb": len(gzip.compress(raw, 9, mtime=0)) / 1000,
    }


def search_times(project: Path, loaded: Loaded) -> dict[str, float]:
    """Median and 95th percentile over 200 queries, in milliseconds; opening the index apart."""
    made = queries([entry.title for entry in loaded.library.entries.values()])
    started = time.perf_counter()
    with open_index(project / "build" / "index") as index:
        opened = time.perf_counter() - started
        for query in made[:20]:  # warm up
            index.search(query)
        times = [1000 * _timed(lambda query=query: index.search(query)) for query in made]  # type: ignore[misc]
        found = sum(bool(index.search(query)) for query in made)
    return {
        "open_ms": 1000 * opened,
        "search_p50_ms": statistics.median(times),
        "search_p95_ms": statistics.quantiles(times, n=20)[-1],
        "answered": found / len(made),
    }


def rebuild_times(project: Path, loaded: Loaded) -> dict[str, float]:
    """What `serve` does when one entry was saved, twice; the quicker time and its part for loading."""
    live = LiveSite(project)
    shutil.copytree(project / "site", live.folder)  # what `live.start()` would build once more
    entry = next(e for e in loaded.library.entries.values() if e.text)
    path = project / entry.location.path
    whole, loading = [], []
    for n in range(2):
        path.write_text(path.read_text("utf-8") + f"\nNoch ein Satz Nummer {n}.\n", "utf-8")
        started = time.perf_counter()
        again = load_project(project)
        loading.append(time.perf_counter() - started)
        live.build(again, dirty=True)
        whole.append(time.perf_counter() - started)
    return {"rebuild_s": min(whole), "rebuild_loading_s": min(loading)}


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]))))
