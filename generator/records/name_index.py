"""The name index of a system: every name, number and German form → id, small enough to fetch and simple enough for any language.

Stores forms by word, not by name: "gebrochenen Regimentern" is found because its words are in the same classes as those of
"Gebrochene Regimenter". All forms of all names would take ten times the space.

>>> index = name_index(library, library.systems["t9a"])
>>> index["names"][0]
('Adressat', 1, 'term')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..files.json_text import SCHEMA_VERSION
from ..german.tokens import words
from ..model.library import Library
from ..model.values import Part, System
from ..references.known_names import KnownName, word_classes
from ..references.references import known_names_of
from .fields import Of, RecordField, Table, many, record_of
from .schema_parts import INTEGER, TEXT, TEXTS, Schema, about, by_name, listed
from .system import attribution

#: Marks a name that is also an everyday word, which counts only if the writer sets it off.
EVERYDAY = "everyday"


@dataclass(frozen=True, slots=True)
class _Known:
    """A system, its known names, and the index of each id in `ids`."""

    id: str
    known: list[KnownName]
    place: dict[str, int]
    parts: list[Part]


_NUMBERS = "Nummer, wie sie gedruckt ist → Stelle der Kennung in ids"
_PART: Table = (
    RecordField("id", TEXT, of=lambda made: made.it[1].id),
    RecordField("names", TEXTS, "Titel und Abkürzungen", lambda made: [made.it[1].title, *made.it[1].abbreviations]),
    RecordField("numbers", by_name(INTEGER), _NUMBERS, lambda made: _numbers(made.library, *made.it)),
)

_ROW: Schema = {
    "type": "array",
    "prefixItems": [TEXT, INTEGER, {"enum": ["title", "term", "english"]}, {"enum": [EVERYDAY]}],
    "minItems": 3,
    "maxItems": 4,
}
_ROW_ABOUT = (
    "der Name, wie er geschrieben wird; die Stelle seiner Kennung in ids; title, term oder english; "
    "„everyday“, wo er auch ein Alltagswort ist und nur hervorgehoben zählt"
)
_WORDS_ABOUT = (
    "jede Form jedes Wortes der Namen, klein und mit ss für ß → ihre Klasse. Ein Name steht, wo dieselben Klassen "
    "in derselben Reihenfolge stehen; an Bindestrichen wird getrennt"
)

NAMES: Table = (
    RecordField("schema_version", {"const": 1}, of=lambda _: SCHEMA_VERSION),
    RecordField("system", TEXT, of="id"),
    RecordField("ids", TEXTS, "Kennungen, auf die Namen und Nummern zeigen", lambda made: list(made.it.place)),
    RecordField(
        "names", listed(about(_ROW_ABOUT, _ROW)), of=lambda made: sorted({_row(one, made.it.place) for one in made.it.known})
    ),
    RecordField("words", by_name(INTEGER), _WORDS_ABOUT, lambda made: _words(made.it.known)),
    many("parts", "Part", _PART, lambda made: ((made.it, part) for part in made.it.parts), "der Grundteil zuerst"),
)


#: The fields of a rule that a program needs to name it and link to it.
_RULE: Table = (
    RecordField("title", TEXT),
    RecordField("title_en", TEXT),
    RecordField("kind", TEXT, "Art; „term“ bei einem Begriff", lambda made: getattr(made.it, "kind", "term")),
    RecordField("part", TEXT, "Kennung des Teils; leer bei einem Begriff", lambda made: getattr(made.it, "part", "")),
    RecordField("number", TEXT, "Nummer oder leer", lambda made: str(getattr(made.it, "number", None) or "")),
    RecordField("short", TEXT, "Kurzregel", lambda made: getattr(made.it, "short", None) or getattr(made.it, "definition", "")),
    RecordField("url", TEXT, "Adresse hinter site"),
)
SITE_ABOUT = "Adresse der Seite ohne Schrägstrich am Ende, vor jede url; leer, wo sie ihre eigene nicht kennt"
_QUESTIONS = "was Spieler tippen, die den Namen nicht kennen → Stellen der Kennungen in ids"
#: The index as a file of its own, from which programs answer without a service.
NAMES_FILE: Table = (
    *NAMES[1:],
    RecordField("site", TEXT, SITE_ABOUT, lambda made: made.site),
    RecordField("attribution", TEXT, "die Zeile, die zeigt, wer unseren Text zeigt", lambda made: attribution(_system(made))),
    RecordField("edition", TEXT, "Ausgabe der Regeln", lambda made: _system(made).edition),
    many(
        "rules",
        "Rule",
        _RULE,
        lambda made: map(made.library.target, made.it.place),
        "zu jeder Kennung in ids, in derselben Ordnung",
    ),
    RecordField("questions", by_name(listed(INTEGER)), _QUESTIONS, lambda made: _questions(made.library, made.it)),
)


def name_index(library: Library, system: System) -> dict[str, Any]:
    """The index of a system's names and numbers."""
    return record_of(NAMES, Of(known_of(library, system), library))


def names_again(last: Mapping[str, Any], things: Iterable[Of]) -> dict[str, Any]:
    """The last index of a system as a file of its own, in which nothing changed but the texts of these things."""
    again = {made.it.id: record_of(_RULE, made) for made in things}
    rules = [again.get(id_.partition("#")[0], rule) for id_, rule in zip(last["ids"], last["rules"], strict=True)]
    return {**last, "rules": rules}


def known_of(library: Library, system: System) -> _Known:
    """The source of a system's index."""
    known = [name for name in known_names_of(library, system.id) if _cut_at_hyphens(name)]
    ids = sorted({name.name.target for name in known} | {entry.id for entry in library.system_entries(system.id)})
    parts = sorted(system.parts, key=lambda part: not part.default)
    return _Known(system.id, known, {target: at for at, target in enumerate(ids)}, parts)


def _system(made: Of) -> System:
    return made.library.systems[made.it.id]


def _questions(library: Library, system: _Known) -> dict[str, list[int]]:
    """Every question that players ask about the system → the indices of the entries that answer it."""
    found: dict[str, list[int]] = {}
    for target, place in system.place.items():
        for question in library.queries[target].queries if target in library.queries else ():
            found.setdefault(question, []).append(place)
    return found


def _cut_at_hyphens(name: KnownName) -> bool:
    """Whether a name is split at all its hyphens. Names with hyphens occur both whole and split; readers of the index split at
    every hyphen."""
    return len(name.words) == len(list(words(name.text.replace("-", " "))))


def _row(name: KnownName, place: dict[str, int]) -> tuple[str | int, ...]:
    row = (name.text, place[name.name.target], name.name.type)
    return (*row, EVERYDAY) if name.everyday else row


def _words(known: list[KnownName]) -> dict[str, int]:
    """Every form of every word → its class, numbered alphabetically."""
    numbers: dict[str, int] = {}
    return {word: numbers.setdefault(class_, len(numbers)) for word, class_ in sorted(word_classes(known).items())}


def _numbers(library: Library, system: _Known, part: Part) -> dict[str, int]:
    numbered = [entry for entry in library.part_entries(system.id, part.id) if entry.number]
    numbers = {str(entry.number): system.place[entry.id] for entry in reversed(numbered)}
    return dict(reversed(numbers.items()))
