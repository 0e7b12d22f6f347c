"""Near-duplicates: almost equal sentences of neighbours, definitions and notes do not contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from ...model.findings import Finding
from ...model.library import Library
from ...model.places import place
from ...model.values import Concept, Entry, Location, Term
from ..bearing import Source, sentences_of
from ..twins import Contradiction, Twin, contradictions
from .pieces import About, Piece, Thing, families, quoted

_QUOTED = 110


def alike_sentences_agree(library: Library, about: About) -> Iterator[Piece]:
    """Z013: no sentence of an entry contradicts an almost equal one of its parent, their children, or the entries under `see`."""
    yield from (Piece(family, partial(_in_family, family)) for family in families(library, about))
    for entry in about.entries:
        kin = {entry.id, entry.parent, *(one.id for one in (*library.children(entry.id), *library.children(entry.parent)))}
        seen = tuple(library.entries[one] for one in entry.see if one not in kin and one in library.entries)
        if seen:
            yield Piece((entry, *seen), partial(_among_seen, entry, seen))


def _in_family(family: tuple[Entry, ...]) -> Iterator[Finding]:
    by_id = {one.id: one for one in family}
    told = [twin for one in family for twin in _of_entry(one)]
    for found in contradictions(told, told, family[0].id):
        head = found.one.owner == family[0].id and bool(family[0].parent)
        if not head or found.twin.owner != found.one.owner:  # an entry's own sentences are compared among its siblings
            yield _at_its_place(found, by_id[found.one.owner])


def _among_seen(entry: Entry, seen: tuple[Entry, ...]) -> Iterator[Finding]:
    ones = _of_entry(entry)
    for found in contradictions(ones, [*ones, *(twin for one in seen for twin in _of_entry(one))]):
        if found.twin.owner != entry.id:
            yield _at_its_place(found, entry)


def _at_its_place(found: Contradiction, it: Thing) -> Finding:
    sentence = found.one.sentence
    return _finding(found, place(it, sentence.source.field, sentence.source.text, sentence.start))


@lru_cache(maxsize=4096)  # an entry is compared with everything that names it, anywhere in a large system
def _told(owner: str, field: str, text: str) -> tuple[Twin, ...]:
    return tuple(Twin(sentence, owner) for sentence in sentences_of(Source(text, owner, field)))


def _of_entry(entry: Entry) -> tuple[Twin, ...]:
    return (*_told(entry.id, "short", entry.short), *_told(entry.id, "text", entry.text))


def definitions_agree(library: Library, about: About) -> Iterator[Piece]:
    """Z013: no sentence of a term's definition contradicts one of its entry that is almost the same."""
    for term in about.terms:
        about_it = (f"{term.system}/{term.entry}", *term.mentioned)
        entries = tuple(library.entries[one] for one in dict.fromkeys(about_it) if one in library.entries)
        if term.definition and entries:
            yield Piece((term, *entries), partial(_of_other, term, "definition", term.definition, entries))


def notes_agree(library: Library, about: About) -> Iterator[Piece]:
    """Z013: no sentence of a concept's note contradicts one of its entries that is almost the same."""
    for concept in about.concepts:
        for system, note in concept.notes.items():
            entries = tuple(library.entries[one] for one in concept.entries.get(system, ()) if one in library.entries)
            yield Piece((concept, system, *entries), partial(_of_other, concept, f"notes.{system}", note, entries))


def _of_other(it: Term | Concept, field: str, text: str, entries: tuple[Entry, ...]) -> Iterator[Finding]:
    others = [twin for entry in entries for twin in _of_entry(entry)]
    for found in contradictions(_told(it.id, field, text), others, it.id):
        yield _at_its_place(found, it)


def _finding(found: Contradiction, at: Location) -> Finding:
    where = found.twin.owner
    if found.word and found.other:
        message = f"Hier steht „{found.word}“, in fast demselben Satz in {where} aber „{found.other}“"
    elif found.word:
        message = f"„{found.word}“ steht hier, aber nicht in fast demselben Satz in {where}"
    else:
        message = f"„{found.other}“ fehlt hier; fast derselbe Satz in {where} hat es"
    return Finding(
        "Z013", at, f"{message}: {quoted(found.twin.sentence.text, _QUOTED)}", "Sieh nach, was gilt, und gleiche beide an."
    )


CHECKS = (alike_sentences_agree, definitions_agree, notes_agree)
