"""What an update changed, on the device: the bar after it, the line on the home page, the list."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from nachschlag.generator.site.offline import write_offline
from playwright.sync_api import Locator, Page, expect

from tests.moody import Moody
from tests.offline import NEW, RULES, comes, look_for_update, news_bar, takes_over, version, visited
from tests.watching import too_wide, violations

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

#: Everything except the dock, which the search field's own tests check.
WITHOUT_DOCK = {"exclude": [".n-dock"]}

Change = Callable[[dict[str, Any]], object]


def with_bundle(site: Path, folder: Path, change: Change) -> Path:
    """A copy of a site whose bundle of rules has been changed."""
    shutil.copytree(site, folder)
    bundle = json.loads((folder / RULES).read_text("utf-8"))
    change(bundle)
    (folder / RULES).write_text(json.dumps(bundle, ensure_ascii=False), "utf-8")
    write_offline(folder)
    return folder


def record(bundle: dict[str, Any], name: str, group: str = "entries") -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in bundle[group] if one["id"] == f"wuerfelkrieg/{name}")
    return found


def updated(page: Page, server: Moody, site: Path) -> None:
    """Bring a device to another version of the site, and open its home page."""
    server.site = site
    comes(page, server, "/")
    look_for_update(page)
    takes_over(page, version(site))
    page.goto(f"{server.address}/")


def state(page: Page) -> Locator:
    """The line on the home page about the device's copy."""
    return page.locator("[data-offline-stand]")


def rows(page: Page) -> list[str]:
    """The lines of the list of changes."""
    expect(page.locator("h1")).to_have_text("Was sich geändert hat")
    return page.locator("article .n-liste li a").all_inner_texts()


def test_an_update_says_how_many_rules_changed_and_lists_them(context: BrowserContext, server: Moody, second: Path) -> None:
    page = visited(context, server, "/wuerfelkrieg/rueckzug/")
    expect(news_bar(page)).to_have_count(0)
    updated(page, server, second)
    expect(state(page)).to_have_text("Offline bereit · 1 Regel geändert")
    expect(news_bar(page)).to_contain_text("1 Regel geändert")
    assert violations(page, WITHOUT_DOCK) == []
    server.always("down")
    news_bar(page).get_by_role("button", name="Ansehen").click()
    assert rows(page) == [f"2.1.1 Rückzug Falling Back\n{NEW}."]
    expect(page.locator("article .n-unterzeile")).to_have_text("Seit deinem letzten Besuch: 1 Regel geändert.")
    assert violations(page, WITHOUT_DOCK) == []
    assert too_wide(page) == []
    page.locator("article .n-liste a").click()
    expect(page.locator("h1")).to_have_text("Rückzug")


def test_what_has_been_read_is_not_said_again_but_can_be_looked_up(context: BrowserContext, server: Moody, second: Path) -> None:
    page = visited(context, server)
    updated(page, server, second)
    news_bar(page).get_by_role("button", name="Ansehen").click()
    expect(page.locator("h1")).to_have_text("Was sich geändert hat")
    page.goto(f"{server.address}/")
    state(page).get_by_role("link", name="1 Regel geändert").click()
    assert len(rows(page)) == 1
    expect(news_bar(page)).to_have_count(0)


def test_a_bar_put_away_does_not_come_back(context: BrowserContext, server: Moody, second: Path) -> None:
    page = visited(context, server)
    updated(page, server, second)
    news_bar(page).get_by_role("button", name="Später").click()
    page.goto(f"{server.address}/wuerfelkrieg/wurf/")
    page.goto(f"{server.address}/")
    expect(state(page)).to_contain_text("1 Regel geändert")
    expect(news_bar(page)).to_have_count(0)


