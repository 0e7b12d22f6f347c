"""Build an index, swap it in whole, open it, search it.

    build/index/current           the name of the generation that counts
    build/index/<generation>/     Whoosh's files, lexicon.json, version.json

A new generation is written beside the old one and counts from the moment `current` is replaced, so a reader sees the old index or
the new one, never half of either. The generation before the current one stays for readers that still hold it.

**Whoosh unpickles what it reads, and a pickle can run any code: open only indexes that you have built yourself.** Nothing here
opens an index from anywhere but the path it is given.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import time
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from nachschlag.generator.command import Unusable
from nachschlag.generator.files import write_atomic
from nachschlag.generator.library import Library

from . import german, lexicon, whoosh_adapter
from .analysis import Analysed, analyse
from .documents import TERM_KIND, Corpus, Document, corpus_of
from .expand import ExpandedWord, expand_query
from .query import Query, parse
from .results import Hit, hit_of
from .schema import SCHEMA_VERSION, impact
from .scoring import Candidate, rank, stem_key

POINTER = "current"
VERSION = "version.json"
LEXICON = "lexicon.json"
_UNFINISHED = ".building-"
_ABANDONED = 3600.0  # seconds after which an unfinished generation is somebody's wreck
_ATTEMPTS = 5

#: So many documents Whoosh proposes for ranking; more change nothing (SEARCH.md).
CANDIDATES = 50
#: No more hits than this, whatever is asked for.
MOST_HITS = 50

_REMEDY = "neu bauen: nachschlag build"


class IndexUnusable(Unusable):
    """The index is missing, older than this program, or damaged; `args[0]` is a German sentence with the remedy."""


# -- build --------------------------------------------------------------------------------------------------------------------


def build_index(library: Library, path: Path) -> bool:
    """Build the index of a library at `path` and swap it in. An index of the same documents is left alone: then False."""
    return write_index(corpus_of(library), path)


def write_index(corpus: Corpus, path: Path, analysed: Analysed | None = None) -> bool:
    """As `build_index`, for documents that are at hand already."""
    digest = documents_hash(corpus)
    if _is_current(path, digest):
        return False
    path.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=path))
    try:
        _write_generation(folder, corpus, analysed or analyse(corpus.documents), digest)
        generation = path / f"{digest[:12]}-{folder.name.removeprefix(_UNFINISHED)}"
        folder.rename(generation)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    before = _current(path)
    write_atomic(path / POINTER, generation.name + "\n")
    _remove_old(path, keep={generation.name, before or ""})
    return True


def documents_hash(corpus: Corpus) -> str:
    """What the index depends on, in one figure."""
    content = json.dumps([SCHEMA_VERSION, asdict(corpus)], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def _is_current(path: Path, digest: str) -> bool:
    try:
        return bool(_checked(path / (_current(path) or "-"))["documents"] == digest)
    except IndexUnusable:
        return False


def _write_generation(folder: Path, corpus: Corpus, analysed: Analysed, digest: str) -> None:
    whoosh_adapter.write(folder, _rows(analysed))
    content = lexicon.to_json(lexicon.lexicon_of(corpus, analysed))
    (folder / LEXICON).write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    sums = {file.name: _sum(file) for file in sorted(folder.iterdir()) if not file.name.endswith(".lock") and file.name != "LOCK"}
    version = {"schema": SCHEMA_VERSION, "documents": digest, "files": sums}
    (folder / VERSION).write_text(json.dumps(version, indent=1), encoding="utf-8")


def _rows(analysed: Analysed) -> Iterator[whoosh_adapter.Row]:
    impacts: list[dict[str, int]] = [{} for _ in analysed.documents]
    for term, postings in analysed.postings.items():
        for posting in postings:
            impacts[posting.document][term] = 2 * posting.level + posting.in_name
    for position, document in enumerate(analysed.documents):
        terms = {term: impact(packed >> 1) for term, packed in impacts[position].items()}
        yield whoosh_adapter.Row(document.system, document.kind, terms, _stored(position, document, analysed, impacts[position]))


def _stored(position: int, document: Document, analysed: Analysed, impacts: Mapping[str, int]) -> dict[str, Any]:
    """What comes back with a candidate: what is shown, and what ranking needs."""
    keys = name_keys(document)
    shown = ("id", "system", "kind", "title", "title_en", "number", "part", "short", "url")
    return {name: getattr(document, name) for name in shown} | {
        "rank": {
            "position": position,
            "system": document.system,
            "is_term": document.kind == TERM_KIND,
            "part_id": document.part_id,
            "main_part": document.main_part,
            "number_key": document.number_key,
            "series": german.fold(document.series),
            "keys": keys,
            "stem_keys": tuple(stems for key in keys if (stems := _stems(key, analysed))),
            "impacts": impacts,
        }
    }


def name_keys(document: Document) -> tuple[str, ...]:
    """All names of a document in the form in which a query is compared with them."""
    names = (document.title, document.title_en, *document.names)
    return tuple(dict.fromkeys(key for name in names if (key := german.key(name))))


def _stems(key: str, analysed: Analysed) -> str:
    tokens = [token for token in key.split() if not german.is_stop_word(token)]
    return stem_key([analysed.surfaces[token][0] if token in analysed.surfaces else "" for token in tokens])


def _remove_old(path: Path, keep: set[str]) -> None:
    for folder in path.iterdir():
        if not folder.is_dir() or folder.name in keep:
            continue
        if not folder.name.startswith(_UNFINISHED) or time.time() - folder.stat().st_mtime > _ABANDONED:
            shutil.rmtree(folder, ignore_errors=True)


# -- open ---------------------------------------------------------------------------------------------------------------------


def _current(path: Path) -> str | None:
    try:
        name = (path / POINTER).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return name if name and name == os.path.basename(name) and not name.startswith(".") else None


def _sum(file: Path) -> list[int]:
    raw = file.read_bytes()
    return [len(raw), zlib.crc32(raw)]


def _checked(folder: Path) -> dict[str, Any]:
    """The generation's version.json, once its schema and every file have been found as written."""
    if not (folder / VERSION).is_file():
        raise IndexUnusable(f"Unter „{folder.parent}“ liegt kein Suchindex; {_REMEDY}")
    try:
        version = json.loads((folder / VERSION).read_text(encoding="utf-8"))
        schema, sums = version["schema"], version["files"]
        version["documents"]
    except (OSError, ValueError, TypeError, KeyError) as broken:
        raise _damaged(folder) from broken
    if schema != SCHEMA_VERSION:
        raise IndexUnusable(f"Der Suchindex unter „{folder.parent}“ stammt von einer anderen Programmversion ({schema} statt {SCHEMA_VERSION}); {_REMEDY}")
    try:
        intact = all(_sum(folder / name) == found for name, found in sums.items())
    except (OSError, AttributeError) as broken:
        raise _damaged(folder) from broken
    if not intact:
        raise _damaged(folder)
    return dict(version)


