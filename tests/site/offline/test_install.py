"""The offer to install the site as an app: once, not at the first visit, and never again after it was closed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.watching import Open

pytestmark = pytest.mark.browser

#: The event that Chromium sends if a site can be installed; one without a window never does.
ASKED = """() => {
  const event = new Event('beforeinstallprompt', { cancelable: true });
  event.prompt = () => { document.documentElement.dataset.asked = 'yes'; };
  return window.dispatchEvent(event);
}"""


def offer(page: Page) -> Locator:
    return page.get_by_role("region", name="Als App")


def test_the_second_visit_is_asked_once(open_page: Open) -> None:
    first, watch = open_page("/")
    assert first.evaluate(ASKED) is False
    first.reload()
    first.evaluate(ASKED)
    expect(offer(first)).to_have_count(0)  # the same visit
    second, third = first.context.new_page(), first.context.new_page()
    second.goto(first.url)
    second.evaluate(ASKED)
    expect(offer(second).get_by_role("status")).to_have_text("Als App auf dem Startbildschirm")
    offer(second).get_by_role("button", name="Installieren").click()
    expect(offer(second)).to_have_count(0)
    assert second.evaluate("document.documentElement.dataset.asked") == "yes"
    third.goto(first.url)
    third.evaluate(ASKED)
    expect(offer(third)).to_have_count(0)
    assert watch.trouble == []


def test_a_closed_offer_does_not_come_back(open_page: Open) -> None:
    first, _ = open_page("/")
    second, third = first.context.new_page(), first.context.new_page()
    second.goto(first.url)
    second.evaluate(ASKED)
    offer(second).get_by_role("button", name="Später").click()
    expect(offer(second)).to_have_count(0)
    third.goto(first.url)
    third.evaluate(ASKED)
    expect(offer(third)).to_have_count(0)
