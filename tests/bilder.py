"""Screenshots of all kinds of pages, for looking at them: phone and desktop, light and dark, into build/bilder.

python -m tests.bilder
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.addresses import ADDRESSES, DESKTOP, PHONE
from tests.browser import chromium
from tests.projects import REPOSITORY, nachschlag, repository_copy
from tests.serving import served

TARGET = REPOSITORY / "build" / "bilder"

#: What people print.
PRINTED = ("teil", "eintrag", "eintrag-mit-karte", "eintrag-mit-tabelle", "eintrag-lang")


def main() -> None:
    """Build our content in a folder of its own, and take every picture."""
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="nachschlag-bilder-") as folder:
        project = repository_copy(Path(folder) / "projekt")
        done = nachschlag("--project", project, "build")
        if done.returncode:
            raise SystemExit(done.stderr)
        with served(project / "site", project / "build" / "index") as base, chromium() as browser:
            for size_name, size in (("handy", PHONE), ("tisch", DESKTOP)):
                for scheme in ("light", "dark"):
                    take(browser, base, f"{size_name}-{'hell' if scheme == 'light' else 'dunkel'}", size, scheme)
            on_paper(browser, base)
    print(f"{len(list(TARGET.iterdir()))} Bilder in {TARGET}")


def take(browser: Browser, base: str, name: str, size: tuple[int, int], scheme: str) -> None:
    """All pages at one size in one scheme: what one sees first, and the whole length of what is longer."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if scheme == "dark" else "light",
        locale="de-DE",
        device_scale_factor=1,
    )
    page = context.new_page()
    for kind, address in ADDRESSES.items():
        page.goto(f"{base}{address}")
        page.evaluate("document.fonts.ready")
        page.screenshot(path=TARGET / f"{kind}-{name}.png")
        if scheme == "light":
            page.screenshot(path=TARGET / f"{kind}-{name}-ganz.png", full_page=True)
    typing(page, base, name)
    context.close()


def on_paper(browser: Browser, base: str) -> None:
    """What is printed, as wide as the printed part of A4 and A5."""
    for sheet, wide in (("a4", 695), ("a5", 460)):
        page = browser.new_page(viewport={"width": wide, "height": 900})
        page.emulate_media(media="print")
        for kind in PRINTED:
            page.goto(f"{base}{ADDRESSES[kind]}")
            page.screenshot(path=TARGET / f"{kind}-{sheet}.png", full_page=True)
        page.close()


def typing(page: Page, base: str, name: str) -> None:
    """The search field with suggestions, and the second one chosen; the drawer of a phone."""
    page.goto(f"{base}/t9a/")
    page.locator('form[data-suche] input[name="q"]').first.fill("angst")
    page.locator('[role="option"]').first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.screenshot(path=TARGET / f"vorschlaege-{name}.png")
    page.goto(f"{base}/t9a/angst/")
    drawer = page.locator(".n-dock__menue").first
    if drawer.is_visible():
        drawer.click()
        page.wait_for_timeout(400)
        page.screenshot(path=TARGET / f"menue-{name}.png")


if __name__ == "__main__":
    main()
