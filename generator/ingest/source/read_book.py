"""A book in one file, several files, or a folder of files → one source, in the order named or of their names.

>>> natural("Kapitel 10.md") > natural("Kapitel 9.md")
True
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from ...model.unusable import Unreadable
from ..drafts import Link, PageMark, Source
from .decode import UnreadableBook
from .page_links import joined
from .read import MOST_BYTES, read_source
from .read_pdf import Progress

#: The names of files in a folder that belong to a book; others are pictures, styles or notes.
SUFFIXES = frozenset(
    ".txt .md .markdown .adoc .asciidoc .tex .html .htm .xhtml .pdf .docx .odt .rtf .epub".split()  # noqa: SIM905
)
MOST_FILES = 2000

_BEGUN = re.compile(r"\s*(?:#{1,6}[ \t]|---[ \t]*\n)")
_GAP = "\n\n"


def read_book(paths: Sequence[Path], *, progress: Progress | None = None, ocr: bool = False) -> Source:
    """Read the named files as one source. Raises Unusable, with one German sentence, if a file yields no text."""
    files = [file for path in paths for file in ([path] if not path.is_dir() else _in_folder(path))]
    if len(paths) == 1 and files == list(paths):
        return read_source(files[0], progress=progress, ocr=ocr)
    _refuse_many(paths[0], files)
    sources = list(_read(files, progress, ocr=ocr))
    folder = paths[0].resolve() if paths[0].is_dir() else None
    name = folder.name if folder and len(paths) == 1 else " + ".join(path.name for path in paths)
    return _joined(name.encode("utf-8", "replace").decode(), sources)


def _in_folder(folder: Path) -> list[Path]:
    """The folder's files in natural order; follows no links, opens no hidden file."""
    try:
        found = [path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES and _is_own(path, folder)]
    except OSError as problem:
        raise Unreadable(str(folder), problem) from problem
    if not found:
        raise UnreadableBook(f"Im Ordner „{folder}“ liegt nichts, was sich als Buch lesen lässt; nenne die Dateien selbst.")
    return sorted(found, key=lambda path: natural(path.relative_to(folder).as_posix()))


def _is_own(path: Path, folder: Path) -> bool:
    within = path.relative_to(folder).parts
    links = any(folder.joinpath(*within[:depth]).is_symlink() for depth in range(1, len(within) + 1))
    return path.is_file() and not links and not any(part.startswith(".") for part in within)


def natural(name: str) -> tuple[tuple[str, int], ...]:
    """A key that sorts numbers in names by their value."""
    return tuple((word.casefold(), int(number or -1)) for word, number in re.findall(r"(\D{0,200})(\d{1,18})?", name))


def _refuse_many(first: Path, files: Sequence[Path]) -> None:
    if len(files) > MOST_FILES:
        raise UnreadableBook(f"„{first}“ hat mehr als {MOST_FILES} Dateien; nenne den Ordner des Buchs.")
    size = 0
    for path in files:
        try:
            size += path.stat().st_size
        except OSError as problem:
            raise Unreadable(str(path), problem) from problem
    if size > MOST_BYTES:
        raise UnreadableBook(f"„{first}“ ist zusammen größer als {MOST_BYTES // 1_000_000} MB; nenne nur die Dateien des Buchs.")


def _read(files: Sequence[Path], progress: Progress | None, *, ocr: bool) -> Iterator[Source]:
    for at, path in enumerate(files, 1):
        yield _titled(read_source(path, ocr=ocr), path.stem)
        if progress:
            progress(at, len(files))


def _titled(source: Source, name: str) -> Source:
    """Markdown that begins without a heading gets its file's name as one."""
    if source.format != "markdown" or _BEGUN.match(source.text):
        return source
    title = f"# {name}{_GAP}"
    return _moved(replace(source, text=title + source.text), len(title))


def _moved(source: Source, by: int) -> Source:
    pages = tuple(PageMark(mark.start + by, mark.page) for mark in source.pages)
    furniture = tuple(span.moved(by) for span in source.furniture)
    links = tuple(Link(link.span.moved(by), link.name) for link in source.links)
    places = {name: offset + by for name, offset in source.places.items()}
    return replace(source, pages=pages, furniture=furniture, links=links, places=places)


def _joined(name: str, sources: Sequence[Source]) -> Source:
    text = ""
    placed: list[Source] = []
    files = []
    for source in sources:
        placed.append(_moved(source, len(text)))
        files.append((source.name, len(text), source.links, source.places))
        text += source.text.rstrip("\n") + _GAP
    pages = [mark for source in placed for mark in source.pages]
    if not all(one.page < other.page for one, other in pairwise(pages)):
        pages = []  # each file counts its own
    kind = sources[0].format if len({source.format for source in sources}) == 1 else "text"
    sha256 = hashlib.sha256("".join(f"{source.name}\0{source.sha256}\n" for source in sources).encode()).hexdigest()
    furniture = tuple(span for source in placed for span in source.furniture if span.end <= len(text))
    notes = tuple(f"{source.name}: {note}" for source in sources for note in source.notes)
    outline = tuple(mark for source in sources for mark in source.outline)
    links, places = joined(files)
    return Source(name, kind, text, tuple(pages), sha256, furniture, notes=notes, outline=outline, links=links, places=places)
