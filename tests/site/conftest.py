"""What the tests of the site share: a Chromium, and pages in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.addresses import PHONE
from tests.browser import chromium
from tests.serving import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.watching import Open, Watch


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium for all tests of a file."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def base(own_site: Path) -> Iterator[str]:
    """The address of our own site, served as `nachschlag serve` would."""
    with served(own_site, own_site.parent / "build" / "index") as address:
        yield address


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
