"""Favourites and collections in a real Chromium: by thumb on a phone, by keyboard, on paper, from one device to another."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.addresses import DESKTOP, PHONE
from tests.browser import PAINTED
from tests.serving import until
from tests.watching import Watch, small_and_large, too_wide, violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser

#: A page in a fresh context of a phone (keywords go to the context), and the watch over it.
Device = Callable[..., "tuple[Page, Watch]"]
SHEETS = "/spickzettel/"
KEEP = "wuerfelkrieg"
KEY = "nachschlag:/:collections"


@pytest.fixture
def device(browser: Browser, mini: str) -> Iterator[Device]:
    """Opens a page on a new device; `kept` is the initial content of its storage."""
    contexts: list[BrowserContext] = []

    def device(address: str, kept: Any = None, size: tuple[int, int] = PHONE, **more: Any) -> tuple[Page, Watch]:
        touch = {"has_touch": True, "is_mobile": True} if size == PHONE else {}
        screen = {"width": size[0], "height": size[1]}
        context = browser.new_context(**{"viewport": screen, "locale": "de-DE", "service_workers": "block"} | touch | more)
        contexts.append(context)
        if kept is not None:
            text = kept if isinstance(kept, str) else json.dumps(kept)
            context.add_init_script(f"try {{ localStorage['{KEY}'] ??= {json.dumps(text)}; }} catch {{ }}")
        page = context.new_page()
        watch = Watch(page, mini)
        page.goto(f"{mini}{address}")
        return page, watch

    yield device
    for context in contexts:
        context.close()


def lists(*items: str, **more: list[str]) -> dict[str, Any]:
    """Make stored lists: favourites, and others by their titles."""
    others = [{"id": f"l-{title.lower()}", "title": title, "items": [{"id": i} for i in ids]} for title, ids in more.items()]
    return {"version": 1, "lists": [{"id": "favoriten", "items": [{"id": i} for i in items]}, *others]}


def kept(page: Page) -> dict[str, list[str]]:
    """The content of the device's storage: title of a list → ids."""
    state = json.loads(page.evaluate(f"localStorage['{KEY}'] ?? '{{\"lists\": []}}'"))
    return {one.get("title", "Favoriten"): [item["id"] for item in one["items"]] for one in state["lists"]}


def shown(page: Page) -> list[str]:
    """The titles of the rules on the page, once all are loaded."""
    expect(page.locator(".n-auswahl__regel").locator("visible=true").first).to_be_visible()
    expect(page.locator(".n-auswahl__regel[aria-busy]")).to_have_count(0)
    return page.locator(".n-auswahl__regel .n-regeltitel").all_inner_texts()


def more(page: Page, text: str) -> Any:
    """Open the menu "Mehr" and return its item of this name."""
    page.get_by_role("button", name="Mehr").click()
    return page.locator(".n-menue__liste").get_by_text(text)


def keep(page: Page, base: str, *ids: str) -> None:
    for one in ids:
        page.goto(f"{base}/{one}/")
        page.get_by_role("button", name="Merken").tap()
        expect(page.get_by_role("button", name="Merken")).to_have_attribute("aria-pressed", "true")


# -- remember -----------------------------------------------------------------------------------------------------------------


def test_a_kept_rule_is_brief_and_unfolds_by_a_tap(device: Device, mini: str) -> None:
    page, watch = device(SHEETS)
    keep(page, mini, "wuerfelkrieg/kaempfen")
    expect(page.locator(".n-meldung")).to_have_text("Gemerkt.")
    expect(page.locator("[data-dock] [data-anzahl]")).to_have_text("1")
    page.goto(f"{mini}{SHEETS}")
    assert shown(page) == ["Kämpfen"]
    card, rule = page.locator(".n-auswahl__regel"), page.locator(".n-auswahl__regel .n-regel")
    short, opener = card.locator(".n-kurzregel"), page.get_by_role("button", name="„Kämpfen“ aufklappen")
    expect(short).to_be_visible()
    expect(rule).to_be_hidden()
    box, line, button = (one.bounding_box() for one in (card, short, opener))
    assert box
    assert line
    assert button
    assert box["height"] - line["height"] <= 36  # little but the short rule, which has the card's whole width
    assert min(button["width"], button["height"]) >= 44
    assert line["x"] + line["width"] >= button["x"] + button["width"]
    page.emulate_media(media="print")
    expect(rule).to_be_visible()
    page.emulate_media(media="screen")
    opener.tap()
    expect(rule).to_be_visible()
    page.get_by_role("button", name="„Kämpfen“ einklappen").tap()
    expect(rule).to_be_hidden()
    card.locator(".n-regeltitel a").tap()
    expect(rule).to_be_visible()
    assert watch.trouble == []


def test_a_kept_term_is_as_brief_as_a_rule(device: Device, mini: str) -> None:
    page, watch = device(SHEETS)
    keep(page, mini, "wuerfelkrieg/glossar/becher")
    page.goto(f"{mini}{SHEETS}")
    card = page.locator(".n-auswahl__regel")
    expect(card.locator(".n-kurzregel")).to_be_visible()
    expect(card.locator(".n-ort")).to_be_hidden()
    page.get_by_role("button", name="„Becher“ aufklappen").tap()
    expect(card.locator(".n-ort")).to_be_visible()
    assert watch.trouble == []


