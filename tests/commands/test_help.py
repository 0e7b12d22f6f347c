"""Help and argument errors are German through and through."""

from __future__ import annotations

import re

import pytest
from nachschlag.generator.cli import all_commands

from tests.running import Run

COMMANDS = [command.name for command in all_commands()]

#: Words that argparse would have put there.
ENGLISH = re.compile(
    r"\b(usage|options?|optional|positional|arguments?|show|this|message|exit|version number|choose|choices?|invalid|expected"
    r"|required|following|unrecognized|could|match|default|error|program)\b",
    re.IGNORECASE,
)


def without_quoted(text: str) -> str:
    """The text without option names, command names and metavars, which may look English ("--version", "export")."""
    return re.sub(r"--?[a-z][\w-]*|\{[^}]*\}|^ {4}\w+ |nachschlag \w+|bei [\w/-]+|'[^']*'", "", text, flags=re.MULTILINE)


def test_all_commands_are_there() -> None:
    assert {"build", "check", "show", "resolve", "export", "fmt", "new", "serve", "search"} <= set(COMMANDS)


@pytest.mark.parametrize(
    "arguments", [["--help"], *([name, "--help"] for name in COMMANDS), *([name, "-h"] for name in COMMANDS)]
)
def test_help_is_german(run: Run, arguments: list[str]) -> None:
    said = run(*arguments)
    assert said.status == 0
    assert said.out.startswith("Aufruf: nachschlag")
    assert not ENGLISH.findall(without_quoted(said.out))
    assert "diese Hilfe zeigen" in said.out


def test_every_command_and_argument_is_explained(run: Run) -> None:
    for name in COMMANDS:
        said = run(name, "--help")
        for argument in re.findall(r"^  (?:-\w, )?(--[\w-]+)", said.out, re.MULTILINE):
            about = said.out[said.out.index("\nOptionen:") :].split(argument, 1)[1]
            assert re.match(r"(?: [A-Z-]+| \{[^}]+\})?\s+\S", about), f"{name} {argument}"


def test_version(run: Run) -> None:
    said = run("--version")
    assert (said.status, said.out) == (0, "nachschlag 0.1.0\n")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "es fehlt: BEFEHL"),
        (["nix"], "'nix' gibt es nicht"),
        (["new"], "es fehlt: SPIEL/TEIL, TITEL"),
        (["show"], "es fehlt: KENNUNG-ODER-VERWEIS"),
        (["resolve", "a", "b"], "unbekannte Angabe: b"),
        (["check", "--format", "xml"], "'xml' gibt es nicht (möglich:"),
        (["build", "--builder", "hugo"], "'hugo' gibt es nicht (möglich: 'mkdocs'"),
        (["build", "--s"], "mehrdeutig: --s kann --system, --strict heißen"),
        (["build", "--out"], "bei --out: eine Angabe erwartet"),
        (["build", "--strict=ja"], "Angabe 'ja' ist hier nicht vorgesehen"),
        (["serve", "--port", "achttausend"], "'achttausend' passt hier nicht (erwartet: ganze Zahl)"),
        (["search", "angst", "--limit", "x"], "'x' passt hier nicht (erwartet: ganze Zahl)"),
        (["new", "a/b", "T", "--kind", "regel"], "'regel' gibt es nicht (möglich: 'ability'"),
    ],
)
def test_wrong_calls_are_one_german_line(run: Run, arguments: list[str], expected: str) -> None:
    said = run(*arguments)
    assert (said.status, said.out) == (2, "")
    assert expected in said.line
    assert "--help" in said.line
    assert not ENGLISH.findall(without_quoted(said.line))
