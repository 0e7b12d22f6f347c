"""The rules sheet in a real Chromium: on a phone, in dark mode, at 200 %, on paper; nothing is fetched, nothing is blocked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.projects import ONE_SYSTEM, nachschlag, repository_copy
from tests.watching import small_and_large, violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

LIST = """{"roster": {"name": "Untote am Fluss", "gameSystemName": "The 9th Age", "forces": [{"name": "Heer", "selections": [
  {"type": "unit", "name": "Skeletons", "number": 1, "selections": [{"type": "model", "name": "Skeleton", "number": 20}],
   "rules": [{"name": "Unstable"}, {"name": "Undead"}, {"name": "Fear"}, {"name": "Grave Digging"}]},
  {"type": "unit", "name": "Chariot", "number": 1, "rules": [{"name": "Impact Hits (D6)"}, {"name": "Fear"}]}]}]}}"""


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("blatt")
    (folder / "liste.json").write_text(LIST, "utf-8")
    project = repository_copy(folder / "projekt", systems=ONE_SYSTEM)
    done = nachschlag("--project", project, "roster", folder / "liste.json", "--out", folder / "blatt.html")
    assert (done.returncode, "1 Namen nicht" in done.stderr) == (1, True), done.stderr
    return folder / "blatt.html"


def opened(browser: Browser, sheet: Path, width: int, scheme: str, scale: float = 1) -> tuple[Page, list[str]]:
    """The sheet, and the browser's complaints and requests."""
    page = browser.new_page(viewport={"width": width, "height": 844}, color_scheme="dark" if scheme == "dark" else "light")
    shown: list[str] = []
    page.on("console", lambda message: shown.append(message.text))
    page.on("request", lambda request: shown.append(request.url))
    page.goto(sheet.as_uri())
    page.evaluate("scale => { document.documentElement.style.fontSize = `${scale * 100}%` }", scale)
    return page, [line for line in shown if line != sheet.as_uri()]


@small_and_large("width", 390, 1280)
def test_accessible_and_alone(browser: Browser, sheet: Path, width: int, scheme: str) -> None:
    """A roster sheet passes axe and asks no other host."""
    page, shown = opened(browser, sheet, width, scheme)
    assert shown == []
    assert violations(page) == []
    page.close()


def test_no_sideways_scrolling_at_twice_the_size(browser: Browser, sheet: Path) -> None:
    page, _ = opened(browser, sheet, 390, "light", 2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()


def test_a_rule_is_one_tap_away_and_big_enough_to_hit(browser: Browser, sheet: Path) -> None:
    page, _ = opened(browser, sheet, 390, "light")
    links = page.locator(".b-einheit dt a")
    assert links.count() == 6
    assert all((box := link.bounding_box()) and box["height"] >= 44 for link in links.all())
    links.first.click()
    assert page.evaluate("document.querySelector(':target h3').textContent").startswith("Instabil")
    page.close()


def test_the_styles_apply_under_their_policy(browser: Browser, sheet: Path) -> None:
    page, _ = opened(browser, sheet, 390, "light")
    assert page.evaluate("getComputedStyle(document.querySelector('.b-einheit')).borderLeftWidth") != "0px"
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('.b-armee')).columnCount") == "2"
    spanning = page.locator(".b-regeln h2").all_text_contents()
    assert spanning == ["Die Regeln"]  # a rule's own headings do not break columns and rank below its title
    assert page.locator(".b-regel h4").count() > 0
    page.close()
