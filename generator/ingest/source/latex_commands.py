r"""What a LaTeX document's own commands and environments stand for, put in their place: `\newcommand{\ap}[1]{#1 Aktionspunkte}`.

>>> expanded(r"\newcommand{\ap}[1]{#1 Punkte}Er hat \ap{3}.")
('Er hat 3 Punkte.', ())
"""

from __future__ import annotations

import re
from typing import NamedTuple

_DEFINED = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|(?P<around>(?:re)?newenvironment)|[egx]?def)\*?[ ]?"
    r"(?:\{\s{0,9}\\?(?P<braced>[A-Za-z@]{1,60})\s{0,9}\}|\\(?P<name>[A-Za-z@]{1,60}))"
    r"\s{0,9}(?:\[(?P<count>\d)\]|(?P<given>(?:#\d){1,9}))?\s{0,9}(?:\[(?P<default>[^\[\]]{0,200})\])?\s{0,9}(?=\{)"
)
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_BLANKS = re.compile(r"[ \t]{0,99}\n?[ \t]{0,99}")
_OPTION = re.compile(r"\[([^\[\]]{0,300})\]")
_NUMBERED = re.compile(r"#([1-9])")
#: How often commands may stand for commands, and by how many characters all of them may lengthen the text.
_DEEPEST, _SPARE = 5, 200_000
_TOO_LONG = "Eigene Befehle ergäben weit mehr Text, als die Datei hat; darum sind nicht alle eingesetzt."


class _Command(NamedTuple):
    """How many arguments a command takes, what stands for a first one that is left out, and the text it stands for."""

    takes: int
    default: str | None
    body: str


def expanded(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without definitions, their commands replaced, and a remark (German) if that would make it far longer."""
    commands: dict[str, _Command] = {}
    most = len(text) + _SPARE
    for _ in range(_DEEPEST):
        bare = _defined(text, commands)
        if not commands:
            break
        once = _once(bare, commands, most)
        if once is None:
            return bare, (_TOO_LONG,)
        if once == text:
            break
        text = once
    return text, ()


def _defined(text: str, commands: dict[str, _Command]) -> str:
    """Add the text's definitions to `commands`; returns the text without them. An environment is a command at either end."""
    parts, done, braces = [], 0, _braces(text)
    for found in _DEFINED.finditer(text):
        if found.start() < done or (group := _group(text, found.end(), braces)) is None:
            continue
        name = found["braced"] or found["name"]
        count = int(found["count"] or (found["given"] or "").count("#"))
        if found["around"]:
            commands[f"begin{{{name}}}"] = _Command(count, found["default"], f"{group[0]} ")
            if (group := _group(text, group[1], braces)) is None:
                continue
            commands[f"end{{{name}}}"] = _Command(0, None, group[0])
        else:
            commands[name] = _Command(count, found["default"], group[0])
        parts.append(text[done : found.start()])
        done = group[1]
    return "".join([*parts, text[done:]])


def _once(text: str, commands: dict[str, _Command], most: int) -> str | None:
    """The text with each command replaced once; None if it would become too long."""
    used = re.compile(rf"\\({'|'.join(map(re.escape, sorted(commands, key=len, reverse=True)))})(?![A-Za-z@])(?:\{{\}})?")
    parts: list[str] = []
    done = length = 0
    braces = _braces(text)
    for found in used.finditer(text):
        if found.start() < done:
            continue
        count, default, body = commands[found[1]]
        at = found.end()
        arguments: list[str] = []
        if default is not None:
            option = _OPTION.match(text, at)
            arguments.append(option[1] if option else default)
            at = option.end() if option else at
        while len(arguments) < count and (group := _group(text, at, braces)):
            arguments.append(group[0])
            at = group[1]
        pieces = _NUMBERED.split(body)
        given = dict(enumerate(arguments, 1))
        put = "".join(given.get(int(piece), "") if at_number % 2 else piece for at_number, piece in enumerate(pieces))
        parts += [text[done : found.start()], put]
        length += len(put)
        done = at
        if length > most:
            return None
    return "".join([*parts, text[done:]])


def _braces(text: str) -> dict[int, int]:
    """Where each brace that opens is closed."""
    opened: list[int] = []
    closed: dict[int, int] = {}
    for mark in _BRACE.finditer(text):
        if mark[0] == "{":
            opened.append(mark.start())
        elif mark[0] == "}" and opened:
            closed[opened.pop()] = mark.start()
    return closed


def _group(text: str, at: int, braces: dict[int, int]) -> tuple[str, int] | None:
    """What stands in the braces that open here, after blanks, and where they end; None without braces."""
    begin = _BLANKS.match(text, at).end()  # type: ignore[union-attr]
    end = braces.get(begin)
    return None if end is None else (text[begin + 1 : end], end + 1)
