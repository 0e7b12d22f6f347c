"""What the tests of the site share: built sites, one per session, and reading their pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.addresses import PHONE
from tests.browser import chromium
from tests.projects import mini_project, nachschlag, repository_copy
from tests.serving import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.watching import Open, Watch


def build(project: Path, *arguments: str | Path, **env: str) -> Path:
    """Build a project into its `site` folder."""
    done = nachschlag("--project", project, "build", *arguments, **env)
    assert done.returncode == 0, done.stderr
    return project / "site"


@pytest.fixture(scope="session")
def own_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of our own content. Read only."""
    return build(repository_copy(tmp_path_factory.mktemp("eigen") / "projekt"))


@pytest.fixture(scope="session")
def mini_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the mini project, with redirects, concepts and terms of entries. Read only."""
    return build(mini_project(tmp_path_factory.mktemp("mini") / "projekt"))


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
    """Opens a page in a fresh context (keywords go to the context) and watches it."""
    contexts = []

    def open_page(address: str, size: tuple[int, int] = PHONE, **more: Any) -> tuple[Page, Watch]:
        from tests.watching import Watch

        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="de-DE", **more)
        contexts.append(context)
        page = context.new_page()
        watch = Watch(page, base)
        page.goto(f"{base}{address}", wait_until="load")
        return page, watch

    yield open_page
    for context in contexts:
        context.close()
