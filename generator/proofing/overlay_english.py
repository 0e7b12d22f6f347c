"""Check German texts against their English in an overlay: the same checks, with findings in the overlay's file.

The English of a book may be available to one person only. It is only compared, and affects no fingerprint, state or page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..model.findings import Finding
from ..model.library import Library
from ..model.values import Entry, Location
from .checks.facts import languages_agree, texts_are_built_alike
from .checks.terms import terms_of
from .renderings import term_base_of
from .term_base import TermBase


def overlay_findings(library: Library) -> Iterator[Finding]:
    """The findings from the English in overlays."""
    bases: dict[str, TermBase] = {}
    for entry in library.entries.values():
        if entry.beside:
            base = bases.setdefault(entry.system, term_base_of(library, entry.system))
            known = set(_findings(base, entry))
            for one in _findings(base, replace(entry, text_en=entry.beside.text)):
                if one not in known:
                    yield replace(one, location=Location(entry.beside.path), hint=f"{one.hint} Deutsch: {one.location}")


def _findings(base: TermBase, entry: Entry) -> Iterator[Finding]:
    yield from languages_agree(entry)
    yield from texts_are_built_alike(entry)
    yield from terms_of(base, entry)
