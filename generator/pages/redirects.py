"""Redirects: moved entries, and terms of entries."""

from __future__ import annotations

from ..model.library import Library


def redirects(library: Library) -> dict[str, str]:
    """Old id → id of the page to show instead, with its section if it moved into one. Omits removed ids (moved to "")."""
    found = {}
    for move in library.moves:
        new = library.current_place(move.old)
        if move.old not in library.entries and library.target(new) is not None:
            found[move.old] = new
    for term in library.terms.values():
        if term.entry and library.entry(f"{term.system}/{term.entry}"):
            found[term.id] = f"{term.system}/{term.entry}"
    return found
