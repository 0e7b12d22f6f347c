"""Measure time and memory of reading a rulebook: made-up books of 0.1, 1 and 5 MB, and real ones.

    python -m tests.tools.bench.ingest                    (made-up books; about a minute)
    python -m tests.tools.bench.ingest --books DIR        (also DIR/seeds/*.txt, each with the profile of its name)

It asserts nothing. Seconds are processor time, so that other work does not count. Each book is read in a process of its own, with all
its repairs, up to the files of its overlay.
"""

from __future__ import annotations

import argparse
import datetime
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.table import Table

from tests.projects import REPOSITORY, environment

from .made_up import titles

SIZES = (100_000, 1_000_000, 5_000_000)
STEPS = ("lesen", "erkennen", "Reparaturen", "schreiben")
Value = TypeVar("Value")
_SENTENCES = (
    "Wähle eine Einheit mit {a}.",
    "Solange {a} gilt, kann kein Modell {b} nutzen (siehe {n}.0).",
    "Wirf 2W6: Bei 7+ erleidet die Einheit {m} Treffer.",
    "Danach endet {b}, und jede Einheit innerhalb von {m} Zoll bewegt sich.",
    "Das Doppelte von {a} zählt beim Wurf für {b} nicht.",
)


def made_up_book(size: int, seed: int = 1) -> str:
    """Numbered rules of a given size in bytes, with about one slip per page. The same size always gives the same book."""
    draw, names = random.Random(seed), titles(4000, seed)
    pieces: list[str] = []
    written = 0
    while written < size:
        number = len(pieces) + 1
        pieces.append(
            _rule(draw, number, f"{names[number % 4000]} {names[number // 4000]}" if number >= 4000 else names[number], names)
        )
        written += len(pieces[-1].encode())
    return "".join(pieces)


def _rule(draw: random.Random, number: int, title: str, names: list[str]) -> str:
    answer = " ".join(
        draw.choice(_SENTENCES).format(
            a=draw.choice(names), b=draw.choice(names), n=draw.randint(1, number), m=draw.randint(1, 6)
        )
        for _ in range(8)
    )
    numbered = f"{number // 90 + 1}.{number % 90}"
    return f"{numbered} {title.upper()}\n\n{answer.replace('Einheit', 'Ein- heit', 1) if number % 5 == 0 else answer}\n\n"


def read_one(path: Path, profile_name: str) -> dict[str, float]:
    """The seconds of each step, the counts of what was found, and the peak memory of the process."""
    from nachschlag.generator.ingest.editions.rereading import read_over
    from nachschlag.generator.ingest.repairs.repairs import repaired, repairs_of
    from nachschlag.generator.ingest.source.read import read_source
    from nachschlag.generator.ingest.storing import store
    from nachschlag.generator.ingest.structure.profile import load_profile
    from nachschlag.generator.ingest.structure.recognise import read_rules

    seconds: dict[str, float] = {}

    def timed(step: str, work: Callable[[], Value]) -> Value:
        start = time.process_time()
        value = work()
        seconds[step] = time.process_time() - start
        return value

    source = timed("lesen", lambda: read_source(path))
    profile = load_profile(profile_name)
    reading = timed("erkennen", lambda: read_rules(source, profile))
    reading = timed("Reparaturen", lambda: repaired(replace(reading, repairs=repairs_of(source))))
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        timed("schreiben", lambda: store(out, "probe", read_over(out, reading, "probe", datetime.date(2026, 1, 1))))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        **seconds,
        "mb": path.stat().st_size / 1e6,
        "drafts": len(reading.drafts),
        "repairs": len(reading.repairs),
        "peak": peak,
    }


def measured(path: Path, profile: str) -> dict[str, float]:
    """Run `read_one` in a process of its own."""
    line = [sys.executable, "-m", "tests.tools.bench.ingest", "--one", str(path), profile]
    run = subprocess.run(line, cwd=REPOSITORY, capture_output=True, text=True, env=environment())
    if run.returncode:
        raise SystemExit(run.stderr)
    return dict(json.loads(run.stdout))


def books(folder: Path, real: Path | None) -> Iterator[tuple[str, Path, str]]:
    """Label, file and profile of each book; the made-up ones are written to `folder`."""
    for size in SIZES:
        path = folder / f"{size}.txt"
        path.write_text(made_up_book(size), "utf-8")
        yield f"ausgedacht, {size / 1e6:g} MB", path, "aos"
    for path in sorted((real / "seeds").glob("*.txt")) if real else ():
        yield path.stem, path, path.stem


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.ingest", description=__doc__.splitlines()[0])
    parser.add_argument("--books", type=Path, help="folder with seeds/ of real books")
    parser.add_argument("--one", nargs=2, metavar=("FILE", "PROFILE"), help="read one book and print its figures as JSON")
    args = parser.parse_args()
    if args.one:
        print(json.dumps(read_one(Path(args.one[0]), args.one[1])))
        return
    table = Table(
        "Buch", "MB", "Entwürfe", "Reparaturen", *(f"{step} (s)" for step in STEPS), "zusammen (s)", "s je MB", "Speicher (MB)"
    )
    with tempfile.TemporaryDirectory() as folder:
        for label, path, profile in books(Path(folder), args.books):
            found = measured(path, profile)
            steps = [found[step] for step in STEPS]
            seconds = (f"{value:.2f}" for value in (*steps, sum(steps), sum(steps) / found["mb"]))
            counts = (f"{found['mb']:.2f}", f"{found['drafts']:.0f}", f"{found['repairs']:.0f}")
            table.add_row(label, *counts, *seconds, f"{found['peak']:.0f}")
    Console(width=150).print(table)


if __name__ == "__main__":
    main()
