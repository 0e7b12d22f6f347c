"""A tap on a reference shows its rule in a sheet at the bottom, in a real Chromium with a touch screen."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.addresses import PHONE
from tests.projects import build, mini_project
from tests.serving import served, until
from tests.watching import Open, Watch, too_wide, violations

pytestmark = pytest.mark.browser

TABLE = "| Wurf | Folge |\n|---|---|\n" + "".join(f"| {n} | Du rückst {n} Felder vor. |\n" for n in range(1, 30))
LONG = "Du würfelst, und dein Nachbar sieht zu. " * 12
SEARCHED = f"""---
title: Kübelwurf
kind: rule
order: 520
short: Wer den Kübel wirft, kippt ihn um.
---
{LONG}

{LONG}

{LONG}

Ein Kübel kippt nie rückwärts.

{LONG}

Wer rückwärts wirft, stolpert über den Kübel.

::: beispiel
Anna wirft den Kübel rückwärts.
:::

{LONG}

{LONG}
"""
PROBE = f"""---
title: Große Probe
kind: rule
order: 500
short: Erst Kämpfen, dann der Becher.
see: [rueckzug]
---
{LONG}

{LONG}

Vor dem Zaubern (18.0) liest du [[kaempfen#17-1-gleichstand|über den Gleichstand]]. Ein Sturmwurf hilft, der Becher auch.

Nach einer [[langer-wurf|langen Tabelle]] sieht alles anders aus. Mehr steht in der [[breiter-wurf|breiten Tabelle]] und auf Seite 12.

{LONG}

{LONG}

{LONG}
"""
LONG_THROW = f"""---
title: Langer Wurf
kind: rule
order: 510
short: Was jeder Wurf bewirkt. Siehe Rückzug.
---
{TABLE}
"""
#: A table of texts and one of values, both wider than a phone.
WIDE = f"""---
title: Breiter Wurf
kind: rule
order: 530
short: Was Becher und Kübel bewirken.
---
| Wurf | Becher | Kübel | Fass |
|---|---|---|---|
| eins | {LONG[:60]}| kippt um, und zwar rückwärts | bleibt stehen, solange niemand lacht |

| Würfelzahl | Becherhöhe | Kübelgewicht |
|---|---|---|
| 1 | 12 cm | 2 kg |
"""
#: The worker fetches the whole library; only tests of the worker allow it.
WITH_WORKER = {"service_workers": "allow"}
FOLDER = "content/wuerfelkrieg/grundregeln"
PAGE = "/wuerfelkrieg/grosse-probe/"
TOUCH = {"has_touch": True, "is_mobile": True}
Phone = Callable[..., tuple[Page, Watch]]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The mini project with a page to tap on."""
    overlay = {f"{FOLDER}/grosse-probe.md": PROBE, f"{FOLDER}/langer-wurf.md": LONG_THROW, f"{FOLDER}/kuebelwurf.md": SEARCHED}
    overlay[f"{FOLDER}/breiter-wurf.md"] = WIDE
    return build(mini_project(tmp_path_factory.mktemp("blatt") / "projekt", overlay))


@pytest.fixture(scope="module")
def base(site: Path) -> Iterator[str]:
    with served(site, site.parent / "build" / "index") as address:
        yield address


@pytest.fixture
def phone(look: Open) -> Phone:
    """Opens a page on a phone and watches it: in a tab that tests share, for those that leave nothing behind."""
    return partial(look, size=PHONE, **TOUCH)


@pytest.fixture
def own_phone(open_page: Open) -> Phone:
    """The same in a tab of its own."""
    return partial(open_page, size=PHONE, **TOUCH)


#: Pins rules in place of those of the tab.
PIN = """(slugs) => {
  const kept = Object.keys(sessionStorage).find((name) => name.endsWith(':pins'));
  sessionStorage.setItem(kept, JSON.stringify(slugs.map((slug) => ({ id: `wuerfelkrieg/${slug}`, title: slug }))));
}"""


def reference(page: Page, name: str) -> Locator:
    return page.locator("article .n-regel a.verweis").get_by_text(name, exact=True)


def sheet(page: Page) -> Locator:
    return page.locator("dialog.n-blatt")


def shown(page: Page) -> Locator:
    """The rule that the sheet shows."""
    return sheet(page).locator(".n-einblick:not([hidden])")


def title(page: Page) -> Locator:
    return shown(page).locator(".n-regeltitel")


def scroll(page: Page) -> float:
    return float(page.evaluate("window.scrollY"))


def opened(page: Page, name: str = "Zaubern") -> Locator:
    """The sheet after a tap on a reference of the page, once its rule has come or is known to be away."""
    reference(page, name).scroll_into_view_if_needed()
    reference(page, name).tap()
    expect(sheet(page)).to_be_visible()
    loaded(page)
    return sheet(page)


def loaded(page: Page) -> None:
    """Wait until the rule shown has come; until then the sheet has its title alone."""
    expect(shown(page).get_by_text("lädt …")).to_have_count(0)


# -- opening ------------------------------------------------------------------------------------------------------------------


def test_a_tap_shows_the_whole_rule(phone: Phone, base: str) -> None:
    page, watch = phone(PAGE)
    opened(page)
    expect(title(page)).to_have_text("Zaubern")
    expect(shown(page).locator(".n-ort")).to_contain_text("17.0")
    expect(shown(page).locator(".n-originaltitel")).to_contain_text("Casting")
    expect(shown(page).locator(".n-kurzregel")).to_have_text("Sprich den Spruch und wirf 3W6.")
    expect(shown(page).locator(".n-regel")).to_contain_text("Erst Kämpfen, dann Zaubern")
    expect(shown(page).locator(".bild svg")).to_be_visible()
    assert page.url == base + PAGE
    panel = sheet(page).locator(".n-blatt__flaeche").bounding_box()
    assert panel is not None
    assert panel["height"] <= 0.8 * PHONE[1] + 1
    assert watch.trouble == []


def test_the_text_underneath_stays_where_it_was(phone: Phone) -> None:
    page, _ = phone(PAGE)
    reference(page, "Zaubern").scroll_into_view_if_needed()
    page.evaluate("window.scrollBy(0, 137)")
    before, place = scroll(page), reference(page, "Zaubern").bounding_box()
    width = page.evaluate("document.body.clientWidth")
    assert before > 100
    reference(page, "Zaubern").tap()
    expect(title(page)).to_have_text("Zaubern")
    loaded(page)
    assert scroll(page) == before
    assert reference(page, "Zaubern").bounding_box() == place
    assert page.evaluate("document.body.clientWidth") == width
    page.mouse.move(200, 50)
    page.mouse.wheel(0, 400)  # over the area beside the panel
    page.keyboard.press("PageDown")
    sheet(page).get_by_role("button", name="Schließen").tap()
    expect(sheet(page)).to_be_hidden()
    assert scroll(page) == before
    expect(reference(page, "Zaubern")).to_be_focused()


def test_a_term_and_a_term_that_stands_for_a_rule(phone: Phone) -> None:
    page, watch = phone(PAGE)
    opened(page, "Becher")
    expect(title(page)).to_have_text("Becher")
    expect(shown(page).locator(".n-ort")).to_contain_text("Begriff")
    expect(shown(page).locator(".n-kurzregel")).to_contain_text("Woraus du vor dem Kämpfen")
    page.go_back()
    expect(sheet(page)).to_be_hidden()
    opened(page, "Sturmwurf")
    expect(title(page)).to_have_text("Würfelsturm (X)")
    assert watch.trouble == []


def test_a_reference_to_a_section_shows_that_section(phone: Phone, base: str) -> None:
    page, _ = phone(PAGE, size=(390, 500))
    opened(page, "über den Gleichstand")
    expect(title(page)).to_have_text("Kämpfen")
    heading = shown(page).locator('[data-abschnitt="17-1-gleichstand"]')
    expect(heading).to_have_text("17.1 Gleichstand")
    expect(heading).to_be_in_viewport()
    assert shown(page).evaluate("box => box.scrollTop") > 0
    link = sheet(page).get_by_role("link", name="Zur Regel")
    assert link.get_attribute("href") == f"{base}/wuerfelkrieg/kaempfen/#17-1-gleichstand"


def test_a_hit_opens_where_its_rule_answers(own_phone: Phone) -> None:
    page, watch = own_phone(PAGE)
    page.locator("[data-dock] input[name=q]").tap()
    page.locator("[data-dock] input[name=q]").fill("kübelwurf rückwärts")
    hit = page.locator("[data-dock] [data-hit]").first
    rules = ["Ein Kübel kippt nie rückwärts.", "Wer rückwärts wirft, stolpert über den Kübel."]
    expect(hit.locator(".n-treffer__stelle")).to_have_text(rules)
    hit.tap()
    marked = shown(page).locator(".n-gesucht")
    expect(marked).to_have_text([*rules, "Anna wirft den Kübel rückwärts."])
    for at in range(2):
        expect(marked.nth(at)).to_be_in_viewport(ratio=1)
    assert watch.trouble == []


@pytest.mark.parametrize("way", ["sheet", "keys"])
def test_the_page_of_a_hit_opens_at_its_passage(own_phone: Phone, base: str, way: str) -> None:
    page, watch = own_phone(PAGE, permissions=["clipboard-read", "clipboard-write"])
    page.locator("[data-dock] input[name=q]").tap()
    page.locator("[data-dock] input[name=q]").fill("kübelwurf rückwärts")
    hit = page.locator("[data-dock] [data-hit]").first
    expect(hit.locator(".n-treffer__stelle")).to_have_count(2)
    if way == "keys":
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    else:
        hit.tap()
        expect(title(page)).to_have_text("Kübelwurf")
        sheet(page).get_by_role("button", name="Link kopieren").tap()
        expect(sheet(page).locator(".n-meldung")).to_have_text("Link kopiert.")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied.endswith("/wuerfelkrieg/kuebelwurf/#:~:text=Ein%20K%C3%BCbel%20kippt%20nie%20r%C3%BCckw%C3%A4rts.")
        sheet(page).get_by_role("link", name="Zur Regel").tap()
    expect(page.locator("h1")).to_have_text("Kübelwurf")
    expect(page.get_by_text("Ein Kübel kippt nie rückwärts.")).to_be_in_viewport(ratio=1)
    assert page.evaluate("window.scrollY") > 0
    assert watch.trouble == []


def test_what_follows_the_passage_is_in_view_too(own_phone: Phone) -> None:
    page, watch = own_phone(PAGE)
    page.set_viewport_size({"width": PHONE[0], "height": 1000})  # the passage would be in view low down
    page.locator("[data-dock] input[name=q]").tap()
    page.locator("[data-dock] input[name=q]").fill("große probe tabelle")
    expect(page.locator("[data-dock] .n-treffer__stelle").first).to_contain_text("langen Tabelle")
    page.locator("[data-dock] [data-hit]").first.tap()
    expect(shown(page).locator(".n-gesucht")).to_have_count(1)
    middle = "one => { const { top, bottom } = one.getBoundingClientRect(); return top + bottom; }"
    whole, passage = (one.evaluate(middle) for one in (shown(page), shown(page).locator(".n-gesucht")))
    assert passage <= whole + 2
    assert shown(page).evaluate("box => box.scrollTop") > 0
    assert watch.trouble == []


def test_lists_of_a_rule_open_too(phone: Phone) -> None:
    page, _ = phone(PAGE)
    page.locator(".n-abschnitt .n-liste a", has_text="Rückzug").tap()
    expect(title(page)).to_have_text("Rückzug")


def test_a_concept_opens_with_how_it_goes_in_this_system(phone: Phone) -> None:
    page, _ = phone("/murmeln/schnipsen/")
    page.locator(".n-begriff a").tap()
    expect(title(page)).to_have_text("Angriff")
    expect(shown(page)).to_contain_text("Eine Murmel, ein Schnipser.")
    expect(shown(page)).to_contain_text("Beim Würfelkrieg wirft man alles")
    shown(page).get_by_role("link", name="Schnipsen").tap()
    expect(title(page)).to_have_text("Schnipsen")


def test_lists_to_go_on_by_stay_links(phone: Phone) -> None:
    page, _ = phone("/wuerfelkrieg/teil/grundregeln/")
    page.locator(".n-liste a", has_text="2.1.1 Rückzug").tap()
    page.wait_for_url("**/wuerfelkrieg/rueckzug/")


def test_pages_of_the_book_stay_links(phone: Phone) -> None:
    page, _ = phone(PAGE)
    reference(page, "Seite 12").tap()
    page.wait_for_url("**/wuerfelkrieg/seite/12/")
    page.go_back()
    expect(sheet(page)).to_have_count(0)


def test_missing_targets_stay_links(phone: Phone) -> None:
    page, _ = phone(PAGE)
    link = reference(page, "Zaubern")
    link.evaluate("link => { link.dataset.id = 'wuerfelkrieg/gibt-es-nicht'; }")
    link.tap()
    page.wait_for_url("**/wuerfelkrieg/zaubern/")
    page.go_back()
    page.wait_for_url(f"**{PAGE}")
    expect(sheet(page)).to_be_hidden()


# -- further in, and back -----------------------------------------------------------------------------------------------------


def test_two_further_in_and_back_by_gesture_and_button(phone: Phone, base: str) -> None:
    page, watch = phone(PAGE)
    entries = page.evaluate("history.length")
    opened(page, "langen Tabelle")
    expect(title(page)).to_have_text("Langer Wurf")
    back = sheet(page).get_by_role("button", name="Zurück")
    expect(back).to_be_hidden()
    shown(page).evaluate("box => { box.scrollTop = 90; }")
    shown(page).locator(".n-kurzregel a").evaluate("link => link.click()")
    expect(title(page)).to_have_text("Rückzug")
    loaded(page)
    shown(page).evaluate(
        "(box) => box.insertAdjacentHTML('beforeend', '<a class=verweis data-id=murmeln/schnipsen href=x>weiter</a>')"
    )
    shown(page).get_by_text("weiter").tap()
    expect(title(page)).to_have_text("Schnipsen")
    back.tap()
    expect(title(page)).to_have_text("Rückzug")
    page.go_back()
    expect(title(page)).to_have_text("Langer Wurf")
    assert shown(page).evaluate("box => box.scrollTop") == 90
    expect(back).to_be_hidden()
    page.go_back()
    expect(sheet(page)).to_be_hidden()
    assert page.url == base + PAGE
    assert page.evaluate("history.state?.blatt ?? null") is None
    assert page.evaluate("history.length") <= entries + 3
    assert watch.trouble == []


def test_close_closes_all_and_the_next_back_leaves_the_page(phone: Phone, base: str) -> None:
    page, _ = phone("/wuerfelkrieg/")
    page.goto(base + PAGE)
    opened(page)
    shown(page).locator(".n-regel a", has_text="Kämpfen").tap()
    expect(title(page)).to_have_text("Kämpfen")
    sheet(page).get_by_role("button", name="Schließen").tap()
    expect(sheet(page)).to_be_hidden()
    until(lambda: page.evaluate("!history.state?.blatt"))
    page.go_back()
    page.wait_for_url(f"{base}/wuerfelkrieg/")


def test_closed_and_tapped_again_at_once(phone: Phone) -> None:
    page, watch = phone(PAGE)
    opened(page)
    reference(page, "Becher").evaluate(
        """(link) => { document.querySelector('[aria-label=Schließen]').click();
          link.dispatchEvent(new PointerEvent('click', {pointerType: 'touch', bubbles: true, cancelable: true})); }"""
    )
    expect(title(page)).to_have_text("Becher")
    assert len(page.evaluate("history.state.blatt")) == 1
    assert watch.trouble == []


def test_the_title_leads_to_the_page_and_back_to_the_sheet(phone: Phone, base: str) -> None:
    page, _ = phone(PAGE)
    opened(page)
    title(page).locator("a").tap()
    page.wait_for_url("**/wuerfelkrieg/zaubern/")
    page.go_back()
    page.wait_for_url(f"**{PAGE}")
    expect(title(page)).to_have_text("Zaubern")
    page.go_back()
    expect(sheet(page)).to_be_hidden()
    assert page.url == base + PAGE


# -- closing ------------------------------------------------------------------------------------------------------------------


def test_escape_closes_from_any_depth(phone: Phone) -> None:
    page, _ = phone(PAGE)
    opened(page)
    shown(page).locator(".n-regel a", has_text="Kämpfen").tap()
    expect(title(page)).to_have_text("Kämpfen")
    page.keyboard.press("Escape")
    expect(sheet(page)).to_be_hidden()
    expect(reference(page, "Zaubern")).to_be_focused()
    until(lambda: page.evaluate("!history.state?.blatt"))


def tap_beside(page: Page, at: float) -> None:
    """Tap above the panel, with a given timestamp (seconds since 1970)."""
    session = page.context.new_cdp_session(page)
    above = {"type": "touchStart", "touchPoints": [{"x": 200, "y": 30}], "timestamp": at}
    session.send("Input.dispatchTouchEvent", above)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], "timestamp": at + 0.03})


