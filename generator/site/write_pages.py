"""Write everything that the site builder needs into one folder: pages, styles, redirects, the static API, our static files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path

from ..files.atomic import Output
from ..files.json_text import compact_json
from ..files.own_files import ASSETS
from ..history.feeds import feeds
from ..history.previous import Change
from ..model.library import Library
from ..model.settings import Settings
from ..pages.embed_page import embed_redirects
from ..pages.page_file import Head, front_matter
from ..pages.redirects import redirects
from ..pages.rendered import Rendering
from ..pages.site_pages import Pages
from ..pages.styles import own_styles, system_styles
from ..prose.address import page_url, relative_url
from ..records.static_api import api_files
from .contents import CONTENTS, contents
from .embed_scripts import embed_scripts, finder_files
from .help_pages import help_pages
from .manifest import PATH as MANIFEST
from .manifest import manifest
from .scripts import FOLDER as SCRIPTS
from .scripts import classic_script

STATIC = ASSETS / "site"

#: The help pages in English.
_ENGLISH = ("hilfe/developers.md", "hilfe/integrate.md")


def write_pages(
    rendering: Rendering,
    settings: Settings,
    output: Output,
    tick: Callable[[], None] = lambda: None,
    changes: Mapping[str, Change] | None = None,
) -> None:
    """Write all page files and static files, touching only changed ones; call `output.finish()` after all build steps.

    Calls `tick` once per page, for a progress bar. `changes` gives the changes in the English of outdated entries.
    """
    library = rendering.library
    for page in Pages(rendering, settings, changes):
        output.write(page.path, page.text)
        tick()
    static = dict(static_files())
    for path, content in static.items():
        if path.endswith(".md"):
            head = Head(source=f"generator/assets/site/{path}", lang="en" if path in _ENGLISH else "")
            content = front_matter(head, settings).encode() + content
        output.write(path, content)
    for path, source, text in help_pages():
        output.write(path, front_matter(Head(source=source), settings) + text)
    output.write(CONTENTS, compact_json(contents(library)))
    output.write("assets/nachschlag.css", own_styles())
    output.write("assets/nachschlag.js", classic_script(SCRIPTS / "main.js"))
    output.write("assets/systeme.css", system_styles(library.systems.values()))
    output.write(MANIFEST, manifest(settings.site_name, library.systems.values(), static))
    for old, new in redirects(library).items():
        output.write(f"{old}/index.html", redirect_page(old, new, library))
    for system in library.systems.values():
        for path, text in feeds(library, system, settings):
            output.write(path, text)
    embedding = (*embed_scripts(), *finder_files(library), *embed_redirects(library))
    for path, text in (*embedding, *api_files(rendering, settings, changes)):
        output.write(path, text)


def static_files() -> Iterator[tuple[str, bytes]]:
    """Our files that go into the site unchanged: styles, icons, help pages."""
    for folder, folders, names in os.walk(STATIC):
        folders.sort()
        for name in sorted(names):
            path = Path(folder) / name
            yield path.relative_to(STATIC).as_posix(), path.read_bytes()


def redirect_page(old: str, new: str, library: Library) -> str:
    """A page that redirects to another, also without JavaScript."""
    address = escape(relative_url(page_url(library, new), f"/{old}/"))
    found = library.target(new)
    title = escape(found.title if found else new)
    return (
        '<!doctype html>\n<html lang="de">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="nachschlag-base" content="{escape(relative_url("/", f"/{old}/"))}">\n'
        f'<meta http-equiv="refresh" content="0; url={address}">\n<link rel="canonical" href="{address}">\n'
        f'<meta name="robots" content="noindex">\n<title>{title}</title>\n</head>\n'
        f'<body><p>Diese Regel steht jetzt hier: <a href="{address}">{title}</a></p></body>\n</html>\n'
    )
