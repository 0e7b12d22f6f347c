"""`make accuracy`: measures how well references are found, on made-up cases and, where the books are available, on labelled passages.

python -m tests.accuracy [--books DIR] [--half dev|test] [--wrong] [--against REVISION] [--json FILE] [--browser]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from nachschlag.generator import load
from nachschlag.generator.model.library import Library

from tests.revision import outcomes_of

from .books import book_library
from .marked import HERE, ChangedBook, Passage, book_passages, made_up_cases
from .measure import Finder, Found, Score, add


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.accuracy", description=__doc__.splitlines()[0])
    parser.add_argument("--books", type=Path, help="folder with seeds/ and coverage/ of the real books")
    parser.add_argument("--half", choices=["dev", "test"], help="only this half")
    parser.add_argument("--wrong", action="store_true", help="list what is wrong in the dev half")
    parser.add_argument("--against", metavar="REVISION", help="also say what was gained and lost since a revision")
    parser.add_argument(
        "--floor", nargs=2, type=float, metavar=("PRECISION", "RECALL"), help="fail where a collection falls below"
    )
    parser.add_argument("--json", type=Path, help="write the outcome of every passage")
    parser.add_argument("--browser", action="store_true", help="also have a real Chromium link the passages with einbetten-1.js")
    args = parser.parse_args()
    outcomes: dict[str, list[str]] = {}
    below = []
    for title, library, passages in _collections(args.books):
        passages = [p for p in passages if args.half in (None, p.half)]
        score = _report(title, Finder(library), passages, args.wrong, outcomes)
        if args.browser:
            from .browser import browser_finder

            _report(f"{title} in the browser", browser_finder(library, passages), passages, args.wrong, {})
        if args.floor and (score.precision < args.floor[0] or score.recall < args.floor[1]):
            below.append(
                f"{title}: precision {score.precision:.4f}, recall {score.recall:.4f}; at least {args.floor[0]} and {args.floor[1]}"
            )
    if args.json:
        args.json.write_text(json.dumps(outcomes, ensure_ascii=False, indent=1), encoding="utf-8")
    if args.against:
        _gains_and_losses(args, outcomes)
    print(*below, sep="\n", file=sys.stderr)
    return 1 if below else 0


def _collections(books: Path | None) -> Iterable[tuple[str, Library, list[Passage]]]:
    library, findings = load(HERE / "made_up")
    if findings:
        sys.exit(f"tests/accuracy/made_up: {findings[0]}")
    yield "made-up cases", library, list(made_up_cases())
    if books:
        try:
            yield "five rulebooks", book_library(books / "coverage"), list(book_passages(books / "seeds"))
        except (ChangedBook, OSError) as problem:
            sys.exit(f"{books}: {problem}")


class Finds(Protocol):
    def find(self, passage: Passage) -> list[Found]: ...


def _report(title: str, finder: Finds, passages: list[Passage], wrong: bool, outcomes: dict[str, list[str]]) -> Score:
    whole = Score()
    for half in ("dev", "test"):
        scores: dict[str, Score] = {"all": Score()}
        for passage in passages:
            if passage.half == half:
                before = len(scores["all"].wrong)
                add(scores, passage, finder.find(passage))
                outcomes[passage.id] = scores["all"].wrong[before:]
        if scores["all"].labelled:
            _table(f"{title}, {half} half", scores, sum(p.half == half for p in passages))
        if wrong and half == "dev":
            print(*sorted(scores["all"].wrong), sep="\n")
        for count in ("right", "found", "labelled", "overlapping"):
            setattr(whole, count, getattr(whole, count) + getattr(scores["all"], count))
    return whole


def _table(title: str, scores: dict[str, Score], passages: int) -> None:
    print(f"\n{title}: {passages} passages")
    print(f"{'':14}{'labelled':>9}{'found':>8}{'right':>8}{'precision':>11}{'recall':>9}{'F1':>9}{'F1 overlap':>12}")
    for name in sorted(scores, key=lambda n: (n != "all", n)):
        s = scores[name]
        print(f"{name:14}{s.labelled:9}{s.found:8}{s.right:8}{s.precision:11.4f}{s.recall:9.4f}{s.f1:9.4f}{s.overlap_f1:12.4f}")


def _gains_and_losses(args: argparse.Namespace, outcomes: dict[str, list[str]]) -> None:
    """Run the same cases with the code of another revision, and list the passages that got better and worse."""
    arguments = ["--books", str(args.books)] if args.books else []
    before = outcomes_of(args.against, "tests.accuracy", arguments + (["--half", args.half] if args.half else []))
    if before is None:
        return
    for title, better in (("gained", True), ("lost", False)):
        changed = {k: (len(before.get(k, ())), len(v)) for k, v in outcomes.items()}
        rows = [(k, was, now) for k, (was, now) in changed.items() if (now < was if better else now > was)]
        print(f"\n{title} since {args.against}: {sum(abs(was - now) for _, was, now in rows)} errors in {len(rows)} passages")
        if not better:
            print(*(f"  {k}: {was} → {now}" for k, was, now in rows), sep="\n")


if __name__ == "__main__":
    sys.exit(main())
