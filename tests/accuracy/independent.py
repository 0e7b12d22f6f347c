"""Compare the finder, with our own content as library, with the places in books that independent readers marked.

python -m tests.accuracy.independent --labels DIR --books DIR [--wrong]

`DIR/<system>.jsonl` holds a label a line: `line` (from 1) of `<books>/seeds/<system>.txt`, `text` as printed there, `type`, and
`target`, a key of `<books>/coverage/<system>.tsv`, empty where the book has no such rule. A label counts as right if a reference
that meets its words leads to its target, a page also if it leads to the page's list. Labels are no complete list, so references
outside them do not count: precision is the share of right links among labels with a link.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from nachschlag.generator import load
from nachschlag.generator.model.library import Library, name_key
from nachschlag.generator.references.graph import page_id
from nachschlag.generator.references.link import Linked, link

OUTCOMES = ("right", "wrong", "missed")


@dataclass(frozen=True, slots=True)
class Marked:
    """Words that a reader marked: their possible places in the book, their type, and the right targets."""

    system: str
    line: int
    text: str
    type: str
    spans: tuple[tuple[int, int], ...]
    targets: frozenset[str]
    key: str


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.accuracy.independent", description=__doc__.splitlines()[0])
    parser.add_argument("--labels", type=Path, required=True, help="folder with <system>.jsonl")
    parser.add_argument("--books", type=Path, required=True, help="folder with seeds/ and coverage/ of the real books")
    parser.add_argument("--content", type=Path, default=Path(), help="folder of the project whose entries are the targets")
    parser.add_argument("--wrong", action="store_true", help="list what is wrong or missed")
    parser.add_argument("--relative", action="store_true", help="count „siehe oben“ and the like too")
    args = parser.parse_args()
    library, _ = load(args.content)
    counts: dict[str, Counter[str]] = {}
    for path in sorted(args.labels.glob("*.jsonl")):
        book = (args.books / "seeds" / f"{path.stem}.txt").read_text(encoding="utf-8")
        found = link(library, book, path.stem)
        for label in marked(path, book, args.books / "coverage" / f"{path.stem}.tsv", library):
            if label.targets and (args.relative or label.type != "see-also"):
                got, best = outcome(label, found)
                for group in (label.system, f"{label.system} {label.type}", f"all {label.type}", "all"):
                    counts.setdefault(group, Counter())[got] += 1
                if args.wrong and got != "right":
                    print(f"{got:7} {label.system}:{label.line} {label.type} {label.text!r}: want {label.key}, got {best}")
    _table(counts)


def marked(labels: Path, book: str, rows: Path, library: Library) -> Iterator[Marked]:
    """The labels of a book, with every place of their words in their line."""
    lines = [0, *(match.end() for match in re.finditer("\n", book)), len(book) + 1]
    with rows.open(encoding="utf-8") as file:
        covered = {row["key"]: row for row in csv.DictReader(file, delimiter="\t")}
    for given in map(json.loads, labels.read_text(encoding="utf-8").splitlines()):
        start, end = lines[given["line"] - 1], lines[given["line"]]
        spans = tuple((start + m.start(), start + m.end()) for m in re.finditer(re.escape(given["text"]), book[start:end]))
        targets = frozenset(_targets(library, labels.stem, covered[given["target"]])) if given["target"] else frozenset()
        if given["type"] == "page" or "Seite" in given["text"]:
            pages = [f"{labels.stem}/seite/{page}" for page in re.findall(r"\d+", given["text"])]
            targets |= frozenset(pages) if targets else frozenset()
        yield Marked(labels.stem, given["line"], given["text"], given["type"], spans, targets, given["target"])


def _targets(library: Library, system: str, row: dict[str, str]) -> Iterator[str]:
    """The pages about the subject of a row: of the pages with its title those of its part, if there are any."""
    yield f"{system}/{row['key']}"
    yield page_id(library, f"{system}/{row['key']}")
    named = {page_id(library, name.target) for name in library.named(system, row["title_de"])}
    parts = {part.id: part.title for part in library.systems[system].parts}
    same = {
        id_ for id_ in named if (entry := library.entry(id_)) and name_key(parts.get(entry.part, "")) == name_key(row["part"])
    }
    yield from same or named


def outcome(label: Marked, found: Sequence[Linked]) -> tuple[str, str | None]:
    """Right, wrong or missed, with the target that was found."""
    met = [f for f in found if f.target and any(f.start < end and start < f.end for start, end in label.spans)]
    for one in met:
        assert one.target
        if {one.target, one.target.partition("#")[0], *_owners(one.target)} & label.targets:
            return "right", one.target
    return ("wrong", met[0].target) if met else ("missed", None)


def _owners(target: str) -> Iterator[str]:
    """The id of the entry of a glossary term, because the list has one row for both."""
    system, _, slug = target.partition("/")
    if slug.startswith("glossar/"):
        yield f"{system}/{slug.removeprefix('glossar/')}"


def _table(counts: dict[str, Counter[str]]) -> None:
    print(f"{'':30}{'labels':>8}{'right':>8}{'wrong':>8}{'missed':>8}{'precision':>11}{'recall':>9}")
    for group in sorted(counts, key=lambda name: (name != "all", name)):
        right, wrong, missed = (counts[group][outcome] for outcome in OUTCOMES)
        total, linked = right + wrong + missed, right + wrong
        print(f"{group:30}{total:8}{right:8}{wrong:8}{missed:8}{right / (linked or 1):11.4f}{right / total:9.4f}")


if __name__ == "__main__":
    main()
