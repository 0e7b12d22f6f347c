"""`nachschlag serve` in a real Chromium: the open page shows a saved change, and unaffected pages stay unchanged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.projects import mini_project
from tests.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_the_page_that_was_saved_reloads_and_no_other(browser: Browser, tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt")
    file = project / "content/wuerfelkrieg/grundregeln/kaempfen.md"
    with serving(project) as (_, url):
        context = browser.new_context(service_workers="block")
        saved, other = context.new_page(), context.new_page()
        saved.goto(f"{url}/wuerfelkrieg/kaempfen/")
        other.goto(f"{url}/murmeln/schnipsen/")
        for page in (saved, other):
            page.evaluate("window.unberuehrt = true")
        file.write_text(file.read_text("utf-8").replace("aus dem Becher", "aus dem Zylinder"), "utf-8")
        expect(saved.get_by_text("aus dem Zylinder")).to_be_visible(timeout=60_000)
        assert saved.evaluate("window.unberuehrt") is None
        file.write_text(file.read_text("utf-8").replace("aus dem Zylinder", "aus der Mütze"), "utf-8")
        expect(saved.get_by_text("aus der Mütze")).to_be_visible(timeout=60_000)
        assert other.evaluate("window.unberuehrt") is True
        context.close()
