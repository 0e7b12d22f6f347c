"""Pages that the device makes equal the real ones, except for parts that players at the table do not need: on every kind of page every
remaining element, attribute and word is compared."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from nachschlag.generator.site.offline import NOT_FOR_PLAYERS
from playwright.sync_api import Page, expect

from tests.addresses import PHONE
from tests.moody import Moody, moody
from tests.offline import META, absolute, kept_by, version, visited
from tests.projects import build, mini_project
from tests.watching import Watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.browser

#: Wide enough for contents on both sides.
DESK = (1280, 900)

#: Settings of an owner and content missing from the mini project: a private system, nested headings, a text that starts with a table, an
#: entry below another with further references, changes on several days, many mentions, special characters in names.
MKDOCS = """site_name: Probe & Co.
site_url: https://regeln.example.org/probe/
extra:
  nachschlag:
    report: https://example.org/neu?titel={title}&text={id}
    edit_base: https://example.org/bearbeiten
"""
GAME = """id: geheim
name: Geheimes & Spiel
short: Geheim
licence:
  status: private
parts:
  - id: kern
    title: Kern „A“
    title_en: Core
"""
LONG = """---
title: Ablauf & Folge
title_en: Order "A"
kind: rule
order: 180
parent: kaempfen
see: [wurf, zielen]
aliases: [Abfolge]
short: Nach Kämpfen (17.0) und Tabelle 6.2 folgt der Rückzug.
changes:
  - {date: 2026-03-01, kind: wording, text: Kürzer.}
  - {date: 2026-02-01, kind: meaning, text: Anders., version: "1.1"}
  - {date: 2026-01-01, kind: number, text: Neu gezählt.}
---
| Wurf | Folge |
| --- | --- |
| 1 | siehe Kämpfen |
| 2 | siehe Zielen (15.3) auf Seite 12 |

## Zuerst

Einer hat einen Würfelsturm (2).

### Ganz „zuerst“ & davor

Nichts.

### Danach

[[zielen|Ziele]] und [[zaubern|zaubere]].

## Dann

Rückzug, dann Zaubern.

## Zuletzt

::: hinweis
Murmel
:::
"""
CARD = """---
title: Kartenkunst
kind: ability
short: Eine Fähigkeit.
phases: [rollphase]
card:
  timing: Einmal pro Runde, deine Rollphase
  cost: "2"
  declare: Wähle einen Nachbarn.
  effect: |
    Der Nachbar kämpft, siehe Kämpfen.

    Danach ist Rückzug.
  keywords: [Kämpfen, LAUT]
---
Mehr dazu unter Zaubern.
"""
OVERLAY = {
    "content/wuerfelkrieg/grundregeln/ablauf-folge.md": LONG,
    "content/wuerfelkrieg/zauberei/kartenkunst.md": CARD,
    **{
        f"content/wuerfelkrieg/zauberei/trick-{n}.md": f"---\ntitle: Trick {n}\nkind: rule\norder: {n}\nshort: Kurz.\n---\nWie Kämpfen.\n"
        for n in range(9)
    },
    "privat/content/geheim/system.yaml": GAME,
    "privat/content/geheim/kern/wisperwort.md": "---\ntitle: Wisperwort\nkind: rule\nnumber: '1.0'\nshort: Leise.\n---\nSag es leise.\n",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(mini_project(tmp_path_factory.mktemp("gemacht") / "projekt", OVERLAY, MKDOCS))


@pytest.fixture(scope="module")
def server(site: Path) -> Iterator[Moody]:
    """The site's server, which goes away once the library is on the device."""
    with moody(site) as running:
        yield running


@pytest.fixture(scope="module")
def page(browser: Browser, server: Moody) -> Iterator[Page]:
    """A page after a first visit, without a network."""
    context = desk(browser)
    page = visited(context, server)
    server.always("down")
    yield page
    context.close()


def desk(browser: Browser) -> BrowserContext:
    context = browser.new_context(viewport={"width": DESK[0], "height": DESK[1]}, locale="de-DE")
    context.set_default_timeout(15_000)
    return context


#: Intended differences of a made page: parts only for programs, source readers and desks (links in the head, descriptions, colours, the
#: file, feeds, contents), links that lists have too (number, kind, phase, the rules before and after), the drawing, changes (they are on a
#: page of their own), the state of a concept's notes, and the comparison with other systems, which is on the concepts' pages.
#: The menu belongs to the frame; a script marks the current place.
OTHERWISE = """(page) => {
  const metas = 'head > meta:not([name^=nachschlag])';
  const left = `script:not([src]), style, head > link, ${metas}, .n-datei > p, .n-feeds, .n-umgebung, .md-sidebar--secondary,
    .md-nav--primary, .n-inhalt, .n-marken, .n-vergleich .n-textstand, .n-nachbarn, #n-aenderungen, #n-aenderungen + .n-abschnitt,
    #n-andere-spiele, #n-andere-spiele + .n-abschnitt`;
  for (const found of page.querySelectorAll(left)) found.remove();
}"""