def test_a_tap_beside_the_panel_closes_but_no_double_tap_on_the_reference(phone: Phone) -> None:
    page, _ = phone(PAGE)
    before = time.time()
    opened(page)
    expect(title(page)).to_have_text("Zaubern")
    page.evaluate("document.addEventListener('click', () => { window.clicked = true }, { capture: true, once: true })")
    tap_beside(page, before)  # like the second tap of a double tap
    until(lambda: page.evaluate("window.clicked"), 10)
    expect(sheet(page)).to_be_visible()
    tap_beside(page, time.time() + 1)
    expect(sheet(page)).to_be_hidden()
    expect(reference(page, "Zaubern")).to_be_focused()


def pull(page: Page, begin: tuple[float, float], way: float) -> None:
    """Pull with a finger, slowly, so that only the distance counts."""
    session = page.context.new_cdp_session(page)
    x, y = begin
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 13):
        session.send(
            "Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y + way * min(step, 10) / 10}]}
        )
        page.wait_for_timeout(20)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def panel_box(page: Page) -> dict[str, float]:
    until(lambda: page.evaluate("document.getAnimations().length === 0"))
    box = sheet(page).locator(".n-blatt__flaeche").bounding_box()
    assert box is not None
    return dict(box)


def test_pulled_down_it_closes(phone: Phone) -> None:
    page, watch = phone(PAGE)
    opened(page, "langen Tabelle")
    box = panel_box(page)
    pull(page, (200, box["y"] + 12), 0.6 * box["height"])
    expect(sheet(page)).to_be_hidden()
    assert watch.trouble == []


