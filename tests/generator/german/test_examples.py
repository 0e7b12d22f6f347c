"""The examples in the docstrings of the German room run, and each of its lists is stored once."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest
import yaml
from nachschlag.generator import german

FOLDER = Path(german.__file__).parent
MODULES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_are_right(name: str) -> None:
    module = importlib.import_module(f"nachschlag.generator.german.{name}")
    finder, runner = doctest.DocTestFinder(exclude_empty=True), doctest.DocTestRunner()
    functions = [getattr(value, "__wrapped__", value) for value in vars(module).values()]
    own = [value for value in functions if getattr(value, "__module__", "") == module.__name__]
    for found in (module, *own):  # a cache hides a function from doctest
        for test in finder.find(found, getattr(found, "__name__", name), globs=dict(vars(module)), module=False):
            runner.run(test)
    assert runner.failures == 0


def test_each_list_has_one_place() -> None:
    names = [name for path in FOLDER.glob("*.yaml") for name in yaml.safe_load(path.read_text(encoding="utf-8"))]
    assert sorted(names) == sorted(set(names))


def test_each_module_is_described() -> None:
    files = {path.name for path in FOLDER.iterdir() if path.suffix in (".py", ".yaml")} - {"__init__.py"}
    described = set(re.findall(r"(?m)^([\w.]+)  ", german.__doc__ or ""))
    assert described == {name.removesuffix(".py") for name in files}
