"""A body as paragraphs, each a unit of its own for tools that translate piece by piece.

A paragraph is a run of lines without a blank one: a paragraph, list, table, heading or piece of code. The lines that open and close
blocks (`:::`) belong to none.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import chain

from ..model.values import Entry
from ..prose.body import body_lines
from .received import Received
from .units import State, Unit, fingerprint, normal

#: The field of a paragraph's unit: "text.3", and the bound of such numbers.
_NUMBERS = 1_000_000
FIELD = re.compile(r"text\.([1-9][0-9]{0,5})")

#: How similar a changed paragraph must be to its former text to keep its number when the number of paragraphs changed too.
_ALIKE = 0.5

#: A word that occurs in more paragraphs than this does not show which are similar.
_FEW = 20


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph with its lines in the body: from `start` up to `end`."""

    start: int
    end: int
    text: str


def paragraphs(text: str) -> list[Paragraph]:
    """The paragraphs of a body.

    >>> [one.text for one in paragraphs("Eins.\\n\\n::: beispiel\\nZwei\\nDrei.\\n:::")]
    ['Eins.', 'Zwei\\nDrei.']
    """
    lines = text.split("\n")
    return [Paragraph(start, end, "\n".join(lines[start:end])) for start, end in _runs(text)]


def _runs(text: str) -> Iterator[tuple[int, int]]:
    start = None
    number = 0
    for line in body_lines(text):
        number = line.number
        inside = line.kind == "code" or (line.kind == "text" and bool(line.text.strip()))
        if start is not None and not inside:
            yield start, number
            start = None
        if line.kind == "heading":
            yield number, number + 1
        elif inside and start is None:
            start = number
    if start is not None:
        yield start, number + 1


def with_paragraphs(text: str, new: Mapping[int, str]) -> str:
    """The body with new texts for some paragraphs (by index)."""
    lines = text.split("\n")
    found = paragraphs(text)
    for at in sorted(new, reverse=True):
        lines[found[at].start : found[at].end] = new[at].split("\n")
    return "\n".join(lines)


def paragraph_units(unit: Unit, numbers: Sequence[int] = ()) -> list[Unit]:
    """The units of a body's paragraphs, or the body's own unit if they cannot be paired with those of the English.

    `numbers` gives each its number; without it they are counted.
    """
    german, english, before = (paragraphs(text) for text in (unit.target, unit.source, unit.previous))
    if not german or len(german) != len(english):
        return [unit]
    made = []
    above = _blank_above(unit.owner.authored) if isinstance(unit.owner, Entry) else 0
    for at, (one, original) in enumerate(zip(german, english, strict=True)):
        number = numbers[at] if numbers else at + 1
        previous = before[at].text if len(before) == len(english) else ""
        same = bool(previous) and previous == original.text
        state = State.TRANSLATED if unit.state is State.OUTDATED and same else unit.state
        part = replace(unit, field=f"text.{number}", source=original.text, target=one.text, state=state, paragraph=at)
        made.append(replace(part, previous="" if same else previous, offset=above + one.start))
    return made


def _blank_above(text: str) -> int:
    return len(text) - len(text.lstrip("\n"))


def paragraphs_today(whole: Unit, parts: Sequence[Received], written: Mapping[str, tuple[str, str]]) -> list[Unit]:
    """Today's unit for each paragraph of a body in a file. Finds it by its text at the export, or by what an import made of that
    (`written`), and by its neighbours, because paragraphs may have come or gone since. One that is gone has no text, except the
    file's if the body already holds that.
    """
    units = paragraph_units(whole)
    if units == [whole]:  # German and English cannot be paired
        units = paragraph_units(replace(whole, source=whole.target, is_alone=True))
    now = [unit.stamp for unit in units]
    marks = [_marks(whole, one, written) for one in parts]
    then = [next((mark for mark in known if mark in now), "") for known in marks]
    pairs = {
        a + at: b + at
        for a, b, size in SequenceMatcher(None, then, now, autojunk=False).get_matching_blocks()
        for at in range(size)
    }
    free: dict[str, list[int]] = defaultdict(list)
    for place in sorted(set(range(len(now))) - set(pairs.values()), reverse=True):
        free[now[place]].append(place)
    pairs |= {at: free[mark].pop() for at, mark in enumerate(then) if at not in pairs and free[mark]}  # moved
    names = [one.context.partition("#")[2] for one in parts]
    found = [units[pairs[at]] if at in pairs else _gone(whole, one) for at, one in enumerate(parts)]
    return [replace(unit, field=name) for unit, name in zip(found, names, strict=True)]


def _marks(whole: Unit, one: Received, written: Mapping[str, tuple[str, str]]) -> list[str]:
    """The fingerprints that a paragraph may have today."""
    before, after = written.get(f"{whole.id}#{one.context.partition('#')[2]}", ("", ""))
    return [fingerprint(normal("text", one.target)), *([after] if before == one.stamp else []), one.stamp]


def _gone(whole: Unit, one: Received) -> Unit:
    new = normal("text", one.target)
    is_there = f"\n{new}\n" in f"\n{whole.target}\n"
    return replace(whole, target=new if is_there else "", is_alone=True, paragraph=-1)


def kept_numbers(old: Sequence[tuple[int, frozenset[str]]], old_texts: Sequence[str], new: Sequence[str]) -> list[int]:
    """A number for each of today's paragraphs: its former number, even if it moved or was edited, otherwise a new one.

    `old` has the number and fingerprints of each former paragraph (as exported, as translated), `old_texts` what it said.
    """
    now = [fingerprint(text) for text in new]
    known = set(now)
    then = [next((mark for mark in marks if mark in known), "") for _, marks in old]
    numbers = [0] * len(new)
    for tag, a, b, c, d in SequenceMatcher(None, then, now, autojunk=False).get_opcodes():
        if tag == "equal" or (tag == "replace" and b - a == d - c):
            numbers[c:d] = [number for number, _ in old[a:b]]
        elif tag == "replace":
            numbers[c:d] = [0 if at is None else old[a + at][0] for at in _nearest(old_texts[a:b], new[c:d])]
    taken = {number for number, _ in old}
    highest = max(taken, default=0)
    fresh = (one for one in chain(range(highest + 1, _NUMBERS), range(1, highest)) if one not in taken)
    return [number or next(fresh) for number in numbers]


def _nearest(old: Sequence[str], new: Sequence[str]) -> Iterator[int | None]:
    """For each new text the old one whose words are most similar, in ascending order; None if no text is similar. Compares only
    texts that share a rare word, so that the time grows linearly with the body.
    """
    counts = [Counter(text.split()) for text in old]
    places: dict[str, list[int]] = defaultdict(list)
    for at, words in enumerate(counts):
        for word in words:
            places[word].append(at)
    begin = 0
    for words in (Counter(text.split()) for text in new):
        near = {at for word in words if len(places.get(word, ())) <= _FEW for at in places.get(word, ()) if at >= begin}
        alike = ((2 * (words & counts[at]).total() / (words.total() + counts[at].total()), -at) for at in near)
        best, at = max(alike, default=(0.0, 0))
        if best >= _ALIKE:
            begin = 1 - at
        yield -at if best >= _ALIKE else None
