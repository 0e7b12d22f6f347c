"""The site for a reader in a real Chromium: searching, by keyboard, without JavaScript, during a writer's changes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.addresses import ADDRESSES, DESKTOP, PHONE
from tests.browser import PAINTED
from tests.projects import mini_project
from tests.serving import serving
from tests.watching import Open, Watch, answered, too_wide

pytestmark = pytest.mark.browser

# -- search -------------------------------------------------------------------------------------------------------------------


def options(page: Page) -> Any:
    return page.locator('[role="option"]')


@pytest.mark.parametrize("address", ["/", "/t9a/", "/t9a/angst/", "/aos/rettungswurf/", "/suche/", "/hilfe/", "/gibt/es/nicht/"])
def test_the_search_field_is_on_every_page(look: Open, address: str) -> None:
    page, _ = look(address)
    field = page.locator('form[data-suche] input[name="q"]')
    assert field.count() >= 1
    box = field.first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < PHONE[1]  # without scrolling
    assert box["height"] >= 40


def test_angst_by_keyboard(look: Open) -> None:
    page, watch = look("/")
    for _ in range(15):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "q":
            break
    expect(page.locator('input[name="q"]:focus')).to_have_count(1)
    page.keyboard.type("angst")
    answered(page)
    expect(options(page).first).to_have_attribute("data-id", "t9a/angst")
    page.keyboard.press("ArrowDown")
    expect(options(page).first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t9a/angst/")
    expect(page.locator("h1")).to_have_text("Angst")
    assert watch.trouble == []


@pytest.mark.parametrize(
    ("system", "typed", "first", "enter"),
    [
        ("conquest", "zauber", "conquest/zaubersprueche", "Alle zeigen"),
        ("hdd", "Aufpralltreffer", "begriffe/aufpralltreffer", "Eingabetaste: T9A: Aufpralltreffer (X)"),
        ("conquest", "Kapitel 3", "conquest/aktionen-ausserhalb-des-kampfes", "Eingabetaste: Kapitel 3"),
    ],
)
def test_the_chosen_systems_answer_goes_before_the_same_name_elsewhere(
    look: Open, system: str, typed: str, first: str, enter: str
) -> None:
    page, _ = look(f"/{system}/", DESKTOP)
    page.locator('input[name="q"]').first.fill(typed)
    answered(page)
    expect(options(page).first).to_have_attribute("data-id", first)
    expect(page.get_by_role("link", name=enter, exact=True)).to_be_visible()


def test_long_words_of_hits_stay_on_a_small_phone(look: Open) -> None:
    page, _ = look("/conquest/", (320, 640))
    page.locator('input[name="q"]').first.fill("sturmangriffsreichweite")
    answered(page)
    expect(options(page).first).to_be_visible()
    widest = page.locator(".n-treffer__titel").evaluate_all(
        "all => Math.max(...all.map((one) => one.getBoundingClientRect().right))"
    )
    assert widest <= 320


def test_on_its_side_a_phone_shows_hits_above_its_keyboard(look: Open) -> None:
    page, _ = look("/conquest/", (844, 390))
    page.locator('input[name="q"]').first.click()
    page.locator('input[name="q"]').first.fill("aura")
    answered(page)
    box = options(page).first.bounding_box()
    assert box is not None
    assert box["y"] < 150  # an on-screen keyboard leaves about 200


#: Counts how far what is in view has moved.
_MOVES = """() => {
  globalThis.moved = 0;
  const observer = new PerformanceObserver((list) => { for (const { value } of list.getEntries()) globalThis.moved += value; });
  observer.observe({ type: 'layout-shift', buffered: true });
}"""


def test_hits_that_come_late_move_little_in_view(browser: Browser, base: str) -> None:
    """The page paints before any script runs, then waits for the index."""
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, service_workers="block")
    page = context.new_page()
    page.add_init_script(f"({_MOVES})()")
    held: dict[str, Route] = {}
    page.route("**/assets/nachschlag.js*", lambda route: held.update(script=route))
    page.route("**/assets/suche/index.json*", lambda route: held.update(index=route))
    page.goto(f"{base}/suche/?q=angst", wait_until="commit")
    for name, seen in (("script", "footer, .n-datei"), ("index", "main [role=status]")):
        page.locator(seen).last.wait_for(state="attached")
        page.evaluate(PAINTED)
        for _ in range(400):
            if name in held:
                break
            page.wait_for_timeout(50)
        held[name].continue_()
    page.locator("main .n-treffer").first.wait_for()
    page.evaluate(PAINTED)
    assert page.evaluate("moved") < 0.05  # passages below the first hits come last; without room for the hits it was 0.45
    context.close()


def test_back_from_a_hit_the_search_page_is_where_it_was_left(look: Open) -> None:
    page, watch = look("/suche/?q=regiment")
    link = page.locator(".n-suche__treffer a.n-treffer__titel").nth(30)
    link.scroll_into_view_if_needed()
    expect(page.locator(".n-treffer__stelle").first).to_be_attached()
    expect(link).not_to_have_text("", use_inner_text=True)  # it is laid out once it is in view
    link.click(trial=True)  # a click scrolls what the bar at the bottom covers
    before, name = link.bounding_box(), link.inner_text()
    link.click()
    expect(page.locator("h1")).to_have_text(name)
    page.go_back()  # to hits in another order: the game that one has read in comes first
    link = page.locator(".n-suche__treffer a.n-treffer__titel").filter(has_text=re.compile(f"^{re.escape(name)}$")).first
    expect(link).to_be_focused()
    expect(page.locator(".n-treffer__stelle").first).to_be_attached()
    after = link.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < 40
    assert watch.trouble == []


def test_slash_leads_to_the_search_field(look: Open) -> None:
    page, _ = look("/t9a/angst/", DESKTOP)
    page.keyboard.press("/")
    expect(page.locator('input[name="q"]:focus')).to_have_count(1)
    assert page.locator('input[name="q"]:focus').input_value() == ""


def test_enter_in_the_field_leads_to_an_answer(look: Open, base: str) -> None:
    """Enter without a selected suggestion leads to the entry itself, or to all hits with it first."""
    page, watch = look("/t9a/")
    page.locator('input[name="q"]').first.fill("angst")
    expect(options(page).first).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != f"{base}/t9a/")
    if "/suche/" in page.url:
        expect(page.locator("[data-suche-seite] .n-treffer").first).to_have_attribute("data-id", "t9a/angst")
    else:
        assert page.url == f"{base}/t9a/angst/"
    assert watch.trouble == []


def test_escape_closes_the_list(look: Open) -> None:
    page, _ = look("/")
    field = page.locator('input[name="q"]').first
    field.fill("wurf")
    expect(options(page).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(options(page).first).to_be_hidden()
    expect(field).to_have_attribute("aria-expanded", "false")


def test_a_tapped_suggestion_opens(look: Open) -> None:
    page, watch = look("/", PHONE, has_touch=True, is_mobile=True)
    page.locator('input[name="q"]').first.fill("rettungswurf")
    options(page).first.tap()
    expect(page.get_by_role("dialog", name="Rettungswurf")).to_be_visible()
    assert watch.trouble == []


@pytest.mark.parametrize("typed", ["gr%2017", "gr+17", "Grundregeln%2017.0"])
def test_a_number_on_the_search_page(look: Open, typed: str) -> None:
    page, watch = look(f"/suche/?q={typed}")
    first = page.locator("[data-suche-seite] .n-treffer").first
    expect(first).to_have_attribute("data-id", "aos/die-attackenabfolge")
    page.locator("[data-suche-seite] .n-treffer a").first.click()
    page.wait_for_url("**/aos/die-attackenabfolge/")
    assert watch.trouble == []


@pytest.mark.parametrize("typed", ["<img src=x onerror=alert(1)>", "\"'><script>alert(1)</script>", "%00", "ä" * 5000, "*" * 500])
def test_hostile_queries_are_shown_as_text(look: Open, typed: str) -> None:
    page, watch = look(f"/suche/?q={quote(typed)}")
    expect(page.locator("[data-suche-seite] [role=status]").first).to_be_visible()
    assert page.locator("[data-suche-seite] img, [data-suche-seite] script").count() == 0
    assert watch.trouble == []
    assert too_wide(page) == []


# -- by keyboard, without JavaScript, with less motion ------------------------------------------------------------------------


def test_the_focused_element_is_visible(look: Open) -> None:
    page, _ = look("/t9a/angst/", DESKTOP)
    seen = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        state = page.evaluate(
            """() => { const e = document.activeElement, s = getComputedStyle(e), b = e.getBoundingClientRect();
              return [e.tagName, e.className, b.width > 0 && b.height > 0,
                      s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0 || s.boxShadow !== 'none']; }"""
        )
        if state[0] in ("A", "BUTTON", "INPUT") and state[2]:
            seen.add(json.dumps(state[:2]))
            assert state[3], state
    assert len(seen) > 3


@pytest.mark.parametrize("name", [name for name in ADDRESSES if not name.startswith("suche-")])
def test_everything_is_readable_without_javascript(look: Open, name: str) -> None:
    page, watch = look(ADDRESSES[name], java_script_enabled=False)
    expect(page.locator("h1")).to_be_visible()
    content = page.locator("article").first.inner_text()
    assert len(content) > 30
    texts = page.locator("article :is(p, li, td, dd, h2):not(.n-fertige *)")  # ready-made sheets need a script
    assert texts.count()
    hidden = texts.filter(visible=False)
    hidden_texts = [t for t in hidden.all_inner_texts() if t.strip()]
    assert hidden_texts == []
    assert watch.trouble == []


def test_the_search_without_javascript_says_what_to_do(look: Open) -> None:
    page, _ = look("/", java_script_enabled=False)
    page.locator('input[name="q"]').first.fill("angst")
    page.keyboard.press("Enter")
    page.wait_for_url("**/suche/?q=angst")
    # Scripts switched off by the test driver do not show <noscript> (the parser still thinks they are on), so: its text.
    assert "Die Suche braucht JavaScript" in (page.locator("noscript").first.text_content() or "")
    page.get_by_role("link", name="The 9th Age von A bis Z").click()
    page.wait_for_url("**/t9a/a-z/")
    page.get_by_role("link", name="Angst Fear", exact=False).first.click()
    page.wait_for_url("**/t9a/angst/")


def test_redirects_lead_on(look: Open, own_site: Path) -> None:
    old = next(
        p for p in sorted((own_site / "t9a" / "glossar").glob("*/index.html")) if 'http-equiv="refresh"' in p.read_text("utf-8")
    )
    page, watch = look(f"/t9a/glossar/{old.parent.name}/")
    page.wait_for_url(lambda url: "glossar" not in url)
    expect(page.locator("h1")).to_have_count(1)
    assert watch.trouble == []


def test_reload_while_writing(browser: Browser, tmp_path: Path) -> None:
    """Under `nachschlag serve` the open page shows a saved entry's new text by itself."""
    project = mini_project(tmp_path / "projekt")
    entry = project / "content/wuerfelkrieg/grundregeln/kaempfen.md"
    with serving(project) as (_, address):
        page = browser.new_page()
        watch = Watch(page, address)
        try:
            page.goto(f"{address}/wuerfelkrieg/kaempfen/")
            entry.write_text(entry.read_text("utf-8").replace("aus dem Becher", "mit Tuchfühlung"), "utf-8")
            expect(page.locator("article").first).to_contain_text("Tuchfühlung", timeout=20_000)
            entry.write_text(entry.read_text("utf-8").replace("Tuchfühlung", "Berührung"), "utf-8")
            expect(page.locator("article").first).to_contain_text("Berührung", timeout=20_000)
            assert [line for line in watch.trouble if "ERR_" not in line] == []
        finally:
            page.close()


