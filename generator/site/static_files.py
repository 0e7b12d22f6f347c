"""Files that change with the program and the settings only: help pages, styles, scripts, icons."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from ..files.own_files import ASSETS
from ..model.library import Library
from ..model.settings import Settings
from ..pages.page_file import Head, front_matter
from ..pages.site_pages import COLLECTIONS_SCRIPT, LIST_SCRIPT
from ..pages.styles import own_styles, system_styles
from ..takeaway.roster.shared import FOLDER as ROSTER
from ..takeaway.roster.shared import shared_script
from .embed_scripts import embed_scripts
from .help_pages import help_pages
from .manifest import PATH as MANIFEST
from .manifest import manifest
from .ready_made import ready_made
from .scripts import FOLDER as SCRIPTS
from .scripts import classic_script

_STATIC = ASSETS / "site"

#: The help pages in English.
_ENGLISH = ("hilfe/developers.md", "hilfe/integrate.md")


def static_files(library: Library, settings: Settings) -> Iterator[tuple[str, str | bytes]]:
    """Files that change with the program and the settings only."""
    static = dict(_unchanged())
    for path, content in static.items():
        if path.endswith(".md"):
            head = Head(source=f"generator/assets/site/{path}", lang="en" if path in _ENGLISH else "")
            content = front_matter(head, settings).encode() + content
        yield path, content
    for path, source, text in help_pages():
        yield path, front_matter(Head(source=source), settings) + text
    yield "assets/nachschlag.css", own_styles()
    main = SCRIPTS / "main.js"
    yield "assets/nachschlag.js", classic_script(main, shares=True)
    yield COLLECTIONS_SCRIPT, classic_script(SCRIPTS / "collections-page.js", first=main)
    yield LIST_SCRIPT, classic_script(ROSTER / "page.js", {ROSTER / "shared.js": shared_script()}, first=main)
    yield "assets/systeme.css", system_styles(library.systems.values())
    yield MANIFEST, manifest(settings.site_name, library.systems.values(), static)
    yield from embed_scripts()
    yield from ready_made(settings.site_url)


def _unchanged() -> Iterator[tuple[str, bytes]]:
    """Our files that go into the site unchanged: styles, icons, help pages."""
    for folder, folders, names in os.walk(_STATIC):
        folders.sort()
        for name in sorted(names):
            path = Path(folder) / name
            yield path.relative_to(_STATIC).as_posix(), path.read_bytes()
