"""References by mouse and keyboard: their rules in pop-overs beside them, in a real Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.addresses import DESKTOP
from tests.projects import build, mini_project
from tests.serving import served
from tests.watching import Open, Watch, too_wide, violations

pytestmark = pytest.mark.browser

LONG = "Du würfelst, und dein Nachbar sieht zu. " * 12
PROBE = f"""---
title: Große Probe
kind: rule
order: 500
short: Erst kommt der Becher.
see: [rueckzug]
---
Vor dem Zaubern (18.0) steht der Becher, und ganz am Rand {"des Tisches " * 6} eine Trefferliste.

{LONG}

{LONG}

{LONG}

{LONG}

{LONG}

{LONG}

{LONG}

{LONG}

Am Ende bleibt ein Rückzug.
"""
PAGE = "/wuerfelkrieg/grosse-probe/"
TOP = (
    "(text) => [...document.querySelectorAll('article .verweis')].find((a) => a.textContent === text).getBoundingClientRect().top"
)
Desk = Callable[..., tuple[Page, Watch]]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The mini project with a page to point at."""
    overlay = {"content/wuerfelkrieg/grundregeln/grosse-probe.md": PROBE}
    site: Path = build(mini_project(tmp_path_factory.mktemp("vorschau") / "projekt", overlay))
    with served(site, site.parent / "build" / "index") as address:
        yield address


@pytest.fixture
def desk(look: Open) -> Desk:
    """Opens a page on a desktop and watches it, in a tab that tests share."""

    def desk(address: str = PAGE, size: tuple[int, int] = DESKTOP, **more: Any) -> tuple[Page, Watch]:
        page, watch = look(address, size, **more)
        page.mouse.move(1, 1)  # where the last test has left it, it could rest on a reference
        return page, watch

    return desk


def reference(page: Page, name: str) -> Locator:
    return page.locator("article .n-regel a.verweis").get_by_text(name, exact=True)


def popovers(page: Page) -> Locator:
    return page.locator(".n-vorschau")


def focus(page: Page, name: str) -> None:
    """Move to a reference with the Tab key."""
    page.evaluate("document.querySelector('article h1').tabIndex = -1; document.querySelector('article h1').focus()")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.n-regel .verweis') && document.activeElement.textContent") == name:
            return
    raise AssertionError(name)


def test_pointing_shows_the_rule_and_moves_nothing(desk: Desk) -> None:
    page, watch = desk()
    before = page.locator("article").bounding_box(), page.evaluate("document.documentElement.scrollHeight")
    reference(page, "Zaubern").hover()
    expect(popovers(page).locator(".n-regeltitel")).to_have_text("Zaubern")
    expect(popovers(page).locator(".n-kurzregel")).to_have_text("Sprich den Spruch und wirf 3W6.")
    expect(popovers(page).locator(".n-originaltitel")).to_contain_text("Casting")
    assert before == (page.locator("article").bounding_box(), page.evaluate("document.documentElement.scrollHeight"))
    assert page.url.endswith(PAGE)
    assert watch.trouble == []


def test_passing_over_shows_nothing(desk: Desk) -> None:
    page, _ = desk()
    box = reference(page, "Zaubern").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.move(box["x"] + 5, box["y"] + 100)
    page.wait_for_timeout(600)
    expect(popovers(page)).to_have_count(0)


def test_the_pointer_may_cross_to_it_and_leaving_closes(desk: Desk) -> None:
    page, _ = desk()
    reference(page, "Zaubern").hover()
    popovers(page).locator(".n-kurzregel").hover()
    page.wait_for_timeout(600)
    expect(popovers(page)).to_have_count(1)
    page.mouse.move(20, 700)
    expect(popovers(page)).to_have_count(0)


