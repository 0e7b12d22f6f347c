"""The search field and the search page in a real Chromium, and that both searches put hits in the same order."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from nachschlag.generator.files.atomic import Output
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Licence
from nachschlag.search import Index, build_index, open_index
from nachschlag.search.build import build_step
from nachschlag.search.core.analysis import analyse
from nachschlag.search.core.documents import Corpus
from nachschlag.search.core.operators import take_apart
from playwright.sync_api import Browser, Page, expect

from tests.browser import chromium
from tests.relevance.queries import queries

from .test_operators import FOUND, PLAIN, UNKNOWN
from .test_search import QUERIES

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Test</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self'; style-src 'self'">
<meta name="nachschlag-base" content="{base}"><meta name="nachschlag-system" content="{system}">
<link rel="stylesheet" href="{base}/assets/suche/suche.css"></head><body>
<form data-suche action="{base}/suche/" method="get" role="search"><label for="q">Suche</label>
<input id="q" type="search" name="q"><div data-suche-treffer></div></form>
<main {main}></main><script type="module" src="{base}/assets/suche/suche.js"></script></body></html>"""

MORE_QUERIES = [
    "",
    "w",
    "ka",
    "tasse",
    "magie dampf",
    "17.0",
    "17b",
    "regel 17a",
    "6a. Abschnitt",
    "aufguss 5+",
    "qzxvjk",
    "Ünsinn 😀",
    "kannen kannen",
    "tk",
    "die",
    "2W6",
    "aufgusstref 3",
    "17,0",
    "auf\u00adguss",
    "2,5 Zoll",
    "magiv",
    "aufgustreffer spiel:tk -zucker",
]


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a line for each, and always as they are now: else browsers keep them for a tenth of their age."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a small site with the search."""
    with served(library, tmp_path_factory.mktemp("seite")) as address:
        yield address


@contextmanager
def served(library: Library, root: Path) -> Iterator[str]:
    """A small site with the search of a library, on a server."""
    output = Output(root / "site")
    build_step(library, output, root)
    output.write("index.html", PAGE.format(base=".", system="", main=""))
    output.write("suche/index.html", PAGE.format(base="..", system="", main="data-suche-seite"))
    output.write("zwergenball/bewegung/index.html", PAGE.format(base="../..", system="zwergenball", main=""))
    output.write("teekrieg/kannen/index.html", PAGE.format(base="../..", system="teekrieg", main=""))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root / "site")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium for all tests of this file."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that remembers nothing and fails the test when a script fails or the policy is broken."""
    page = browser.new_page()
    failures: list[str] = []
    page.on("pageerror", lambda failure: failures.append(str(failure)))
    page.on("console", lambda message: failures.append(message.text) if "Content Security" in message.text else None)
    yield page
    page.context.close()
    assert failures == []


#: Whoever asks by these words first gives the search the texts that it misses.
SEARCH_ALL = """async ([base, queries]) => {
  const { opened } = await import(base + '/assets/suche/suche-kern.js');
  const load = async (name) => (await fetch(base + '/assets/suche/' + name)).json();
  const [names, rest] = [await load('names.json'), await load('index.json')];
  if (names.of !== rest.of) throw new Error('files of two indexes');
  const search = opened({ ...names, ...rest });
  const systems = ['begriffe', ...search.games.map(({ id }) => id)];
  const texts = Object.assign({}, ...await Promise.all(systems.map((id) => load(`texte-${id}.json`))));
  const answer = ([query, system]) => {
    for (const at of search.search(query, { system }).missing) search.addText(at, texts[search.document(at).id] ?? '');
    const { hits, words, asked, missing } = search.search(query, { system });
    const corrected = hits.length ? search.corrected(query, words, hits[0].at) : '';
    return [hits.map((hit) => [search.document(hit.at).id, hit.score]), [asked.text, corrected, asked.notices], missing];
  };
  return queries.map(answer);
}"""


def test_both_searches_agree(page: Page, address: str, index: Index) -> None:
    page.goto(address)
    asked = [query for query, _ in QUERIES] + MORE_QUERIES + [*FOUND, *UNKNOWN, *PLAIN]
    found = page.evaluate(SEARCH_ALL, [address, [[query, None] for query in asked]])
    for query, (hits, told, missing) in zip(asked, found, strict=True):
        expected = index.search(query)
        assert [tuple(hit) for hit in hits] == [(hit.id, pytest.approx(hit.score, abs=2e-4)) for hit in expected], query
        rest = take_apart(query, index.lexicon.games, index.lexicon.kinds).text
        assert told == [rest, index.corrected(query, expected[0]) if expected else "", list(index.notices(query))], query
        assert missing == []


