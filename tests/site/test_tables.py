"""Long tables of data: sorted by their headings, filtered by words, whole without JavaScript."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from nachschlag.generator.prose.soft_hyphens import SOFT
from playwright.sync_api import Browser, Page, Route, expect

from tests.addresses import PHONE
from tests.watching import Open

RULES = "/conquest/sonderregeln/"
TERRAIN = "/aos/citadel-gelaendeliste/"


def column(page: Page, number: int) -> list[str]:
    """The visible cells of a column of the first long table, from 1."""
    return page.locator(".n-tabelle").first.locator(f"tbody tr:visible > :nth-child({number})").all_text_contents()


def test_special_rules_are_filtered_by_what_they_touch(look: Open) -> None:
    page, watch = look(RULES)
    whole = len(column(page, 1))
    page.get_by_label("Zeilen mit").first.fill("moral aktionsphase")
    shown = page.locator(".n-tabelle").first.locator("tbody tr:visible")
    assert 0 < shown.count() < whole
    rows = [row.replace(SOFT, "").casefold() for row in shown.all_text_contents()]
    assert [row for row in rows if "moral" not in row or "aktionsphase" not in row] == []
    expect(page.locator(".n-filter [role=status]").first).to_have_text(f"{shown.count()} von {whole}")
    page.get_by_label("Zeilen mit").first.fill("gibtesnicht")
    assert shown.count() == 0
    page.get_by_label("Zeilen mit").first.fill("")
    assert shown.count() == whole
    assert watch.trouble == []


def test_names_of_cards_are_high_enough_to_tap(look: Open) -> None:
    page, _ = look(RULES, PHONE)
    expect(page.locator(".n-karten").last).to_be_attached()
    heights = page.locator(".n-karten tbody tr > :first-child > a").evaluate_all("(links) => links.map((a) => a.offsetHeight)")
    assert heights
    assert min(heights) >= 24


def test_terrain_is_sorted_by_any_column_and_back(look: Open) -> None:
    page, watch = look(TERRAIN)
    before = column(page, 1)
    heading = page.get_by_role("button", name="Typ")
    heading.click()
    types = column(page, 2)
    assert types == sorted(types)
    expect(page.get_by_role("columnheader", name="Typ")).to_have_attribute("aria-sort", "ascending")
    heading.click()
    assert column(page, 2) == sorted(types, reverse=True)
    heading.click()
    assert column(page, 1) == before
    assert watch.trouble == []


def test_headings_of_a_sortable_table_are_buttons_without_links(look: Open) -> None:
    page, _ = look("/hdd/tabelle-6-2/")
    expect(page.get_by_role("button", name="Straße")).to_be_visible()
    assert page.locator(".n-tabelle thead a").count() == 0
    assert page.locator(".n-tabelle tbody a").count() > 0


def test_a_former_page_leads_to_its_row(look: Open) -> None:
    """The row is in sight below the table's heading, and set off from the others."""
    page, watch = look("/aos/nagloch/")
    page.wait_for_url(f"**{TERRAIN}#nagloch")
    row = page.locator("#nagloch")
    expect(row).to_be_in_viewport()
    assert row.bounding_box()["y"] >= page.locator(".n-tabelle thead").first.bounding_box()["height"]
    colours = "(id) => ['', ' td'].map((part) => getComputedStyle(document.querySelector(`#${id}${part}`)).backgroundColor)"
    assert page.evaluate(colours, "nagloch") != page.evaluate(colours, "nexusbrunnen")
    assert watch.trouble == []


@pytest.fixture
def late(browser: Browser, base: str) -> Iterator[Page]:
    """A phone whose scripts come when the test says so (`page.evaluate("go()")`)."""
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, service_workers="block")
    page = context.new_page()
    held: list[Route] = []
    page.route("**/assets/nachschlag.js*", lambda route: held.append(route))
    page.expose_function("go", lambda: held.pop().continue_())
    yield page
    context.close()


def to_row(page: Page, base: str) -> None:
    """Open a link to a row, up to where the page waits for its script."""
    with page.expect_request("**/assets/nachschlag.js*"):
        page.goto(f"{base}{TERRAIN}#nagloch", wait_until="commit")
    page.locator("#nagloch").wait_for(state="attached")


def test_a_link_to_a_row_lands_before_the_tables_are_cut_into_slices(late: Page, base: str) -> None:
    """No slice but the first ever runs: the row is in its place without it."""
    late.add_init_script("Object.assign(globalThis, { scheduler: { yield: () => new Promise(() => {}) } })")
    to_row(late, base)
    late.evaluate("go()")
    row = late.locator("#nagloch")
    expect(row).to_be_in_viewport()
    expect(late.locator(".n-karten").filter(has=row)).to_have_count(1)


@pytest.mark.parametrize("address", [RULES, TERRAIN])
def test_nothing_scrolls_sideways_but_the_table(look: Open, address: str) -> None:
    page, _ = look(address)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


#: The number of the line that is marked for a passage, -1 for none.
MARKED = """async ([html, passage]) => {
  const { toPassage } = await import('/contents.js'), box = document.createElement('div');
  box.innerHTML = html;
  toPassage({ passage, box });
  return [...box.querySelectorAll('p, li, tr')].findIndex((line) => line.matches('.n-gesucht'));
}"""


def table(*rows: str) -> str:
    heads, *cells = ([f"<td>{cell}</td>" for cell in row.split("|")] for row in rows)
    lines = [f"<tr>{''.join(row)}</tr>" for row in cells]
    return f"<table><thead><tr>{''.join(heads)}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


@pytest.mark.parametrize(
    ("html", "passage", "line"),
    [
        (table("Wurf|Folge", "1|Pech", "2|Glück"), "2 · Glück", 2),
        (table("W|Typ|Weg", "1|1|2", "12|2|12", "1|2|12"), "1 · Typ: 2 · Weg: 12", 3),  # all letters are those of other rows, too
        (table("Ort|Typ|Weg", "Ort||", "Ort|Weg|12"), "Ort · Typ: Weg · Weg: 12", 2),
        (table("Ort|Typ|Weg", "Ort|eng|12", "Ort||12"), "Ort · Weg: 12", 2),
        (table("Ort||Weg", "See|eng|12", "See|weit|12"), "See · weit · Weg: 12", 2),
        (table("Ort|Typ|Weg", "Dra\u00adchen|fliegt <a>schnell</a>|12"), "Drachen · Typ: fliegt schnell · Weg: 12", 1),
        (table("Ort|Typ|Weg", "<a>Der See</a>|tief|12"), "der-see · Typ: tief · Weg: 12", 1),  # of "[[der-see]]"
        ("<p>Eins.</p><p>Zwei ist mehr als eins, aber weniger als drei.</p>", "… mehr als eins, aber weniger …", 1),
        ("<p>Eins ist etwas weniger als zwei.</p>" + table("Ort|Weg", "See|12"), "Vier", -1),
        (f"<p>{'· ' * 11}</p><p>Eins ist weniger als zwei.</p>", "Eins ist weniger als zwei. Drei ist mehr.", 1),
    ],
)
def test_the_line_that_a_search_has_shown_is_marked(scripts: Page, html: str, passage: str, line: int) -> None:
    assert scripts.evaluate(MARKED, [html, passage]) == line
