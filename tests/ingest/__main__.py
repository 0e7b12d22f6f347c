"""`python -m tests.ingest --books DIR`: reads the real books and compares the drafts with their coverage lists.

DIR holds `seeds/SYSTEM.txt` and `coverage/SYSTEM.tsv`, which are not part of the repository. With `--unseen BOOKS TITLES`, reads each
book of a folder without a profile of its own and compares it with the list of its name. Prints how often drafts of each certainty are
right.
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

from .measure import WANTED, Score, calibration, found_titles, judged, plain_number, read_rows, read_titles, score


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.ingest", description=__doc__.splitlines()[0])
    parser.add_argument("--books", type=Path, help="folder with seeds/ and coverage/ of the real books")
    parser.add_argument("--unseen", nargs=2, type=Path, metavar=("BOOKS", "TITLES"), help="books, and a list of titles for each")
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
    below: list[str] = []
    judgements: list[tuple[float, bool]] = []
    for path in sorted(args.unseen[1].glob("*.txt")) if args.unseen else ():
        judgements += _unseen(args, path)
    for path in sorted((args.books / "coverage").glob("*.tsv")) if args.books else ():
        if args.system in (None, path.stem):
            found, lost = _report(args, path)
            judgements += found.judged
            below += [f"{path.stem}: {problem}" for problem in lost]
            if args.floor and (found.recall(*WANTED) < args.floor[0] or found.precision < args.floor[1]):
                below.append(f"{path.stem}: recall {found.recall(*WANTED):.3f}, precision {found.precision:.3f}")
    print("certainty  drafts  certain  right", *calibration(judgements), sep="\n")
    print(*below, sep="\n", file=sys.stderr)
    return bool(below)


def _unseen(args: argparse.Namespace, path: Path) -> list[tuple[float, bool]]:
    """Read the book of a list's name, print how many of the titles are found, and judge its drafts."""
    book = next(args.unseen[0].glob(f"{path.stem}.*"), None)
    if args.system not in (None, path.stem) or book is None:
        return []
    source = read_source(book)
    reading = read_rules(source, choose_profile("", source)[0])
    titles = read_titles(path)
    wanted = [title for title in titles if not title.no_rule]
    found = found_titles(wanted, reading)
    numbers = [plain_number(draft.number) == plain_number(title.number) for title, draft in found.items() if title.number]
    print(
        f"{path.stem:9} {len(reading.drafts):4} drafts, {len(wanted):3} titles: recall {len(found) / len(wanted):.3f}"
        f"  numbers {sum(numbers) / len(numbers) if numbers else 1:.3f}"
        f"  | {sum(bool(draft.title_en) for draft in reading.drafts)} English originals"
    )
    for title in wanted if args.wrong else ():
        if title not in found:
            print(f"  missing {title.names[0]}")
    return judged(titles, reading)


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
