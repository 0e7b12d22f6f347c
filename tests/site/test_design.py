"""The promises of the design: contents beside a rule on a desktop, room for tools, tables that keep their headings, paper, small files."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from nachschlag.generator.prose.soft_hyphens import SOFT
from playwright.sync_api import expect

from tests.addresses import ADDRESSES, DESKTOP, PHONE, TABLET
from tests.watching import Open, too_wide, violations

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

#: A rule far down in the longest part, the first rule of a part, and one of another system.
DEEP = ["/aos/die-attackenabfolge/", "/aos/basiskonzepte/", "/conquest/spalten/", "/t9a/angst/"]
#: How many lines the text of an element takes.
_LINES = """(cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size;
}"""


def box(locator: Locator) -> dict[str, float]:
    found = locator.bounding_box()
    assert found is not None
    return dict(found)


def style(locator: Locator, name: str, pseudo: str = "") -> str:
    return str(locator.evaluate("(e, [name, pseudo]) => getComputedStyle(e, pseudo || null)[name]", [name, pseudo]))


# -- beside the text ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("address", DEEP)
def test_the_parts_contents_beside_a_rule(look: Open, address: str, scripts: bool) -> None:
    page, watch = look(address, DESKTOP, java_script_enabled=scripts)
    aside = page.locator(".n-inhalt")
    here = aside.locator('[aria-current="page"]')
    expect(here).to_have_count(1)
    assert page.locator("h1").inner_text().replace(SOFT, "") in here.inner_text()
    frame, line, text = box(aside), box(here), box(page.locator("h1"))
    assert frame["y"] <= line["y"] <= frame["y"] + frame["height"] - line["height"]  # scrolled into view in every browser
    assert frame["x"] + frame["width"] <= text["x"]
    assert watch.trouble == []


def test_its_links_lead_on(look: Open) -> None:
    page, watch = look("/t9a/angst/", DESKTOP)
    link = page.locator(".n-inhalt li a:not([aria-current])").first
    title = link.inner_text()
    link.click()
    page.wait_for_url(lambda url: "/angst/" not in url)
    expect(page.locator("h1")).to_have_text(title)
    assert watch.trouble == []


def test_a_phone_has_the_drawer_instead(look: Open) -> None:
    page, _ = look("/t9a/angst/", PHONE)
    expect(page.locator(".n-inhalt")).to_be_hidden()
    page.locator(".n-dock__menue").click()
    expect(page.locator(".md-nav--primary").get_by_role("link", name="The 9th Age", exact=True).first).to_be_visible()


@pytest.mark.parametrize(("address", "shown"), [("/t9a/angst/", False), ("/t9a/a-z/", False), ("/hilfe/suchen/", True)])
def test_a_pages_own_contents_where_there_is_much(look: Open, address: str, shown: bool) -> None:
    page, _ = look(address, DESKTOP)
    expect(page.locator(".md-sidebar--secondary")).to_be_visible(visible=shown)


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_the_head_names_the_system(look: Open, size: tuple[int, int]) -> None:
    page, _ = look("/t9a/angst/", size)
    system = page.locator('.n-kopfspiele a[aria-current="true"]')
    expect(system).to_have_text("T9A")
    expect(page.locator(".n-kopfspiele a:visible")).to_have_count(1 if size == PHONE else 5)
    mark = system.locator(".n-zeichen")
    assert style(mark, "maskImage", "::before").startswith('url("data:image/svg')
    assert float(style(mark, "width", "::before").removesuffix("px")) >= 16


# -- reading ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["/t9a/angst/", "/asoiaf/einzeleinheiten/", "/conquest/trampeln/"])
def test_on_a_phone_the_rule_begins_in_the_upper_half(look: Open, address: str) -> None:
    page, _ = look(address, PHONE)
    top, title = (page.locator(one).first.bounding_box() or {} for one in (".n-regel", "h1"))
    assert top["y"] - title["y"] <= 290  # a title of three lines, the English name, state and tools, a short rule of five lines
    names = page.locator(".n-werkzeuge > button, .n-werkzeuge > .n-menue > button")
    for button, name in zip(names.all(), ("Merken", "", "Mehr"), strict=True):  # icons that keep their names
        expect(button).to_have_accessible_name(re.compile(name or "Link|Teilen"))
        assert box(button)["width"] >= 44


def test_room_for_tools_is_kept(look: Open) -> None:
    page, _ = look("/t9a/angst/")
    page.locator(".n-werkzeuge").evaluate("(tools) => tools.replaceChildren()")
    assert box(page.locator(".n-werkzeuge"))["height"] >= 44


@pytest.mark.parametrize("address", ["/hdd/tabelle-6-2/", "/asoiaf/panikproben/"])
def test_references_are_high_enough_for_a_thumb(look: Open, address: str) -> None:
    page, _ = look(address, PHONE)
    heights = page.locator("article a.verweis:visible").evaluate_all(
        "all => all.flatMap((one) => [...one.getClientRects()].map((box) => box.height))"
    )
    assert len(heights) > 10
    assert min(heights) >= 24


@pytest.mark.parametrize("name", ["eintrag-mit-tabelle", "eintrag-lang"])
def test_a_table_scrolls_inside_itself(look: Open, name: str) -> None:
    page, _ = look(ADDRESSES[name], (320, 400))
    assert too_wide(page) == []
    frame = page.locator(".tabelle").first
    page.get_by_role("button", name="Als Tabelle").first.click()
    before = box(frame.locator("tbody tr > *").first)["x"]
    frame.scroll_into_view_if_needed()
    frame.evaluate("(frame) => { frame.scrollLeft = 60; frame.scrollTop = 120; }")
    assert frame.evaluate("(frame) => frame.scrollLeft") > 0
    assert box(frame.locator("tbody tr > *").first)["x"] == before  # the first column stays
    inside = box(frame.locator("thead"))["y"] - box(frame)["y"]
    cell = box(frame.locator("thead th").first)["y"] - box(frame)["y"]
    assert inside < 0 <= cell <= 2  # the heading stays


def test_on_a_phone_rows_are_cards(look: Open) -> None:
    page, watch = look("/hdd/tabelle-6-2/", PHONE)
    assert too_wide(page) == []
    frame = page.get_by_role("table").first
    assert frame.evaluate("(table) => table.parentElement.scrollWidth <= table.parentElement.clientWidth")
    page.get_by_role("searchbox").last.fill("drachen")
    row = frame.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Drachen"))
    expect(row).to_have_count(1)
    expect(row.get_by_role("cell").nth(1)).to_have_text("60 cm")
    assert style(row.get_by_role("cell").nth(1), "content", "::before").strip('"').strip() == "Straße"
    page.get_by_role("button", name="Als Tabelle").click()
    expect(page.get_by_role("columnheader", name="Straße")).to_be_visible()
    assert watch.trouble == []


def test_on_a_phone_a_table_of_values_stays_one_if_smaller_letters_suffice(look: Open) -> None:
    page, _ = look("/hdd/tabelle-1-1/", PHONE)
    expect(page.locator(".tabelle.n-eng")).to_have_count(1)
    assert page.locator(".tabelle").evaluate("(frame) => frame.scrollWidth <= frame.clientWidth")
    expect(page.get_by_role("columnheader", name="Armeepunkte")).to_be_visible()


def test_what_sorting_needs_is_made_for_the_first_sort(open_page: Open) -> None:
    """Making the collator with the page took two thirds of our scripts' time on any page."""
    page, watch = open_page("/hdd/tabelle-6-2/", DESKTOP)
    counting = "class extends Intl.Collator { constructor(...all) { super(...all); window.made = (window.made ?? 0) + 1; } }"
    page.add_init_script(f"Intl.Collator = {counting};")
    page.reload()
    heading = page.locator("th .n-sortieren").first
    expect(heading).to_be_visible()
    assert page.evaluate("window.made") is None
    heading.click()
    expect(page.locator("th[aria-sort=ascending]")).to_have_count(1)
    assert page.evaluate("window.made") == 1
    assert watch.trouble == []


