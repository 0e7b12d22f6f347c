"""Fixtures for all tests: built sites, shared by all of pytest's processes, and a command run in this process."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from nachschlag.generator.cli import main
from nachschlag.generator.files.atomic import write_atomic

from tests.browser import chromium
from tests.hosting import SITE_URL
from tests.offline import reworded
from tests.projects import ONE_SYSTEM, REPOSITORY, build, mini_project, repository_copy
from tests.running import Result, Run
from tests.serving import until
from tests.tries import FUZZ, tries

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: The slowest files, slowest first. Each process takes whole files: a slow one started last would keep one process busy alone. The first
#: file builds our own site; the next ones need only the mini project's, so that none has to wait.
LONGEST = (
    "tests/test_docs.py",
    "tests/site/test_collections.py",
    "tests/site/offline/test_library.py",
    "tests/commands/test_partial_build.py",
    "tests/commands/test_unchanged_build.py",
    "tests/site/test_chromium_pages.py",
    "tests/site/test_field.py",
    "tests/site/test_chromium.py",
    "tests/site/offline/test_failures.py",
    "tests/site/test_sheet.py",
    "tests/site/offline/test_pages.py",
    "tests/site/test_design.py",
    "tests/test_hostile.py",
    "tests/site/offline/test_mixed_versions.py",
    "tests/site/test_site.py",
    "tests/search/test_service_workers.py",
    "tests/search/test_service_production.py",
    "tests/site/test_embed.py",
    "tests/site/offline/test_news.py",
    "tests/search/test_missed.py",
    "tests/site/test_popover.py",
    "tests/site/test_shell.py",
    "tests/translation/test_import.py",
    "tests/generator/references/test_link.py",
    "tests/search/test_browser.py",
    "tests/translation/test_short_rules.py",
    "tests/commands/test_build.py",
    "tests/test_private.py",
    "tests/site/test_mkdocs.py",
    "tests/search/test_cases.py",
    "tests/commands/test_serve.py",
    "tests/commands/test_draft_page.py",
    "tests/site/test_ready_made.py",
    "tests/site/test_hosting_chromium.py",
    "tests/generator/references/test_answers.py",
    "tests/commands/test_live.py",
    "tests/search/test_rebuilt_index.py",
    "tests/commands/test_build_edits.py",
    "tests/test_guide.py",
    "tests/site/test_budgets.py",
    "tests/site/test_embed_links.py",
    "tests/site/test_previews.py",
    "tests/site/test_schemas.py",
    "tests/site/test_embed_live.py",
    "tests/commands/test_pipes.py",
    "tests/ingest/test_storing.py",
)


settings.register_profile("nachschlag", deadline=None, derandomize=not FUZZ, max_examples=tries(100))
settings.load_profile("nachschlag")

gc.disable()  # nothing that is collected is garbage


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    rank = {name: at for at, name in enumerate(LONGEST)}
    items.sort(key=lambda item: rank.get(item.path.relative_to(REPOSITORY).as_posix(), len(rank)))


def pytest_collection_finish() -> None:
    """Never look through thousands of tests for garbage; look as seldom as `nachschlag` itself."""
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()


def built_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], Path], **env: str) -> Path:
    """Build a project's site in one of pytest's processes, below a folder that all share; the others wait for it."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    state = folder / "zustand"
    try:
        folder.mkdir()
    except FileExistsError:
        until(state.is_file, 700)
        assert state.read_text() == "gebaut", "another process could not build it"
        return folder / "projekt" / "site"
    state_after = "misslungen"
    try:
        site = build(make(folder / "projekt"), **env)
        state_after = "gebaut"
        return site
    finally:
        write_atomic(state, state_after)


@contextmanager
def read_only(site: Path) -> Iterator[Path]:
    """A site that tests share: it fails where one of them has written into it. (Root may write everywhere, so a mode would not do.)"""

    def files() -> dict[str, tuple[int, int]]:
        found = ((path, path.stat()) for path in site.rglob("*"))
        return {str(path): (about.st_size, about.st_mtime_ns) for path, about in found}

    before = files()
    yield site
    after = files()
    assert sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path)) == []


def own_project(root: Path) -> Path:
    """A copy of our own content, with the results of `nachschlag check`, which saves a quarter of a build."""
    project, memo = repository_copy(root), REPOSITORY / "build" / "memo"
    if memo.is_file():
        (project / "build").mkdir()
        shutil.copy(memo, project / "build" / "memo")
    return project


@pytest.fixture(scope="session")
def own_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The site of our own content. Read only."""
    with read_only(built_once(tmp_path_factory, "eigen", own_project)) as site:
        yield site


@pytest.fixture(scope="session")
def mini_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The site of the mini project, with redirects, concepts and terms of entries. Read only."""
    with read_only(built_once(tmp_path_factory, "mini", mini_project)) as site:
        yield site


@pytest.fixture(scope="session")
def next_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The site of the mini project's next version, with another short rule. Read only."""
    with read_only(built_once(tmp_path_factory, "mini-danach", reworded)) as site:
        yield site


@pytest.fixture(scope="session")
def last_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The site of the version after that. Read only."""
    with read_only(built_once(tmp_path_factory, "mini-zuletzt", partial(reworded, short="Nun ist Schluss"))) as site:
        yield site


@pytest.fixture(scope="session")
def published_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One of our systems as on a host, built for `SITE_URL` and placed in a folder `regeln`. Read only."""
    site = built_once(tmp_path_factory, "gehostet", partial(repository_copy, systems=ONE_SYSTEM), SITE_URL=SITE_URL)
    folder = site.parent / "www" / "regeln"
    folder.parent.mkdir(exist_ok=True)
    with suppress(FileExistsError):
        folder.symlink_to(site)
    with read_only(site):
        yield folder


@pytest.fixture(scope="session")
def sleeping_browser() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """A Chromium for all files: starting it takes a second. Playwright's loop, which counts as running in between, would stop any other."""
    with chromium() as browser:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)


@pytest.fixture(scope="module")
def browser(sleeping_browser: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """A Chromium without pages for the tests of a file."""
    browser, loop = sleeping_browser
    asyncio._set_running_loop(loop)
    yield browser
    for context in browser.contexts:
        context.close()
    asyncio._set_running_loop(None)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `nachschlag` with these arguments; argparse's SystemExit becomes a status, too. A traceback fails the test."""

    def run(*arguments: str | Path) -> Result:
        capsys.readouterr()
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as end:
            status = int(end.code or 0)
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return Result(status, said.out, said.err)

    return run