PLACES = """async ([base, queries]) => {
  const { opened } = await import(base + '/assets/suche/suche-kern.js');
  const load = async (name) => (await fetch(base + '/assets/suche/' + name)).json();
  const search = opened({ ...await load('names.json'), ...await load('index.json') });
  const texts = await load('texte-teekrieg.json');
  return queries.map((query) => {
    const { hits, words } = search.search(query, { system: 'teekrieg' });
    return hits.map(({ at, section, row }) => [section, row, search.snippet(texts[search.document(at).id] || '', words, at)]);
  });
}"""


def test_both_searches_name_the_same_places(page: Page, address: str, index: Index) -> None:
    page.goto(address)
    asked = ["grobes netz", "siebtabelle krumel", "netz grobes blätter", "sieden ablauf", "kaltes wasser", "kannen", "krümel"]
    expected = [[[hit.section, hit.row, hit.snippet] for hit in index.search(query, system="teekrieg")] for query in asked]
    assert page.evaluate(PLACES, [address, asked]) == expected


POSTINGS = """async (base) => {
  const { opened } = await import(base + '/assets/suche/suche-kern.js');
  const load = async (name) => (await fetch(base + '/assets/suche/' + name)).json();
  const search = opened({ ...await load('names.json'), ...await load('index.json') });
  return search.lexicon.terms.map((term, id) => {
    const { docs, packed } = search.fields.postings(id);
    return [term, Array.from(docs, (document, at) => [document, packed[at]])];
  });
}"""


IDS = """async (base) => {
  const { Names } = await import(base + '/assets/suche/names.js');
  const names = new Names(await (await fetch(base + '/assets/suche/names.json')).json());
  return names.docs.title.map((_, at) => names.document(at).id);
}"""


def test_ids_come_back(page: Page, address: str, corpus: Corpus) -> None:
    page.goto(address)
    assert page.evaluate(IDS, address) == [document.id for document in corpus.documents]


def test_the_browser_weighs_every_term_as_python_does(page: Page, address: str, corpus: Corpus) -> None:
    page.goto(address)
    expected = {
        term: [[posting.document, 2 * posting.level + posting.in_name] for posting in found]
        for term, found in analyse(corpus.documents).postings.items()
    }
    assert dict(page.evaluate(POSTINGS, address)) == expected


def test_both_searches_agree_on_every_judged_query(page: Page, address: str, own_site: Path) -> None:
    """Our own content, the whole evaluation set: the same ten hits in the same order."""
    asked = [[judged.query, judged.system] for judged in queries()]
    page.route(
        "**/assets/suche/*.json", lambda route: route.fulfill(path=own_site / "assets/suche" / Path(route.request.url).name)
    )
    page.goto(address)
    found = page.evaluate(SEARCH_ALL, [address, asked])
    with open_index(own_site.parent / "build" / "index") as index:
        for (query, system), (hits, _, _) in zip(asked, found, strict=True):
            assert [name for name, _ in hits] == [hit.id for hit in index.search(query, system=system)], query


def test_names_are_found_while_the_rest_is_on_its_way(page: Page, address: str) -> None:
    page.route("**/index.json", lambda route: None)  # never answered
    page.goto(address)
    page.get_by_role("combobox", name="Suche").press_sequentially("aufg")
    options = page.get_by_role("option")
    expect(options.first).to_contain_text("Aufguss (X)")


def test_an_index_of_another_version_is_left_alone(page: Page, library: Library, tmp_path: Path) -> None:
    """The site was swapped between the two files: names are still found, and nothing is read with the wrong names."""
    with served(library, tmp_path) as address:
        page.goto(address)
        field = page.get_by_role("combobox", name="Suche")
        field.press_sequentially("siebtabelle krümel")  # words of a text, which index.json alone knows
        expect(page.get_by_role("option").first).to_be_visible()
        rest = tmp_path / "site/assets/suche/index.json"
        rest.write_text(json.dumps({**json.loads(rest.read_text()), "of": "anders"}))
        page.goto(address)
        field.press_sequentially("siebtabelle krümel")
        expect(page.get_by_role("status")).to_contain_text("Nichts gefunden")
        field.fill("aufg")
        expect(page.get_by_role("option").first).to_contain_text("Aufguss (X)")


def test_typing_shows_hits_with_marks(page: Page, address: str) -> None:
    page.goto(address)
    field = page.get_by_role("combobox", name="Suche")
    field.press_sequentially("kanne")
    option = page.get_by_role("option").first
    expect(option).to_contain_text("TK 17.0")
    expect(option).to_contain_text("Teapots")
    assert option.locator("mark").first.text_content() == "Kannen"
    expect(field).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_role("status")).to_contain_text("Treffer")
    box = option.bounding_box()
    assert box is not None
    assert box["height"] >= 44