def test_a_tapped_star_is_on_the_list_after_a_reload_and_in_another_tab(device: Device, mini: str) -> None:
    page, watch = device(SHEETS)
    expect(page.get_by_text("Hier steht noch nichts")).to_be_visible()
    other = page.context.new_page()
    keep(other, mini, "wuerfelkrieg/kaempfen", "wuerfelkrieg/glossar/becher")
    expect(page.locator(".n-auswahl__regel")).to_have_count(2)  # without a reload: the other tab notifies it
    assert shown(page) == ["Kämpfen", "Becher"]
    page.reload()
    assert shown(page) == ["Kämpfen", "Becher"]
    expect(page.locator(".n-auswahl__regel").first).to_contain_text("Wirf deine Würfel aus dem Becher")
    other.reload()
    star = other.get_by_role("button", name="Merken")
    expect(star).to_have_attribute("aria-pressed", "true")
    star.tap()
    expect(star).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".n-auswahl__regel")).to_have_count(1)
    assert watch.trouble == []


def test_the_tools_do_not_move_the_page(device: Device) -> None:
    page, _ = device("/wuerfelkrieg/kaempfen/")
    bar = page.locator(".n-werkzeuge")
    filled = bar.bounding_box()
    bar.evaluate("(bar) => bar.replaceChildren()")
    assert bar.bounding_box()["height"] == filled["height"]  # type: ignore[index]
    page.reload()
    expect(bar.get_by_role("button").first).to_be_visible()
    for button in bar.get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44


def test_the_dock_is_as_high_before_its_buttons_arrive(device: Device) -> None:
    page, _ = device("/wuerfelkrieg/kaempfen/")
    dock = page.locator(".n-dock")
    whole = dock.bounding_box()
    dock.evaluate("(dock) => dock.replaceChildren()")
    assert dock.bounding_box() == whole


@pytest.mark.parametrize("kept", [lists(), lists("wuerfelkrieg/kaempfen", "wuerfelkrieg/zaubern", "wuerfelkrieg/glossar/becher")])
def test_the_page_does_not_move_while_it_fills(device: Device, kept: dict[str, Any]) -> None:
    page, watch = device(SHEETS, kept)
    page.add_init_script(
        """const later = window.setTimeout;
        // the list never gives up waiting for its rules, as it does after a second
        window.setTimeout = (work, time, ...more) => (time === 1000 ? 0 : later(work, time, ...more));
        window.moves = [];
        const named = ({ value, sources }) => [value, ...sources.map(({ node }) => node?.className)];
        const listed = (list) => window.moves.push(...list.map(named));
        const observer = new PerformanceObserver((list) => listed(list.getEntries()));
        observer.observe({ type: 'layout-shift' });
        window.allMoves = () => { listed(observer.takeRecords()); return window.moves; };"""
    )
    slow = {"offline": False, "latency": 20, "downloadThroughput": 60_000, "uploadThroughput": 60_000}
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    network.send("Network.emulateNetworkConditions", slow)  # the page appears before its script is loaded
    page.reload()
    if kept == lists():
        expect(page.get_by_text("Hier steht noch nichts")).to_be_visible()
    else:
        assert shown(page) == ["Kämpfen", "Zaubern", "Becher"]
    expect(page.get_by_text("Wie Spickzettel gehen")).to_be_visible()
    page.evaluate(PAINTED)
    assert page.evaluate("allMoves()") == []
    assert watch.trouble == []


def test_other_scripts_ask_with_an_event(device: Device) -> None:
    page, _ = device("/")
    ask = "(id) => document.body.dispatchEvent(new CustomEvent('nachschlag:merken', { detail: { id }, bubbles: true }))"
    for one in ("wuerfelkrieg/kaempfen#ablauf", "wuerfelkrieg/zielen", "wuerfelkrieg/zielen", "Unfug!"):
        page.evaluate(ask, one)
    assert kept(page) == {"Favoriten": ["wuerfelkrieg/kaempfen"]}
    expect(page.locator("[data-merkliste] a").first).to_contain_text("Kämpfen")  # its title comes from the bundle


def test_favourites_on_the_home_page(device: Device) -> None:
    page, watch = device("/")
    expect(page.locator("[data-merkliste]")).to_contain_text("Deine Spickzettel")
    expect(page.locator("[data-merkliste] .n-liste")).to_have_count(0)
    rules = [f"wuerfelkrieg/regel-{number}" for number in range(9)]
    page, _ = device("/", lists("wuerfelkrieg/zielen", *rules))
    links = page.locator("[data-merkliste] .n-liste a")
    expect(links).to_have_count(8)
    expect(page.locator("[data-merkliste]")).to_contain_text("Alle 10")
    links.first.click()
    expect(page.locator("h1")).to_have_text("Zielen")
    assert watch.trouble == []


