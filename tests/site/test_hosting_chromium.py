"""Real Chromium on real servers configured as on the help page: no header forbids anything a page needs, and everything works
below a folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.addresses import DESKTOP
from tests.hosting import Server, apache, nginx
from tests.other_site import other_site
from tests.serving import until
from tests.watching import Watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser

#: A page of each kind that has scripts, pictures or tables of its own.
PAGES = [
    "/",
    "/t9a/",
    "/t9a/instabil/",
    "/t9a/kontrollverlust-tabelle/",
    "/t9a/glossar/",
    "/suche/?q=angst",
    "/spickzettel/",
    "/weg/da/",
]

#: Pages at each depth, and one that is not there: the search finds its files from all of them.
SEARCHED = ("/", "/t9a/", "/t9a/instabil/", "/weg/da/")

#: A frame's name → the path of its page on the site.
FRAMES = {"made": "/embed", "refused": ""}


#: That both send the same headers and files is asked without a browser, in test_hosting and test_hosting_apache.
SERVERS = [pytest.param(nginx, id="nginx"), pytest.param(apache, id="apache", marks=pytest.mark.audit)]


@pytest.fixture(scope="module", params=SERVERS)
def server(request: pytest.FixtureRequest, published_site: Path) -> Iterator[Server]:
    with request.param(published_site.parent) as running:
        yield running


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, locale="de-DE", accept_downloads=True)
    context.set_default_timeout(30_000)
    yield context
    context.close()


def visited(context: BrowserContext, server: Server) -> Page:
    """The home page, with everything on the device."""
    page = context.new_page()
    page.goto(f"{server.base}/")
    expect(page.locator("[data-offline-stand]")).to_have_text("Offline bereit", timeout=60_000)
    return page


def test_pages_get_what_they_need(browser: Browser, server: Server) -> None:
    context = browser.new_context(locale="de-DE", service_workers="block")
    page = context.new_page()
    watch = Watch(page, server.base)
    for address in PAGES:
        page.goto(f"{server.base}{address}")
        assert page.evaluate("async () => [...await document.fonts.ready].filter((f) => f.status === 'loaded').length") > 0
        assert page.evaluate("() => [...document.images].filter((i) => i.complete && !i.naturalWidth).length") == 0
        if address in SEARCHED:
            page.keyboard.press("/")
            page.keyboard.type("instabil")
            expect(page.get_by_role("option").first).to_contain_text("Instabil")
    assert watch.trouble == []
    context.close()


def test_the_site_can_be_installed(context: BrowserContext, server: Server) -> None:
    page = visited(context, server)
    tools = context.new_cdp_session(page)
    manifest = tools.send("Page.getAppManifest")
    assert (manifest["url"], manifest["errors"]) == (f"{server.base}/manifest.webmanifest", [])
    assert tools.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],  # as is every context of a test
    )
    scope = "async () => (await navigator.serviceWorker.getRegistration()).scope"
    assert page.evaluate(scope) == f"{server.base}/"


def test_pages_never_visited_are_there_without_a_net(context: BrowserContext, server: Server) -> None:
    page = visited(context, server)
    context.set_offline(True)
    page.goto(f"{server.base}/t9a/instabil/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Instabil")
    page.goto(f"{server.base}/gibt/es/nicht/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Seite ohne Netz")
    page.locator(".n-logo").click()
    page.wait_for_url(f"{server.base}/")


def test_files_can_be_saved(context: BrowserContext, server: Server, tmp_path: Path) -> None:
    page = context.new_page()
    page.goto(f"{server.base}/spickzettel/")
    page.get_by_role("button", name="Mehr", exact=True).click()
    with page.expect_download() as download:
        page.get_by_text("Alle als Datei sichern").click()
    download.value.save_as(tmp_path / "listen.json")
    assert json.loads((tmp_path / "listen.json").read_text("utf-8"))


def test_other_sites_may_frame_and_read_what_is_made_for_them(context: BrowserContext, server: Server) -> None:
    body = f'<script src="{server.base}/einbetten-1.js" async></script><regel-karte ref="t9a/instabil"></regel-karte>'
    body += "".join(f'<iframe src="{server.base}{path}/t9a/instabil/" name="{name}"></iframe>' for name, path in FRAMES.items())
    with other_site({"/": f"<!doctype html><title>Fremd</title>{body}"}) as address:
        page = context.new_page()
        page.goto(address)
        expect(page.frame_locator("iframe[name=made]").get_by_role("heading", level=1)).to_have_text("Instabil")
        expect(page.locator("regel-karte")).to_contain_text("Instabil")
        refused = page.frame("refused")
        until(lambda: refused is not None and refused.url.startswith("chrome-error:"))
