"""Fixtures of the tests of army lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from nachschlag.generator.files.own_files import ASSETS
from nachschlag.generator.site import scripts
from nachschlag.generator.takeaway.roster import shared

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def page(browser: Browser) -> Page:
    """A page from which the modules of the site's page can be imported."""
    page = browser.new_page()
    page.route("**/*", lambda route: route.fulfill(path=ASSETS / route.request.url.partition("//localhost/")[2]))
    page.route("**/roster/shared.js", lambda route: route.fulfill(body=shared.shared_script(), content_type="text/javascript"))
    page.route("**/scripts/shared.js", lambda route: route.fulfill(body=scripts.shared_script(), content_type="text/javascript"))
    page.goto("http://localhost/site/assets/favicon.svg")
    return page
