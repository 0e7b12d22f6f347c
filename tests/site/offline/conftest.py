"""Fixtures of the tests without a network: two versions of a site, its server, and a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.moody import Moody, moody
from tests.offline import phone

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext


@pytest.fixture(scope="session")
def first(mini_site: Path) -> Path:
    """The version that devices have."""
    return mini_site


@pytest.fixture(scope="session")
def second(next_site: Path) -> Path:
    """The next version, with a changed rule."""
    return next_site


@pytest.fixture(scope="session")
def third(last_site: Path) -> Path:
    """The version after that."""
    return last_site


@pytest.fixture
def server(first: Path) -> Iterator[Moody]:
    with moody(first) as running:
        yield running


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = phone(browser)
    yield context
    context.close()