def test_the_steps_of_a_rule_keep_their_numbers_and_the_rule_its_systems_colour(device: Device) -> None:
    """The list of rules is an ordered list, too, in which a second level would by default count a, b, c."""
    page, _ = device(SHEETS, lists("wuerfelkrieg/kaempfen", "murmeln/schnipsen"))
    assert shown(page) == ["Kämpfen", "Schnipsen"]
    steps = page.locator(".n-auswahl__regel ol").first
    expect(steps).to_contain_text("Sag an, wen du angreifst.")
    assert steps.locator("li").first.evaluate("(step) => getComputedStyle(step).listStyleType") == "decimal"
    colours = page.locator(".n-auswahl__regel").evaluate_all(
        "(all) => all.map((e) => getComputedStyle(e).getPropertyValue('--n-akzent'))"
    )
    assert colours[0] == "#7a3b1d"


def test_a_rule_goes_onto_several_lists(device: Device, mini: str) -> None:
    page, watch = device("/wuerfelkrieg/kaempfen/", lists(Heer=["wuerfelkrieg/wurf"]))
    more(page, "Auf Spickzettel").tap()
    page.get_by_label("Heer").check()
    page.get_by_label("Neuer Spickzettel").fill("Szenario")
    page.get_by_role("button", name="Anlegen").tap()
    expect(page.get_by_label("Szenario")).to_be_checked()
    assert violations(page, "dialog") == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Mehr")).to_be_focused()
    assert kept(page) == {
        "Favoriten": [],
        "Heer": ["wuerfelkrieg/wurf", "wuerfelkrieg/kaempfen"],
        "Szenario": ["wuerfelkrieg/kaempfen"],
    }
    page.goto(f"{mini}{SHEETS}")
    page.get_by_role("combobox", name="Spickzettel").select_option("Heer (2)")
    assert shown(page) == ["Kämpfen", "Wurf"]
    page.reload()
    assert shown(page) == ["Kämpfen", "Wurf"]  # the list chosen last, by the address
    assert watch.trouble == []


# -- order --------------------------------------------------------------------------------------------------------------------

#: As they are shown: by game and phase.
THREE = ("wuerfelkrieg/zielen", "wuerfelkrieg/kaempfen", "murmeln/schnipsen")


HEADINGS = ".n-auswahl :is(.n-auswahl__spiel, .n-auswahl__phase, .n-regeltitel)"


def headings(page: Page) -> list[str]:
    """Games and phases in capitals, and the titles of their rules."""
    shown(page)
    heads = "(all) => all.map((one) => (one.closest('.n-auswahl__kopf') ? one.innerText.toUpperCase() : one.innerText))"
    return page.locator(HEADINGS).evaluate_all(heads)


def test_rules_stand_by_game_and_phase_unless_moved_across(device: Device, mini: str) -> None:
    mixed = [
        "wuerfelkrieg/kaempfen",
        "murmeln/schnipsen",
        "wuerfelkrieg/glossar/becher",
        "wuerfelkrieg/wurf",
        "wuerfelkrieg/zielen",
    ]
    page, watch = device(SHEETS, lists(*mixed, Heer=[*mixed[:1], *mixed[3:]]))
    war = ["LADEPHASE, ROLLPHASE", "Zielen", "ROLLPHASE", "Kämpfen"]
    rest = ["GRUNDREGELN", "Wurf", "GLOSSAR", "Becher"]
    by_group = ["WÜRFELKRIEG", *war, *rest, "MURMELSCHLACHT", "SCHNIPPEN", "Schnipsen"]
    assert headings(page) == by_group
    levels = ["H2", *["H3", "H4"] * 4, "H2", "H3", "H4"]  # game, phase, rule
    assert page.locator(HEADINGS).evaluate_all("(all) => all.map(({ tagName }) => tagName)") == levels
    assert kept(page)["Favoriten"] == mixed
    page.get_by_label("Nur Kurzregeln").check()
    assert headings(page) == by_group
    page.emulate_media(media="print")
    assert headings(page) == by_group
    page.emulate_media(media="screen")
    page.get_by_role("combobox", name="Spickzettel").select_option("Heer (3)")
    assert headings(page) == [*war, *rest[:2]]  # of one game, which goes without saying
    page.get_by_label("Bearbeiten").check()
    page.get_by_role("button", name="„Wurf“ nach oben").tap()
    own = [*war[:2], *rest[:2], *war[2:]]
    assert headings(page) == own
    page.reload()
    assert headings(page) == own
    link = page.evaluate("location.href.split('#')[0]") + "#t=Heer&r=wuerfelkrieg/zielen,wuerfelkrieg/wurf,wuerfelkrieg/kaempfen"
    page.goto(link)
    expect(page.get_by_role("button", name="Übernehmen")).to_be_visible()
    assert headings(page) == own  # as it was shared
    page.get_by_role("button", name="Übernehmen").tap()
    expect(page.get_by_role("combobox", name="Spickzettel").locator("option:checked")).to_have_text("Heer (2) (3)")
    assert headings(page) == own
    page.get_by_label("Bearbeiten").check()
    page.get_by_role("button", name="„Kämpfen“ nach oben").tap()
    assert headings(page) == [*war, *rest[:2]]
    assert violations(page, "article") == []
    assert watch.trouble == []


