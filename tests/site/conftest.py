"""Fixtures of the site's tests: our own site served, and pages of it in a Chromium."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from nachschlag.generator.site.scripts import FOLDER, shared_script

from tests.addresses import PHONE
from tests.serving import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.watching import Open, Watch


@pytest.fixture(scope="module")
def base(own_site: Path) -> Iterator[str]:
    """The address of our own site, served as by `nachschlag serve`."""
    with served(own_site, own_site.parent / "build" / "index") as address:
        yield address


@pytest.fixture(scope="module")
def mini(mini_site: Path) -> Iterator[str]:
    """The address of the mini project's site."""
    with served(mini_site, mini_site.parent / "build" / "index") as address:
        yield address


@pytest.fixture(scope="module")
def scripts(browser: Browser) -> Iterator[Page]:
    """A page from which every module of the site's scripts can be imported: `import('/wording.js')`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(FOLDER)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.route("**/shared.js", lambda route: route.fulfill(body=shared_script(), content_type="text/javascript"))
    page.goto(f"http://127.0.0.1:{server.server_port}/wording.js")
    yield page
    page.close()
    server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files without logging."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def look(browser: Browser, base: str) -> Iterator[Open]:
    """As `open_page`, but in one tab for all tests of a file with the same keywords, which costs half: for tests that only look and type.
    Each begins with nothing stored."""
    from tests.watching import Watch

    tabs: dict[str, tuple[Page, Watch]] = {}

    def look(address: str, size: tuple[int, int] = PHONE, **more: Any) -> tuple[Page, Watch]:
        key = repr(sorted(more.items()))
        if key not in tabs:
            page = browser.new_context(**{"locale": "de-DE", "service_workers": "block"} | more).new_page()
            tabs[key] = page, Watch(page, base)
        page, watch = tabs[key]
        if page.url.startswith(base):
            page.evaluate("localStorage.clear(); sessionStorage.clear()")
            page.goto("about:blank")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        watch.trouble.clear()
        page.goto(f"{base}{address}", wait_until="load")
        return page, watch

    yield look
    for page, _ in tabs.values():
        page.context.close()


@pytest.fixture
def open_page(browser: Browser, base: str) -> Iterator[Open]:
    """Opens a page in a fresh context (keywords go to the context) and watches it. No service worker unless asked for: every
    context would fetch the whole library."""
    contexts = []

    def open_page(address: str, size: tuple[int, int] = PHONE, **more: Any) -> tuple[Page, Watch]:
        from tests.watching import Watch

        context = browser.new_context(
            **{"viewport": {"width": size[0], "height": size[1]}, "locale": "de-DE", "service_workers": "block"} | more
        )
        contexts.append(context)
        page = context.new_page()
        watch = Watch(page, base)
        page.goto(f"{base}{address}", wait_until="load")
        return page, watch

    yield open_page
    for context in contexts:
        context.close()
