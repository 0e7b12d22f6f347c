"""Pages and workers that do not know each other: of two builds, of an older kind of site, with a state that does not come. In a real
Chromium."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from nachschlag.generator.site.offline import STATE, WORKER, write_offline
from playwright.sync_api import Page, expect

from tests.moody import Moody
from tests.offline import (
    COMPLETE,
    META,
    NEW,
    OLD,
    RULES,
    asked_for,
    bar,
    comes,
    finds,
    from_net,
    hash_of,
    is_at_rest,
    kept_by,
    look_for_update,
    origin,
    own_version,
    takes_over,
    version,
    visited,
)
from tests.projects import REPOSITORY
from tests.serving import until

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

#: The worker of sites whose pages named the site's version, which was behind every address.
OLD_WORKER = REPOSITORY / "tests" / "data" / "offline" / "worker-of-versions.js"
OLD_VERSION = "000000000000"
#: The reworded rule, and a page that refers to it.
RULE_PAGE, REFERRING = "/wuerfelkrieg/rueckzug/", "/wuerfelkrieg/wuerfelsturm/"
VERSIONED = re.compile(r"\?v=[0-9a-f]{12}")


@pytest.fixture(scope="module")
def older(first: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first version as an older kind of site: its pages name the version, by which they ask for everything."""

    def aged(html: str) -> str:
        return VERSIONED.sub(f"?v={OLD_VERSION}", html).replace(META % "netz", META % OLD_VERSION)

    site = edited(first, tmp_path_factory.mktemp("alt") / "site", aged)
    state = {"version": OLD_VERSION, "date": "", "files": kept_by(site)}
    (site / WORKER).write_text(f"const nachschlagStand = {json.dumps(state)};\n{OLD_WORKER.read_text('utf-8')}", "utf-8")
    (site / STATE).unlink()
    return site