def test_at_a_desk_a_table_is_a_table(look: Open) -> None:
    page, _ = look("/hdd/tabelle-6-2/", (1280, 800))
    expect(page.get_by_role("button", name="Als Karten")).to_have_count(0)
    frame = page.locator(".tabelle").first
    assert frame.evaluate("(frame) => frame.scrollWidth <= frame.clientWidth")
    assert page.get_by_role("cell", name="10 cm").first.evaluate(_LINES) == 1


def test_a_long_list_unfolds(look: Open) -> None:
    page, _ = look("/aos/die-attackenabfolge/")
    more = page.locator(".n-mehr-zeilen")
    expect(more.locator("li").first).to_be_hidden()
    more.locator("summary").click()
    expect(more.locator("li").first).to_be_visible()
    assert f"{more.locator('li').count()} weitere" in more.locator("summary").inner_text()


@pytest.mark.parametrize("address", ["/aos/a-z/", "/begriffe/"])
def test_letters_to_jump_with(look: Open, address: str) -> None:
    page, watch = look(address)
    letter = page.locator(".n-sprungleiste a", has_text="S").first
    letter.click()
    heading = page.locator("h2", has_text="S").first
    expect(heading).to_be_in_viewport()
    assert box(heading)["y"] >= box(page.locator(".n-sprungleiste"))["y"] + 40  # not under the bar
    expect(heading.locator("xpath=following-sibling::*[1]").locator(".n-titel").first).to_have_text(re.compile("^S"))
    assert watch.trouble == []


