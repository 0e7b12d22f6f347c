"""Library → search documents: the one place where search meets the generator's values.

>>> corpus = corpus_of(library)
>>> corpus.documents[0].id
'conquest/spalten'
"""

from __future__ import annotations

import hashlib
import marshal
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from nachschlag.generator.files.memo import Memo, digest
from nachschlag.generator.german import search_words
from nachschlag.generator.german.lists import word_list
from nachschlag.generator.model.choices import KINDS
from nachschlag.generator.prose.plain import texts_in
from nachschlag.generator.prose.wording import counted, excerpt_note

from .lazy import Lazy
from .plain import CELLS, plain_lines, plain_text, shortened, table_rows

if TYPE_CHECKING:  # needed to make an index, not to search it
    from nachschlag.generator.model.library import Library
    from nachschlag.generator.model.values import Concept, Entry, Part, System, Term
    from nachschlag.generator.reading.stored_library import ChangedLibrary

#: The kind under which glossary terms without an entry are found.
TERM_KIND = "glossary-term"

#: The kind under which terms are found that an excerpt mentions and does not explain.
STUB_KIND = "excerpt-term"

#: The kind under which concepts across systems are found; they belong to no system.
CONCEPT_KIND = "concept"

#: The kind under which parts of a book are found.
PART_KIND = "part"

#: The kind under which pages of a book are found, by their number; they are no documents.
PAGE_KIND = "page"

_NAMES = {
    **KINDS,
    TERM_KIND: ("Begriff", "Begriffe"),
    STUB_KIND: ("Nicht im Auszug", "Nicht im Auszug"),
    CONCEPT_KIND: ("Spielvergleich", "Spielvergleiche"),
    PART_KIND: ("Teil", "Teile"),
    PAGE_KIND: ("Buchseite", "Buchseiten"),
}
#: Kind → German name, and plural.
KIND_NAMES = {kind: names[0] for kind, names in _NAMES.items()}
KIND_PLURALS = {kind: names[1] for kind, names in _NAMES.items()}


#: Addresses of documents that are not entries.
FOLDERS = {TERM_KIND: "glossar", STUB_KIND: "glossar", PART_KIND: "teil", CONCEPT_KIND: "begriffe"}
#: Letters outside the alphabet of slugs → their spelling there.
SPELT = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}


@dataclass(frozen=True, slots=True)
class Document:
    """A thing that can be found and shown: an entry, a glossary term without an entry, a part, or a concept across systems
    (`system` is "").

    names       further names: aliases, inflected forms, synonyms, abbreviations
    related     what players of other systems call it: the names of its concepts
    queries     what players type when they do not know its name
    questions   what players ask that it answers
    number      as printed ("17.0", "Tabelle 6.2"); `number_key` is its normal form ("17", "6.2"), `series` its word ("Tabelle")
    phases      ids of the phases in which it applies
    body        its whole text, one line per paragraph or table row
    short_en    its short rule in English, which is searched but not shown
    main_part   whether its part takes precedence when a name or number occurs in several
    sections    (id, title) of the headings in its text
    rows        first cells of its table rows, by which it is found
    """

    id: str
    system: str
    kind: str
    title: str
    title_en: str = ""
    names: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    number: str = ""
    number_key: str = ""
    series: str = ""
    part_id: str = ""
    part: str = ""
    part_abbreviations: tuple[str, ...] = ()
    main_part: bool = False
    short: str = ""
    phases: tuple[str, ...] = ()
    body: str = ""
    url: str = ""
    sections: tuple[tuple[str, str], ...] = ()
    rows: tuple[str, ...] = ()
    short_en: str = ""


_values = attrgetter(*Document.__slots__)
_TEXTS = ("short", "short_en", "body", "sections", "rows")
#: The values of a document besides its texts.
_without_texts = attrgetter(*(name for name in Document.__slots__ if name not in _TEXTS))


@dataclass(frozen=True, slots=True)
class PartNames:
    """The names of a part in a query: its title, English title, abbreviations. `main` takes precedence if several parts fit."""

    id: str
    title: str
    names: tuple[str, ...]
    main: bool = False


@dataclass(frozen=True, slots=True)
class SystemNames:
    """One system with every name a query may use for it; `phases` are (id, title), in order, `pages` (number, entries on it,
    chapter). `private`: its rules must not be published, and hits say so. `excerpt` says what its source, an excerpt, lacks.
    """

    id: str
    name: str
    short: str
    names: tuple[str, ...]
    parts: tuple[PartNames, ...] = ()
    series: tuple[str, ...] = ()
    phases: tuple[tuple[str, str], ...] = ()
    pages: tuple[tuple[int, int, str], ...] = ()
    private: bool = False
    excerpt: str = ""


