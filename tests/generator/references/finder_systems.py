"""The systems of the finder's cases: the mini project's, and the made-up ones of tests/data/finder, a file of JSON each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from nachschlag.generator import load
from nachschlag.generator.german.rule_numbers import parse_number
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Entry, System, Term
from nachschlag.generator.reading.parse import parse_system
from nachschlag.generator.reading.source import SourceFile

DATA = Path(__file__).parents[2] / "data"


def finder_library() -> Library:
    """All of them as one library."""
    mini, findings = load(DATA / "mini")
    assert findings == []
    systems, entries, terms = list(mini.systems.values()), list(mini.entries.values()), list(mini.terms.values())
    for path in sorted((DATA / "finder").glob("*.json")):
        made_up = json.loads(path.read_text("utf-8"))
        systems.append(_system(made_up["system"]))
        entries += [_entry(path.stem, given) for given in made_up["entries"]]
        terms += [_term(path.stem, given) for given in made_up["terms"]]
    return Library(systems, entries, terms)


def _system(given: dict[str, Any]) -> System:
    source = SourceFile(f"content/{given['id']}/system.yaml", json.dumps(given))
    system, findings = parse_system(source, given["id"])
    assert system is not None, findings
    return system


def _entry(system: str, given: dict[str, Any]) -> Entry:
    number = parse_number(given["number"]) if "number" in given else None
    return Entry(system=system, **_plain(given) | {"id": f"{system}/{given['id']}", "number": number})


def _term(system: str, given: dict[str, Any]) -> Term:
    return Term(system=system, **_plain(given) | {"id": f"{system}/glossar/{given['id']}"})


def _plain(given: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
