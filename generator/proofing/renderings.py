"""A system's glossary → its term base: the German words for each English name, and the forbidden ones.

>>> term_base_of(library, "aos").verdicts("A charge.", "Ein Angriff.")[0].kind
'present'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from weakref import WeakKeyDictionary

from ..model.library import Library
from ..model.values import Entry, Term
from ..prose.body import body_lines
from .english_names import english_key
from .term_base import Rendering, TermBase

_made: WeakKeyDictionary[Library, dict[str, TermBase]] = WeakKeyDictionary()

_QUOTED = re.compile(r"„[^“\n]{0,300}“|`[^`\n]*`|\[\[[^\]|\n]*\|?|\]\([^)\n]{0,300}\)")


def term_base_of(library: Library, system: str) -> TermBase:
    """A system's term base, cached per library."""
    made = _made.setdefault(library, {})
    if system not in made:
        made[system] = _term_base(tuple(renderings(library, system)))
    return made[system]


def give_term_base(library: Library, system: str, known: Iterable[Rendering]) -> None:
    """Give a library the term base of these earlier renderings."""
    _made.setdefault(library, {})[system] = _term_base(tuple(known))


@lru_cache(maxsize=16)
def _term_base(renderings: tuple[Rendering, ...]) -> TermBase:
    """Share one term base between equal renderings, so that reloading a project reuses what was found in unchanged texts."""
    return TermBase(renderings)


def renderings(library: Library, system: str) -> list[Rendering]:
    """One rendering per English name in a system: terms bind translators; names of entries alone do not (they are their titles).

    Terms with the same English share a rendering, which accepts any of their German names.
    """
    found: dict[str, Rendering] = {}
    for term in library.system_terms(system):
        one = Rendering(term.title_en, _german(library, term), term.avoid, term.id)
        key = english_key(term.title_en) or term.id
        found[key] = _merged(found[key], one) if key in found else one
    for entry in library.system_entries(system):
        one = Rendering(entry.title_en, (entry.title, *entry.aliases), (), entry.id, binding=False)
        key = english_key(entry.title_en) or entry.id
        found[key] = _merged(found[key], one) if key in found else one
    return list(found.values())


def _german(library: Library, term: Term) -> tuple[str, ...]:
    entry = library.entries.get(f"{term.system}/{term.entry}")
    of_entry = (entry.title, *entry.aliases) if entry else ()
    return _once((term.title, *term.forms, *term.synonyms, *term.abbreviations, *term.allow, *of_entry))


def _merged(one: Rendering, other: Rendering) -> Rendering:
    return Rendering(one.english, _once((*one.german, *other.german)), _once((*one.avoid, *other.avoid)), one.key, one.binding)


def _once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name))


def own_prose(text: str) -> str:
    """Blank out the parts of a German text that are quotations or no prose: „…“, code, ids of links, notes on the book's wording.

    >>> own_prose("Das Buch druckt „Wunden“.")
    'Das Buch druckt         .'
    """
    lines, quoting = [], False
    for line in body_lines(text):
        if line.kind in ("open", "close"):
            quoting = line.kind == "open" and line.value.split(" ")[0] == "regeltext"
        hidden = quoting or line.kind == "code"
        lines.append(" " * len(line.text) if hidden else _QUOTED.sub(lambda match: " " * len(match[0]), line.text))
    return "\n".join(lines)


def sides(entry: Entry) -> tuple[tuple[str, str, str, str], ...]:
    """(field, English, German, German context that also counts) for an entry's title, short rule and text."""
    return (
        ("title", entry.title_en, entry.title, ""),
        ("short", entry.short_en, entry.short, entry.title),
        ("text", entry.text_en, entry.text, entry.title),
    )
