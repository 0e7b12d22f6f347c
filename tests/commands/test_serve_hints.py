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


ALIKE = """---
title: Sturm
kind: rule
short: Wirf drei Würfel und und zähl sie, es sei denn, du liegst.
---
Wirf drei Würfel und und zähl sie; wer liegt, wirft nicht.

| Wind | Weite | Summe |
| --- | --- | --- |
| Stark | 4 Zoll | 4 + 2 = 7 |
| Schwach | 4 Zoll | 6 |

- Alle fallen bei 4 + 2 = 7.
"""
REVIEWED = """---
title: Sturm
kind: rule
short: Wirf drei Würfel.
see: [boeen]
status: gegengelesen
reviewed: {date: 2026-11-23, against: "nach der Ausgabe", by: leser, text: "000000000000", english: "000000000000"}
---
Wirf drei Würfel nach der Bestimmung dem Würfelsturmwurf Würfelsturmwurf.
"""
OTHERS = """---
title: Böen
kind: rule
short: Nach der Ausgabe kommt Sturm.
see: [sturm]
---
Sie kommen.
"""


def test_what_no_sentence_shows_stands_at_the_title(mini: Path, browser: Browser) -> None:
    lay_over(mini, {PATH.replace("summe", "sturm"): REVIEWED, PATH.replace("summe", "boeen"): OTHERS})
    with serving(mini) as (_, url):
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.goto(f"{url}/wuerfelkrieg/sturm/")
        note = page.locator(".n-befund", has_text="G002")
        expect(note).to_be_visible(timeout=60_000)
        assert note.evaluate("it => it.previousElementSibling.tagName") == "H1"
        long_words = page.locator(".n-befund", has_text="S003")  # pages break them by soft hyphens
        assert long_words.evaluate("it => it.previousElementSibling.textContent").startswith("Wirf drei Würfel nach")


def test_a_broken_file_is_told_on_the_open_page_until_it_is_mended(mini: Path, browser: Browser) -> None:
    lay_over(mini, {PATH: TEXT})
    with serving(mini) as (_, url):
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.goto(f"{url}/wuerfelkrieg/summe/")
        bar = page.get_by_role("alert")
        lay_over(mini, {PATH: TEXT.replace("title: Summe", "title: Summe: alle")})
        expect(bar).to_contain_text("alten Stand", timeout=60_000)
        expect(bar).to_contain_text(f"{PATH}:2")
        page.reload()
        expect(bar).to_contain_text("Fehler F001", timeout=60_000)
        if folder := os.environ.get("NACHSCHLAG_PICTURES"):
            page.screenshot(path=f"{folder}/kaputt-390.png")
        lay_over(mini, {PATH: TEXT})
        expect(bar).to_have_count(0, timeout=60_000)


GLOSSARY = """- title: Bö
  definition: >-
    Ein Stoß des Windes.
    Er kommt kommt oft.
"""


def test_each_finding_stands_where_the_file_has_it(mini: Path, browser: Browser) -> None:
    lay_over(mini, {PATH.replace("summe", "sturm"): ALIKE, "glossary/wuerfelkrieg.yaml": GLOSSARY})
    with serving(mini) as (_, url):
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.goto(f"{url}/wuerfelkrieg/sturm/")
        notes = page.locator(".n-befund")
        expect(notes.first).to_be_visible(timeout=60_000)
        told = {
            note.locator("code").inner_text().rpartition(":")[2]: note.evaluate(
                "it => { const at = it.closest('tr')?.previousElementSibling ?? it.closest('li') ?? it.previousElementSibling;"
                " return `${at.className} ${at.textContent}`.replace(/\\s+/g, ' '); }"
            )
            for note in notes.all()
            if "G0" not in note.inner_text()
        }
        expected = {"4": "n-kurzregel Wirf", "6": " Wirf drei Würfel und und zähl sie; wer", "10": " Stark", "13": " Alle fallen"}
        assert {line: told[line].startswith(words) for line, words in expected.items()} == dict.fromkeys(expected, True), told
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("table .n-befund").evaluate("it => it.clientWidth > 250 && getComputedStyle(it).fontWeight === '400'")
        page.locator(".n-befunde").click()
        expect(page.locator(".n-befundzeile")).to_be_hidden()
        page.goto(f"{url}/wuerfelkrieg/glossar/boe/")
        note = page.locator(".n-befund", has_text="S003")
        expect(page.locator(".n-befunde")).to_contain_text("zeigen", timeout=60_000)
        assert note.evaluate("it => it.previousElementSibling.textContent").strip() == "Ein Stoß des Windes. Er kommt kommt oft."
        expect(note.locator("code")).to_have_text("glossary/wuerfelkrieg.yaml:4")
