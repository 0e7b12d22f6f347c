"""An e-book (EPUB) as HTML pages in reading order, without its cover's and navigation's files."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from .element import Element
from .zipped import Package, local, value

_PAGES = frozenset({"application/xhtml+xml", "text/html"})
_PROTECTED = "META-INF/encryption.xml"


def epub_pages(package: Package) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each page. Raises Unusable for a damaged or copy-protected book."""
    book = _book(package)
    protected = _protected(package)
    root = package.xml(book)
    items = {value(item, "id"): item for item in root.iter() if local(item) == "item"}
    for row in root.iter():
        item = items.get(value(row, "idref")) if local(row) == "itemref" else None
        if item is None or value(item, "media-type") not in _PAGES or "nav" in value(item, "properties").split():
            continue
        path = normpath(join(dirname(book), unquote(value(item, "href"))))
        if path in protected:
            raise package.locked()
        if path in package:
            yield path, package.read(path)


def _book(package: Package) -> str:
    """The path of the file that lists the book's pages."""
    container = package.xml("META-INF/container.xml")
    found = (value(row, "full-path") for row in container.iter() if local(row) == "rootfile")
    return next(found, "")


def _protected(package: Package) -> frozenset[str]:
    root: Element | None = package.maybe(_PROTECTED)
    rows = () if root is None else root.iter()
    return frozenset(unquote(value(row, "URI")) for row in rows if local(row) == "CipherReference")
