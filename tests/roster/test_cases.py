"""The cases of tests/cases/roster, put to both readers of army lists: the command's in Python, and the page's in a real Chromium."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import pytest
from nachschlag.generator.model.library import Library
from nachschlag.generator.pages.rendered import Rendering
from nachschlag.generator.reading.load import load as load_project
from nachschlag.generator.records.bundle import bundle
from nachschlag.generator.references.graph import link_library
from nachschlag.generator.references.list_names import ListNames, list_keys, plural_keys
from nachschlag.generator.takeaway.roster.army import Roster, RuleName
from nachschlag.generator.takeaway.roster.bad_roster import BadRoster
from nachschlag.generator.takeaway.roster.match import Matched, Matcher, named_system, split_value, titled
from nachschlag.generator.takeaway.roster.read import tree_of
from nachschlag.generator.takeaway.roster.walk import roster_of

from tests.cases import Case, agrees, load
from tests.projects import REPOSITORY, mini_project

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

CASES = load("roster")
SYSTEM = "wuerfelkrieg"
_ANTI = "---\ntitle: Gegen-X (+1 Wurf)\ntitle_en: Anti-X (+1 Throw)\nkind: rule\nshort: Gegen etwas.\n---\n"

#: Answers cases, each as [function, input, given].
IN_BROWSER = """async ([json, systems, questions]) => {
  const [{ treeOf }, { rosterOf }, names, { Bundle }, { namedSystem }] = await Promise.all(
    ['roster/read', 'roster/walk', 'roster/match', 'scripts/bundle', 'roster/roster_sheet'].map((path) => import(`/${path}.js`)));
  const bundle = new Bundle(json), matcher = new names.Matcher(bundle);
  for (const _ of matcher.learning());
  const unpacked = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const bytes = (input) => (input.base64 === undefined ? new TextEncoder().encode(input) : unpacked(input.base64));
  const ask = {
    read: async (input) => {
      try {
        return rosterOf(await treeOf(bytes(input)));
      } catch (problem) {
        return { refused: problem.message };
      }
    },
    match: (text, { sure = true }) => {
      const found = matcher.match({ text, sure, kind: 'choice', within: '' });
      if (!found?.target) return found && { several: found.several };
      return { target: found.target, title: names.titled(bundle.find(found.target).title, found.value) };
    },
    keys: (text) => names.listKeys(text),
    split_value: (text) => names.splitValue(text),
    system: (text) => namedSystem(text, systems),
  };
  return Promise.all(questions.map(([name, input, given]) => ask[name](input, given)));
}"""

#: What is read of a zip's bytes, and of more than an army has.
BOMBS = """async (zip) => {
  const { treeOf } = await import('/roster/read.js');
  const encode = (text) => new TextEncoder().encode(text);
  const bombs = [
    Uint8Array.from(atob(zip), (one) => one.charCodeAt(0)), new Uint8Array(50_000_000), encode('{"a":'.repeat(200_000)),
    encode(`<roster>${'<a><b>'.repeat(100_000)}`), encode(`${'('.repeat(390)}\\n`.repeat(3000)), encode('Wache (1)\\n'.repeat(3001)),
  ];
  return Promise.all(bombs.map((bytes) => treeOf(bytes).catch(({ message }) => message)));
}"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    extra = {f"content/{SYSTEM}/grundregeln/gegen-x.md": _ANTI}
    return load_project(mini_project(tmp_path_factory.mktemp("listen") / "projekt", extra))[0]


@pytest.fixture(scope="module")
def matcher(library: Library) -> Matcher:
    return Matcher(library, SYSTEM)


@pytest.fixture(scope="module")
def in_browser(page: Page, library: Library) -> list[Any]:
    """The browser's answer to each case, all asked in one page."""
    made = bundle(Rendering(library, link_library(library)), library.systems[SYSTEM])
    systems = [{"id": one.id, "names": [one.name, one.short, *one.names]} for one in library.systems.values()]
    answers: list[Any] = page.evaluate(IN_BROWSER, [plain(made), systems, [case.question for case in CASES]])
    return answers


