"""Whole armies in the shapes of New Recruit, BattleScribe and the games' own apps, read with our own rules by the command and by the
page in a real Chromium. `tests/cases/rosters` has them, each named after its game, and `expected.json` what both find, miss and find
twice. The armies are made up; their shapes are those of public lists and of the catalogues that the list builders use.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from nachschlag.generator.proofing.project import Loaded, load_project
from nachschlag.generator.takeaway.roster.match import named_system
from nachschlag.generator.takeaway.roster.read import tree_of
from nachschlag.generator.takeaway.roster.roster_sheet import roster_sheet
from nachschlag.generator.takeaway.roster.walk import roster_of

from tests.projects import REPOSITORY

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = Path(__file__).parents[1] / "cases" / "rosters"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text("utf-8"))

#: What the page finds in each list, given as [bytes, its system's bundle].
ON_THE_PAGE = """async ([lists, systems]) => {
  const [{ treeOf }, { rosterOf }, { Matcher }, { Bundle }, { namedSystem, sheetOf }] = await Promise.all(
    ['roster/read', 'roster/walk', 'roster/match', 'scripts/bundle', 'roster/roster_sheet'].map((path) => import(`/${path}.js`)));
  const last = (steps) => {
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  };
  const found = {};
  for (const [name, bytes, json] of lists) {
    const roster = rosterOf(await treeOf(Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))));
    const matcher = new Matcher(new Bundle(json));
    last(matcher.learning());
    const { forces, missing, rest } = last(sheetOf(roster, matcher));
    found[name] = {
      name: roster.name, points: roster.points, system: namedSystem(roster.system, systems),
      forces: forces.map((force) => ({
        name: force.name,
        units: force.units.map((unit) => [unit.name, unit.count, unit.points, unit.rules.map(({ title }) => title), unit.unknown]),
      })),
      twice: missing.filter(({ several }) => several).map(({ text }) => text),
      rest: Object.fromEntries(rest),
    };
  }
  return found;
}"""


@pytest.fixture(scope="module")
def own() -> Loaded:
    return load_project(REPOSITORY)


def by_the_command(own: Loaded, file: str) -> dict[str, Any]:
    roster = roster_of(tree_of((FOLDER / file).read_bytes()))
    sheet = roster_sheet(own, roster, file.partition("-")[0])
    return {
        "name": roster.name,
        "points": roster.points,
        "system": named_system(own.library, roster) or "",
        "forces": [
            {
                "name": force["name"],
                "units": [
                    [unit["name"], unit["count"], unit["points"], [rule["title"] for rule in unit["rules"]], unit["unknown"]]
                    for unit in force["units"]
                ],
            }
            for force in sheet.forces
            if force["units"]
        ],
        "twice": [missing.text for missing in sheet.missing if missing.several],
        "rest": {title: list(names) for title, names in sheet.rest.items()},
    }


def test_every_army_is_expected() -> None:
    assert sorted(EXPECTED) == sorted(path.name for path in FOLDER.iterdir() if path.name != "expected.json")
    assert {file.partition("-")[0] for file in EXPECTED} == {"aos", "asoiaf", "conquest", "hdd", "t9a"}


@pytest.mark.parametrize("file", EXPECTED)
def test_by_the_command(own: Loaded, file: str) -> None:
    """The command finds the rules of each army as expected."""
    assert by_the_command(own, file) == EXPECTED[file]


@pytest.mark.browser
def test_on_the_page(page: Page, own: Loaded, own_site: Path) -> None:
    """The page finds the rules of each army as expected."""
    lists = []
    for file in EXPECTED:
        bundle = own_site / f"api/v1/systems/{file.partition('-')[0]}.json"
        lists.append([file, base64.b64encode((FOLDER / file).read_bytes()).decode(), json.loads(bundle.read_text("utf-8"))])
    systems = [{"id": one.id, "names": [one.name, one.short, *one.names]} for one in own.library.systems.values()]
    assert page.evaluate(ON_THE_PAGE, [lists, systems]) == EXPECTED
