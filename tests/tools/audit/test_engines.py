"""Our own site in Firefox, in today's Safari's WebKit, and in Safari 16's. Part of `make audit`."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest

from tests.addresses import ADDRESSES, DESKTOP, PHONE
from tests.moody import Moody, moody
from tests.other_site import other_site, our_site
from tests.projects import mini_project, nachschlag
from tests.serving import until
from tests.tools.engines import ENGINES, Driver, Engine

pytestmark = pytest.mark.audit

#: Runs before every page and records trouble: errors in scripts (including parse errors), missing files, policy violations, and errors
#: written to the console.
LISTENER = b"""<script>{
  const trouble = JSON.parse(sessionStorage.getItem('trouble') || '[]');
  const note = (what) => { trouble.push(location.pathname + ': ' + what); sessionStorage.setItem('trouble', JSON.stringify(trouble)); };
  // Firefox fetches the next page ahead, or stops doing so.
  const failed = ({ src, href, rel }) => rel !== 'next' && note('not loaded: ' + (src || href));
  addEventListener('error', ({ message, target }) => (message ? note(message) : failed(target)), true);
  addEventListener('unhandledrejection', ({ reason }) => note('rejected: ' + reason));
  document.addEventListener('securitypolicyviolation', (event) => note('forbidden: ' + event.violatedDirective + ' ' + event.blockedURI));
  const before = console.error;
  console.error = (...all) => { note('console: ' + all.join(' ')); before(...all); };
}</script>"""


@pytest.fixture(params=ENGINES, ids=lambda engine: engine.name)
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    """Each engine in turn, fresh for every test. A missing one is skipped, except in CI."""
    engine: Engine = request.param
    if not engine.is_there and "CI" not in os.environ:
        pytest.skip(f"{engine.name}: apt-get install {' '.join(engine.packages)}")
    with engine.start() as driver:
        yield driver


@pytest.fixture(scope="module")
def server(own_site: Path) -> Iterator[Moody]:
    with moody(own_site) as running:
        running.head = LISTENER
        yield running


@pytest.fixture
def phone(driver: Driver, server: Moody) -> Iterator[Driver]:
    """An engine at a phone's size; trouble on a page fails the test."""
    yield from _watched(driver, server, PHONE)


@pytest.fixture
def desk(driver: Driver, server: Moody) -> Iterator[Driver]:
    yield from _watched(driver, server, DESKTOP)


def _watched(driver: Driver, server: Moody, size: tuple[int, int]) -> Iterator[Driver]:
    server.always("fine")
    driver.resize(size)
    yield driver
    assert trouble(driver) == []


def trouble(driver: Driver) -> list[str]:
    """The trouble on the pages so far."""
    return list(driver.run("return JSON.parse(sessionStorage.getItem('trouble') || '[]')"))


def text(driver: Driver, selector: str) -> str:
    """An element's text on one line, "" where there is none."""
    found = driver.run("return document.querySelector(arguments[0])?.innerText", selector)
    return " ".join((found or "").split())


def shows(driver: Driver, selector: str, expected: str) -> None:
    """Wait until a visible element has this in its text."""
    script = """const isSeen = (e) => e.checkVisibility?.() ?? e.offsetHeight > 0;
      return [...document.querySelectorAll(arguments[0])].find(isSeen)?.innerText ?? '';"""
    until(lambda: expected in " ".join(driver.run(script, selector).split()))


# -- every kind of page -------------------------------------------------------------------------------------------------------

TOO_WIDE = """const wide = document.documentElement.clientWidth;
  const isOut = (e) => e.getBoundingClientRect().right > wide + 1;
  const out = document.documentElement.scrollWidth > wide ? [...document.querySelectorAll('body *')].filter(isOut) : [];
  return out.map((e) => e.outerHTML.slice(0, 120));"""


def test_every_kind_of_page_works_and_fits(phone: Driver, server: Moody) -> None:
    found = {}
    for name, address in ADDRESSES.items():
        phone.visit(server.address + address)
        phone.wait("return document.querySelector('form[data-suche] input[role=combobox]')")
        found[name] = phone.run(TOO_WIDE) + [one for one in trouble(phone) if one.startswith(f"{address.partition('?')[0]}: ")]
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


# -- finding ------------------------------------------------------------------------------------------------------------------

FIELD = "[data-dock] input[type=search]"
FIRST = "[data-dock] [role=option] .n-treffer__titel"


MARK = """const { textDecorationLine, textDecorationThickness } = getComputedStyle(document.querySelector('[role=option] mark'));
  return [textDecorationLine, textDecorationThickness];"""


