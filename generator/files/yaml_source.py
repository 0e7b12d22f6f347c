"""YAML as text: reads every scalar as a string with its place, so that `12:30`, `on` and `0120` survive; fields cast values
themselves.

Anchors, aliases and duplicate keys are findings, because they hide what a field holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import yaml

from ..model.findings import Finding
from ..model.values import Location

_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

Node = yaml.ScalarNode | yaml.SequenceNode | yaml.MappingNode

#: The greatest nesting of maps and lists.
DEEPEST = 30


class Yaml:
    """A YAML text within a file. `first_line` is the line of the file where it begins."""

    def __init__(self, text: str, path: str, first_line: int = 1) -> None:
        self.path = path
        self.first_line = first_line
        self.findings: list[Finding] = []
        self._lines = text.splitlines(keepends=True)
        self.root: Node | None = self._compose(text)

    def place(self, node: Any) -> Location:
        """The location where a node or event begins."""
        return Location(self.path, node.start_mark.line + self.first_line, node.start_mark.column + 1)

    def value_place(self, node: Node) -> Location:
        """The location where a node begins, by which each character of its text can be located."""
        place, first, last = self.place(node), node.start_mark, node.end_mark
        if not isinstance(node, yaml.ScalarNode) or (first.line == last.line and not node.style):
            return place
        raw = "".join(self._lines[first.line : last.line + 1])[first.column :]
        return replace(place, steps=tuple(value_steps(node.value, raw, place.line, place.column)))

    def _compose(self, text: str) -> Node | None:
        try:
            if self._refused(text):
                return None
            loader = _Loader(text)
            try:
                root = loader.get_single_node()
            finally:
                loader.dispose()
        except yaml.MarkedYAMLError as problem:
            if conflict := conflict_finding(text, self.path, self.first_line):
                self.findings.append(conflict)
                return None
            mark = problem.problem_mark or problem.context_mark
            line = mark.line + self.first_line if mark else self.first_line
            self._find(
                "F001", Location(self.path, line, mark.column + 1 if mark else 1), _in_german(problem, text), _cause(text, mark)
            )
            return None
        except yaml.YAMLError as problem:
            self._find(
                "F001",
                Location(self.path, self.first_line),
                f"Das YAML enthält ein unzulässiges Zeichen ({problem}).".replace("\n", " "),
            )
            return None
        return root  # type: ignore[no-any-return]

    def _find(self, code: str, location: Location, message: str, cause: str = "") -> None:
        hint = cause or "Setze Werte mit Doppelpunkt, Klammer oder Raute in Anführungszeichen und prüfe die Einrückung."
        self.findings.append(Finding(code, location, message, hint))

    def _refused(self, text: str) -> bool:
        """Whether there is an anchor, used or not, or nesting beyond the limit (deep nesting crashes the C parser).

        Reads events before building anything, so that nested aliases cost nothing; an alias needs an earlier anchor.
        """
        depth = 0
        event: Any
        for event in yaml.parse(text, Loader=_Loader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if getattr(event, "anchor", None) and not isinstance(event, yaml.AliasEvent):
                message, hint = "Hier wird ein YAML-Anker (&…, *…) benutzt.", "Schreibe den Wert an jeder Stelle aus."
                self.findings.append(Finding("F009", self.place(event), message, hint))
                return True
            if depth > DEEPEST:
                self._find("F001", self.place(event), f"Das YAML ist mehr als {DEEPEST} Ebenen tief geschachtelt.")
                return True
        return False


#: The most characters of YAML between two of a value, besides white space: quotes, escapes, "|", a comment's beginning.
_BETWEEN = 12
_SPACE = re.compile(r"[ \t]*(?:\n\s*)?")


def value_steps(value: str, raw: str, line: int, column: int) -> Iterator[tuple[int, int, int]]:
    r"""The places of a value's characters in its YAML, which begins at this line and column (see `Location`); up to the first lost
    one.

    >>> list(value_steps('a "b"', r'"a \"b\""', 4, 8))
    [(0, 4, 9), (2, 4, 12), (4, 4, 15)]
    """
    at = seen = 0
    shift = None
    for offset, letter in enumerate(value):
        if letter.isspace():
            space = _SPACE.match(raw, at)
            at += len(space[0]) if space and "\n" in space[0] else 1
            continue
        there = raw.find(letter, at, at + _BETWEEN)
        if there < 0:
            return
        if there - offset != shift:
            shift = there - offset
            line += raw.count("\n", seen, there)
            begin = raw.rfind("\n", 0, there) + 1
            yield offset, line, there - begin + (1 if begin else column)
            if raw.startswith(value[offset:], there) and "\n" not in value:
                return  # the rest stands there as it is
            seen = there
        at = there + 1


#: Omits "=======", which may underline a heading. Matches within a line too, because YAML folds lines.
_CONFLICT = re.compile(r"(?<!\S)(?:<{7}|>{7}|\|{7})(?!\S)(?:[ \t]\S{1,40})?")
#: The remedy.
CONFLICT_HINT = "Entscheide dich für eine der Fassungen und lösche die Zeilen mit <<<<<<<, |||||||, ======= und >>>>>>>."


def conflict_mark(text: str) -> re.Match[str] | None:
    """The first conflict mark that a git merge left in a text.

    >>> conflict_mark("Wirf.\\n<<<<<<< HEAD\\nZwei.\\n=======\\nDrei.\\n")[0]
    '<<<<<<< HEAD'
    """
    return _CONFLICT.search(text) if "<<<<<<<" in text or ">>>>>>>" in text or "|||||||" in text else None


def conflict_finding(text: str, path: str, first_line: int = 1) -> Finding | None:
    """T010 at the first conflict mark in a text, which begins at the given line of its file."""
    found = conflict_mark(text)
    if found is None:
        return None
    place = Location(path, first_line + text.count("\n", 0, found.start()), found.start() - text.rfind("\n", 0, found.start()))
    return Finding("T010", place, f"Hier steht die Konfliktmarke „{found[0]}“ von Git.", CONFLICT_HINT)


def _in_german(problem: yaml.MarkedYAMLError, text: str) -> str:
    mark = problem.problem_mark or problem.context_mark
    lines = text.split("\n")
    quoted = lines[mark.line].strip()[:60] if mark and mark.line < len(lines) else ""
    return f"Das YAML ist fehlerhaft bei „{quoted}“." if quoted else "Das YAML ist fehlerhaft: Es endet zu früh."


#: A value whose quotation mark is not closed in its line.
_OPEN_QUOTE = re.compile(r"""\s*(?:- )?[\w-]+: (?:"(?:[^"\\]|\\.)*|'(?:[^']|'')*)$""")


def _cause(text: str, mark: Any) -> str:
    """The remedy for the commonest faults; "" for others."""
    lines = text.split("\n")[: mark.line + 1] if mark else []
    if lines and "\t" in lines[-1][: len(lines[-1]) - len(lines[-1].lstrip())]:
        return "Am Anfang der Zeile steht ein Tabulator: Rücke mit Leerzeichen ein."
    opened = next((line.strip() for line in reversed(lines[:-1][-3:]) if _OPEN_QUOTE.fullmatch(line)), "")
    return f"Darüber fehlt ein Anführungszeichen am Ende: „{opened[:60].rstrip()}…“." if opened else ""


def plain_values(node: Node) -> Any:
    """A node as nested strings, lists and dicts."""
    if isinstance(node, yaml.MappingNode):
        return {str(key.value): plain_values(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [plain_values(value) for value in node.value]
    return str(node.value)