def test_order_by_thumb(device: Device) -> None:
    page, watch = device(SHEETS, lists(*THREE))
    assert shown(page) == ["Zielen", "Kämpfen", "Schnipsen"]
    page.get_by_label("Bearbeiten").check()
    page.get_by_role("button", name="„Zielen“ nach unten").tap()
    assert shown(page) == ["Kämpfen", "Zielen", "Schnipsen"]
    page.get_by_role("button", name="„Schnipsen“ nach oben").tap()
    assert kept(page)["Favoriten"] == ["wuerfelkrieg/kaempfen", "murmeln/schnipsen", "wuerfelkrieg/zielen"]
    page.get_by_role("button", name="„Kämpfen“ nach oben").tap(force=True)  # already at the top
    assert shown(page) == ["Kämpfen", "Schnipsen", "Zielen"]
    assert watch.trouble == []


@pytest.mark.parametrize(
    ("which", "to", "order"), [(0, 2, ["Kämpfen", "Schnipsen", "Zielen"]), (2, 0, ["Schnipsen", "Zielen", "Kämpfen"])]
)
def test_order_by_dragging(device: Device, which: int, to: int, order: list[str]) -> None:
    page, _ = device(SHEETS, lists(*THREE), DESKTOP)
    assert len(shown(page)) == 3
    page.get_by_label("Bearbeiten").check()
    grips = page.locator(".n-griff")
    from_box, to_box = grips.nth(which).bounding_box(), grips.nth(to).bounding_box()
    assert from_box
    assert to_box
    page.mouse.move(from_box["x"] + 20, from_box["y"] + 20)
    page.mouse.down()
    page.mouse.move(to_box["x"] + 20, to_box["y"] + (40 if to > which else 2), steps=12)
    page.mouse.up()
    assert shown(page) == order
    page.reload()
    assert shown(page) == order


def test_removed_by_keyboard_and_put_back(device: Device) -> None:
    page, watch = device(SHEETS, lists(*THREE), DESKTOP)
    page.get_by_label("Bearbeiten").focus()
    page.keyboard.press("Space")
    out = page.get_by_role("button", name="„Kämpfen“ entfernen")
    out.focus()
    page.keyboard.press("Enter")
    assert kept(page)["Favoriten"] == ["wuerfelkrieg/zielen", "murmeln/schnipsen"]
    expect(page.get_by_role("button", name="Rückgängig")).to_be_focused()
    page.keyboard.press("Enter")
    assert shown(page) == ["Zielen", "Kämpfen", "Schnipsen"]
    expect(out).to_be_focused()
    page.get_by_role("button", name="„Schnipsen“ nach oben").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert shown(page) == ["Schnipsen", "Zielen", "Kämpfen"]
    expect(page.get_by_role("button", name="„Schnipsen“ nach oben")).to_be_focused()
    expect(page.locator(".n-meldung[role=status]")).to_have_text("„Schnipsen“ steht jetzt an Stelle 1 von 3.")
    assert watch.trouble == []


def test_lists_are_made_renamed_and_deleted(device: Device) -> None:
    page, watch = device(SHEETS, lists(*THREE))
    page.get_by_role("button", name="Mehr").tap()
    expect(page.get_by_role("button", name="Umbenennen")).to_be_hidden()  # favourites cannot be renamed
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Neu …").tap()
    page.get_by_label("Name").fill("Heer")
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox", name="Spickzettel")).to_have_value(re.compile("^l"))
    more(page, "Umbenennen").tap()
    page.get_by_label("Name").fill("Favoriten")
    page.get_by_role("button", name="Fertig").tap()
    until(lambda: kept(page) == {"Favoriten": list(THREE), "Favoriten (2)": []}, 10)
    more(page, "Spickzettel löschen").tap()
    page.get_by_role("button", name="Schließen").tap()
    assert len(kept(page)) == 2
    more(page, "Spickzettel löschen").tap()
    page.get_by_role("button", name="Löschen", exact=True).tap()
    assert shown(page) == ["Zielen", "Kämpfen", "Schnipsen"]
    assert kept(page) == {"Favoriten": list(THREE)}
    assert watch.trouble == []


# -- share, save, read in -----------------------------------------------------------------------------------------------------


def test_a_shared_link_shows_the_list_elsewhere(device: Device, mini: str) -> None:
    page, _ = device(
        SHEETS,
        lists("wuerfelkrieg/wurf", **{"Heer & Äxte": ["wuerfelkrieg/zielen", "murmeln/schnipsen"]}),
        permissions=["clipboard-read", "clipboard-write"],
    )
    page.get_by_role("combobox", name="Spickzettel").select_option("Heer & Äxte (2)")
    page.get_by_role("button", name="Link kopieren").tap()
    expect(page.locator(".n-meldung[role=status]")).to_contain_text("Link kopiert")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{mini}{SHEETS}#t=Heer%20%26%20%C3%84xte&r=wuerfelkrieg/zielen,murmeln/schnipsen"

    requests: list[str] = []
    own = lists("wuerfelkrieg/kaempfen", **{"Heer & Äxte": ["wuerfelkrieg/wurf"]})
    page, watch = device("/", own)
    page.on("request", lambda request: requests.append(request.url))
    page.goto(link)
    expect(page.get_by_role("heading", name="Heer & Äxte")).to_be_visible()
    assert shown(page) == ["Zielen", "Schnipsen"]
    assert kept(page) == {"Favoriten": ["wuerfelkrieg/kaempfen"], "Heer & Äxte": ["wuerfelkrieg/wurf"]}  # viewing does not save
    page.get_by_role("button", name="Übernehmen").tap()
    expect(page.get_by_role("combobox", name="Spickzettel").locator("option:checked")).to_have_text("Heer & Äxte (2) (2)")
    assert kept(page) == {
        "Favoriten": ["wuerfelkrieg/kaempfen"],
        "Heer & Äxte": ["wuerfelkrieg/wurf"],
        "Heer & Äxte (2)": ["wuerfelkrieg/zielen", "murmeln/schnipsen"],
    }
    assert [url for url in requests if "zielen" in url] == []  # no server learns the content of the list
    assert watch.trouble == []