#: A page as one indented line per element (name and sorted attributes) and text, with absolute addresses. It omits the line that announces
#: a copy, boxes that only group a rule's text, and the printed place of a reference's rule.
OUTLINE = rf"""([real, made, address]) => [real, made].map((html) => {{
  const page = new DOMParser().parseFromString(html, 'text/html');
  ({OTHERWISE})(page);
  for (const found of page.querySelectorAll('[hidden]')) found.remove();
  for (const fact of page.querySelectorAll('.n-quelle dl > div')) if (fact.textContent.includes('Offline-Kopie')) fact.remove();
  for (const facts of page.querySelectorAll('.n-quelle')) if (!facts.textContent.trim()) facts.remove();
  for (const box of page.querySelectorAll('.n-regel')) box.replaceWith(...box.childNodes);
  for (const link of page.querySelectorAll('[data-ort]')) link.removeAttribute('data-ort');
  // the title's id follows the title, and what was put in says what
  page.querySelector('h1').id = 'titel';
  page.querySelector('.md-skip').setAttribute('href', '#titel');
  for (const found of page.querySelectorAll('[data-inhalt]')) found.removeAttribute('data-inhalt');
  const shown = ({{ name, value, ownerElement }}) => {{
    if (name === 'class') return [...value.split(/\s+/).filter(Boolean)].sort().join(' ');
    const isAddress = ['href', 'src', 'action'].includes(name) || ownerElement.name === 'nachschlag-base' && name === 'content';
    return isAddress ? new URL(value, address).href.replace(/\/$/, '') : value;
  }};
  const lines = [];
  const walk = (element, deep) => {{
    for (const child of element.childNodes) {{
      const text = child.nodeType === Node.TEXT_NODE ? child.textContent.replace(/\s+/g, ' ').trim() : '';
      if (text) lines.push(' '.repeat(deep) + text);
      if (child.nodeType !== Node.ELEMENT_NODE) continue;
      const attributes = [...child.attributes].map((one) => `${{one.name}}=${{JSON.stringify(shown(one))}}`).sort();
      lines.push(`${{' '.repeat(deep)}}<${{[child.localName, ...attributes].join(' ')}}>`);
      walk(child, deep + 1);
    }}
  }};
  walk(page, 0);
  return lines;
}})"""


def real_pages(site: Path) -> list[tuple[str, str]]:
    """(address, HTML) of every page except those for other people's frames."""
    paths = [path for path in sorted(site.rglob("index.html")) if not path.is_relative_to(site / "embed")]
    return [(f"/{p.parent.relative_to(site).as_posix()}/".replace("/./", "/"), p.read_text("utf-8")) for p in paths]


#: The parts of a page that decide which of its scripts run: their texts, and the policy that names them.
SCRIPTS = re.compile(r"<meta[^>]*Content-Security-Policy[^>]*>|<script.*?</script>", re.DOTALL)


def test_every_page_is_the_real_one(page: Page, server: Moody, site: Path) -> None:
    """After one visit, without a network: entries, terms, lists, systems, concepts, and pages stored unchanged. Scripts run
    where a page has others than those before."""
    watch = Watch(page, server.address)
    different = {}
    compared, run = page.context.new_page(), dict[tuple[str, ...], str]()
    scripting = page.context.new_cdp_session(page)
    scripting.send("Emulation.setScriptExecutionDisabled", {"value": True})
    for path, real in real_pages(site):
        address = f"{server.address}{path}"
        response = page.goto(address, wait_until="domcontentloaded")
        assert response is not None
        run.setdefault(tuple(SCRIPTS.findall(response.text())), address)
        name = path.rstrip("/").rpartition("/")[2]
        if name in ("stand", *NOT_FOR_PLAYERS):  # only from the network: pages for people at a desk
            assert re.search(r"Diese Seite (?:kommt nur aus dem Netz|ist offline nicht da)\.", response.text()), path
        elif 'http-equiv="refresh"' in real:
            assert page.url in re.findall(r'<a href="([^"]*)"', absolute(real, address))
        else:
            answer = real.replace(META % "netz", META % version(site))  # by which its scripts know that the device has its data
            two = compared.evaluate(OUTLINE, [answer, response.text(), address])
            different[path] = list(difflib.unified_diff(*two, "echt", "gemacht", n=2, lineterm=""))
    compared.close()
    scripting.send("Emulation.setScriptExecutionDisabled", {"value": False})
    for scripts, address in run.items():
        if any(one.startswith("<script") for one in scripts):
            page.goto(address)
            assert "js" in page.evaluate("[...document.documentElement.classList]"), address
    assert len(different) > 60
    assert [line for path, lines in different.items() if lines for line in (path, *lines[2:])] == []
    # the policy allows every script of a made page; 503 means that a page is unavailable
    assert [answer for answer in watch.trouble if "status of 503" not in answer] == []


