"""How far a text is reviewed: a review counts as long as the reviewed words are unchanged.

The fingerprint of the German covers what a reader sees: title, short rule, card, data and text of an entry; title, definition and
note of a term; a section; a concept's note. Each text is taken in NFC with its white space collapsed and forced references
(`[[angst|vor Furcht]]`) reduced to the words shown; a bare `[[angst]]` counts as its target's title, so that a move changes
nothing. Numbers, pages, names and addresses around it do not count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from ..model.english import fingerprint_of, fingerprint_of_words, folded
from ..model.library import Library
from ..model.values import REVIEWERS, Concept, Entry, Review, Term
from .body import section_text
from .plain import FORCED

#: A thing that can be reviewed; a part of it (a section, a concept's note) has a name.
Reviewable = Entry | Term | Concept

DRAFT = "entwurf"

#: Fingerprints of each library's texts by their identity: checks, pages, records and lists ask for the same.
_FINGERPRINTS: WeakKeyDictionary[Library, dict[tuple[int, str], tuple[Reviewable, str | None]]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Standing:
    """A text's computed state: one of STATUSES, and its review. `state` is DRAFT if the words have changed since."""

    state: str = DRAFT
    review: Review | None = None

    @property
    def is_stale(self) -> bool:
        """Whether there is a review that no longer counts."""
        return self.review is not None and self.state == DRAFT


def standing(library: Library, it: Reviewable, of: str = "") -> Standing:
    """The state of review of a text, or of its part `of`.

    >>> standing(library, entry)
    Standing(state='gegengelesen', review=Review(date='2026-11-23', against='2.0', by='leser', …))
    """
    review = review_of(it, of)
    if review is None or not fits(library, it, review):
        return Standing(DRAFT, review)
    earned = REVIEWERS[review.by]
    claimed = earned if of or isinstance(it, Concept) else it.status
    return Standing(claimed if claimed in (DRAFT, earned) else "gegengelesen", review if claimed != DRAFT else None)


def review_of(it: Reviewable, of: str = "") -> Review | None:
    """The review of a text or of its part `of`; None without one."""
    if not of:
        return None if isinstance(it, Concept) else it.reviewed
    return next((review for review in parts_reviewed(it) if review.of == of), None)


def parts_reviewed(it: Reviewable) -> tuple[Review, ...]:
    """The reviews of an entry's sections or a concept's notes."""
    if isinstance(it, Concept):
        return it.reviewed_notes
    return it.reviewed_sections if isinstance(it, Entry) else ()


def fits(library: Library, it: Reviewable, review: Review) -> bool:
    """Whether the words are still those reviewed."""
    return review.text == german_fingerprint(library, it, review.of) and has_read_english(it, review)


def has_read_english(it: Reviewable, review: Review) -> bool:
    """Whether the English is still that reviewed; a review of a part has none."""
    return not review.english or isinstance(it, Concept) or review.english == fingerprint_of(it)


def german_fingerprint(library: Library, it: Reviewable, of: str = "") -> str | None:
    """The fingerprint of the German, as described above; None if there is no part `of`."""
    known = _FINGERPRINTS.setdefault(library, {})
    found = known.get((id(it), of))
    if found is None:
        found = known[id(it), of] = (it, _german_fingerprint(library, it, of))  # holds the text, so that its id is not reused
    return found[1]


def _german_fingerprint(library: Library, it: Reviewable, of: str) -> str | None:
    words = _words(it, of)
    system = of if isinstance(it, Concept) else it.system
    return None if words is None else fingerprint_of_words(_read(library, system, words))


def _words(it: Reviewable, of: str) -> list[Any] | None:
    if isinstance(it, Concept):
        return [it.title, it.notes[of]] if of in it.notes else None
    if isinstance(it, Term):
        return [it.title, it.definition, it.note] if not of else None
    if of:
        section = section_text(it.authored, of)
        return None if section is None else [it.title, section]
    return [it.title, it.short, it.card, it.data, it.authored]


def shown_titles(library: Library, it: Reviewable) -> list[str]:
    """The titles that bare forced references in a text show; together with the text they decide its fingerprints."""
    if isinstance(it, Concept):
        return [title for system, note in it.notes.items() for title in _titles_in(library, system, note)]
    return _titles_in(library, it.system, _words(it, ""))


def _titles_in(library: Library, system: str, value: Any) -> list[str]:
    if isinstance(value, str):
        return [_title(library, system, link[1].strip()) for link in FORCED.finditer(value)] if "[[" in value else []
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return [title for one in inner for title in _titles_in(library, system, one)]


def _read(library: Library, system: str, value: Any) -> Any:
    """A value with every text as readers see it."""
    if isinstance(value, str):
        return folded(FORCED.sub(lambda link: link[2] or _title(library, system, link[1].strip()), value))
    if isinstance(value, Mapping):
        return {name: _read(library, system, inner) for name, inner in value.items()}
    return [_read(library, system, inner) for inner in value] if isinstance(value, list | tuple) else value


def _title(library: Library, system: str, name: str) -> str:
    """The text that a bare `[[name]]` shows: a title, or the name itself if it leads nowhere."""
    bare, _, section = re.sub(r"^([a-z0-9-]+)\s*:\s*", r"\1/", name).partition("#")
    target = library.target(f"{system}/{bare}") or library.target(bare)
    return f"{target.title} {section}" if target else name