def in_python(case: Case, library: Library, matcher: Matcher) -> Any:
    match case.function, case.input:
        case "read", given:
            try:
                return plain(asdict(roster_of(tree_of(raw(given)))))
            except BadRoster as problem:
                return {"refused": str(problem)}
        case "match", text:
            found = matcher.match(RuleName(text, **{"sure": True} | case.given))
            if isinstance(found, Matched):
                return {"target": found.target, "title": titled(library, found)}
            return found and {"several": found.several}
        case "keys", text:
            return list(list_keys(text))
        case "split_value", text:
            return list(split_value(text))
        case "system", text:
            return named_system(library, Roster("", text, "", ())) or ""
    raise AssertionError(case.function)


def raw(given: str | dict[str, str]) -> bytes:
    return given.encode() if isinstance(given, str) else base64.b64decode(given["base64"])


def plain(answer: Any) -> Any:
    return json.loads(json.dumps(answer))


def is_as(answer: Any, expected: Any) -> bool:
    """Whether an answer is as expected; of a refusal a part of its sentence is."""
    if isinstance(expected, dict) and "refused" in expected:
        return expected["refused"] in answer.get("refused", "")
    return agrees(answer, expected)


def test_python(library: Library, matcher: Matcher) -> None:
    """Python gives the expected answer to each neutral case."""
    answers = [(case, in_python(case, library, matcher)) for case in CASES]
    assert {str(case): answer for case, answer in answers if not is_as(answer, case.expected)} == {}


@pytest.mark.browser
def test_the_browser_says_the_same(in_browser: list[Any], library: Library, matcher: Matcher) -> None:
    wrong = {}
    for case, answer in zip(CASES, in_browser, strict=True):
        python = in_python(case, library, matcher)
        is_refused = isinstance(python, dict) and "refused" in python
        if not is_as(answer, case.expected) or not (is_refused or answer == python):
            wrong[str(case)] = answer, python
    assert wrong == {}


@pytest.mark.browser
def test_bombs_are_refused(page: Page) -> None:
    """Too many bytes, packed or not, too many levels, too many lines."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.ros", b" " * 5_000_000)
    shown = page.evaluate(BOMBS, base64.b64encode(packed.getvalue()).decode())
    assert [text.partition(".")[0].partition(",")[0] for text in shown] == [
        "Die Armeeliste in der ZIP-Datei ist zu groß",
        "Die Datei ist zu groß für eine Armeeliste",
        "Das JSON ist fehlerhaft oder abgeschnitten",
        "Das XML ist fehlerhaft oder abgeschnitten",
        "Das ist keine Armeeliste",
        "Das ist keine Armeeliste",
    ]


#: What names mean on a device that has a bundle.
MEANT = """async ([json, names]) => {
  const [{ Matcher }, { Bundle }] = await Promise.all(['roster/match.js', 'scripts/bundle.js'].map((path) => import(`/${path}`)));
  const matcher = new Matcher(new Bundle(json));
  for (const _ of matcher.learning());
  return names.map((name) => matcher.targets(name).map((slug) => matcher.id(slug)).sort());
}"""


@pytest.mark.audit
@pytest.mark.browser
def test_every_name_of_our_own_systems_means_the_same_on_a_device(page: Page, own_site: Path) -> None:
    own = load_project(REPOSITORY)[0]
    for system in own.systems:
        json_ = json.loads((own_site / f"api/v1/systems/{system}.json").read_text("utf-8"))
        names = ListNames(own, system)
        titles = [one.title for one in (*own.system_entries(system), *own.system_terms(system))]
        plurals = {plural for title in titles for key in list_keys(title)[:1] for plural in plural_keys(key)}
        asked = sorted(
            {*names.by_key, *plurals, *(key.upper() for key in names.by_key), *(name.text for name in own.names(system))}
        )
        assert page.evaluate(MEANT, [json_, asked]) == [sorted(names.targets(name)) for name in asked]
