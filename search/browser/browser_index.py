"""The analysed corpus → a compact, static index for the browser, which needs neither a stemmer nor a server.

>>> files = {name: to_bytes(make()) for name, make in BrowserIndex(corpus).files().items()}

    names.json             names of all systems: enough to search names
    short-<system>.json    the short rules of a system's documents, in order: {of, is, short}
    words-<system>.json    the words of a system, and how frequent they are in all: for the search in one system; without those that its
                           names and short rules show
    index.json             the words of all systems: for the search in all
    index-<system>.json    the documents of a system, in its words
    texte-<system>.json    the texts themselves, for passages in hits

The files of a system name "begriffe" for the documents of all systems. In one system the hits are those of the search in all with this
system as filter, in the same order: both know only the system's words (`system_words.py`). `of` is the checksum of the names that a file
was made with, or (`index-…`) of the system's words (`is`), so that files from two builds are never combined. `is` of short rules is the
checksum of the words that they and the names show (`shown`).

Layout of names.json (`assets/core/names.js` reads it):

    games     the systems: id, name, short, folded names, parts, series words, pages of the book with the number of entries on each and its
              chapter; private: true if its rules must not be published; excerpt: what it lacks, if it is one
    kinds     [[kind, German name, German plural], …]
    phases    the sets of phases in which a rule applies, separated by "|"
    docs      columns, one value per document: id (a text of lines, "" if it equals `usual_id`), title, en, names (separated by "|"), phases
              (position among those), game (position of the system), part, kind
    numbered  columns for the documents that have a number: at (the gaps between these documents); texts of lines: printed, key (its normal
              form, "" if that is printed), series (its folded word)

Most are plain here: JSON.parse reads them before any script is warm, and searching pieces of a long text would take longer.

Layout of words-<system>.json and index.json: names of concepts that are no name of a concept's own document (`related`), the average
length of each field (`average`), the checksums of the words of each system (`is`) and of those shown (`shown`), and the vocabulary in
numbers (`packed.py`).

Layout of index-<system>.json. It holds no postings: the browser has the names and short rules, reads the words of the texts and of the
recorded queries from this file, and weighs them as `analysis.py` does, with the same numbers.

    sections  document → id, title, id, title, … of its sections; "" for an id that equals the title's slug
    rows      document → titles of the rows of its tables

Weights, patterns and word lists are in `shared.js`: see `shared.py`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from itertools import chain, product
from typing import Any

from nachschlag.generator.files.memo import Memo, digest
from nachschlag.generator.german import letters, search_words

from ..core.analysis import Analysed, analyse
from ..core.documents import FOLDERS, KIND_NAMES, KIND_PLURALS, SPELT, Corpus, Document, SystemNames
from ..core.lexicon import Lexicon, lexicon_of
from ..core.schema import SCHEMA_VERSION
from .numbers import gaps, numbers
from .packed import document_columns, related_names, same_in_english, shown_words, terms_in, vocabulary

#: The names, before those of systems, of what a memo keeps for files that are not made in a run.
KEPT = ("columns", "shown", "texts", "titles", "vocabulary", "words")
#: The name, in place of a system's, of the files for the documents of all systems.
_CONCEPTS = "begriffe"


class BrowserIndex:
    """The files for a corpus, whose words are analysed on demand; `open_memo` opens the memo with earlier results."""

    def __init__(self, corpus: Corpus, open_memo: Callable[[], Memo] = Memo) -> None:
        self.corpus = corpus
        self._open_memo = open_memo
        self._places = corpus.places

    @cached_property
    def memo(self) -> Memo:
        return self._open_memo()

    @cached_property
    def analysed(self) -> Analysed:
        return analyse(self.corpus, self.memo)

    @cached_property
    def lexicon(self) -> Lexicon:
        return lexicon_of(self.corpus, self.analysed)

    @cached_property
    def marks(self) -> dict[str, str]:
        """Of the words of each system, with all that these are known by."""
        return {system: self._mark_of(system, words) for system, words in self.analysed.own.items()}

    @cached_property
    def _shown(self) -> dict[str, str]:
        """The words that the documents of each system show."""
        return {system: self._shown_in(system) for system in self._places}

    def _shown_in(self, system: str) -> str:
        places = self._places[system]
        key = digest(*(self.corpus.marks[at] for at in places))
        return str(self.memo.grown(f"shown-{system}", key, lambda _: " ".join(shown_words(self.analysed.words.among(places)))))

    def _shown_marks(self, system: str) -> dict[str, str]:
        """The checksum of these words of one system, or of each."""
        return {name: digest(words)[:12] for name, words in self._shown.items() if system in ("", name)}

    @cached_property
    def names(self) -> dict[str, Any]:
        systems = [_system(system) for system in self.corpus.systems]
        names = {"version": SCHEMA_VERSION, "games": systems, **_documents(self.corpus)}
        return {"of": _mark(names), **names}

    @cached_property
    def _of(self) -> str:
        """The checksum of the names."""
        return str(self.memo.grown("names", self.corpus.named, lambda _: self.names["of"]))

    @cached_property
    def _related(self) -> tuple[dict[str, int], list[str]]:
        numbers, others = self.memo.grown("related", self.corpus.named, lambda _: related_names(self.corpus))
        return numbers, others

    def words(self, system: str = "") -> dict[str, Any]:
        """The vocabulary of one system, or of all."""
        known = self.memo.grown(f"vocabulary-{system}", self._key_of_words(system), lambda _: self._columns_of_words(system))
        frequency = (self.analysed.frequency[term] for term in known["terms"].split()) if system else ()
        return {
            "of": self._of,
            "is": {name: mark for name, mark in self.marks.items() if system in ("", name)},
            "shown": self._shown_marks(system),
            "related": self._related[1],
            "average": self.analysed.average,
            **known["columns"],
            **({"frequency": numbers(frequency)} if system else {}),
        }

    def _columns_of_words(self, system: str) -> dict[str, Any]:
        """The columns of a vocabulary, and its terms if it is that of one system."""
        lexicon = self.lexicon.within(system)
        shown = " ".join(words for name, words in self._shown.items() if system in ("", name)).split()
        places = frozenset(self._places[system] if system else range(len(self.analysed.words)))
        columns = vocabulary(lexicon, self.analysed, self.memo, shown, places, system)
        return {"columns": columns, "terms": " ".join(terms_in(lexicon)) if system else ""}

    def _key_of_words(self, system: str) -> str:
        """A digest of what decides a vocabulary besides frequencies."""
        known = self._of_others, repr(self._shown_marks(system))
        if system:
            return digest(self.marks[system], *known)
        own = (f"{name} {' '.join(words)}" for name, words in self.analysed.own.items())
        return digest(self.analysed.mark, *known, *own)

    @cached_property
    def _of_others(self) -> str:
        """A digest of what the vocabulary of a system takes from others: synonyms, and a word for each term of the thesaurus."""
        known = self.analysed
        terms = {*known.thesaurus, *chain.from_iterable(known.thesaurus.values())}
        first: dict[str, str] = {}
        for word, (stem, *_) in known.surfaces.items():
            if stem in terms:
                first.setdefault(stem, word)
        english = self.memo.grown("english", self.corpus.named, lambda _: same_in_english(known.documents))
        alike = self.memo.grown("alike", self.corpus.named, lambda _: digest(*(" ".join(one) for one in known.words.alike())))
        return digest(*map(repr, (known.also, known.thesaurus, sorted(first.items()), sorted(known.german), english, alike)))

    def save(self) -> None:
        """Keep what was made, and what was not asked for."""
        if "memo" in self.__dict__:
            for name, system in product(KEPT, self._places):
                self.memo.keep_named(f"{name}-{system}")
            self.memo.save()

    def short(self, system: str) -> dict[str, Any]:
        mark = digest(self._shown[system])[:12]
        return {"of": self._of, "is": mark, "short": [document.short for document in self._documents(system)]}

    def texts(self, system: str) -> dict[str, Any]:
        """A system's documents in its own words: texts, recorded queries, places within them."""
        own = self._documents(system)
        return {
            "of": self.marks[system],
            "sections": {at: _sections(document) for at, document in enumerate(own) if document.sections},
            "rows": {at: list(document.rows) for at, document in enumerate(own) if document.rows},
            **document_columns(self.corpus, self.analysed, system, self._related[0], self.memo),
        }

    def passages(self, system: str) -> dict[str, str]:
        """id → text, for the snippets on the search page."""
        return {document.id: document.body for document in self._documents(system) if document.body}

    def files(self) -> dict[str, Callable[[], dict[str, Any]]]:
        """The name of each file, and the function that makes its content."""
        found: dict[str, Callable[[], dict[str, Any]]] = {"names.json": lambda: self.names}
        kinds = {"short": self.short, "index": self.texts, "texte": self.passages}
        for system, (kind, make) in product(self._places, kinds.items()):
            found[f"{kind}-{system or _CONCEPTS}.json"] = partial(make, system)
        found |= {f"words-{system}.json": partial(self.words, system) for system in self._places if system}
        return {**found, "index.json": self.words}

    def key(self, name: str) -> str:
        """A digest of what decides a file's content."""
        kind, _, system = name.removesuffix(".json").partition("-")
        if kind == "names":
            return self.corpus.named
        if kind == "words" or not system:
            return self._known_to_words(system)
        own = "" if system == _CONCEPTS else system
        of: dict[str, Callable[[], str]] = {"short": lambda: self._of, "index": lambda: self._known_by(own)}
        return digest(of.get(kind, str)(), *(self.corpus.marks[at] for at in self._places[own]))

    def _known_to_words(self, system: str) -> str:
        """A digest of what decides the vocabulary of one system, or of all."""
        known = (self.corpus.named, repr(self.analysed.average), repr(self.marks), self._frequency if system else "")
        return digest(self._key_of_words(system), *known)

    @cached_property
    def _frequency(self) -> str:
        return digest(repr(self.analysed.frequency))

    def _known_by(self, system: str) -> str:
        """A digest of what else decides the columns of a system's documents."""
        acronyms = (" ".join(self.analysed.acronyms[at]) for at in self._places[system])
        return digest(self.marks[system], self._of_related, *acronyms)

    @cached_property
    def _of_related(self) -> str:
        return digest(repr(self._related[0]))

    def _mark_of(self, system: str, words: Sequence[str]) -> str:
        known = self.analysed

        def made(_: Any) -> str:
            rows = (f"{word}|{known.surfaces[word]}|{known.splits.get(word)}|{known.infinitives.get(word)}" for word in words)
            return digest(*rows)[:12]

        return str(self.memo.grown(f"mark-{system}", digest(known.mark, " ".join(words)), made))

    def _documents(self, system: str) -> list[Document]:
        return [self.corpus.documents[at] for at in self._places[system]]


