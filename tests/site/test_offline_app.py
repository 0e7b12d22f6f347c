"""The app of two pages that the site gives builders of list programs: in a real Chromium, with its servers gone."""

from __future__ import annotations

import json
import os
import re
import zipfile
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from nachschlag.generator.site.ready_made import BELOW, FOLDER, ready_made
from playwright.sync_api import expect

from tests.other_site import our_site
from tests.projects import REPOSITORY

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HELP = REPOSITORY / "generator" / "assets" / "site" / "hilfe" / "einbauen.md"
RULES = "api/v1/systems/wuerfelkrieg.json"


def unpacked(folder: Path, site: str) -> None:
    """The app as a visitor takes it, with another game in it."""
    with zipfile.ZipFile(BytesIO(dict(ready_made(site))[f"{BELOW}/nachschlag-offline-app.zip"])) as archive:
        for name in archive.namelist():
            folder.mkdir(exist_ok=True)
            (folder / name).write_text(
                archive.read(name).decode().replace("systems/t9a.json", "systems/wuerfelkrieg.json"), "utf-8"
            )


def test_the_help_page_shows_what_the_app_does() -> None:
    shown = re.findall(r"^```js\n(async function renew.*?)^```$", HELP.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert [block in (FOLDER / "offline-app" / "sw.js").read_text("utf-8") for block in shown] == [True]


@pytest.mark.browser
def test_it_works_without_a_network_and_takes_new_rules(browser: Browser, mini_site: Path, tmp_path: Path) -> None:
    rules = tmp_path / "site" / RULES
    rules.parent.mkdir(parents=True)
    rules.write_bytes((mini_site / RULES).read_bytes())
    context = browser.new_context()
    page = context.new_page()
    state = page.locator("#stand")
    with ExitStack() as servers:
        unpacked(tmp_path / "app", servers.enter_context(our_site(tmp_path / "site")))
        address = servers.enter_context(our_site(tmp_path / "app"))
        page.goto(f"{address}/index.html")
        expect(state).to_have_text("Geht ohne Netz.")
        changed = json.loads(rules.read_text("utf-8"))
        changed["entries"][0]["title"] = "Wurf der Würfel"
        rules.write_text(json.dumps(changed | {"file_hash": "0123456789abcdef"}), "utf-8")
        os.utime(rules, (2_000_000_000, 2_000_000_000))  # what the server compares has seconds
        page.reload()
        expect(state).to_have_text("Neue Regeln: Lade die Seite neu.")
    page.reload()
    expect(page.locator("h1")).to_have_text("Würfelkrieg")
    expect(page.get_by_role("link", name="Wurf der Würfel")).to_be_visible()
    page.get_by_label("Suchen").fill("brawling")
    page.locator("li:visible a").click()
    expect(page.locator("h1")).to_have_text("Kämpfen")
    expect(page.locator("article")).to_contain_text("Wer an der Reihe ist")
    expect(page.locator("footer")).to_have_text("Nachschlag, Würfelkrieg (1)")
    page.locator("article a[data-id]").first.click()
    expect(page.locator("article")).not_to_be_empty()
    expect(page.locator("h1")).not_to_have_text("Kämpfen")
    context.close()
