"""Measure how long searching takes: our search, SQLite FTS5 and tantivy side by side, on our own and made-up content; and the browser.

    python -m tests.tools.bench.search                             (our own content and 20,000 made-up entries; about three minutes)
    python -m tests.tools.bench.search --entries 20000 100000      (other sizes; --entries without numbers: only our own content)
    python -m tests.tools.bench.search --no-browser

It asserts nothing. Every search is built and queried in a process of its own. Queries are timed in Python, one after another, up to
the ids of the first ten; ours includes making the shown fields of each hit.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.projects import REPOSITORY, environment

Figures = dict[str, Any]

NAMES = {"whoosh": "unsere (Whoosh)", "fts5": "SQLite FTS5", "tantivy": "tantivy"}
WIDTH = 130

#: Label, format of a value, its getter (None: does not apply).
ROWS: list[tuple[str, str, Callable[[Figures], float | None]]] = [
    ("Dokumente", "{:,.0f}", lambda f: f["documents"]),
    ("analysieren (s)", "{:,.2f}", lambda f: f.get("analyse_s")),
    ("schreiben (s)", "{:,.2f}", lambda f: f["write_s"]),
    ("Index (MB)", "{:,.1f}", lambda f: f["size_mb"]),
    ("Bau: Speicher, höchstens (MB)", "{:,.0f}", lambda f: f["build_mb"]),
    ("  davon die Dokumente (MB)", "{:,.0f}", lambda f: f["documents_mb"]),
    ("öffnen (ms)", "{:,.1f}", lambda f: f["open_ms"]),
    ("erste Anfrage (ms)", "{:,.1f}", lambda f: f["first_ms"]),
    ("Suche: Speicher, höchstens (MB)", "{:,.0f}", lambda f: f["search_mb"]),
]

BROWSER_ROWS = [
    ("leer, ab Fokus: erste Treffer, aus den Namen (s)", "names_s", "{:.2f}"),
    ("  … wenn nur names.json geladen würde (s)", "alone_s", "{:.2f}"),
    ("  … bis die ganze Suche antwortet (s)", "whole_s", "{:.2f}"),
    ("leer, ab Aufruf der Seite: erste Treffer (s)", "opened_s", "{:.2f}"),
    ("geladen, je Taste: Liste steht, p50 (ms)", "key_p50_ms", "{:.0f}"),
    ("geladen, je Taste: Liste steht, p95 (ms)", "key_p95_ms", "{:.0f}"),
    ("geladen, je Taste: Liste gemalt, p50 (ms)", "painted_p50_ms", "{:.0f}"),
    ("geladen, je Taste: Liste gemalt, p95 (ms)", "painted_p95_ms", "{:.0f}"),
]


def measured(module: str, *arguments: object) -> Figures:
    """Run a module of this folder in a process of its own, and return its figures."""
    command = [sys.executable, "-m", f"tests.tools.bench.{module}", *map(str, arguments)]
    run = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, env=environment())
    if run.returncode:
        raise SystemExit(run.stderr)
    return dict(json.loads(run.stdout.strip().splitlines()[-1]))


def compared(entries: int, engines: Mapping[str, str], say: Callable[[str], None]) -> dict[str, Figures]:
    """Engine → its figures over one library (0: our own content)."""
    found = {}
    with tempfile.TemporaryDirectory(prefix="nachschlag-bench-") as folder:
        measured("search_measure", "queries", entries, folder)
        for engine in engines:
            say(f"{name_of(entries)}: {engines[engine]} …")
            built = measured("search_measure", "build", entries, folder, engine)
            found[engine] = built | measured("search_measure", "search", entries, folder, engine)
    return found


def name_of(entries: int) -> str:
    """The name of a library in titles."""
    return f"{number('{:,.0f}', entries)} erfundene Einträge" if entries else "unser Inhalt"


def number(form: str, value: float | None) -> str:
    """Format a figure; a dash where there is none."""
    return "–" if value is None else form.format(value).replace(",", "\N{NO-BREAK SPACE}")


# -- tables -------------------------------------------------------------------------------------------------------------------


def index_table(entries: int, found: Mapping[str, Figures]) -> Table:
    """Building and opening, one column per search."""
    made = Table(title=f"Index: {name_of(entries)}", title_justify="left")
    made.add_column("")
    for engine in found:
        made.add_column(NAMES[engine], justify="right")
    for label, form, value in ROWS:
        made.add_row(label, *(number(form, value(figures)) for figures in found.values()))
    return made


def query_table(entries: int, found: Mapping[str, Figures]) -> Table:
    """Milliseconds per class of queries, and the share with a right hit among the first ten (or with none, where that is right)."""
    made = Table(title=f"Anfragen: {name_of(entries)} (p50 und p95 in ms; Richtiges unter den ersten zehn)", title_justify="left")
    made.add_column("")
    made.add_column("Anfragen", justify="right")
    for engine in found:
        for column in (f"{NAMES[engine]}\np50", "\np95", "\nrichtig"):
            made.add_column(column, justify="right")
    for kind in _kinds(next(iter(found.values()))["classes"]):
        of_kind = [figures["classes"][kind] for figures in found.values()]
        cells = [number(form, one[name]) for one in of_kind for name, form in _CELLS]
        made.add_row(kind, number("{:,.0f}", of_kind[0]["count"]), *cells, end_section=kind != "alle" and kind == _last(found))
    return made


_CELLS = (("p50", "{:,.2f}"), ("p95", "{:,.2f}"), ("right", "{:.0%}"))


def _kinds(classes: Mapping[str, Any]) -> list[str]:
    """The classes by name, with the total last."""
    return sorted(classes, key=lambda kind: (kind == "alle", kind.casefold()))


def _last(found: Mapping[str, Figures]) -> str:
    return _kinds(next(iter(found.values()))["classes"])[-2]


def file_table(figures: Figures) -> Table:
    """The files that the browser loads, in bytes."""
    made = Table(title="Browser: Dateien (unser Inhalt, Bytes)", title_justify="left")
    made.add_column("")
    made.add_column("roh", justify="right")
    made.add_column("gzip -9", justify="right")
    for name, sizes in figures["files"].items():
        made.add_row(name, *(number("{:,.0f}", size) for size in sizes))
    return made


def browser_table(figures: Figures) -> Table:
    """Seconds until the first hits, milliseconds per keystroke."""
    title = f"Browser: Zeiten (Chromium {figures['version']}, Prozessor auf ein Viertel, 1,6 Mbit/s, 150 ms; {figures['keys']} Tasten)"
    made = Table(title=title, title_justify="left")
    made.add_column("")
    made.add_column("unser Inhalt", justify="right")
    for label, name, form in BROWSER_ROWS:
        made.add_row(label, number(form, figures[name]))
    return made


def load_line() -> str:
    """The present load of the machine."""
    loads = " ".join(f"{load:.2f}" for load in os.getloadavg())
    return f"Last der Maschine (1, 5, 15 min): {loads}; {os.cpu_count()} Kerne"


# -- command ------------------------------------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.bench.search", description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument("--entries", type=int, nargs="*", default=[20_000], help="Größen der erfundenen Bibliotheken")
    parser.add_argument("--no-browser", action="store_true", help="ohne den Browser")
    args = parser.parse_args()
    console = Console(stderr=True, highlight=False)
    output = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    engines = {name: label for name, label in NAMES.items() if name != "tantivy" or find_spec("tantivy")}
    if "tantivy" not in engines:
        output.print('tantivy fehlt: pip install ".\\[peers]"')
    output.print(load_line())
    for entries in (0, *args.entries):
        found = compared(entries, engines, console.print)
        output.print(index_table(entries, found), query_table(entries, found), sep="\n")
    if not args.no_browser:
        _print_browser(console, output)
    output.print(load_line())


def _print_browser(console: Console, output: Console) -> None:
    from tests.browser import executable

    if not executable():
        output.print("Chromium fehlt: make browser")
        return
    console.print("Browser …")
    figures = measured("search_browser")
    output.print(file_table(figures), browser_table(figures), sep="\n")


if __name__ == "__main__":
    main()
