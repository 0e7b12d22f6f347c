"""`python -m tests.ingest.certainty FOLDER [BOOK …]`: how often drafts of each certainty need no correction, and how early faults
are shown.

Each Markdown book of FOLDER (or only those named) is printed in several shapes, with and without its marks. A draft is right if its author
marked it as a heading, it has the parent that the author gave it, and no heading below it was missed.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

from nachschlag.generator.ingest.drafts import Draft, Reading, Source
from nachschlag.generator.ingest.structure.headings.titles import numbered, shown
from nachschlag.generator.ingest.structure.profile import load_profile
from nachschlag.generator.ingest.structure.recognise import read_rules

from .measure import calibration, plain

_HEADING = re.compile(r"(?:[ \t]*[-*+][ \t]+)?(#{1,6})\s+(.*?)\s*#*\s*")
_MARKS = re.compile(r"\*\*|__|`|!?\[(?=[^\]\n]*\]\()|\]\([^)\n]*\)")
#: Titles of boxes, terms and tables, which are no headings in their author's eyes.
_OTHERS = re.compile("Auszeichnung als")
#: The share of headings that a careless author marks a level too deep or too high, or only in bold.
_DEEPER, _HIGHER, _BOLD = 0.05, 0.09, 0.13


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading as its author marked it: level from 1, words, and the one that holds it."""

    level: int
    words: str
    parent: int | None


@dataclass(frozen=True, slots=True)
class Shape:
    """How a heading (level, words, its numbers so far) is printed, and whether lines stay as they are."""

    format: str
    printed: Callable[[int, str, str], str]


SHAPES: Mapping[str, Shape] = {
    "marked": Shape("markdown", lambda level, words, count: f"{'#' * level} {words}"),
    "careless": Shape("markdown", lambda level, words, count: _careless(level, words)),
    "bold": Shape("markdown", lambda level, words, count: f"\n**{words}**\n"),
    "plain": Shape("text", lambda level, words, count: f"\n{words}\n"),
    "capitals": Shape("text", lambda level, words, count: f"\n{words.upper() if level == 1 else words}\n"),
    "numbered": Shape("text", lambda level, words, count: f"\n{count} {words}\n"),
}


def _careless(level: int, words: str) -> str:
    chance = Random(words).random()
    level += 1 if chance < _DEEPER else -1 if chance < _HIGHER and level > 1 else 0
    return f"**{words}**" if _HIGHER <= chance < _BOLD else f"{'#' * min(level, 6)} {words}"


def printed(text: str, shape: Shape) -> tuple[str, list[Heading]]:
    """A Markdown book in another shape, and its headings.

    >>> printed("# Moor\\n## Torf\\n**Nass.**", SHAPES["numbered"])[0]
    '\\n1 Moor\\n\\n\\n1.1 Torf\\n\\nNass.'
    """
    lines, headings, counts = [], list[Heading](), [0] * 7
    around: list[int] = []
    for line in text.splitlines():
        mark = _HEADING.fullmatch(line)
        words = shown(mark[2]) if mark else ""
        if mark and words:
            while around and headings[around[-1]].level >= len(mark[1]):
                around.pop()
            depth = len(around)
            counts[depth:] = [counts[depth] + 1, *[0] * (6 - depth)]
            lines.append(shape.printed(len(mark[1]), words, ".".join(map(str, counts[: depth + 1]))))
            headings.append(Heading(len(mark[1]), words, around[-1] if around else None))
            around.append(len(headings) - 1)
        else:
            lines.append(line if shape.format == "markdown" else textwrap.fill(_MARKS.sub("", line), 78) if line.strip() else "")
    return "\n".join(lines), headings


