"""Patterns with German words stand in `generator/german` alone; other rooms take the words from there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain

import pytest
from nachschlag.generator.german.lists import citing_words, word_list
from nachschlag.generator.german.rule_numbers import NUMERALS

from tests.projects import REPOSITORY

_LISTS = ("small_in_headings", "before_doubled", "short_units", "units", "separable")
KNOWN = {word for word in chain(NUMERALS, citing_words(), *map(word_list, _LISTS)) if len(word) > 2 and word.isalpha()}
#: Escapes as in "\\bund\\b", names of groups, and parts of addresses are no words.
_NO_WORDS = re.compile(r"\\[a-zA-Z]|\?P[<=]\w+|/[a-z]+/")


def german_words(source: str) -> Iterator[tuple[int, str]]:
    """Line and word of each German word in the patterns of a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.") and node.args:
            written = [
                one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant) and isinstance(one.value, str)
            ]
            words = re.findall(r"[^\W\d_]+", _NO_WORDS.sub(" ", " ".join(written)))
            yield from ((node.lineno, word) for word in words if word.casefold() in KNOWN)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (r"""re.compile(r"\bund\b")""", ["und"]),
        (r"""re.sub(rf"(?P<unit>{x}|Zoll)", "", text)""", ["Zoll"]),
        (r"""re.compile(r"(?P<und>[a-z]+)/seite/\bx")""", []),
        (r"""re.compile(rf"\b(?:{alternatives('name_joints')})\b")""", []),
    ],
)
def test_a_german_word_in_a_pattern_is_seen(source: str, words: list[str]) -> None:
    assert [word for _, word in german_words(source)] == words


def test_no_pattern_outside_the_room_has_a_german_word() -> None:
    modules = [path for room in ("generator", "search") for path in sorted((REPOSITORY / room).rglob("*.py"))]
    found = [
        f"{path.relative_to(REPOSITORY)}:{line}: {word}"
        for path in modules
        if path.parent.name != "german"
        for line, word in german_words(path.read_text("utf-8"))
    ]
    assert len(modules) > 300
    assert found == []
