"""`make relevance`: measures how often the right rule ranks first, by class of query and by system.

python -m tests.relevance [--half HALF] [--wrong] [--browser] [--peers] [--against REVISION] [--json FILE]

Queries and right answers are in `queries/` and `manners/dev/`, judged by reading the rules. Do not look at those in `unseen/`,
`manners/test/` and `questions/` while working on the search; their failures are never listed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from nachschlag.generator import load
from nachschlag.search import build_index, open_index

from tests.revision import outcomes_of

from .measure import DEPTH, Engine, Outcome, ask, scores
from .queries import FOLDERS, OPEN, queries

ROOT = Path(__file__).parents[2]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.relevance", description=__doc__.splitlines()[0])
    parser.add_argument("--half", choices=[*FOLDERS], action="append", default=[], help="only this half; may be repeated")
    parser.add_argument("--wrong", action="store_true", help="list what is wrong in the dev half")
    parser.add_argument("--browser", action="store_true", help="the browser's search as well")
    parser.add_argument("--peers", action="store_true", help="what others would use, on the same entries")
    parser.add_argument("--against", metavar="REVISION", help="also say what was gained and lost since a revision")
    parser.add_argument(
        "--floor",
        nargs=3,
        action="append",
        default=[],
        metavar=("HALF", "S1", "S5"),
        help="fail where success@1 or success@5 of this half falls below",
    )
    parser.add_argument("--json", type=Path, help="write the rank of every query")
    args = parser.parse_args()
    judged = list(queries(*args.half))
    with python_engine() as engine:
        outcomes = ask(engine, judged)
    _tables("Python", outcomes)
    if args.wrong:
        _wrong(outcomes)
    ranks = {f"{o.judged.file}: {o.judged.query}": o.rank for o in outcomes}
    if args.json:
        args.json.write_text(json.dumps(ranks, ensure_ascii=False, indent=1), encoding="utf-8")
    if args.browser or args.peers:
        from . import peers

        for name, peer in peers.engines(ROOT, only_browser=not args.peers):
            _tables(name, ask(peer, judged))
    if args.against:
        _gains_and_losses(args, ranks, outcomes)
    return max((_is_below(outcomes, *floor) for floor in args.floor), default=0)


def _is_below(outcomes: Sequence[Outcome], half: str, at_1: str, at_5: str) -> int:
    found = scores([outcome for outcome in outcomes if outcome.judged.half == half])["all"]
    is_below = found.success_at_1 < float(at_1) or found.success_at_5 < float(at_5)
    if is_below:
        measured = f"success@1 {found.success_at_1:.4f}, success@5 {found.success_at_5:.4f}"
        print(f"{half}: {measured}; at least {at_1} and {at_5}", file=sys.stderr)
    return int(is_below)


@contextmanager
def python_engine() -> Iterator[Engine]:
    """Our search in Python, over an index of the project's own content."""
    library, _ = load(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        build_index(library, Path(folder) / "index")
        with open_index(Path(folder) / "index") as index:
            yield lambda query, system: [hit.id for hit in index.search(query, system=system, limit=DEPTH)]


def _tables(name: str, outcomes: Sequence[Outcome]) -> None:
    for half in FOLDERS:
        found = [outcome for outcome in outcomes if outcome.judged.half == half]
        if not found:
            continue
        print(f"\n{name}, {half} half")
        print(f"{'':16}{'queries':>8}{'s@1':>8}{'MRR':>8}{'s@5':>8}{'zero':>8}")
        for group, s in scores(found).items():
            print(f"{group:16}{s.count:8}{s.success_at_1:8.3f}{s.mrr:8.3f}{s.success_at_5:8.3f}{s.zero:8.3f}")


def _wrong(outcomes: Sequence[Outcome]) -> None:
    print("\nnot on top in the open halves:")
    for o in outcomes:
        if o.judged.half in OPEN and o.rank != 1:
            wanted = ", ".join(o.judged.wants)
            print(f"  {o.judged.kind:14}{o.judged.query!r:44} {o.rank or '–':>3}  {o.first or 'nothing'}  instead of {wanted}")


def _gains_and_losses(args: argparse.Namespace, ranks: dict[str, int], outcomes: Sequence[Outcome]) -> None:
    """Run the same queries, on the same content, with the code of another revision; list those that got better and worse."""
    before = outcomes_of(args.against, "tests.relevance", [f"--half={half}" for half in args.half])
    if before is None:
        return
    dev = {f"{o.judged.file}: {o.judged.query}" for o in outcomes if o.judged.half in OPEN}
    for title, better in (("gained", True), ("lost", False)):
        rows = [(k, before.get(k, 0), now) for k, now in ranks.items() if _is_better(now, before.get(k, 0)) is better]
        print(f"\n{title} since {args.against}: {len(rows)} queries")
        print(*(f"  {k}: {was or '–'} → {now or '–'}" for k, was, now in rows if k in dev), sep="\n")


def _is_better(now: int, before: int) -> bool | None:
    if now == before:
        return None
    return (now or DEPTH + 1) < (before or DEPTH + 1)


if __name__ == "__main__":
    sys.exit(main())
