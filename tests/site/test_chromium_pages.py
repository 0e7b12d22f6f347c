"""Every kind of page in a real Chromium: on phone and desktop, light and dark, with large text, on small phones."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from nachschlag.generator.prose.soft_hyphens import SOFT
from playwright.sync_api import expect

from tests.addresses import ADDRESSES, DESKTOP, PHONE
from tests.watching import Open, Watch, too_wide, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SETTINGS = {
    "phone-light": (PHONE, "light"),
    "phone-dark": (PHONE, "dark"),
    "desktop-light": (DESKTOP, "light"),
    "desktop-dark": (DESKTOP, "dark"),
    "320": ((320, 640), "light"),
    "360": ((360, 640), "light"),
}

#: Each size and each scheme once; `make audit` takes all of them.
SETTING = [
    pytest.param(name, marks=() if name in ("phone-light", "desktop-dark") else pytest.mark.audit)
    for name in SETTINGS
    if not name.isdigit()
]


#: Two settings of one load: a page that fits the one is turned into the other. `make audit` loads pages for the others.
LOOKS = [
    pytest.param(("phone-light", "desktop-dark"), id="phone-light+desktop-dark"),
    *(pytest.param((name,), id=name, marks=pytest.mark.audit) for name in ("phone-dark", "desktop-light")),
]


Settled = Callable[[str, str], tuple["Page", Watch]]


def turned(page: Page, setting: str) -> None:
    """Show the open page in another setting."""
    (width, height), scheme = SETTINGS[setting]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]


@pytest.fixture
def settled(look: Open) -> Settled:
    """Opens an address in a setting."""

    def settled(setting: str, address: str) -> tuple[Page, Watch]:
        size, scheme = SETTINGS[setting]
        page, watch = look(address, size, color_scheme=scheme)
        page.emulate_media(color_scheme=scheme)  # the last test may have turned it
        return page, watch

    return settled


@pytest.mark.parametrize("looks", LOOKS)
@pytest.mark.parametrize("name", ADDRESSES)
def test_every_kind_of_page(settled: Settled, name: str, looks: tuple[str, ...]) -> None:
    """No kind of page overflows or fails axe, in any of these looks."""
    page, watch = settled(looks[0], ADDRESSES[name])
    expect(page.locator("h1")).to_have_count(1)
    if "?q=" in page.url:
        expect(page.locator("[data-suche-seite] .n-suche__zahl")).to_be_visible()  # the hits have arrived
    for setting in looks:
        turned(page, setting)
        assert too_wide(page) == []
        assert violations(page) == []
    if "phone-light" in looks:
        turned(page, "phone-light")
        with_large_text(page)
        assert too_wide(page) == []
    assert watch.trouble == []


def with_large_text(page: Page) -> None:
    """Twice as large, as a reader may set it."""
    page.evaluate(
        "() => { const h = document.documentElement; h.style.fontSize = 2 * parseFloat(getComputedStyle(h).fontSize) + 'px'; }"
    )
    page.wait_for_timeout(100)


#: What changes while one types: around it every page is judged above.
SEARCH = "[data-suche], [data-suche-seite]"


@pytest.mark.parametrize("setting", SETTING)
@pytest.mark.parametrize("address", ["/", "/t9a/angst/", "/suche/"])
def test_while_searching(settled: Settled, address: str, setting: str) -> None:
    """The focused field fits while empty, with hits and without hits."""
    page, watch = settled(setting, address)
    field = page.locator('input[name="q"]:visible').first
    field.focus()
    assert violations(page, SEARCH) == []
    field.press_sequentially("angst")
    expect(page.locator('[role="option"]').first).to_be_visible()
    page.keyboard.press("ArrowDown")
    assert too_wide(page) == []
    assert violations(page) == []
    field.fill("xyzzyplugh")
    expect(page.locator('[role="option"]').filter(has_text="Angst")).to_have_count(0)
    assert violations(page, SEARCH) == []
    assert watch.trouble == []


@pytest.mark.parametrize("width", ["320", "360"])
@pytest.mark.parametrize("name", ["start", "eintrag-mit-tabelle", "eintrag-mit-karte", "suche-treffer", "hilfe-befunde"])
def test_small_phones(settled: Settled, name: str, width: str) -> None:
    """No kind of page overflows on the narrowest phones."""
    page, _ = settled(width, ADDRESSES[name])
    assert too_wide(page) == []


# -- the drawing of a rule's neighbourhood ----------------------------------------------------------------------------------------

#: Entries with many neighbours, with long titles, and with few.
DRAWN = [
    "/aos/die-attackenabfolge/",
    "/t9a/kontrollverlust-tabelle/",
    "/aos/attackenmodifikatoren-und-begrenzungen/",
    "/t9a/ablenkend/",
]


def unfold(page: Page) -> None:
    """Open the drawing as by a click."""
    page.locator(".n-umgebung summary").click()
    expect(page.locator(".n-umgebung svg")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")  # targets half under the bar at the top would count as too small to tap


@pytest.mark.parametrize("looks", LOOKS)
@pytest.mark.parametrize("address", DRAWN)
def test_the_neighbourhood(settled: Settled, address: str, looks: tuple[str, ...]) -> None:
    """The drawing of a rule's neighbours fits and passes axe."""
    page, watch = settled(looks[0], address)
    unfold(page)
    for setting in looks:
        turned(page, setting)
        page.evaluate("scrollTo(0, 0)")
        assert too_wide(page) == []
        assert violations(page, ".n-umgebung") == []
        fits(page)
    assert watch.trouble == []


