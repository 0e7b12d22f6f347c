"""Findings beside the sentences of a page that `nachschlag serve` shows, in a browser."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.projects import lay_over
from tests.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PATH = "content/wuerfelkrieg/grundregeln/summe.md"
TEXT = """---
title: Summe
kind: rule
short: Zähl die Augen zusammen.
---
Zähl die Augen zusammen.

::: beispiel
Du wirfst 4 + 2 = 7.
:::

Danach ist Schluss.
"""


def test_a_finding_stands_at_its_sentence_and_can_be_hidden(mini: Path, browser: Browser) -> None:
    lay_over(mini, {PATH: TEXT})
    with serving(mini) as (_, url):
        page = browser.new_page(viewport={"width": 390, "height": 844})
        problems: list[str] = []
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.goto(f"{url}/wuerfelkrieg/summe/")
        note = page.locator(".n-befund", has_text="Z010")
        expect(note).to_be_visible(timeout=60_000)
        expect(note).to_contain_text("Warnung Z010 „4 + 2 = 7“ stimmt nicht: Richtig ist 6 (text).")
        expect(note).to_contain_text(f"{PATH}:9")
        assert "4 + 2 = 7" in note.evaluate("it => it.previousElementSibling.textContent")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if folder := os.environ.get("NACHSCHLAG_PICTURES"):
            page.screenshot(path=f"{folder}/befund-390.png")
            page.set_viewport_size({"width": 1280, "height": 900})
            page.screenshot(path=f"{folder}/befund-1280.png")
        button = page.locator(".n-befunde")
        button.click()
        expect(note).to_be_hidden()
        page.reload()
        expect(button).to_contain_text("zeigen", timeout=60_000)
        expect(page.locator(".n-befund", has_text="Z010")).to_be_hidden()
        page.goto(f"{url}/wuerfelkrieg/")
        expect(page.locator(".n-befund")).to_have_count(0)
        assert problems == []
        built = (mini / "build/serve/wuerfelkrieg/summe/index.html").read_text("utf-8")
        assert "n-befund" not in built
