"""Measure the search in the browser with our own content, as on a slow phone in a slow network, and print the figures as JSON.

python -m tests.tools.bench.search_browser

Chromium runs at a quarter of the processor's speed, with 1.6 Mbit/s and 150 ms to the server, which compresses everything.
"""

from __future__ import annotations

import gzip
import json
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nachschlag.generator import load
from nachschlag.generator.files.output import Output
from nachschlag.generator.site.scripts import FOLDER as SCRIPTS
from nachschlag.generator.site.scripts import classic_script
from nachschlag.search.build import FOLDER, build_step

from tests.browser import chromium
from tests.host import hosted
from tests.projects import REPOSITORY

from .search_measure import p95

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

SLOWER = 4
BITS_PER_SECOND = 1_600_000
LATENCY_MS = 150
RUNS = 3
KEYS = 60
#: Typed into the field before anything is loaded.
FIRST_LETTERS = "nahk"
#: Typed letter by letter once everything is loaded; the first word does not count.
WORDS = ("moral", "nahkampf", "instabil", "sichtlinie", "deckung", "angrif", "charge", "flucht", "wurf wiederholen", "terror")

PAGE = """<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Messung</title>
<meta name="nachschlag-base" content="."><meta name="nachschlag-system" content="">
<link rel="icon" href="data:,"><link rel="stylesheet" href="./assets/suche/suche.css"></head><body>
<form data-suche action="./suche/" method="get" role="search"><label for="q">Suche</label>
<input id="q" type="search" name="q"><div data-suche-treffer></div></form>
<script src="./assets/nachschlag.js" defer></script><script src="./assets/suche/suche.js" defer></script></body></html>"""

#: Runs before the page: records when hits change and when the change is painted. It turns on data saving, so that nothing is preloaded.
WATCH = """(() => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  const seen = { started: 0, changes: [] };
  window.measured = seen;
  const watch = () => {
    const place = document.querySelector('[data-suche-treffer]');
    if (!place) return;
    noticed.disconnect();
    new MutationObserver(() => {
      if (!seen.started) return;
      const change = { at: performance.now() - seen.started, hits: place.querySelectorAll('[role="option"]').length, painted: 0 };
      requestAnimationFrame(() => setTimeout(() => { change.painted = performance.now() - seen.started; }));
      seen.changes.push(change);
    }).observe(place, { childList: true, subtree: true });
  };
  const noticed = new MutationObserver(watch);
  noticed.observe(document, { childList: true, subtree: true });
  addEventListener('keydown', (event) => { seen.started = event.timeStamp; seen.changes = []; }, true);
})()"""

#: Focus and letters in one go; the clock starts at the focus (or with the page, where `fromStart`).
TYPE = """([text, fromStart]) => {
  const input = document.querySelector('#q');
  window.measured.started = fromStart ? 0.001 : performance.now();
  window.measured.changes = [];
  input.focus();
  input.value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}"""

#: Whether the script has taken over the field.
READY = "() => document.querySelector('#q')?.getAttribute('role') === 'combobox'"
PAINTED = "count => measured.changes.filter((change) => change.painted).length >= count"

Figures = dict[str, Any]


def measure() -> Figures:
    """All figures: bytes of the files, seconds until hits are shown, milliseconds per keystroke."""
    library, _ = load(REPOSITORY)
    with tempfile.TemporaryDirectory(prefix="nachschlag-bench-") as name:
        folder = Path(name)
        output = Output(folder / "site")
        build_step(library, output, folder)
        output.write("assets/nachschlag.js", classic_script(SCRIPTS / "main.js", shares=True))
        output.write("index.html", PAGE)
        with hosted(folder / "site") as host, chromium() as browser:
            address = f"{host.address}/"
            return {
                "files": _sizes(folder / "site" / FOLDER),
                "version": browser.version,
                **_first_hits(browser, address),
                **per_key(browser, address),
            }


