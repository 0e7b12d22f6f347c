"""Addresses: a target's page, relative links between pages. All our links are relative, so the site works under any base path."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from weakref import WeakKeyDictionary

from ..model.library import Library
from ..model.values import Term


def page_url(library: Library, target: str) -> str:
    """The site-relative address of a target's page, with the section if the target names one; an entry's term leads to the entry.

    >>> page_url(library, "conquest/spalten#beispiele")
    '/conquest/spalten/#beispiele'
    """
    known = _ADDRESSES.setdefault(library, {})
    if target not in known:
        known[target] = _page_url(library, target)
    return known[target]


#: The addresses in each library: a build asks for each dozens of times.
_ADDRESSES: WeakKeyDictionary[Library, dict[str, str]] = WeakKeyDictionary()


def _page_url(library: Library, target: str) -> str:
    base, _, section = target.partition("#")
    found = library.target(base)
    if isinstance(found, Term) and found.entry:
        base = f"{found.system}/{found.entry}"
    base, _, section = library.current_place(f"{base}#{section}").partition("#")
    return f"/{base}/#{section}" if section else f"/{base}/"


def page_urls(library: Library, base: str) -> Callable[[str], str]:
    """A function that gives a target's page on the site at `base` ("" for site-relative addresses)."""
    return lambda target: base + page_url(library, target)


def relative_url(url: str, page: str) -> str:
    """`url` relative to the page at address `page`; both are site-relative and begin and (except for files) end with a slash.

    >>> relative_url("/t9a/angst/", "/t9a/untot/")
    '../angst/'
    """
    for above, back in _ways_up(page):
        if url.startswith(above):
            relative = f"{back}{url[len(above) :]}"
            return relative if relative[:1] not in ("", "#") else f"./{relative}"
    raise ValueError(url)


@lru_cache(maxsize=256)  # a page has dozens of links
def _ways_up(page: str) -> tuple[tuple[str, str], ...]:
    """The folders above a page, nearest first, with the relative path to each."""
    steps = page.strip("/").split("/") if page.strip("/") else []
    return tuple(("/".join(["", *steps[:n], ""]), "../" * (len(steps) - n)) for n in range(len(steps), -1, -1))


def file_url(path: str) -> str:
    """The address of a page file: "t9a/angst.md" is served at "/t9a/angst/".

    >>> file_url("t9a/index.md")
    '/t9a/'
    """
    stem = path.removesuffix(".md")
    return "/" if stem == "index" else f"/{stem.removesuffix('/index')}/"


def redirects(library: Library) -> dict[str, str]:
    """The ids of moved entries and of terms of entries → id of the page to show instead, with its section if an entry moved into one.
    Omits removed ids (moved to "")."""
    found = {}
    for move in library.moves:
        new = library.current_place(move.old)
        if move.old not in library.entries and library.target(new) is not None:
            found[move.old] = new
    for term in library.terms.values():
        if term.entry and library.entry(f"{term.system}/{term.entry}"):
            found[term.id] = f"{term.system}/{term.entry}"
    return found
