"""Measure auto-linking on a slow phone: 5,000 words of our own rules, linked by `einbetten-1.js` at a quarter of the processor's speed.

python -m tests.tools.bench.embed_browser
"""

from __future__ import annotations

import json
import statistics
from html import escape
from typing import TYPE_CHECKING

from nachschlag.generator import load

from tests.accuracy.browser import linking
from tests.projects import REPOSITORY

if TYPE_CHECKING:
    from playwright.sync_api import Page

SLOWER = 4
WORDS = 5_000
RUNS = 7
#: Requests linking of the text and waits until its last paragraph is linked; finder and index are already loaded.
_LINK = """async () => {
  await new Promise((done) => setTimeout(done));
  const box = document.querySelector('#text');
  const linked = new Promise((done) => new MutationObserver(done).observe(box.lastElementChild, { childList: true }));
  box.dataset.regelAuto = document.body.dataset.game;
  box.dispatchEvent(new Event('nachschlag:verlinken', { bubbles: true }));
  await linked;
  await new Promise((done) => setTimeout(done));
  return box.querySelectorAll('a').length;
}"""


def main() -> None:
    """Link the text of each system on several fresh pages, and print the median and the slowest."""
    library, _ = load(REPOSITORY)
    for system in library.systems:
        entries = library.system_entries(system)
        words = " ".join(f"{entry.title}. {entry.text}\n\n" for entry in entries).split(" ")
        last = next(f"<p>S. {entry.page}</p>" for entry in entries if entry.page)
        while len(words) < WORDS:
            words += words
        text = "".join(f"<p>{escape(block)}</p>" for block in " ".join(words[:WORDS]).split("\n\n") if block.strip())
        with linking(library) as (page, pages, script):
            pages["/"] = (
                f'<!doctype html><body data-game="{system}"><p data-regel-auto="{system}">S. 1</p><div><div id="text">{text}{last}</div>'
                f'</div><script src="{script}"></script></body>'
            )
            times = [_time(page) for _ in range(RUNS)]
        total, longest = ([run[i] for run in times] for i in (0, 1))
        print(f"{system}: {times[0][2]} links, fastest {min(total):.0f} ms, median {statistics.median(total):.0f} ms, ", end="")
        print(f"longest slice {statistics.median(longest):.0f} ms (medians of {RUNS} fresh pages)")


def _time(page: Page) -> tuple[float, float, int]:
    """Milliseconds of our script in total and in its longest slice, on the page's thread, and the number of links.

    Thread time, without layout and painting. The browser's throttling waits by the clock, so on a busy machine the fastest run is
    nearest to the truth.
    """
    browser = page.context.browser
    assert browser is not None
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto("/", wait_until="networkidle")
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    links = page.evaluate(_LINK)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    slices = [event["tdur"] / 1000 for event in events if event["name"] in ("TimerFire", "EvaluateScript") and "tdur" in event]
    session.detach()
    return sum(slices), max(slices), links


if __name__ == "__main__":
    main()