def test_pulled_down_a_little_it_stays(phone: Phone) -> None:
    page, _ = phone(PAGE)
    opened(page, "langen Tabelle")
    box = panel_box(page)
    pull(page, (200, box["y"] + 150), 60)
    expect(sheet(page)).to_be_visible()
    assert panel_box(page) == box


def test_while_its_text_is_scrolled_a_finger_scrolls_it(phone: Phone) -> None:
    page, _ = phone(PAGE)
    opened(page, "langen Tabelle")
    box = panel_box(page)
    shown(page).evaluate("box => { box.scrollTop = 500; }")
    pull(page, (200, box["y"] + 150), 0.6 * box["height"])
    expect(sheet(page)).to_be_visible()
    assert shown(page).evaluate("box => box.scrollTop") < 500


# -- what the buttons do ------------------------------------------------------------------------------------------------------


def test_copy_the_link(phone: Phone, base: str) -> None:
    page, _ = phone(PAGE, permissions=["clipboard-read", "clipboard-write"])
    opened(page)
    sheet(page).get_by_role("button", name="Link kopieren").tap()
    expect(sheet(page).locator(".n-meldung")).to_have_text("Link kopiert.")
    assert page.evaluate("navigator.clipboard.readText()") == f"{base}/wuerfelkrieg/zaubern/"


