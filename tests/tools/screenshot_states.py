"""Interactions with a page for the screenshots: opening a sheet, typing into a field, filling a list."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import BrowserContext, Locator, Page, expect


@dataclass(frozen=True)
class State:
    """A page and the interaction with it. `only`: the looks it exists in ("handy", "tisch"); `kept`: with lists on the device; `whole`:
    also in its whole length."""

    address: str
    act: Callable[[Page], object]
    only: str = ""
    kept: bool = False
    whole: bool = False


#: Lists of rules as stored on a device: short and long titles, a removed rule, a term.
LISTS = {
    "version": 1,
    "lists": [
        {
            "id": "favoriten",
            "items": [
                {"id": "t9a/angst"},
                {"id": "aos/rettungswurf"},
                {"id": "conquest/spalten"},
                {"id": "t9a/glossar/basekontakt"},
                {"id": "hdd/zielauswahl"},
                {"id": "t9a/gibt-es-nicht-mehr", "title": "Gibt es nicht mehr"},
            ],
        },
        {"id": "l1", "title": "Turnier am Samstag, Untote", "items": [{"id": "t9a/kontrollverlust-tabelle"}]},
    ],
}


def keep(context: BrowserContext) -> None:
    """Store LISTS for every page of a window."""
    context.add_init_script(
        f"try {{ localStorage['nachschlag:/:collections'] ??= {json.dumps(json.dumps(LISTS))}; }} catch {{ }}"
    )


def _field(page: Page) -> Locator:
    return page.locator('input[name="q"]:visible').first


def _typed(text: str, *keys: str) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        _field(page).focus()
        _field(page).press_sequentially(text)
        expect(page.locator("[data-suche-treffer]", has_text="Suche …")).to_have_count(0)
        page.wait_for_timeout(600)  # the texts of hits load a little later
        for key in keys:
            page.keyboard.press(key)

    return act


def _looked_up(page: Page) -> None:
    """Show the empty field after earlier look-ups."""
    start = page.url
    for address in ("t9a/angst/", "aos/rettungswurf/"):
        page.goto(f"{start}{address}")
    page.goto(start)
    _field(page).focus()


def _references(page: Page) -> Locator:
    return page.locator("article .n-regel a.verweis")


def _sheet(page: Page) -> None:
    _references(page).first.tap()
    page.locator("dialog.n-blatt .n-einblick:not([hidden]) .n-regeltitel").wait_for()
    page.wait_for_timeout(500)


def _nested_sheet(page: Page) -> None:
    _sheet(page)
    page.locator("dialog.n-blatt .n-einblick:not([hidden]) a.verweis").first.tap()
    page.wait_for_timeout(500)


def _hovered(page: Page) -> None:
    _references(page).nth(1).scroll_into_view_if_needed()
    _references(page).nth(1).hover()
    page.locator(".n-vorschau .n-regeltitel").wait_for()


def _hovered_twice(page: Page) -> None:
    _hovered(page)
    page.locator(".n-vorschau a.verweis").first.hover()
    page.locator(".n-vorschau").nth(1).locator(".n-regeltitel").wait_for()


def _more(page: Page) -> None:
    page.get_by_role("button", name="Mehr").first.click()


def _from_more(name: str) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        _more(page)
        page.locator(".n-menue__liste").get_by_text(name).first.click()
        page.wait_for_timeout(500)

    return act


def _drawer(page: Page) -> None:
    page.locator(".n-dock__menue").first.click()


def _at_the_end(page: Page) -> None:
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")


def filled(page: Page) -> None:
    """Wait until nothing on a page is being filled in. (`wait_for_function` fails: our CSP forbids it to evaluate more than once.)"""
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def _filled_list(page: Page) -> None:
    page.locator(".n-auswahl__regel .n-regeltitel").first.wait_for()
    filled(page)


def _edited_list(page: Page) -> None:
    _filled_list(page)
    page.get_by_label("Bearbeiten").check()


def _update(page: Page) -> None:
    """Show the notice of a new version, as offline.js makes it."""
    page.evaluate(
        """() => {
          const bar = document.createElement('section');
          bar.className = 'n-angebot';
          bar.innerHTML = '<span role="status">Neue Fassung vom 22. November 2026</span><button type="button">Neu laden</button>'
            + '<button type="button" class="n-angebot__zu" aria-label="Später">×</button>';
          document.body.append(bar);
        }"""
    )


def _no_net(page: Page) -> None:
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")


def _tabbed(times: int) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        for _ in range(times):
            page.keyboard.press("Tab")

    return act


def _pinned(page: Page) -> None:
    for number in range(3):
        page.locator("article .n-regel a.verweis").nth(number).hover()
        page.get_by_role("button", name="Anheften").click()
        page.locator(".n-angeheftet .n-kurzregel").nth(number).wait_for()
    page.mouse.move(5, 5)


STATES = {
    "feld-leer": State("/", lambda page: _field(page).focus()),
    "feld-zuletzt": State("/", _looked_up),
    "vorschlaege": State("/t9a/", _typed("angst", "ArrowDown", "ArrowDown")),
    "vorschlaege-nummer": State("/conquest/", _typed("3.2")),
    "vorschlaege-keine": State("/t9a/angst/", _typed("xyzzyplugh")),
    "menue": State("/t9a/angst/", _drawer, only="handy"),
    "menue-tablet": State("/t9a/angst/", _drawer, only="tablet"),
    "seitenende": State("/aos/die-attackenabfolge/", _at_the_end),
    "blatt": State("/t9a/angst/", _sheet, only="handy"),
    "blatt-lang": State("/hdd/schuetzen/", _sheet, only="handy"),
    "blatt-tablet": State("/aos/die-attackenabfolge/", _sheet, only="tablet"),
    "blatt-verschachtelt": State("/aos/die-attackenabfolge/", _nested_sheet, only="handy"),
    "vorschau": State("/t9a/angst/", _hovered, only="tisch"),
    "vorschau-verschachtelt": State("/aos/die-attackenabfolge/", _hovered_twice, only="tisch"),
    "angeheftet": State("/aos/rettungswurf/", _pinned, only="tisch"),
    "tastatur": State("/t9a/angst/", _tabbed(7), only="tisch"),
    "werkzeuge": State("/t9a/angst/", _more),
    "einbetten": State("/t9a/angst/", _from_more("Einbetten")),
    "sammeln": State("/t9a/angst/", _from_more("Auf Spickzettel"), kept=True),
    "gemerkt": State("/t9a/angst/", lambda page: page.get_by_role("button", name="Merken").first.click()),
    "start-mit-merkliste": State("/", lambda page: page.wait_for_timeout(600), kept=True, whole=True),
    "spickzettel-gefuellt": State("/spickzettel/", _filled_list, kept=True, whole=True),
    "spickzettel-ordnen": State("/spickzettel/", _edited_list, kept=True),
    "umgebung": State("/aos/rettungswurf/", lambda page: page.locator(".n-umgebung summary").click(), whole=True),
    "tabelle-gefiltert": State("/conquest/sonderregeln/", lambda page: page.get_by_label("Zeilen mit").first.fill("moral")),
    "a-z-unten": State("/aos/a-z/", lambda page: page.locator(".n-sprungleiste a", has_text="S").first.click()),
    "neue-fassung": State("/t9a/angst/", _update),
    "kein-netz": State("/t9a/angst/", _no_net),
}

#: The printed pages.
PRINTED = (
    "spiel",
    "teil",
    "eintrag",
    "eintrag-mit-karte",
    "eintrag-mit-tabelle",
    "eintrag-mit-tabellen",
    "eintrag-mit-bild",
    "eintrag-lang",
    "begriff-in-spielen",
    "glossar",
    "spickzettel",
)


class _Everything:
    def __contains__(self, name: object) -> bool:
        return True


#: All names of states.
EVERY = _Everything()
