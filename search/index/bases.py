"""The inputs of the documents in Whoosh's files, kept beside them, which show the documents that are still valid in another corpus.

A document's row (`rows.row_of`) depends on the document, its acronyms, the terms of every word in it, and the average lengths of fields.
"""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

from ..core.analysis import Analysed
from ..core.documents import Corpus
from .changes import FILE as CHANGES
from .changes import GONE
from .generations import LEXICON, VERSION

FILE = "base.json"
#: The share of changed documents above which Whoosh's files are rewritten.
_MOST_CHANGED = 0.1
#: The number of changed documents that is always allowed.
_FEW = 20


@dataclass(frozen=True, slots=True)
class Base:
    """`program` is the mark of the code, `average` as in `Analysed`; `documents` are the marks of the documents with their acronyms, in
    Whoosh's order, `surfaces` each word with its terms.
    """

    program: str
    average: dict[str, float]
    documents: list[str]
    surfaces: dict[str, str]


def base_of(corpus: Corpus, analysed: Analysed, program: str) -> Base:
    """The inputs of a corpus's rows."""
    documents = [" ".join((mark, *acronyms)) for mark, acronyms in zip(corpus.marks, analysed.acronyms, strict=True)]
    surfaces = {word: " ".join(terms) for word, terms in analysed.surfaces.items()}
    return Base(program, dict(analysed.average), documents, surfaces)


def places(base: Base | None, now: Base, analysed: Analysed) -> list[int] | None:
    """The positions of the base's documents in the corpus of `now`, `GONE` for those no longer valid; None if there are too many of
    these.
    """
    if base is None or (base.program, base.average) != (now.program, now.average):
        return None
    other = {word for word, _ in base.surfaces.items() ^ now.surfaces.items()}
    concerned = analysed.words.having(other)
    positions = {mark: at for at, mark in enumerate(now.documents) if at not in concerned}
    found = [positions.get(mark, GONE) for mark in base.documents]
    changed = len(now.documents) - sum(place != GONE for place in found) + sum(place == GONE for place in found)
    return found if changed <= max(_FEW, _MOST_CHANGED * len(now.documents)) else None


def carry_over(before: Path, folder: Path) -> None:
    """Put Whoosh's files and their base into the next generation."""
    for file in before.iterdir():
        if file.name not in (LEXICON, VERSION, CHANGES) and not file.name.upper().endswith("LOCK"):
            _put(file, folder / file.name)


def _put(file: Path, place: Path) -> None:
    """Link a file, which no generation changes, or copy it where there are no links."""
    try:
        os.link(file, place)
    except OSError:
        shutil.copyfile(file, place)


def write(folder: Path, base: Base) -> None:
    """Write the base beside Whoosh's files."""
    (folder / FILE).write_text(json.dumps(asdict(base), ensure_ascii=False, separators=(",", ":")), "utf-8", "surrogatepass")


def read(folder: Path) -> Base | None:
    """The base of a generation; None if it is missing."""
    try:
        return Base(**json.loads((folder / FILE).read_text("utf-8", "surrogatepass")))
    except (OSError, ValueError, TypeError):
        return None