def test_where_copying_is_refused_the_link_is_there_to_be_copied(phone: Phone, base: str) -> None:
    page, _ = phone(PAGE)
    page.context.clear_permissions()
    page.evaluate("delete Navigator.prototype.clipboard")  # as with plain HTTP in a local network
    opened(page)
    sheet(page).get_by_role("button", name="Link kopieren").tap()
    field = page.get_by_role("textbox", name="Link")
    expect(field).to_have_value(f"{base}/wuerfelkrieg/zaubern/")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(sheet(page)).to_be_visible()


def test_the_star_keeps_the_rule_shown(phone: Phone, base: str) -> None:
    page, watch = phone(PAGE)
    opened(page, "Sturmwurf")
    expect(title(page)).to_have_text("Würfelsturm (X)")
    star = sheet(page).get_by_role("button", name="Merken")
    expect(star).to_have_attribute("aria-pressed", "false")
    star.tap()
    expect(star).to_have_attribute("aria-pressed", "true")
    expect(sheet(page).locator(".n-meldung")).to_have_text("Gemerkt.")
    page.goto(f"{base}/wuerfelkrieg/wuerfelsturm/")
    page.goto(base + PAGE)
    opened(page, "Sturmwurf")
    expect(star).to_have_attribute("aria-pressed", "true")
    star.tap()
    expect(star).to_have_attribute("aria-pressed", "false")
    assert watch.trouble == []


