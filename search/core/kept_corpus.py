"""The corpus of the last build, stored under the digest of its index, so that a build after a few changed texts reuses the other
documents."""

from __future__ import annotations

from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from nachschlag.generator.files.memo import Memo

from .documents import Corpus, Document
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
        if known is None:
            return None
        documents = [self._memo.before(f"document {mark}") for mark in known["marks"]]
        if None in documents:
            return None
        return Corpus.marked(tuple(map(system_from_json, known["systems"])), tuple(map(_document, documents)), known["marks"])

    def keep(self, corpus: Corpus, edition: str) -> None:
        """Keep a corpus instead of the last one."""
        about = {"systems": [asdict(system) for system in corpus.systems], "marks": corpus.marks}
        self._memo.value(f"corpus {edition}", lambda: about)
        for document, mark in zip(corpus.documents, corpus.marks, strict=True):
            key = f"document {mark}"
            if self._memo.knows(key):
                self._memo.keep(key)
            else:
                self._memo.value(key, lambda document=document: _plain(document))  # type: ignore[misc]
        self._memo.save()


def _plain(document: Document) -> list[Any]:
    return [getattr(document, name) for name in Document.__slots__]


def _document(values: list[Any]) -> Document:
    known = dict(zip(Document.__slots__, values, strict=True))
    known |= {name: tuple(known[name]) for name in _MANY}
    known["sections"] = tuple(map(tuple, known["sections"]))
    return Document(**known)
