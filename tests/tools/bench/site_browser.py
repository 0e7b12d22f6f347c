"""Measure our own site as on a slow phone in a slow network: the time until the search is ready, and the response to keys and references.

python -m tests.tools.bench.site_browser [--site DIR]

Chromium runs at a quarter of the processor's speed; the server sends 1.6 Mbit/s over all connections together, after 150 ms for every
answer. Unlike a throttled browser, this also slows the service worker, and makes the worker and the search compete for bandwidth.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.addresses import ADDRESSES, PHONE
from tests.browser import chromium
from tests.host import SLOW_4G, Host, hosted
from tests.projects import nachschlag, repository_copy

from .search_measure import p95

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SLOWER = 4
RUNS = 3
REFERENCES = 6
#: Typed at the load event: a name's prefix, and a word that occurs only in rule texts, which needs the whole search.
NAME, TEXT = "nahk", "versehentlich"
#: Typed letter by letter once everything is loaded.
WORDS = ("nahkampf", "instabil", "sichtlinie", "deckung", "angrif", "charge", "flucht", "terror")

#: Runs before the page. Records the load event (and then types `atLoad`, if set), and when hits and dialogs change and are painted.
WATCH = """(() => {
  const seen = { atLoad: %s, loaded: 0, typed: 0, key: 0, hits: 0, hitsPainted: 0, tapped: 0, dialog: 0, dialogPainted: 0 };
  window.measured = seen;
  const now = () => performance.now();
  const painted = (name) => requestAnimationFrame(() => setTimeout(() => { seen[name] = now(); }));
  const type = () => {
    const field = document.querySelector('form[data-suche] input[name="q"]');
    seen.typed = now();
    field.focus();
    field.value = seen.atLoad;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  addEventListener('load', () => { seen.loaded = now(); if (seen.atLoad) setTimeout(type); });
  addEventListener('keydown', (event) => { Object.assign(seen, { key: event.timeStamp, hits: 0, hitsPainted: 0 }); }, true);
  addEventListener('click', (event) => { Object.assign(seen, { tapped: event.timeStamp, dialog: 0, dialogPainted: 0 }); }, true);
  const isHits = ({ target }) => target.closest?.('[role="listbox"]') || target.querySelector?.(':scope > [role="listbox"]');
  new MutationObserver((changes) => {
    if (!seen.hits && changes.some(isHits) && document.querySelector('[role="option"]')) {
      seen.hits = now();
      painted('hitsPainted');
    }
    const dialog = document.querySelector('dialog[open]');
    if (!seen.dialog && dialog && dialog.textContent.length > 60) {
      seen.dialog = now();
      painted('dialogPainted');
    }
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['open', 'hidden'] });
})()"""


def main() -> None:
    """Build our content unless a site is given, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.site_browser")
    parser.add_argument("--site", type=Path, help="a built site, instead of building one")
    given = parser.parse_args()
    with _site(given.site) as site, hosted(site, SLOW_4G) as host, chromium() as browser:
        figures = {**ready(browser, host), **keys(browser, host), **references(browser, host)}
    for name, value in figures.items():
        print(f"{name:<44}{'–' if value is None else f'{value:.0f} ms':>9}")


@contextmanager
def _site(given: Path | None) -> Iterator[Path]:
    if given:
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="nachschlag-bench-") as folder:
        project = repository_copy(Path(folder) / "projekt")
        done = nachschlag("--project", project, "build")
        if done.returncode:
            raise SystemExit(done.stderr)
        yield project / "site"


@contextmanager
def _phone(browser: Browser, at_load: str = "") -> Iterator[Page]:
    """A page in a fresh browser profile that records times; `at_load` is typed as soon as the page is loaded.

    It does not use Playwright's waiting for a page's state, which needs eval, forbidden by our policy.
    """
    context = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True, locale="de-DE", bypass_csp=True
    )
    try:
        page = context.new_page()
        page.add_init_script(WATCH % repr(at_load))
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        yield page
    finally:
        context.close()


def _seen(page: Page) -> dict[str, Any]:
    seen: dict[str, Any] = page.evaluate("measured")
    return seen


# -- ready --------------------------------------------------------------------------------------------------------------------


def ready(browser: Browser, host: Host) -> dict[str, float | None]:
    """Medians of first visits: from the page's start until loaded, from there until hits from names, and until hits from texts."""
    names = [_first_visit(browser, host, NAME) for _ in range(RUNS)]
    texts = [_first_visit(browser, host, TEXT) for _ in range(RUNS)]
    return {
        "first visit: start → loaded": statistics.median(seen["loaded"] for seen in names),
        "first visit: loaded → hits from names": statistics.median(seen["hitsPainted"] - seen["loaded"] for seen in names),
        "first visit: loaded → hits from texts": statistics.median(seen["hitsPainted"] - seen["loaded"] for seen in texts),
    }


def _first_visit(browser: Browser, host: Host, typed: str) -> dict[str, Any]:
    with _phone(browser, typed) as page:
        page.goto(f"{host.address}/", timeout=60_000)
        page.wait_for_function("measured.hitsPainted", timeout=60_000)
        return _seen(page)


# -- keys and references ------------------------------------------------------------------------------------------------------


def keys(browser: Browser, host: Host) -> dict[str, float | None]:
    """The time from a keystroke until its hits are in the page, and until they are painted."""
    made, painted = [], []
    with _phone(browser, NAME) as page:
        page.goto(f"{host.address}/", timeout=60_000)
        page.wait_for_function("measured.hitsPainted", timeout=60_000)
        host.quiet(4)
        for word in WORDS:
            page.locator('form[data-suche] input[name="q"]').first.fill("")
            for letter in word:
                page.keyboard.press(letter)
                page.wait_for_function("measured.hitsPainted", timeout=10_000)
                seen = _seen(page)
                made.append(seen["hits"] - seen["key"])
                painted.append(seen["hitsPainted"] - seen["key"])
    return {
        "key → hits in the page, p50": statistics.median(made),
        "key → hits in the page, p95": p95(made),
        "key → hits painted, p50": statistics.median(painted),
        "key → hits painted, p95": p95(painted),
    }


def references(browser: Browser, host: Host) -> dict[str, float | None]:
    """The time from a tap on a reference until its rule is painted: the first of a fresh visit, the median of later ones, or None."""
    times = []
    with _phone(browser) as page:
        page.goto(f"{host.address}{ADDRESSES['eintrag-lang']}", timeout=60_000)
        host.quiet(4)
        found = page.locator("article .n-regel a.verweis[data-id]:visible")
        for position in range(min(REFERENCES, found.count())):
            found.nth(position).tap()
            page.wait_for_function("!window.measured || !measured.tapped || measured.dialogPainted", timeout=30_000)
            seen = _seen(page)
            if not seen["tapped"]:  # the link was followed to another page, which has seen no tap
                break
            times.append(seen["dialogPainted"] - seen["tapped"])
            page.keyboard.press("Escape")
            page.wait_for_function("!document.querySelector('dialog[open]')")
    return {
        "reference → rule painted, first": times[0] if times else None,
        "reference → rule painted, later": statistics.median(times[1:]) if times[1:] else None,
    }


if __name__ == "__main__":
    main()
