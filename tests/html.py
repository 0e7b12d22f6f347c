"""Read finished pages: their elements, links and anchors."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lxml import etree


@dataclass
class Page(HTMLParser):
    """One page: every start tag with its attributes, every anchor, the visible text."""

    path: str
    source: str
    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    texts: list[str] = field(default_factory=list)
    _hidden: int = 0

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.feed(self.source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.tags.append((tag, attributes))
        self.anchors |= {attributes[name] for name in ("id", "name") if attributes.get(name)}
        self._hidden += tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.texts.append(data)

    @property
    def text(self) -> str:
        """The visible text, with single spaces."""
        return " ".join(" ".join(self.texts).split())

    def elements(self, *names: str) -> Iterator[dict[str, str]]:
        """The attributes of every element with one of these names."""
        return (attributes for tag, attributes in self.tags if tag in names)

    def meta(self, name: str) -> str:
        """The content of a meta element by its name, property or http-equiv."""
        return next(
            (
                m.get("content", "")
                for m in self.elements("meta")
                if name in (m.get("name"), m.get("property"), m.get("http-equiv"))
            ),
            "",
        )


class _Into:
    """Tells a page what lxml reads; the pieces of a text together."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pieces: list[str] = []
        self.data = self.pieces.append

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._text()
        self.page.handle_starttag(tag, list(attributes.items()))

    def end(self, tag: str) -> None:
        self._text()
        self.page.handle_endtag(tag)

    def _text(self) -> None:
        if self.pieces:
            self.page.handle_data("".join(self.pieces))
            self.pieces.clear()

    def close(self) -> Page:
        self._text()
        return self.page


def pages(site: Path) -> Iterator[Page]:
    """Every HTML page of a site, including redirects, read by lxml: a quarter of the time. Read a site once for many tests, and one that
    is meant to be broken by `Page` itself, for lxml mends what it reads."""
    for path in sorted(site.rglob("*.html")):
        page = Page(path.relative_to(site).as_posix(), "")
        page.source = path.read_text("utf-8")
        etree.fromstring(page.source.encode(), etree.HTMLParser(target=_Into(page), encoding="utf-8", remove_comments=True))
        yield page


def page(site: Path, address: str) -> Page:
    """The page at an address such as "/t9a/angst/"."""
    relative = f"{address.strip('/')}/index.html".lstrip("/")
    return Page(relative, (site / relative).read_text("utf-8"))


def is_outside(url: str) -> bool:
    """Whether an address leads to another host (or is not a page's address at all)."""
    parts = urlsplit(url)
    return bool(parts.scheme or parts.netloc)


def dead_links(site: Path, read: Iterable[Page] | None = None) -> list[str]:
    """Every internal link, image, script or form whose file or anchor is missing, as "page: address"; `read`: its pages, if read."""
    found = {p.path: p for p in read or pages(site)}
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    dead = []
    for here in found.values():
        for tag, attributes in here.tags:
            for name in ("href", "src", "action"):
                url = attributes.get(name)
                if url is None or is_outside(url) or (tag == "base"):
                    continue
                if not _leads_somewhere(files, found, here, url):
                    dead.append(f"{here.path}: {url}")
        refresh = here.meta("refresh")
        if refresh and not _leads_somewhere(files, found, here, refresh.partition("url=")[2]):
            dead.append(f"{here.path}: {refresh}")
    return dead


def _leads_somewhere(files: set[str], found: dict[str, Page], here: Page, url: str) -> bool:
    parts = urlsplit(url)
    if parts.path.startswith("/") and here.path != "404.html":
        return False  # absolute addresses break under a base path
    folder = "/" if here.path == "404.html" else f"/{posixpath.dirname(here.path)}/"
    target = posixpath.normpath(posixpath.join(folder, unquote(parts.path))).strip("/") if parts.path else here.path
    if target not in files:
        target = f"{target}/index.html".lstrip("/").removeprefix("./")
    if target not in files:
        return False
    anchor = unquote(parts.fragment)
    # "#teil=t9a/magie" tells a script what to show
    return not anchor or "=" in anchor or target not in found or anchor in found[target].anchors
