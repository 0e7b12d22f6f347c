"""The page of a game's drafts: it does what the command does, by keys, on the phone, in two windows, and for no other page."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from nachschlag.search.live.drafts import AT, draft_routes
from playwright.sync_api import expect
from starlette.applications import Starlette

from tests.ingest.test_corrections import OUTLINE, TABLE, outline, read_moor
from tests.projects import lay_over, tree
from tests.running import Run
from tests.serving import answering

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: A title that would run, were it written into the page as HTML.
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="session")
def read_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with the book, read; two of its drafts are unsure."""
    project = read_moor(tmp_path_factory.mktemp("moor"))
    report = project / "privat/ingest/moor/report.json"
    record = json.loads(report.read_text("utf-8"))
    for draft in record["drafts"]:
        draft["certainty"] = {"Notizen des Setzers": 0.3, "Treffer": 0.6}.get(draft["title"], 0.99)
    report.write_text(json.dumps(record), "utf-8")
    return project


@pytest.fixture
def project(read_once: Path, tmp_path: Path) -> Path:
    return shutil.copytree(read_once, tmp_path / "projekt")


@pytest.fixture
def client(project: Path) -> Iterator[httpx.Client]:
    with answering(Starlette(routes=draft_routes((project / "privat",)))) as client:
        yield client


def token_of(client: httpx.Client) -> str:
    return client.get(f"{AT}/moor/").text.partition('name="token" content="')[2].partition('"')[0]


def headers(client: httpx.Client, **more: str) -> dict[str, str]:
    own = {"Origin": str(client.base_url).rstrip("/"), "X-Nachschlag-Token": token_of(client), "Content-Type": "application/json"}
    return {**own, **{name.replace("_", "-"): value for name, value in more.items()}}


def wish(client: httpx.Client, action: str, id_: str, **more: Any) -> dict[str, Any]:
    rows = client.get(f"{AT}/moor/rows").json()["rows"]
    return {"action": action, "id": id_, "mark": next(row["mark"] for row in rows if row["id"] == id_), **more}


@pytest.mark.parametrize("what", [row[0] for row in TABLE], ids=" ".join)
def test_the_page_does_what_the_command_does(
    run: Run, project: Path, client: httpx.Client, what: tuple[str, ...], tmp_path: Path
) -> None:
    other = shutil.copytree(project, tmp_path / "anderes")
    assert run("--project", other, "draft", *what).status == 0
    options = dict(zip(what[2::2], what[3::2], strict=True))
    more = {name: int(value) if name == "line" else value for key, value in options.items() for name in [key.removeprefix("--")]}
    before = tree(project / "privat")
    done = client.post(f"{AT}/moor/change", json=wish(client, what[0], what[1], **more), headers=headers(client))
    assert done.status_code == 200, done.text
    assert tree(project / "privat") == tree(other / "privat")
    undo = {"action": "undo", "id": what[1], "mark": done.json()["undo"]["mark"]}
    assert client.post(f"{AT}/moor/change", json=undo, headers=headers(client)).status_code == 200
    assert tree(project / "privat") == before


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({}, 200),
        ({"Origin": "https://boese.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Sec_Fetch_Site": "same-site"}, 403),
        ({"X_Nachschlag_Token": "x"}, 403),
        ({"X_Nachschlag_Token": "ä"}, 403),
        ({"Content_Type": "text/plain"}, 403),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 403),
        ({"Host": "boese.example", "Origin": "http://boese.example"}, 403),
        ({"Host": "192.0.2.1:80", "Origin": "http://192.0.2.1:80"}, 403),
    ],
    ids=str,
)
def test_only_its_own_page_changes_drafts(project: Path, client: httpx.Client, more: dict[str, str], status: int) -> None:
    before = tree(project / "privat")
    sent = {
        name: value.encode() for name, value in {**headers(client), **{k.replace("_", "-"): v for k, v in more.items()}}.items()
    }
    done = client.post(f"{AT}/moor/change", content=json.dumps(wish(client, "accept", "moor/waten")), headers=sent)
    assert done.status_code == status
    assert (tree(project / "privat") == before) == (status != 200)