def test_search_while_typing(phone: Driver, server: Moody) -> None:
    phone.visit(f"{server.address}/t9a/")
    phone.click(FIELD)
    phone.wait("return document.querySelector('.n-dock--offen')")
    phone.type(FIELD, "angst")
    phone.wait("return document.querySelector('[data-dock] [role=option] mark')?.innerText === 'Angst'")
    lines = phone.run(MARK)
    assert lines == ["underline", "2px"]
    assert phone.run("return document.querySelector('main').closest('[inert]') !== null")
    phone.type(FIELD, "ArrowDown")
    phone.type(FIELD, "Enter")
    phone.wait("return location.pathname === '/t9a/angst/'")


#: One hit of Conquest among all systems' hits, most of the hits once Conquest is chosen.
OF_CONQUEST = "return [...document.querySelectorAll('[data-dock] a[href*=\"/conquest/\"]')].length > 3"


def test_the_system_that_goes_first(phone: Driver, server: Moody) -> None:
    phone.visit(f"{server.address}/")
    phone.click(FIELD)
    phone.type(FIELD, "ansturm")
    shows(phone, FIRST, "nsturm")
    assert not phone.run(OF_CONQUEST)
    phone.run("document.querySelector('[data-dock] .n-suche__spiel.n-spiel-conquest input').click()")
    phone.wait(OF_CONQUEST)
    phone.click(".n-suche__schliessen")
    phone.wait("return !document.querySelector('.n-dock--offen')")
    phone.visit(f"{server.address}/hilfe/")
    phone.click(FIELD)
    phone.wait("return document.querySelector('.n-suche__spiel.n-spiel-conquest input')?.checked")


def test_the_search_page(phone: Driver, server: Moody) -> None:
    phone.visit(f"{server.address}/suche/?q=angst")
    shows(phone, ".n-suche__treffer .n-treffer__titel", "Angst")


# -- reading ------------------------------------------------------------------------------------------------------------------

SHOWN = "dialog.n-blatt[open] .n-einblick:not([hidden])"


def test_references_open_in_the_sheet(phone: Driver, server: Moody) -> None:
    phone.visit(f"{server.address}/t9a/angst/")
    title = f"{SHOWN} .n-regeltitel"
    phone.run("document.querySelector('article .n-regel a.verweis').scrollIntoView({ block: 'center' })")
    before = phone.run("return scrollY")
    phone.tap("article .n-regel a.verweis")
    phone.wait("return document.querySelector(arguments[0])?.innerText", title)
    first = text(phone, title)
    phone.wait("return document.querySelector(arguments[0])", f"{SHOWN} a.verweis")
    phone.tap(f"{SHOWN} a.verweis")
    phone.wait("return ![arguments[1], undefined].includes(document.querySelector(arguments[0])?.innerText)", title, first)
    phone.back()
    phone.wait("return document.querySelector(arguments[0])?.innerText === arguments[1]", title, first)
    phone.back()
    phone.wait("return !document.querySelector('dialog[open]')")
    assert phone.run("return scrollY") == pytest.approx(before, abs=1)
    assert phone.run("return location.pathname") == "/t9a/angst/"


def test_references_open_beside_the_pointer(desk: Driver, server: Moody) -> None:
    desk.visit(f"{server.address}/t9a/angst/")
    desk.point("article .n-regel a.verweis")
    desk.wait("return document.querySelector('.n-vorschau .n-kurzregel')?.innerText")
    left, right, width = desk.run(
        "const { left, right } = document.querySelector('.n-vorschau').getBoundingClientRect(); return [left, right, innerWidth]"
    )
    assert 0 <= left < right <= width
    desk.type("body", "Escape")
    desk.wait("return !document.querySelector('.n-vorschau')")


STUCK = """const frame = document.querySelector('.tabelle');
  [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Als Tabelle')?.click(); // not as cards
  frame.scrollTo(60, 40);
  const inFrame = (selector, side) => frame.querySelector(selector).getBoundingClientRect()[side] - frame.getBoundingClientRect()[side];
  return [frame.scrollLeft, frame.scrollTop, inFrame('tbody tr:last-child > :first-child', 'left'), inFrame('thead th', 'top')];"""


def test_tables_keep_their_first_column_and_heading(phone: Driver, server: Moody) -> None:
    phone.visit(f"{server.address}/aos/speerspitze-referenz/")
    across, down, left, top = phone.run(STUCK)
    assert across == 60
    assert left == pytest.approx(1, abs=1)
    assert top == pytest.approx(1, abs=1) or down == 0