def test_a_shared_link_with_old_removed_and_hostile_ids(device: Device) -> None:
    page, watch = device(f"{SHEETS}#t=%3Cimg%20src%3Dx%3E&r=wuerfelkrieg/hagel,wuerfelkrieg/mogeln,javascript:alert(1),../../x")
    expect(page.locator(".n-auswahl__titel")).to_have_text("<img src=x>")
    expect(page.locator(".n-auswahl__regel").first).to_contain_text("Du wirfst X Würfel mehr")
    expect(page.locator(".n-auswahl__regel").nth(1)).to_contain_text(
        "Diese Regel gibt es nicht mehr. Diese Regel ist ersatzlos gestrichen."
    )
    expect(page.get_by_text("2 Angaben im Link waren nicht lesbar")).to_be_visible()
    page.get_by_role("button", name="Übernehmen").tap()
    expect(page.get_by_role("combobox", name="Spickzettel")).to_be_visible()
    assert kept(page)["<img src=x>"] == ["wuerfelkrieg/wuerfelsturm", "wuerfelkrieg/mogeln"]
    assert watch.trouble == []


@pytest.mark.parametrize(
    ("rules", "said"),
    [("", "Keine Regel."), ("nichts", "Keine Regel. Eine Angabe im Link war nicht lesbar."), (f"{KEEP}/wurf", "Eine Regel.")],
)
def test_a_shared_link_with_little_in_it(device: Device, rules: str, said: str) -> None:
    page, watch = device(f"{SHEETS}#t=Wenig&r={rules}")
    expect(page.locator("[data-spickzettel] .n-unterzeile")).to_have_text(re.compile(f"zu deinen dazu. {re.escape(said)}$"))
    expect(page.get_by_role("button", name="Übernehmen")).to_have_count(1 if "/" in rules else 0)
    assert watch.trouble == []


def test_taken_over_once_by_a_double_tap(device: Device) -> None:
    page, _ = device(f"{SHEETS}#t=Heer&r={KEEP}/wurf")
    page.get_by_role("button", name="Übernehmen").dblclick()
    expect(page.get_by_role("combobox", name="Spickzettel")).to_be_visible()
    assert kept(page) == {"Favoriten": [], "Heer": [f"{KEEP}/wurf"]}


def test_share_asks_the_phone(device: Device) -> None:
    page, _ = device(SHEETS)
    page.context.add_init_script("navigator.share = async (given) => { window.shared = given; };")
    page.evaluate(f"localStorage['{KEY}'] = JSON.stringify({json.dumps(lists(*THREE))})")
    page.reload()
    page.get_by_role("button", name="Teilen").tap()
    until(lambda: page.evaluate("window.shared?.title") == "Favoriten")
    expect(page).to_have_title(re.compile("^Favoriten – "))
    assert page.evaluate("window.shared.url").endswith(f"{SHEETS}#t=Favoriten&r={','.join(THREE)}")


def test_a_whole_part_to_read_and_print(device: Device) -> None:
    page, watch = device("/wuerfelkrieg/teil/grundregeln/")
    page.get_by_role("link", name="Diesen Teil ganz lesen oder drucken").tap()
    expect(page.get_by_role("heading", name="Würfelkrieg: Grundregeln")).to_be_visible()
    expect(page).to_have_title(re.compile("^Würfelkrieg: Grundregeln – "))  # the name of its PDF
    assert {"Kämpfen", "Zielen", "Rückzug", "Wurf"} <= set(shown(page))
    assert kept(page) == {}
    page.goto(page.url.replace("grundregeln", "gibtsnicht"))
    expect(page.get_by_text("Das ist gerade nicht zu haben")).to_be_visible()
    assert watch.trouble == []


def test_a_ready_made_sheet_is_a_tap_away_and_a_tap_makes_it_the_players_own(device: Device) -> None:
    page, watch = device("/wuerfelkrieg/", lists(*THREE))
    page.get_by_role("link", name="Schlagen 2").tap()
    expect(page).to_have_title(re.compile("^Würfelkrieg: Schlagen – "))
    assert shown(page) == ["Kämpfen", "Wurf"]
    assert kept(page) == {"Favoriten": list(THREE)}
    page.get_by_role("button", name="Übernehmen").tap()
    page.wait_for_url(f"**{SHEETS}#liste=*")
    assert kept(page) == {"Favoriten": list(THREE), "Würfelkrieg: Schlagen": ["wuerfelkrieg/kaempfen", "wuerfelkrieg/wurf"]}
    page.locator(".n-fertige").get_by_role("link", name="Schlagen 2").tap()  # the page of all sheets names it, too
    expect(page.get_by_text("Fertig zum Spielen.")).to_be_in_viewport()
    expect(page.get_by_role("heading", name="Würfelkrieg: Schlagen")).to_be_focused()  # which a reader reads out
    page.set_viewport_size({"width": PHONE[0], "height": 400})
    page.locator(".n-fertige").scroll_into_view_if_needed()
    page.evaluate("window.location.hash = 'teil=wuerfelkrieg/grundregeln'")
    expect(page.get_by_role("heading", name="Würfelkrieg: Grundregeln")).to_be_in_viewport()
    page.evaluate("window.location.hash = 'fertig=wuerfelkrieg/gibtsnicht'")
    expect(page.get_by_text("Das ist gerade nicht zu haben")).to_be_visible()
    assert watch.trouble == []


