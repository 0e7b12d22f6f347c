"""The frame of every page, in a real Chromium: light or dark, the drawer, folded parts, the page's own contents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.addresses import DESKTOP, PHONE
from tests.serving import until
from tests.watching import Open

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser

RULE, OTHER = "/t9a/angst/", "/conquest/regimenter/"
SCHEME = "document.body.getAttribute('data-md-color-scheme')"
PAPER = {"default": "rgb(255, 254, 251)", "slate": "rgb(22, 21, 19)"}


def paper(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A visitor whose device is set to dark."""
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, color_scheme="dark", service_workers="block")
    yield context
    context.close()


# -- light or dark ------------------------------------------------------------------------------------------------------------


#: The places of what the header shows, from left to right; of the name only what is within its link.
SHOWN = """() => [...document.querySelectorAll('.n-logo img, .n-kopfspiele [aria-current] > *, .md-header .n-farbschema, .n-ohne-netz')]
  .filter((one) => one.offsetWidth).map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right])"""
#: How much of the name is seen: 1 all, 0 nothing.
NAMED = """() => {
  const logo = document.querySelector('.n-logo'), range = document.createRange(), place = logo.getBoundingClientRect();
  range.selectNode(logo.lastChild);
  const name = range.getBoundingClientRect();
  return name.top >= place.bottom ? 0 : Math.min(1, (place.right - name.left) / name.width);
}"""


@pytest.mark.parametrize("width", [320, 360, 390, 430])
@pytest.mark.parametrize("system", ["conquest", "asoiaf", "hdd"])
def test_without_the_net_nothing_in_the_header_overlaps(look: Open, width: int, system: str) -> None:
    page, _ = look(f"/{system}/", (width, 800))
    page.locator(".n-ohne-netz").evaluate("(sign) => { sign.textContent = 'Ohne Netz'; sign.hidden = false; }")
    places = page.evaluate(SHOWN)
    assert all(one[1] <= after[0] for one, after in pairwise(places)), places
    assert page.evaluate(NAMED) in (0, 1)


@pytest.mark.parametrize(("device", "scheme"), [("light", "default"), ("dark", "slate")])
def test_a_page_is_as_the_device_is_before_any_of_its_files_runs(open_page: Open, base: str, device: str, scheme: str) -> None:
    page, _ = open_page(RULE, color_scheme=device)
    page.route("**/*.js*", lambda route: route.abort())
    page.reload(wait_until="domcontentloaded")
    assert page.evaluate(SCHEME) == scheme
    assert paper(page) == PAPER[scheme]


def test_the_choice_stays_on_all_pages_and_reaches_other_tabs(visitor: BrowserContext, base: str) -> None:
    page, other = visitor.new_page(), visitor.new_page()
    for tab in (page, other):
        tab.goto(base + RULE)
    page.get_by_role("button", name="Heller Hintergrund").click()
    assert paper(page) == PAPER["default"]
    expect(other.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    page.goto(base + OTHER)
    assert paper(page) == PAPER["default"]
    page.get_by_role("button", name="Dunkler Hintergrund").click()  # follow the device: nothing is stored any more
    page.emulate_media(color_scheme="light")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")


def test_it_works_without_storage(visitor: BrowserContext, base: str) -> None:
    page = visitor.new_page()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } })"
    )
    page.goto(base + RULE)
    assert paper(page) == PAPER["slate"]
    page.get_by_role("button", name="Heller Hintergrund").click()
    assert paper(page) == PAPER["default"]


def test_without_a_script_a_page_is_as_the_device_is_and_has_no_button_that_does_nothing(open_page: Open) -> None:
    page, _ = open_page(RULE, java_script_enabled=False, color_scheme="dark")
    expect(page.locator("[data-farbschema]")).to_be_hidden()
    body, short, part = page.locator("body"), page.locator(".n-kurzregel"), page.locator(".n-marken a").first
    expect(body).to_have_css("background-color", PAPER["slate"])
    expect(body).to_have_css("color-scheme", "dark")
    dark = [
        (one, one.evaluate("(e) => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor]")) for one in (short, part)
    ]
    page.emulate_media(media="print")
    expect(body).to_have_css("background-color", "rgb(255, 255, 255)")
    page.emulate_media(media="screen", color_scheme="light")
    expect(body).to_have_css("background-color", PAPER["default"])
    scripted, _ = open_page(RULE, color_scheme="dark")  # every colour as in the scheme that the script sets
    for one, colours in dark:
        same = scripted.locator(".n-kurzregel" if one is short else ".n-marken a").first
        assert same.evaluate("(e) => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor]") == colours


