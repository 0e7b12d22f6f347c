"""axe finds what it should: our settings are its own except for the one that is stricter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.watching import CONTRAST, violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

PAGE = """<html lang="de"><title>Probe</title><style>
  body { background: #fff; color: #000 }
  .blass { color: #ccc }
  .davor { position: relative }
  .davor::before { content: ''; position: absolute; inset: 0; background: #fff; z-index: -1 }
</style><main><h1>Probe</h1><p class="blass">Blass.</p><p class="davor blass">Blass auf einer Fläche.</p><p>Lesbar.</p></main>"""


def test_pale_text_is_found_even_on_a_box_of_a_pseudo_element(browser: Browser) -> None:
    page = browser.new_page()
    try:
        page.set_content(PAGE)
        found = violations(page)
        assert [line.partition(":")[0] for line in found] == ["color-contrast"] * 2, found
        assert violations(page, ".davor") != []
        assert violations(page, {"exclude": [".blass"]}) == []
        ours = page.evaluate("axe._audit.checks['color-contrast'].options")
        assert {**ours, "ignorePseudo": True} == CONTRAST
    finally:
        page.close()


LINE = "<li><a href='#x'>Regel</a></li>"
HEAD = "<!doctype html><html lang='de'><title>Probe</title><style>html { background: #fff } a { color: #036 } li { margin: 2em }</style>"


@pytest.mark.parametrize(
    ("line", "reported"),
    [
        (LINE, False),
        ("<li><a href='#x' style='color: #bcd'>Regel</a></li>", True),
        ("<li class='da'><a href='#x' class='blass'>Regel</a></li><style>.blass { color: #bcd }</style>", True),
        ("<li style='background: #024'><a href='#x'>Regel</a></li>", True),
        ("<li style='opacity: .3'><a href='#x'>Regel</a></li>", True),
        (LINE + "<style>a { color: #bcd }</style>", True),
        ("<li><div><template shadowrootmode='open'><p style='color: #ccc'>Regel</p></template></div></li>", True),
    ],
    ids=["nothing", "colour", "class", "fill around it", "opacity", "all", "shadow root"],
)
def test_pale_text_is_found_among_many_lines(browser: Browser, line: str, reported: bool) -> None:
    """Ninety lines are alike, one of them may be another: only the first of each look are judged."""
    page = browser.new_page()
    try:
        page.set_content(f"{HEAD}<main><h1>Probe</h1><ul>{LINE * 60}{line}{LINE * 30}</ul></main>")
        found = violations(page)
    finally:
        page.close()
    assert [fault.partition(":")[0] for fault in found[:1]] == ["color-contrast"] * reported, found
