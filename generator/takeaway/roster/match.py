"""Names in a roster → rules. List builders write "Impact 2", "Impact (2)", "IMPACT (X)*"; our rules are called "Impact (X)".

Nothing is guessed: a name that nothing bears, or that several bear, is told with what comes nearest.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass

from ...german.inflection import english_forms
from ...model.library import Library, Name, without_parameter
from ...model.reference import Reference
from ...references.look_up import look_up, suggestions
from ...references.resolve import Place, resolve_reference
from .army import Roster, RuleName

#: A value behind a name, in any of the ways in which list builders write it.
_VALUE = re.compile(
    r"(?:(?<!\s)\s++)?(?:[(\[]\s*+(?P<in>[^()\[\]]{1,12}?)\s*[)\]]|(?<=\s)(?P<out>[+\-–]?(?:\d*[DWdw]\d+|\d+|[XN])\+?[\"”″]?))\s*[*†:.]*$"
)
#: A word that a title leaves open, no value in brackets.
_OPEN = re.compile(r"(?<![\w(])X(?![\w)])")
_NUMBER_OF = re.compile(r"^\s*\d{1,3}\s*[x×]\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Matched:
    """A name that is a rule's: its id, and the value that it has here ("2"), or the German of the word that it leaves open."""

    target: str
    value: str


@dataclass(frozen=True, slots=True)
class Missing:
    """A name that is no rule's, or several rules': what it may mean, as ids."""

    text: str
    near: tuple[str, ...]
    several: bool


class Matcher:
    """Finds the rules of one system by the names in rosters. Make it once per roster."""

    def __init__(self, library: Library, system: str) -> None:
        self._library, self._system = library, system
        self._by_key: dict[str, list[Name]] = defaultdict(list)
        self._open: list[tuple[re.Pattern[str], str]] = []
        for name in library.names(system):
            keys = _keys(name.text)
            for key in keys:
                self._by_key[key].append(name)
            if keys and " x " in f"{keys[0]} ":  # "Anti-X (+1 Rend)" is "Anti-charge (+1 Rend)" in a roster
                self._open.append((re.compile(rf"{keys[0]} ".replace(" x ", " (.+) ").strip()), name.target))

    def match(self, name: RuleName) -> Matched | Missing | None:
        """The rule of a name; Missing where it should be one and is none; None where nobody said that it is a rule."""
        text = _NUMBER_OF.sub("", name.text)
        plain, value = split_value(text)
        for written in dict.fromkeys((text, plain)):
            targets = [target for target in self._targets(written) if not self._is_other(name, target)]
            if len(targets) == 1:
                return Matched(targets[0], value if written == plain or without_parameter(text) != text else "")
            if targets:
                return Missing(name.text, tuple(targets), several=True) if name.sure else None
        if filled := self._filled(text):
            return filled
        if not name.sure:
            return None
        near = [found.target for found in suggestions(self._library, plain, self._system, 3)]
        return Missing(name.text, tuple(near), several=False)

    def _is_other(self, name: RuleName, target: str) -> bool:
        """Whether a keyword of an ability only has the name of a characteristic: AoS calls both "Move"."""
        entry = self._library.entry(target.partition("#")[0])
        return bool(name.kind == "category" and name.within and entry and entry.kind == "characteristic")

    def _filled(self, text: str) -> Matched | None:
        """A rule whose name leaves a word open, with what stands there."""
        matches = ((pattern.fullmatch(key), target) for key in _keys(text)[:1] for pattern, target in self._open)
        return next((Matched(target, self._german(match[1])) for match, target in matches if match), None)

    def _german(self, word: str) -> str:
        """The one title that all rules of a name share, else the word itself."""
        titles = {found.title for found in map(self._library.target, self._targets(word)) if found}
        return titles.pop() if len(titles) == 1 else word.title()

    def _targets(self, text: str) -> list[str]:
        names = [name for key in _keys(text) for name in self._by_key.get(key, ())]
        targets = list(dict.fromkeys(name.target for name in names))
        if len(targets) > 1:
            place = Place(self._system)
            one = resolve_reference(Reference(0, 0, text, "title", names[0].text), self._library, place).target
            return [one] if one in targets else targets
        return targets or [found.target for found in look_up(self._library, text, self._system)]


def split_value(text: str) -> tuple[str, str]:
    r"""A name without the value behind it, and that value.

    >>> split_value("Impact 2"), split_value("Barrage (3) (16\")*"), split_value("Impact")
    (('Impact', '2'), ('Barrage', '3, 16"'), ('Impact', ''))
    """
    values: list[str] = []
    while (match := _VALUE.search(text)) and text[: match.start()].strip():
        values.insert(0, (match["in"] or match["out"] or "").strip())
        text = text[: match.start()]
    return text.strip(" *†:."), ", ".join(values)


def _keys(name: str) -> list[str]:
    """Under what a name is compared: letters and digits only, accents and case aside; also with its last word in the other number."""
    plain = unicodedata.normalize("NFKD", without_parameter(name).replace("&", " and ")).casefold()
    words = re.findall(r"[^\W_]+", re.sub(r"[\u0300-\u036f'’]", "", plain))
    if not words:
        return []
    return [" ".join((*words[:-1], last)) for last in sorted(english_forms(words[-1]), key=lambda form: form != words[-1])]


def titled(library: Library, matched: Matched) -> str:
    """A rule's German title with the value that it has here: "Aufprall (2)" for "Aufprall (X)", "Anti-Held" for "Anti-X"."""
    found = library.target(matched.target.partition("#")[0])
    title = found.title if found else matched.target
    if matched.value and _OPEN.search(title):
        return _OPEN.sub(lambda _: matched.value, title, count=1)
    return f"{without_parameter(title)} ({matched.value})" if matched.value else title


def named_system(library: Library, roster: Roster) -> str | None:
    """The system that the list builder means: the one whose longest name is part of its name; None where that is not plain."""
    written = f" {_words(roster.system)} "
    found: dict[str, int] = {}
    for system in library.systems.values():
        for name in (system.name, system.short, *system.names):
            words = _words(name)
            if words and f" {words} " in written:
                found[system.id] = max(found.get(system.id, 0), len(words))
    longest = [id_ for id_, length in found.items() if length == max(found.values())]
    return longest[0] if len(longest) == 1 else None


def _words(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))
