"""Library → search documents: the one place where search meets the generator's values.

>>> corpus = corpus_of(library)
>>> corpus.documents[0].id
'conquest/spalten'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from nachschlag.generator.library import Library, without_parameter
from nachschlag.generator.model import KINDS, Concept, Entry, System, Term

#: The kind under which glossary terms without an entry are found.
TERM_KIND = "glossary-term"

#: The kind under which concepts across games are found; they belong to no game.
CONCEPT_KIND = "concept"

#: German names of what can be found, by kind.
KIND_NAMES = {kind: names[0] for kind, names in KINDS.items()} | {TERM_KIND: "Begriff", CONCEPT_KIND: "Spielvergleich"}

SHORT_LENGTH = 160


@dataclass(frozen=True, slots=True)
class Document:
    """What is found and shown: one entry, one glossary term that no entry explains, or one concept across games (`system` is "").

    names       further names: aliases, inflected forms, synonyms, abbreviations
    related     what players of other games call it: names of the concepts that it carries
    queries     what players type who do not know its name
    number      as printed ("17.0", "Tabelle 6.2"); `number_key` is its normal form ("17", "6.2"), `series` its word ("Tabelle")
    main_part   stands in the part that is meant when a name or number stands in several
    """

    id: str
    system: str
    kind: str
    title: str
    title_en: str = ""
    names: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    number: str = ""
    number_key: str = ""
    series: str = ""
    part_id: str = ""
    part: str = ""
    part_abbreviations: tuple[str, ...] = ()
    main_part: bool = False
    short: str = ""
    body: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class PartNames:
    """How a part may be written in a query: its title, English title, abbreviations. `main` is meant where several would do."""

    id: str
    title: str
    names: tuple[str, ...]
    main: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """One game with everything by which a query may name it."""

    id: str
    name: str
    short: str
    names: tuple[str, ...]
    parts: tuple[PartNames, ...] = ()
    series: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Corpus:
    """Everything that search knows: the games and the documents, in reading order."""

    games: tuple[Game, ...]
    documents: tuple[Document, ...]


def corpus_of(library: Library) -> Corpus:
    """The search documents of a library: its entries, then the terms that have no entry, then the concepts."""
    entries = [_entry_document(library, entry) for entry in library.entries.values()]
    terms = [_term_document(library, term) for term in library.terms.values() if not library.entry(f"{term.system}/{term.entry}")]
    games = [_game(system) for system in library.systems.values()]
    concepts = [_concept_document(concept) for concept in library.concepts.values()]
    return Corpus(tuple(games), tuple(entries + terms + concepts))


# -- entries and terms --------------------------------------------------------------------------------------------------------


def _entry_document(library: Library, entry: Entry) -> Document:
    system = library.systems.get(entry.system)
    part = system.part(entry.part) if system else None
    number = entry.number
    return Document(
        id=entry.id,
        system=entry.system,
        kind=entry.kind,
        title=entry.title,
        title_en=entry.title_en,
        names=_names(entry, library.terms_of(entry.id)),
        related=_related(library, entry),
        queries=_queries(library, entry.id),
        number=number.printed if number else "",
        number_key=number.key if number else "",
        series=number.word if number else "",
        part_id=entry.part,
        part=part.title if part else entry.part,
        part_abbreviations=part.abbreviations if part else (),
        main_part=bool(part and part.default),
        short=entry.short,
        body="\n".join(_body(entry)),
        url=entry.url,
    )


def _term_document(library: Library, term: Term) -> Document:
    return Document(
        id=term.id,
        system=term.system,
        kind=TERM_KIND,
        title=term.title,
        title_en=term.title_en,
        names=_unique((*term.forms, *term.abbreviations, *term.synonyms), without=(term.title, term.title_en)),
        related=_related(library, term),
        queries=_queries(library, term.id),
        part="Glossar",
        short=shortened(term.definition),
        body="\n".join(plain_text(text) for text in (term.definition, term.note) if text),
        url=term.url,
    )


def _concept_document(concept: Concept) -> Document:
    return Document(
        id=f"begriffe/{concept.id}",
        system="",
        kind=CONCEPT_KIND,
        title=concept.title,
        title_en=concept.title_en,
        names=_unique(concept.aliases, without=(concept.title, concept.title_en)),
        part="Begriffe in allen Spielen",
        short=shortened(concept.description),
        body="\n".join([concept.description, *concept.notes.values(), *concept.differences]),
        url=concept.url,
    )


def _names(entry: Entry, terms: Iterable[Term]) -> tuple[str, ...]:
    of_terms = [name for t in terms for name in (t.title, t.title_en, *t.forms, *t.abbreviations, *t.synonyms) if name]
    return _unique((*entry.aliases, *of_terms), without=(entry.title, without_parameter(entry.title), entry.title_en))


def _related(library: Library, target: Entry | Term) -> tuple[str, ...]:
    """The names of its concepts: of those whose first carrier it is all of them, of the others the title."""
    names: list[str] = []
    for concept in library.concepts_of(target.id):
        is_first = concept.entries[target.system][0] == target.id
        names += (concept.title, concept.title_en, *concept.aliases) if is_first else (concept.title,)
    return _unique(names, without=(target.title, target.title_en, ""))


def _queries(library: Library, target: str) -> tuple[str, ...]:
    asked = library.queries.get(target)
    return asked.queries if asked else ()


def _unique(names: Iterable[str], without: Iterable[str]) -> tuple[str, ...]:
    kept: dict[str, str] = {name.casefold(): "" for name in without}
    for name in names:
        kept.setdefault(name.casefold(), name)
    return tuple(name for name in kept.values() if name)


def _body(entry: Entry) -> Iterator[str]:
    if entry.text:
        yield plain_text(entry.text)
    for authored in (entry.card, entry.data):
        for text in _strings(authored):
            yield plain_text(text)


def _strings(value: Any) -> Iterator[str]:
    """Every string in authored, structured fields, keys not included: they are ours, not the book's."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _strings(inner)
    elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
        yield str(value)


