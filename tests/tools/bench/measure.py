"""Measure one project, in a process of its own so that its memory is separate, and print the figures as JSON.

python -m tests.tools.bench.measure PROJECT python -m tests.tools.bench.measure --references NAMES
"""

from __future__ import annotations

import gc
import gzip
import json
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from nachschlag.generator.build import generate
from nachschlag.generator.files.output import Output
from nachschlag.generator.german.rule_numbers import parse_number
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Entry, Licence, Part, Series, System
from nachschlag.generator.proofing.project import Loaded, Timings, load_project
from nachschlag.generator.references.references import find, vocabulary
from nachschlag.generator.site.site import build_site
from nachschlag.search import open_index
from nachschlag.search.build import build_step
from nachschlag.search.live.live import LiveSite

from .made_up import names, queries, rules_text


def measure(project: Path) -> dict[str, Any]:
    """All figures of one project: sizes in KB, times in seconds (queries in milliseconds)."""
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
        **step_times(loaded),
        **rebuild_times(project, loaded),
    }


def sizes(project: Path) -> dict[str, float]:
    """The sizes of both indexes."""
    raw = (project / "site/assets/suche/index.json").read_bytes()
    index = project / "build" / "index"
    generation = index / (index / "current").read_text("utf-8").strip()
    return {
        "whoosh_kb": sum(path.stat().st_size for path in generation.iterdir()) / 1000,
        "browser_kb": len(raw) / 1000,
        "browser_gzip_kb": len(gzip.compress(raw, 9, mtime=0)) / 1000,
    }


def search_times(project: Path, loaded: Loaded) -> dict[str, float]:
    """Median and 95th percentile of 200 queries, in milliseconds; opening the index separately."""
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


def step_times(loaded: Loaded) -> dict[str, float]:
    """The processor time of the search's step of a build: from nothing, again, and after a change of one entry's text."""
    library = loaded.library
    entry = next(entry for entry in library.entries.values() if entry.text)
    longer = [replace(one, text=f"{one.text}\n\nNoch ein Satz.") if one is entry else one for one in library.entries.values()]
    rest = library.terms.values(), library.concepts.values(), library.moves
    changed = Library(library.systems.values(), longer, *rest, queries=library.queries.values())
    with tempfile.TemporaryDirectory() as folder:

        def built(of: Library) -> float:
            started = time.process_time()
            output = Output(Path(folder) / "pages", record=Path(folder) / "pages.kept")
            build_step(of, output, Path(folder))
            output.finish()
            return time.process_time() - started

        return {"step_first_s": built(library), "step_again_s": built(library), "step_changed_s": built(changed)}


def rebuild_times(project: Path, loaded: Loaded) -> dict[str, float]:
    """The time `serve` takes to rebuild a saved entry's page, after a change of its text and of its title; each the fastest of three."""
    live = LiveSite(project)
    shutil.copytree(project / "site", live.folder)  # spare `live.start()` the build
    live.warm_up()
    texts = {e.id: (project / e.location.path).read_text("utf-8") for e in loaded.library.entries.values() if e.text}
    known = loaded.library.entries
    entry = next(known[i] for i, text in texts.items() if f"\ntitle: {known[i].title}\n" in text)  # not a quoted value
    path = project / entry.location.path
    saved, renamed = [], []
    for n in range(3):
        path.write_text(path.read_text("utf-8") + f"\nNoch ein Satz Nummer {n}.\n", "utf-8")
        saved.append(_timed(live.refresh))
        path.write_text(path.read_text("utf-8").replace("\ntitle: ", "\ntitle: Ganz "), "utf-8")
        renamed.append(_timed(live.refresh))
    return {"rebuild_s": min(saved), "rebuild_renamed_s": min(renamed)}


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def measure_references(count: int, occurring: int = 1500) -> dict[str, Any]:
    """The speed of finding references among a number of names. The texts are the same for any count: only the first names occur in them.

    Speeds in MB of UTF-8 per second of one core, best of several; memory of the vocabulary (including its automaton) in MB.
    """
    known = names(count)
    system = System("spiel", "Spiel", "S", Licence("own-words"), parts=(Part("regeln", "Grundregeln", abbreviations=("GR",)),))
    system = replace(system, series=(Series("section", ("Abschnitt",)),))
    entries = [
        Entry(
            f"spiel/{at}", "spiel", "regeln", "rule", name, number=parse_number(f"{at // 10 + 1}.{at % 10}") if at < 400 else None
        )
        for at, name in enumerate(known)
    ]
    library = Library([system], entries)
    before = _memory_mb()
    started = time.process_time()
    words = vocabulary(library, system)
    made = time.process_time() - started
    memory = _memory_mb() - before
    figures = {"names": len(known), "vocabulary_s": made, "vocabulary_mb": memory}
    for size, tries in ((1, 7), (2, 5), (4, 3)):
        text = rules_text(known[:occurring], size * 1_000_000)
        find(text[:10_000], words, markdown=False)  # warm up
        best = min(_core_seconds(lambda text=text: find(text, words, markdown=False)) for _ in range(tries))  # type: ignore[misc]
        figures[f"find_mb_s_{size}"] = len(text.encode()) / 1e6 / best
        figures[f"found_{size}"] = len(find(text, words, markdown=False))
    return figures


def _memory_mb() -> float:
    """The present memory of this process; its peak, where the operating system does not report the present."""
    gc.collect()
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize() / 1e6
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024)


def _core_seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    if sys.argv[1] == "--references":
        print(json.dumps(measure_references(int(sys.argv[2]))))
    else:
        print(json.dumps(measure(Path(sys.argv[1]))))
