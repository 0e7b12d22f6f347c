"""Check German texts against their English in an overlay: the same checks, with findings in the overlay's file.

The English of a book may be available to one person only. It is only compared, and affects no fingerprint, state or page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..model.findings import Finding
from ..model.library import Library
from ..model.values import Entry, Location
from ..prose.body import body_lines
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
            for one in _findings(base, replace(entry, text=without_examples(entry.text), text_en=entry.beside.text)):
                if one not in known:
                    yield replace(one, location=Location(entry.beside.path), hint=f"{one.hint} Deutsch: {one.location}")


def without_examples(text: str) -> str:
    """A body with its examples as spaces, so that places stay: we invent them, and no book has them in English.

    >>> without_examples("Wirf.\\n::: beispiel\\nEine 2.\\n:::")
    'Wirf.\\n            \\n       \\n   '
    """
    lines, inside = [], False
    for line in body_lines(text):
        inside = line.value.partition(" ")[0] == "beispiel" if line.kind == "open" else inside
        lines.append(" " * len(line.text) if inside else line.text)
        inside = inside and line.kind != "close"
    return "\n".join(lines)


def _findings(base: TermBase, entry: Entry) -> Iterator[Finding]:
    yield from languages_agree(entry)
    yield from texts_are_built_alike(entry)
    yield from terms_of(base, entry)
