"""Measure how long everything takes: for our own content, and for made-up libraries of 1,000 and 5,000 entries.

    python -m tests.tools.bench            (about four minutes)
    python -m tests.tools.bench --quick    (without the 5,000)
    python -m tests.tools.bench --references    (only how fast references are found; a minute)

It asserts nothing; the last column is the cost of one entry among 5,000 relative to one among 1,000 (linear: 1.0).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.projects import REPOSITORY, environment, repository_copy

from .made_up import write_library

Figures = dict[str, Any]

STEPS = ("laden", "auflösen", "prüfen", "seiten", "search", "site")

#: Label, format of a value, its getter, and whether it should grow with the number of entries.
ROWS: list[tuple[str, str, Callable[[Figures], float], bool]] = [
    ("Einträge", "{:,.0f}", lambda f: f["entries"], False),
    ("Begriffe", "{:,.0f}", lambda f: f["terms"], False),
    ("HTML-Seiten", "{:,.0f}", lambda f: f["pages"], True),
    ("geladen je Sekunde", "{:,.0f}", lambda f: f["entries"] / f["steps"]["laden"], False),
    *((f"Bau: {step} (s)", "{:.2f}", lambda f, step=step: f["steps"][step], True) for step in STEPS),  # type: ignore[misc]
    ("Bau: zusammen (s)", "{:.2f}", lambda f: sum(f["steps"].values()), True),
    ("Speicher, höchstens (MB)", "{:,.0f}", lambda f: f["peak_mb"], True),
    ("Whoosh-Index (KB)", "{:,.0f}", lambda f: f["whoosh_kb"], True),
    ("Browser-Index (KB)", "{:,.0f}", lambda f: f["browser_kb"], True),
    ("Browser-Index, gzip (KB)", "{:,.0f}", lambda f: f["browser_gzip_kb"], True),
    ("Index öffnen (ms)", "{:.1f}", lambda f: f["open_ms"], True),
    ("Suche p50 (ms)", "{:.2f}", lambda f: f["search_p50_ms"], False),
    ("Suche p95 (ms)", "{:.2f}", lambda f: f["search_p95_ms"], False),
    ("Anfragen mit Treffern", "{:.0%}", lambda f: f["answered"], False),
    ("Suche bauen, alles neu (s)", "{:.2f}", lambda f: f["step_first_s"], True),
    ("Suche bauen, nichts geändert (s)", "{:.2f}", lambda f: f["step_again_s"], True),
    ("Suche bauen, Text eines Eintrags (s)", "{:.2f}", lambda f: f["step_changed_s"], True),
    ("serve: Text eines Eintrags neu (s)", "{:.2f}", lambda f: f["rebuild_s"], True),
    ("serve: Titel eines Eintrags neu (s)", "{:.2f}", lambda f: f["rebuild_renamed_s"], True),
]


#: Finding references: label, format of a value, its getter. The same texts for both numbers of names.
REFERENCE_ROWS: list[tuple[str, str, Callable[[Figures], float]]] = [
    ("Wortschatz bauen (s)", "{:.2f}", lambda f: f["vocabulary_s"]),
    ("Wortschatz, Speicher (MB)", "{:.1f}", lambda f: f["vocabulary_mb"]),
    *((f"Verweise finden, {n} MB (MB/s)", "{:.2f}", lambda f, n=n: f[f"find_mb_s_{n}"]) for n in (1, 2, 4)),  # type: ignore[misc]
    ("Verweise in 1 MB", "{:,.0f}", lambda f: f["found_1"]),
]


def measured(*arguments: str) -> Figures:
    """Measure one project, or one number of names, in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.tools.bench.measure", *arguments],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        env=environment(),
    )
    if run.returncode:
        raise SystemExit(run.stderr)
    return dict(json.loads(run.stdout.strip().splitlines()[-1]))


def table(columns: dict[str, Figures]) -> Table:
    """One row per figure; with both made-up sizes a last column of costs per entry."""
    small, large = columns.get("1.000"), columns.get("5.000")
    made = Table(title="Nachschlag: Messwerte", title_justify="left")
    made.add_column("")
    for name in columns:
        made.add_column(name, justify="right")
    if small and large:
        made.add_column("je Eintrag 5.000 : 1.000", justify="right")
    for label, form, value, grows in ROWS:
        cells = [form.format(value(figures)).replace(",", "\N{NO-BREAK SPACE}") for figures in columns.values()]
        if small and large:
            per_entry = (value(large) / large["entries"]) / (value(small) / small["entries"]) if value(small) else 0
            cells.append(f"{per_entry:.2f}" if grows else "")
        made.add_row(label, *cells)
    return made


def reference_table(columns: dict[str, Figures]) -> Table:
    """The speed of finding references among few and among many names, and their ratio."""
    made = Table(title="Verweise finden", title_justify="left")
    made.add_column("")
    for name in columns:
        made.add_column(f"{name} Namen", justify="right")
    made.add_column(" : ".join(reversed(columns)), justify="right")
    for label, form, value in REFERENCE_ROWS:
        few, many = (value(figures) for figures in columns.values())
        cells = [form.format(one).replace(",", "\N{NO-BREAK SPACE}") for one in (few, many)]
        made.add_row(label, *cells, f"{many / few:.2f}" if few else "")
    return made


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="ohne die 5.000 Einträge")
    parser.add_argument("--references", action="store_true", help="nur, wie schnell Verweise gefunden werden")
    parser.add_argument("--json", action="store_true", help="als JSON")
    args = parser.parse_args()
    console = Console(stderr=True, highlight=False)
    columns: dict[str, Figures] = {}
    references: dict[str, Figures] = {}
    for count in (1500, 50_000):
        console.print(f"Verweise, {count} Namen …")
        references[f"{count:,}".replace(",", ".")] = measured("--references", str(count))
    with tempfile.TemporaryDirectory(prefix="nachschlag-bench-") as folder:
        root = Path(folder)
        projects = {} if args.references else {"unser Inhalt": repository_copy(root / "eigen")}
        for count in () if args.references else (1000,) if args.quick else (1000, 5000):
            projects[f"{count:,}".replace(",", ".")] = write_library(root / str(count), count)
        for name, project in projects.items():
            console.print(f"{name} …")
            columns[name] = measured(str(project))
    if args.json:
        print(json.dumps({**columns, "references": references}, ensure_ascii=False, indent=1))
        return
    output = Console(highlight=False, width=None if sys.stdout.isatty() else 110)
    if columns:
        output.print(table(columns))
    output.print(reference_table(references))


if __name__ == "__main__":
    main()