def test_changes_not_read_yet_go_on_with_the_next_update(
    context: BrowserContext, server: Moody, first: Path, second: Path, tmp_path: Path
) -> None:
    page = visited(context, server)
    updated(page, server, second)

    def retitle(bundle: dict[str, Any]) -> None:
        record(bundle, "wurf")["title"] = "Der Wurf"

    updated(page, server, with_bundle(second, tmp_path / "danach", retitle))
    expect(news_bar(page)).to_contain_text("2 Regeln geändert")
    updated(page, server, with_bundle(first, tmp_path / "wieder", retitle))
    expect(news_bar(page)).to_contain_text("1 Regel geändert")
    page.goto(f"{server.address}/offline/neues/")
    assert [row.split("\n")[0] for row in rows(page)] == ["Schritt 1 Der Wurf Throw"]
    updated(page, server, second)
    expect(news_bar(page)).to_contain_text("2 Regeln geändert")


def test_new_and_lost_rules_terms_and_what_changed_in_them(
    context: BrowserContext, server: Moody, first: Path, tmp_path: Path
) -> None:
    def change(bundle: dict[str, Any]) -> None:
        body = record(bundle, "kaempfen")
        body["html"] += "<ul><li>Wer <b>liegt</b>, &amp; zwar auf dem Rücken, schlägt <i>nicht</i> zu.</li></ul>"
        record(bundle, "zaubern")["html"] = record(bundle, "zaubern")["html"].replace("<p>", '<p class="anders">')
        reasoned = record(bundle, "wurf")
        reasoned["short_html"] = "Anders."
        reasoned["changes"] = [{"anchor": "neu", "text": "Ein Würfel < zwei."}]
        added = {**record(bundle, "wurf"), "id": "wuerfelkrieg/neuling", "title": "Neuling", "changes": []}
        bundle["entries"] = [one for one in bundle["entries"] if not one["id"].endswith("/rueckzug")] + [added]
        bundle["terms"][0]["html"] = "<p>Ganz anders.</p>"

    page = visited(context, server)
    updated(page, server, with_bundle(first, tmp_path / "danach", change))
    expect(news_bar(page)).to_contain_text("2 Regeln und 1 Begriff geändert, 1 neu, 1 entfallen")
    page.goto(f"{server.address}/offline/neues/")
    listed = rows(page)
    assert any(row.endswith("Wer liegt, & zwar auf dem Rücken, schlägt nicht zu.") for row in listed), listed
    assert any(row.endswith("Ein Würfel < zwei.") for row in listed), listed
    assert listed[-1].startswith("Schritt 1 Neuling Throw neu"), listed
    expect(page.locator("article .n-unterzeile")).to_contain_text("Entfallen: Rückzug (Würfelkrieg).")


def test_a_moved_rule_is_no_news(context: BrowserContext, server: Moody, first: Path, tmp_path: Path) -> None:
    def move(bundle: dict[str, Any]) -> None:
        record(bundle, "rueckzug")["id"] = "wuerfelkrieg/weggehen"
        bundle["redirects"]["wuerfelkrieg/rueckzug"] = "wuerfelkrieg/weggehen"

    page = visited(context, server)
    updated(page, server, with_bundle(first, tmp_path / "danach", move))
    expect(state(page)).to_have_text("Offline bereit")
    page.goto(f"{server.address}/offline/neues/")
    expect(page.locator("article .n-unterzeile")).to_have_text("Seit deinem letzten Besuch hat sich keine Regel geändert.")


def test_news_of_a_system_that_is_gone_go_with_it(context: BrowserContext, server: Moody, second: Path, tmp_path: Path) -> None:
    page = visited(context, server)
    updated(page, server, second)
    shutil.copytree(second, tmp_path / "danach")
    (tmp_path / "danach" / RULES).unlink()
    write_offline(tmp_path / "danach")
    updated(page, server, tmp_path / "danach")
    expect(state(page)).to_have_text("Offline bereit")
    page.goto(f"{server.address}/offline/neues/")
    expect(page.locator("article .n-unterzeile")).to_have_text("Seit deinem letzten Besuch hat sich keine Regel geändert.")


def test_players_of_another_system_get_no_bar(context: BrowserContext, server: Moody, second: Path) -> None:
    page = visited(context, server, "/murmeln/")
    updated(page, server, second)
    expect(state(page)).to_contain_text("1 Regel geändert")
    expect(news_bar(page)).to_have_count(0)