def test_a_long_phase_has_words_to_jump_with_where_its_contents_are_not_beside_it(look: Open) -> None:
    page, watch = look("/conquest/phase/aktionsphase/")
    page.get_by_role("navigation", name="Abschnitte").get_by_role("link", name="Sonderregeln").click()
    heading, bar = page.locator("h2", has_text="Sonderregeln"), page.locator(".n-sprungleiste")
    expect(heading).to_be_in_viewport()
    assert box(heading)["y"] > box(bar)["y"] + box(bar)["height"]
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    expect(bar).to_be_hidden()
    assert watch.trouble == []


def test_a_phases_page_is_a_board_to_leave_open(open_page: Open) -> None:
    """It shows what applies in one's own turn or the opponent's, on all phases of the tab; a tap on a rule leaves it where it is."""
    page, watch = open_page("/aos/phase/heldenphase/", has_touch=True, is_mobile=True)
    mine, theirs, always = (page.locator("h2", has_text=name) for name in ("In deinem Zug", "Im Zug des Gegners", "In jedem Zug"))
    for turn, seen in (
        ("Dein Zug", (True, False)),
        ("Zug des Gegners", (False, True)),
        ("Alles", (True, True)),
        ("Dein Zug", (True, False)),
    ):
        choice = page.locator(".n-brett label", has_text=re.compile(f"^ ?{turn}$"))
        choice.tap()
        expect(page.get_by_role("radio", name=turn)).to_be_checked()
        assert (mine.is_visible(), theirs.is_visible()) == seen, turn
        assert always.is_visible()
        assert box(choice)["height"] >= 44
    for dark in (False, True):
        page.emulate_media(color_scheme="dark" if dark else "light")
        assert violations(page, "article") == []
    page.emulate_media(media="print")
    assert (mine.is_visible(), theirs.is_visible()) == (True, True)  # what is hidden could not be brought back on paper
    page.emulate_media(media="screen")
    page.locator(".n-nachbarn a", has_text="Bewegungsphase").tap()
    expect(page.get_by_role("radio", name="Dein Zug")).to_be_checked()
    expect(theirs).to_be_hidden()
    page.evaluate("(id) => { location.hash = id; }", theirs.get_attribute("id"))  # as the contents beside it on a desktop do
    expect(theirs).to_be_in_viewport()
    expect(page.get_by_role("radio", name="Alles")).to_be_checked()
    page.locator(".n-liste--phase .n-titel").get_by_text("Rennen", exact=True).tap()
    expect(page.locator("dialog.n-blatt .n-regeltitel")).to_have_text("Rennen")
    assert "/aos/phase/bewegungsphase/" in page.url
    assert watch.trouble == []


