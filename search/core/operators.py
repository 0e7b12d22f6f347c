"""The operators of a query: "these words in this order", -without, spiel:, art:, teil:, phase:, name:, en:.

>>> take_apart('zauber -bannen spiel:t9a "bis zum Ende"', systems, kinds).text
'zauber   bis zum Ende '
>>> take_apart("17.0 Schuss-Phase 1-3, Zielen: Wurf", systems, kinds).text
'17.0 Schuss-Phase 1-3, Zielen: Wurf'

`text` becomes the ordinary query; the rest says which documents may be found at all (`conditions.py`). An unknown key or value yields a
notice of one sentence and is searched for as a word, so no operator can fail. assets/core/operators.js does the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nachschlag.generator.german import search_words

from .documents import KIND_NAMES, KIND_PLURALS, SystemNames
from .query import LONGEST

#: A run of folded words.
Run = tuple[str, ...]

#: Key → the field of `Asked` that it fills: operators with a choice of values, then those for names.
CHOICES = {"spiel": "systems", "art": "kinds", "teil": "parts", "phase": "phases"}
NAMES = {"name": "names", "en": "english"}
#: A value may be shortened to this many letters.
SHORTEST_VALUE = 3
#: A notice lists at most this many possible values.
MOST_NAMED = 12

#: The notice for each way an operator can be invalid, and for words that are nowhere.
NOTICES = {
    "key": "„{key}:“ gibt es nicht, gesucht werden die Wörter. Möglich: {possible}.",
    "minus": "„{text}“ gilt nicht: Weglassen lassen sich nur Wörter.",
    "value": "„{key}:{value}“ gibt es nicht, gesucht wird „{value}“. Möglich: {possible}.",
    "begun": "„{key}:“ Möglich: {possible}.",
    "more": "{names} und {count} weitere",
    "unknown": "{place} zu finden: {words}.",
}

_SPACE = " \t\r\n\u00a0\u202f"
PIECE = re.compile(
    rf"(?P<space>^|[{_SPACE}])(?P<minus>-?)(?:(?P<key>[A-Za-zÄÖÜäöüß]+):)?"
    r'(?:"(?P<a>[^"]*)"|„(?P<b>[^“”"]*)[“”"]|[“”](?P<c>[^“”"]*)[“”"]|»(?P<d>[^«]*)«|«(?P<e>[^»]*)»'
    rf'|(?P<bare>[^{_SPACE}"„“”»«][^{_SPACE}]*))(?![^\W_])'
)
ENDS_WITH_KEY = re.compile(rf"(?:^|[{_SPACE}])({'|'.join(CHOICES)}):\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Asked:
    """A query split into words and operators.

    text      the remaining ordinary query, with the words of phrases and names; unchanged if there is no operator
    phrases   runs of words that must occur
    without   runs of words that must not occur; a single word in no form
    names     substrings of a name; `english` of the English title
    systems, kinds, parts ((system, part) pairs), phases   the accepted values; empty accepts all
    notices   sentences about invalid operators
    """

    text: str
    phrases: tuple[Run, ...] = ()
    without: tuple[Run, ...] = ()
    names: tuple[str, ...] = ()
    english: tuple[str, ...] = ()
    systems: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    parts: frozenset[tuple[str, str]] = frozenset()
    phases: frozenset[str] = frozenset()
    notices: tuple[str, ...] = ()

    @property
    def looks_into_texts(self) -> bool:
        """Whether the query sets conditions on words or names, beyond systems, kinds, parts and phases."""
        return bool(self.phrases or self.without or self.names or self.english)

    @property
    def narrows(self) -> bool:
        """Whether there is any operator."""
        return bool(self.looks_into_texts or self.systems or self.kinds or self.parts or self.phases)


def take_apart(text: str, systems: Sequence[SystemNames] = (), kinds: Iterable[str] = ()) -> Asked:
    """Take a query apart. `kinds` are the existing ones."""
    head = text[:LONGEST]
    pieces = list(PIECE.finditer(head))
    reading = _Reading(systems, tuple(kinds))
    reading.look_for_systems(pieces)
    rest, end = "", 0
    for piece in pieces:
        if (instead := reading.read(piece)) is not None:
            rest += head[end : piece.end("space")] + instead
            end = piece.end()
    reading.finish(head)
    return reading.asked(rest + head[end:] if end else text)


#: Value → its names.
Options = Mapping[object, Iterable[str]]


@dataclass(slots=True)
class _Reading:
    """The state of taking a query apart."""

    systems: Sequence[SystemNames]
    kinds: tuple[str, ...]
    runs: dict[str, list[Run]] = field(default_factory=lambda: {"": [], "-": []})
    names: dict[str, list[str]] = field(default_factory=lambda: {key: [] for key in NAMES})
    #: (key, value as typed)
    chosen: list[tuple[str, str]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    #: The systems named in the query: only their parts and phases count.
    named: set[object] = field(default_factory=set)

    def look_for_systems(self, pieces: Iterable[re.Match[str]]) -> None:
        """Note the systems first, wherever they stand in the query."""
        for piece in pieces:
            if (piece["key"] or "").lower() == "spiel" and not piece["minus"]:
                self.named |= self._values("spiel", _value(piece))

    def read(self, piece: re.Match[str]) -> str | None:
        """Read one piece and return its replacement in the ordinary query; None if it is no operator."""
        value = _value(piece)
        words = tuple(search_words.words(value))
        key = (piece["key"] or "").lower()
        if not words or (piece["bare"] and key and not value[0].isalnum()):
            return None
        if key:
            return self._keyed(key, value, piece)
        if piece["bare"] and not (piece["minus"] and value[0].isalpha()):
            return None
        self.runs[piece["minus"]].append(words)
        return "" if piece["minus"] else f" {value} "

    def _keyed(self, key: str, value: str, piece: re.Match[str]) -> str | None:
        if key not in (*CHOICES, *NAMES):
            possible = ", ".join(f"{known}:" for known in (*CHOICES, *NAMES))
            self._tell("key", key=key, possible=possible)
            return None
        if piece["minus"]:
            self._tell("minus", text=piece[0][len(piece["space"]) :])
            return ""
        if key in NAMES:
            self.names[key].append(search_words.key(value))
            return f" {value}"
        if not self._values(key, value):
            self._tell("value", key=key, value=value, possible=self._possible(key))
            return f" {value}"
        self.chosen.append((key, value))
        return ""

    def finish(self, text: str) -> None:
        """Add a notice of the possible values after a trailing "spiel:"."""
        if found := ENDS_WITH_KEY.search(text):
            self._tell("begun", key=found[1].lower(), possible=self._possible(found[1].lower()))

    def _tell(self, notice: str, **said: str) -> None:
        self.notices.append(NOTICES[notice].format(**said))

    def asked(self, text: str) -> Asked:
        filled: dict[str, Any] = {name: tuple(self.names[key]) for key, name in NAMES.items()}
        for key, name in CHOICES.items():
            filled[name] = frozenset(one for k, value in self.chosen if k == key for one in self._values(key, value))
        return Asked(text, tuple(self.runs[""]), tuple(self.runs["-"]), notices=tuple(dict.fromkeys(self.notices)), **filled)

    # -- values ---------------------------------------------------------------------------------------------------------------

    def _values(self, key: str, value: str) -> set[object]:
        """The options that a value names, else those with a word that begins with it."""
        options = self._options(key)
        wanted = search_words.key(value)
        exact = {one for one, names in options.items() if wanted in map(search_words.key, names)}
        if exact or len(wanted) < SHORTEST_VALUE:
            return exact
        return {
            one
            for one, names in options.items()
            if any(_begins(wanted.split(), search_words.key(name).split()) for name in names)
        }

    def _options(self, key: str) -> Options:
        if key == "art":
            return {kind: (KIND_NAMES[kind], kind, KIND_PLURALS[kind]) for kind in self.kinds}
        if key == "spiel":
            return {system.id: (system.short, *system.names) for system in self.systems}
        if key == "teil":
            return {(system.id, part.id): (part.title, part.id, *part.names) for system in self._meant() for part in system.parts}
        phases: dict[object, list[str]] = {}
        for system in self._meant():
            for phase, title in system.phases:
                phases.setdefault(phase, []).extend((title, phase))
        return phases

    def _meant(self) -> Iterator[SystemNames]:
        yield from (system for system in self.systems if not self.named or system.id in self.named)

    def _possible(self, key: str) -> str:
        names = list(dict.fromkeys(next(iter(names)) for names in self._options(key).values()))
        if key == "art":
            names.sort(key=search_words.key)
        shown, more = ", ".join(names[:MOST_NAMED]), len(names) - MOST_NAMED
        return NOTICES["more"].format(names=shown, count=more) if more > 0 else shown


def _value(piece: re.Match[str]) -> str:
    return next(piece[name] for name in ("a", "b", "c", "d", "e", "bare") if piece[name] is not None)


def _begins(wanted: Sequence[str], words: Sequence[str]) -> bool:
    return all(any(word.startswith(begun) for word in words) for begun in wanted)
