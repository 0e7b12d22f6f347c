"""`python -m tests.ingest --books DIR`: reads the real books and compares the drafts with their coverage lists.

DIR holds `seeds/SYSTEM.txt` and `coverage/SYSTEM.tsv`, which are not part of the repository.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

from nachschlag.generator.ingest.drafts import Reading, Source
from nachschlag.generator.ingest.source.read import read_source
from nachschlag.generator.ingest.structure.profile import choose_profile, load_profile
from nachschlag.generator.ingest.structure.recognise import read_rules
from nachschlag.generator.ingest.structure.spans import faults

from .measure import WANTED, Score, read_rows, score


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.ingest", description=__doc__.splitlines()[0])
    parser.add_argument("--books", type=Path, required=True, help="folder with seeds/ and coverage/ of the real books")
    parser.add_argument("--system", help="only this book")
    parser.add_argument("--profile", default="own", help="own: the book's (default), auto: as for an unknown system, or a name")
    parser.add_argument("--wrong", action="store_true", help="list what is missing, too much, or different")
    parser.add_argument(
        "--floor", nargs=2, type=float, metavar=("RECALL", "PRECISION"), help="fail below, or where something was lost"
    )
    parser.add_argument(
        "--cuts", type=int, default=0, metavar="N", help="also read N random cuts of each book: nothing may be lost"
    )
    args = parser.parse_args()
    below = []
    for path in sorted((args.books / "coverage").glob("*.tsv")):
        if args.system in (None, path.stem):
            found, lost = _report(args, path)
            below += [f"{path.stem}: {problem}" for problem in lost]
            if args.floor and (found.recall(*WANTED) < args.floor[0] or found.precision < args.floor[1]):
                below.append(f"{path.stem}: recall {found.recall(*WANTED):.3f}, precision {found.precision:.3f}")
    print(*below, sep="\n", file=sys.stderr)
    return bool(below)


def _report(args: argparse.Namespace, rows: Path) -> tuple[Score, list[str]]:
    begun = time.perf_counter()
    source = read_source(args.books / "seeds" / f"{rows.stem}.txt")
    reading = _read(source, rows.stem, args.profile)
    seconds = time.perf_counter() - begun
    found = score(read_rows(rows), reading)
    alone = "  ".join(f"{what} {found.recall(what):.3f}" for what in WANTED)
    print(
        f"{rows.stem:9} {len(found.drafts):4} drafts, {len(found.rows):3} rows: recall {found.recall(*WANTED):.3f}"
        f"  precision {found.precision:.3f}  | found {found.recall():.3f}  {alone} | {seconds:.2f} s"
    )
    if args.wrong:
        _wrong(found)
    return found, [*faults(reading), *_cut_faults(source, rows.stem, args)]


def _read(source: Source, system: str, profile: str) -> Reading:
    if profile == "auto":
        return read_rules(source, choose_profile("", source)[0])
    return read_rules(source, load_profile(system if profile == "own" else profile))


def _cut_faults(source: Source, system: str, args: argparse.Namespace) -> list[str]:
    chance = Random(system)
    problems = []
    for _ in range(args.cuts):
        start, end = sorted(chance.randrange(len(source.text)) for _ in range(2))
        cut = Source(source.name, source.format, source.text[start:end])
        problems += [f"  {start}–{end}: {fault}" for fault in faults(_read(cut, system, args.profile))]
    return problems


def _wrong(found: Score) -> None:
    for row in found.missing:
        print(f"  missing {row.line:5}  {row.kind:16} {row.number:6} {row.title}  ({row.part})")
    for draft in found.surplus:
        kind = "term" if draft.term else draft.kind
        print(f"  surplus {draft.line:5}  {kind:16} {draft.number:6} {draft.title}  ({draft.part}; {draft.recogniser})")
    for what, row, draft in found.differing():
        shown = {"title": draft.title, "number": draft.number, "english": draft.title_en, "kind": draft.kind}[what]
        wanted = {"title": row.title, "number": row.number, "english": row.title_en, "kind": row.kind}[what]
        print(f"  {what:7} {row.line:5}  {row.title}: {wanted!r}, found {shown!r} (line {draft.line}, {draft.recogniser})")


if __name__ == "__main__":
    sys.exit(main())
