"""Measure one search over one library, in a process of its own so that memory and caches are separate, and print figures as JSON.

python -m tests.tools.bench.search_measure queries LIBRARY FOLDER            (writes FOLDER/queries.json)
python -m tests.tools.bench.search_measure build LIBRARY FOLDER ENGINE
python -m tests.tools.bench.search_measure search LIBRARY FOLDER ENGINE      (after the other two)

LIBRARY is 0 for our own content, else the number of made-up entries.
"""

from __future__ import annotations

import gc
import json
import random
import resource
import sqlite3
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from inspect import getclosurevars
from pathlib import Path
from typing import Any

from nachschlag.generator import load
from nachschlag.search.core.analysis import analyse
from nachschlag.search.core.documents import Corpus, corpus_of
from nachschlag.search.index.index import open_index
from nachschlag.search.index.writing import write_index

from tests.projects import REPOSITORY
from tests.relevance import with_tantivy
from tests.relevance.measure import DEPTH, Engine
from tests.relevance.peers import fts5
from tests.relevance.queries import queries as judged

from . import made_up_documents
from .made_up_documents import Asked

Figures = dict[str, Any]

#: The number of warm-up queries, which do not count.
WARM_UP = 20
ALL = "alle"


@dataclass(frozen=True, slots=True)
class Measured:
    """A search: `build` fills a folder and returns the time of each step, `open` returns seconds and the open search."""

    build: Callable[[Corpus, Path], dict[str, float]]
    open: Callable[[Path], tuple[float, Engine]]


def library(entries: int) -> Corpus:
    """The documents of our own content (0), or a number of made-up ones."""
    return made_up_documents.corpus(entries) if entries else corpus_of(load(REPOSITORY)[0])


def asked(entries: int) -> list[Asked]:
    """The judged queries, or those made up for a number of entries; shuffled, so that no class finds caches filled by another."""
    if entries:
        return made_up_documents.queries(library(entries).documents)
    found = [Asked(one.query, one.kind, one.system, one.wants) for one in judged()]
    random.Random(5).shuffle(found)
    return found


# -- our search ---------------------------------------------------------------------------------------------------------------


def _build_ours(corpus: Corpus, folder: Path) -> dict[str, float]:
    started = time.perf_counter()
    analysed = analyse(corpus)
    between = time.perf_counter()
    write_index(corpus, folder / "index", lambda: analysed)
    return {"analyse_s": between - started, "write_s": time.perf_counter() - between}


def _open_ours(folder: Path) -> tuple[float, Engine]:
    started = time.perf_counter()
    index = open_index(folder / "index")
    seconds = time.perf_counter() - started
    return seconds, lambda query, system: [hit.id for hit in index.search(query, system=system, limit=DEPTH)]


# -- SQLite FTS5 --------------------------------------------------------------------------------------------------------------


def _build_fts5(corpus: Corpus, folder: Path) -> dict[str, float]:
    started = time.perf_counter()
    base = _base(fts5(corpus.documents))
    base.commit()
    with sqlite3.connect(folder / "fts5.sqlite") as file:
        base.backup(file)
    return {"write_s": time.perf_counter() - started}


def _open_fts5(folder: Path) -> tuple[float, Engine]:
    """Measure opening on the file, but search a copy in memory, as tests.relevance does."""
    started = time.perf_counter()
    file = sqlite3.connect(folder / "fts5.sqlite")
    file.execute("SELECT id FROM docs WHERE docs MATCH 'einheit' LIMIT 1").fetchall()
    seconds = time.perf_counter() - started
    engine = fts5(())
    _base(engine).commit()
    file.backup(_base(engine))
    return seconds, engine


def _base(engine: Engine) -> sqlite3.Connection:
    base: sqlite3.Connection = getclosurevars(engine).nonlocals["base"]
    return base


# -- tantivy ------------------------------------------------------------------------------------------------------------------


def _build_tantivy(corpus: Corpus, folder: Path) -> dict[str, float]:
    started = time.perf_counter()
    with_tantivy.write(corpus.documents, folder / "tantivy")
    return {"write_s": time.perf_counter() - started}


def _open_tantivy(folder: Path) -> tuple[float, Engine]:
    started = time.perf_counter()
    engine = with_tantivy.opened(folder / "tantivy")
    return time.perf_counter() - started, engine


ENGINES = {
    "whoosh": Measured(_build_ours, _open_ours),
    "fts5": Measured(_build_fts5, _open_fts5),
    "tantivy": Measured(_build_tantivy, _open_tantivy),
}
_FILES = {"whoosh": "index", "fts5": "fts5.sqlite", "tantivy": "tantivy"}


# -- measuring ----------------------------------------------------------------------------------------------------------------


def build(corpus: Corpus, folder: Path, name: str) -> Figures:
    """Seconds for building, size on disk, and peak memory of this process, including the documents themselves."""
    before = peak_mb()
    steps = ENGINES[name].build(corpus, folder)
    place = folder / _FILES[name]
    files = [place] if place.is_file() else [path for path in place.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1e6
    return {**steps, "documents": len(corpus.documents), "size_mb": size, "build_mb": peak_mb(), "documents_mb": before}


def search(folder: Path, name: str) -> Figures:
    """Opening, the very first query, and the median and 95th percentile for every class of queries, in milliseconds."""
    made = [Asked(**row) for row in json.loads((folder / "queries.json").read_text("utf-8"))]
    seconds, engine = ENGINES[name].open(folder)
    first, _ = _timed(engine, made[0])
    for one in made[1:WARM_UP]:
        engine(one.query, one.system)
    gc.collect()
    times, right = defaultdict(list), defaultdict(list)
    for one in made:
        took, ids = _timed(engine, one)
        fits = bool(set(ids[:DEPTH]) & set(one.wants)) if one.wants else not ids
        for kind in (one.kind, ALL):
            times[kind].append(took)
            right[kind].append(fits)
    classes = {
        kind: {"count": len(took), "p50": statistics.median(took), "p95": p95(took), "right": statistics.mean(right[kind])}
        for kind, took in times.items()
    }
    return {"open_ms": 1000 * seconds, "first_ms": first, "search_mb": peak_mb(), "classes": classes}


def p95(values: Sequence[float]) -> float:
    """The value that one in twenty exceeds."""
    return statistics.quantiles(values, n=20)[-1]


def peak_mb() -> float:
    """The peak memory of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024)


def _timed(engine: Engine, one: Asked) -> tuple[float, Sequence[str]]:
    started = time.perf_counter()
    ids = engine(one.query, one.system)
    return 1000 * (time.perf_counter() - started), ids


def main(step: str, entries: int, folder: Path, name: str = "") -> Figures:
    """Run one of the three steps."""
    if step == "queries":
        rows = [asdict(one) for one in asked(entries)]
        (folder / "queries.json").write_text(json.dumps(rows, ensure_ascii=False), "utf-8")
        return {"queries": len(rows)}
    return build(library(entries), folder, name) if step == "build" else search(folder, name)


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]), *sys.argv[4:5])))