def _sizes(folder: Path) -> dict[str, tuple[int, int]]:
    """Name → bytes, uncompressed and compressed."""
    files = sorted(folder.iterdir(), key=lambda path: (path.suffix, path.name))
    return {path.name: (path.stat().st_size, len(gzip.compress(path.read_bytes(), 9, mtime=0))) for path in files}


# -- times --------------------------------------------------------------------------------------------------------------------


def _first_hits(browser: Browser, address: str) -> Figures:
    """Medians in seconds, with an empty cache.

    names       from the focus until the first hits, from the names
    whole       … until those of the whole search, which loads at the same time
    alone       as `names`, while index.json is not loaded
    opened      from the page's start until the first hits, typed as soon as the field exists
    """
    found: dict[str, list[float]] = {"names": [], "whole": [], "alone": [], "opened": []}
    for _ in range(RUNS):
        changes = _cold(browser, address)
        found["names"].append(changes[0]["painted"])
        found["whole"].append(changes[-1]["painted"])
        found["alone"].append(_cold(browser, address, without="**/index.json")[0]["painted"])
        found["opened"].append(_cold(browser, address, from_start=True)[0]["painted"])
    return {f"{name}_s": statistics.median(times) / 1000 for name, times in found.items()}


def _cold(browser: Browser, address: str, *, without: str = "", from_start: bool = False) -> list[dict[str, float]]:
    """What is shown and when, with an empty cache: hits of the names, then of the whole search unless that is held back."""
    with _page(browser) as page:
        held: list[Route] = []
        if without:
            page.route(without, lambda route: held.append(route))
        page.goto(address, wait_until="commit")
        page.wait_for_function(READY)
        if not from_start:
            page.wait_for_load_state("networkidle")
        page.evaluate(TYPE, [FIRST_LETTERS, from_start])
        page.wait_for_function(PAINTED, arg=1 if without else 2, timeout=60_000)
        changes: list[dict[str, float]] = page.evaluate("measured.changes")
        for route in held:
            route.abort()
        if not changes[0]["hits"]:
            raise RuntimeError(f"no hits for {FIRST_LETTERS!r}")
        return changes


def per_key(
    browser: Browser, address: str, first: str = FIRST_LETTERS, words: Sequence[str] = WORDS, *, is_slow: bool = True
) -> Figures:
    """Milliseconds from a keystroke until the list is made, and until it is painted: median and 95th percentile."""
    with _page(browser, is_slow=is_slow) as page:
        page.goto(address)
        page.wait_for_function(READY)
        page.evaluate(TYPE, [first, False])
        page.wait_for_function(PAINTED, arg=2, timeout=60_000)
        _typed(page, words[0])
        times = [time for word in words[1:] for time in _typed(page, word)][:KEYS]
    made, painted = [time["at"] for time in times], [time["painted"] for time in times]
    return {
        "keys": len(times),
        "key_p50_ms": statistics.median(made),
        "key_p95_ms": p95(made),
        "painted_p50_ms": statistics.median(painted),
        "painted_p95_ms": p95(painted),
    }


def _typed(page: Page, word: str) -> list[dict[str, float]]:
    """Type a word into the emptied field; return the time of every keystroke."""
    page.locator("#q").fill("")
    times = []
    for letter in word:
        page.keyboard.press("Space" if letter == " " else letter)
        page.wait_for_function(PAINTED, arg=1, timeout=10_000)
        times.append(page.evaluate("measured.changes[0]"))
    return times


@contextmanager
def _page(browser: Browser, *, is_slow: bool = True) -> Iterator[Page]:
    """A page in a fresh browser profile, on a slow phone in a slow network."""
    context: BrowserContext = browser.new_context(viewport={"width": 390, "height": 844})
    try:
        page = context.new_page()
        page.add_init_script(WATCH)
        session = context.new_cdp_session(page)
        speed = BITS_PER_SECOND / 8
        limits = {"offline": False, "latency": LATENCY_MS, "downloadThroughput": speed, "uploadThroughput": speed}
        if is_slow:
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", limits)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        yield page
    finally:
        context.close()


if __name__ == "__main__":
    print(json.dumps(measure()))
