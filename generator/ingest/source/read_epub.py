"""An e-book (EPUB) as text: its HTML pages in reading order, without its cover's and navigation's files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from .decode import Decoded, UnreadableBook, named
from .html_text import html_text
from .page_links import joined
from .zipped import Package

_PAGES = frozenset({"application/xhtml+xml", "text/html"})


def read_epub(package: Package) -> Decoded:
    """The book's text, with remarks (German) on missing and guessed pages. Raises Unusable if all miss or are copy-protected."""
    texts, pages, missing, noted = [], [], [], defaultdict[str, list[str]](list)
    start = 0
    for path, raw in _pages(package):
        if raw is None:
            missing.append(path)
        elif raw.strip():
            page = html_text(path, raw)
            if page.text:
                pages.append((path, start, page.links, page.places))
                texts.append(page.text)
                start += len(page.text) + 1
            for note in page.notes:
                noted[note].append(path)
    lost = f"Seiten des Buchs fehlen darin: {named(missing)}. Lade oder speichere es neu." if missing else ""
    if lost and not any(texts):
        raise UnreadableBook(f"„{package.name}“ hat keinen Text. {lost}")
    notes = [lost] * bool(lost) + [f"{named(paths)}: {note}" for note, paths in noted.items()]
    links, places = joined(pages)
    return Decoded("\n".join(texts), notes=tuple(notes), links=links, places=places)


def _pages(package: Package) -> Iterator[tuple[str, bytes | None]]:
    """Name of each page and its bytes, None if it is missing."""
    book = next((row.get("full-path", "") for row in package.xml("META-INF/container.xml").iter("rootfile")), "")
    protected = {unquote(row.get("URI", "")) for row in package.maybe("META-INF/encryption.xml").iter("CipherReference")}
    root = package.xml(book)
    items = {item.get("id", ""): item for item in root.iter("item")}
    for row in root.iter("itemref"):
        item = items.get(row.get("idref", ""))
        if item is None:
            yield row.get("idref", ""), None
            continue
        if item.get("media-type") not in _PAGES or "nav" in item.get("properties", "").split():
            continue
        path = normpath(join(dirname(book), unquote(item.get("href", ""))))
        if path in protected:
            raise package.locked()
        yield path, package.read(path) if path in package else None