def fits(page: Page) -> None:
    """The drawing can be read and tapped, and no name is longer than its box."""
    shown = page.locator(".n-umgebung svg").evaluate(
        """(svg) => {
          const scale = svg.getScreenCTM().a;
          const size = (text) => scale * parseFloat(getComputedStyle(text).fontSize);
          const sticksOut = (box) => {
            const text = box.querySelector('text').getBBox(), rect = box.querySelector('rect').getBBox();
            return text.x < 0 || text.x + text.width > rect.width || text.y < 0 || text.y + text.height > rect.height;
          };
          return {
            letters: Math.min(...[...svg.querySelectorAll('text')].map(size)),
            height: Math.min(...[...svg.querySelectorAll('a')].map((a) => a.getBoundingClientRect().height)),
            sticking_out: [...svg.querySelectorAll('a, g')].filter(sticksOut).map((box) => box.textContent),
          };
        }"""
    )
    assert shown["letters"] >= 12
    assert shown["height"] >= 40
    assert shown["sticking_out"] == []


@pytest.mark.parametrize("address", DRAWN)
def test_its_links_lead_to_the_pages_they_name(settled: Settled, address: str) -> None:
    page, watch = settled("phone-light", address)
    unfold(page)
    links = page.locator(".n-umgebung svg a")
    assert links.count() >= 2
    for href in links.evaluate_all("(links) => links.map((a) => a.href.baseVal)"):
        answer = page.request.get(page.evaluate("(href) => new URL(href, location).href", href))
        assert (href, answer.status) == (href, 200)
    name = str(links.first.locator("title").text_content())
    links.first.click()
    page.wait_for_url(lambda url: not url.endswith(address))
    assert str(page.locator("h1").text_content()).replace(SOFT, "") in name
    assert watch.trouble == []


def test_closed_it_costs_one_stop_of_the_keyboard(settled: Settled) -> None:
    page, _ = settled("phone-light", DRAWN[0])
    page.locator(".n-umgebung summary").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.n-nachbarn') !== null")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.n-umgebung svg') !== null")


@pytest.mark.parametrize("address", DRAWN)
def test_the_neighbourhood_with_large_text(settled: Settled, address: str) -> None:
    page, _ = settled("phone-light", address)
    page.evaluate("() => { document.documentElement.style.fontSize = '250%'; }")
    unfold(page)
    assert too_wide(page) == []
