"""The cost of building our own content, compared with MkDocs and stock Material for as many pages with the same titles and texts.

    python -m tests.tools.bench.build              (several minutes)
    python -m tests.tools.bench.build --runs 1

Processor time of user and system, children included, of whole processes that take turns: least, median and most, and the median ratio to
the stock build of the same turn. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from nachschlag.generator import load
from rich.console import Console
from rich.table import Table

from tests.projects import command, environment, repository_copy

STOCK = "MkDocs mit Material, so viele Seiten"
#: An entry that others mention, and whose title stands in links everywhere.
ENTRY = "content/t9a/sonderregeln/angst.md"


def write_stock(project: Path, root: Path) -> Path:
    """A project for plain MkDocs: one page per entry and term, in sections that alone stand in the navigation."""
    library, _ = load(project)
    docs = root / "docs"
    sections: dict[str, str] = {}
    for thing in (*library.entries.values(), *library.terms.values()):
        folder, _, slug = thing.id.rpartition("/")
        text = thing.text if hasattr(thing, "text") else thing.definition
        path = docs / folder / f"{slug}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {thing.title}\n\n{text}\n", "utf-8")
        sections[folder] = f"{folder}/{slug}.md"
    (docs / "index.md").write_text("# Start\n", "utf-8")
    nav = "".join(f"  - {folder}: {page}\n" for folder, page in sections.items())
    settings = "site_name: Probe\ntheme: {name: material, language: de, font: false}\nplugins: []\n"
    (root / "mkdocs.yml").write_text(f"{settings}nav:\n  - index.md\n{nav}", "utf-8")
    return root


def seconds(program: Sequence[str], folder: Path) -> float:
    """The processor time of one run and its children. Raises SystemExit where it fails."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(program, cwd=folder, env=environment(), stdout=quiet, stderr=quiet) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):  # 1: findings
        raise SystemExit(f"{' '.join(program)}: {process.returncode}")
    return used.ru_utime + used.ru_stime


def cold(project: Path) -> None:
    """Put earlier builds aside. Deleted, they would slow down the next: ext4 passes over the numbers of files just deleted, which takes
    seconds of the kernel's time, and no fresh clone has any."""
    aside = Path(tempfile.mkdtemp(dir=project.parent))
    for folder in ("build", "site"):
        if (project / folder).exists():
            (project / folder).rename(aside / folder)


def change(project: Path, pattern: str, put: str) -> None:
    """One change in the file of an entry."""
    path = project / ENTRY
    text = path.read_text("utf-8")
    path.write_text(re.sub(pattern, put, text, count=1, flags=re.MULTILINE), "utf-8")


def rows(project: Path, stock: Path) -> Iterator[tuple[str, Path, list[str], Callable[[int], None]]]:
    """(label, folder, program, preparation before the run of a turn), in an order in which each finds its inputs."""
    build = command("build")
    yield STOCK, stock, [sys.executable, "-m", "mkdocs", "build", "-q"], lambda _: None
    yield "build, alles neu", project, build, lambda _: cold(project)
    yield "build, nichts geändert", project, build, lambda _: None
    yield "build, Text eines Eintrags", project, build, lambda turn: change(project, r"\Z", f"\nNoch ein Satz Nummer {turn}.\n")
    yield "build, Titel eines Eintrags", project, build, lambda turn: change(project, "^title: .*$", f"title: Angst {turn}")
    yield "check, alles", project, command("check"), lambda _: None
    yield "check DATEI", project, command("check", ENTRY), lambda _: None


def measured(project: Path, stock: Path, runs: int) -> dict[str, list[float]]:
    """Row → the processor times of its runs, one per turn."""
    times: dict[str, list[float]] = {}
    for _, folder, program, _ in rows(project, stock):
        seconds(program, folder)  # compiles all modules
    for turn in range(runs):
        for name, folder, program, before in rows(project, stock):
            before(turn)
            times.setdefault(name, []).append(seconds(program, folder))
    return times


def table(times: dict[str, list[float]]) -> Table:
    """One row per kind of build."""
    made = Table(title="Bauen (Prozessorzeit)", title_justify="left")
    for heading in ("", "Median (s)", "von – bis", "× MkDocs"):
        made.add_column(heading, justify="right" if heading else "left")
    for name, found in times.items():
        ratio = statistics.median(mine / peer for mine, peer in zip(found, times[STOCK], strict=True))
        low, middle, high = (f"{figure:.2f}" for figure in (min(found), statistics.median(found), max(found)))
        made.add_row(name, middle, f"{low} – {high}", f"{ratio:.2f}")
    return made


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.build", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", metavar="ZAHL", type=int, default=3, help="so viele Läufe (sonst: 3)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nachschlag-bench-") as folder:
        project = repository_copy(Path(folder) / "eigen")
        stock = write_stock(project, Path(folder) / "mkdocs")
        made = table(measured(project, stock, args.runs))
    Console(highlight=False, width=None if sys.stdout.isatty() else 110).print(made)


if __name__ == "__main__":
    main()
