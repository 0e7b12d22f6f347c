"""Fixtures of the generator's tests: the mini project (a made-up system) and copies of it with an overlay of files."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from nachschlag.generator.model.library import Library
from nachschlag.generator.reading.load import load

DATA = Path(__file__).parents[1] / "data"
MINI = DATA / "mini"

Project = Callable[..., Path]


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder `tests/data`."""
    return DATA


@pytest.fixture(scope="session")
def mini() -> Library:
    """The mini project, loaded. Libraries never change, so all tests share it."""
    library, findings = load(MINI)
    assert findings == []
    return library


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Makes a copy of the mini project with the files of `overlay` (path → text or bytes) written over it."""

    def make(overlay: Mapping[str, str | bytes] | None = None) -> Path:
        root = tmp_path / "projekt"
        shutil.copytree(MINI, root)
        for path, content in (overlay or {}).items():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        return root

    return make
