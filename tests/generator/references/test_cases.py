"""The cases of tests/cases/finder, asked of both finders: in Python, and in one page of a real Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from nachschlag.generator.model.library import Library
from nachschlag.generator.references.finder_index import finder_index
from nachschlag.generator.references.references import find, vocabulary_of
from nachschlag.generator.references.resolve import Place, resolve_all
from nachschlag.generator.site.embed_scripts import FINDER, embed_scripts

from tests.browser import chromium
from tests.cases import Case, load

from .finder_games import finder_library

if TYPE_CHECKING:
    from playwright.sync_api import Page

CASES = load("finder")

#: Every case's references; offsets count code points.
_FIND = """([index, asked]) => {
  const find = window.finder(index), place = (text, at) => [...text.slice(0, at)].length;
  return asked.map(([text, part]) => find(text, part).map(({ start, end, id }) => [place(text, start), place(text, end), id]));
}"""

Found = list[list[Any]]


@pytest.fixture(scope="module")
def library() -> Library:
    return finder_library()


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """A page that has the finder's script, and nothing else."""
    with chromium() as browser:
        page = browser.new_page()
        page.evaluate("addEventListener('nachschlag:verweise', ({ detail }) => { window.finder = detail; })")
        page.add_script_tag(content=dict(embed_scripts())[FINDER])
        yield page


@pytest.fixture(scope="module")
def in_browser(page: Page, library: Library) -> dict[str, Found]:
    """What the browser finds in the text of each case."""
    found: dict[str, Found] = {}
    for system in library.systems.values():
        cases = [case for case in CASES if case.given["system"] == system.id]
        index = json.loads(json.dumps(finder_index(library, system)))
        answers = page.evaluate(_FIND, [index, [[case.input, case.given.get("part", "")] for case in cases]])
        found |= dict(zip(map(str, cases), answers, strict=True))
    return found


def expected(case: Case) -> Found:
    return [[start, end, f"{case.given['system']}/{target}"] for start, end, target in case.expected]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_python(library: Library, case: Case) -> None:
    system = case.given["system"]
    references = find(case.input, vocabulary_of(library, system), markdown=False)
    resolved = resolve_all(references, library, Place(system, case.given.get("part", "")))
    assert [[r.reference.start, r.reference.end, r.target] for r in resolved if r.target] == expected(case)


@pytest.mark.browser
@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_browser_finds_the_same(in_browser: dict[str, Found], case: Case) -> None:
    assert in_browser[str(case)] == expected(case)