# -- the drawer ---------------------------------------------------------------------------------------------------------------


def test_the_drawer_says_where_one_is(look: Open) -> None:
    page, watch = look("/aos/rettungswurf/", PHONE, has_touch=True)
    page.locator(".n-dock__menue").tap()
    here = page.locator(".md-nav--primary [aria-current]")
    expect(here).to_have_text([re.compile("Warhammer Age of Sigmar"), "Grundregeln"])
    here.last.tap()  # the part, which the drawer would otherwise not know
    page.wait_for_url("**/aos/teil/grundregeln/")
    page.locator(".n-dock__menue").tap()
    expect(page.locator(".md-nav--primary [aria-current=page]")).to_have_text(re.compile("Grundregeln"))
    expect(page.locator(".md-nav--primary [aria-current=page]")).to_be_in_viewport()
    assert watch.trouble == []


@pytest.mark.parametrize("scripts", [True, False])
def test_the_drawer_opens_and_closes_by_touch(look: Open, scripts: bool) -> None:
    page, _ = look(RULE, PHONE, has_touch=True, java_script_enabled=scripts)
    link = page.locator(".md-nav--primary").get_by_role("link", name="The 9th Age", exact=True).first
    expect(link).to_be_hidden()
    page.locator(".n-dock__menue").tap()
    expect(link).to_be_in_viewport()
    page.touchscreen.tap(PHONE[0] - 20, 200)
    expect(link).to_be_hidden()


def test_a_closed_drawer_is_out_of_the_keyboards_way(look: Open) -> None:
    page, _ = look(RULE, PHONE)
    for _ in range(40):
        page.keyboard.press("Tab")
        assert not page.evaluate("Boolean(document.activeElement.closest('.md-sidebar--primary'))")


def test_keyboard_into_the_drawer_and_out(look: Open) -> None:
    page, watch = look(RULE, PHONE)
    button = page.get_by_role("button", name="Menü")
    button.press("Enter")
    assert page.evaluate("Boolean(document.activeElement.closest('.md-sidebar--primary'))")
    page.mouse.move(PHONE[0] - 20, 300)
    page.mouse.wheel(0, 400)
    assert page.evaluate("new Promise((done) => setTimeout(() => done(scrollY), 300))") == 0
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "false")
    assert watch.trouble == []


def menu_at(opened: Open) -> Page:
    """A rule's page on a phone, opened from its system's page; `before` holds the length of its history."""
    page, _ = opened("/t9a/", PHONE, has_touch=True)
    page.goto(page.url.replace("/t9a/", RULE))
    page.evaluate("window.before = history.length")
    return page


def open_menu(page: Page) -> None:
    page.locator(".n-dock__menue").tap()
    expect(page.locator("#__drawer")).to_be_checked()
    expect(page.get_by_role("button", name="Menü")).to_have_attribute("aria-expanded", "true")


def is_closed(page: Page, address: str) -> None:
    """Check that the menu is closed and says so, and that the page is the one it was opened on."""
    expect(page.locator("#__drawer")).not_to_be_checked()
    expect(page.get_by_role("button", name="Menü")).to_have_attribute("aria-expanded", "false")
    expect(page).to_have_url(re.compile(f"{re.escape(address)}$"))
    until(lambda: page.evaluate("!history.state?.nachschlagMenue"))


def test_back_closes_the_menu_and_the_next_back_leaves_the_page(open_page: Open) -> None:
    page = menu_at(open_page)
    for _ in range(2):
        open_menu(page)
        page.go_back()
        is_closed(page, RULE)
        expect(page.get_by_role("button", name="Menü")).to_be_focused()
    assert page.evaluate("history.length - window.before") == 1
    page.go_back()
    page.wait_for_url("**/t9a/")


CLOSINGS = {
    "button": "document.querySelector('.n-dock__menue').click()",
    "beside": "document.querySelector('label.md-overlay').click()",
}