@dataclass(frozen=True)
class Corpus:
    """Everything the search knows: the systems and the documents, in reading order."""

    systems: tuple[SystemNames, ...]
    documents: Sequence[Document]

    @cached_property
    def marks(self) -> tuple[str, ...]:
        """For each document a digest of everything that it is."""
        return tuple(map(mark_of, self.documents))

    @cached_property
    def ids(self) -> tuple[str, ...]:
        return tuple(document.id for document in self.documents)

    @cached_property
    def places(self) -> Mapping[str, Sequence[int]]:
        """The positions of the documents of each system, and ("") of those of all."""
        places: dict[str, list[int]] = {"": [], **{system.id: [] for system in self.systems}}
        for at, document in enumerate(self.documents):
            places.get(document.system, places[""]).append(at)
        return places

    @cached_property
    def named(self) -> str:
        """A digest of the systems, and of the documents without their texts."""
        known = hashlib.blake2b(repr(self.systems).encode("utf-8", "surrogatepass"), digest_size=16)
        for document in self.documents:
            known.update(marshal.dumps(_without_texts(document), 2))
        return known.hexdigest()

    @classmethod
    def known(cls, systems: tuple[SystemNames, ...], documents: Sequence[Document], **known: Any) -> Corpus:
        """A corpus of which `marks`, `ids`, `places` or `named` are known."""
        corpus = cls(systems, documents)
        corpus.__dict__.update(known)
        return corpus


def mark_of(document: Document) -> str:
    """A digest of a document with all its fields."""
    return hashlib.blake2b(marshal.dumps(_values(document), 2), digest_size=16).hexdigest()


def corpus_of(library: Library, memo: Memo | None = None) -> Corpus:
    """The search documents of a library: its entries, then the terms that have no entry, the parts, the concepts.

    Takes plain texts and keys from `memo` if it knows them.
    """
    memo = memo or Memo()
    entries = [_entry_document(library, entry, memo) for entry in library.entries.values()]
    unlinked = [term for term in library.terms.values() if not library.entry(f"{term.system}/{term.entry}")]
    terms = [_term_document(library, term, memo) for term in unlinked]
    systems = [_system(library, system) for system in library.systems.values()]
    concepts = [_concept_document(library, concept) for concept in library.concepts.values()]
    parts = [_part_document(library, system, part) for system in library.systems.values() for part in system.parts]
    documents = entries + terms + [part for part in parts if part.short] + concepts
    return Corpus(tuple(systems), tuple(_without_rows_elsewhere(documents, memo)))


def corpus_after(before: Corpus, library: ChangedLibrary, memo: Memo) -> Corpus:
    """The search documents after the texts of a few entries changed; `before` are the earlier ones, most of which are not read."""
    at_id = {one: at for at, one in enumerate(before.ids) if one in library.changed}
    changed = {at: _entry_document(library, library.changed[one], memo) for one, at in at_id.items()}
    now = Lazy(len(before.documents), before.documents.__getitem__, changed)
    places = sorted(at for system in {one.system for one in changed.values() if one.rows} for at in before.places[system])
    changed |= dict(zip(places, _without_rows_elsewhere([now[at] for at in places], memo), strict=True))
    changed = {at: one for at, one in changed.items() if one != before.documents[at]}
    marks = list(before.marks)
    for at, one in changed.items():
        marks[at] = mark_of(one)
    known: dict[str, Any] = {"marks": tuple(marks), "ids": before.ids, "places": before.places}
    if all(_without_texts(one) == _without_texts(before.documents[at]) for at, one in changed.items()):
        known["named"] = before.named
    return Corpus.known(before.systems, Lazy(len(marks), before.documents.__getitem__, changed), **known)


def _without_rows_elsewhere(documents: Sequence[Document], memo: Memo) -> Iterator[Document]:
    """Drop rows whose title names another document of the same system: they are found there."""
    bearers: dict[tuple[str, str], set[str]] = defaultdict(set)
    for document in documents:
        for name in (document.title, document.title_en, *document.names):
            bearers[document.system, key_of(name, memo)].add(document.id)
    for document in documents:
        here = {document.id}
        rows = tuple(row for row in document.rows if bearers.get((document.system, key_of(row, memo)), here) == here)
        yield document if rows == document.rows else replace(document, rows=rows)


def key_of(name: str, memo: Memo) -> str:
    """The key of a name (`search_words.key`), kept from one build to the next."""
    return str(memo.value(f"key {name}", lambda: search_words.key(name)))


# -- entries and terms --------------------------------------------------------------------------------------------------------