def test_pinned_rules_are_a_strip_above_the_search(own_phone: Phone, base: str) -> None:
    """On all pages of the tab; a tap opens the rule, whose sheet releases it. Where a column has room, they are that column."""
    page, watch = own_phone(PAGE, reduced_motion="reduce")
    strip = page.get_by_role("complementary", name="Angeheftete Regeln")
    for name in ("Zaubern", "Becher"):
        opened(page, name).get_by_role("button", name="Anheften").tap()
        expect(sheet(page).locator(".n-meldung")).to_have_text(f"„{name}“ angeheftet.")
        sheet(page).get_by_role("button", name="Schließen").tap()
    page.goto(f"{base}/wuerfelkrieg/zaubern/")
    expect(strip.get_by_role("link")).to_have_text(["Zaubern", "Becher"])
    expect(strip.get_by_role("button")).to_have_count(0)  # the column has room for them
    for dark in (False, True):
        page.emulate_media(color_scheme="dark" if dark else "light")
        assert violations(page, ".n-angeheftete") == []
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last, *links = (page.get_by_role("link", name="Datenschutz"), *strip.get_by_role("link").all())
    edges = "(one) => { const { top, bottom } = one.getBoundingClientRect(); return [top, bottom]; }"
    assert last.evaluate(edges)[1] <= strip.evaluate(edges)[0]
    assert all(bottom - top >= 44 for top, bottom in (link.evaluate(edges) for link in links))
    assert too_wide(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".n-angeheftet .n-regeltitel")).to_have_text(["Zaubern", "Becher"])
    page.set_viewport_size({"width": 390, "height": 844})
    strip.get_by_role("link", name="Becher").tap()
    loaded(page)
    expect(title(page)).to_have_text("Becher")
    release = sheet(page).get_by_role("button", name="Anheften")
    expect(release).to_have_attribute("aria-pressed", "true")
    release.tap()
    sheet(page).get_by_role("button", name="Schließen").tap()
    expect(strip.get_by_role("link")).to_have_text(["Zaubern"])
    page.evaluate(PIN, ["wurf", "zielen", "kaempfen", "rueckzug"])
    page.reload()
    expect(strip.get_by_role("link", name="rueckzug")).to_be_in_viewport(ratio=0.1)  # so that one sees there are more than three
    assert watch.trouble == []


