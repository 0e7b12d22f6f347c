"""Every kind of page in a real Chromium: on a phone and on a desk, light and dark, with large text, on small phones."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.addresses import ADDRESSES, DESKTOP, PHONE
from tests.watching import Open, too_wide

pytestmark = pytest.mark.browser

SETTINGS = {
    "phone-light": (PHONE, "light"),
    "phone-dark": (PHONE, "dark"),
    "desktop-light": (DESKTOP, "light"),
    "desktop-dark": (DESKTOP, "dark"),
}


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("name", ADDRESSES)
def test_every_kind_of_page(open_page: Open, name: str, setting: str) -> None:
    size, scheme = SETTINGS[setting]
    page, watch = open_page(ADDRESSES[name], size, color_scheme=scheme)
    expect(page.locator("h1")).to_have_count(1)
    if "?q=" in page.url:
        expect(page.locator("[data-suche-seite] select")).to_be_visible()  # the answer is there
    assert too_wide(page) == []
    found = Axe().run(page).response["violations"]
    assert [
        f"{v['id']}: {v['help']} ({v['nodes'][0]['html'][:100]}) {v['nodes'][0].get('failureSummary', '')}" for v in found
    ] == []
    assert watch.trouble == []


@pytest.mark.parametrize("name", ADDRESSES)
def test_large_text_on_a_phone(open_page: Open, name: str) -> None:
    page, watch = open_page(ADDRESSES[name])
    page.evaluate(
        "() => { const h = document.documentElement; h.style.fontSize = 2 * parseFloat(getComputedStyle(h).fontSize) + 'px'; }"
    )
    page.wait_for_timeout(100)
    assert too_wide(page) == []
    assert watch.trouble == []


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("name", ["start", "eintrag-mit-tabelle", "eintrag-mit-karte", "suche-treffer", "hilfe-befunde"])
def test_small_phones(open_page: Open, name: str, width: int) -> None:
    page, _ = open_page(ADDRESSES[name], (width, 640))
    assert too_wide(page) == []