@pytest.mark.parametrize("way", ["button", "beside", "Escape"])
def test_a_menu_closed_otherwise_leaves_no_step_behind(look: Open, way: str) -> None:
    page = menu_at(look)
    for _ in range(3):
        open_menu(page)
        page.keyboard.press("Escape") if way == "Escape" else page.evaluate(CLOSINGS[way])
        is_closed(page, RULE)
    page.go_back()
    page.wait_for_url("**/t9a/")


def test_forward_does_not_open_the_menu_again(look: Open) -> None:
    page = menu_at(look)
    open_menu(page)
    page.go_back()
    is_closed(page, RULE)
    page.evaluate("history.forward()")
    page.evaluate("new Promise((done) => setTimeout(done, 300))")
    is_closed(page, RULE)
    page.go_back()
    page.wait_for_url("**/t9a/")


def test_closed_and_opened_again_at_once_the_menu_stays_open(look: Open) -> None:
    page = menu_at(look)
    open_menu(page)
    page.evaluate("for (const n of [1, 2]) document.getElementById('__drawer').click()")
    page.evaluate("new Promise((done) => setTimeout(done, 300))")
    expect(page.locator("#__drawer")).to_be_checked()
    page.go_back()
    is_closed(page, RULE)
    page.go_back()
    page.wait_for_url("**/t9a/")


def test_a_link_of_the_menu_leads_on_and_back_to_the_page_with_the_menu_closed(look: Open) -> None:
    page = menu_at(look)
    open_menu(page)
    page.locator(".md-nav--primary [aria-current]").last.tap()
    page.wait_for_url("**/t9a/teil/*/")
    page.go_back()
    is_closed(page, RULE)
    page.go_back()
    page.wait_for_url("**/t9a/")


def test_the_menus_link_to_the_page_itself_closes_it(look: Open) -> None:
    part = "/t9a/teil/sonderregeln/"
    page, _ = look(OTHER, PHONE, has_touch=True)
    page.goto(page.url.replace(OTHER, part))
    open_menu(page)
    page.locator(".md-nav--primary [aria-current=page]").tap()
    is_closed(page, part)
    page.go_back()
    page.wait_for_url(f"**{OTHER}")


def test_loaded_again_with_the_menu_open_the_page_begins_without_it(look: Open) -> None:
    page = menu_at(look)
    open_menu(page)
    page.reload()
    is_closed(page, RULE)


# -- folded parts, contents ---------------------------------------------------------------------------------------------------


def test_an_address_into_something_folded_opens_it(look: Open) -> None:
    page, _ = look(OTHER)
    page.evaluate("document.querySelector('article details li:last-child').id = 'ziel'")
    page.evaluate("location.hash = 'ziel'")
    expect(page.locator("#ziel")).to_be_in_viewport()


def test_the_contents_follow_the_reader(look: Open) -> None:
    page, watch = look("/hilfe/suchen/", DESKTOP)
    last = page.locator(".md-content h2").last
    here = page.locator(".md-sidebar--secondary .md-nav__link--active")
    last.evaluate("heading => heading.scrollIntoView()")
    expect(here).to_have_text(last.inner_text())
    page.evaluate("scrollTo(0, 0)")
    expect(here).to_have_count(0)
    assert watch.trouble == []


def test_one_style_sheet_and_two_scripts(own_site: Path) -> None:
    html = (own_site / "index.html").read_text("utf-8")
    assert html.count('rel="stylesheet"') == 1
    assert html.count("<script") == 3  # the first sets light or dark
    assert not (own_site / "assets" / "stylesheets").exists()
    assert not (own_site / "assets" / "javascripts").exists()


# -- the window's title -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "Nachschlag"),
        ("/suche/", "Suche – Nachschlag"),
        ("/t9a/", "The 9th Age – Nachschlag"),
        (RULE, "Angst (T9A) – Nachschlag"),
        ("/t9a/glossar/moralwert/", "Moralwert (T9A) – Nachschlag"),
        ("/t9a/a-z/", "A–Z (T9A) – Nachschlag"),
    ],
)
def test_a_window_is_called_after_its_page_and_system(own_site: Path, path: str, title: str) -> None:
    """Tabs, bookmarks and shared links show it, and five systems have rules of the same names."""
    html = (own_site / f"{path[1:]}index.html").read_text("utf-8")
    assert f"<title>{title}</title>" in html
