"""The examples in the docstrings of the ingest room run, and modules without any are tested by themselves."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest
from nachschlag.generator import ingest

MODULES = [found.name for found in pkgutil.walk_packages(ingest.__path__, f"{ingest.__name__}.")]
IMPORTED = re.compile(r"^ *from (nachschlag\.generator\.ingest[\w.]*) import", re.MULTILINE)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_are_right(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_each_module_has_examples_or_is_imported_by_a_test() -> None:
    tests = Path(__file__).parents[1].rglob("*.py")
    imported = {name for path in tests for name in IMPORTED.findall(path.read_text("utf-8"))}
    modules = [importlib.import_module(name) for name in MODULES if name not in imported]
    examples = doctest.DocTestFinder(exclude_empty=True)
    bare = [
        one.__name__
        for one in modules
        if not hasattr(one, "__path__") and not any(found.examples for found in examples.find(one))
    ]
    assert bare == []