def test_references_in_it_open_beside_it(desk: Desk) -> None:
    page, watch = desk()
    reference(page, "Zaubern").hover()
    popovers(page).locator("a.verweis", has_text="Kämpfen").first.hover()
    expect(popovers(page)).to_have_count(2)
    expect(popovers(page).nth(1).locator(".n-regeltitel")).to_have_text("Kämpfen")
    popovers(page).nth(1).locator(".n-kurzregel").hover()
    page.wait_for_timeout(600)
    expect(popovers(page)).to_have_count(2)
    first, second = popovers(page).nth(0).bounding_box(), popovers(page).nth(1).bounding_box()
    assert first is not None
    assert second is not None
    assert second["x"] > first["x"] + 10
    page.mouse.move(first["x"] + 6, first["y"] + first["height"] - 6)
    expect(popovers(page)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(popovers(page)).to_have_count(0)
    assert watch.trouble == []


@pytest.mark.parametrize("name", ["Zaubern", "Trefferliste", "Rückzug"])
@pytest.mark.parametrize("size", [DESKTOP, (1000, 420)])
def test_it_stays_within_the_window(desk: Desk, name: str, size: tuple[int, int]) -> None:
    page, _ = desk(size=size)
    reference(page, name).scroll_into_view_if_needed()
    reference(page, name).hover()
    expect(popovers(page).locator(".n-kurzregel")).to_be_attached()
    box, link = popovers(page).bounding_box(), reference(page, name).bounding_box()
    assert box is not None
    assert link is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size[0]
    assert box["y"] + box["height"] <= size[1]
    assert box["y"] >= link["y"] + link["height"] or box["y"] + box["height"] <= link["y"]  # not over the reference
    assert too_wide(page) == []


def test_links_stay_links(desk: Desk) -> None:
    page, _ = desk()
    with page.context.expect_page() as opened:
        reference(page, "Zaubern").click(modifiers=["Control"])
    opened.value.wait_for_url("**/wuerfelkrieg/zaubern/")
    page.mouse.move(20, 700)
    reference(page, "Zaubern").hover()
    popovers(page).locator("a.verweis", has_text="Kämpfen").first.click()
    page.wait_for_url("**/wuerfelkrieg/*kaempfen/")
    page.go_back()
    expect(popovers(page)).to_have_count(0)
    reference(page, "Becher").click()
    page.wait_for_url("**/wuerfelkrieg/glossar/becher/")


def test_a_finger_on_a_desktop_opens_the_sheet(desk: Desk) -> None:
    page, _ = desk(has_touch=True)
    reference(page, "Zaubern").tap()
    expect(page.locator("dialog.n-blatt .n-regeltitel")).to_have_text("Zaubern")
    expect(popovers(page)).to_have_count(0)


def test_scrolling_away_closes(desk: Desk) -> None:
    page, _ = desk()
    reference(page, "Zaubern").hover()
    expect(popovers(page)).to_have_count(1)
    page.mouse.wheel(0, 8)
    page.wait_for_timeout(500)
    expect(popovers(page)).to_have_count(1)
    page.mouse.wheel(0, 400)
    expect(popovers(page)).to_have_count(0)


def test_a_key_that_leads_to_the_search_closes(desk: Desk) -> None:
    page, _ = desk()
    reference(page, "Zaubern").hover()
    expect(popovers(page)).to_have_count(1)
    page.keyboard.press("/")
    expect(page.locator('input[name="q"]:focus')).to_have_count(1)
    expect(popovers(page)).to_have_count(0)


# -- by keyboard --------------------------------------------------------------------------------------------------------------


def test_the_focus_shows_the_rule_and_stays(desk: Desk) -> None:
    page, watch = desk()
    focus(page, "Zaubern")
    expect(popovers(page).locator(".n-kurzregel")).to_be_visible()
    expect(reference(page, "Zaubern")).to_be_focused()
    expect(reference(page, "Zaubern")).to_have_accessible_description("Sprich den Spruch und wirf 3W6.")
    page.keyboard.press("Escape")
    expect(popovers(page)).to_have_count(0)
    expect(reference(page, "Zaubern")).to_be_focused()
    expect(reference(page, "Zaubern")).to_have_accessible_description("")
    page.keyboard.press("Tab")
    expect(reference(page, "18.0")).to_be_focused()
    expect(popovers(page)).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_url("**/wuerfelkrieg/zauberei-kaempfen/")
    assert watch.trouble == []


def test_into_it_and_back_by_keyboard(desk: Desk) -> None:
    page, _ = desk()
    focus(page, "Zaubern")
    expect(popovers(page).locator(".n-vorschau__taste")).to_have_text("Alt ↓ hinein")
    expect(popovers(page).locator(".n-kurzregel")).to_be_visible()
    page.keyboard.press("Alt+ArrowDown")
    expect(popovers(page).locator(".n-regeltitel a")).to_be_focused()
    page.keyboard.press("Tab")
    expect(popovers(page).nth(0).locator("a.verweis").first).to_be_focused()
    expect(popovers(page)).to_have_count(2)
    expect(popovers(page).nth(1).locator(".n-kurzregel")).to_be_visible()
    page.keyboard.press("Alt+ArrowDown")
    expect(popovers(page).nth(1).locator(".n-regeltitel a")).to_be_focused()
    page.keyboard.press("Escape")
    expect(popovers(page)).to_have_count(1)
    expect(popovers(page).locator("a.verweis").first).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(popovers(page).locator(".n-regeltitel a")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(popovers(page).get_by_role("button", name="Anheften")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(popovers(page)).to_have_count(0)
    expect(reference(page, "Zaubern")).to_be_focused()


@pytest.mark.parametrize("comes", [True, False])
def test_a_focus_that_enters_before_the_rule_stays_inside(open_page: Open, comes: bool) -> None:
    page, _ = open_page(PAGE, DESKTOP)
    held: list[Route] = []

    def answer(route: Route) -> None:
        route.continue_() if comes else route.abort()

    waiting = [True]
    page.route("**/api/**", lambda route: held.append(route) if waiting else answer(route))
    focus(page, "Zaubern")
    expect(popovers(page).locator(".n-laedt")).to_have_text("lädt …")
    page.keyboard.press("Alt+ArrowDown")
    expect(popovers(page).locator(".n-regeltitel a")).to_be_focused()
    waiting.clear()
    for route in held:
        answer(route)
    expect(popovers(page).locator(".n-kurzregel" if comes else ".n-laedt")).to_contain_text(
        "Sprich den Spruch" if comes else "keine Verbindung"
    )
    expect(popovers(page).locator(".n-regeltitel a")).to_be_focused()


def test_a_focus_from_the_mouse_shows_nothing(desk: Desk) -> None:
    page, _ = desk()
    reference(page, "Rückzug").evaluate("link => link.focus()")
    page.wait_for_timeout(500)
    expect(popovers(page)).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_an_open_one(desk: Desk, scheme: str) -> None:
    page, _ = desk(color_scheme=scheme)
    focus(page, "Zaubern")
    expect(popovers(page).locator(".n-kurzregel")).to_be_visible()
    assert violations(page, "article, .n-vorschau") == []


# -- pinned -------------------------------------------------------------------------------------------------------------------


def pinned(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Angeheftete Regeln").get_by_role("article")


def pin(page: Page, name: str) -> None:
    reference(page, name).first.hover()
    popovers(page).get_by_role("button", name="Anheften").click()
    expect(popovers(page)).to_have_count(0)


def overlap(page: Page) -> bool:
    text, column = page.locator("article.md-content__inner").bounding_box(), page.locator(".n-angeheftete").bounding_box()
    return not text or not column or text["x"] + text["width"] > column["x"]


def test_pinned_rules_stay_beside_the_text_on_all_pages(desk: Desk) -> None:
    page, watch = desk()
    before = reference(page, "Rückzug").evaluate("(link) => { link.scrollIntoView({ block: 'center' }); return scrollY; }")
    height = page.evaluate(TOP, "Rückzug")
    pin(page, "Rückzug")
    expect(page.get_by_role("status").filter(has_text="„Rückzug“ angeheftet.")).to_be_visible()
    expect(pinned(page).locator(".n-regeltitel")).to_have_text(["Rückzug"])
    assert page.evaluate("scrollY") > before  # there are more lines above
    assert abs(page.evaluate(TOP, "Rückzug") - height) < 1  # yet nothing moved
    assert not overlap(page)
    assert too_wide(page) == []
    page.evaluate("scrollTo(0, 0)")
    pin(page, "Zaubern")
    pinned(page).locator("a.verweis", has_text="Kämpfen").first.hover()
    popovers(page).get_by_role("button", name="Anheften").click()
    reference(page, "Zaubern").hover()
    expect(popovers(page).get_by_role("button", name="Lösen")).to_be_visible()
    page.goto(page.url.replace("grosse-probe", "zaubern"))
    expect(pinned(page).locator(".n-regeltitel")).to_have_text(["Rückzug", "Zaubern", "Kämpfen"])
    assert not overlap(page)
    page.emulate_media(media="print")
    expect(page.locator(".n-angeheftete")).to_be_hidden()
    page.emulate_media(media="screen")
    pinned(page).get_by_role("button", name="„Rückzug“ lösen").click()
    page.reload()
    expect(pinned(page).locator(".n-regeltitel")).to_have_text(["Zaubern", "Kämpfen"])
    page.get_by_role("button", name="Alle lösen").click()
    expect(page.locator(".n-angeheftete")).to_be_hidden()
    assert page.evaluate("document.documentElement.className") == "js"
    assert page.evaluate("Object.keys(sessionStorage).filter((key) => !key.endsWith(':visit'))") == []
    assert watch.trouble == []


def test_pinning_by_keyboard_and_axe(desk: Desk) -> None:
    page, _ = desk(reduced_motion="reduce")  # colour transitions take a while
    for name in ("Zaubern", "Becher"):
        focus(page, name)
        expect(popovers(page).get_by_role("button", name="Anheften")).to_be_visible()
        for key in ("Alt+ArrowDown", "Shift+Tab", "Enter"):
            page.keyboard.press(key)
        expect(reference(page, name)).to_be_focused()
    expect(pinned(page).locator(".n-kurzregel")).to_have_count(2)
    for dark in (False, True):
        page.emulate_media(color_scheme="dark" if dark else "light")
        assert violations(page, "article, .n-angeheftete") == []
    pinned(page).locator(".n-regeltitel a").first.focus()
    page.keyboard.press("Escape")
    expect(pinned(page).locator(".n-regeltitel a")).to_be_focused()
    expect(pinned(page).locator(".n-regeltitel")).to_have_text(["Becher"])
    page.keyboard.press("Escape")
    expect(page.locator("h1")).to_be_focused()
    expect(page.locator(".n-angeheftete")).to_be_hidden()


def test_pinned_rules_as_a_cheat_sheet(desk: Desk) -> None:
    page, _ = desk()
    for name in ("Zaubern", "Becher"):
        pin(page, name)
    page.get_by_role("button", name="Als Spickzettel sichern").click()
    page.get_by_label("Name").fill("Magie")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Spickzettel „Magie“ gesichert.")).to_be_visible()
    page.goto(page.url.replace("wuerfelkrieg/grosse-probe/", "spickzettel/"))
    page.get_by_role("combobox", name="Spickzettel").select_option("Magie (2)")
    expect(page.locator(".n-auswahl .n-regeltitel")).to_have_text(["Zaubern", "Becher"])
