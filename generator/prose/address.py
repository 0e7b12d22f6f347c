"""Addresses: a target's page, relative links between pages. All our links are relative, so the site works under any base path."""

from __future__ import annotations

import posixpath

from ..model.library import Library
from ..model.values import Term


def page_url(library: Library, target: str) -> str:
    """The site-relative address of a target's page, with the section if the target names one; an entry's term leads to the entry.

    >>> page_url(library, "conquest/spalten#beispiele")
    '/conquest/spalten/#beispiele'
    """
    base, _, section = target.partition("#")
    found = library.target(base)
    if isinstance(found, Term) and found.entry:
        base = f"{found.system}/{found.entry}"
    base = library.current_id(base)
    return f"/{base}/#{section}" if section else f"/{base}/"


def relative_url(url: str, page: str) -> str:
    """`url` relative to the page at address `page`; both are site-relative and begin and (except for files) end with a slash.

    >>> relative_url("/t9a/angst/", "/t9a/untot/")
    '../angst/'
    """
    path, _, section = url.partition("#")
    relative = posixpath.relpath(path, page)
    relative = "./" if relative == "." else relative + ("/" if path.endswith("/") else "")
    return f"{relative}#{section}" if section else relative


def file_url(path: str) -> str:
    """The address of a page file: "t9a/angst.md" is served at "/t9a/angst/".

    >>> file_url("t9a/index.md")
    '/t9a/'
    """
    stem = path.removesuffix(".md")
    return "/" if stem == "index" else f"/{stem.removesuffix('/index')}/"