def test_a_file_takes_the_lists_along(device: Device, tmp_path: Path) -> None:
    page, _ = device(SHEETS, lists(*THREE, Heer=["wuerfelkrieg/wurf"]))
    with page.expect_download() as download:
        more(page, "Alle als Datei sichern").tap()
    assert re.fullmatch(r"spickzettel-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
    file = tmp_path / "lists.json"
    download.value.save_as(file)

    page, watch = device(SHEETS, lists("wuerfelkrieg/rueckzug", "murmeln/schnipsen"))
    choose = page.locator('input[type="file"]')
    choose.set_input_files(file)
    expect(page.locator(".n-meldung[role=status]")).to_contain_text("3 Regeln dazugekommen")
    both = {
        "Favoriten": ["wuerfelkrieg/rueckzug", "murmeln/schnipsen", "wuerfelkrieg/zielen", "wuerfelkrieg/kaempfen"],
        "Heer": ["wuerfelkrieg/wurf"],
    }
    assert kept(page) == both
    choose.set_input_files(file)  # importing again changes nothing
    expect(page.locator(".n-meldung[role=status]")).to_contain_text("0 Regeln dazugekommen")
    assert kept(page) == both
    assert watch.trouble == []


@pytest.mark.parametrize(
    "content", ["", "Unfug", '{"lists": []}', '{"format": "nachschlag-spickzettel", "version": 9, "lists": []}', "x" * 1_100_000]
)
def test_a_bad_file_changes_nothing_and_says_why(device: Device, tmp_path: Path, content: str) -> None:
    page, watch = device(SHEETS, lists(*THREE))
    file = tmp_path / "bad.json"
    file.write_text(content, "utf-8")
    page.locator('input[type="file"]').set_input_files(file)
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("keine Datei mit|neueren Fassung|zu groß"))
    assert kept(page)["Favoriten"] == list(THREE)
    assert watch.trouble == []


# -- what changes under a list ------------------------------------------------------------------------------------------------


def test_a_renamed_rule_stays_remembered(device: Device) -> None:
    page, watch = device(
        "/wuerfelkrieg/wuerfelsturm/", lists("wuerfelkrieg/hagel", "wuerfelkrieg/wuerfelsturm", "wuerfelkrieg/mogeln")
    )
    expect(page.get_by_role("button", name="Merken")).to_have_attribute("aria-pressed", "true")
    until(lambda: "hagel" not in page.evaluate(f"localStorage['{KEY}']"), 10)
    assert kept(page)["Favoriten"] == ["wuerfelkrieg/wuerfelsturm", "wuerfelkrieg/mogeln"]
    assert watch.trouble == []


def test_a_term_that_became_an_entry_is_followed(device: Device) -> None:
    page, _ = device(SHEETS, lists("wuerfelkrieg/glossar/sturmwurf"))
    until(lambda: "sturmwurf" not in page.evaluate(f"localStorage['{KEY}']"), 10)
    until(lambda: shown(page) == ["Würfelsturm (X)"], 10)
    assert kept(page)["Favoriten"] == ["wuerfelkrieg/wuerfelsturm"]


def test_a_rule_that_became_a_section_stays_as_that_section(device: Device) -> None:
    """Its card shows the section alone and leads there; a shared link keeps it, too."""
    page, watch = device(SHEETS, lists("wuerfelkrieg/patt", "wuerfelkrieg/kaempfen"))
    until(lambda: kept(page)["Favoriten"] == ["wuerfelkrieg/kaempfen#17-1-gleichstand", "wuerfelkrieg/kaempfen"], 10)
    page.reload()
    assert shown(page) == ["17.1 Gleichstand", "Kämpfen"]
    card = page.locator(".n-auswahl__regel").first
    expect(card).to_contain_text("Bei Gleichstand rollen beide noch einmal")
    expect(card).not_to_contain_text("Sag an, wen du angreifst")
    card.locator(".n-regeltitel a").tap()
    expect(page.locator("h1")).to_contain_text("Kämpfen")
    assert page.url.endswith("/wuerfelkrieg/kaempfen/#17-1-gleichstand")
    page.goto(page.url.partition("/wuerfelkrieg")[0] + f"{SHEETS}#t=Patt&r=wuerfelkrieg/kaempfen%2317-1-gleichstand")
    assert shown(page) == ["17.1 Gleichstand"]
    assert watch.trouble == []