def _damaged(folder: Path) -> IndexUnusable:
    return IndexUnusable(f"Der Suchindex unter „{folder.parent}“ ist beschädigt; {_REMEDY}")


def open_index(path: Path | str) -> Index:
    """Open the index at `path`. Raises IndexUnusable where there is none, an older or newer one, or a damaged one."""
    path = Path(path)
    for attempt in range(_ATTEMPTS):
        name = _current(path)
        try:
            return _open_generation(path / (name or "-"))
        except IndexUnusable:
            # Somebody may have swapped twice between our reading the pointer and opening the files.
            if attempt == _ATTEMPTS - 1 or name == _current(path):
                raise
    raise AssertionError("unreachable")


def _open_generation(folder: Path) -> Index:
    _checked(folder)
    try:
        content = json.loads((folder / LEXICON).read_text(encoding="utf-8"))
        return Index(folder, lexicon.from_json(content), whoosh_adapter.Reader(folder))
    except Exception as broken:  # noqa: BLE001 - Whoosh fails with whatever the bytes made it do
        raise _damaged(folder) from broken


# -- search -------------------------------------------------------------------------------------------------------------------


class Index:
    """An open index. Make one with `open_index`; it keeps seeing the generation that it opened."""

    def __init__(self, folder: Path, vocabulary: lexicon.Lexicon, reader: whoosh_adapter.Reader) -> None:
        self.folder = folder
        self.lexicon = vocabulary
        self._reader = reader

    def search(self, query: str, system: str | None = None, kind: str | None = None, limit: int = 10) -> list[Hit]:
        """The best hits for what a player types, best first. `system` goes before a game named in the text."""
        parsed = parse(query, self.lexicon.games)
        hits = self._hits(parsed, system or parsed.system, kind, limit)
        if not hits and parsed.system:
            hits = self._hits(parse(query, self.lexicon.games, with_system=False), system, kind, limit)
        return hits

    def _hits(self, query: Query, system: str | None, kind: str | None, limit: int) -> list[Hit]:
        words = expand_query(query, self.lexicon)
        found = self._reader.candidates(_terms(words), system, kind, max(CANDIDATES, min(limit, MOST_HITS)))
        stored = {fields["rank"]["position"]: fields for fields in found}
        ranked = rank(query, words, (Candidate(**fields["rank"]) for fields in found))
        best = ranked[: max(0, min(limit, MOST_HITS))]
        return [hit_of(stored[candidate.position], score, words, self.lexicon) for score, candidate in best]

    @property
    def is_current(self) -> bool:
        """Whether this is still the generation that counts."""
        return _current(self.folder.parent) == self.folder.name

    def close(self) -> None:
        """Let go of the files."""
        self._reader.close()

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _terms(words: tuple[ExpandedWord, ...]) -> dict[str, float]:
    """The plain terms that Whoosh looks for, with the highest weight that ranking could give them."""
    terms: dict[str, float] = {}
    for word in words:
        for expansion in word.expansions:
            terms[expansion.term] = max(terms.get(expansion.term, 0.0), expansion.in_name)
    return {term: weight for term, weight in terms.items() if weight > 0}