def test_made_pages_are_not_kept_ones(site: Path) -> None:
    """The device makes the pages compared above; it stores only a system's first page and its changes."""
    kept = {path for path in kept_by(site) if path.startswith(("wuerfelkrieg/", "murmeln/", "geheim/", "begriffe/"))}
    assert kept == {
        f"{system}/{page}index.html" for system in ("wuerfelkrieg", "murmeln", "geheim") for page in ("", "aenderungen/")
    }


#: The position of everything visible on a page, to the pixel, without the intended differences (see above). In the device's font, as
#: ours is used only where it arrives in time.
BOXES = f"""() => {{
  ({OTHERWISE})(document);
  for (const found of document.querySelectorAll('.n-datei, .n-quelle')) found.remove();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* {{ font-family: sans-serif !important; }}');
  document.adoptedStyleSheets = [sheet];
  const shown = [...document.querySelectorAll(':is(header, aside, article, .md-sidebar) *:not(.n-regel)')];
  const boxes = shown.map((one) => [one, one.getBoundingClientRect()]).filter(([, {{ width, height }}]) => width && height);
  return boxes.map(([one, {{ x, y, width, height }}]) => (
    [one.localName, [...one.classList].join('.'), ...[x, y + window.scrollY, width, height].map(Math.round)].join(' ')));
}}"""

#: Kinds of page that differ in their surroundings and boxes.
BUILT_OTHERWISE = (
    "/wuerfelkrieg/ablauf-folge/",
    "/wuerfelkrieg/kartenkunst/",
    "/wuerfelkrieg/teil/grundregeln/",
    "/begriffe/angriff/",
    "/geheim/wisperwort/",
)


@pytest.mark.parametrize(("media", "size"), [("screen", PHONE), ("screen", DESK), ("print", DESK)])
def test_everything_stands_where_it_does_on_the_real_page(
    page: Page, browser: Browser, server: Moody, media: str, size: tuple[int, int]
) -> None:
    context = browser.new_context(locale="de-DE", service_workers="block")
    real, made = context.new_page(), page.context.new_page()
    try:
        found: list[list[str]] = []
        for one, mood in ((real, "fine"), (made, "down")):
            server.always(mood)
            one.set_viewport_size({"width": size[0], "height": size[1]})
            one.emulate_media(media=media)  # type: ignore[arg-type]
            found.append(boxes(one, server))
        assert len(found[0]) > 200
        assert list(difflib.unified_diff(*found, "echt", "gemacht", n=0, lineterm="")) == []
    finally:
        server.always("down")
        made.close()
        context.close()


def boxes(page: Page, server: Moody) -> list[str]:
    lines = []
    for path in BUILT_OTHERWISE:
        page.goto(f"{server.address}{path}", wait_until="load")
        lines += [f"{path} {line}" for line in page.evaluate(BOXES)]
    return lines


def test_the_concepts_of_a_rule_are_one_tap_away(page: Page, server: Moody, site: Path) -> None:
    """All concepts that the real page names, each with its description; the compared one comes first."""
    real = absolute((site / "wuerfelkrieg/kaempfen/index.html").read_text("utf-8"), f"{server.address}/wuerfelkrieg/kaempfen/")
    page.goto(f"{server.address}/wuerfelkrieg/kaempfen/")
    links = page.locator("#n-andere-spiele + .n-abschnitt .n-liste a")
    found = {str(link.get_attribute("href")) for link in links.all()}
    assert (
        {f"{server.address}{address}" for address in found} == set(re.findall(r'href="([^"]*/begriffe/[\w-]+/)"', real)) != set()
    )
    expect(links.first.locator(".n-kurz")).not_to_be_empty()
    compared = re.search(r'class="n-begriff"><a href="([^"]*)"', real)
    assert compared
    assert f"{server.address}{links.first.get_attribute('href')}" == compared[1]
    links.first.click()
    expect(page.locator(".n-vergleich section").first).to_be_visible()


def test_a_made_page_offers_to_report_mistakes(page: Page, server: Moody) -> None:
    """Reports go to the owner's configured address; pages without a rule and private systems offer none."""
    link = page.get_by_role("link", name="Fehler melden")
    page.goto(f"{server.address}/wuerfelkrieg/kaempfen/")
    page.get_by_role("button", name="Mehr").click()
    expect(link).to_have_attribute(
        "href", re.compile(r"^https://example\.org/neu\?titel=K%C3%A4mpfen&text=wuerfelkrieg%2Fkaempfen$")
    )
    page.goto(f"{server.address}/geheim/wisperwort/")
    expect(page.locator(".n-privat")).to_have_text("Privat – nicht zum Weitergeben")
    page.get_by_role("button", name="Mehr").click()
    expect(page.get_by_role("button", name="Drucken")).to_be_visible()
    expect(link).to_have_count(0)


def test_a_page_that_is_not_there_offers_no_report(page: Page, server: Moody) -> None:
    page.goto(f"{server.address}/wuerfelkrieg/mogeln/")
    expect(page.locator(".n-kurzregel")).to_have_text("Diese Seite ist offline nicht da.")
    assert page.evaluate("document.querySelector('meta[name=nachschlag-melden]')") is None