def _entry_document(library: Library, entry: Entry, memo: Memo) -> Document:
    system = library.systems.get(entry.system)
    part = system.part(entry.part) if system else None
    number = entry.number
    facts = system.facts(entry.data) if system else {}
    text = digest("text", entry.text, repr(entry.card), repr(entry.data), repr(facts))
    body, *rows = memo.value(text, lambda: ["\n".join(_body(entry, facts)), *_row_titles(entry)])
    return Document(
        id=entry.id,
        system=entry.system,
        kind=entry.kind,
        title=entry.title,
        title_en=entry.title_en,
        names=_names(entry, library.terms_of(entry.id)),
        related=_related(library, entry),
        queries=_queries(library, entry.id),
        questions=_questions(library, entry.id),
        number=number.printed if number else "",
        number_key=number.key if number else "",
        series=number.word if number else "",
        part_id=entry.part,
        part=part.title if part else entry.part,
        part_abbreviations=part.abbreviations if part else (),
        main_part=bool(part and part.default),
        short=entry.short,
        short_en=entry.short_en,
        phases=entry.phases,
        body=body,
        url=entry.url,
        sections=tuple((one.id, plain_text(name)) for one in entry.sections for name in (one.title, one.title_en) if name),
        rows=tuple(rows),
    )


def _term_document(library: Library, term: Term, memo: Memo) -> Document:
    texts = [text for text in (term.definition, term.note) if text]
    short, body = memo.value(
        digest("term", term.definition, term.note), lambda: [shortened(term.definition), "\n".join(map(plain_text, texts))]
    )
    return Document(
        id=term.id,
        system=term.system,
        kind=STUB_KIND if term.mentioned else TERM_KIND,
        title=term.title,
        title_en=term.title_en,
        names=_unique((*term.forms, *term.abbreviations, *term.synonyms), without=(term.title, term.title_en)),
        related=_related(library, term),
        queries=_queries(library, term.id),
        questions=_questions(library, term.id),
        part="Glossar",
        short=short,
        body=body,
        url=term.url,
    )


def _part_document(library: Library, system: System, part: Part) -> Document:
    """The document of a part; a part without entries has an empty `short`."""
    count = len(library.part_entries(system.id, part.id))
    return Document(
        id=f"{system.id}/teil/{part.id}",
        system=system.id,
        kind=PART_KIND,
        title=part.title,
        title_en=part.title_en,
        names=part.abbreviations,
        part_id=part.id,
        part=part.title,
        main_part=part.default,
        short=CELLS.join(filter(None, (part.name, counted(count, "Eintrag", "Einträge")))) if count else "",
        url=f"/{system.id}/teil/{part.id}/",
    )


def _concept_document(library: Library, concept: Concept) -> Document:
    """The document of a concept; without what it says of systems that are not loaded, which may be private."""
    notes = [note for system, note in concept.notes.items() if system in library.systems]
    return Document(
        id=f"begriffe/{concept.id}",
        system="",
        kind=CONCEPT_KIND,
        title=concept.title,
        title_en=concept.title_en,
        names=_unique(concept.aliases, without=(concept.title, concept.title_en)),
        part="Begriffe in allen Spielen",
        short=shortened(concept.description),
        body="\n".join([concept.description, *notes, *concept.differences]),
        url=concept.url,
    )


def _names(entry: Entry, terms: Iterable[Term]) -> tuple[str, ...]:
    from nachschlag.generator.model.library import without_parameter

    of_terms = [name for t in terms for name in (t.title, t.title_en, *t.forms, *t.abbreviations, *t.synonyms) if name]
    of_rows = [name for one in entry.sections if one.is_row for name in (one.title, one.title_en) if name]
    elsewhere = [name for place in entry.places for name in (place.title, place.title_en) if name]
    names = (*entry.aliases, *elsewhere, *of_terms, *of_rows)
    return _unique(names, without=(entry.title, without_parameter(entry.title), entry.title_en))


def _related(library: Library, target: Entry | Term) -> tuple[str, ...]:
    """The names of an entry's concepts: all names of those that list it first, only the title of the others."""
    names: list[str] = []
    for concept in library.concepts_of(target.id):
        is_first = concept.entries[target.system][0] == target.id
        names += (concept.title, concept.title_en, *concept.aliases) if is_first else (concept.title,)
    return _unique(names, without=(target.title, target.title_en, ""))


def _queries(library: Library, target: str) -> tuple[str, ...]:
    asked = library.queries.get(target)
    return asked.queries if asked else ()


def _questions(library: Library, target: str) -> tuple[str, ...]:
    asked = library.queries.get(target)
    return asked.questions if asked else ()


def _unique(names: Iterable[str], without: Iterable[str]) -> tuple[str, ...]:
    kept: dict[str, str] = {name.casefold(): "" for name in without}
    for name in names:
        kept.setdefault(name.casefold(), name)
    return tuple(name for name in kept.values() if name)