def test_other_names_of_this_machine_read_nothing(client: httpx.Client) -> None:
    for path in ("", "rows", "draft?id=moor/waten"):
        for host in ("moor.example", "localhost.example:80", "localhost:80:80", "[::1", "127.0.0.1@moor.example", "["):
            assert client.get(f"{AT}/moor/{path}", headers={"Host": host}).status_code == 403
        for host in ("localhost", "localhost:8000", "[::1]:8000", "127.0.0.1"):
            assert client.get(f"{AT}/moor/{path}", headers={"Host": host}).status_code == 200
    page = client.get(f"{AT}/moor/")
    assert page.headers["content-security-policy"].startswith("default-src 'none'; style-src 'sha256-")
    assert page.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        (b"", 409, "nichts anzufangen"),
        (b"[]", 409, "nichts anzufangen"),
        (b"[" * 9_000, 409, "nichts anzufangen"),
        (b"\xff", 409, "nichts anzufangen"),
        (b'{"action": "accept", "id": "moor/waten"}', 409, "nichts anzufangen"),
        (b'{"action": "accept", "id": "moor/waten", "mark": ""}', 409, "nichts anzufangen"),
        (b'{"action": "accept", "id": 7, "mark": "x"}', 409, "nichts anzufangen"),
        (b'{"action": "list", "id": "moor/waten", "mark": "x"}', 409, "kann diese Seite nicht"),
        (b'{"action": "accept", "id": "moor/../waten", "mark": "x"}', 409, "gibt es nicht"),
        (b'{"action": "accept", "id": "moor/waten", "mark": "x"}', 409, "hat sich inzwischen"),
        (b'{"action": "undo", "id": "", "mark": "x"}', 409, "nichts zur"),
        (b'{"x": "' + b"a" * 20_000 + b'"}', 413, "zu lang"),
    ],
)
def test_anything_else_is_one_sentence(project: Path, client: httpx.Client, body: bytes, status: int, says: str) -> None:
    before = tree(project / "privat")
    done = client.post(f"{AT}/moor/change", content=body, headers=headers(client))
    assert (done.status_code, tree(project / "privat")) == (status, before)
    assert says in done.json()["error"]


def test_only_games_read_from_a_book_have_the_page(project: Path, client: httpx.Client) -> None:
    lay_over(project / "privat", {"content/hand/system.yaml": "id: hand\nname: Hand\nshort: Hand\n"})
    for system in ("hand", "gibtesnicht", "..", "%2e%2e%2fmoor"):
        assert client.get(f"{AT}/{system}/").status_code == 404
    assert (
        client.get(f"{AT}/moor/draft", params={"id": "moor/nie"})
        .json()["error"]
        .startswith("Den Entwurf „moor/nie“ gibt es nicht.")
    )


# -- in a browser ---------------------------------------------------------------------------------------------------------------


def opened(browser: Browser, client: httpx.Client, **options: Any) -> tuple[Page, list[str]]:
    page = browser.new_page(**options)
    problems: list[str] = []
    page.on("console", lambda it: problems.append(it.text) if it.type == "error" and "409" not in it.text else None)
    page.on("pageerror", lambda it: problems.append(str(it)))
    page.goto(f"{client.base_url}{AT}/moor/")
    expect(page.locator("#titel")).not_to_be_empty()
    return page, problems


def pressed(page: Page, key: str, said: str) -> None:
    page.keyboard.press(key)
    expect(page.locator("#gesagt")).to_have_text(said)


