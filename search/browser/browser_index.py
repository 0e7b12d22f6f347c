"""The analysed corpus → a compact, static index for the browser, which needs neither a stemmer nor a server.

>>> encoded = names_index(corpus) | terms_index(corpus, analysed)

It comes in two files: names.json (enough to search names, a fifth of the bytes) and index.json (the rest).

Layout of names.json (`assets/core/names.js` reads it):

    of        a checksum that index.json repeats, so that files from two builds are never combined
    systems     id, name, short, folded names, parts, series words, pages of the book with the number of entries on each and its
              chapter; private: true where its rules must not be published; excerpt: what it lacks, where it is one
    kinds     [[kind, German name, German plural], …]
    docs      columns, one value per document: id ("" where it equals `usual_id`), title, en, names and phases (separated
              by "|"), system, part, kind
    numbered  [[document, number as printed, normal form, folded series word], …]

Layout of index.json. It holds no postings: the browser has the names and short rules, reads the words of the texts and of the recorded
queries from this file, and weighs them as `analysis.py` does, with the same numbers.

    short     the documents' short rules, one per document
    sections  document → id, title, id, title, … of its sections; "" for an id that equals the title's slug
    rows      document → titles of the rows of its tables
    related   names of concepts that are no name of a concept's own document
    average   the average length of each field

Everything else is packed as numbers: see `packed.py`. Weights, patterns and word lists are in `shared.js`: see `shared.py`.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from nachschlag.generator.files.memo import Memo
from nachschlag.generator.german import letters, search_words

from ..core.analysis import Analysed
from ..core.documents import FOLDERS, KIND_NAMES, KIND_PLURALS, SPELT, Corpus, Document, SystemNames
from ..core.schema import SCHEMA_VERSION
from .packed import packed, related_names


def names_index(corpus: Corpus) -> dict[str, Any]:
    """Names and where they stand: enough to search names while the rest loads."""
    names = _names(corpus)
    return {"of": _mark(names), **names}


def _names(corpus: Corpus) -> dict[str, Any]:
    return {
        "version": SCHEMA_VERSION,
        "games": [_system(system) for system in corpus.systems],
        **_documents(corpus),
    }


def terms_index(
    corpus: Corpus, analysed: Analysed, memo: Memo | None = None, names: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Everything else: short rules, vocabulary, texts as words, recorded queries; `names` if they are made already."""
    return {
        "of": (names or names_index(corpus))["of"],
        "short": [document.short for document in corpus.documents],
        "sections": {position: _sections(document) for position, document in enumerate(corpus.documents) if document.sections},
        "rows": {position: list(document.rows) for position, document in enumerate(corpus.documents) if document.rows},
        "related": related_names(corpus)[1],
        "average": analysed.average,
        **packed(corpus, analysed, memo or Memo()),
    }


def _mark(names: dict[str, Any]) -> str:
    """The checksum in both files: the second is decoded with the names of the first, and with other names would yield nonsense."""
    return hashlib.sha256(to_bytes(names)).hexdigest()[:12]


def texts(corpus: Corpus, system: str) -> dict[str, str]:
    """id → text of one system's documents, for the snippets on the search page; concepts have the system ""."""
    return {document.id: document.body for document in corpus.documents if document.system == system and document.body}


def to_bytes(encoded: dict[str, Any]) -> bytes:
    """Compact UTF-8 JSON with sorted keys: the same content gives the same bytes."""
    text = json.dumps(encoded, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return (text + "\n").encode("utf-8", "replace")


def _system(system: SystemNames) -> dict[str, Any]:
    return {
        "id": system.id,
        "name": system.name,
        "short": system.short,
        **({"private": True} if system.private else {}),
        **({"excerpt": system.excerpt} if system.excerpt else {}),
        "names": [" ".join(search_words.words(name)) for name in system.names],
        "series": [letters.fold(word) for word in system.series],
        "phases": [list(phase) for phase in system.phases],
        "pages": [list(page) for page in system.pages],
        "parts": [
            {
                "id": part.id,
                "title": part.title,
                "main": part.main,
                "names": [" ".join(search_words.words(name)) for name in part.names],
            }
            for part in system.parts
        ],
    }


def _documents(corpus: Corpus) -> dict[str, Any]:
    documents = corpus.documents
    kinds = sorted({document.kind for document in documents})
    systems = {system.id: position for position, system in enumerate(corpus.systems)}
    parts = {(system.id, part.id): position for system in corpus.systems for position, part in enumerate(system.parts)}
    return {
        "kinds": [[kind, KIND_NAMES.get(kind, kind), KIND_PLURALS.get(kind, kind)] for kind in kinds],
        "docs": {
            "id": ["" if document.id == usual_id(document) else document.id for document in documents],
            "title": [document.title for document in documents],
            "en": [document.title_en if document.title_en != document.title else "" for document in documents],
            "names": ["|".join(name.replace("|", " ") for name in document.names) for document in documents],
            "phases": ["|".join(document.phases) for document in documents],
            "game": [systems.get(document.system, -1) for document in documents],
            "part": [parts.get((document.system, document.part_id), -1) for document in documents],
            "kind": [kinds.index(document.kind) for document in documents],
        },
        "numbered": [_number(position, document) for position, document in enumerate(documents) if document.number],
    }


def usual_id(document: Document) -> str:
    """The id that a document of this title usually has.

    >>> usual_id(Document("t9a/aufprall", "t9a", "special-rule", "Aufprall (X)"))
    't9a/aufprall'
    """
    slug = _slug(re.sub(r"(?:(?<!\s)\s++)?\([^)]{0,200}\)$", "", document.title))
    return "/".join(filter(None, (document.system, FOLDERS.get(document.kind), slug)))


def _slug(title: str) -> str:
    spelt = re.sub("[äöüß]", lambda letter: SPELT[letter[0]], title.lower())
    return re.sub("[^a-z0-9]+", "-", spelt).strip("-")


def _sections(document: Document) -> list[str]:
    return [text for name, title in document.sections for text in ("" if name == _slug(title) else name, title)]


def _number(position: int, document: Document) -> list[int | str]:
    return [position, document.number, document.number_key, letters.fold(document.series)]
