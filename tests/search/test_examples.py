"""The examples in the docstrings of pure functions run."""

from __future__ import annotations

import doctest

import pytest
from nachschlag.generator.files import javascript
from nachschlag.search.browser import browser_index as browser
from nachschlag.search.browser import packed, text_columns
from nachschlag.search.core import documents, lexicon, plain, schema, spelling

FUNCTIONS = [
    plain.plain_text,
    plain.plain_lines,
    plain.table_rows,
    lexicon.distance,
    browser.usual_id,
    packed.front_coded,
    packed.numbers,
    text_columns._digits,
    spelling.Spelt.of,
    schema.level_of_weight,
    javascript.constants,
    javascript.expression,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_the_example_is_right(function: object) -> None:
    runner = doctest.DocTestRunner()
    modules = (schema, documents, plain, lexicon, spelling, browser, packed, text_columns, javascript)
    names = {name: value for module in modules for name, value in vars(module).items()}
    tests = doctest.DocTestFinder(exclude_empty=True).find(
        function, getattr(function, "__name__", ""), globs=dict(names), module=False
    )
    assert tests
    for test in tests:
        assert test.examples
        assert runner.run(test).failed == 0
