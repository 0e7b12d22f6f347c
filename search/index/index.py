"""Open an index, search it.

**Whoosh unpickles what it reads, and a pickle can run any code: open only indexes that you have built yourself.** Nothing here
opens an index from anywhere but the given path.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any

from nachschlag.generator.german import search_words

from ..core import lexicon
from ..core.documents import PAGE_KIND
from ..core.expand import ExpandedWord, expand_query, unknown_words
from ..core.limits import MOST_HITS
from ..core.operators import NOTICES, Asked, take_apart
from ..core.passages import Piece, pieces_of
from ..core.query import Query, parse
from ..core.results import NEAR, Hit, around, corrected, hit_of, likeness, page_hit, trigrams, written
from ..core.scoring import Candidate, rank
from . import generations, whoosh_adapter
from .conditions import Conditions
from .generations import LEXICON, IndexUnusable
from .postings import Filters, Reader
from .rows import part_value

_ATTEMPTS = 5
_KEPT_QUERIES, _KEPT_TEXTS = 32, 2048

#: The number of documents that Whoosh proposes for ranking. With 50 the first hit was always right too, but 11 of 1,500 queries ordered
#: the first five differently than when every document is ranked (as the browser does), with 100 one of 2,585 the first ten; with 125
#: none did, in the same time.
CANDIDATES = 125


# -- open ---------------------------------------------------------------------------------------------------------------------


def open_index(path: Path | str, engine: str = "") -> Index:
    """Open the index at `path`, whose postings are in the PostgreSQL at the address `engine`, if that is given.

    Raises IndexUnusable if it is missing, of another version, or damaged.
    """
    path = Path(path)
    for attempt in range(_ATTEMPTS):
        generation = generations.current(path)
        try:
            return _open(path, generation, engine)
        except IndexUnusable:
            # Two swaps may have happened between reading the pointer and opening the files.
            if attempt == _ATTEMPTS - 1 or generation == generations.current(path):
                raise
    raise AssertionError("the last attempt returns or raises")


def _open(path: Path, generation: Path | None, engine: str) -> Index:
    generations.check(path, generation)
    assert generation is not None  # otherwise check has raised
    try:
        content = json.loads((generation / LEXICON).read_text(encoding="utf-8"))
        return Index(generation, lexicon.from_json(content), _reader(generation, engine))
    except Exception as broken:  # damaged bytes can make Whoosh raise anything
        raise generations.damaged(path) from broken


def _reader(generation: Path, engine: str) -> Reader:
    if not engine:
        return whoosh_adapter.WhooshReader(generation)
    from . import postgresql

    return postgresql.opened(generation, engine)


def private_systems(path: Path) -> frozenset[str]:
    """The private systems of the index at `path`, read without opening it. Raises OSError or ValueError if that fails."""
    generation = generations.current(path)
    content = json.loads((generation / LEXICON).read_text(encoding="utf-8")) if generation else {"games": []}
    return frozenset(str(system["id"]) for system in content["games"] if system.get("private"))


# -- search -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer:
    """The hits of a query; `corrected` is the query with slips mended, `nearest` the similar names if nothing fits, `notices`
    sentences about invalid operators and words that are nowhere.
    """

    query: str
    corrected: str
    notices: tuple[str, ...]
    hits: list[Hit]
    nearest: list[Hit]

    def to_json(self) -> dict[str, Any]:
        """The answer as the API has it."""
        found = {"hits": [hit.to_json() for hit in self.hits], "nearest": [hit.to_json() for hit in self.nearest]}
        return {"query": self.query, "corrected": self.corrected, "notices": list(self.notices), **found}


class Index:
    """An open index. Make one with `open_index`; it keeps seeing the generation that it opened. Safe to share between threads."""

    def __init__(self, generation: Path, vocabulary: lexicon.Lexicon, reader: Reader) -> None:
        self.generation = generation
        self.lexicon = vocabulary
        self._reader = reader
        #: Kept because `corrected` asks for the same words right after the search.
        self._expanded = lru_cache(_KEPT_QUERIES)(
            lambda query, system, guess: expand_query(query, vocabulary.within(system), guess)
        )
        self._pieces_of = lru_cache(_KEPT_TEXTS)(lambda body: pieces_of(body, vocabulary))
        self._candidates: dict[int, Candidate] = {}
        self._conditions = Conditions(reader, vocabulary)

    def search(
        self, query: str, system: str | None = None, kind: str | None = None, limit: int = 10, phase: str | None = None
    ) -> list[Hit]:
        """Return the best hits for what a player types, best first. `system`, `kind`, `phase` take precedence over those in the text."""
        limit = max(0, min(limit, MOST_HITS))
        asked = self._asked(query)
        parsed = parse(asked.text, self.lexicon.systems)
        given = {"system": system, "kind": kind, "phases": phase}
        filters = _filters(asked, given, parsed.system)
        hits = self._pages(parsed, asked, filters) + self._hits(parsed, asked, filters, limit)
        if not hits and parsed.system:
            elsewhere = parse(asked.text, self.lexicon.systems, with_system=False)
            hits = self._hits(elsewhere, asked, _filters(asked, given), limit)
        return (hits or self._hits(parsed, asked, filters, limit, guess=True))[:limit]

    def answer(
        self, query: str, system: str | None = None, kind: str | None = None, limit: int = 10, phase: str | None = None
    ) -> Answer:
        """Return the best hits with a correction, similar names and notices."""
        hits = self.search(query, system, kind, limit, phase)
        nearest = [] if hits else self.nearest(query, system=system)
        fixed = self.corrected(query, hits[0], system) if hits else ""
        notices = self.notices(query, system, kind, phase) or (self.unknown(query, system) if hits else ())
        return Answer(query, fixed, notices, hits, nearest)

    def _asked(self, query: str) -> Asked:
        return take_apart(query, self.lexicon.systems, self.lexicon.kinds)

    def notices(
        self, query: str, system: str | None = None, kind: str | None = None, phase: str | None = None
    ) -> tuple[str, ...]:
        """Sentences about operators of the query that are invalid or overridden by another choice."""
        asked = self._asked(query)
        choices = {"spiel": (system, asked.systems), "art": (kind, asked.kinds), "phase": (phase, asked.phases)}
        lost = [key for key, (given, wanted) in choices.items() if given and wanted and wanted != {given}]
        return (*asked.notices, *(f"„{key}:“ gilt nicht, weil etwas anderes vorgegeben ist." for key in lost))

    def unknown(self, query: str, system: str | None = None) -> tuple[str, ...]:
        """A sentence that names the words of the query which the searched system has nowhere; none if it has all."""
        asked = self._asked(query)
        parsed = parse(asked.text, self.lexicon.systems)
        only = _only(_filters(asked, {"system": system}, parsed.system))
        words = [f"„{written(word, [query]) or word}“" for word in unknown_words(parsed, self.lexicon.within(only))]
        place = next((f"In {one.short} nicht" for one in self.lexicon.systems if one.id == only), "In keinem Spiel")
        return (NOTICES["unknown"].format(place=place, words=", ".join(words)),) if words else ()

    def _pages(self, query: Query, asked: Asked, filters: Filters) -> list[Hit]:
        """The lists of entries on the page that the query names, one for every system searched."""
        kinds = filters["kind"]
        if (
            query.page is None
            or asked.looks_into_texts
            or filters["phases"]
            or filters["part"]
            or (kinds and PAGE_KIND not in kinds)
        ):
            return []
        systems = [system for system in self.lexicon.systems if not filters["system"] or system.id in filters["system"]]
        return [page_hit(system, *page) for system in systems for page in around(system.pages, int(query.page))]

    def _hits(self, query: Query, asked: Asked, filters: Filters, limit: int, guess: bool = False) -> list[Hit]:
        words = self._expanded(query, _only(filters), guess)
        only = self._conditions.numbers(asked, filters)
        found = self._reader.candidates(_terms(words), filters, CANDIDATES, only)
        stored = {fields["rank"]["position"]: fields for fields in found}
        ranked = rank(query, words, map(self._candidate, found), limit)
        rated = [(score, stored[candidate.position]) for score, candidate in ranked]
        if _wants_all(asked, query):
            fitting = self._reader.numbers(filters) if only is None else only
            others = (number for number in fitting if number not in stored)
            rated += [(0.0, fields) for fields in self._reader.stored(list(islice(others, limit - len(rated))))]
        return [hit_of(fields, score, words, self.lexicon, self._pieces_in) for score, fields in rated]

    def _candidate(self, fields: Mapping[str, Any]) -> Candidate:
        position = fields["rank"]["position"]
        if position not in self._candidates:
            self._candidates[position] = Candidate(**fields["rank"])
        return self._candidates[position]

    def _pieces_in(self, fields: Mapping[str, Any]) -> tuple[Piece, ...]:
        return self._pieces_of(fields["body"])

    def corrected(self, query: str, hit: Hit, system: str | None = None) -> str:
        """The corrected query, if `hit`, searched for in this system, was found by mending a slip: "Meintest du …"; else ""."""
        asked = self._asked(query)
        parsed = parse(asked.text, self.lexicon.systems)
        words = self._expanded(parsed, _only(_filters(asked, {"system": system}, parsed.system)), False)
        shown = {"title": hit.title, "short": hit.short, "title_en": hit.title_en, "system": hit.system}
        return corrected(query, words, (hit.title, hit.short, hit.title_en), self.lexicon, lambda word: self._spelt(word, shown))

    def _spelt(self, word: ExpandedWord, shown: Mapping[str, str]) -> str:
        """The intended word as `shown` spells it, otherwise as the first document does, those of its system first; prefers German
        texts, which have the right capitals.
        """

        def found() -> Iterator[Mapping[str, str]]:
            yield shown
            for is_own in (True, False):
                yield from (one for one in self._reader.having(word.stem) if (one["system"] == shown["system"]) is is_own)

        in_german = (text for fields in found() for text in (fields["title"], fields["short"]))
        return written(word.meant, chain(in_german, (fields["title_en"] for fields in found())))

    def nearest(self, query: str, count: int = 5, system: str | None = None) -> list[Hit]:
        """The documents whose names are most similar to a query that finds nothing."""
        wanted = trigrams(search_words.key(self._asked(query).text))
        rated = [
            (max((likeness(wanted, trigrams(key)) for key in keys), default=0.0), number)
            for number, of_system, keys in self._reader.names()
            if system in (None, of_system)
        ]
        best = sorted(((score, number) for score, number in rated if score > NEAR), key=lambda pair: -pair[0])[:count]
        stored = self._reader.stored([number for _, number in best])
        return [hit_of(fields, score, (), self.lexicon) for (score, _), fields in zip(best, stored, strict=True)]

    @property
    def is_current(self) -> bool:
        """Whether this is still the current generation."""
        return generations.current(self.generation.parent) == self.generation

    @property
    def edition(self) -> str:
        """The mark of the searched content, which is the same on all machines with the same content."""
        return self.generation.name.partition("-")[0]

    def release(self) -> None:
        """Close what a forked process must not share."""
        self._reader.release()

    def close(self) -> None:
        """Close the files."""
        self._reader.close()

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _filters(asked: Asked, given: Mapping[str, str | None], named: str | None = None) -> Filters:
    """The filters: the `given` ones, else those of operators, else the system `named` in the text."""
    said: dict[str, Collection[str]] = {
        "system": asked.systems or ({named} if named else ()),
        "kind": asked.kinds,
        "part": [part_value(*part) for part in asked.parts],
        "phases": asked.phases,
    }
    return said | {name: {value} for name, value in given.items() if value}


def _only(filters: Filters) -> str:
    """The one system that the filters let through; "" for several."""
    systems = [*filters["system"]]
    return systems[0] if len(systems) == 1 else ""


def _wants_all(asked: Asked, query: Query) -> bool:
    """Whether every document that the operators let through is a hit, even without the weight of any word."""
    return bool(asked.phrases or asked.names or asked.english) or (asked.narrows and not (query.words or query.number))


def _terms(words: tuple[ExpandedWord, ...]) -> dict[str, float]:
    """The plain terms for Whoosh, each with the highest weight that the ranking could give it."""
    terms: dict[str, float] = {}
    for word in words:
        for expansion in word.expansions:
            terms[expansion.term] = max(terms.get(expansion.term, 0.0), expansion.in_name)
    return {term: weight for term, weight in terms.items() if weight > 0}
