"""A returning device: a page in a real Chromium after its first visit, with the whole library stored."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from nachschlag.generator.site.offline import STATE, WORKER

from tests.addresses import PHONE
from tests.moody import Moody
from tests.projects import MINI, mini_project
from tests.serving import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

#: A rule of the mini project that the next version rewords, and both wordings.
RULE = "content/wuerfelkrieg/grundregeln/rueckzug.md"
OLD, NEW = "Gib einen Würfel ab", "Wer nicht mehr mag, darf nach Hause gehen"

#: The bundle with that rule.
RULES = "api/v1/systems/wuerfelkrieg.json"

#: The origin that a page states: "netz", or the version of a device.
META = '<meta name="nachschlag-version" content="%s">'

#: The version that the active worker has completely; "" while there is none or, if another is to take over, still one that installs
#: or waits. Then it asks none: a message that reaches the old worker at that moment wakes it again, and with a debugger attached
#: (as here, not at readers') Chromium never finds it idle, so that the new one waits and no further page comes.
COMPLETE = """async (toBeReplaced) => {
  const registration = await navigator.serviceWorker.getRegistration();
  if (toBeReplaced && (registration.installing || registration.waiting)) return '';
  if (registration?.active?.state !== 'activated') return '';
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
  registration.active.postMessage('stand', [port2]);
  const { version, isComplete } = await answer;
  return isComplete ? version : '';
}"""


def phone(browser: Browser) -> BrowserContext:
    """A phone with nothing stored."""
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, locale="de-DE", has_touch=True)
    context.set_default_timeout(30_000)
    return context


def installed(page: Page) -> str:
    """Wait until the library is on the device; returns its version."""
    until(lambda: page.evaluate(COMPLETE))
    return str(page.evaluate(COMPLETE))


def takes_over(page: Page, new: str) -> None:
    """Wait until the active worker has this version."""
    until(lambda: page.evaluate(COMPLETE, True) == new)


def visited(context: BrowserContext, server: Moody, address: str = "/") -> Page:
    """A page after a first visit, with everything stored on the device."""
    page = context.new_page()
    page.goto(f"{server.address}{address}")
    installed(page)
    return page


def reworded(project: Path, short: str = NEW) -> Path:
    """The mini project with another short rule."""
    text = (MINI / RULE).read_text("utf-8")
    changed = re.sub(r"^short: .*$", f"short: {short}.", text, flags=re.MULTILINE)
    assert changed != text
    return mini_project(project, {RULE: changed})


def version(site: Path) -> str:
    """The version of a built site."""
    return str(json.loads((site / STATE).read_text("utf-8"))["version"])


def hash_of(site: Path, path: str) -> str:
    """The hash by which pages ask for a file of a built site."""
    return hashlib.sha256((site / path).read_bytes()).hexdigest()[:12]


def asked_for(path: str, server: Moody, site: Path) -> bool:
    """Whether a file has been requested as a built site has it."""
    return f"{path}?v={hash_of(site, path)}" in server.asked


def origin(page: Page) -> str:
    """The origin of an open page: "netz", or the version of the device that made it."""
    return page.locator('meta[name="nachschlag-version"]').get_attribute("content") or ""


def from_net(page: Page) -> bool:
    """Whether an open page comes from the network."""
    return origin(page) == "netz"


def comes(page: Page, server: Moody, path: str) -> None:
    """Open a page from the network; on a busy machine it may come too late at first."""

    def is_there() -> bool:
        page.goto(f"{server.address}{path}")
        return from_net(page)

    until(is_there)


def finds(page: Page) -> None:
    """Check that the page's search finds a rule by its name."""
    from playwright.sync_api import expect

    page.locator('input[name="q"]').first.fill("zaubern")
    expect(page.locator('[role="option"]').first).to_have_attribute("data-id", "wuerfelkrieg/zaubern")
    page.keyboard.press("Escape")


def limit_storage(page: Page, address: str, size: int) -> None:
    """Let the device have room for this many bytes of a site."""
    session = page.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": address, "quotaSize": size})
    page.evaluate("navigator.storage.estimate()")


def own_version(page: Page) -> str:
    """The version that an open page assumes for itself; "" while another page replaces it."""
    from playwright.sync_api import Error

    if not from_net(page):
        return origin(page)
    try:
        return str(page.evaluate("nachschlagStand.net.then((state) => state?.version ?? '')"))
    except Error:
        return ""


def bar(page: Page) -> Locator:
    """The line that announces a new version."""
    return page.locator(".n-angebot", has_text="Neue Fassung")


def news_bar(page: Page) -> Locator:
    """The line that says what the last update changed."""
    return page.locator(".n-angebot", has_not_text="Neue Fassung")


def look_for_update(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.getRegistration().then((r) => r.update()).catch(() => {})")


def is_at_rest(page: Page) -> bool:
    """Whether no other worker is installing or waiting."""
    return bool(page.evaluate("navigator.serviceWorker.getRegistration().then((r) => !r?.installing && !r?.waiting)"))


def absolute(html: str, address: str) -> str:
    """The HTML with its links made absolute, relative to `address`."""
    return re.sub(r'href="([^"]*)"', lambda m: f'href="{urljoin(address, m[1])}"', html)


def kept_by(folder: Path) -> dict[str, tuple[str, int]]:
    """The files (path → SHA-256 and bytes) that a built site's worker keeps; {} without a worker."""
    path = folder / WORKER
    if not path.is_file():
        return {}
    first = path.read_text("utf-8").partition("\n")[0]
    files = json.loads(first.removeprefix("const nachschlagStand = ").removesuffix(";"))["files"]
    return {name: (str(sha), int(size)) for name, (sha, size) in files.items()}
