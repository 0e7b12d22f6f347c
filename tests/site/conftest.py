"""What the tests of the site share: built sites, one per session, and reading their pages."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from nachschlag.generator.files import write_atomic

from tests.addresses import PHONE
from tests.browser import chromium
from tests.projects import mini_project, nachschlag, repository_copy
from tests.serving import served, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.watching import Open, Watch


def build(project: Path, *arguments: str | Path, **env: str) -> Path:
    """Build a project into its `site` folder."""
    done = nachschlag("--project", project, "build", *arguments, **env)
    assert done.returncode == 0, done.stderr
    return project / "site"


def built_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], Path]) -> Path:
    """The site of a project that one of pytest's processes makes, below a folder that all of them share; the others wait for it."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    state = folder / "zustand"
    try:
        folder.mkdir()
    except FileExistsError:
        until(state.is_file, 400)
        assert state.read_text() == "gebaut", "another process could not build it"
        return folder / "projekt" / "site"
    state_after = "misslungen"
    try:
        site = build(make(folder / "projekt"))
        state_after = "gebaut"
        return site
    finally:
        write_atomic(state, state_after)


@pytest.fixture(scope="session")
def own_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of our own content. Read only."""
    return built_once(tmp_path_factory, "eigen", repository_copy)


@pytest.fixture(scope="session")
def mini_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the mini project, with redirects, concepts and terms of entries. Read only."""
    return built_once(tmp_path_factory, "mini", mini_project)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium for all tests of a file."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def base(own_site: Path) -> Iterator[str]:
    """The address of our own site, served as `nachschlag serve` would."""
    with served(own_site, own_site.parent / "build" / "index") as address:
        yield address


@pytest.fixture
def open_page(browser: Browser, base: str) -> Iterator[Open]:
    """Opens a page in a fresh context (keywords go to the context) and watches it. No service worker unless asked for: every
    context would fetch the whole library."""
    contexts = []

    def open_page(address: str, size: tuple[int, int] = PHONE, **more: Any) -> tuple[Page, Watch]:
        from tests.watching import Watch

        context = browser.new_context(
            **{"viewport": {"width": size[0], "height": size[1]}, "locale": "de-DE", "service_workers": "block"} | more
        )
        contexts.append(context)
        page = context.new_page()
        watch = Watch(page, base)
        page.goto(f"{base}{address}", wait_until="load")
        return page, watch

    yield open_page
    for context in contexts:
        context.close()
