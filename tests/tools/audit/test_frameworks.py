"""Texts that React, Vue and Svelte render and keep changing while `einbetten-1.js` links them. Part of `make audit`."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import chromium
from tests.other_site import other_site, our_site
from tests.projects import REPOSITORY

pytestmark = [pytest.mark.audit, pytest.mark.browser]

FOLDER = REPOSITORY / "tests" / "tools" / "audit" / "frameworks"
LINKS = "#mit a.nachschlag-verweis"
UPDATES = 200
#: The same links at the same places as in a copy linked once, apart from invisible white space and comments.
SAME = """() => {
  const plain = (id) => document.querySelector(id).innerHTML.replace(/<!--.*?-->/g, '');
  return plain('#mit') === plain('#neu');
}"""

Visit = Callable[[str], Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def apps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same list of items as an app in each framework: react.js, vue.js, svelte.js."""
    out = tmp_path_factory.mktemp("apps")
    command = ["node", str(FOLDER / "build.mjs"), str(out)]
    done = subprocess.run(command, cwd=REPOSITORY / "build" / "frameworks", capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture
def visit(browser: Browser, apps: Path, mini_site: Path) -> Iterator[Visit]:
    """Opens a foreign page with our script and an app not yet mounted. An error in any script fails the test."""
    trouble: list[str] = []
    pages: dict[str, str] = {}
    context = browser.new_context()
    context.add_init_script("addEventListener('unhandledrejection', ({ reason }) => setTimeout(() => { throw reason; }));")
    with our_site(mini_site) as address, other_site(pages) as other:

        def visit(name: str) -> Page:
            app, updates = (
                path.read_text("utf-8").replace("</script", r"<\/script") for path in (apps / f"{name}.js", FOLDER / "updates.js")
            )
            pages["/"] = (
                '<!doctype html><meta charset="utf-8"><div id="mit" data-regel-auto="wuerfelkrieg"></div><div id="ohne"></div>'
                f'<script src="{address}/einbetten-1.js"></script><script>{app}</script><script type="module">{updates}</script>'
            )
            page = context.new_page()
            page.on("pageerror", lambda error: trouble.append(str(error)))
            page.goto(f"{other}/", wait_until="networkidle")
            return page

        yield visit
    context.close()
    assert trouble == []


def updated(page: Page, times: int) -> int:
    """Update an app that many times; compare its text each time, its links every fifth time; return the number of links seen."""
    linked = 0
    for turn in range(times):
        with_us, without = page.evaluate("step()")
        assert with_us == without, turn
        if turn % 5 == 4:
            page.evaluate("fresh()")
            page.wait_for_function(SAME)
            linked += page.locator(LINKS).count()
    return linked


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", ["react", "vue", "svelte"])
def test_apps_work_as_if_we_were_not_there(visit: Visit, name: str, seed: int) -> None:
    page = visit(name)
    with_us, without = page.evaluate("start", seed)
    assert with_us == without
    assert updated(page, UPDATES) > UPDATES


@pytest.mark.parametrize("first", ["linked", "hydrated"])
@pytest.mark.parametrize("name", ["react", "vue", "svelte"])
def test_apps_that_come_as_html(visit: Visit, name: str, first: str) -> None:
    """Rendered by a server, then hydrated by the app, before and after our links are made."""
    page = visit(name)
    page.evaluate("rendered", 3)
    if first == "linked":
        page.wait_for_function(f"() => document.querySelectorAll('{LINKS}').length")
    with_us, without = page.evaluate("hydrated()")
    assert with_us == without
    assert updated(page, UPDATES // 4) > UPDATES // 8