def _mark(names: dict[str, Any]) -> str:
    """A checksum of the names with which a file is decoded; others would yield nonsense."""
    return hashlib.sha256(to_bytes(names)).hexdigest()[:12]


#: The order of columns in a file: those whose letters are alike together, since gzip counts letters by blocks. It saves a kilobyte.
_ORDER = (
    "kind game docs part said gaps questions queries parts rows sections acronyms splits also thesaurus others related kinds games "
    "numbered of quoted odd german average is shown lengths texts repeats stops sizes carried times stems verbs frequency endings "
    "english words phases en names title version id short"
)
_PLACES = {name: place for place, name in enumerate(_ORDER.split())}


def to_bytes(encoded: dict[str, Any]) -> bytes:
    """Compact UTF-8 JSON with keys in a fixed order: the same content gives the same bytes."""
    text = json.dumps(_ordered(encoded), ensure_ascii=False, separators=(",", ":"))
    return (text + "\n").encode("utf-8", "replace")


def _ordered(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {name: _ordered(value[name]) for name in sorted(value, key=lambda name: (_PLACES.get(name, 0), name))}


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
    phases = sorted({"|".join(document.phases) for document in documents})
    numbered = {at: document for at, document in enumerate(documents) if document.number}
    systems = {system.id: position for position, system in enumerate(corpus.systems)}
    parts = {(system.id, part.id): position for system in corpus.systems for position, part in enumerate(system.parts)}
    return {
        "kinds": [[kind, KIND_NAMES.get(kind, kind), KIND_PLURALS.get(kind, kind)] for kind in kinds],
        "phases": phases,
        "docs": {
            "id": _lines("" if document.id == usual_id(document) else document.id for document in documents),
            "title": [document.title for document in documents],
            "en": [document.title_en if document.title_en != document.title else "" for document in documents],
            "names": ["|".join(name.replace("|", " ") for name in document.names) for document in documents],
            "phases": [phases.index("|".join(document.phases)) for document in documents],
            "game": [systems.get(document.system, -1) for document in documents],
            "part": [parts.get((document.system, document.part_id), -1) for document in documents],
            "kind": [kinds.index(document.kind) for document in documents],
        },
        "numbered": {
            "at": list(gaps(numbered)),
            "printed": _lines(document.number for document in numbered.values()),
            "key": _lines(
                document.number_key if document.number_key != document.number else "" for document in numbered.values()
            ),
            "series": _lines(letters.fold(document.series) for document in numbered.values()),
        },
    }


def _lines(texts: Iterable[str]) -> str:
    return "\n".join(text.replace("\n", " ") for text in texts)


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
