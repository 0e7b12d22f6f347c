"""The contents beside a page on a desktop: the systems in the header, and a part's or system's contents with the page marked.

A part's contents, up to 140 links, are the same on all its pages. They are made once and inserted into the finished pages,
because the builder would spend a third of its time on them. A page asks for them with an empty element:
`data-inhalt="t9a/gelaende"`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from ..model.library import Library
from ..model.values import Part, System
from ..pages.listings import depth
from ..prose.address import page_url
from ..prose.wording import shown_number

#: File of the pieces below the site: a JSON map from name to HTML, with "@" for the path to the site's root.
CONTENTS = "assets/inhalt.json"

_BASE = re.compile(r'<meta name="nachschlag-base" content="([^"]*)">')  # absolute on the page for missing addresses
_PLACE = re.compile(r'data-inhalt="([^"]+)"[^>]*>(?=</)')


def contents(library: Library) -> dict[str, str]:
    """All pieces by name: "spiele", each system ("t9a"), each part ("t9a/gelaende")."""
    found = {"spiele": "".join(_system(system) for system in library.systems.values())}
    for system in library.systems.values():
        found[system.id] = _of_system(library, system)
        for part in system.parts:
            if library.part_entries(system.id, part.id):
                found[f"{system.id}/{part.id}"] = _of_part(library, system, part)
    return found


def _system(system: System) -> str:
    mark = '<span class="n-zeichen" aria-hidden="true"></span>' if system.mark else ""
    name = f"{mark}<span>{escape(system.short)}</span>"
    return f'<a class="n-spiel-{system.id}" href="@{system.url}" title="{escape(system.name)}">{name}</a>'


def _of_system(library: Library, system: System) -> str:
    parts = [(f"{system.url}teil/{p.id}/", p.heading) for p in system.parts if library.part_entries(system.id, p.id)]
    lists = [(f"{system.url}a-z/", "A–Z")]
    lists += [(f"{system.url}glossar/", "Glossar")] if library.system_terms(system.id) else []
    lines = "".join(_line(url, title) for url, title in [*parts, *lists])
    return f'<p><a href="@{system.url}">{escape(system.name)}</a></p><ul>{lines}</ul>'


def _of_part(library: Library, system: System, part: Part) -> str:
    lines = "".join(
        _line(page_url(library, e.id), e.title, str(e.number or ""), depth(library, e))
        for e in library.part_entries(system.id, part.id)
    )
    return f'<p><a href="@{system.url}teil/{part.id}/">{escape(part.heading)}</a></p><ul>{lines}</ul>'


def _line(url: str, title: str, number: str = "", deep: int = 0) -> str:
    number = f"<b>{escape(shown)}</b> " if (shown := shown_number(title, number)) else ""
    return f'<li{f" class=n-t{deep}" if deep else ""}><a href="@{url}">{number}{escape(title)}</a>'


def read_contents(site: Path) -> Mapping[str, str]:
    """The pieces of a built site; {} if there are none."""
    path = site / CONTENTS
    return json.loads(path.read_text("utf-8")) if path.is_file() else {}


def asked_in(html: str) -> list[str]:
    """The names of the pieces for which a page asks."""
    return _PLACE.findall(html)


def with_contents(html: str, pieces: Mapping[str, str], url: str) -> str:
    """Insert the contents into a finished page; `url` is its address below the site ("t9a/angst/").

    Marks the link to the page itself and, in the header, the one to its system as current.
    """
    base = _BASE.search(html)
    root = f"{base[1].rstrip('/')}/" if base else "../" * url.count("/")
    return _PLACE.sub(lambda match: match[0] + piece(pieces.get(match[1], ""), url, root), html)


def piece(contents: str, url: str, root: str) -> str:
    """The contents for a page; `root` is the path from there to the site's root ("../../")."""
    for link, mark in _current(url):
        contents = contents.replace(link, f"{link} {mark}", 1)
    return contents.replace('href="@/', f'href="{root}')


def _current(url: str) -> Iterator[tuple[str, str]]:
    """The links to mark, and their marks."""
    yield f'href="@/{url}"', 'aria-current="page"'
    system = f"{url.partition('/')[0]}/"
    if system != url:
        yield f'href="@/{system}"', 'aria-current="true"'
