"""All authored texts as a table, including German-only ones, for proofreading in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..model.library import Library
from ..model.values import Concept, Entry, System, Term
from ..prose.review import standing
from .units import fingerprint, normal, original_note

COLUMNS = ("id", "field", "game", "part", "number", "page", "status", "en", "de", "stamp", "path", "note")

_Field = tuple[str, str, str]


def write_csv(library: Library, system: str | None = None, dialect: str = "rfc4180") -> Iterator[str]:
    """Rows as RFC 4180 in UTF-8, or as a German Excel opens them: byte order mark, semicolons, no formulas."""
    excel = dialect == "excel"
    if excel:
        yield "\ufeff"
    for row in (COLUMNS, *_rows(library, system)):
        out = io.StringIO(newline="")
        csv.writer(out, delimiter=";" if excel else ",", lineterminator="\r\n").writerow(
            [_harmless(cell) for cell in row] if excel else row
        )
        yield out.getvalue()


def _harmless(cell: str) -> str:
    """Put an apostrophe before a text that looks like a formula, so that no spreadsheet computes it."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


def _rows(library: Library, only: str | None) -> Iterator[tuple[str, ...]]:
    for system in library.systems.values():
        if only not in (None, system.id):
            continue
        note = original_note(system)
        yield from _texts(system.id, system.id, _system_fields(system), system.location.path, note)
        for entry in library.system_entries(system.id):
            number, page, state = str(entry.number or ""), str(entry.page or ""), standing(library, entry).state
            where = (system.part_title(entry.part), number, page, state)
            yield from _texts(entry.id, system.id, entry_fields(entry), entry.location.path, note, where)
        for term in library.system_terms(system.id):
            where = ("", "", "", standing(library, term).state)
            yield from _texts(term.id, system.id, _term_fields(term), term.location.path, note, where)
    for concept in library.concepts.values() if only is None else ():
        yield from _texts(f"begriffe/{concept.id}", "", _concept_fields(concept), concept.location.path)


def _texts(
    id_: str,
    system: str,
    fields: Iterable[_Field],
    path: str,
    note: str = "",
    where: tuple[str, str, str, str] = ("", "", "", ""),
) -> Iterator[tuple[str, ...]]:
    """The rows of some fields with their place (part, number, page, status) in `where`; the note is about the English, if there is
    any.
    """
    for field, english, german in fields:
        leaf = field.rpartition(".")[2]
        german = normal(leaf, german)
        stamp, about = fingerprint(german), note if english else ""
        yield id_, field, system, *where, normal(leaf, english), german, stamp, path, about


def _listed(name: str, texts: tuple[str, ...]) -> Iterator[_Field]:
    yield from ((f"{name}.{at}", "", text) for at, text in enumerate(texts))


def _system_fields(system: System) -> Iterator[_Field]:
    yield from ((f"parts.{part.id}.title", part.title_en, part.title) for part in system.parts)
    yield from ((f"phases.{phase.id}.title", phase.title_en, phase.title) for phase in system.phases)


def entry_fields(entry: Entry) -> Iterator[_Field]:
    """(field, English, German) for all prose in an entry."""
    yield "title", entry.title_en, entry.title
    yield "short", entry.short_en, entry.short
    if entry.text or entry.text_en:
        yield "text", entry.text_en, entry.authored
    yield from _listed("aliases", entry.aliases)
    yield from _nested("card", entry.card or {})
    yield from _nested("data", entry.data or {})


def _nested(name: str, value: Any) -> Iterator[_Field]:
    """All texts with a letter, at any depth."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _nested(f"{name}.{key}", inner)
    elif isinstance(value, list | tuple):
        for at, inner in enumerate(value):
            yield from _nested(f"{name}.{at}", inner)
    elif any(character.isalpha() for character in str(value)):
        yield name, "", str(value)


def _term_fields(term: Term) -> Iterator[_Field]:
    yield "title", term.title_en, term.title
    for name, text in (("definition", term.definition), ("note", term.note)):
        if text:
            yield name, "", text
    for name in ("forms", "abbreviations", "synonyms", "avoid"):
        yield from _listed(name, getattr(term, name))


def _concept_fields(concept: Concept) -> Iterator[_Field]:
    yield "title", concept.title_en, concept.title
    yield "description", concept.description_en, concept.description
    yield from _listed("aliases", concept.aliases)
    yield from ((f"notes.{system}", "", text) for system, text in concept.notes.items())
    yield from _listed("differences", concept.differences)
