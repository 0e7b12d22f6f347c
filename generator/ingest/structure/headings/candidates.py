"""The lines of a book that might be headings, each with its words, its looks and its neighbours."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from ....german.name_forms import BRACKET
from ...drafts import Block, Source, Span
from ...source.plain_marks import within
from ..blocks import HEADING_LIMIT, in_capitals
from ..contents import Listed
from .regions import Region, places_of, regions_of
from .titles import numbered, shown

#: What adorns headings.
ORNAMENTS = "•✦❖✪◆◈►❧"
#: The most lines of a heading without marks; the longest line considered.
MOST_LINES, LONGEST = 3, 200
#: The longest name on a line of its own.
LONGEST_NAME = 60

_MARK = re.compile(r"[ ]{0,3}(?:[*+-][ ]+)?(#{1,6})[ \t]+(?=\S)")
_ADMONITION = re.compile(
    r"(?:!!!|\?\?\?\+?|:::+)[ ]*\{?[.\w-]+\}?[ ]+(?:\"(?P<quoted>[^\"\n]+)\"|(?P<title>\S[^\n]*))"
    r"|>[ ]*\[!\w+\][-+]?[ ]+(?P<callout>\S[^\n]*)"
)
_BOLD = re.compile(
    r"(?:\*\*(?:[^*\n]|(?<!\*)\*(?!\*)){1,200}\*\*|__[^_\n]{1,200}__)[ \t]{0,3}(?:[*_]?\[[^\[\]\n]{2,60}\][*_]?)?:?$"
)
_ITALIC = re.compile(r"[*_](?![*_])[^\n]*[*_]$")
_NO_WORD = re.compile(r"[\W_]+")
_BULLET = re.compile(r"[ \t]*[-*•◆▪●○■□►➤–+—>][ \t]+")
#: A line that is only a bracket.
_BRACKETED = re.compile(rf"{BRACKET.pattern}[ \t*_]*$")
_SKIPPED = frozenset(["blank", "rule", "contents", "page-number", "running-head", "table", "caption"])
#: A cost or the like after a dash: "Springen - 2 AP".
_COST = re.compile(r"(?<![ ])[ ]{1,3}[-–—][ ](?=[^\n]{1,14}$)(?=[^\n]{0,14}(?:\d|[^\w\s]))[^\n]{1,14}$")


@dataclass(slots=True)
class Candidate:
    """A line (or a few) that might be a heading. `before` and `after` are the words of the lines around it; `alone` says which of
    them are blank: "both", "before", "after", or ""; `crowd` counts the adjacent lines of its look; `early` says whether it breaks
    before the margin; `listed` is its line in the table of contents; `aside` says why a heading is no rule.
    """

    span: Span
    words: str
    look: str
    marks: int = 0
    number: str = ""
    title: str = ""
    form: str = ""
    alone: str = ""
    before: str = ""
    after: str = ""
    crowd: int = 1
    early: bool = False
    end: int | None = None
    bookmark: int = 0
    level: int = 0
    aside: str = ""
    listed: Listed | None = None
    evidence: dict[str, str] = field(default_factory=dict)

    @property
    def step(self) -> bool:
        """Whether it counts the steps of a course: "2) Würfeln"."""
        return self.form == "letter" or (self.form == "plain" and self.words.startswith(f"{self.number})"))

    @property
    def key(self) -> str:
        return key_of(self.words)


def key_of(words: str) -> str:
    """Words for comparison, without case, marks and spaces.

    >>> key_of("1.2 Der *Wald*") == key_of("1.2. der Wald")
    True
    """
    return _NO_WORD.sub("", words).casefold()


def candidates(source: Source, blocks: Sequence[Block]) -> list[Candidate]:
    """All lines that might be headings, in order."""
    lines = _Lines(source)
    regions = regions_of(source)
    inside = within(places_of(regions))
    found = [*_of_regions(source, regions)]
    for block in blocks:
        if block.kind in _SKIPPED:
            continue
        first, last = source.line(block.start) - 1, source.line(block.end - 1) - 1
        for crowd, group in _groups(lines, first, last, source.format):
            if not inside(lines.start(group[0])) and (candidate := _candidate(lines, group, crowd)):
                found.append(candidate)
    return sorted(found, key=lambda candidate: candidate.span)


class _Lines:
    """A text's lines with their neighbours."""

    def __init__(self, source: Source) -> None:
        self.text = source.text.split("\n")
        self.starts = source.line_starts
        furniture = {source.line(span.start) - 1 for span in source.furniture}
        self.blanks = [index in furniture or not line.strip(" \t\r\f-=_*") for index, line in enumerate(self.text)]
        self._width = _width(self.text)
        self._worded = [at for at, line in enumerate(self.text) if not self.blanks[at] and not line.startswith("\\")]

    def start(self, index: int) -> int:
        return self.starts[index]

    def blank(self, index: int) -> bool:
        return not 0 <= index < len(self.text) or self.blanks[index]

    def bracketed(self, index: int) -> bool:
        return not self.blank(index) and bool(_BRACKETED.match(self.text[index].strip()))

    def early(self, index: int) -> bool:
        """Whether a line breaks although the first word of the next one would still fit, or ends before a list, table or box."""
        line, after = self.text[index].strip(), self.text[index + 1].strip() if index + 1 < len(self.text) else ""
        first = after.split(maxsplit=1)[0] if after else ""
        return bool(first) and (len(line) + 1 + len(first) <= self._width or not first[0].isalpha())

    def opens(self, index: int) -> bool:
        """Whether a line begins a paragraph, or comes below one or two that might be headings."""
        above = range(index - 1, index - MOST_LINES - 1, -1)
        at = next((at for at in above if self.blank(at) or not self.early(at) or len(self.text[at]) > LONGEST_NAME), None)
        return at is not None and self.blank(at)

    def near(self, index: int, step: int) -> str:
        """The next line with words, before or after."""
        at = bisect_left(self._worded, index) if step > 0 else bisect_right(self._worded, index) - 1
        return self.text[self._worded[at]].strip() if 0 <= at < len(self._worded) else ""


