"""Lines that look like headings: in capitals, or lone and short between paragraphs; with their numbers and labels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ....german.casing import shouts
from ....german.lists import listed
from ....german.name_forms import BRACKET, SPACED_BRACKET
from ....german.number_words import COUNTED
from ...drafts import Block, Source, Span
from .lines import NONE

#: More lines or characters in capitals than these are decoration.
MOST_LINES, LONGEST = 3, 130
#: A lone line in small letters longer than this is a sentence that lost its full stop.
LONGEST_MIXED, MOST_WORDS = 60, 5

_NUMBER = re.compile(r"(?P<dotted>\d+(?:\.\d+)*)\.?[ \t]+(?=[^\W\d_„“\"])|(?P<step>[IVX]+|\d+|[A-Z])\)[ \t]+")
MARKS = re.compile(r"^[\s#*_•✦❖✪◆◈►❧]+|[\s*_#•✦❖✪◆◈►❧]+$")
#: Between ornaments, a heading may end in a colon.
ORNAMENT = re.compile(r"^\s*[•✦❖✪◆◈►❧]")
LAST_BRACKET = re.compile(rf"{SPACED_BRACKET.pattern}[\s*_]*$")


@dataclass(frozen=True, slots=True)
class Label:
    """The series of a heading like "KAPITEL EINS"; `part` begins a part."""

    word: str
    level: int = 1
    kind: str = ""
    part: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading as printed: its place, its words without marks and number, and whether it is in capitals."""

    span: Span
    words: str
    number: str = ""
    part_title: str = ""
    step: bool = False
    capitals: bool = True
    label: Label | None = None
    last: int = 0  # its last block


_LABELS = (
    *(Label(word, part=True) for word in listed("parts_before_number")),
    *(Label(word, 2, "scenario") for word in listed("numbered_scenarios")),
)


def heading_lines(source: Source, blocks: Sequence[Block], skip: re.Pattern[str] = NONE) -> Iterator[Heading]:
    """Possible headings of a text, in order, without lines that match `skip`."""
    for at, block in enumerate(blocks):
        if block.kind not in ("heading", "paragraph", "list"):
            continue
        text = source.text[block.start : block.end]
        if shouts(text):
            if not skip.search(text) and (heading := _capitals(text, block, at)):
                yield heading
        elif _alone(text) and _stands_free(source, blocks, at):
            yield Heading(span_of(text, block.start), MARKS.sub("", text).rstrip(":"), capitals=False, last=at)


def _capitals(text: str, block: Block, at: int) -> Heading | None:
    bare = text.strip()
    if bare.count("\n") >= MOST_LINES or len(bare) > 2 * LONGEST:
        return None
    words = " ".join(MARKS.sub("", bare).split())
    if len(words) > LONGEST or words[-1:] in ".,;…" or words[:1] in ".,;":
        return None
    span = span_of(text, block.start)
    for label in _LABELS:
        if found := re.fullmatch(rf"{label.word}\s+(\w+)(?:\s*[:–—-]\s*(.+))?", words, re.IGNORECASE):
            number = f"{label.word} {_count(found[1], digits=label.part)}"
            title = f"{label.word} {_count(found[1], digits=False)}"
            return Heading(span, found[2] or "", number, title, label=label, last=at)
    if found := _NUMBER.match(words):
        return Heading(span, words[found.end() :], found["dotted"] or found["step"], step=bool(found["step"]), last=at)
    return Heading(span, words, last=at)


def span_of(text: str, start: int) -> Span:
    """The span of a text that begins at `start`, without surrounding white space."""
    return Span(start + len(text) - len(text.lstrip()), start + len(text.rstrip()))


def _count(word: str, *, digits: bool) -> str:
    """A number word as digits if the profile wants them: "ZWÖLF" → "12", otherwise "Zwölf"."""
    lower = word.lower()
    if digits and lower in COUNTED:
        return str(COUNTED.index(lower))
    return word if word.isdigit() or re.fullmatch("[IVX]+", word) else lower.capitalize()


def _alone(text: str) -> bool:
    """Whether a lone line in lower case is a name, not a sentence."""
    line = text.strip()
    if "\n" in line or len(line) > LONGEST_MIXED or not line[:1].isupper():
        return False
    bare = re.sub(r"[„“\"‚'][^„“”\"’']{0,300}[“”\"’']", "Q", BRACKET.sub("", MARKS.sub("", line)))
    words = bare.rstrip(":").split()
    if bare[-1:] == ":":
        return 1 < len(words) <= 2
    return 0 < len(words) < MOST_WORDS and not re.search(r"[.!?,;:|\t…]", bare)


def _stands_free(source: Source, blocks: Sequence[Block], at: int) -> bool:
    """Whether a block is between blank lines, after a complete sentence and before text."""
    around = [blocks[other] for other in (at - 1, at + 1) if 0 <= other < len(blocks)]
    if len(around) < 2 or any(block.kind != "blank" for block in around):
        return False
    before = next((blocks[other] for other in range(at - 1, -1, -1) if blocks[other].kind not in ("blank", "caption")), None)
    after = next((blocks[other] for other in range(at + 1, len(blocks)) if blocks[other].kind != "blank"), None)
    finished = (
        before is None
        or before.kind == "heading"
        or source.text[max(0, before.end - 40) : before.end].rstrip()[-1:] in '.!?:)“”"*'
    )
    return finished and after is not None and after.kind in ("paragraph", "list") and not is_bracket(source, after)


def is_bracket(source: Source, block: Block) -> bool:
    """Whether a block is only a bracket."""
    return bool(LAST_BRACKET.fullmatch(source.text[block.start : block.end]))
