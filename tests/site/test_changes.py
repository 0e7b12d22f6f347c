"""Changes in a real Chromium: on a system's page and a rule's, on phone and desktop, light and dark, with large text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.addresses import DESKTOP, PHONE
from tests.projects import MKDOCS, build, mini_project
from tests.serving import served
from tests.watching import Open, small_and_large, too_wide, violations

pytestmark = pytest.mark.browser

GAME, RULE = "/wuerfelkrieg/aenderungen/", "/wuerfelkrieg/wuerfelsturm/"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The mini project's site, with feeds."""
    root = mini_project(tmp_path_factory.mktemp("geaendert") / "projekt", mkdocs=f"{MKDOCS}site_url: https://example.org/\n")
    site: Path = build(root)
    with served(site, root / "build" / "index") as address:
        yield address


@small_and_large("size", PHONE, DESKTOP)
@pytest.mark.parametrize("address", [GAME, RULE])
def test_pages_with_changes(look: Open, address: str, size: tuple[int, int], scheme: str) -> None:
    page, watch = look(address, size, color_scheme=scheme)
    assert violations(page) == []
    assert too_wide(page) == []
    assert watch.trouble == []
    if size == PHONE:
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        assert too_wide(page) == []


def test_links_are_large_enough_for_a_finger(look: Open) -> None:
    page, _ = look(GAME)
    links = page.locator(".n-aenderungen a, .n-feeds a")
    heights = [links.nth(i).bounding_box() for i in range(links.count())]
    assert len(heights) == 8
    assert [box for box in heights if box is None or box["height"] < 44] == []


def test_a_change_leads_to_its_rule_even_where_it_is_folded(look: Open) -> None:
    page, _ = look(GAME)
    page.locator(".n-aenderungen a").last.click()
    expect(page.locator("h1")).to_have_text("Würfelsturm (X)")
    shown = page.locator("#n-aenderung-2025-11-01-bedeutung-2")
    expect(shown).to_be_visible()
    expect(shown).to_be_in_viewport()
    expect(shown).to_contain_text("Beim Rückzug gilt er nicht mehr.")
