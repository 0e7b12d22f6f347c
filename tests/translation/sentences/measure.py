"""Measure how well terms are recognised in sentences: recall and precision over verdicts.

python -m tests.translation.sentences.measure [--wrong=tuned]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml
from nachschlag.generator.proofing.term_base import Rendering, TermBase

HERE = Path(__file__).parent
SETS = ("tuned", "unseen", "later", "fresh", "last")
KINDS = {"+": "present", "-": "missing", "!": "forbidden"}


@dataclass(frozen=True)
class Pair:
    """An English sentence, a German one, and the right verdict for each term between them."""

    english: str
    german: str
    verdicts: frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Figures:
    """Figures over all verdicts, or over those that become findings."""

    expected: int
    right: int
    reported: int

    @property
    def recall(self) -> float:
        return self.right / self.expected

    @property
    def precision(self) -> float:
        return self.right / self.reported


def term_base() -> TermBase:
    rows = yaml.safe_load((HERE / "terms.yaml").read_text(encoding="utf-8"))
    return TermBase(
        Rendering(
            row["title_en"],
            (row["title"], *row.get("forms", ()), *row.get("synonyms", ()), *row.get("abbreviations", ())),
            tuple(row.get("avoid", ())),
        )
        for row in rows
    )


def pairs(name: str) -> list[Pair]:
    lines = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [_pair(line) for line in lines if line and not line.startswith("#")]


def _pair(line: str) -> Pair:
    english, german, labels = (part.strip() for part in line.split("|"))
    return Pair(english, german, frozenset(_labels(labels)))


def _labels(text: str) -> Iterator[tuple[str, str]]:
    name: list[str] = []
    for word in text.split():
        name.append(word.rstrip("+-!"))
        if word[-1] in KINDS:
            yield " ".join(name), KINDS[word[-1]]
            name = []


def found(base: TermBase, pair: Pair) -> frozenset[tuple[str, str]]:
    return frozenset((v.rendering.english, v.kind) for v in base.verdicts(pair.english, pair.german))


def measure(name: str, *, findings_only: bool = False) -> Figures:
    base, expected, right, reported = term_base(), 0, 0, 0
    for pair in pairs(name):
        want, got = (
            {v for v in verdicts if not findings_only or v[1] != "present"} for verdicts in (pair.verdicts, found(base, pair))
        )
        expected, right, reported = expected + len(want), right + len(want & got), reported + len(got)
    return Figures(expected, right, reported)


def main(arguments: list[str]) -> None:
    for name in SETS:
        for findings_only in (False, True):
            figures = measure(name, findings_only=findings_only)
            what = f"{figures.expected} {'findings' if findings_only else 'verdicts'}"
            print(f"{name:7} {len(pairs(name))} pairs, {what}: recall {figures.recall:.3f} precision {figures.precision:.3f}")
    for name in [name for name in SETS if f"--wrong={name}" in arguments]:
        base = term_base()
        for pair in pairs(name):
            if (got := found(base, pair)) != pair.verdicts:
                print(
                    f"{pair.english} | {pair.german}\n    wanted {sorted(pair.verdicts - got)}, got {sorted(got - pair.verdicts)}"
                )


if __name__ == "__main__":
    main(sys.argv[1:])
