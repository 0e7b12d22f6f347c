"""The examples in the docstrings of the ingest room run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest
from nachschlag.generator import ingest

MODULES = [found.name for found in pkgutil.walk_packages(ingest.__path__, f"{ingest.__name__}.")]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_are_right(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
