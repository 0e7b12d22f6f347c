"""The cases of tests/cases/finder for both finders: in Python, and in one page of a real Chromium."""

from __future__ import annotations

import html
import json
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from nachschlag.generator.model.library import Library
from nachschlag.generator.references.finder_index import finder_index
from nachschlag.generator.references.link import link
from nachschlag.generator.references.references import find, vocabulary_of
from nachschlag.generator.references.resolve import Place
from nachschlag.generator.references.surroundings import resolve_all
from nachschlag.generator.site.embed_scripts import FINDER, PAGES, embed_scripts

from tests.cases import Case, load

from .finder_systems import finder_library

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CASES = load("finder")

#: Every text's references; offsets count code points.
_FIND = """([index, asked]) => {
  const find = window.finder(index), place = (text, at) => [...text.slice(0, at)].length;
  return asked.map(([text, part]) => find(text, part).map(({ start, end, id }) => [place(text, start), place(text, end), id]));
}"""

#: Every area's links, each as its text and its target.
_LINK = """async ([index, asked]) => {
  const found = [];
  window.find = window.finder(index);
  const { link } = window.pages({ page: (id) => id, finderOf: async () => window.find, option: () => false });
  for (const [html] of asked) {
    const area = document.createElement('div');
    area.innerHTML = html;
    await link(area, area);
    found.push([...area.querySelectorAll('.nachschlag-verweis')].map((one) => [one.textContent, one.dataset.regel]));
  }
  return found;
}"""

Found = list[list[Any]]


@pytest.fixture(scope="module")
def library() -> Library:
    return finder_library()


@pytest.fixture(scope="module")
def page(browser: Browser) -> Page:
    """A page with only the finder's script and the one that links with it."""
    page = browser.new_page()
    page.evaluate("addEventListener('nachschlag:verweise', ({ detail }) => { window.finder = detail; })")
    page.evaluate("addEventListener('nachschlag:seite', ({ detail }) => { window.pages = detail; })")
    for name in (FINDER, PAGES):
        page.add_script_tag(content=dict(embed_scripts())[name])
    return page


def in_browser(page: Page, library: Library) -> dict[str, Found]:
    """The references that the browser finds in the text of each case."""
    found: dict[str, Found] = {}
    for system, (function, script) in product(library.systems.values(), (("find", _FIND), ("link", _LINK))):
        cases = [case for case in CASES if (case.given["system"], case.function) == (system.id, function)]
        index = json.loads(json.dumps(finder_index(library, system)))
        answers = page.evaluate(script, [index, [[case.input, case.given.get("part", "")] for case in cases]])
        found |= dict(zip(map(str, cases), answers, strict=True))
    return found


def in_python(library: Library, case: Case) -> Found:
    system, part = case.given["system"], case.given.get("part", "")
    if case.function == "link":
        return [
            [f.start, f.end, f.target] for f in link(library, case.input, system, part=part, kind=case.given["kind"]) if f.target
        ]
    references = find(case.input, vocabulary_of(library, system), markdown=False)
    resolved = resolve_all(references, library, Place(system, part))
    return [[r.reference.start, r.reference.end, r.target] for r in resolved if r.target]


def expected(case: Case) -> Found:
    return [[start, end, f"{case.given['system']}/{target}"] for start, end, target in case.expected]


def of_browser(case: Case) -> Found:
    """The case's answer in the browser's form, in which links have their shown text."""
    if case.function == "find":
        return expected(case)
    return [[shown(case.input[start:end]), target] for start, end, target in expected(case)]


def shown(source: str) -> str:
    """The text that a browser shows for some HTML, and links: of words over several elements only the beginning."""
    return html.unescape(source.partition("<")[0])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_python(library: Library, case: Case) -> None:
    """Python gives the expected answer to each neutral case."""
    assert in_python(library, case) == expected(case)


@pytest.mark.browser
def test_the_browser_finds_the_same(page: Page, library: Library) -> None:
    found = in_browser(page, library)
    assert {str(case): found[str(case)] for case in CASES if found[str(case)] != of_browser(case)} == {}
