"""What the browser tests watch with: the contrast of one element of each look stands for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser import chromium
from tests.watching import violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

LINE = "<li><a href='#x'>Regel</a></li>"
HEAD = "<!doctype html><html lang='de'><title>Probe</title><style>html { background: #fff } a { color: #036 } li { margin: 2em }</style>"


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with chromium() as browser:
        yield browser.new_page()


@pytest.mark.parametrize(
    ("line", "told"),
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
def test_weak_contrast_is_found_wherever_it_stands(page: Page, line: str, told: bool) -> None:
    """Ninety lines are alike, one of them may be another."""
    page.set_content(f"{HEAD}<main><h1>Probe</h1><ul>{LINE * 60}{line}{LINE * 30}</ul></main>")
    found = violations(page)
    assert [fault.partition(":")[0] for fault in found[:1]] == ["color-contrast"] * told, found