# -- games --------------------------------------------------------------------------------------------------------------------


def _game(system: System) -> Game:
    parts = tuple(
        PartNames(part.id, part.title, _unique((part.title, part.title_en, *part.abbreviations), without=("",)), part.default)
        for part in system.parts
    )
    series = tuple(word for series in system.series for word in series.words)
    return Game(system.id, system.name, system.short, tuple(game_names(system)), parts, series)


def game_names(system: System) -> Iterator[str]:
    """Everything by which a player names the game in a query, the id first.

    "Warhammer Age of Sigmar" is also "Age of Sigmar", "The 9th Age" also "9th Age", "Conquest: …" also "Conquest".
    """
    name = re.sub(r"\s*[:–(].*", "", system.name)
    words = name.split()
    yield from _unique((system.id, system.short, system.name, name, *system.names), without=("",))
    if len(words) > 2 and words[0] in ("The", "A", "Das", "Der", "Die", "Warhammer"):
        yield " ".join(words[1:])


# -- Markdown → plain text ----------------------------------------------------------------------------------------------------

# Simple on purpose: a stray mark costs search nothing, a parser for every entry costs time.
_MARKDOWN = (
    (re.compile(r"^\s*(?:```|:::).*$", re.M), ""),
    (re.compile(r"\\?\[\[(?:[^\]|]*\|)?([^\]]*)\]\]"), r"\1"),
    (re.compile(r"!?\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+", re.M), ""),
    (re.compile(r"^\s*\|?[\s:|-]+\|[\s:|-]*$", re.M), ""),
    (re.compile(r"\\([^\w\s])"), r"\1"),
    (re.compile(r"[*`|]|(?<!\w)_|_(?!\w)"), " "),
    (re.compile(r"\s+"), " "),
)


def plain_text(markdown: str) -> str:
    """Markdown without its marks, on one line.

    >>> plain_text("## Ablauf\\n\\n- **Wirf** 2W6, siehe [[angst|Angst]].")
    'Ablauf Wirf 2W6, siehe Angst.'
    """
    for pattern, replacement in _MARKDOWN:
        markdown = pattern.sub(replacement, markdown)
    return re.sub(r"\s+([.,;:!?])", r"\1", markdown).strip()


def shortened(text: str) -> str:
    """At most `SHORT_LENGTH` characters, cut at a word, with an ellipsis where something is missing."""
    text = plain_text(text)
    if len(text) <= SHORT_LENGTH:
        return text
    return text[: SHORT_LENGTH - 1].rpartition(" ")[0].rstrip(",;:– ") + " …"