def test_the_rule_beside_the_hits_begins_with_its_title_where_the_passage_is_in_view_too(look: Open) -> None:
    page, watch = look("/suche/?q=wie%20weit%20laufen%20ritter", DESKTOP)
    expect(page.locator(".n-suche__neben .n-gesucht").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".n-suche__neben .n-ort")).to_be_in_viewport(ratio=1)
    assert watch.trouble == []


def test_the_search_page_shows_the_rule_beside_the_hits(look: Open) -> None:
    page, watch = look("/suche/?q=rückzug%20flanke%20würfel&spiel=asoiaf", DESKTOP)
    hits, rule = page.locator(".n-suche__treffer a.n-treffer__titel"), page.locator(".n-suche__neben .n-regeltitel")
    expect(rule).to_have_text(hits.first.inner_text())
    passage = page.locator(".n-treffer").first.locator(".n-treffer__stelle").inner_text()
    marked = page.locator(".n-suche__neben .n-gesucht")
    expect(marked.filter(has_text=passage)).to_have_count(1)
    assert marked.count() > 1  # what else answers, too
    hits.first.focus()
    page.keyboard.press("ArrowDown")
    expect(hits.nth(1)).to_be_focused()
    expect(rule).to_have_text(hits.nth(1).inner_text())
    page.locator(".n-suche__treffer li").nth(2).click(position={"x": 3, "y": 3})
    expect(rule).to_have_text(hits.nth(2).inner_text())
    name = rule.inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text(name)
    assert watch.trouble == []
