"""Library → JSON records, as the contract has them. The same records serve `export`, the static API and other tools.

Additive only: a field, once published, keeps its name and meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from ..files.json_text import SCHEMA_VERSION, compact_json, fingerprint
from ..model.library import Library, parameter
from ..model.reference import Resolution
from ..model.values import Concept, Entry, Move, RuleChange, System, Term
from ..prose.address import page_url
from ..references.graph import Graph, LinkedText
from ..references.link import Linked
from ..references.look_up import Found, label

#: The licence of what we say in our own words.
_OUR_LICENCE = "CC-BY-SA-4.0"


def ndjson(exported: dict[str, Any]) -> Iterator[str]:
    """What `export_library` gives, one record a line: the records as they are, with their `type` (entry, term, concept) in front."""
    for plural, name in (("entries", "entry"), ("terms", "term"), ("concepts", "concept")):
        yield from (compact_json({"type": name, **record}) + "\n" for record in exported[plural])


def export_library(library: Library, graph: Graph, system: str | None = None) -> dict[str, Any]:
    """Everything, or everything of one game: `{"schema_version", "entries", "terms", "concepts"}`."""
    return {
        "schema_version": SCHEMA_VERSION,
        "entries": [entry_record(library, graph, e) for e in library.entries.values() if system in (None, e.system)],
        "terms": [term_record(library, t) for t in library.terms.values() if system in (None, t.system)],
        "concepts": [concept_record(library, c) for c in library.concepts.values() if system is None or system in c.entries],
    }


def entry_record(library: Library, graph: Graph, entry: Entry) -> dict[str, Any]:
    """One entry as in the contract. `references` lists every occurrence, `field` telling where where it is not the text."""
    system = library.systems[entry.system]
    part = system.part(entry.part)
    linked = graph.texts.get(entry.id, {})
    return {
        "id": entry.id,
        "system": entry.system,
        "kind": entry.kind,
        "part": part.title if part else entry.part,
        "part_id": entry.part,
        "number": str(entry.number) if entry.number else None,
        "order": entry.order,
        "parent": entry.parent or None,
        **_authored(entry),
        "sections": [{"id": s.id, "title": s.title, "number": s.number or None} for s in entry.sections],
        "page": entry.page,
        "edition": entry.edition,
        "phases": list(entry.phases),
        "see": [library.current_id(target) for target in entry.see],
        "references": [r for field in linked.values() for r in _references(field)],
        "backlinks": list(graph.backlinks.get(entry.id, ())),
        "concepts": [concept.id for concept in library.concepts_of(entry.id)],
        "status": entry.status,
        "changes": [change_record(change) for change in entry.changes],
        **rights_record(system, entry.page),
        "url": entry.url,
        "hash": entry_hash(entry),
    }


def _authored(entry: Entry) -> dict[str, Any]:
    return {
        "title": entry.title,
        "parameter": parameter(entry.title),
        "title_en": entry.title_en,
        "title_en_source": entry.title_en_source,
        "aliases": list(entry.aliases),
        "short": entry.short,
        "short_en": entry.short_en,
        "text": entry.text,
        "card": dict(entry.card) if entry.card else None,
        "data": dict(entry.data) if entry.data else None,
    }


def entry_hash(entry: Entry) -> str:
    """A fingerprint of what people wrote in this entry: 16 hex digits. Computed fields (backlinks, addresses) leave it alone."""
    authored = {
        **_authored(entry),
        "part": entry.part,
        "kind": entry.kind,
        "number": str(entry.number or ""),
        "order": entry.order,
        "parent": entry.parent,
        "page": entry.page,
        "edition": entry.edition,
        "phases": entry.phases,
        "see": entry.see,
        "status": entry.status,
        "text_en": entry.text_en,
    }
    if entry.changes:  # an entry without any keeps the hash that it had before there were changes
        authored["changes"] = [change_record(change) for change in entry.changes]
    return fingerprint(authored)


def _references(field: LinkedText) -> Iterable[dict[str, Any]]:
    for resolution in field.references:
        record = reference_record(resolution)
        yield record if field.field == "text" else {**record, "field": field.field}


def reference_record(resolution: Resolution) -> dict[str, Any]:
    """`{start, end, text, type, target}`, with `parameter` where it has one and `candidates` where it is ambiguous."""
    reference = resolution.reference
    record: dict[str, Any] = {
        "start": reference.start,
        "end": reference.end,
        "text": reference.text,
        "type": reference.type,
        "target": resolution.target,
    }
    if reference.parameter:
        record["parameter"] = reference.parameter
    if resolution.target is None and resolution.candidates:
        record["candidates"] = list(resolution.candidates)
    return record


def found_record(library: Library, text: str, found: list[Found], near: list[Found]) -> dict[str, Any]:
    """What a text resolves to, as `resolve --json` and the HTTP service tell it: `target` only where it is plain."""

    def records(hits: list[Found]) -> list[dict[str, str]]:
        return [
            {"id": hit.target, "label": label(library, hit.target), "why": hit.why, "url": page_url(library, hit.target)}
            for hit in hits
        ]

    return {
        "text": text,
        "target": found[0].target if len(found) == 1 else None,
        "candidates": records(found),
        "near": records(near),
    }


def linked_record(found: Linked) -> dict[str, Any]:
    """A reference in anybody's text, as `link --format json` and the HTTP service tell it."""
    record = {**asdict(found), "candidates": list(found.candidates)}
    return record if found.parameter else {key: value for key, value in record.items() if key != "parameter"}


