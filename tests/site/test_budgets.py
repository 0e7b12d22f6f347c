"""The bytes of a visit, and no request to another host: counted by a server that compresses as real hosts do."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.addresses import ADDRESSES, PHONE
from tests.host import Host, Sent, hosted, packed_size

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser

#: Bytes including headers. Search data has its own budgets (tests/search) and is fetched after the page.
FIRST_LOAD = 200_000
FURTHER_PAGE = 25_000
WHOLE_VISIT = 1_500_000
GAME = 300_000
NAMES = 100_000
#: The most bytes of a page's response headers.
HEADERS = 400

#: Names (when idle), index (when wanted) and bundles: stored on the device, counted in the budget of the whole visit.
SEARCH_DATA = re.compile(r"/(?:assets/suche|api/v1/systems)/[^/]+\.json$")
#: Files that a page loads: styles, scripts, icons, pictures; not those it only links (its JSON, feeds).
BROUGHT = re.compile(r'<(?:link(?! rel="alternate")|script|img)\b[^>]*?\b(?:href|src)="([^"#?:]+)')


@pytest.fixture(scope="module")
def host(own_site: Path) -> Iterator[Host]:
    """Our own site, served as by a real host."""
    with hosted(own_site) as host:
        yield host


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A phone on its first visit, without a service worker: only the pages' own requests."""
    context = phone(browser, service_workers="block")
    yield context
    context.close()


def phone(browser: Browser, **more: Any) -> BrowserContext:
    return browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, locale="de-DE", has_touch=True, **more)


def visited(page: Page, host: Host, address: str) -> list[Sent]:
    """Everything sent when a page is opened, except search data."""
    before = len(host.sent)
    page.goto(f"{host.address}{address}", wait_until="load")
    host.quiet(0.1)
    return [answer for answer in host.sent[before:] if not SEARCH_DATA.search(answer.path)]


def over(budget: int, answers: list[Sent]) -> list[str]:
    """Empty within the budget, else the sum and its items, largest first."""
    total = sum(answer.size for answer in answers)
    largest = sorted(answers, key=lambda answer: -answer.size)
    return [f"{total} > {budget}", *(f"{a.size} {a.path}" for a in largest[:15])] if total > budget else []


# -- other hosts --------------------------------------------------------------------------------------------------------------


#: Chromium's own requests on any page with a form.
BROWSERS_OWN = ("content-autofill.googleapis.com",)


@dataclass
class Strangers:
    """A proxy for requests to other hosts: it blocks and records them."""

    asked: list[str]
    address: str

    def context(self, browser: Browser, **more: Any) -> BrowserContext:
        return phone(browser, proxy={"server": self.address, "bypass": "127.0.0.1"}, **more)


@pytest.fixture
def strangers() -> Iterator[Strangers]:
    asked: list[str] = []

    class Refuse(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            line = self.rfile.readline().decode("latin-1").strip()
            if not any(host in line for host in BROWSERS_OWN):
                asked.append(line)
            self.wfile.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Refuse) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Strangers(asked, f"http://127.0.0.1:{server.server_address[1]}")
        server.shutdown()


def test_a_request_to_another_host_would_be_noticed(browser: Browser, strangers: Strangers) -> None:
    context = strangers.context(browser)
    context.new_page().evaluate("fetch('http://example.org/schrift.woff2', { mode: 'no-cors' }).catch(() => null)")
    context.close()
    assert strangers.asked == ["GET http://example.org/schrift.woff2 HTTP/1.1"]


# -- bytes --------------------------------------------------------------------------------------------------------------------


def test_the_first_load(context: BrowserContext, host: Host) -> None:
    """The first page stays within its budget."""
    answers = visited(context.new_page(), host, "/")
    assert {answer.path for answer in answers} >= {"/", "/assets/nachschlag.css", "/assets/nachschlag.js"}
    assert over(FIRST_LOAD, answers) == []


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.audit)])
def test_a_further_page_of_every_kind(browser: Browser, host: Host, strangers: Strangers, every: int) -> None:
    """A page stays within its budget and asks no other host; this also proves the sum that the next test takes for every page."""
    context = strangers.context(browser, service_workers="block")
    try:
        page = context.new_page()
        visited(page, host, "/")
        found = {name: visited(page, host, address) for name, address in list(ADDRESSES.items())[::every]}
        assert all(found.values())
        assert {name: lines for name, answers in found.items() if (lines := over(FURTHER_PAGE, answers))} == {}
        assert strangers.asked == []
    finally:
        context.close()


def test_every_page_of_the_site(own_site: Path) -> None:
    """Every page stays within its budget: the page, and its files that the home page has not loaded."""
    known = brought(own_site / "index.html")
    sizes = {
        path.relative_to(own_site).as_posix(): HEADERS
        + packed_size(path)
        + sum(packed_size(file) + HEADERS for file in brought(path) - known)
        for path in own_site.rglob("*.html")
    }
    assert len(sizes) > 1000
    assert {path: size for path, size in sizes.items() if size > FURTHER_PAGE} == {}


def brought(path: Path) -> set[Path]:
    """The files that a page loads. The 404 page names them from the root."""
    folder = path.parent
    found = {(folder / address.lstrip("/")).resolve() for address in BROUGHT.findall(path.read_text("utf-8"))}
    return {file for file in found if file.is_file() and file.suffix != ".html"}


@pytest.mark.parametrize(("folder", "most"), [("systems", GAME), ("names", NAMES)])
def test_a_game_for_apps_and_bots(own_site: Path, folder: str, most: int) -> None:
    """Files of a system stay within the sizes that the help page promises."""
    sizes = {path.stem: packed_size(path) for path in (own_site / "api/v1" / folder).iterdir()}
    assert len(sizes) == 5
    assert {system: size for system, size in sizes.items() if size > most} == {}


def test_the_whole_visit_with_everything_for_later(browser: Browser, host: Host, strangers: Strangers) -> None:
    """One visit makes all systems work without a network; count everything sent for it, including search data and bundles. No other
    host is asked for anything: by the page, its service worker, during a search, after a tap on a reference."""
    context = strangers.context(browser)
    try:
        page = context.new_page()
        before = len(host.sent)
        page.goto(f"{host.address}/")
        expect(page.locator("[data-offline-stand]")).to_have_text("Offline bereit")
        host.quiet(1)
        answers = host.sent[before:]
        assert {Path(a.path).stem for a in answers if "/systems/" in a.path} >= {"aos", "asoiaf", "conquest", "hdd", "t9a"}
        assert over(WHOLE_VISIT, answers) == []
        page.goto(f"{host.address}{ADDRESSES['eintrag-lang']}")
        page.locator('form[data-suche] input[name="q"]').first.fill("wurf")
        expect(page.locator('[role="option"]').first).to_be_visible()
        page.keyboard.press("Escape")
        page.locator("article a.verweis[data-id]").first.tap()
        host.quiet(1)
        assert strangers.asked == []
    finally:
        context.close()
