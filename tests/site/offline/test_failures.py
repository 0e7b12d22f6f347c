"""Failures around a site that works offline, in a real Chromium: what worked before goes on working."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.moody import Moody
from tests.offline import (
    COMPLETE,
    NEW,
    OLD,
    RULES,
    asked_for,
    bar,
    comes,
    finds,
    installed,
    is_at_rest,
    limit_storage,
    look_for_update,
    own_version,
    version,
    visited,
)
from tests.serving import until
from tests.watching import answered

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

PATH = "/wuerfelkrieg/rueckzug/"
#: Failures of a server: errors, a network's login page, a redirect to one (on the same or another host), silence, half a file.
MOODS = ("404", "500", "portal", "login", "elsewhere", "cut", "down")


def shows(page: Page, text: str) -> None:
    expect(page.locator(".n-kurzregel").first).to_contain_text(text)


def works_offline(page: Page, server: Moody, text: str = OLD) -> None:
    """Check an unvisited page, its search and the preview of a reference, all without a network."""
    server.always("down")
    page.goto(f"{server.address}{PATH}")
    shows(page, text)
    finds(page)


# -- the worker's own script --------------------------------------------------------------------------------------------------


def test_an_update_whose_script_does_not_come(context: BrowserContext, server: Moody, first: Path, second: Path) -> None:
    page = visited(context, server)
    server.site = second
    for mood in MOODS:
        server.always(mood, "sw.js")
        asked = len(server.asked)
        look_for_update(page)
        until(lambda asked=asked: "sw.js" in server.asked[asked:])  # type: ignore[misc]
        until(lambda: is_at_rest(page))
        assert (mood, page.evaluate(COMPLETE)) == (mood, version(first))
        expect(bar(page)).to_have_count(0)
    works_offline(page, server)


@pytest.mark.parametrize("mood", ["404", "portal", "down"])
def test_a_first_visit_without_the_script_goes_on_at_the_next(context: BrowserContext, server: Moody, mood: str) -> None:
    server.always(mood, "sw.js")
    page = context.new_page()
    page.goto(f"{server.address}/")
    expect(page.locator("[data-offline-stand]")).to_contain_text("nicht")
    server.always("fine")
    page.goto(f"{server.address}/hilfe/")
    installed(page)
    works_offline(page, server)


# -- pages of another version than the worker ---------------------------------------------------------------------------------


@pytest.mark.parametrize("mood", ["404", "500", "portal", "login", "down"])
def test_a_new_page_whose_files_do_not_come_has_those_of_the_device(
    context: BrowserContext, server: Moody, second: Path, mood: str
) -> None:
    """The page comes from the network, in a version not yet on the device; then the network fails."""
    page = visited(context, server)
    server.site = second
    server.always(mood, "assets/", "api/", "sw.js")
    comes(page, server, PATH)
    shows(page, NEW)
    assert page.evaluate("getComputedStyle(document.querySelector('.n-kurzregel')).borderLeftStyle") == "solid"
    finds(page)


def test_an_old_page_under_a_much_newer_worker(context: BrowserContext, server: Moody, second: Path, third: Path) -> None:
    """Two updates later the page's version is gone from the device; its files come from another version rather than not at all."""
    old = visited(context, server, "/wuerfelkrieg/wurf/")
    page = context.new_page()
    page.goto(f"{server.address}/")
    for site in (second, third):
        server.site = site
        look_for_update(page)
        bar(page).get_by_role("button", name="Neu laden").click()
        until(lambda site=site: own_version(page) == version(site))
        assert installed(page) == version(site)
    until(lambda: page.evaluate("caches.keys().then((names) => names.length)") == 2)
    server.always("down")
    old.locator("article a.verweis[data-id]").first.tap()
    expect(old.locator(".n-einblick .n-kurzregel").first).to_be_visible()
    old.keyboard.press("Escape")
    finds(old)


# -- updates that are broken off ----------------------------------------------------------------------------------------------


def test_a_killed_update_resumes_later(context: BrowserContext, server: Moody, first: Path, second: Path) -> None:
    """The operating system kills the browser's worker during an update."""
    page = visited(context, server)
    server.site = second
    server.always("held", "systems/wuerfelkrieg.json")
    look_for_update(page)
    until(lambda: asked_for(RULES, server, second))
    session = context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    until(lambda: is_at_rest(page))
    server.always("down")
    page.goto(f"{server.address}{PATH}")
    shows(page, OLD)
    assert page.evaluate(COMPLETE) == version(first)
    server.release.set()
    server.always("fine")
    look_for_update(page)
    expect(bar(page)).to_be_visible()
    bar(page).get_by_role("button", name="Neu laden").click()
    shows(page, NEW)
    works_offline(page, server, NEW)


def test_an_update_that_waits_is_taken_over_without_a_net(
    context: BrowserContext, server: Moody, first: Path, second: Path
) -> None:
    page = visited(context, server, PATH)
    server.always("down")
    look_for_update(page)  # nothing is available, so nothing happens
    until(lambda: is_at_rest(page))
    server.always("fine")
    server.site = second
    look_for_update(page)
    expect(bar(page)).to_be_visible()
    server.always("down")
    bar(page).get_by_role("button", name="Neu laden").click()
    shows(page, NEW)
    assert installed(page) == version(second)


