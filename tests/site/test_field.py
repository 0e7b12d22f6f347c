"""The search field in a real Chromium: the dock and its panel on a phone, the box below the field on large screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.addresses import DESKTOP, PHONE
from tests.watching import answered, small_and_large, too_wide, violations

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.watching import Open

pytestmark = pytest.mark.browser

TOUCH = {"has_touch": True, "is_mobile": True}
RULE = "/wuerfelkrieg/kaempfen/"
SCREENS = pytest.mark.parametrize(("size", "more"), [(PHONE, TOUCH), (DESKTOP, {})], ids=["phone", "desktop"])
GROUPS = """() => [...document.querySelectorAll('[role="listbox"] [role="group"]')]
  .filter((group) => group.getClientRects().length)
  .map((group) => [document.getElementById(group.getAttribute('aria-labelledby')).textContent,
    [...group.querySelectorAll('[role="option"]')].map((option) => option.dataset.id)])"""


@pytest.fixture(scope="module")
def base(mini: str) -> str:
    """The pages are of the mini project."""
    return mini


def field(page: Page) -> Locator:
    return page.get_by_role("combobox").filter(visible=True).first


def options(page: Page) -> Locator:
    return page.get_by_role("option").filter(visible=True)


def groups(page: Page) -> dict[str, list[str]]:
    """Heading → ids below it, in order."""
    answered(page)
    expect(options(page).first).to_be_visible()
    return dict(page.evaluate(GROUPS))


def panel(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Suche")


def typed(page: Page, text: str) -> None:
    """Type into the field and wait until the whole search has answered."""
    field(page).fill(text)
    answered(page)


# -- on a phone ---------------------------------------------------------------------------------------------------------------


def test_a_tap_on_the_field_opens_the_panel(look: Open) -> None:
    page, watch = look(RULE, PHONE, **TOUCH)
    page.evaluate("window.scrollTo(0, 200)")
    field(page).tap()
    expect(panel(page)).to_be_visible()
    box, input_box = panel(page).bounding_box(), field(page).bounding_box()
    assert box is not None
    assert input_box is not None
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, *PHONE)
    assert input_box["y"] < 20
    expect(field(page)).to_be_focused()
    assert page.evaluate("window.scrollY") == 200
    assert page.evaluate("document.querySelector('main').closest('[inert]') !== null")
    typed(page, "zaubern")
    hit = options(page).first.bounding_box()
    assert hit is not None
    assert hit["y"] > input_box["y"] + input_box["height"]
    page.get_by_role("button", name="Schließen").tap()
    expect(panel(page)).to_be_hidden()
    assert page.evaluate("[window.scrollY, document.activeElement.tagName, document.querySelectorAll('[inert]').length]") == [
        200,
        "DIV",
        0,
    ]
    assert watch.trouble == []


def test_the_back_gesture_closes_the_panel(look: Open) -> None:
    page, watch = look(RULE, PHONE, **TOUCH)
    here = page.url
    field(page).tap()
    expect(panel(page)).to_be_visible()
    page.go_back()
    expect(panel(page)).to_be_hidden()
    assert page.url == here
    field(page).tap()
    expect(panel(page)).to_be_visible()
    assert watch.trouble == []


def test_back_from_a_hit_leads_to_the_list_as_it_was(look: Open, base: str) -> None:
    page, watch = look(RULE, PHONE, **TOUCH)
    field(page).tap()
    typed(page, "zaubern")
    found = options(page).all_inner_texts()
    options(page).first.tap()
    sheet = page.get_by_role("dialog", name="Zaubern")
    expect(sheet).to_be_visible()
    assert page.url == f"{base}{RULE}"
    page.go_back()
    expect(sheet).to_be_hidden()
    options(page).first.tap()
    sheet.get_by_role("link", name="Zur Regel").tap()
    page.wait_for_url("**/wuerfelkrieg/zaubern/")
    page.go_back()
    expect(sheet).to_be_visible()
    page.go_back()
    expect(panel(page)).to_be_visible()
    expect(field(page)).to_have_value("zaubern")
    answered(page)
    assert options(page).all_inner_texts() == found
    page.go_back()
    expect(panel(page)).to_be_hidden()
    assert watch.trouble == []


def test_the_first_hit_opens_in_its_place(look: Open) -> None:
    page, watch = look(RULE, PHONE, **TOUCH)
    field(page).tap()
    typed(page, "zaubern")
    opener = page.get_by_role("button", name="Ganze Regel hier zeigen")
    opener.tap()
    rule = page.locator(".n-suche__offen .n-regeltitel")
    expect(rule).to_have_text("Zaubern")
    expect(page.get_by_role("option", name="Zaubern").first).to_be_hidden()
    page.get_by_role("button", name="Regel einklappen").tap()
    expect(rule).to_be_hidden()
    typed(page, "zielen")
    expect(opener).to_have_attribute("aria-expanded", "false")
    assert watch.trouble == []


#: The words of hits that the button covers.
COVERED = """(button) => {
  const place = button.getBoundingClientRect();
  const isBelow = ({ left, right, top, bottom }) =>
    left < place.right - 1 && right > place.left + 1 && top < place.bottom - 1 && bottom > place.top + 1;
  const texts = document.createTreeWalker(document.querySelector('[role=listbox]'), NodeFilter.SHOW_TEXT), covered = [];
  while (texts.nextNode()) {
    const node = texts.currentNode, range = document.createRange();
    range.selectNode(node);
    if (node.parentElement.closest('[role=option]') && [...range.getClientRects()].some(isBelow)) covered.push(node.data);
  }
  return covered;
}"""


@pytest.mark.parametrize("size", [PHONE, (390, 340), (844, 390)])
def test_the_button_that_opens_the_first_hit_covers_no_words(look: Open, size: tuple[int, int]) -> None:
    page, _ = look(RULE, size, **TOUCH)
    field(page).tap()
    typed(page, "wurf")
    names = "(one) => { one.textContent = 'Wer wann womit wie viele Würfel wirft'; }"
    options(page).first.locator(".n-treffer__titel").evaluate(names)
    button = page.get_by_role("button", name="Ganze Regel hier zeigen")
    lefts = [one.evaluate("(one) => one.getBoundingClientRect().x") for one in (options(page).first, button)]
    rights = [one.evaluate("(one) => one.getBoundingClientRect().right") for one in (options(page).first, button)]
    assert lefts[0] <= lefts[1]
    assert rights[1] <= rights[0]
    assert button.evaluate(COVERED) == []


def test_three_hits_are_seen_above_the_keyboard(look: Open) -> None:
    page, _ = look(RULE, (360, 340), **TOUCH)
    field(page).tap()
    typed(page, "würfel")
    bottoms = options(page).evaluate_all("all => all.map((one) => one.getBoundingClientRect().bottom)")
    assert len([bottom for bottom in bottoms if bottom <= 340]) >= 3
    assert too_wide(page) == []


@pytest.mark.parametrize("text", ["würfel", "angriff"])
def test_the_first_three_short_rules_are_whole_in_whichever_groups(look: Open, text: str) -> None:
    page, _ = look(RULE, PHONE, **TOUCH)
    field(page).tap()
    typed(page, text)
    shorts = page.locator("[role=listbox] .n-treffer__kurz").filter(visible=True)
    clamps = shorts.evaluate_all("all => all.map((one) => getComputedStyle(one).webkitLineClamp)")
    assert clamps[:3] == ["none"] * 3
    assert set(clamps[3:]) == {"2"}


def test_the_search_page_keeps_the_chosen_system(look: Open, base: str) -> None:
    page, _ = look(RULE, PHONE, **TOUCH)
    field(page).tap()
    typed(page, "würfel")
    expect(options(page).first).to_be_visible()
    field(page).press("Enter")
    page.wait_for_url("**/suche/?q=*&spiel=wuerfelkrieg")
    page.go_back()
    expect(panel(page)).to_be_visible()
    assert page.url == f"{base}{RULE}"


def test_esc_closes_the_panel_and_tab_passes_the_field(look: Open) -> None:
    page, _ = look(RULE, PHONE)
    page.locator("article a").first.focus()
    page.keyboard.press("/")
    expect(panel(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel(page)).to_be_hidden()
    expect(page.locator("article a").first).to_be_focused()
    for _ in range(40):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.name") == "q":
            break
    expect(field(page)).to_be_focused()
    expect(panel(page)).to_be_hidden()
    page.keyboard.type("z")
    expect(panel(page)).to_be_visible()


def test_a_widened_screen_has_no_panel(look: Open) -> None:
    page, _ = look(RULE, PHONE)
    field(page).click()
    expect(panel(page)).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(panel(page)).to_be_hidden()
    assert page.evaluate("document.querySelectorAll('[inert]').length") == 0


def test_targets_for_the_thumb_are_big_enough(look: Open) -> None:
    page, _ = look(RULE, PHONE, **TOUCH)
    for target in (field(page), page.locator("[data-dock] a").last, page.get_by_role("button", name="Menü")):
        box = target.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert box["y"] > PHONE[1] - 80
    field(page).tap()
    answered(page)
    expect(options(page).first).to_be_visible()
    small = page.evaluate(
        """() => [...document.querySelectorAll('[role=dialog] :is([role=option], button, a, .n-suche__spiel, input[type=search])')]
          .filter((one) => one.getClientRects().length && (one.offsetHeight < 44 || one.offsetWidth < 24)).map((one) => one.outerHTML)"""
    )
    assert small == []


def test_the_menu_opens_by_keyboard(look: Open) -> None:
    page, _ = look(RULE, PHONE)
    button = page.get_by_role("button", name="Menü")
    expect(button).to_have_attribute("aria-expanded", "false")
    button.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    assert page.evaluate("document.getElementById('__drawer').checked")


def test_large_text_fits(look: Open) -> None:
    page, _ = look(RULE, PHONE, **TOUCH)
    page.evaluate("document.documentElement.style.fontSize = '250%'")  # the theme's is 125 %
    expect(field(page)).to_have_css("font-size", "32px")
    field(page).tap()
    typed(page, "würfel")
    expect(options(page).first).to_be_visible()
    assert page.evaluate("document.querySelector('[data-dock]').scrollWidth") <= PHONE[0]
    assert too_wide(page) == []


def test_large_text_leaves_room_to_read_what_is_typed(look: Open) -> None:
    page, _ = look(RULE, PHONE, **TOUCH)
    page.evaluate("document.documentElement.style.fontSize = '250%'")
    width = "(input) => input.offsetWidth / document.documentElement.clientWidth"
    assert field(page).evaluate(width) > 0.6
    field(page).tap()
    expect(panel(page)).to_be_visible()
    assert field(page).evaluate(width) > 0.9
    assert too_wide(page) == []


# -- what is found ------------------------------------------------------------------------------------------------------------


@SCREENS
def test_hits_stand_in_groups(look: Open, size: tuple[int, int], more: dict[str, Any]) -> None:
    page, watch = look(RULE, size, **more)
    typed(page, "angriff")
    found = groups(page)
    assert found["Vergleich"] == ["begriffe/angriff"]
    assert found["Regeln"][0] == "wuerfelkrieg/kaempfen"
    typed(page, "becher")
    assert next(iter(groups(page).items())) == ("Begriffe", ["wuerfelkrieg/glossar/becher"])
    typed(page, "schnipsen")
    assert list(groups(page).items())[1] == ("Andere Spiele", ["murmeln/schnipsen"])
    assert watch.trouble == []


def test_a_hit_shows_system_number_names_and_short_rule(look: Open) -> None:
    page, _ = look("/", PHONE, **TOUCH)
    typed(page, "gekämpft")
    hit = options(page).filter(has_text="Brawling")
    expect(hit).to_contain_text("Würfelkrieg 17.0 Kämpfen Brawling GrundregelnWer an der Reihe ist")
    expect(hit.locator("mark").first).to_have_text("Kämpfen")
    twice = options(page).filter(has=page.locator(".n-treffer__titel", has_text="Kämpfen"))
    expect(twice.filter(has_text="Zauberei")).to_have_count(1)


@pytest.mark.parametrize(
    ("typed_in", "hint", "there"),
    [
        ("GR 17", "Grundregeln 17.0", "/wuerfelkrieg/kaempfen/"),
        ("15.3", "Grundregeln 15.3", "/wuerfelkrieg/zielen/"),
        ("zb17", "Zauberei 17.0", "/wuerfelkrieg/zaubern/"),
        ("Tabelle 6.2", "Grundregeln Tabelle 6.2", "/wuerfelkrieg/trefferliste/"),
        ("casting", "Zaubern", "/wuerfelkrieg/zaubern/"),
        ("würfelsturm", "Würfelsturm (X)", "/wuerfelkrieg/wuerfelsturm/"),
    ],
)
def test_a_number_or_name_leads_straight_to_the_rule(look: Open, base: str, typed_in: str, hint: str, there: str) -> None:
    page, watch = look("/", DESKTOP)
    typed(page, typed_in)
    expect(page.get_by_role("link", name=f"Eingabetaste: {hint}", exact=True)).to_be_visible()
    field(page).press("Enter")
    page.wait_for_url(f"{base}{there}")
    assert watch.trouble == []


@pytest.mark.parametrize("typed_in", ["17.0", "kämpfen", "17.0 kämpfen", "zaubern würfel", "6.2", "angriff"])
def test_ambiguous_queries_lead_to_the_search_page(look: Open, typed_in: str) -> None:
    page, _ = look("/")
    typed(page, typed_in)
    expect(page.get_by_role("link", name="Alle zeigen")).to_be_visible()
    field(page).press("Enter")
    page.wait_for_url("**/suche/?q=*")
    expect(page.locator("[data-suche-seite] li a").first).to_be_visible()


@pytest.mark.parametrize(
    ("here", "typed_in", "hint", "there"),
    [
        (RULE, "Seite 12", "Seite 12", "/wuerfelkrieg/seite/12/"),
        (RULE, "auf Seite 12.", "Seite 12", "/wuerfelkrieg/seite/12/"),
        ("/murmeln/", "S. 12", "Würfelkrieg: Seite 12", "/wuerfelkrieg/seite/12/"),
        ("/murmeln/", "15.3", "Würfelkrieg: Grundregeln 15.3", "/wuerfelkrieg/zielen/"),
        ("/murmeln/", "casting", "Würfelkrieg: Zaubern", "/wuerfelkrieg/zaubern/"),
        (RULE, "15,3", "Grundregeln 15.3", "/wuerfelkrieg/zielen/"),
        (RULE, "zau\u00adbern", "Zaubern", "/wuerfelkrieg/zaubern/"),
    ],
)
def test_pages_lead_straight_on_and_another_system_is_named(
    look: Open, base: str, here: str, typed_in: str, hint: str, there: str
) -> None:
    page, watch = look(here, DESKTOP)
    typed(page, typed_in)
    expect(page.get_by_role("link", name=f"Eingabetaste: {hint}", exact=True)).to_be_visible()
    field(page).press("Enter")
    page.wait_for_url(f"{base}{there}")
    assert watch.trouble == []


def test_a_long_query_is_not_repeated_whole(look: Open) -> None:
    page, _ = look(RULE)
    typed(page, "q" * 500)
    expect(page.get_by_role("status").filter(visible=True)).to_have_text(f"Nichts gefunden für „{'q' * 60}…“.")


@SCREENS
def test_nothing_found_leads_on(look: Open, size: tuple[int, int], more: dict[str, Any]) -> None:
    page, watch = look(RULE, size, **more)
    typed(page, "trefflistzzq")
    assert groups(page) == {
        "Meintest du …": ["wuerfelkrieg/trefferliste"],
        "Nachschlagen": ["wuerfelkrieg/a-z", "suche#nicht-gefunden"],
    }
    expect(page.get_by_role("status").filter(visible=True)).to_have_text("Nichts gefunden für „trefflistzzq“.")
    options(page).nth(1).click()  # after the nearest name
    page.wait_for_url("**/wuerfelkrieg/a-z/")
    assert watch.trouble == []


def test_the_search_page_offers_to_drop_its_filters(look: Open) -> None:
    page, _ = look("/suche/?q=schnipsen&spiel=wuerfelkrieg&art=table")
    main = page.locator("[data-suche-seite]")
    expect(main).to_contain_text("Nichts gefunden für „schnipsen“")
    main.get_by_role("link", name="Ohne Filter suchen").click()
    page.wait_for_url(lambda url: "spiel" not in url and "art" not in url)
    expect(main.locator("ol a").first).to_have_text("Schnipsen")


def test_pieces_of_text_come_from_the_bundles_without_the_searchs_own_files(open_page: Open) -> None:
    page, _ = open_page("/impressum/")
    page.route("**/texte-*.json*", lambda route: route.abort())
    asked = {
        "spruch gelingt": "Der Zauber gelingt ab 12.",
        "trefferliste 4-6": "4-6 · 1, siehe Kämpfen",
        "%22zauber gelingt ab%22 spruch": "Der Zauber gelingt ab 12.",  # a phrase that only the text contains
    }
    for query, line in asked.items():
        page.goto(page.url.replace("/impressum/", "/suche/").partition("?")[0] + f"?q={query}")
        expect(page.locator(".n-treffer__stelle", has_text=line)).to_be_visible()


def test_names_are_found_where_the_rest_is_unavailable(open_page: Open) -> None:
    page, _ = open_page("/impressum/")
    page.route("**/index.json*", lambda route: route.abort())
    page.reload()
    field(page).fill("zaub")
    expect(options(page).first).to_have_attribute("data-id", "wuerfelkrieg/zaubern")
    field(page).fill("qqxxzz")
    expect(page.get_by_role("status").filter(visible=True)).to_have_text("Nichts gefunden für „qqxxzz“.")


# -- the system -----------------------------------------------------------------------------------------------------------------


@SCREENS
def test_the_chosen_system_is_remembered(look: Open, base: str, size: tuple[int, int], more: dict[str, Any]) -> None:
    page, watch = look("/impressum/", size, **more)
    field(page).click()
    systems = page.get_by_role("group", name="Zuerst in diesem Spiel suchen").filter(visible=True)
    expect(systems.get_by_role("radio", name="Alle Spiele")).to_be_checked()
    typed(page, "angriff")
    assert "Andere Spiele" not in groups(page)
    systems.get_by_role("radio", name="Murmelschlacht").click()
    expect(field(page)).to_be_focused()
    assert groups(page)["Andere Spiele"][0] == "wuerfelkrieg/kaempfen"
    page.goto(f"{base}/datenschutz/")
    field(page).click()
    expect(page.get_by_role("radio", name="Murmelschlacht").filter(visible=True)).to_be_checked()
    assert watch.trouble == []


def test_a_systems_page_chooses_its_system(look: Open, base: str) -> None:
    page, _ = look("/murmeln/")
    page.goto(f"{base}/impressum/")
    field(page).click()
    expect(page.get_by_role("radio", name="Murmelschlacht").filter(visible=True)).to_be_checked()
    page.goto(f"{base}{RULE}")
    field(page).click()
    expect(page.get_by_role("radio", name="Würfelkrieg").filter(visible=True)).to_be_checked()
    page.get_by_role("radio", name="Alle Spiele").filter(visible=True).click()
    assert "Was kann ich jetzt tun?" not in groups(page)


def test_the_system_is_chosen_by_keyboard(look: Open) -> None:
    page, _ = look(RULE, DESKTOP)
    page.keyboard.press("Control+k")
    chosen = page.get_by_role("radio", name="Würfelkrieg").filter(visible=True)
    expect(chosen).to_be_checked()
    for _ in range(5):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.type") == "radio":
            break
    expect(chosen).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="Murmelschlacht").filter(visible=True)).to_be_checked()
    expect(options(page).first).to_be_visible()


# -- before anything is typed -------------------------------------------------------------------------------------------------


def test_recent_look_ups_are_offered(look: Open, base: str) -> None:
    page, watch = look(RULE, PHONE, **TOUCH)
    for there in ("/wuerfelkrieg/zielen/", "/wuerfelkrieg/glossar/becher/", "/wuerfelkrieg/"):
        page.goto(f"{base}{there}")
    field(page).tap()
    seen = ["wuerfelkrieg/glossar/becher", "wuerfelkrieg/zielen", "wuerfelkrieg/kaempfen"]
    assert groups(page)["Zuletzt nachgeschlagen"] == seen
    page.goto(f"{base}/")
    links = page.locator("[data-zuletzt] a")
    expect(links).to_have_count(len(seen))
    assert links.evaluate_all("links => links.map((link) => link.href)") == [f"{base}/{id}/" for id in seen]
    field(page).tap()
    page.get_by_role("button", name="Zuletzt leeren").tap()
    expect(page.get_by_text("Zuletzt nachgeschlagen").filter(visible=True)).to_have_count(0)
    expect(page.locator("[data-zuletzt] a")).to_have_count(0)
    assert watch.trouble == []


def test_a_chosen_concept_counts_as_looked_up(look: Open, base: str) -> None:
    page, _ = look("/")
    typed(page, "angriff")
    page.locator("[data-id='begriffe/angriff']").filter(visible=True).click()
    page.wait_for_url("**/begriffe/angriff/")
    page.goto(f"{base}/hilfe/")
    field(page).click()
    assert groups(page)["Zuletzt nachgeschlagen"] == ["begriffe/angriff"]


def test_favourites_are_offered(look: Open) -> None:
    page, _ = look("/hilfe/")
    lists = {
        "version": 1,
        "lists": [{"id": "favoriten", "title": "Favoriten", "items": [{"id": "wuerfelkrieg/wurf"}, {"id": "weg/da"}]}],
    }
    page.evaluate("lists => localStorage.setItem('nachschlag:/:collections', JSON.stringify(lists))", lists)
    field(page).click()
    assert groups(page)["Favoriten"] == ["wuerfelkrieg/wurf"]


@pytest.mark.parametrize("kept", ["{", "7", "null", '{"lists": [null, {"id": "favoriten", "items": 3}]}', '[null, 4, "weg/da"]'])
def test_damaged_memory_does_no_harm(look: Open, kept: str) -> None:
    page, watch = look("/hilfe/")
    page.evaluate(
        "kept => ['game', 'recent', 'collections'].forEach((name) => localStorage.setItem(`nachschlag:/:${name}`, kept))", kept
    )
    page.reload()
    typed(page, "zaubern")
    assert groups(page)["Regeln"][0] == "wuerfelkrieg/zaubern"
    assert watch.trouble == []


@pytest.mark.parametrize("here", ["/hilfe/", "/murmeln/", "/wuerfelkrieg/"])
def test_every_suggestion_leads_to_a_page(look: Open, here: str) -> None:
    page, _ = look(here)
    field(page).click()
    answered(page)
    expect(options(page).first).to_be_visible()
    for address in options(page).evaluate_all("links => links.map((link) => link.href)"):
        assert page.request.get(address).ok, address


# -- on a large screen --------------------------------------------------------------------------------------------------------


def test_the_box_below_the_field(look: Open) -> None:
    page, watch = look(RULE, DESKTOP)
    title = page.locator("h1").bounding_box()
    page.keyboard.press("Control+k")
    expect(field(page)).to_be_focused()
    typed(page, "würfel")
    expect(panel(page)).to_have_count(0)
    assert page.locator("h1").bounding_box() == title
    line = page.locator(".n-suche__zeile").filter(visible=True).bounding_box()
    typed(page, "würfels")
    assert page.locator(".n-suche__zeile").filter(visible=True).bounding_box() == line
    page.keyboard.press("ArrowUp")
    expect(options(page).last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    assert field(page).get_attribute("aria-activedescendant") is None
    page.keyboard.press("Escape")
    expect(options(page)).to_have_count(0)
    expect(field(page)).to_be_focused()
    expect(field(page)).to_have_value("würfels")
    expect(field(page)).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowDown")
    expect(options(page).first).to_have_attribute("aria-selected", "true")
    page.mouse.click(1270, 790)
    expect(options(page)).to_have_count(0)
    assert watch.trouble == []


def test_a_hit_opens_in_another_tab(open_page: Open, base: str) -> None:
    page, _ = open_page(RULE, DESKTOP)
    typed(page, "zaubern")
    page.keyboard.press("ArrowDown")
    with page.context.expect_page() as opened:
        page.keyboard.press("Control+Enter")
    opened.value.wait_for_url(f"{base}/wuerfelkrieg/zaubern/")
    assert page.url == f"{base}{RULE}"


def test_keys_that_lead_to_the_search_leave_writing_alone(look: Open) -> None:
    page, _ = look(RULE, DESKTOP)
    field(page).fill("1")
    page.keyboard.type("/2")
    expect(field(page)).to_have_value("1/2")


def test_the_form_works_without_script(look: Open) -> None:
    for size in (PHONE, DESKTOP):
        page, _ = look(RULE, size, java_script_enabled=False)
        page.locator('input[name="q"]').first.fill("zaubern")
        page.keyboard.press("Enter")
        page.wait_for_url("**/suche/?q=zaubern")


# -- for all users ------------------------------------------------------------------------------------------------------------


@small_and_large("size", PHONE, DESKTOP)
def test_axe_finds_nothing(look: Open, size: tuple[int, int], scheme: str) -> None:
    page, _ = look(RULE, size, color_scheme=scheme, **(TOUCH if size == PHONE else {}))
    page.reload()
    field(page).click()
    expect(options(page).first).to_be_visible()
    for text in ("", "angriff", "qqzzxx"):
        typed(page, text)
        expect(options(page).first).to_be_visible()
        page.keyboard.press("ArrowDown")
        assert violations(page, "[data-suche]") == [], text  # around it every page is judged elsewhere