def test_a_phases_board_shows_what_an_army_list_needs(open_page: Open) -> None:
    page, watch = open_page("/t9a/phase/nahkampfphase/", has_touch=True, is_mobile=True)
    expect(page.get_by_label("Armeeliste")).to_have_count(0)
    roster = {"name": "Wache", "points": "", "forces": []}
    army = {"id": "a1", "system": "t9a", "roster": roster, "rules": ["t9a/angst"]}
    lists = [army, {**army, "id": "a2", "system": "aos"}, {"id": "a3", "system": "t9a", "roster": roster}]
    page.evaluate("(kept) => localStorage.setItem('nachschlag:/:armies', kept)", json.dumps({"version": 1, "lists": lists}))
    page.reload()
    titles = page.locator(".n-liste--phase .n-titel:visible")
    everything = titles.all_inner_texts()
    page.get_by_label("Armeeliste").select_option("Wache")
    expect(titles).to_have_text(["Angst"])
    hint = page.get_by_text(
        f"Nur für „Wache“: {len(everything) - 1} Regeln fehlen hier, weil wir sie in der Liste nicht gefunden haben."
    )
    page.emulate_media(media="print")
    expect(hint).to_be_visible()
    expect(page.get_by_label("Armeeliste")).to_be_hidden()
    page.emulate_media(media="screen")
    assert violations(page, "article") == []
    page.reload()
    expect(titles).to_have_text(["Angst"])
    page.get_by_label("Armeeliste").select_option("")
    expect(titles).to_have_text(everything)
    page.evaluate("localStorage.clear()")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")  # back after deleting the lists
    expect(page.get_by_label("Armeeliste")).to_have_count(0)
    page.evaluate("(kept) => localStorage.setItem('nachschlag:/:armies', kept)", json.dumps({"version": 1, "lists": lists}))
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")  # back after reading one
    page.get_by_label("Armeeliste").select_option("Wache")
    expect(titles).to_have_text(["Angst"])
    assert watch.trouble == []


def test_a_board_jumps_to_no_section_that_an_army_list_leaves_empty(open_page: Open) -> None:
    page, watch = open_page("/conquest/phase/aktionsphase/")
    links = page.get_by_role("navigation", name="Abschnitte").get_by_role("link")
    everything = links.all_inner_texts()
    assert "Sonderregeln" in everything
    army = {"id": "a1", "system": "conquest", "roster": {"name": "Leer", "points": "", "forces": []}, "rules": []}
    page.evaluate("(kept) => localStorage.setItem('nachschlag:/:armies', kept)", json.dumps({"version": 1, "lists": [army]}))
    page.reload()
    page.get_by_label("Armeeliste").select_option("Leer")
    expect(links.get_by_text("Sonderregeln")).to_have_count(0)
    assert set(links.all_inner_texts()) == {
        link for link in everything if page.locator("h2:visible").get_by_text(link, exact=True).count()
    }
    page.get_by_label("Armeeliste").select_option("")
    expect(links).to_have_text(everything)
    assert watch.trouble == []


