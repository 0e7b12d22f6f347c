"""The corpus of the last build, stored under the digest of its index, so that a build after a few changed texts reuses the other
documents."""

from __future__ import annotations

from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from nachschlag.generator.files.memo import Memo

from .documents import Corpus, Document
from .lazy import Lazy
from .lexicon import system_from_json

#: The fields of a document that hold several texts.
_MANY = tuple(field.name for field in fields(Document) if field.type == "tuple[str, ...]")


class KeptCorpus:
    """The corpus kept in a file by a program with this mark."""

    def __init__(self, path: Path, mark: str) -> None:
        self._memo = Memo(path, mark)

    def of(self, edition: str) -> Corpus | None:
        """The corpus of an index with this digest; None if another was kept, or none."""
        known = self._memo.before(f"corpus {edition}")
        if known is None or not all(self._memo.knows(_key(mark)) for mark in known["marks"]):
            return None
        known = {name: tuple(value) if isinstance(value, list) else value for name, value in known.items()}
        systems, marks = tuple(map(system_from_json, known.pop("systems"))), known["marks"]
        return Corpus.known(systems, Lazy(len(marks), lambda at: _document(self._memo.before(_key(marks[at])))), **known)

    def keep(self, corpus: Corpus, edition: str) -> None:
        """Keep a corpus instead of the last one."""
        about = {name: getattr(corpus, name) for name in ("marks", "ids", "places", "named")}
        self._memo.value(f"corpus {edition}", lambda: {"systems": [asdict(system) for system in corpus.systems], **about})
        for at, mark in enumerate(corpus.marks):
            key = _key(mark)
            if self._memo.knows(key):
                self._memo.keep(key)
            else:
                self._memo.value(key, lambda at=at: _plain(corpus.documents[at]))  # type: ignore[misc]
        self._memo.save()


def _key(mark: str) -> str:
    return f"document {mark}"


def _plain(document: Document) -> list[Any]:
    return [getattr(document, name) for name in Document.__slots__]


def _document(values: list[Any]) -> Document:
    known = dict(zip(Document.__slots__, values, strict=True))
    known |= {name: tuple(known[name]) for name in _MANY}
    known["sections"] = tuple(map(tuple, known["sections"]))
    return Document(**known)
