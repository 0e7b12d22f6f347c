"""The site without a network, in a real Chromium with its real service worker, against a server that fails on demand."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from nachschlag.generator.site.offline import WORKER
from playwright.sync_api import BrowserContext, Error, Page, expect

from tests.moody import Moody, moody
from tests.offline import (
    COMPLETE,
    NEW,
    OLD,
    RULES,
    asked_for,
    bar,
    comes,
    finds,
    hash_of,
    installed,
    is_at_rest,
    kept_by,
    limit_storage,
    look_for_update,
    own_version,
    phone,
    takes_over,
    version,
    visited,
)
from tests.projects import build, mini_project
from tests.serving import until
from tests.watching import too_wide, violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def transferred(folder: Path) -> int:
    """How many bytes a first visit transfers until the whole library is on the device: worker and kept files, as servers pack them."""
    return sum(len(gzip.compress((folder / path).read_bytes(), 6)) for path in [*kept_by(folder), WORKER])


@pytest.fixture(scope="module")
def device(browser: Browser, first: Path) -> Iterator[tuple[BrowserContext, Moody]]:
    """A device with everything stored, and its server."""
    with moody(first) as server:
        context = phone(browser)
        visited(context, server).close()
        yield context, server
        context.close()


@pytest.fixture
def ready(device: tuple[BrowserContext, Moody]) -> Iterator[tuple[Page, Moody]]:
    """A page at "/" on a shared device with everything stored: for tests that only read, mostly without a network."""
    context, server = device
    server.always("fine")
    server.release.clear()
    page = context.new_page()
    page.goto(f"{server.address}/")
    yield page, server
    server.release.set()
    page.close()


def shown(page: Page) -> str:
    """The short rule that a page shows."""
    return page.locator(".n-kurzregel").first.inner_text()


#: Everything except the dock, which the search field's own tests check.
WITHOUT_DOCK = {"exclude": [".n-dock"]}


# -- what is kept -------------------------------------------------------------------------------------------------------------


def test_the_first_visit_transfers_nothing_twice(context: BrowserContext, server: Moody, first: Path) -> None:
    page = visited(context, server)
    expect(page.locator("[data-offline-stand]")).to_have_text("Offline bereit")
    paths = [path for path, _ in server.sent]
    assert sorted(path for path in set(paths) if paths.count(path) > 1) == []
    assert (
        sum(size for _, size in server.sent) <= transferred(first) + 20_000
    )  # the icon, and files that only the first page shows


def test_unknown_pages(ready: tuple[Page, Moody]) -> None:
    """Without a network, addresses of no page show the page that says so."""
    page, server = ready
    server.always("down")
    for address in (
        "/gibt/es/nicht/",
        "/wuerfelkrieg/mogeln/",
        "/wuerfelkrieg/%zz/",
        "/begriffe/gibtsnicht/",
        "/murmeln/constructor/",
    ):
        page.goto(f"{server.address}{address}")
        expect(page.locator(".n-kurzregel")).to_have_text("Diese Seite ist offline nicht da.")
    page.locator("article .n-liste a", has_text="Würfelkrieg").click()
    expect(page.locator("h1")).to_have_text("Würfelkrieg")


def test_addresses_without_a_slash_or_with_a_file_name(ready: tuple[Page, Moody]) -> None:
    page, server = ready
    server.always("down")
    page.goto(f"{server.address}/wuerfelkrieg/kaempfen")
    assert page.url == f"{server.address}/wuerfelkrieg/kaempfen/"
    page.goto(f"{server.address}/wuerfelkrieg/kaempfen/index.html#beispiel")
    expect(page.locator("h1")).to_have_text("Kämpfen")


def test_a_made_page_says_so_and_is_accessible(ready: tuple[Page, Moody]) -> None:
    page, server = ready
    server.always("down")
    page.goto(f"{server.address}/wuerfelkrieg/kaempfen/")
    expect(page.locator(".n-quelle")).to_contain_text("Offline-Kopie")
    assert violations(page, WITHOUT_DOCK) == []
    assert too_wide(page) == []


def test_the_search_works_offline(ready: tuple[Page, Moody]) -> None:
    page, server = ready
    server.always("down")
    page.goto(f"{server.address}/wuerfelkrieg/wurf/")
    finds(page)
    page.goto(f"{server.address}/suche/?q=zaubern")
    first_hit = page.locator("[data-suche-seite] .n-treffer").first
    expect(first_hit).to_have_attribute("data-id", "wuerfelkrieg/zaubern")
    first_hit.locator("a").first.click()
    expect(page.locator("h1")).to_have_text("Zaubern")


def test_an_app_below_a_path(context: BrowserContext, first: Path) -> None:
    """All addresses are relative: the same build works at /regeln/, beside other content on the same host."""
    with moody(first, "/regeln/") as server:
        page = visited(context, server)
        server.always("down")
        page.goto(f"{server.address}/wuerfelkrieg/teil/grundregeln/")
        page.locator("article .n-liste a", has_text="Wurf").first.click()
        expect(page.locator("h1")).to_have_text("Wurf")
        page.goto(f"{server.address}/begriffe/angriff/")
        page.locator("article .n-liste a", has_text="Murmel").first.click()
        expect(page.locator("h1")).to_have_text("Murmel")
        assert page.url == f"{server.address}/murmeln/glossar/murmel/"


# -- a server that is not itself ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mood", ["503", "500", "404", "portal", "elsewhere", "cut", "held"])
def test_a_page_comes_from_the_device_when_the_server_is_not_itself(ready: tuple[Page, Moody], mood: str) -> None:
    page, server = ready
    server.always(mood)
    for address, title in (("/", "Probe"), ("/wuerfelkrieg/rueckzug/", "Rückzug")) * 2:
        page.goto(f"{server.address}{address}", wait_until="domcontentloaded")
        expect(page.locator("h1")).to_have_text(title)


def test_a_page_that_is_gone_says_so(ready: tuple[Page, Moody]) -> None:
    page, server = ready
    response = page.goto(f"{server.address}/gibt/es/nicht/")
    assert response is not None
    assert response.status == 404
    expect(page.locator("h1")).to_have_text("Seite nicht gefunden")


def test_foreign_answers_are_left_alone(ready: tuple[Page, Moody]) -> None:
    """A login page at an unknown address is shown, as the user may want to log in."""
    page, server = ready
    server.always("portal")
    page.goto(f"{server.address}/anmelden/")
    expect(page.locator("h1")).to_have_text("Bitte anmelden")
    server.always("fine")
    response = page.goto(f"{server.address}/sitemap.xml")
    assert response is not None
    assert not response.from_service_worker


# -- updates ------------------------------------------------------------------------------------------------------------------


def test_an_update_waits_until_the_reader_says_so(context: BrowserContext, server: Moody, first: Path, second: Path) -> None:
    page = visited(context, server, "/wuerfelkrieg/rueckzug/")
    assert OLD in shown(page)
    server.site = second
    look_for_update(page)
    expect(bar(page)).to_contain_text("Neue Fassung")
    assert OLD in shown(page)
    assert page.evaluate(COMPLETE) == version(first)
    assert violations(page, WITHOUT_DOCK) == []
    bar(page).get_by_role("button", name="Neu laden").click()
    expect(page.locator(".n-kurzregel")).to_contain_text(NEW)
    assert installed(page) == version(second)
    server.always("down")
    page.goto(f"{server.address}/wuerfelkrieg/teil/grundregeln/")
    expect(page.locator("article")).to_contain_text(NEW)
    expect(bar(page)).to_have_count(0)


def test_a_page_of_the_new_version_takes_it_over_silently(context: BrowserContext, server: Moody, second: Path) -> None:
    page = visited(context, server)
    server.site = second
    comes(page, server, "/wuerfelkrieg/rueckzug/")
    assert NEW in shown(page)
    look_for_update(page)
    takes_over(page, version(second))
    expect(bar(page)).to_have_count(0)


def test_the_bar_can_be_put_away(context: BrowserContext, server: Moody, first: Path, second: Path) -> None:
    page = visited(context, server)
    server.site = second
    look_for_update(page)
    bar(page).get_by_role("button", name="Später").click()
    expect(bar(page)).to_have_count(0)
    assert page.evaluate(COMPLETE) == version(first)


def test_two_tabs_on_two_versions(context: BrowserContext, server: Moody, first: Path, second: Path) -> None:
    one = visited(context, server, "/wuerfelkrieg/rueckzug/")
    other = context.new_page()
    other.goto(f"{server.address}/wuerfelkrieg/wurf/")
    server.site = second
    look_for_update(one)
    bar(one).get_by_role("button", name="Neu laden").click()
    expect(one.locator(".n-kurzregel")).to_contain_text(NEW)
    server.always("down")
    expect(bar(other)).to_be_visible()  # announced, not reloaded
    loaded = "(path) => fetch(path).then((r) => r.text())"
    path = "api/v1/systems/wuerfelkrieg.json"
    assert NEW not in other.evaluate(loaded, f"{server.address}/{path}?v={hash_of(first, path)}")
    assert NEW in one.evaluate(loaded, f"{server.address}/{path}?v={hash_of(second, path)}")
    finds(other)
    other.keyboard.press("Escape")
    bar(other).get_by_role("button", name="Neu laden").click()
    expect(bar(other)).to_have_count(0)
    until(lambda: own_version(other) == version(second))


def test_failed_updates_leave_the_old_version(context: BrowserContext, server: Moody, first: Path, second: Path) -> None:
    """One file of the new version fails in different ways: the rules of a system; everything else has arrived."""
    page = visited(context, server, "/wuerfelkrieg/rueckzug/")
    server.site = second
    for mood in ("500", "404", "wrong", "portal", "elsewhere", "cut", "down"):
        server.always(mood, "systems/wuerfelkrieg.json")
        server.asked.clear()
        look_for_update(page)
        until(lambda: asked_for(RULES, server, second))
        until(lambda: is_at_rest(page))
        expect(bar(page)).to_have_count(0)
        server.always("down")
        page.goto(f"{server.address}/wuerfelkrieg/rueckzug/")
        assert OLD in shown(page), mood
        assert page.evaluate(COMPLETE) == version(first), mood
    server.always("fine")
    before = len(server.sent)
    look_for_update(page)
    expect(bar(page)).to_be_visible()
    again = [path for path, _ in server.sent[before:]]
    assert "api/v1/systems/wuerfelkrieg.json" in again
    assert "api/v1/concepts.json" not in again  # the same in both versions: copied, not fetched


def test_an_interrupted_first_visit_goes_on_where_it_was(context: BrowserContext, server: Moody) -> None:
    server.always("down", "suche/index.json")
    page = context.new_page()
    page.goto(f"{server.address}/hilfe/")
    until(lambda: any("suche/index.json" in path for path in server.asked))
    until(lambda: page.evaluate("navigator.serviceWorker.getRegistration().then((r) => !r?.installing)"))
    assert page.evaluate(COMPLETE) == ""
    come = {path for path, _ in server.sent if path.startswith(("api/", "assets/"))}
    assert come
    server.always("fine")
    before = len(server.sent)
    page.goto(f"{server.address}/")
    installed(page)
    assert come & {path for path, _ in server.sent[before:]} == set()


# -- the device ---------------------------------------------------------------------------------------------------------------


def caches_of(page: Page) -> list[str]:
    return list(page.evaluate("caches.keys()"))


def test_a_full_disk_keeps_the_old_version(context: BrowserContext, server: Moody, first: Path, second: Path) -> None:
    page = visited(context, server)
    usage = page.evaluate("navigator.storage.estimate().then((e) => e.usage)")
    limit_storage(page, server.address, usage + 20_000)
    server.site = second
    asked = len(server.asked)
    look_for_update(page)
    until(lambda: any(path.startswith("sw.js") for path in server.asked[asked:]))
    until(lambda: is_at_rest(page))
    assert [name.split(":")[-1] for name in caches_of(page)] == [version(first)]
    assert [path for path in server.asked[asked:] if "systems" in path] == []  # storage is requested before files
    server.always("down")
    page.goto(f"{server.address}/wuerfelkrieg/rueckzug/")
    assert OLD in shown(page)


def test_a_disk_that_fills_up_meanwhile(context: BrowserContext, server: Moody, first: Path, second: Path) -> None:
    page = visited(context, server)
    server.site = second
    server.always("held", "systems/wuerfelkrieg.json")
    look_for_update(page)
    until(lambda: asked_for(RULES, server, second))
    limit_storage(page, server.address, 1000)
    server.release.set()
    until(lambda: is_at_rest(page))
    assert [name.split(":")[-1] for name in caches_of(page)] == [version(first)]
    server.always("down")
    page.goto(f"{server.address}/wuerfelkrieg/rueckzug/")
    assert OLD in shown(page)


def test_a_cleared_cache_is_filled_again(context: BrowserContext, server: Moody) -> None:
    page = visited(context, server)
    page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
    assert page.evaluate(COMPLETE) == ""
    page.goto(f"{server.address}/wuerfelkrieg/wurf/")
    expect(page.locator("h1")).to_have_text("Wurf")
    installed(page)
    server.always("down")
    page.goto(f"{server.address}/wuerfelkrieg/zaubern/")
    expect(page.locator("h1")).to_have_text("Zaubern")


def test_nothing_helps_without_a_cache_or_a_net_but_nothing_hangs(context: BrowserContext, server: Moody) -> None:
    page = visited(context, server)
    page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
    server.always("down")
    with pytest.raises(Error, match="ERR_FAILED"):
        page.goto(f"{server.address}/wuerfelkrieg/wurf/")
    page.wait_for_url("chrome-error://chromewebdata/")
    server.always("fine")
    page.goto(f"{server.address}/wuerfelkrieg/wurf/")
    expect(page.locator("h1")).to_have_text("Wurf")


def test_old_versions_go_but_for_the_one_before(context: BrowserContext, server: Moody, second: Path, third: Path) -> None:
    page = visited(context, server)
    for site in (second, third):
        server.site = site
        look_for_update(page)
        bar(page).get_by_role("button", name="Neu laden").click()
        until(lambda site=site: own_version(page) == version(site))
        assert installed(page) == version(site)
    until(lambda: len(caches_of(page)) == 2)
    assert {name.split(":")[-1] for name in caches_of(page)} == {version(second), version(third)}


def test_readers_who_save_data_are_asked(context: BrowserContext, server: Moody) -> None:
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setDataSaverOverride", {"dataSaverEnabled": True})
    page.goto(f"{server.address}/")
    button = page.get_by_role("button", name="Für unterwegs speichern")
    expect(button).to_be_visible()
    assert not any(path.startswith("sw.js") for path in server.asked)
    button.click()
    installed(page)
    expect(page.locator("[data-offline-stand]")).to_have_text("Offline bereit")


def test_a_sign_for_no_net(context: BrowserContext, server: Moody) -> None:
    page = visited(context, server)
    expect(page.locator(".n-ohne-netz")).to_be_hidden()
    context.set_offline(True)
    expect(page.locator(".n-ohne-netz")).to_have_text("Ohne Netz")
    assert too_wide(page) == []
    context.set_offline(False)
    expect(page.locator(".n-ohne-netz")).to_be_hidden()


# -- our own library ----------------------------------------------------------------------------------------------------------


def test_the_whole_library_is_small_enough(own_site: Path) -> None:
    """All systems with search, compressed as by servers: at most 1.5 MB, once."""
    assert set(kept_by(own_site)) >= {f"api/v1/systems/{system}.json" for system in ("aos", "asoiaf", "conquest", "hdd", "t9a")}
    assert transferred(own_site) <= 1_500_000


def test_the_same_content_is_the_same_version(first: Path, tmp_path: Path) -> None:
    again = build(mini_project(tmp_path / "nochmal"))
    assert (again / "sw.js").read_bytes() == (first / "sw.js").read_bytes()