def term_record(library: Library, term: Term) -> dict[str, Any]:
    """One term as in the contract; its synonyms are its aliases."""
    return {
        "id": term.id,
        "system": term.system,
        "title": term.title,
        "title_en": term.title_en,
        "title_en_source": term.title_en_source,
        "definition": term.definition,
        "note": term.note,
        "entry": f"{term.system}/{term.entry}" if term.entry else None,
        "aliases": list(term.synonyms),
        "forms": list(term.forms),
        "abbreviations": list(term.abbreviations),
        "avoid": list(term.avoid),
        "status": term.status,
        **rights_record(library.systems[term.system]),
        "url": term.url if not term.entry else f"/{term.system}/{term.entry}/",
        "hash": fingerprint(
            [
                term.title,
                term.title_en,
                term.definition,
                term.note,
                term.entry,
                term.forms,
                term.abbreviations,
                term.avoid,
                term.synonyms,
            ]
        ),
    }


def concept_record(library: Library, concept: Concept) -> dict[str, Any]:
    """One concept: what it is, who carries it in each game, and the differences that bite. Its words are our own in every game."""
    games = ", ".join(library.systems[system].name for system in concept.entries if system in library.systems)
    return {
        "id": concept.id,
        "title": concept.title,
        "title_en": concept.title_en,
        "description": concept.description,
        "description_en": concept.description_en,
        "aliases": list(concept.aliases),
        "entries": {system: list(ids) for system, ids in concept.entries.items()},
        "notes": dict(concept.notes),
        "differences": list(concept.differences),
        "licence_id": _OUR_LICENCE,
        "attribution": "Nachschlag",
        "source": _source(f"Vergleich der Regelwerke: {games}" if games else ""),
        "url": concept.url,
    }


def system_record(library: Library, system: System) -> dict[str, Any]:
    """One game: names, edition, parts, phases, licence, how many entries and terms it has."""
    return {
        "id": system.id,
        "name": system.name,
        "short": system.short,
        "publisher": {"name": system.publisher, "url": system.publisher_url or None},
        "edition": system.edition,
        "rules_version": system.rules_version,
        "rules_date": system.rules_date or None,
        "source_language": system.source_language,
        "source": system.source,
        "licence": {
            "id": licence_id(system),
            "status": system.licence.status,
            "holder": system.licence.holder,
            "note": system.licence.note,
            "evidence": system.licence.evidence or None,
        },
        "attribution": attribution(system),
        "parts": [
            {
                "id": p.id,
                "title": p.title,
                "title_en": p.title_en,
                "abbreviations": list(p.abbreviations),
                "pages": p.pages or None,
            }
            for p in system.parts
        ],
        "phases": [{"id": p.id, "title": p.title, "title_en": p.title_en} for p in system.phases],
        "accent": system.accent or None,
        "entries": len(library.system_entries(system.id)),
        "terms": len(library.system_terms(system.id)),
        "url": system.url,
    }


def change_record(change: RuleChange) -> dict[str, Any]:
    """How a rule changed: the version that brought it, day, kind, one sentence."""
    return {"version": change.version or None, "date": change.date, "kind": change.kind, "text": change.text}


def move_record(library: Library, move: Move) -> dict[str, Any]:
    """An id that moved: what became of it, and under which id it is found today (None where it is gone)."""
    current = library.current_id(move.old) if move.new else None
    if current is not None and library.target(current) is None:
        current = None  # renamed, then removed
    return {"kind": move.kind, "old": move.old, "new": move.new or None, "moved_to": current, "date": move.date, "why": move.why}


def rights_record(system: System, page: int | None = None) -> dict[str, Any]:
    """What whoever shows a text of this game must know: its licence, the line to show with it, where it stands in which book."""
    source = _source(system.source, page, system.rules_version, system.rules_date)
    return {"licence_id": licence_id(system), "attribution": attribution(system), "source": source}


def _source(book: str, page: int | None = None, version: str = "", date: str = "") -> dict[str, Any]:
    return {"book": book, "page": page, "rules_version": version, "rules_date": date or None}


def licence_id(system: System) -> str:
    """The licence of our text: CC BY-SA 4.0 for our own words, else what was agreed or "private"."""
    return _OUR_LICENCE if system.licence.status == "own-words" else f"{system.id}-{system.licence.status}"


def attribution(system: System) -> str:
    """The line that whoever shows our text shows with it."""
    return f"Nachschlag, {system.name} ({system.edition})" if system.edition else f"Nachschlag, {system.name}"