# -- when the net is bad ------------------------------------------------------------------------------------------------------


def test_without_the_net_after_the_first_visit(own_phone: Phone) -> None:
    page, _ = own_phone(PAGE, **WITH_WORKER)
    until(lambda: page.evaluate("Boolean(navigator.serviceWorker.controller)"))
    page.context.set_offline(True)
    opened(page)
    expect(shown(page).locator(".n-kurzregel")).to_be_visible()


def test_the_bundle_is_there_before_the_second_visits_first_tap(own_phone: Phone) -> None:
    page, _ = own_phone(PAGE, **WITH_WORKER)
    until(lambda: page.evaluate("Boolean(navigator.serviceWorker.controller)"))
    with page.expect_response(lambda response: "/api/v1/systems/wuerfelkrieg.json" in response.url) as fetched:
        page.reload()
    assert fetched.value.ok


def test_without_anything_the_sheet_says_so_and_offers_the_page(own_phone: Phone, base: str) -> None:
    page, _ = own_phone("/begriffe/angriff/")  # not a system's page, so no bundle is preloaded
    page.context.set_offline(True)
    page.locator(".n-vergleich .n-liste a", has_text="Kämpfen").first.tap()
    expect(shown(page)).to_contain_text("keine Verbindung")
    expect(title(page)).to_have_text("Kämpfen")
    assert title(page).locator("a").get_attribute("href") == f"{base}/wuerfelkrieg/kaempfen/"