def test_letters_stay_below_the_dock_and_above_their_heading(look: Open) -> None:
    page, _ = look("/aos/a-z/")
    for size in (TABLET, (1024, 768), DESKTOP, (1920, 1080)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.locator(".n-sprungleiste a", has_text="S").first.click()
        bar, dock = box(page.locator(".n-sprungleiste")), box(page.locator(".n-dock"))
        above = dock["y"] + dock["height"] if size[0] >= 960 else 0
        assert abs(bar["y"] - above) < 1, size  # no gap that shows the list, nothing under the dock
        assert box(page.locator("h2", has_text="S").first)["y"] > bar["y"] + bar["height"], size


def targets(page: Page, selector: str) -> list[Any]:
    """The tap targets that are too small for a thumb."""
    return list(
        page.evaluate(
            """(selector) => {
              const shown = [...document.querySelectorAll(selector)].filter((e) => e.getClientRects().length);
              const heights = shown.map((e) => [e.textContent.trim().slice(0, 30), Math.round(e.getBoundingClientRect().height)]);
              return heights.filter(([, high]) => high < 44);
            }""",
            selector,
        )
    )


@pytest.mark.parametrize("name", ["start", "spiel-mit-vielem", "teil", "eintrag-lang", "a-z", "begriff-in-spielen"])
def test_places_to_tap_are_as_large_as_a_thumb(look: Open, name: str) -> None:
    page, _ = look(ADDRESSES[name])
    assert targets(page, ".n-pfad a") == []
    places = ".n-liste a, .n-ablauf a, .n-spiel a, .n-nachbarn a, .n-sprungleiste a, .n-seite__spiel a, summary, .md-header label, .n-logo"
    assert targets(page, places) == []


def test_the_text_is_in_the_middle_of_a_tablet(look: Open) -> None:
    page, _ = look("/t9a/angst/", TABLET)
    text = box(page.locator("article"))
    assert abs(text["x"] - (TABLET[0] - text["x"] - text["width"])) <= 1


@pytest.mark.parametrize("name", ["suche", "spickzettel"])
def test_a_page_without_contents_is_in_the_middle_of_a_desk(look: Open, name: str) -> None:
    page, _ = look(ADDRESSES[name], DESKTOP)
    text, wide = box(page.locator("article")), page.evaluate("document.documentElement.clientWidth")
    assert abs(text["x"] - (wide - text["x"] - text["width"])) <= 1


def test_counts_stand_in_a_column(look: Open) -> None:
    page, _ = look(ADDRESSES["spiel-mit-vielem"])
    for selector in (".n-teile .n-notiz", ".n-ablauf .n-notiz"):
        edges = {round(box(one)["x"] + box(one)["width"]) for one in page.locator(selector).all()}
        assert len(edges) == 1


@pytest.mark.parametrize(
    ("name", "titles", "share"), [("eintrag-mit-karte", "h1", 0.116), ("spiel", ".n-ablauf .n-titel", 0.066)]
)
def test_large_titles_grow_as_far_as_a_phone_is_wide(look: Open, name: str, titles: str, share: float) -> None:
    """At 200 % "Kontrollverlust-Tabelle" and "Aufstellungsphase" stay whole; the width of letters depends on the font."""
    page, _ = look(ADDRESSES[name])
    before = float(style(page.locator(titles).first, "fontSize").removesuffix("px"))
    page.evaluate(
        "() => { const h = document.documentElement; h.style.fontSize = 2 * parseFloat(getComputedStyle(h).fontSize) + 'px'; }"
    )
    after = float(style(page.locator(titles).first, "fontSize").removesuffix("px"))
    assert before * 1.25 <= after <= share * PHONE[0] + 1


# -- paper --------------------------------------------------------------------------------------------------------------------


def test_on_paper_references_say_where(open_page: Open) -> None:
    page, _ = open_page("/hdd/zielauswahl/")
    link = page.locator('.n-regel a.verweis[data-ort*="S. "]').first
    assert style(link, "content", "::after") in ("none", "normal")
    page.emulate_media(media="print")
    place = str(link.get_attribute("data-ort"))
    assert "S. " in place
    assert style(link, "content", "::after") == '" (" attr(data-ort) ")"' or place in style(link, "content", "::after")
    for gone in (".md-header", ".n-dock", ".n-werkzeuge", ".n-nachbarn", ".n-datei", ".n-inhalt"):
        expect(page.locator(gone).first).to_be_hidden()


@pytest.mark.parametrize(("paper", "most"), [("A4", 2), ("A5", 4)])
def test_a_rule_prints_on_few_sheets(open_page: Open, paper: str, most: int) -> None:
    page, _ = open_page("/t9a/angst/", DESKTOP)
    pdf = page.pdf(format=paper)
    assert 1 <= pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page/") <= most


def test_a_selection_has_two_columns_on_a4_only(open_page: Open) -> None:
    page, _ = open_page("/t9a/angst/", (700, 900))
    page.locator(".n-regel").first.evaluate("(rule) => rule.classList.add('n-auswahl')")
    page.emulate_media(media="print")
    assert style(page.locator(".n-auswahl"), "columnCount") == "2"
    page.set_viewport_size({"width": 470, "height": 900})
    assert style(page.locator(".n-auswahl"), "columnCount") == "auto"


def test_a_wide_table_of_a_selection_has_the_whole_sheet(open_page: Open) -> None:
    page, _ = open_page("/spickzettel/#t=Probe&r=hdd/tabelle-6-2,hdd/held", (700, 900))
    expect(page.locator(".n-auswahl__regel")).to_have_count(2)
    expect(page.locator(".n-auswahl__regel[aria-busy]")).to_have_count(0)
    page.emulate_media(media="print")
    sheet, table = box(page.locator(".n-auswahl")), box(page.locator(".n-auswahl table").first)
    narrow = box(page.locator(".n-auswahl .n-regeltitel").last)
    assert sheet["width"] / 2 < table["width"] <= sheet["width"]
    assert narrow["width"] < sheet["width"] / 2


# -- small files --------------------------------------------------------------------------------------------------------------


def test_pages_and_fonts_are_small(own_site: Path) -> None:
    fonts = list((own_site / "assets/schriften").glob("*.woff2"))
    assert sum(path.stat().st_size for path in fonts) <= 45_000
    assert (own_site / "assets/schriften/OFL.txt").is_file()
    large = {
        path.relative_to(own_site).as_posix(): size
        for path in own_site.rglob("index.html")
        if (size := len(gzip.compress(path.read_bytes(), 9))) > 25_000
    }
    assert large == {}


def test_icons_are_there(own_site: Path) -> None:
    for name, size in (("icon-192", 192), ("icon-512", 512), ("icon-maskable-512", 512), ("apple-touch-icon", 180)):
        png = (own_site / f"assets/{name}.png").read_bytes()
        assert png.startswith(b"\x89PNG")
        assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (size, size)
        assert len(png) < 8_000
    assert (own_site / "assets/favicon.svg").read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize("address", DEEP)
def test_on_a_phones_side_the_short_rule_and_a_line_are_seen_above_the_dock(look: Open, address: str) -> None:
    page, _ = look(address, (844, 390), has_touch=True, is_mobile=True)
    dock = box(page.locator("[data-dock]"))
    short, rule = box(page.locator(".n-kurzregel").first), box(page.locator(".n-regel > *").first)
    assert short["y"] + short["height"] < rule["y"] + 20 < dock["y"]


#: The numbers of an A–Z list that cover a name, German or English.
COVERING = """() => [...document.querySelectorAll('.n-liste--a-z .n-nummer')].filter((number) => {
  const { left, right, top, bottom } = number.getBoundingClientRect();
  return [...number.parentElement.querySelectorAll('.n-titel, .n-original')].flatMap((name) => [...name.getClientRects()])
    .some((line) => line.right > left && line.left < right && line.bottom > top + 4 && line.top < bottom - 4);
}).map((number) => number.parentElement.textContent)"""


@pytest.mark.parametrize("system", ["conquest", "aos"])
def test_numbers_in_a_list_by_letter_cover_no_name(look: Open, system: str) -> None:
    page, _ = look(f"/{system}/a-z/")
    assert page.evaluate(COVERING) == []
