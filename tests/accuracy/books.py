"""Libraries to measure against: every title, English original, number and page of a rulebook, without its text.

The rulebooks are other people's, so this repository holds nothing of them: the lists of what a player could look up, and the books
themselves, are read from a given folder.
"""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

from nachschlag.generator.german.rule_numbers import MalformedNumber, parse_number
from nachschlag.generator.model.library import Library, name_key
from nachschlag.generator.model.rule_number import RuleNumber
from nachschlag.generator.model.slug import slugify
from nachschlag.generator.model.values import Entry, Location, System, Term
from nachschlag.generator.reading.parse import parse_system
from nachschlag.generator.reading.source import SourceFile

SYSTEMS = Path(__file__).parent / "systems"
BOOKS = ("aos", "asoiaf", "conquest", "hdd", "t9a")


def book_library(lists: Path) -> Library:
    """Make one library of all five systems from their lists in a folder (`<system>.tsv`: key, kind, part, number, titles, page)."""
    systems, entries, terms = [], [], []
    for name in BOOKS:
        system = _system(name)
        rows = list(csv.DictReader((lists / f"{name}.tsv").open(encoding="utf-8"), delimiter="\t"))
        system, found = _entries(system, rows)
        systems.append(system)
        entries += found
        terms += _terms(system, rows, found)
    return Library(systems, entries, terms)


def _system(name: str) -> System:
    path = SYSTEMS / f"{name}.yaml"
    system, findings = parse_system(SourceFile(f"content/{name}/system.yaml", path.read_text(encoding="utf-8")), name)
    assert system is not None, findings
    return system


def _entries(system: System, rows: list[dict[str, str]]) -> tuple[System, list[Entry]]:
    parts = {part.title: part.id for part in system.parts}
    missing = sorted({row["part"] for row in rows if _is_entry(row)} - set(parts))
    assert not missing, f"{system.id}: parts without an id: {missing}"
    parents = _parents(system.id, rows)
    # a number belongs to one entry: of several rows with it (its steps), the first
    numbered = set({(row["part"], str(_number(row))): row["key"] for row in reversed(rows)}.values())
    entries = [
        Entry(
            id=f"{system.id}/{row['key']}",
            system=system.id,
            part=parts[row["part"]],
            kind=row["kind"],
            title=row["title_de"],
            title_en=row["title_en"],
            title_en_source=row["en_source"],
            number=_number(row) if row["key"] in numbered else None,
            order=at,
            parent=parents[at],
            page=_page(row["page"]),
            location=Location(f"{system.id}.tsv", at + 2),
        )
        for at, row in enumerate(rows)
        if _is_entry(row)
    ]
    return system, entries


def _parents(system: str, rows: list[dict[str, str]]) -> list[str]:
    """The parent of each row without a number: the numbered row before it in its part."""
    parents, last = [], ("", "")
    for row in rows:
        parents.append(f"{system}/{last[1]}" if not row["number"] and last[0] == row["part"] and last[1] else "")
        if row["number"] and _is_entry(row):
            last = (row["part"], row["key"])
    return parents


def _is_entry(row: dict[str, str]) -> bool:
    return row["kind"] != "glossary-term"


def _number(row: dict[str, str]) -> RuleNumber | None:
    printed = row["number"]
    for word in ("Abbildung", "Tabelle"):
        if row["title_de"].startswith(f"{word} {printed}") and printed:
            printed = f"{word} {printed}"
    try:
        return parse_number(printed) if printed else None
    except MalformedNumber:
        return None


def _page(printed: str) -> int | None:
    first = printed.partition("-")[0]
    return int(first) if first.isdigit() else None


def _terms(system: System, rows: list[dict[str, str]], entries: list[Entry]) -> list[Term]:
    """Turn glossary rows into terms; where an entry has the same name, into another name of that entry (preferring the default part's).
    Terms of one name bear their part in brackets, as in our own glossary."""
    default = {part.id for part in system.parts if part.default}
    by_name: dict[str, Entry] = {}
    for entry in sorted(entries, key=lambda e: (e.part not in default, e.order)):
        by_name.setdefault(name_key(entry.title), entry)
    terms: dict[str, Term] = {}
    named = [row for row in rows if not _is_entry(row)]
    several = {title for title, count in Counter(row["title_de"] for row in named).items() if count > 1}
    for row in named:
        entry = by_name.get(name_key(row["title_de"]))
        title, is_twin = row["title_de"], row["title_de"] in several and not entry
        term = Term(
            id=f"{system.id}/glossar/{slugify(title)}",
            system=system.id,
            title=f"{title} ({row['part']})" if is_twin else title,
            title_en=row["title_en"],
            synonyms=(title,) if is_twin else (),
            entry=entry.slug if entry else "",
        )
        while term.id in terms:
            term = replace(term, id=term.id + "-2")
        terms[term.id] = term
    return list(terms.values())