def judged(reading: Reading, headings: Sequence[Heading]) -> Iterator[tuple[Draft, bool, bool]]:
    """Each draft of a heading, whether its title is one, and whether it also needs no other correction."""
    drafts = [draft for draft in reading.drafts if draft.recogniser == "headings" and not _OTHERS.search(draft.reasons[0])]
    pairs = dict(_paired([_names(draft) for draft in drafts], [_shown_as(one.words) for one in headings]))
    parts = {name for part in reading.parts for name in _shown_as(part.title)}
    there = {*pairs.values(), *(at for at, one in enumerate(headings) if _shown_as(one.words) & parts)}
    after = dict(pairwise([*sorted({*pairs.values()}), len(headings)]))
    for at, draft in enumerate(drafts):
        place = pairs.get(at)
        missed = place is not None and any(other not in there for other in range(place + 1, after[place]))
        yield draft, place is not None, place is not None and not missed and _is_placed(draft, reading, headings, place, there)


def _is_placed(draft: Draft, reading: Reading, headings: Sequence[Heading], place: int, there: set[int]) -> bool:
    wanted = headings[place].parent
    while wanted is not None and wanted not in there:
        wanted = headings[wanted].parent
    title = draft.part if plain(draft.part) != plain(draft.title) else ""
    mine = _names(reading.drafts[draft.parent]) if draft.parent is not None else _shown_as(title)
    tops = [one for one in headings if one.parent is None]
    if wanted is None or (len(tops) == 1 and headings[wanted] is tops[0] and not title):
        return not title or len(tops) == 1
    return bool(mine & _shown_as(headings[wanted].words))


def _names(draft: Draft) -> set[str]:
    return {
        plain(name) for name in (draft.title, *draft.aliases, f"{draft.number} {draft.title}", draft.title.rpartition(": ")[2])
    }


def _shown_as(words: str) -> set[str]:
    return {plain(words), plain(numbered(words)[1])} - {""}


def _paired(drafts: Sequence[set[str]], headings: Sequence[set[str]]) -> Iterator[tuple[int, int]]:
    """As many drafts as possible with their headings, both in order."""
    most = [[0] * (len(headings) + 1) for _ in range(len(drafts) + 1)]
    for one in reversed(range(len(drafts))):
        for other in reversed(range(len(headings))):
            both = most[one + 1][other + 1] + 1 if drafts[one] & headings[other] else 0
            most[one][other] = max(both, most[one + 1][other], most[one][other + 1])
    one = other = 0
    while one < len(drafts) and other < len(headings):
        if drafts[one] & headings[other] and most[one][other] == most[one + 1][other + 1] + 1:
            yield one, other
            one, other = one + 1, other + 1
        elif most[one + 1][other] >= most[one][other + 1]:
            one += 1
        else:
            other += 1


def first_quarter(found: Sequence[tuple[float, bool]]) -> tuple[int, int]:
    """The number of faults in the quarter that is shown first, and in total.

    >>> first_quarter([(0.9, True), (0.2, False), (0.8, False), (0.9, True)])
    (1, 2)
    """
    ranked = sorted(found, key=lambda one: one[0])
    return sum(not right for _, right in ranked[: len(ranked) // 4]), sum(not right for _, right in ranked)


def main(folder: Path, books: Sequence[str]) -> int:
    everything: list[tuple[Draft, bool, bool]] = []
    for path in sorted(folder.glob("*.md")):
        if books and path.stem not in books:
            continue
        for name, shape in SHAPES.items():
            text, headings = printed(path.read_text("utf-8"), shape)
            found = [*judged(read_rules(Source(path.name, shape.format, text), load_profile("allgemein")), headings)]
            sure = [right for draft, _, right in found if draft.certainty >= 0.9]
            first, faults = first_quarter([(draft.certainty, right) for draft, _, right in found])
            share = f"{sum(sure) / len(sure):.3f}" if sure else "–"
            print(f"{path.stem:10} {name:9} {len(found):4} headings, {faults:3} faults, {first:3} shown in the first quarter; "
                  f"{len(sure):4} said to be .9 sure: {share} right")  # fmt: skip
            everything += found
    head = "drafts  certain  right"
    print(f"titles   {head}", *calibration([(draft.title_certainty, named) for draft, named, _ in everything]), sep="\n")
    placed = [(draft.section_certainty, right) for draft, named, right in everything if named]
    print(f"sections {head}", *calibration(placed), sep="\n")
    print(f"both     {head}", *calibration([(draft.certainty, right) for draft, _, right in everything]), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
