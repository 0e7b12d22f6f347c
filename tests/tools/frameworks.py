"""Take the pictures of .docs/measured/tools.md: the same text in React, Vue and Svelte, linked by our script, with a hint on a phone.

make audit                                        (or only its packages: npm install in build/frameworks)
python -m tests.tools.frameworks                  from a fresh build of our content
python -m tests.tools.frameworks --site site      from a finished site
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.addresses import PHONE
from tests.browser import chromium
from tests.other_site import other_site, our_site
from tests.projects import REPOSITORY, build, repository_copy

TARGET = REPOSITORY / ".docs" / "measured"
FOLDER = REPOSITORY / "tests" / "tools" / "audit" / "frameworks"
NAMES = {"react": "React", "vue": "Vue", "svelte": "Svelte"}
HEIGHT = 400
#: The content of each app, in the form of `updates.js`: one paragraph.
TEXT = "Mein Regiment hat Spalten (2) und steht im Gelände. Beim Angriff zählt zuerst der Aufprall."
STATE = {"head": "", "items": [{"key": "1", "shape": "paragraph", "text": TEXT, "more": "", "bold": False, "words": []}]}
HEAD = (
    '<!doctype html><html lang="de"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>'
    "body { font: 17px/1.6 system-ui, sans-serif; margin: 0; color: #222 } main { padding: 20px } h1 { font-size: 22px; margin: 0 0 8px }"
    "</style>"
)


def take(browser: Browser, site: Path, apps: Path) -> None:
    """One picture of each app."""
    context = browser.new_context(viewport={"width": PHONE[0], "height": HEIGHT}, locale="de-DE", has_touch=True)
    for name, title in NAMES.items():
        app = (apps / f"{name}.js").read_text("utf-8").replace("</script", r"<\/script")
        with our_site(site) as ours:
            page_html = (
                f'{HEAD}<main><h1>Unsere Liste in {title}</h1><div id="hier" data-regel-auto="conquest"></div></main>'
                f'<script src="{ours}/einbetten-1.js" async data-spielfarbe></script><script>{app}</script>'
            )
            with other_site({"/": page_html}) as other:
                page = context.new_page()
                page.goto(f"{other}/", wait_until="networkidle")
                page.evaluate("state => { framework.mount(document.querySelector('#hier'), state); }", STATE)
                page.locator("a.nachschlag-verweis").last.tap()
                expect(page.get_by_role("tooltip")).to_be_visible()
                page.wait_for_timeout(500)  # until it has faded in
                page.screenshot(path=TARGET / f"{name}.png")
                page.close()
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.frameworks")
    parser.add_argument("--site", type=Path, help="a finished site")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nachschlag-bilder-") as folder, chromium() as browser:
        apps = Path(folder) / "apps"
        command = ["node", str(FOLDER / "build.mjs"), str(apps)]
        subprocess.run(command, cwd=REPOSITORY / "build" / "frameworks", check=True)
        take(browser, given.site or build(repository_copy(Path(folder) / "projekt")), apps)
    print(f"{', '.join(NAMES.values())}: {TARGET}")


if __name__ == "__main__":
    main()
