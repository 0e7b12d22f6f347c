"""The page "Liste einlesen" in a real Chromium: an army list becomes units with their rules, stays on the device, and is a Spickzettel
by one button. What is read and found is in tests/cases/roster."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from nachschlag.generator.site.offline import files_in, kept_files
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.watching import Open

LISTS = Path(__file__).parents[1] / "data" / "rosters"
TEXT = "Nebel 90/500 pts\nCup Guard (90)\n• Dice Storm (2)\n• <img src=x onerror=alert(1)>\nCreated with Würfelkrieg\n"


@pytest.fixture(scope="module")
def base(mini: str) -> str:
    """The pages are of the mini project."""
    return mini


@pytest.fixture
def page(look: Open) -> Iterator[Page]:
    page, watch = look("/liste/", has_touch=True)
    expect(page.locator("[data-liste]")).not_to_have_attribute("aria-busy", "true")
    yield page
    assert watch.trouble == []


def read(page: Page, file: str = "becherwache.ros") -> None:
    page.set_input_files("input[type=file]", LISTS / file)
    expect(page.locator(".b-einheit").first).to_be_visible()


def paste(page: Page, text: str) -> None:
    page.evaluate("document.querySelector('.b-eingabe').open = true")
    page.fill("textarea", text)
    page.get_by_role("button", name="Text einlesen").click()


def rules(page: Page) -> list[list[str]]:
    return [unit.locator("dt").all_inner_texts() for unit in page.locator(".b-einheit").all()]


def test_units_have_the_rules_that_the_command_gives_them(page: Page) -> None:
    read(page)
    assert rules(page) == [["Rückzug"], ["Würfelsturm (2)", "Zielen", "Würfelsturm (3)", "Kämpfen"], ["Kämpfen", "Wurf"]]
    assert page.locator(".b-offen li strong").all_inner_texts() == ["Loaded Dice", "Aimin"]
    assert "am nächsten: Zielen" in page.locator(".b-offen").first.inner_text()
    page.get_by_role("link", name="Würfelsturm (2)").tap()
    expect(page.locator("dialog[open] .n-regeltitel")).to_have_text("Würfelsturm (X)")
    page.go_back()
    page.emulate_media(media="print")
    seen = {name: page.locator(name).first.is_visible() for name in (".b-einheit", ".b-eingabe", ".n-waehler", ".n-leiste")}
    page.emulate_media(media="screen")
    assert seen == {".b-einheit": True, ".b-eingabe": False, ".n-waehler": False, ".n-leiste": False}


def test_a_list_stays_on_the_device_until_it_is_deleted(page: Page) -> None:
    read(page)
    paste(page, TEXT)
    expect(page.locator("h2")).to_have_text("Nebel")
    assert rules(page) == [["Würfelsturm (2)"]]  # and the page has no picture from the list
    assert page.locator(".b-liste img").count() == 0
    page.reload()
    expect(page.locator(".b-einheit h4")).to_have_text("Cup Guard 90 Punkte")
    page.select_option("select[name=liste]", label="Becherwache & Co.")
    expect(page.locator(".b-einheit")).to_have_count(3)
    page.select_option("select[name=spiel]", label="Murmelschlacht")
    expect(page.locator(".b-einheit dt")).to_have_count(0)
    for _ in range(2):
        page.get_by_role("button", name="Diese Liste löschen").click()
        page.get_by_role("button", name="Ja, von diesem Gerät löschen").click()
        expect(page.get_by_role("button", name="Behalten")).to_be_hidden()
    expect(page.locator(".b-liste")).to_be_hidden()
    assert "Cup" not in page.evaluate("JSON.stringify(localStorage)")


def test_rules_are_kept_of_lists_that_name_them(page: Page, base: str) -> None:
    paste(page, TEXT)
    expect(page.locator("h2")).to_have_text("Nebel")
    read(page)
    expect(page.locator("h2")).to_have_text("Becherwache & Co.")
    expect(page.locator(".b-liste")).not_to_have_attribute("aria-busy", "true")
    named, bare = stored(page)
    assert "wuerfelkrieg/zielen" in named["rules"]
    assert "rules" not in bare  # units alone: which rules they have is unknown
    other = page.context.new_page()
    other.goto(f"{base}/liste/")
    page.get_by_role("button", name="Diese Liste löschen").click()
    name = "Object.keys(localStorage).find((name) => name.endsWith(':armies'))"
    other.evaluate(f"localStorage.setItem({name}, localStorage.getItem({name}).replace('/zielen', '/wurf'))")
    page.wait_for_timeout(300)  # what another tab knows of the rules is no reason to draw anew
    expect(page.get_by_role("button", name="Ja, von diesem Gerät löschen")).to_be_visible()
    other.close()
    page.get_by_role("button", name="Behalten").click()
    page.select_option("select[name=spiel]", label="Murmelschlacht")
    expect(page.locator(".b-einheit dt")).to_have_count(0)
    assert not any("wuerfelkrieg" in id for id in stored(page)[0].get("rules", []))


def test_a_list_becomes_a_collection(page: Page) -> None:
    read(page)
    page.get_by_role("button", name="Als Spickzettel").click()
    expect(page.locator(".n-auswahl .n-regeltitel")).to_have_text(["Zielen", "Kämpfen", "Rückzug", "Würfelsturm (X)", "Wurf"])
    assert page.locator("select[name=spickzettel] option:checked").inner_text() == "Becherwache & Co. (5)"


def test_what_cannot_be_read_ends_in_a_sentence_and_changes_nothing(page: Page) -> None:
    read(page)
    shown = page.locator("[role=alert]")
    for text in (
        "Hallo",
        "{",
        "<html><script>alert(1)</script>",
        '<!DOCTYPE a [<!ENTITY b "c">]><roster/>',
        '{"roster":{"forces":[]}}',
    ):
        paste(page, text)
        expect(shown).to_be_visible()
        assert shown.inner_text().endswith(".")
        assert page.input_value("textarea") == text
    files = [{"name": "a.rosz", "mimeType": "", "buffer": b"PK\x03\x04" + b"\0" * 80}]
    page.set_input_files("input[type=file]", files)  # type: ignore[arg-type]
    expect(shown).to_contain_text("ZIP-Datei ist nicht lesbar")
    assert len(rules(page)) == 3
    paste(page, "Heer 5 pts\nWache (5)")
    expect(page.locator(".b-frage")).to_contain_text("Welches Spiel")
    expect(shown).to_be_hidden()


def test_kept_lists_that_are_broken_are_left_out(page: Page) -> None:
    read(page)
    key = page.evaluate("Object.keys(localStorage).find((name) => name.endsWith(':armies'))")
    kept = json.loads(page.evaluate("(key) => localStorage.getItem(key)", key))
    whole = kept["lists"][0]
    for value in (
        "{",
        "7",
        json.dumps({"lists": [3, {"id": "a", "system": "x"}, {**whole, "roster": {**whole["roster"], "forces": [{}]}}, whole]}),
    ):
        page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, value])
        page.reload()
        expect(page.locator("[data-liste]")).not_to_have_attribute("aria-busy", "true")
    assert len(rules(page)) == 3
    expect(page.locator("select[name=liste] option")).to_have_count(1)


def test_two_tabs_keep_the_lists_of_both(page: Page, base: str) -> None:
    other = page.context.new_page()
    other.goto(f"{base}/liste/")
    expect(other.locator("[data-liste]")).not_to_have_attribute("aria-busy", "true")
    paste(page, TEXT)
    expect(other.locator("h2")).to_have_text("Nebel")
    read(other)
    expect(page.locator("select[name=liste] option")).to_have_text(["Becherwache & Co.", "Nebel"])
    expect(page.locator("h2")).to_have_text("Nebel")
    assert sorted(kept(page)) == ["Becherwache & Co.", "Nebel"]
    other.close()


def stored(page: Page) -> list[dict[str, Any]]:
    """The lists that the device keeps."""
    name = "Object.keys(localStorage).find((name) => name.endsWith(':armies'))"
    return list(json.loads(page.evaluate(f"localStorage.getItem({name})"))["lists"])


def kept(page: Page) -> list[str]:
    """The names of the lists that the device keeps."""
    return [one["roster"]["name"] for one in stored(page)]


def test_without_rules_a_list_becomes_no_collection_of_another_list(look: Open) -> None:
    page, _ = look("/liste/")
    read(page)
    page.route("**/systems/murmeln.json*", lambda route: route.abort())
    page.select_option("select[name=spiel]", label="Murmelschlacht")
    expect(page.locator(".b-liste")).to_contain_text("weil das Netz fehlt")
    page.get_by_role("button", name="Als Spickzettel").click()
    expect(page.get_by_text("noch nicht da")).to_be_visible()
    assert page.locator("dialog[open]").count() == 0
    page.evaluate("""for (const name of Object.keys(localStorage)) if (name.endsWith(':armies'))
      localStorage.setItem(name, localStorage.getItem(name).replaceAll('"murmeln"', '"gibt-es-nicht-mehr"'))""")
    page.reload()
    expect(page.locator(".b-frage")).to_contain_text("Welches Spiel")
    page.select_option("select[name=spiel]", label="Würfelkrieg")
    expect(page.locator(".b-einheit")).to_have_count(3)


def test_a_device_keeps_the_page_and_no_other_loads_its_script(mini_site: Path) -> None:
    assert {"liste/index.html", "assets/liste.js"} <= set(kept_files(files_in(mini_site)))
    loading = [
        path.relative_to(mini_site).as_posix() for path in mini_site.rglob("*.html") if "assets/liste.js" in path.read_text()
    ]
    assert loading == ["liste/index.html"]