@pytest.fixture(scope="module")
def reprogrammed(second: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The next version with another script, too."""
    script = "assets/nachschlag.js"
    folder = tmp_path_factory.mktemp("neu") / "site"
    before = hash_of(second, script)
    shutil.copytree(second, folder)
    (folder / script).write_text((folder / script).read_text("utf-8") + "// neu\n", "utf-8")
    after = hash_of(folder, script)
    return edited(folder, folder.with_name("fertig"), lambda html: html.replace(before, after))


def edited(site: Path, folder: Path, edit: Callable[[str], str]) -> Path:
    """A copy of a site with other pages, and a worker that knows them."""
    shutil.copytree(site, folder)
    for path in folder.rglob("*.html"):
        path.write_text(edit(path.read_text("utf-8")), "utf-8")
    write_offline(folder)
    return folder


def quoted(page: Page, text: str) -> None:
    """Tap the reference to the reworded rule: its short rule has this text."""
    page.locator("article a.verweis[data-id='wuerfelkrieg/rueckzug']").first.tap()
    expect(page.locator(".n-einblick .n-kurzregel").first).to_contain_text(text)
    page.keyboard.press("Escape")


def states_asked(server: Moody) -> int:
    return sum(path.startswith(STATE) for path in server.asked)


# -- pages from the network, pages from the device ----------------------------------------------------------------------------


def test_a_page_asks_once_for_the_state(context: BrowserContext, server: Moody) -> None:
    page = visited(context, server, REFERRING)
    assert from_net(page)
    quoted(page, OLD)
    finds(page)
    assert states_asked(server) == 1
    expect(bar(page)).to_have_count(0)


@pytest.mark.parametrize("path", ["/", "/wuerfelkrieg/", REFERRING], ids=["kept", "kept-below", "made"])
def test_a_page_from_the_device_has_its_data_and_hears_of_an_update(
    context: BrowserContext, server: Moody, first: Path, second: Path, path: str
) -> None:
    page = visited(context, server)
    server.always("down")
    asked = states_asked(server)
    page.goto(f"{server.address}{path}")
    assert origin(page) == version(first)
    finds(page)
    assert states_asked(server) == asked  # there is nothing to learn
    server.site = second
    server.always("fine")
    look_for_update(page)
    expect(bar(page)).to_contain_text("Neue Fassung")
    assert page.evaluate(COMPLETE) == version(first)


def test_a_new_page_has_new_data_while_the_device_has_old_ones(
    context: BrowserContext, server: Moody, first: Path, second: Path
) -> None:
    page = visited(context, server)
    server.site = second
    server.always("held", "assets/suche/index.json")  # so the new worker cannot finish
    comes(page, server, REFERRING)
    until(lambda: own_version(page) == version(second))
    quoted(page, NEW)
    assert page.evaluate(COMPLETE) == version(first)
    server.release.set()
    takes_over(page, version(second))
    expect(bar(page)).to_have_count(0)


def test_a_state_that_is_late_holds_up_no_player(context: BrowserContext, server: Moody, second: Path) -> None:
    """The page arrives and nothing after it; the device has all the rest, and the next version is announced."""
    page = visited(context, server)
    server.site = second
    server.always("held", STATE, "api/", "suche/", "sw.js")
    comes(page, server, REFERRING)
    finds(page)
    quoted(page, OLD)


def test_data_on_the_device_are_not_for_new_scripts(context: BrowserContext, server: Moody, reprogrammed: Path) -> None:
    page = visited(context, server)
    server.site = reprogrammed
    server.always("held", STATE, "sw.js")
    comes(page, server, REFERRING)
    page.locator("article a.verweis[data-id='wuerfelkrieg/rueckzug']").first.tap()
    page.wait_for_timeout(1000)  # longer than the page waits for the state where it may take the device's
    server.release.set()
    expect(page.locator(".n-einblick .n-kurzregel").first).to_contain_text(NEW)
    assert asked_for(RULES, server, reprogrammed)


@pytest.mark.parametrize("mood", ["404", "portal", "down"])
def test_a_first_visit_without_the_state(context: BrowserContext, server: Moody, mood: str) -> None:
    server.always(mood, STATE)
    page = visited(context, server, REFERRING)
    quoted(page, OLD)
    finds(page)
    until(lambda: is_at_rest(page))
    expect(bar(page)).to_have_count(0)


def test_an_unchanged_system_is_not_loaded_again(context: BrowserContext, server: Moody, second: Path) -> None:
    visited(context, server).close()
    server.site = second
    before = len(server.sent)
    page = context.new_page()
    comes(page, server, RULE_PAGE)
    takes_over(page, version(second))
    sent = {path for path, _ in server.sent[before:]}
    assert RULES in sent
    assert not sent & {"api/v1/systems/murmeln.json", "assets/nachschlag.js", "assets/nachschlag.css", "hilfe/suchen/"}


def test_a_preview_removes_the_worker(context: BrowserContext, server: Moody, first: Path, tmp_path: Path) -> None:
    """Its pages name no version and ask for nothing by one."""
    page = visited(context, server)
    preview = edited(first, tmp_path / "site", lambda html: VERSIONED.sub("", html).replace(META % "netz", META % ""))
    for path in (STATE, WORKER):
        (preview / path).unlink()
    server.site = preview
    asked = states_asked(server)
    until(lambda: not page.goto(f"{server.address}{REFERRING}") or not origin(page))
    until(lambda: page.evaluate("navigator.serviceWorker.getRegistration().then((r) => !r)"))
    page.reload()
    finds(page)
    quoted(page, OLD)
    assert states_asked(server) == asked
    assert [path for path in server.asked[-5:] if "?v=" in path] == []


# -- sites whose pages named the version --------------------------------------------------------------------------------------


def test_a_new_page_under_the_worker_of_an_older_site(context: BrowserContext, server: Moody, older: Path, second: Path) -> None:
    server.site = older
    page = visited(context, server)
    assert page.evaluate(COMPLETE) == OLD_VERSION
    server.site = second
    server.always("held", "assets/suche/index.json")
    comes(page, server, REFERRING)
    quoted(page, NEW)
    server.release.set()
    server.always("fine")
    takes_over(page, version(second))
    expect(bar(page)).to_have_count(0)
    server.always("down")
    page.goto(f"{server.address}{RULE_PAGE}")
    expect(page.locator(".n-kurzregel").first).to_contain_text(NEW)
    finds(page)


@pytest.mark.parametrize("mood", ["404", "portal", "down"])
def test_a_new_page_under_that_worker_when_nothing_more_comes(
    context: BrowserContext, server: Moody, older: Path, second: Path, mood: str
) -> None:
    server.site = older
    page = visited(context, server)
    server.site = second
    server.always(mood, "assets/", "api/", "sw.js")
    comes(page, server, REFERRING)
    quoted(page, OLD)
    finds(page)


def test_a_page_of_an_older_site_under_the_new_worker(context: BrowserContext, server: Moody, older: Path, second: Path) -> None:
    """A page learns of the update, and goes on with its own data until the reader agrees."""
    server.site = older
    page = visited(context, server, REFERRING)
    other = context.new_page()
    server.site = second
    comes(other, server, "/")
    takes_over(other, version(second))
    expect(bar(page)).to_contain_text("Neue Fassung")
    expect(bar(other)).to_have_count(0)
    server.always("down")
    context.new_cdp_session(page).send("Network.clearBrowserCache")  # which has that file, too
    address = f"{server.address}/{RULES}?v={OLD_VERSION}"
    assert OLD in page.evaluate("(path) => fetch(path).then((r) => r.text())", address)
    quoted(page, OLD)
    finds(page)
    bar(page).get_by_role("button", name="Neu laden").click()
    expect(bar(page)).to_have_count(0)
    until(lambda: origin(page) == version(second))
    quoted(page, NEW)
