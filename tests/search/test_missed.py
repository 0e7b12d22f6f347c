"""„Was ich nicht gefunden habe“: the list of vain searches that a player may keep, in a real Chromium."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.watching import answered

pytestmark = pytest.mark.browser

#: Longer than a text must stay in its field to count as a question.
SETTLED_MS = 1700
STORED = "() => Object.entries(localStorage).filter(([name]) => name.endsWith(':missed')).map(([, value]) => JSON.parse(value))"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh page that fails the test on an error in a script."""
    page = browser.new_page(locale="de-DE")
    failures: list[str] = []
    page.on("pageerror", lambda failure: failures.append(str(failure)))
    yield page
    page.context.close()
    assert failures == []


def listing(page: Page, address: str) -> Locator:
    """The open list below the search page."""
    page.goto(f"{address}/suche/#nicht-gefunden")
    box = page.locator(".n-verfehlt details")
    expect(box).to_have_attribute("open", "")
    return box


def keeping(page: Page, address: str) -> None:
    listing(page, address).get_by_role("checkbox").check()
    page.goto(address)


def ask(page: Page, text: str) -> None:
    page.get_by_role("combobox", name="Suche").fill(text)
    answered(page)
    page.wait_for_timeout(SETTLED_MS)


def kept(page: Page) -> list[dict[str, Any]]:
    """What is on the list, without the day, newest first."""
    return [{name: value for name, value in one.items() if name != "day"} for one in page.evaluate(STORED)[0]["list"]]


def test_nothing_is_kept_unless_wanted(page: Page, address: str) -> None:
    page.goto(address)
    ask(page, "xyzzyqq")
    assert page.evaluate(STORED) == []


def test_vain_searches_and_what_came_of_them(page: Page, address: str) -> None:
    keeping(page, address)
    ask(page, "xyzzyqq")
    assert kept(page) == [{"text": "xyzzyqq", "system": "", "hits": 0}]
    ask(page, "aufguss")
    assert kept(page) == [{"text": "xyzzyqq", "system": "", "hits": 0, "next": "aufguss"}]
    rule = page.get_by_role("option").first
    found = rule.get_attribute("data-id")
    rule.click()
    page.wait_for_url("**/teekrieg/**")
    assert kept(page) == [{"text": "xyzzyqq", "system": "", "hits": 0, "next": "aufguss", "opened": found}]
    expect(listing(page, address).get_by_role("listitem")).to_contain_text("nichts gefunden · danach „aufguss“ → Aufguss (X)")


def test_a_search_with_hits_counts_if_another_follows_but_not_while_it_is_typed(page: Page, address: str) -> None:
    keeping(page, address)
    ask(page, "auf")
    ask(page, "aufguss")
    assert page.evaluate(STORED)[0]["list"] == []
    ask(page, "kanne")
    (one,) = kept(page)
    assert (one["text"], one["next"]) == ("aufguss", "kanne")
    assert one["hits"] > 0


def test_a_search_that_leads_to_a_rule_is_not_kept(page: Page, address: str) -> None:
    keeping(page, address)
    ask(page, "aufguss")
    page.get_by_role("option").first.click()
    page.wait_for_url("**/teekrieg/**")
    page.goto(address)
    ask(page, "kanne")
    assert kept(page) == []


def test_the_list_becomes_a_file_and_is_emptied(page: Page, address: str, tmp_path: Path) -> None:
    keeping(page, address)
    for text in ("=qqxyzzy", "xyzzyqq"):
        ask(page, text)
    box = listing(page, address)
    with page.expect_download() as download:
        box.get_by_role("button", name="Als Datei sichern").click()
    assert download.value.suggested_filename.startswith("nicht-gefunden-")
    download.value.save_as(tmp_path / "liste.csv")
    head, *rows = csv.reader((tmp_path / "liste.csv").read_text("utf-8-sig").splitlines(), delimiter=";")
    assert head == ["Datum", "Spiel", "Gesucht", "Treffer", "Danach gesucht", "Aufgeschlagen"]
    assert [row[2:] for row in rows] == [["xyzzyqq", "0", "", ""], ["'=qqxyzzy", "0", "xyzzyqq", ""]]
    box.get_by_role("button", name="xyzzyqq streichen").first.click()
    expect(box.get_by_role("listitem")).to_have_count(1)
    box.get_by_role("button", name="Liste leeren").click()
    expect(box.get_by_role("listitem")).to_have_count(1)
    box.get_by_role("button", name="Wirklich leeren?").click()
    expect(box.get_by_role("listitem")).to_have_count(0)


@pytest.mark.parametrize(
    "broken",
    ["null", "[]", '{"isOn": true, "list": 3}', '{"isOn": true, "list": [null, {"text": 4}, {"text": "a", "opened": 5}]}', "{"],
)
def test_a_broken_list_counts_as_empty(page: Page, address: str, broken: str) -> None:
    page.goto(address)
    page.evaluate("(text) => localStorage.setItem(`nachschlag:${location.pathname}:missed`, text)", broken)
    box = listing(page, address)
    expect(box.get_by_role("listitem")).to_have_count(0)
    ask(page, "xyzzyqq")
    expect(box).to_be_visible()