# -- the device ---------------------------------------------------------------------------------------------------------------


def test_a_first_visit_to_a_full_device(context: BrowserContext, server: Moody) -> None:
    """Everything works except offline, nothing is left behind, and once there is room everything is stored."""
    page = context.new_page()
    page.goto(f"{server.address}/404.html")
    limit_storage(page, server.address, 50_000)
    page.goto(f"{server.address}{PATH}")
    expect(page.locator("h1")).to_have_text("Rückzug")
    until(lambda: "sw.js" in server.asked)
    until(lambda: page.evaluate("navigator.serviceWorker.getRegistration().then((r) => !r)"))
    assert page.evaluate("caches.keys()") == []
    assert [path for path in server.asked if path.startswith("hilfe/")] == []
    limit_storage(page, server.address, 500_000_000)
    page.goto(f"{server.address}/")
    installed(page)
    works_offline(page, server)


def test_everything_of_the_site_is_cleared_while_a_tab_is_open(context: BrowserContext, server: Moody) -> None:
    page = visited(context, server, "/wuerfelkrieg/wurf/")
    session = context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": server.address, "storageTypes": "all"})
    page.locator("article a.verweis[data-id]").first.tap()
    expect(page.locator(".n-einblick .n-kurzregel").first).to_be_visible()
    page.goto(f"{server.address}/")
    installed(page)
    works_offline(page, server)


def test_a_cache_that_has_lost_files_is_filled_again(context: BrowserContext, server: Moody) -> None:
    """Some files are missing or damaged, while the record of completeness remains."""
    page = visited(context, server)
    page.evaluate(
        """async () => {
          const cache = await caches.open((await caches.keys())[0]);
          for (const { url } of await cache.keys()) if (/wuerfelkrieg\\.json|index\\.json/.test(url)) await cache.delete(url);
        }"""
    )
    page.goto(f"{server.address}/hilfe/")
    until(lambda: page.evaluate("(url) => caches.match(url).then(Boolean)", f"{server.address}/api/v1/systems/wuerfelkrieg.json"))
    works_offline(page, server)


# -- aeroplane mode in the first second ---------------------------------------------------------------------------------------


def test_the_network_fails_just_after_the_first_page(context: BrowserContext, server: Moody) -> None:
    """The page stays and names what is missing; when the network returns, the rest loads without a page change."""
    server.always("down", "api/", "suche/index.json", "hilfe/")
    page = context.new_page()
    page.goto(f"{server.address}/")
    state = page.locator("[data-offline-stand]")
    expect(state).to_contain_text("Noch nicht für unterwegs gespeichert")
    server.always("down")
    context.set_offline(True)
    expect(page.locator(".n-ohne-netz")).to_have_text("Ohne Netz")
    expect(page.locator("h1")).to_be_visible()
    server.always("fine")
    context.set_offline(False)
    expect(state).to_contain_text("Offline bereit")
    works_offline(page, server)


def test_the_network_fails_before_anything_has_arrived(context: BrowserContext, server: Moody) -> None:
    """Only the page itself has arrived: it is readable and its links work; with the network everything is normal again."""
    server.always("down", "assets/", "api/", "sw.js", "manifest")
    page = context.new_page()
    page.goto(f"{server.address}/wuerfelkrieg/kaempfen/")
    expect(page.locator("h1")).to_have_text("Kämpfen")
    assert page.locator("article a.verweis").first.get_attribute("href")
    server.always("fine")
    page.goto(f"{server.address}/")
    installed(page)
    works_offline(page, server)


# -- what is searched ---------------------------------------------------------------------------------------------------------


#: The addresses of everything in all caches.
KEPT = """async () => {
  const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  return (await Promise.all(all.map((cache) => cache.keys()))).flat().map(({ url }) => url);
}"""


#: Query → how many of its hits show a piece of their text.
SNIPPETS = {"zaubern": 0, "gleichstand würfel": 2, "trefferliste 4": 1, "murmel": 1}


def test_the_search_finds_the_same_without_a_net(context: BrowserContext, server: Moody) -> None:
    """The search answers on its page and letter by letter, with snippets."""
    page = visited(context, server)
    found = {}
    for mood in ("down", "fine"):
        server.always(mood)
        found[mood] = [hits(page, server, query, snippets) for query, snippets in SNIPPETS.items()]
    assert all(found["fine"])
    assert found["down"] == found["fine"]
    kept = page.evaluate(KEPT)
    assert [url for url in kept if "texte-" in url] == []  # as many bytes as everything else, so only from the network


def hits(page: Page, server: Moody, query: str, snippets: int) -> list[str]:
    page.goto(f"{server.address}/suche/?q={query}")
    lines = page.locator("[data-suche-seite] .n-treffer")
    # the number is said only when all words have answered, not just the names
    expect(page.locator("[data-suche-seite] .n-suche__zahl")).to_contain_text(f"für „{query}“")
    expect(lines.locator(".n-treffer__stelle")).to_have_count(snippets)
    shown = lines.all_inner_texts()
    page.goto(f"{server.address}/wuerfelkrieg/wurf/")
    page.locator('input[name="q"]').first.fill(query)
    options = page.locator('[role="option"]')
    answered(page)
    expect(options.first).to_be_visible()
    return [*shown, *options.all_inner_texts()]
