"""Take screenshots of everything that users see, into build/bilder.

python -m tests.tools.screenshots                              all of them, from a fresh build of our content
python -m tests.tools.screenshots --site site eintrag blatt    from a finished site, only those with these names
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Container, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.addresses import ADDRESSES, DESKTOP, PHONE, SELDOM, TABLET
from tests.browser import chromium
from tests.other_site import other_site, our_site
from tests.projects import REPOSITORY, build, mini_project, nachschlag, repository_copy
from tests.roster.test_sheet_browser import LIST
from tests.serving import served
from tests.test_private import LEGAL, OVERLAY
from tests.tools.screenshot_states import EVERY, PRINTED, STATES, filled, keep

TARGET = REPOSITORY / "build" / "bilder"

#: Name of a look → window and other settings of the browser.
LOOKS: dict[str, dict[str, Any]] = {
    "handy-hell": {"size": PHONE, "color_scheme": "light", "has_touch": True},
    "handy-dunkel": {"size": PHONE, "color_scheme": "dark", "has_touch": True},
    "tisch-hell": {"size": DESKTOP, "color_scheme": "light"},
    "tisch-dunkel": {"size": DESKTOP, "color_scheme": "dark"},
    "tablet-hell": {"size": TABLET, "color_scheme": "light", "has_touch": True},
}
#: Looks used only for the ADDRESSES, in their whole length.
RARE: dict[str, dict[str, Any]] = {
    "gross": {"size": PHONE, "color_scheme": "light"},
    "kontrast": {"size": DESKTOP, "forced_colors": "active"},
    "ohne-skript": {"size": PHONE, "color_scheme": "light", "java_script_enabled": False},
}
#: Enlarges all text to 200 %.
TWICE = (
    """() => { const h = document.documentElement; h.style.fontSize = 2 * parseFloat(getComputedStyle(h).fontSize) + 'px'; }"""
)
#: Pages of the tests' small project, for features missing from our own content.
MADE_UP = {
    "privat-spiel": "/buch/",
    "privat-eintrag": "/buch/wisperwort/",
    "aenderungen-gefuellt": "/wuerfelkrieg/aenderungen/",
    "eintrag-geaendert": "/wuerfelkrieg/wuerfelsturm/",
    "stand-gefuellt": "/wuerfelkrieg/stand/",
}


def main() -> None:
    """Take all pictures, or those with the given names."""
    given = _arguments()
    wanted = given.names or EVERY
    if not given.names:
        shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="nachschlag-bilder-") as name, chromium() as browser:
        folder = Path(name)
        site = given.site or build(repository_copy(folder / "projekt"))
        with served(site, site.parent / "build" / "index") as base:
            pages(browser, base, {**ADDRESSES, **SELDOM}, LOOKS, wanted)
            pages(browser, base, ADDRESSES, RARE, wanted)
            states(browser, base, wanted)
            on_paper(browser, base, wanted)
        made_up(browser, folder, wanted)
        if "fremde-seite" in wanted:
            elsewhere(browser, site)
        if "armeeliste" in wanted:
            army_list(browser, folder, site.parent)
    print(f"{len(list(TARGET.iterdir()))} Bilder in {TARGET}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.screenshots")
    parser.add_argument("names", nargs="*", help="kinds of pages and states; all without")
    parser.add_argument("--site", type=Path, help="a finished site (build/index beside it)")
    return parser.parse_args()


@contextmanager
def looking(browser: Browser, look: dict[str, Any]) -> Iterator[BrowserContext]:
    """Open a browser window with a look, without a service worker: every picture would wait for the whole library."""
    settings = {name: value for name, value in look.items() if name != "size"}
    size = {"width": look["size"][0], "height": look["size"][1]}
    context = browser.new_context(viewport=size, locale="de-DE", service_workers="block", **settings)  # type: ignore[arg-type]
    yield context
    context.close()


def pages(browser: Browser, base: str, addresses: dict[str, str], looks: dict[str, Any], wanted: Container[str]) -> None:
    """Take pages as first seen, and the whole length of longer ones (in RARE looks, only that)."""
    for look_name, look in looks.items():
        with looking(browser, look) as context:
            page = context.new_page()
            page.goto(f"{base}/")  # load the fonts first: a first visit would use the device's
            for kind, address in addresses.items():
                if kind not in wanted:
                    continue
                page.goto(f"{base}{address}")
                if look_name == "gross":
                    page.evaluate(TWICE)
                page.wait_for_timeout(300)  # wait for parts filled in by scripts
                if look_name not in RARE:
                    page.screenshot(path=TARGET / f"{kind}-{look_name}.png")
                whole(page, f"{kind}-{look_name}-ganz")


def whole(page: Page, name: str) -> None:
    """Take the whole length of a page longer than the window, without elements that would lie across its middle."""
    if page.evaluate("document.documentElement.scrollHeight > innerHeight"):
        page.evaluate("for (const dock of document.querySelectorAll('.n-dock')) dock.style.visibility = 'hidden'")
        page.screenshot(path=TARGET / f"{name}.png", full_page=True)


def states(browser: Browser, base: str, wanted: Container[str]) -> None:
    """Take the result of each interaction, on a fresh page, so that no traces of the last one show."""
    for look_name, look in LOOKS.items():
        for name, state in STATES.items():
            if name not in wanted or (state.only and not look_name.startswith(state.only)):
                continue
            with looking(browser, look) as context:
                if state.kept:
                    keep(context)
                page = context.new_page()
                page.goto(f"{base}/")
                page.goto(f"{base}{state.address}")
                state.act(page)
                page.wait_for_timeout(400)
                page.screenshot(path=TARGET / f"{name}-{look_name}.png")
                if state.whole:
                    whole(page, f"{name}-{look_name}-ganz")


def on_paper(browser: Browser, base: str, wanted: Container[str]) -> None:
    """Take printed pages in A4 and A5, each page of the PDF as a picture."""
    with looking(browser, LOOKS["tisch-dunkel"]) as context:
        keep(context)
        page = context.new_page()
        for kind in PRINTED:
            if f"{kind}" not in wanted:
                continue
            page.goto(f"{base}{({**ADDRESSES, **SELDOM})[kind]}")
            filled(page)
            for paper in ("A4", "A5"):
                _pdf_pages(page.pdf(format=paper, prefer_css_page_size=False), f"{kind}-{paper.lower()}")


def _pdf_pages(pdf: bytes, name: str, most: int = 6) -> None:
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    for number in range(min(len(document), most)):
        document[number].render(scale=1.3).to_pil().save(TARGET / f"{name}-{number + 1}.png")


def made_up(browser: Browser, folder: Path, wanted: Container[str]) -> None:
    """Take pages with features missing from our own content: a private system, changes, outdated translations."""
    addresses = {name: address for name, address in MADE_UP.items() if name in wanted}
    if not addresses:
        return
    site = build(mini_project(folder / "klein", OVERLAY, LEGAL))
    with served(site, site.parent / "build" / "index") as base:
        pages(browser, base, addresses, LOOKS, wanted)


def elsewhere(browser: Browser, site: Path) -> None:
    """Take a foreign page with our cards, a hint, and a frame."""
    with our_site(site) as ours:
        body = (
            '<p>Bei uns gilt <span data-regel="t9a/angst">Angst</span> wie im Buch.</p>'
            '<regel-karte ref="t9a/angst"></regel-karte><regel-karte ref="aos/rettungswurf"></regel-karte>'
            '<p data-regel-auto="conquest">Mein Regiment hat Spalten (2) und steht im Gelände.</p>'
            f'<iframe src="{ours}/embed/aos/rettungswurf/" title="Rettungswurf" width="100%" height="420"></iframe>'
        )
        html = (
            '<!doctype html><html lang="de"><meta name="viewport" content="width=device-width"><title>Probe</title>'
            f'<body><main><h1>Vereinsseite</h1>{body}</main><script src="{ours}/einbetten-1.js"></script></body></html>'
        )
        with other_site({"/": html}) as other:
            for look_name, look in LOOKS.items():
                with looking(browser, look) as context:
                    page = context.new_page()
                    page.goto(f"{other}/", wait_until="networkidle")
                    page.wait_for_timeout(500)
                    page.screenshot(path=TARGET / f"fremde-seite-{look_name}.png", full_page=True)


def army_list(browser: Browser, folder: Path, project: Path) -> None:
    """Take the rules sheet of an army list, on screens and on paper."""
    (folder / "liste.json").write_text(LIST, "utf-8")
    sheet = folder / "blatt.html"
    done = nachschlag("--project", project, "roster", folder / "liste.json", "--out", sheet)
    assert sheet.is_file(), done.stderr
    for look_name, look in LOOKS.items():
        with looking(browser, look) as context:
            page = context.new_page()
            page.goto(sheet.as_uri())
            page.screenshot(path=TARGET / f"armeeliste-{look_name}.png", full_page=True)
            if look_name == "tisch-hell":
                _pdf_pages(page.pdf(format="A4"), "armeeliste-a4")


if __name__ == "__main__":
    main()