def test_a_game_is_put_right_by_the_keyboard_alone(project: Path, client: httpx.Client, browser: Browser) -> None:
    page, problems = opened(browser, client, viewport={"width": 1280, "height": 800})
    before = tree(project / "privat")
    listed, title = page.locator("#gliederung button"), page.locator("#titel")
    expect(listed).to_have_text(["Notizen des Setzers30 %", "Treffer60 %"])
    expect(title).to_have_text("Notizen des Setzers")
    expect(page.locator("#grund")).to_contain_text("30 % · Überschrift, weil: ")
    expect(page.locator("#stelle mark")).to_have_text("### Notizen des Setzers")
    pressed(page, "x", "„Notizen des Setzers“ ist weggenommen und liegt unter Nummer 1.")
    expect(title).to_have_text("Treffer")
    pressed(page, "s", "Mit welcher Zeile beginnt der neue Entwurf?")
    page.keyboard.press("Enter")
    expect(page.locator("#wort")).to_have_value("Flammenstoß")
    pressed(page, "Enter", "„Flammenstoß“ ist ein Entwurf für sich.")
    expect(title).to_have_text("Flammenstoß")
    page.keyboard.press("ArrowUp")
    expect(title).to_have_text("Treffer")
    pressed(page, "a", "„Treffer“ stimmt.")
    expect(listed).to_have_count(8)  # nothing is left to look at first, so the whole book is there
    page.locator("#gliederung button", has_text="Laufen").click()
    expect(title).to_have_text("Laufen: Ein Irrlicht zieht")
    page.keyboard.press("r")
    expect(page.locator("#wort")).to_have_value("Laufen")
    pressed(page, "Enter", "„Laufen: Ein Irrlicht zieht“ heißt „Laufen“.")
    page.keyboard.press("n")
    expect(title).to_have_text("Waten")
    pressed(page, "d", "„Waten“ steht jetzt unter „Laufen“.")
    pressed(page, "p", "„Waten“ steht jetzt eine Stufe höher.")
    page.keyboard.press("n")
    expect(title).to_have_text("Ein Wort dazu")
    pressed(page, "j", "„Ein Wort dazu“ steht jetzt in „Waten“.")
    expect(page.locator("#zeilen button")).to_contain_text(["Im Moor", "- Auf", "## Ein Wort dazu", "Wer einsinkt"])
    assert outline(project) == "Der Zug\n  Laufen\n  Waten\n  Rasten\nDer Kampf\n  Treffer\n  Flammenstoß\n"
    page.keyboard.press("r")
    page.locator("#gliederung button", has_text="Rasten").click()  # the question was about another draft
    expect(page.locator("#frage")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Tasten")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Tasten")).to_be_hidden()
    for _ in range(7):  # quicker than the server answers
        page.keyboard.press("u")
    expect(page.locator('[data-action="undo"]')).to_be_disabled()
    assert tree(project / "privat") == before
    assert problems == []


def test_a_stale_window_is_told_and_sees_what_is_there(project: Path, client: httpx.Client, browser: Browser) -> None:
    first, _ = opened(browser, client)
    second, problems = opened(browser, client)
    for page in (first, second):
        page.keyboard.press("n")
        expect(page.locator("#titel")).to_have_text("Treffer")
    first.keyboard.press("r")
    first.locator("#wort").fill(HOSTILE)
    pressed(first, "Enter", f"„Treffer“ heißt „{HOSTILE}“.")
    before = tree(project / "privat")
    pressed(second, "a", f"„{HOSTILE}“ hat sich inzwischen geändert, darum blieb alles, wie es ist; hier steht der neue Stand.")
    expect(second.locator("#titel")).to_have_text(HOSTILE)
    expect(second.locator("img")).to_have_count(0)
    pressed(second, "u", f"Zurückgenommen: „Treffer“ heißt „{HOSTILE}“.")
    pressed(first, "u", "Es gibt nichts zurückzunehmen.")
    assert tree(project / "privat") != before
    assert problems == []
    assert outline(project) == OUTLINE


def test_it_is_used_by_touch_on_a_phone(project: Path, client: httpx.Client, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page, problems = opened(context, client)  # type: ignore[arg-type]
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        small = page.evaluate(
            "[...document.querySelectorAll('button')].filter((it) => it.offsetHeight && it.offsetHeight < 44).length"
        )
        assert small == 0
    page.get_by_role("button", name="Nächster").tap()
    expect(page.locator("#titel")).to_have_text("Treffer")
    page.locator("#zeilen button", has_text="Flammenstoß").tap()
    if folder := os.environ.get("NACHSCHLAG_PICTURES"):
        page.screenshot(path=f"{folder}/entwuerfe-390.png")
    page.locator("#wort").fill("Feuer")
    page.get_by_role("button", name="Übernehmen").tap()
    expect(page.locator("#gesagt")).to_have_text("„Feuer“ ist ein Entwurf für sich.")
    page.get_by_role("button", name="Zurück").tap()
    expect(page.locator("#gesagt")).to_have_text("Zurückgenommen: „Feuer“ ist ein Entwurf für sich.")
    assert outline(project) == OUTLINE
    assert problems == []