def _body(entry: Entry, facts: Mapping[str, str]) -> Iterator[str]:
    """The lines of an entry; `facts` are the labels of those of its data that its page shows on a card."""
    data = entry.data or {}
    yield from plain_lines(entry.text)
    if data.get("rows"):
        yield ""  # the end of a table above
        yield plain_text(CELLS.join(data.get("columns") or ()))  # by which passages name the cells
    yield from _data_rows(entry)
    yield from (f"{label}: {plain_text(str(data[name]))}" for name, label in facts.items())
    for authored in (entry.card, {name: value for name, value in data.items() if name not in ("rows", "columns", *facts)}):
        for text in texts_in(authored):
            yield plain_text(text)


def _data_rows(entry: Entry) -> Iterator[str]:
    for row in (entry.data or {}).get("rows") or ():
        yield plain_text(CELLS.join(row))


#: A longer first cell is a sentence, not a title.
_MOST_ROW_WORDS = 4


def _row_titles(entry: Entry) -> tuple[str, ...]:
    rows = (*table_rows(entry.text), *_data_rows(entry))
    titles = (row.partition(CELLS)[0] for row in rows if CELLS in row and not row.startswith(CELLS.lstrip()))
    return tuple(
        dict.fromkeys(title for title in titles if 0 < len(search_words.meaningful(search_words.words(title))) <= _MOST_ROW_WORDS)
    )


#: Longer queries than this are hardly typed twice in the same words: they are no names.
MOST_KEY_WORDS = 2


def other_keys(document: Document) -> tuple[str, ...]:
    """A document's names in other systems and its short recorded queries, normalised as queries are."""
    keys = (search_words.key(name) for name in (*document.related, *document.queries))
    return tuple(dict.fromkeys(key for key in keys if key and key.count(" ") < MOST_KEY_WORDS))


# -- systems --------------------------------------------------------------------------------------------------------------------


def _system(library: Library, system: System) -> SystemNames:
    from nachschlag.generator.model.library import pages_of
    from nachschlag.generator.reading.overlay import is_private

    parts = tuple(
        PartNames(part.id, part.title, _unique((part.title, part.title_en, *part.abbreviations), without=("",)), part.default)
        for part in system.parts
    )
    series = tuple(word for series in system.series for word in series.words)
    phases = tuple((phase.id, phase.title) for phase in system.phases)
    on_page = Counter(page for entry in library.system_entries(system.id) for page in pages_of(entry))
    of_part = {part.heading: library.part_entries(system.id, part.id) for part in system.parts}
    chapters = _chapters({title: [page for entry in entries for page in pages_of(entry)] for title, entries in of_part.items()})
    pages = tuple((page, count, chapters.get(page, "")) for page, count in sorted(on_page.items()))
    return SystemNames(
        system.id,
        system.name,
        system.short,
        tuple(system_names(system)),
        parts,
        series,
        phases,
        pages,
        is_private(system),
        excerpt_note(system),
    )


def _chapters(parts: Mapping[str, Collection[int]]) -> dict[int, str]:
    """The chapter of each page, "Kapitel Vier, S. 43–50". `parts` maps titles to pages with rules; a part counts unless another
    reaches into it.

    >>> _chapters({"Eins": (3, 5), "Zwei": (5,), "Drei": (8, 12), "Bilder": (10,)})
    {3: 'Eins, S. 3–5', 5: 'Eins, S. 3–5 · Zwei, S. 5', 10: 'Bilder, S. 10'}
    """
    found: dict[int, str] = {}
    for title, pages in parts.items():
        first, last = min(pages, default=0), max(pages, default=0)
        if any(first < page < last for other, its in parts.items() if other != title for page in its):
            continue
        place = f"{title}, S. {first}–{last}" if first < last else f"{title}, S. {first}"
        for page in sorted(set(pages)):
            found[page] = f"{found[page]} · {place}" if page in found else place
    return found


#: Words at the front of a system's name that players leave out.
_BEFORE_NAMES = word_list("articles") | word_list("english_articles") | {"warhammer"}


def system_names(system: System) -> Iterator[str]:
    """Every name players use for the system in a query, the id first.

    "Warhammer Age of Sigmar" is also "Age of Sigmar", "The 9th Age" also "9th Age", "Conquest: …" also "Conquest".
    """
    name = re.sub(r"(?:(?<!\s)\s++)?[:–(].*", "", system.name)
    words = name.split()
    yield from _unique((system.id, system.short, system.name, name, *system.names), without=("",))
    if len(words) > 2 and words[0].casefold() in _BEFORE_NAMES:
        yield " ".join(words[1:])