def test_the_old_address_leads_to_the_section(device: Device) -> None:
    page, _ = device("/wuerfelkrieg/patt/")
    page.wait_for_url("**/wuerfelkrieg/kaempfen/#17-1-gleichstand")
    expect(page.locator("[id='17-1-gleichstand']")).to_be_in_viewport()


def test_a_removed_rule_stays_with_a_note(device: Device) -> None:
    state = lists("wuerfelkrieg/zielen")
    state["lists"][0]["items"] += [
        {"id": "wuerfelkrieg/mogeln", "title": "Mogeln"},
        {"id": "begriffe/angriff"},
        {"id": "begriffe/weg"},
        {"id": "anderes/spiel"},
    ]
    page, _ = device(SHEETS, state)
    cards = page.locator(".n-auswahl__regel")
    expect(cards.nth(1)).to_contain_text("Zielen")  # a rule without a place in the book precedes the headings of its game
    expect(cards.nth(0)).to_contain_text("Diese Regel gibt es nicht mehr. Diese Regel ist ersatzlos gestrichen.")
    expect(cards.nth(2)).to_contain_text("Was man tut, um dem Nachbarn etwas wegzunehmen")
    expect(cards.nth(3)).to_contain_text("gibt es nicht mehr")
    expect(cards.nth(4)).to_contain_text("gerade nicht zu haben")  # a system whose file is missing may just be unreachable
    assert len(kept(page)["Favoriten"]) == 5


def test_without_a_network_nothing_is_lost(device: Device) -> None:
    page, _ = device(SHEETS, lists(*THREE))
    assert len(shown(page)) == 3
    network = ["lost"]
    page.context.route("**/api/**", lambda route: route.abort() if network else route.continue_())
    page.reload()
    expect(page.locator(".n-auswahl__fehlt")).to_have_count(3)
    assert shown(page) == ["Zielen", "Kämpfen", "Schnipsen"]  # their titles at the time of saving
    network.clear()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator(".n-auswahl__fehlt")).to_have_count(0)


def test_damaged_storage_gives_what_can_be_read(device: Device) -> None:
    cut = json.dumps(lists("wuerfelkrieg/zielen", "wuerfelkrieg/wurf"))[:-12]
    page, watch = device(SHEETS, cut)
    assert shown(page)[0] == "Zielen"
    assert watch.trouble == []


BLOCKED = {
    "blocked": "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });",
    "full": "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
}


@pytest.mark.parametrize("trouble", BLOCKED)
def test_a_device_that_keeps_nothing_says_so(device: Device, trouble: str) -> None:
    page, watch = device("/")
    page.add_init_script(BLOCKED[trouble])
    page.goto(page.url + "wuerfelkrieg/kaempfen/")
    page.get_by_role("button", name="Merken").tap()
    expect(page.locator(".n-meldung[role=status]")).to_contain_text("Das lässt sich hier nicht speichern")
    expect(page.get_by_role("button", name="Merken")).to_have_attribute("aria-pressed", "true")  # as long as the page is open
    assert [line for line in watch.trouble if line != "Fehler: no"] == []  # the theme's own scripts do not handle this


# -- copying, printing, reading -----------------------------------------------------------------------------------------------


def test_copy_buttons(device: Device, mini: str) -> None:
    """The buttons copy a rule's address, its citation and its link in Markdown."""
    page, watch = device("/wuerfelkrieg/kaempfen/", permissions=["clipboard-read", "clipboard-write"])
    address = f"{mini}/wuerfelkrieg/kaempfen/"
    page.get_by_role("button", name="Link kopieren").tap()
    expect(page.locator(".n-meldung[role=status]")).to_have_text("Link kopiert.")
    assert page.evaluate("navigator.clipboard.readText()") == address
    more(page, "Zitat kopieren").tap()
    expect(page.locator(".n-meldung[role=status]")).to_have_text("Zitat kopiert.")
    assert (
        page.evaluate("navigator.clipboard.readText()") == f"Kämpfen (Brawling), Würfelkrieg, Grundregeln 17.0, S. 12: {address}"
    )
    more(page, "Einbetten").tap()
    page.get_by_role("button", name="Markdown kopieren").tap()
    expect(page.locator(".n-meldung[role=status]")).to_have_text("Markdown: kopiert.")
    assert page.evaluate("navigator.clipboard.readText()") == f"[Kämpfen]({address})"
    assert violations(page, "article, dialog") == []
    assert watch.trouble == []


def test_where_copying_is_not_allowed_the_text_is_marked(device: Device, mini: str) -> None:
    page, _ = device("/wuerfelkrieg/kaempfen/")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    page.get_by_role("button", name="Link kopieren").tap()
    expect(page.get_by_role("dialog")).to_contain_text("Der Text ist markiert")
    assert page.evaluate("getSelection().toString()") == f"{mini}/wuerfelkrieg/kaempfen/"


def test_a_mistake_is_reported_with_what_is_needed(device: Device) -> None:
    page, _ = device("/wuerfelkrieg/kaempfen/")
    expect(page.get_by_text("Fehler melden")).to_have_count(0)
    head = '<meta name="nachschlag-melden" content="https://example.org/neu?titel={title}&amp;text={id}%20{state}">'

    def with_address(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("</head>", f"{head}</head>", 1))

    page.route("**/kaempfen/", with_address)
    page.reload()
    link = more(page, "Fehler melden")
    expect(link).to_have_attribute(
        "href", "https://example.org/neu?titel=K%C3%A4mpfen&text=wuerfelkrieg%2Fkaempfen%20Erste%20Fassung"
    )