def test_dark_is_dark_and_stays(phone: Driver, server: Moody) -> None:
    ground = "return getComputedStyle(document.body).backgroundColor"
    phone.visit(f"{server.address}/t9a/angst/")
    bright = phone.run(ground)
    phone.click("[data-farbschema]")
    phone.wait("return getComputedStyle(document.body).backgroundColor !== arguments[0]", bright)
    phone.visit(f"{server.address}/t9a/")
    assert phone.run(ground) == "rgb(22, 21, 19)"


# -- collecting, printing -----------------------------------------------------------------------------------------------------


def test_favourites(phone: Driver, server: Moody) -> None:
    phone.visit(f"{server.address}/t9a/angst/")
    phone.wait("return document.querySelector('[data-werkzeuge] [aria-pressed]')")
    phone.run("document.querySelector('[data-werkzeuge] [aria-pressed]').click()")
    phone.wait("return document.querySelector('[data-werkzeuge] [aria-pressed=true]')")
    phone.visit(f"{server.address}/spickzettel/")
    shows(phone, ".n-auswahl .n-regeltitel, .n-auswahl a", "Angst")


@pytest.mark.parametrize("driver", [engine for engine in ENGINES if engine.prints], ids=lambda engine: engine.name, indirect=True)
def test_paper_has_the_rule_and_nothing_to_tap(phone: Driver, server: Moody) -> None:
    phone.visit(f"{server.address}/t9a/angst/")
    document = pypdfium2.PdfDocument(base64.b64decode(phone.call("Print", background=True)))
    printed = " ".join(page.get_textpage().get_text_bounded() for page in document)
    assert len(document) <= 2
    assert "Angst" in printed
    assert [word for word in ("Merken", "Menü", "Regel suchen") if word in printed] == []


# -- without a net ------------------------------------------------------------------------------------------------------------

COMPLETE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.active?.state !== 'activated') return false;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
  registration.active.postMessage('stand', [port2]);
  return (await answer).isComplete;
}"""


def test_everything_is_there_without_a_net(phone: Driver, server: Moody) -> None:
    phone.visit(f"{server.address}/")
    until(lambda: phone.ask(COMPLETE), 120)
    server.always("down")
    phone.call("Navigate", url=f"{server.address}/hdd/schuetzen/")
    shows(phone, "h1", "Schützen")
    phone.type(FIELD, "gigant")  # of the system that the page is about, which goes first
    shows(phone, FIRST, "Gigant")
    server.always("fine")


# -- elsewhere ----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The mini project as a folder without a server."""
    project = mini_project(tmp_path_factory.mktemp("ordner") / "projekt")
    done = nachschlag("--project", project, "build", "--folder")
    assert done.returncode == 0, done.stderr
    return project / "site-ordner"


def test_a_folder_without_a_server(driver: Driver, folder: Path) -> None:
    driver.resize(PHONE)
    driver.visit((folder / "wuerfelkrieg" / "kaempfen" / "index.html").as_uri())
    driver.tap("article .n-regel a.verweis")
    driver.wait("return document.querySelector(arguments[0])?.innerText", f"{SHOWN} .n-regeltitel")
    driver.visit((folder / "index.html").as_uri())
    field = "[data-dock] input[type=search]" if driver.run("return innerWidth < 900") else ".n-suche-gross input"
    driver.type(field, "rückzug")
    shows(driver, "[role=option] .n-treffer__titel", "Rückzug")


def test_rules_on_other_peoples_pages(driver: Driver, mini_site: Path) -> None:
    pages: dict[str, str] = {}
    with our_site(mini_site) as address, other_site(pages, {}) as other:
        pages["/"] = f"""<!doctype html><title>Probe</title>
          <p><a href="{address}/wuerfelkrieg/kaempfen/" data-regel="wuerfelkrieg/kaempfen">Kämpfen</a></p>
          <regel-karte ref="wuerfelkrieg/kaempfen">Kämpfen</regel-karte><script src="{address}/einbetten-1.js"></script>"""
        driver.resize(DESKTOP)
        driver.visit(f"{other}/")
        if not driver.run("try { return new CSSStyleSheet(); } catch { return false; }"):  # before Safari 16.4
            assert text(driver, "regel-karte") == "Kämpfen"
            return
        driver.wait("return document.querySelector('regel-karte').shadowRoot?.textContent.includes('Kämpfen')")
        driver.point("[data-regel]")
        driver.wait("return document.querySelector('[role=tooltip]')?.offsetHeight")
