"""Names in a roster → rules. List builders write "Impact 2", "Impact (2)", "IMPACT (X)*"; our rules are called "Impact (X)".

Never guesses: reports an unknown or ambiguous name with the nearest matches.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...model.library import Library, without_parameter
from ...references.list_names import ListNames, list_keys
from ...references.look_up import suggestions
from .army import Roster, RuleName

#: The length of the longest name.
LONGEST = 300
#: A value after a name, in all notations of list builders.
VALUE = re.compile(
    r"(?: )?(?:[(\[] ?(?P<in>[^()\[\]]{1,12}?) ?[)\]]|(?<= )(?P<out>[+\-–]?(?:[0-9]*[DWdw][0-9]+|[0-9]+|[XN])\+?[\x22”″]?)) ?[*†:.]*$"
)
#: Signs around a name.
SIGNS = " *†:."
#: An open word in a title, not a value in brackets.
OPEN = re.compile(r"(?<!\w|\()X(?!\w|\))")
NUMBER_OF = re.compile(r"^[0-9]{1,3} ?[x×] ", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Matched:
    """A matched name: the rule's id, and its value here ("2") or the German for its open word."""

    target: str
    value: str


@dataclass(frozen=True, slots=True)
class Missing:
    """An unknown or ambiguous name: its possible targets as ids."""

    text: str
    near: tuple[str, ...]
    several: bool


class Matcher:
    """Finds a system's rules by the names in a roster. Create one per roster."""

    def __init__(self, library: Library, system: str) -> None:
        self._library, self._system = library, system
        self._names = ListNames(library, system)
        self._open: list[tuple[re.Pattern[str], str]] = []
        for name in library.names(system):
            keys = list_keys(name.text)
            if keys and " x " in f"{keys[0]} ":  # "Anti-X (+1 Rend)" is "Anti-charge (+1 Rend)" in a roster
                self._open.append((re.compile(rf"{keys[0]} ".replace(" x ", " (.+) ").strip()), name.target))

    def match(self, name: RuleName) -> Matched | Missing | None:
        """The rule with a name; Missing if the list builder calls it a rule but none or several match; None if it need not be a
        rule."""
        text = NUMBER_OF.sub("", " ".join(name.text[:LONGEST].split()))
        plain, value = split_value(text)
        for written in dict.fromkeys((text, plain)):
            targets = [target for target in self._names.targets(written) if not self._is_other(name, target)]
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
        """Whether an ability's keyword merely shares the name of a characteristic: AoS calls both "Move"."""
        entry = self._library.entry(target.partition("#")[0])
        return bool(name.kind == "category" and name.within and entry and entry.kind == "characteristic")

    def _filled(self, text: str) -> Matched | None:
        """A rule whose name has an open word, with this text's word in its place."""
        matches = ((pattern.fullmatch(key), target) for key in list_keys(text)[:1] for pattern, target in self._open)
        return next((Matched(target, self._german(match[1])) for match, target in matches if match), None)

    def _german(self, word: str) -> str:
        """The German title shared by all rules with a name, otherwise the word itself."""
        titles = {found.title for found in map(self._library.target, self._names.targets(word)) if found}
        return titles.pop() if len(titles) == 1 else word.title()


def split_value(text: str) -> tuple[str, str]:
    r"""Split a name from the value after it.

    >>> split_value("Impact 2"), split_value("Barrage (3) (16\")*"), split_value("Impact")
    (('Impact', '2'), ('Barrage', '3, 16"'), ('Impact', ''))
    """
    values: list[str] = []
    while (match := VALUE.search(text)) and text[: match.start()].strip():
        values.insert(0, (match["in"] or match["out"] or "").strip())
        text = text[: match.start()]
    return text.strip(SIGNS), ", ".join(values)


def titled(library: Library, matched: Matched) -> str:
    """A rule's German title with its value here: "Aufprall (2)" for "Aufprall (X)", "Anti-Held" for "Anti-X"."""
    found = library.target(matched.target.partition("#")[0])
    title = found.title if found else matched.target
    if matched.value and OPEN.search(title):
        return OPEN.sub(lambda _: matched.value, title, count=1)
    return f"{without_parameter(title)} ({matched.value})" if matched.value else title


def named_system(library: Library, roster: Roster) -> str | None:
    """The system that the list builder names: the one with the longest name contained in it; None if that is ambiguous."""
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
