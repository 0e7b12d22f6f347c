"""The changes that entries list."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.findings import Finding
from ...model.library import Library
from ...model.values import Location
from .pieces import About


def changes_are_listed_once(_: Library, about: About) -> Iterator[Finding]:
    """F015: an entry lists no change twice."""
    for entry in about.entries:
        first: dict[tuple[str, str, str], Location] = {}
        for change in entry.changes:
            place = first.setdefault((change.date, change.kind, change.text.casefold()), change.location)
            if place != change.location:
                message = f"Die Änderung „{change.text}“ steht schon in Zeile {place.line}."
                yield Finding("F015", change.location, message, "Streiche eine der beiden.")


CHECKS = (changes_are_listed_once,)
