"""The search field and the search page in a real Chromium."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Licence
from nachschlag.search import build_index, open_index
from playwright.sync_api import Browser, Page, Route, expect

from tests.watching import answered

from .site import served

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh page that fails the test on an error in a script or a policy violation."""
    page = browser.new_page()
    failures: list[str] = []
    page.on("pageerror", lambda failure: failures.append(str(failure)))
    page.on("console", lambda message: failures.append(message.text) if "Content Security" in message.text else None)
    yield page
    page.context.close()
    assert failures == []


def loaded(page: Page) -> list[str]:
    """Collect the names of the files that a page asks for."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("?")[0].rpartition("/")[2]))
    return asked


def test_names_are_found_while_the_rest_loads(page: Page, address: str) -> None:
    page.route("**/index.json", lambda route: None)  # never answered
    page.goto(address)
    page.get_by_role("combobox", name="Suche").press_sequentially("aufg")
    options = page.get_by_role("option")
    expect(options.first).to_contain_text("Aufguss (X)")


def test_the_rest_loads_when_the_field_is_wanted(page: Page, address: str) -> None:
    """Names are loaded first and answer the first letters."""
    asked = loaded(page)
    with page.expect_response("**/names.json*"):
        page.goto(address)
    page.evaluate("() => new Promise((done) => requestIdleCallback(done))")
    assert "index.json" not in asked
    with page.expect_response("**/index.json*"):
        page.get_by_role("combobox").hover()


def test_a_system_that_answers_loads_no_other(page: Page, address: str) -> None:
    asked = loaded(page)
    page.goto(f"{address}/teekrieg/kannen/")
    field = page.get_by_role("combobox", name="Suche")
    field.fill("h")  # begins names of the other system only
    answered(page)
    field.fill("siebtabelle krümel")  # words of a text, which no name has
    answered(page)
    expect(page.get_by_role("option").first).to_have_attribute("data-id", "teekrieg/sieb-tabelle")
    assert {"index-teekrieg.json", "words-teekrieg.json"} < set(asked)
    assert not {"index-zwergenball.json", "short-zwergenball.json"} & set(asked)
    field.fill("holzschuh")  # only the other system has it
    expect(page.get_by_role("option").first).to_have_attribute("data-id", "zwergenball/bewegung")
    assert {"index-zwergenball.json", "index-begriffe.json"} < set(asked)


@pytest.mark.parametrize("query", ["bart&spiel=zwergenball", "bart+spiel:zwergenball", "zwergenball+bart"])
def test_a_results_page_loads_the_system_that_it_is_about(page: Page, address: str, query: str) -> None:
    asked = loaded(page)
    page.goto(f"{address}/suche/?q={query}")
    expect(page.locator("[data-suche-seite] li").first).to_have_attribute("data-id", "zwergenball/sichtlinie")
    expect(page.get_by_text("Treffer für")).to_be_visible()
    assert "index-zwergenball.json" in asked
    assert "index-teekrieg.json" not in asked
    page.get_by_label("Spiel:").select_option("teekrieg")
    expect(page.locator("[data-suche-seite]")).to_contain_text("Nichts gefunden")
    assert "index-teekrieg.json" in asked


def test_a_results_page_begins_with_names_and_short_rules(page: Page, address: str) -> None:
    held: list[Route] = []
    page.route("**/index.json*", lambda route: held.append(route))
    page.goto(f"{address}/suche/?q=dampf")
    place = page.locator("[data-suche-seite]")
    status = place.locator(".n-suche__zahl")  # the rule beside the hits says its own
    expect(status).to_have_text("Suche …")
    hit = place.locator("li").first
    expect(hit).to_contain_text("Dampf verdeckt die Sicht.")
    hit.get_by_role("link").focus()
    before = hit.bounding_box()
    for route in held:
        route.continue_()
    expect(status).to_contain_text("Treffer für „dampf“")
    expect(hit.get_by_role("link")).to_be_focused()
    assert hit.bounding_box() == before


def test_a_choice_made_while_the_rest_loads_stays(page: Page, address: str) -> None:
    held: list[Route] = []
    page.route("**/index.json", lambda route: held.append(route))
    page.goto(address)
    field = page.get_by_role("combobox", name="Suche")
    field.fill("bewegung")
    second = page.get_by_role("option").nth(1)
    expect(second).to_be_visible()
    chosen = str(second.get_attribute("data-id"))
    field.press("ArrowDown")
    field.press("ArrowDown")
    expect(second).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("listbox")).to_have_attribute("aria-busy", "true")
    for route in held:
        route.continue_()
    answered(page)
    expect(page.locator("[role=option][aria-selected=true]")).to_have_attribute("data-id", chosen)
    field.press("Enter")
    page.wait_for_url(f"{address}/{chosen}/")


def test_the_list_is_busy_until_it_answers_what_is_typed(page: Page, address: str) -> None:
    page.goto(address)
    field = page.get_by_role("combobox", name="Suche")
    field.fill("kanne")
    answered(page)
    type_more = "(field) => { field.value = 'sieden'; field.dispatchEvent(new Event('input')); }"
    at_once = "document.querySelector('[role=listbox]').getAttribute('aria-busy')"
    assert field.evaluate(f"(field) => {{ ({type_more})(field); return {at_once}; }}") == "true"
    answered(page)
    expect(page.get_by_role("option").first).to_have_attribute("data-id", "teekrieg/sieden")


@pytest.mark.parametrize(("name", "mark"), [("index.json", "of"), ("short-teekrieg.json", "is"), ("index-teekrieg.json", "of")])
def test_an_index_of_another_version_is_left_alone(page: Page, library: Library, tmp_path: Path, name: str, mark: str) -> None:
    """The site is swapped between the files: names are still found, and nothing is decoded with the wrong names."""
    with served(library, tmp_path) as address:
        page.goto(address)
        field = page.get_by_role("combobox", name="Suche")
        field.press_sequentially("siebtabelle krümel")  # words of a text, which only index.json knows
        expect(page.get_by_role("option").first).to_be_visible()
        rest = tmp_path / "site/assets/suche" / name
        rest.write_text(json.dumps({**json.loads(rest.read_text()), mark: "anders"}))
        page.goto(address)
        field.press_sequentially("siebtabelle krümel")
        expect(page.get_by_role("status")).to_contain_text("Nichts gefunden")
        field.fill("aufg")
        expect(page.get_by_role("option").first).to_contain_text("Aufguss (X)")


def test_typing_shows_hits_with_marks(page: Page, address: str) -> None:
    page.goto(address)
    field = page.get_by_role("combobox", name="Suche")
    field.press_sequentially("kanne")
    answered(page)
    option = page.get_by_role("option").first
    expect(option).to_contain_text("TK 17.0")
    expect(option).to_contain_text("Teapots")
    expect(option.locator("mark").first).to_have_text("Kannen")
    expect(field).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_role("status")).to_contain_text("Treffer")
    box = option.bounding_box()
    assert box is not None
    assert box["height"] >= 44


def test_hits_name_the_meant_place(page: Page, address: str) -> None:
    page.goto(address)
    field = page.get_by_role("combobox", name="Suche")
    field.fill("kaltes wasser")
    expect(page.get_by_role("option").first.locator(".n-treffer__abschnitt")).to_have_text("› Kaltes Wasser")
    expect(page.get_by_role("option").first).to_have_attribute("data-id", "teekrieg/sieden#kaltes-wasser")


def test_hits_of_private_systems_say_so(page: Page, library: Library, tmp_path: Path) -> None:
    systems = [
        replace(system, licence=Licence("private")) if system.id == "zwergenball" else system
        for system in library.systems.values()
    ]
    marked = Library(systems, library.entries.values(), library.terms.values())
    with served(marked, tmp_path) as address:
        page.goto(address)
        page.get_by_role("combobox", name="Suche").press_sequentially("bewegung")
        expect(page.locator("[role=option][data-id='zwergenball/bewegung'] .n-treffer__privat")).to_have_text("Privat")
        expect(page.locator("[role=option][data-id='teekrieg/bewegung']")).to_be_visible()
        expect(page.locator(".n-treffer__privat")).to_have_count(1)
        page.goto(f"{address}/suche/?q=S.+12")
        expect(page.locator("[data-suche-seite] [data-id='zwergenball/seite/12'] .n-treffer__privat")).to_have_text("Privat")
        expect(page.locator("[data-suche-seite] [data-id='teekrieg/seite/12']")).to_be_visible()
        expect(page.locator("[data-suche-seite] .n-treffer__privat")).to_have_count(1)
    build_index(marked, tmp_path / "index")
    with open_index(tmp_path / "index") as index:
        assert {hit.system: hit.private for hit in index.search("bewegung")} == {"teekrieg": False, "zwergenball": True}
        assert {hit.system: hit.to_json().get("private") for hit in index.search("S. 12")} == {
            "teekrieg": None,
            "zwergenball": True,
        }


def test_keys(page: Page, address: str) -> None:
    """The list of suggestions is used by keys alone."""
    page.goto(address)
    page.locator("body").press("/")
    field = page.get_by_role("combobox")
    expect(field).to_be_focused()
    field.fill("bewegung")
    answered(page)
    options = page.get_by_role("option")
    field.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")
    field.press("ArrowDown")
    expect(field).not_to_have_attribute("aria-activedescendant", re.compile(""))
    field.press("ArrowDown")
    expect(field).to_have_attribute("aria-activedescendant", str(options.first.get_attribute("id")))
    field.press("Escape")
    expect(options.first).to_be_hidden()
    expect(field).to_have_value("bewegung")
    field.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    first = options.first.get_attribute("data-id")
    field.press("Enter")
    page.wait_for_url(f"{address}/{first}/")


def test_the_slash_can_still_be_typed(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("combobox").press_sequentially("1/2")
    expect(page.get_by_role("combobox")).to_have_value("1/2")


def test_a_tap_leads_to_the_entry(page: Page, address: str) -> None:
    page.goto(f"{address}/teekrieg/kannen/")
    page.get_by_role("combobox").fill("sieden")
    page.get_by_role("option").first.click()
    page.wait_for_url(f"{address}/teekrieg/sieden/")


@pytest.mark.parametrize(("place", "first"), [("zwergenball/bewegung/", "zwergenball"), ("teekrieg/kannen/", "teekrieg")])
def test_the_open_system_goes_first(page: Page, address: str, place: str, first: str) -> None:
    page.goto(f"{address}/{place}")
    page.get_by_role("combobox").fill("Bewegung")
    expect(page.get_by_role("option").first).to_have_attribute("data-id", f"{first}/bewegung")


def test_what_an_excerpt_lacks_follows_the_hits_that_answer(page: Page, address: str) -> None:
    said = "Nur ein Auszug: ohne Musik, Kleidung"
    page.goto(f"{address}/zwergenball/bewegung/")
    page.get_by_role("combobox").fill("zwerg")
    expect(page.get_by_role("option", name=said)).to_have_count(1)
    options = page.get_by_role("option").all_inner_texts()
    assert options.index(said) == min(3, len(options) - 1)
    for query in ("bewegung&spiel=zwergenball", "bewegung+spiel:zwergenball"):
        page.goto(f"{address}/suche/?q={query}")
        expect(page.locator("[data-suche-seite] ol li").filter(has_text=said)).to_have_count(1)
    page.goto(f"{address}/suche/?q=bewegung&spiel=teekrieg")
    expect(page.locator("[data-suche-seite] ol li.n-treffer").first).to_be_visible()
    expect(page.get_by_text(said)).to_have_count(0)


def test_what_an_excerpt_lacks_is_said_when_the_query_names_it(page: Page, address: str) -> None:
    said = "Nur ein Auszug: ohne Musik, Kleidung"
    page.goto(f"{address}/teekrieg/kannen/")
    page.get_by_role("combobox").fill("bewegung zwergenball")
    expect(page.get_by_role("option", name=said)).to_have_count(1)
    page.goto(f"{address}/suche/?q=bewegung+zwergenball")
    expect(page.locator("[data-suche-seite] ol li").filter(has_text=said)).to_have_count(1)


def test_words_that_a_system_lacks_are_named(page: Page, address: str) -> None:
    """A word that no rule has is named above the hits for the others, and what an excerpt lacks before them."""
    lost, said = "In ZB nicht zu finden: „Vanilleeis“.", "Nur ein Auszug: ohne Musik, Kleidung"
    page.goto(f"{address}/zwergenball/bewegung/")
    page.get_by_role("combobox").fill("bewegung Vanilleeis")
    expect(page.get_by_role("option").first).to_have_text(said)
    expect(page.locator("[data-suche]").get_by_text(lost)).to_be_visible()
    page.get_by_role("combobox").fill("bewegung")
    expect(page.locator("[data-suche]").get_by_text("nicht zu finden")).to_have_count(0)
    page.goto(f"{address}/suche/?q=bewegung+Vanilleeis&spiel=zwergenball")
    expect(page.locator("[data-suche-seite] ol li").first).to_have_text(said)
    expect(page.locator("[data-suche-seite]").get_by_text(lost)).to_be_visible()


def test_the_name_of_a_system_leads_to_it(page: Page, address: str) -> None:
    page.goto(f"{address}/teekrieg/kannen/")
    page.get_by_role("combobox").fill("Zwergenball")
    expect(page.get_by_role("option").first).to_have_attribute("data-id", "zwergenball")
    page.goto(f"{address}/suche/?q=zwergenball")
    expect(page.locator("[data-suche-seite] ol li").first).to_have_text("Das Zwergenball")
    page.goto(f"{address}/suche/?q=bewegung+zwergenball")
    expect(page.locator("[data-suche-seite] ol li").first).to_contain_text("Bewegung")


def test_enter_leads_to_the_search_page(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("combobox").fill("bewegung")
    page.get_by_role("combobox").press("Enter")
    page.wait_for_url(f"{address}/suche/?q=bewegung")
    links = page.locator("[data-suche-seite] ol a")
    expect(links.first).to_have_attribute("href", f"{address}/teekrieg/bewegung/")
    expect(page.get_by_role("combobox", name="Suche")).to_have_value("bewegung")
    page.get_by_label("Spiel:").select_option("zwergenball")
    expect(links.first).to_have_attribute("href", f"{address}/zwergenball/bewegung/")
    expect(page).to_have_url(f"{address}/suche/?q=bewegung&spiel=zwergenball")


def test_nothing_found_names_the_nearest_titles(page: Page, address: str) -> None:
    page.goto(f"{address}/suche/?q=sidenqx&spiel=teekrieg")
    main = page.locator("[data-suche-seite]")
    expect(main).to_contain_text("Nichts gefunden für „sidenqx“")
    expect(main.locator("ol a").first).to_have_text("Sieden")


def test_a_query_is_never_markup(page: Page, address: str) -> None:
    page.goto(f"{address}/suche/?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3Eqzx")
    expect(page.locator("[data-suche-seite]")).to_contain_text("<img src=x onerror=alert(1)>qzx")
    assert page.locator("[data-suche-seite] img").count() == 0


def test_a_failed_load_is_reported(page: Page, address: str) -> None:
    page.route("**/index.json", lambda route: route.abort())
    page.goto(f"{address}/suche/?q=kanne")
    expect(page.locator("[data-suche-seite]")).to_contain_text("ließ sich nicht laden")
    expect(page.locator("[data-suche-seite] li").first).to_have_attribute("data-id", "teekrieg/kannen")  # by its name
    page.route("**/names.json", lambda route: route.abort())
    page.reload()
    expect(page.locator("[data-suche-seite]")).to_have_text("Die Suche ließ sich nicht laden. Lade die Seite neu.")


def test_a_slip_is_pointed_out(page: Page, address: str) -> None:
    page.goto(f"{address}/suche/?q=aufgustreffer")
    main = page.locator("[data-suche-seite]")
    expect(main).to_contain_text("Meintest du Aufgusstreffer?")
    main.get_by_role("link", name="Aufgusstreffer", exact=True).first.click()
    page.wait_for_url(f"{address}/suche/?q=Aufgusstreffer")
    expect(page.locator("[data-suche-seite] ol a").first).to_have_attribute("href", f"{address}/teekrieg/aufgusstreffer/")


def test_the_page_shows_the_piece_of_text_that_fits(page: Page, address: str) -> None:
    page.goto(f"{address}/suche/?q=siebtabelle+kr%C3%BCmel")
    piece = page.locator("[data-id='teekrieg/sieb-tabelle'] .n-treffer__stelle")
    expect(piece).to_have_text("Krümel · weg")
    expect(piece.locator("mark")).to_have_text("Krümel")


def test_hits_are_narrowed_by_kind_and_phase(page: Page, address: str) -> None:
    page.goto(f"{address}/suche/?q=bewegung")
    links = page.locator("[data-suche-seite] ol a")
    page.get_by_label("Art:").select_option("concept")
    expect(links).to_have_count(1)
    expect(links.first).to_have_attribute("href", f"{address}/begriffe/bewegung/")
    expect(page).to_have_url(f"{address}/suche/?q=bewegung&art=concept")
    page.goto(f"{address}/suche/?q=kanne&phase=einschenken")
    expect(links).to_have_count(1)
    expect(links.first).to_have_attribute("href", f"{address}/teekrieg/bewegung/")


def test_operators_and_filters_are_one_thing(page: Page, address: str) -> None:
    page.goto(f"{address}/suche/?q=bewegung+spiel:zb&spiel=teekrieg")
    links = page.locator("[data-suche-seite] ol a")
    system = page.get_by_label("Spiel:")
    expect(system).to_have_value("zwergenball")
    expect(links.first).to_have_attribute("href", f"{address}/zwergenball/bewegung/")
    system.select_option("teekrieg")
    expect(links.first).to_have_attribute("href", f"{address}/teekrieg/bewegung/")
    expect(page.get_by_role("combobox", name="Suche")).to_have_value("bewegung spiel:teekrieg")
    system.select_option("")
    expect(page.get_by_role("combobox", name="Suche")).to_have_value("bewegung")
    expect(page).to_have_url(f"{address}/suche/?q=bewegung")
    page.goto(f"{address}/suche/?q=tee+%22grobes+netz%22+art:foo")
    expect(page.locator("[data-suche-seite]")).to_contain_text("„art:foo“ gibt es nicht, gesucht wird „foo“. Möglich: Aktion,")
    expect(links).to_have_count(1)
    expect(links.first).to_have_attribute("href", f"{address}/teekrieg/sieb-tabelle/")
    page.get_by_role("link", name='"grobes netz" weglassen').click()
    page.wait_for_url(f"{address}/suche/?q=tee+art%3Afoo")
    page.goto(f"{address}/suche/?q=%22netz+grobes%22+art:table")
    page.get_by_role("link", name="Ohne Filter suchen").click()
    page.wait_for_url(f"{address}/suche/?q=netz+grobes")


def test_phrases_are_looked_up_in_the_texts_if_there_are_any(page: Page, address: str, library: Library, tmp_path: Path) -> None:
    page.goto(address)
    field = page.get_by_role("combobox", name="Suche")
    field.fill("„grobes netz“ spiel:foo")
    expect(page.get_by_role("option")).to_have_count(1)
    expect(page.get_by_role("option")).to_have_attribute("data-id", "teekrieg/sieb-tabelle")
    expect(page.locator(".n-suche__meldung")).to_contain_text("Möglich: ZB, TK.")
    field.fill("„grobes netz“")
    expect(page.get_by_role("option")).to_have_count(1)
    expect(page.locator(".n-suche__meldung")).to_be_hidden()
    with served(library, tmp_path) as bare:
        (tmp_path / "site/assets/suche/texte-teekrieg.json").unlink()
        page.goto(f"{bare}/suche/?q=%22grobes+netz%22")
        status = page.locator("[data-suche-seite] .n-suche__zahl")
        expect(status).to_contain_text('Nichts gefunden für „"grobes netz"“ ohne die Regeltexte')