def test_without_its_bundle_a_rule_comes_from_its_own_file(own_phone: Phone, site: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(site, tmp_path / "site")
    (copy / "api/v1/systems/wuerfelkrieg.json").unlink()
    with served(copy, site.parent / "build" / "index") as address:
        page, _ = own_phone(PAGE)
        page.goto(address + PAGE)
        opened(page)
        expect(shown(page).locator(".n-kurzregel")).to_have_text("Sprich den Spruch und wirf 3W6.")
        shown(page).locator(".n-regel a", has_text="Kämpfen").tap()
        expect(title(page)).to_have_text("Kämpfen")
        page.go_back()
        page.go_back()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        opened(page, "Becher")  # terms have no files of their own
        expect(shown(page)).to_contain_text("keine Verbindung")
        assert [url for url in asked if "/glossar/" in url] == []


def test_without_script_references_are_links(phone: Phone) -> None:
    page, _ = phone(PAGE, java_script_enabled=False)
    reference(page, "Zaubern").tap()
    page.wait_for_url("**/wuerfelkrieg/zaubern/")


# -- for all users ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "scheme"), [("Zaubern", "light"), ("Becher", "dark"), ("langen Tabelle", "light")])
def test_axe_finds_nothing_in_the_open_sheet(phone: Phone, scheme: str, name: str) -> None:
    page, _ = phone(PAGE, color_scheme=scheme, reduced_motion="reduce")
    opened(page, name)
    assert violations(page, "article, dialog.n-blatt") == []
    sheet(page).get_by_role("button", name="Schließen").tap()
    expect(sheet(page)).to_be_hidden()
    assert violations(page, "article, dialog.n-blatt") == []


def test_the_keyboard_stays_in_the_sheet(phone: Phone) -> None:
    page, _ = phone(PAGE)
    opened(page)
    expect(shown(page)).to_be_focused()
    for _ in range(20):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || Boolean(document.activeElement.closest('dialog'))")


def test_targets_are_large_enough_for_a_thumb(phone: Phone) -> None:
    page, _ = phone(PAGE)
    opened(page)
    for control in sheet(page).locator(".n-blatt__leiste > :visible, .n-regeltitel a").all():
        box = control.bounding_box()
        assert box is not None
        assert round(box["height"], 2) >= 44, control


def test_a_wide_table_is_read_without_panning(phone: Phone) -> None:
    """Rows of texts become cards; values alone stay a table, in smaller letters."""
    page, _ = phone(PAGE)
    opened(page, "breiten Tabelle")
    fit = "(all) => all.map((one) => [one.scrollWidth <= one.clientWidth, one.matches('.n-karten')])"
    assert shown(page).locator(".tabelle").evaluate_all(fit) == [[True, True], [True, False]]


def test_large_text_fits(phone: Phone) -> None:
    page, _ = phone(PAGE, reduced_motion="reduce")
    page.evaluate("document.documentElement.style.fontSize = '250%'")
    opened(page)
    assert shown(page).evaluate("box => box.scrollWidth <= box.clientWidth")
    assert sheet(page).locator(".n-blatt__leiste").evaluate("bar => bar.scrollWidth <= bar.clientWidth")
    assert too_wide(page) == []


def test_with_less_motion_nothing_moves(phone: Phone) -> None:
    page, _ = phone(PAGE, reduced_motion="reduce")
    opened(page)
    assert page.evaluate("document.getAnimations().length") == 0
