"""Labelled text: passages with the position and target of every reference in them.

Made-up cases carry their labels in the text, `⟦words|target⟧` (several targets where two are equally right, `?` where the reference
must stay unresolved). Passages of real books carry none of the book's text: only offsets, a hash of the passage, and the labels.

>>> parse_marks("Siehe ⟦GR 17|kampf⟧.")
('Siehe GR 17.', (Label(start=6, end=11, targets=('kampf',)),))
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

HERE = Path(__file__).parent
_MARK = re.compile(r"⟦(\[\[[^\[\]⟦⟧]*\]\]|[^⟦⟧|]*)((?:\|[^⟦⟧|]+)+)⟧")


@dataclass(frozen=True, slots=True)
class Label:
    """A reference at text[start:end]; each of the slugs in `targets` is right, "?" means that it must stay unresolved."""

    start: int
    end: int
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A text with all its references. `half` is dev or test: the test half is never used for tuning."""

    id: str
    system: str
    part: str
    half: str
    text: str
    labels: tuple[Label, ...]
    markdown: bool


def parse_marks(marked: str) -> tuple[str, tuple[Label, ...]]:
    """Split a marked text into the plain text and its labels."""
    text, labels, at = "", [], 0
    for match in _MARK.finditer(marked):
        text += marked[at : match.start()]
        labels.append(Label(len(text), len(text) + len(match[1]), tuple(match[2][1:].split("|"))))
        text += match[1]
        at = match.end()
    return text + marked[at:], tuple(labels)


def digest(text: str) -> str:
    """The hash that identifies a text: 16 hex digits of SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def made_up_cases(folder: Path = HERE / "cases") -> Iterator[Passage]:
    """Every made-up case. Its text alone decides its half, so that the half cannot be chosen."""
    for path in sorted(folder.glob("*.yaml")):
        topic = yaml.safe_load(path.read_text(encoding="utf-8"))
        for at, marked in enumerate(topic["cases"], 1):
            text, labels = parse_marks(marked)
            half = "test" if int(digest(text), 16) % 2 else "dev"
            yield Passage(f"{path.stem}:{at}", topic["system"], topic.get("part") or "", half, text, labels, markdown=True)


class ChangedBook(Exception):
    """A passage of a book has changed since it was labelled; the message says which."""


def book_passages(books: Path, folder: Path = HERE / "labels") -> Iterator[Passage]:
    """Every labelled passage of the books in a folder (`<system>.txt`). Raises ChangedBook where a text has changed."""
    for path in sorted(folder.glob("*.json")):
        text = (books / f"{path.stem}.txt").read_text(encoding="utf-8")
        for record in json.loads(path.read_text(encoding="utf-8")):
            passage = text[record["start"] : record["end"]]
            if digest(passage) != record["hash"]:
                raise ChangedBook(f"{path.stem}: passage {record['id']} at {record['start']} is not the one that was labelled")
            labels = tuple(Label(start, end, tuple(targets)) for start, end, *targets in record["labels"])
            yield Passage(
                f"{path.stem}:{record['id']}", path.stem, record["part"], record["half"], passage, labels, markdown=False
            )