def pages_of(pdf: bytes) -> int:
    """The number of pages of a PDF from Chromium."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize("paper", ["A4", "A5"])
def test_on_paper(device: Device, paper: str) -> None:
    """A printed collection has all its rules and nothing of the screen's tools."""
    many = ("kaempfen", "zielen", "wuerfelsturm", "trefferliste", "zaubern", "zauberei-kaempfen", "rueckzug")
    page, watch = device(SHEETS, lists(*(f"wuerfelkrieg/{one}" for one in many)), DESKTOP)
    assert len(shown(page)) == len(many)
    page.emulate_media(media="print")
    text = page.locator("body").inner_text()
    for needed in ("Favoriten", "Kämpfen", "Gleichstand", "Drei Sechsen", "4-6", "Zauberkreis"):
        assert needed in text, needed
    for screen_only in ("Drucken", "Nur Kurzregeln", "Bearbeiten", "Wie Spickzettel gehen"):
        assert screen_only not in text, screen_only
    reference = page.locator(
        '.n-auswahl a.verweis[data-id="wuerfelkrieg/zaubern"], .n-auswahl a.verweis[data-id="wuerfelkrieg/kaempfen"]'
    ).first
    expect(reference).to_have_attribute("data-ort", re.compile(r"S\. (12|22)$"))
    whole = page.pdf(format=paper, tagged=True, outline=True)
    assert 1 <= pages_of(whole) <= 6
    page.emulate_media(media="screen")
    page.get_by_label("Nur Kurzregeln").check()
    assert len(shown(page)) == len(many)
    expect(page.locator(".n-auswahl .n-regel")).to_have_count(0)
    page.emulate_media(media="print")
    assert "Drei Sechsen" not in page.locator("body").inner_text()
    assert pages_of(page.pdf(format=paper)) <= pages_of(whole)
    assert watch.trouble == []


def test_print_buttons_print(device: Device, mini: str) -> None:
    page, _ = device(SHEETS, lists(*THREE))
    page.add_init_script("window.print = () => { window.printed = document.querySelectorAll('.n-auswahl .n-regel').length; };")
    page.reload()
    page.get_by_role("button", name="Drucken").tap()
    until(lambda: page.evaluate("window.printed") and page.evaluate("window.printed") >= 2, 10)
    page.goto(f"{mini}/wuerfelkrieg/kaempfen/")
    more(page, "Drucken").tap()
    until(lambda: page.evaluate("window.printed") == 0, 10)


def test_by_keyboard_alone(device: Device) -> None:
    page, watch = device("/wuerfelkrieg/kaempfen/", size=DESKTOP)
    page.get_by_role("button", name="Merken").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Mehr")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Mehr")).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Auf Spickzettel …")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Mehr")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Favoriten")).to_be_focused()
    page.keyboard.press("Space")
    assert kept(page) == {"Favoriten": []}
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Mehr")).to_be_focused()
    for _ in range(9):  # moving on closes the menu
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Mehr")).to_have_attribute("aria-expanded", "false")
    assert watch.trouble == []


@small_and_large("size", PHONE, DESKTOP)
def test_accessible_and_never_too_wide(device: Device, mini: str, size: tuple[int, int], scheme: str) -> None:
    state = lists("wuerfelkrieg/mogeln", *THREE, "wuerfelkrieg/trefferliste", Heer=[])
    page, _ = device(SHEETS, state, size, color_scheme=scheme)
    assert len(shown(page)) == 5
    assert violations(page) == []
    assert too_wide(page) == []
    page.get_by_label("Bearbeiten").check()
    page.get_by_role("button", name="Mehr").click()
    assert violations(page, "article") == []
    assert too_wide(page) == []
    page.evaluate(
        "document.documentElement.style.fontSize = 2 * parseFloat(getComputedStyle(document.documentElement).fontSize) + 'px'"
    )
    assert too_wide(page) == []
    for address in (f"{SHEETS}#teil=wuerfelkrieg/grundregeln", "/wuerfelkrieg/kaempfen/", "/"):
        page.goto(f"{mini}{address}")
        if SHEETS in address:
            page.reload()  # only the fragment is another
            shown(page)
        if "kaempfen" in address:
            page.get_by_role("button", name="Mehr").click()
        assert violations(page, "article") == [], address
        page.evaluate(
            "document.documentElement.style.fontSize = 2 * parseFloat(getComputedStyle(document.documentElement).fontSize) + 'px'"
        )
        assert too_wide(page) == [], address


def test_without_javascript(device: Device) -> None:
    """Without JavaScript collections say that they need it, and rules hide the buttons."""
    page, _ = device(SHEETS, java_script_enabled=False)
    assert "Spickzettel brauchen JavaScript" in (page.locator("noscript").first.text_content() or "")
    page.get_by_role("link", name="Würfelkrieg").last.tap()
    page.wait_for_url("**/wuerfelkrieg/")
    page.goto(f"{page.url}kaempfen/")
    expect(page.locator(".n-werkzeuge")).to_be_hidden()
