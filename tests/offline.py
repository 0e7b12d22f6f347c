"""A device that has been here before: a page in a real Chromium after its first visit, with the whole library kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from tests.moody import Moody
from tests.serving import until

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

#: The version that the active worker has completely; "" while there is none.
COMPLETE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.active?.state !== 'activated') return '';
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
  registration.active.postMessage('stand', [port2]);
  const { version, isComplete } = await answer;
  return isComplete ? version : '';
}"""


def installed(page: Page) -> str:
    """Wait until the library is on the device; returns its version."""
    until(lambda: page.evaluate(COMPLETE))
    return str(page.evaluate(COMPLETE))


def visited(context: BrowserContext, server: Moody, address: str = "/") -> Page:
    """A page after a first visit, with everything on the device."""
    page = context.new_page()
    page.goto(f"{server.address}{address}")
    installed(page)
    return page


def absolute(html: str, address: str) -> str:
    """HTML whose links are whole addresses, as seen from `address`."""
    return re.sub(r'href="([^"]*)"', lambda m: f'href="{urljoin(address, m[1])}"', html)
