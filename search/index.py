"""Build an index, open it, search it.

**Whoosh unpickles what it reads, and a pickle can run any code: open only indexes that you have built yourself.** Nothing here
opens an index from anywhere but the path it is given.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from nachschlag.generator.library import Library

from . import generations, german, lexicon, whoosh_adapter
from .analysis import Analysed, analyse, phrases, place_phrases
from .documents import PAGE_KIND, Corpus, Document, corpus_of, other_keys
from .expand import ExpandedWord, expand_query
from .generations import IndexUnusable
from .query import Query, parse
from .results import NEAR, Hit, Piece, corrected, hit_of, likeness, page_hit, pieces_of, trigrams, written
from .schema import SCHEMA_VERSION, impact
from .scoring import Candidate, rank, stem_key

LEXICON = "lexicon.json"
#: While these are worked on nobody thinks of raising the schema version.
_ANALYSING = ("german.py", "plain.py", "documents.py", "schema.py", "analysis.py", "lexicon.py", "index.py", "whoosh_adapter.py")
_ATTEMPTS = 5
_KEPT_QUERIES, _KEPT_TEXTS = 32, 2048

#: So many documents Whoosh proposes for ranking. With 50 the first hit was always right too, but 11 of 1,500 queries had another
#: order in the first five than if every document were ranked (as the browser does); with 100 none, for the same time.
CANDIDATES = 100
#: No more hits than this, whatever is asked for.
MOST_HITS = 50


# -- build --------------------------------------------------------------------------------------------------------------------


def build_index(library: Library, path: Path | str) -> bool:
    """Build the index of a library at `path` and swap it in. An index of the same documents is left alone: then False."""
    return write_index(corpus_of(library), Path(path))


def write_index(corpus: Corpus, path: Path, analysed: Analysed | None = None) -> bool:
    """As `build_index`, for documents that are at hand already."""
    digest = documents_hash(corpus)
    if _holds(path, digest):
        return False
    analysed = analysed or analyse(corpus.documents)
    generations.publish(path, digest, lambda folder: _write(folder, corpus, analysed))
    return True


def documents_hash(corpus: Corpus) -> str:
    """What the index depends on, in one figure: the documents, and the code that analyses them."""
    digest = hashlib.sha256()
    for room in _ANALYSING:
        digest.update((Path(__file__).parent / room).read_bytes())
    content = json.dumps([SCHEMA_VERSION, asdict(corpus)], ensure_ascii=False, sort_keys=True)
    digest.update(content.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _holds(path: Path, digest: str) -> bool:
    try:
        return generations.check(path, generations.current(path)) == digest
    except IndexUnusable:
        return False


def _write(folder: Path, corpus: Corpus, analysed: Analysed) -> None:
    whoosh_adapter.write(folder, _rows(analysed))
    content = lexicon.to_json(lexicon.lexicon_of(corpus, analysed))
    (folder / LEXICON).write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _rows(analysed: Analysed) -> Iterator[whoosh_adapter.Row]:
    impacts: list[dict[str, int]] = [{} for _ in analysed.documents]
    for term, postings in analysed.postings.items():
        for posting in postings:
            impacts[posting.document][term] = 2 * posting.level + posting.in_name
    for position, document in enumerate(analysed.documents):
        terms = {term: impact(packed >> 1) for term, packed in impacts[position].items()}
        stored = _stored(position, document, analysed, impacts[position])
        yield whoosh_adapter.Row(document.system, document.kind, document.phases, terms, stored)


def _stored(position: int, document: Document, analysed: Analysed, impacts: Mapping[str, int]) -> dict[str, Any]:
    """What comes back with a candidate: what is shown, and what ranking needs."""
    keys = name_keys(document)
    shown = ("id", "system", "kind", "title", "title_en", "number", "part", "short", "url", "body", "sections", "rows")
    return {name: getattr(document, name) for name in shown} | {
        "rank": {
            "position": position,
            "system": document.system,
            "kind": document.kind,
            "part_id": document.part_id,
            "main_part": document.main_part,
            "number_key": document.number_key,
            "series": german.fold(document.series),
            "titles": tuple(german.key(title) for title in (document.title, document.title_en)),
            "keys": keys,
            "other_keys": other_keys(document),
            "phrases": (
                *phrases((*names_of(document), *document.related, *map(german.key, document.queries)), analysed.surfaces),
                *place_phrases(document, analysed.surfaces),
            ),
            "stem_keys": tuple(stems for key in keys if (stems := _stems(key, analysed))),
            "impacts": impacts,
        }
    }


def name_keys(document: Document) -> tuple[str, ...]:
    """All names of a document in the form in which a query is compared with them."""
    return tuple(dict.fromkeys(key for name in names_of(document) if (key := german.key(name))))


def names_of(document: Document) -> tuple[str, ...]:
    """Its titles and further names, as they are written."""
    return (document.title, document.title_en, *document.names)


def _stems(key: str, analysed: Analysed) -> str:
    tokens = [token for token in key.split() if not german.is_stop_word(token)]
    return stem_key([analysed.surfaces[token][0] if token in analysed.surfaces else "" for token in tokens])


# -- open ---------------------------------------------------------------------------------------------------------------------


def open_index(path: Path | str) -> Index:
    """Open the index at `path`. Raises IndexUnusable where there is none, one of another version, or a damaged one."""
    path = Path(path)
    for attempt in range(_ATTEMPTS):
        generation = generations.current(path)
        try:
            return _open(path, generation)
        except IndexUnusable:
            # Somebody may have swapped twice between our reading the pointer and opening the files.
            if attempt == _ATTEMPTS - 1 or generation == generations.current(path):
                raise
    raise AssertionError("the last attempt returns or raises")


def _open(path: Path, generation: Path | None) -> Index:
    generations.check(path, generation)
    assert generation is not None  # else check has raised
    try:
        content = json.loads((generation / LEXICON).read_text(encoding="utf-8"))
        return Index(generation, lexicon.from_json(content), whoosh_adapter.Reader(generation))
    except Exception as broken:  # Whoosh fails with whatever the bytes made it do
        raise generations.damaged(path) from broken


# -- search -------------------------------------------------------------------------------------------------------------------


class Index:
    """An open index. Make one with `open_index`; it keeps seeing the generation that it opened. Safe to share between threads."""

    def __init__(self, generation: Path, vocabulary: lexicon.Lexicon, reader: whoosh_adapter.Reader) -> None:
        self.generation = generation
        self.lexicon = vocabulary
        self._reader = reader
        #: What a slip was taken for is asked for right after the search.
        self._expanded = lru_cache(_KEPT_QUERIES)(lambda query, guess: expand_query(query, vocabulary, guess))
        self._pieces_of = lru_cache(_KEPT_TEXTS)(lambda body: pieces_of(body, vocabulary))
        self._candidates: dict[int, Candidate] = {}

    def search(
        self, query: str, system: str | None = None, kind: str | None = None, limit: int = 10, phase: str | None = None
    ) -> list[Hit]:
        """The best hits for what a player types, best first. `system` goes before a game named in the text."""
        parsed = parse(query, self.lexicon.games)
        filters = {"system": system or parsed.system, "kind": kind, "phases": phase}
        pages = self._pages(parsed, filters)
        hits = pages + self._hits(parsed, filters, limit)
        if not hits and parsed.system:
            hits = self._hits(parse(query, self.lexicon.games, with_system=False), filters | {"system": system}, limit)
        hits = hits or self._hits(parsed, filters, limit, guess=True)
        return hits[: max(0, min(limit, MOST_HITS))]

    def _pages(self, query: Query, filters: Mapping[str, str | None]) -> list[Hit]:
        """The lists of what stands on the page that the query names, of every game that is searched."""
        if query.page is None or filters["phases"] or filters["kind"] not in (None, PAGE_KIND):
            return []
        games = [game for game in self.lexicon.games if filters["system"] in (None, game.id)]
        return [page_hit(game, number, count) for game in games for number, count in game.pages if str(number) == query.page]

    def _hits(self, query: Query, filters: Mapping[str, str | None], limit: int, guess: bool = False) -> list[Hit]:
        words = self._expanded(query, guess)
        found = self._reader.candidates(_terms(words), filters, CANDIDATES)
        stored = {fields["rank"]["position"]: fields for fields in found}
        ranked = rank(query, words, map(self._candidate, found))
        best = ranked[: max(0, min(limit, MOST_HITS))]
        return [hit_of(stored[candidate.position], score, words, self.lexicon, self._pieces_in) for score, candidate in best]

    def _candidate(self, fields: Mapping[str, Any]) -> Candidate:
        position = fields["rank"]["position"]
        if position not in self._candidates:
            self._candidates[position] = Candidate(**fields["rank"])
        return self._candidates[position]

    def _pieces_in(self, fields: Mapping[str, Any]) -> tuple[Piece, ...]:
        return self._pieces_of(fields["body"])

    def corrected(self, query: str, hit: Hit) -> str:
        """The query as it was understood, where a slip was mended to find `hit`: "Meintest du …"; else ""."""
        words = self._expanded(parse(query, self.lexicon.games), False)
        shown = {"title": hit.title, "short": hit.short, "title_en": hit.title_en}
        return corrected(query, words, tuple(shown.values()), self.lexicon, lambda word: self._spelt(word, shown))

    def _spelt(self, word: ExpandedWord, shown: Mapping[str, str]) -> str:
        """The word that was meant as `shown` writes it, or else the first document; German ones first, which know capitals."""
        found = [shown, *self._reader.having(word.stem)]
        in_german = (text for fields in found for text in (fields["title"], fields["short"]))
        return written(word.meant, chain(in_german, (fields["title_en"] for fields in found)))

    def nearest(self, query: str, count: int = 5, system: str | None = None) -> list[Hit]:
        """What looks most like a query that finds nothing, by its names."""
        wanted = trigrams(german.key(query))
        rated = [
            (max((likeness(wanted, trigrams(key)) for key in fields["rank"]["keys"]), default=0.0), fields)
            for fields in self._reader.everything()
            if system in (None, fields["system"])
        ]
        best = sorted(((score, fields) for score, fields in rated if score > NEAR), key=lambda pair: -pair[0])
        return [hit_of(fields, score, (), self.lexicon) for score, fields in best[:count]]

    @property
    def is_current(self) -> bool:
        """Whether this is still the generation that counts."""
        return generations.current(self.generation.parent) == self.generation

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