def _width(lines: Sequence[str]) -> int:
    """The width of the text: nearly all lines of prose are no longer."""
    lengths = sorted(len(line.strip()) for line in lines if line[:1].isalpha())
    return lengths[len(lengths) * 49 // 50] if lengths else 0


def _of_regions(source: Source, regions: Sequence[Region]) -> Iterator[Candidate]:
    for region in regions:
        if region.title:
            words = shown(source.text[region.title.start : region.title.end])
            number, title, form = numbered(words)
            look = "mark" if region.kind == "setext" else region.kind
            if re.search(r"[^\W\d_]", words):
                yield Candidate(
                    Span(region.start, region.end), words, look, region.level, number, title, form, "both", end=region.stop
                )


def _groups(lines: _Lines, first: int, last: int, kind: str) -> Iterator[tuple[int, list[int]]]:
    """The lines of a block that belong together, and how many of their look adjoin: lines with marks alone, others of one look
    together, at most `MOST_LINES`.
    """
    indices = [index for index in range(first, last + 1) if not lines.blank(index)]
    for look, group in groupby(indices, key=lambda index: _look(lines.text[index])):
        found = list(group)
        if look == "capitals" and lines.bracketed(found[-1] + 1):
            found.append(found[-1] + 1)
        if look == "bold" and _runs_on(lines, found):
            continue
        if look in ("bold", "capitals") and len(found) <= MOST_LINES and (_continues(lines, found) or _is_block(lines, found)):
            yield 1, found
        else:
            yield from ((len(found), [index]) for index in found if look != "line" or _eligible(lines, index, kind))


def _runs_on(lines: _Lines, found: Sequence[int]) -> bool:
    """Whether adjacent bold lines are running text: many, or one of them begins small."""
    return len(found) > MOST_LINES or (len(found) > 1 and any(shown(lines.text[index])[:1].islower() for index in found))


def _is_block(lines: _Lines, found: Sequence[int]) -> bool:
    """Whether lines in capitals between blank ones are one heading: none but the first begins with a number."""
    counted = any(numbered(shown(lines.text[index]))[0] for index in found[1:])
    return not counted and _look(lines.text[found[0]]) == "capitals" and lines.blank(found[0] - 1) and lines.blank(found[-1] + 1)


def _continues(lines: _Lines, found: Sequence[int]) -> bool:
    """Whether lines read as one: none begins with a number, and none but the last is short; a bracket always goes on."""
    words = [shown(lines.text[index]) for index in found if not lines.bracketed(index)]
    return not any(numbered(line)[0] for line in words[1:]) and all(len(line) > 25 or line.endswith("-") for line in words[:-1])


def _look(line: str) -> str:
    if _MARK.match(line):
        return "mark"
    if _ADMONITION.match(line):
        return "box"
    if _BOLD.match(line.strip()):
        return "bold"
    bare = line.strip()
    return "capitals" if len(bare) <= HEADING_LIMIT and in_capitals(bare) and not _BULLET.match(line) else "line"


def _eligible(lines: _Lines, index: int, kind: str) -> bool:
    """Whether a plain line may be a heading at all: it stands alone, or plain text puts the next line right below."""
    line, alone = lines.text[index], lines.blank(index - 1) and lines.blank(index + 1)
    if len(line) > LONGEST or line.startswith(("\\", "<", "![", "|", "    ", "\t")) or "\t" in line.strip() or "|" in line:
        return alone and "\t" in line and len(line) <= HEADING_LIMIT and bool(numbered(line.strip())[0])
    if alone:
        return True
    begins = lines.opens(index) or lines.near(index - 1, -1)[-1:] in '.!?:)“"'
    announces = line.rstrip().endswith(":") and lines.opens(index) and lines.near(index + 1, 1)[:1].isalpha()
    return announces or (kind == "text" and (begins or bool(numbered(line.strip())[0])))


def _candidate(lines: _Lines, group: list[int], crowd: int) -> Candidate | None:
    printed = " ".join(lines.text[index].strip() for index in group)
    look = _look(lines.text[group[0]])
    marks = _MARK.match(printed)
    if box := _ADMONITION.match(printed):
        printed = box["quoted"] or box["title"] or box["callout"] or ""
    words = shown(printed[marks.end() :] if marks else printed)
    if not words or len(words) > LONGEST or not re.search(r"[^\W_]", words):
        return None
    blank = lines.blank(group[0] - 1), lines.blank(group[-1] + 1)
    if all(blank) and words[0] in ORNAMENTS and in_capitals(words):
        look, words = "capitals", words.strip(f"{ORNAMENTS} ")
    cost = _COST.search(printed.rstrip()) if look in ("box", "mark") and len(group) == 1 else None
    words = _COST.sub("", words) if cost else words
    number, title, form = numbered(words)
    title = title[bullet.end() :] if (bullet := _BULLET.match(title)) else title
    if not re.search(r"[^\W\d_]|^[+−-]\d{1,3}:?$", words) and form not in ("dotted", "label"):
        return None
    start, end = lines.start(group[0]), lines.start(group[-1]) + len(lines.text[group[-1]].rstrip())
    end -= len(cost[0]) if cost else 0
    if look == "line" and _ITALIC.match(printed.strip()):
        look = "italic"
    return Candidate(
        Span(start, end), words, look, len(marks[1]) if marks else 0, number, title, form,
        {(True, True): "both", (True, False): "before", (False, True): "after"}.get(blank, ""),
        lines.near(group[0] - 1, -1), lines.near(group[-1] + 1, 1), crowd, lines.early(group[-1]) and lines.opens(group[0]),
    )  # fmt: skip