def test_hits_name_the_place_that_is_meant(page: Page, address: str) -> None:
    page.goto(address)
    field = page.get_by_role("combobox", name="Suche")
    field.fill("kaltes wasser")
    expect(page.get_by_role("option").first.locator(".n-treffer__abschnitt")).to_have_text("› Kaltes Wasser")
    expect(page.get_by_role("option").first).to_have_attribute("data-id", "teekrieg/sieden#kaltes-wasser")


def test_hits_of_private_games_say_so(page: Page, library: Library, tmp_path: Path) -> None:
    games = [replace(game, licence=Licence("private")) if game.id == "zwergenball" else game for game in library.systems.values()]
    marked = Library(games, library.entries.values(), library.terms.values())
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
    page.goto(address)
    page.locator("body").press("/")
    field = page.get_by_role("combobox")
    expect(field).to_be_focused()
    field.fill("bewegung")
    options = page.get_by_role("option")
    expect(options.first).to_be_visible()
    field.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")
    field.press("ArrowDown")
    assert field.get_attribute("aria-activedescendant") is None
    field.press("ArrowDown")
    expect(field).to_have_attribute("aria-activedescendant", str(options.first.get_attribute("id")))
    field.press("Escape")
    expect(options.first).to_be_hidden()
    expect(field).to_have_value("bewegung")
    field.press("ArrowDown")
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
def test_the_open_game_goes_first(page: Page, address: str, place: str, first: str) -> None:
    page.goto(f"{address}/{place}")
    page.get_by_role("combobox").fill("Bewegung")
    expect(page.get_by_role("option").first).to_have_attribute("data-id", f"{first}/bewegung")


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
    assert page.url.endswith("?q=bewegung&spiel=zwergenball")


def test_nothing_found_names_the_nearest_titles(page: Page, address: str) -> None:
    page.goto(f"{address}/suche/?q=sidenqx&spiel=teekrieg")
    main = page.locator("[data-suche-seite]")
    expect(main).to_contain_text("Nichts gefunden für „sidenqx“")
    expect(main.locator("ol a").first).to_have_text("Sieden")


def test_a_query_is_never_markup(page: Page, address: str) -> None:
    page.goto(f"{address}/suche/?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3Eqzx")
    expect(page.locator("[data-suche-seite]")).to_contain_text("<img src=x onerror=alert(1)>qzx")
    assert page.locator("[data-suche-seite] img").count() == 0


def test_a_failed_load_is_told(page: Page, address: str) -> None:
    page.route("**/index.json", lambda route: route.abort())
    page.goto(f"{address}/suche/?q=kanne")
    expect(page.locator("[data-suche-seite]")).to_contain_text("ließ sich nicht laden")


def test_a_slip_is_told(page: Page, address: str) -> None:
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
    assert page.url.endswith("?q=bewegung&art=concept")
    page.goto(f"{address}/suche/?q=kanne&phase=einschenken")
    expect(links).to_have_count(1)
    expect(links.first).to_have_attribute("href", f"{address}/teekrieg/bewegung/")


def test_operators_and_filters_are_one_thing(page: Page, address: str) -> None:
    page.goto(f"{address}/suche/?q=bewegung+spiel:zb&spiel=teekrieg")
    links = page.locator("[data-suche-seite] ol a")
    game = page.get_by_label("Spiel:")
    expect(game).to_have_value("zwergenball")
    expect(links.first).to_have_attribute("href", f"{address}/zwergenball/bewegung/")
    game.select_option("teekrieg")
    expect(links.first).to_have_attribute("href", f"{address}/teekrieg/bewegung/")
    expect(page.get_by_role("combobox", name="Suche")).to_have_value("bewegung spiel:teekrieg")
    game.select_option("")
    expect(page.get_by_role("combobox", name="Suche")).to_have_value("bewegung")
    assert page.url == f"{address}/suche/?q=bewegung"
    page.goto(f"{address}/suche/?q=tee+%22grobes+netz%22+art:foo")
    expect(page.locator("[data-suche-seite]")).to_contain_text("„art:foo“ gibt es nicht, gesucht wird „foo“. Möglich: Aktion,")
    expect(links).to_have_count(1)
    expect(links.first).to_have_attribute("href", f"{address}/teekrieg/sieb-tabelle/")
    page.get_by_role("link", name='"grobes netz" weglassen').click()
    page.wait_for_url(f"{address}/suche/?q=tee+art%3Afoo")
    page.goto(f"{address}/suche/?q=%22netz+grobes%22+art:table")
    page.get_by_role("link", name="Ohne Filter suchen").click()
    page.wait_for_url(f"{address}/suche/?q=netz+grobes")


def test_phrases_are_looked_up_in_the_texts_and_where_there_are_none_it_is_told(
    page: Page, address: str, library: Library, tmp_path: Path
) -> None:
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
