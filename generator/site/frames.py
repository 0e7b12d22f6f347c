"""The frames around the pages' contents: the builder's templates, rendered once for all pages that differ only in words.

Of 1,750 pages, nine in ten are entries and terms, whose shells differ in title, description and addresses. The shell of one such
page, with a mark in place of each word, serves them all: filling it takes a hundredth of the time of rendering it. Pages in the
navigation, or written in Markdown, have their own.

>>> frames = Frames(source, memo, shared)
>>> placed = frames.place(page, body)
>>> filled(frames.texts[placed.frame], placed.values)
'<!doctype html>…'
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from ..files.memo import Memo, digest
from .page_body import Heading, PageBody
from .site_source import PageFile, SiteSource

if TYPE_CHECKING:
    import jinja2
    from mkdocs.structure.toc import AnchorLink

#: Delimiters of a mark's name; our texts never contain these private-use characters.
_START, _END = "\ue000", "\ue001"
_MARK = re.compile(f"{_START}([^{_END}]*){_END}")
#: Names of marks for other values than those of a page's head. The theme looks for "<h1" in the content.
CONTENT, BARE_CONTENT, SKIP, TOC, ADDRESS = "<h1", "content", "skip", "toc", "address"
#: The marks whose values are HTML.
INNER = (CONTENT, BARE_CONTENT, TOC)


@dataclass(frozen=True, slots=True)
class Placed:
    """A page: the key of its frame, the values of its marks, its address below the site ("t9a/angst/"), and the keys under which the memo
    has its frame and its list of contents."""

    frame: str
    values: Mapping[str, str]
    url: str
    kept: tuple[str, ...] = ()


def mark(name: str) -> str:
    """A mark that `filled` replaces."""
    return f"{_START}{name}{_END}"


@lru_cache(maxsize=512)
def _pieces(frame: str) -> tuple[str, ...]:
    return tuple(_MARK.split(frame))


def filled(frame: str, values: Mapping[str, str]) -> str:
    """Replace all marks in a frame. Raises KeyError for a mark without a value."""
    pieces = _pieces(frame)
    return "".join(values[piece] if at % 2 else piece for at, piece in enumerate(pieces))


def without_marks(frame: str) -> str:
    """A frame with its marks removed."""
    return _MARK.sub("", frame)


class Frames:
    """The frames of one build by key, made on demand. `memo` knows those of the last builds with the same settings, navigation and theme,
    of which `shared` is a digest."""

    def __init__(self, source: SiteSource, memo: Memo, shared: str) -> None:
        self._source, self._memo, self._shared = source, memo, shared
        self._lists: dict[tuple[Heading, ...], str] = {}
        self.texts: dict[str, str] = {}

    def place(self, page: PageFile, body: PageBody) -> Placed:
        """Place a page in a frame."""
        # of those in the navigation, other pages' shells may show something
        is_named = "/" not in page.name or page.in_nav
        if is_named or not body.headings or not _is_common(body.meta):
            return self._own(page, body)
        values: dict[str, str] = {}
        meta = _marked(body.meta, "", values)
        folder, _, slug = page.name.removesuffix(".md").rpartition("/")
        first, *below = body.headings
        if first.level != 1 or not page.url.endswith(f"{slug}/"):
            return self._own(page, body)
        values |= {CONTENT: body.html, SKIP: first.id, ADDRESS: page.canonical}
        key = json.dumps([folder, bool(page.canonical), bool(below), meta], ensure_ascii=False)
        if key not in self.texts:
            text = self._known(key, lambda: self._common(page, meta, folder, with_list=bool(below)))
            if not text:
                return self._own(page, body)
            self.texts[key] = text
        if below:
            values[TOC] = self._list(tuple(below))
        kept = (key, _rows(below)) if below else (key,)
        return Placed(key, values, _address(page), tuple(map(self._key, kept)))

    def _key(self, key: str) -> str:
        return digest("frame of", self._shared, key)

    def _known(self, key: str, make: Callable[[], str]) -> str:
        return str(self._memo.value(self._key(key), make))

    def _own(self, page: PageFile, body: PageBody) -> Placed:
        """A frame for one page alone."""
        name = CONTENT if "<h1" in body.html else BARE_CONTENT
        kept: tuple[str, ...] = ()
        if body.headings:
            key = json.dumps([page.name, name, body.meta, [(one.level, one.id, one.name) for one in body.headings]])
            self.texts[page.name] = self._known(key, lambda: self._alone(page, name, body))
            kept = (self._key(key),)
        else:  # MkDocs has rendered it, and knows its headings
            self.texts[page.name] = self._alone(page, name, body)
        return Placed(page.name, {name: body.html}, _address(page), kept)

    def _alone(self, it: PageFile, name: str, body: PageBody) -> str:
        from mkdocs.structure.toc import TableOfContents

        page = self._source.page(it.name)
        page.meta, page.content = body.meta, mark(name)
        if body.headings:
            first = body.headings[0]
            if page.title is None and "title" not in body.meta and first.level == 1 and first.name:
                page.title = first.name
            page.markdown = ""
            page.toc = TableOfContents(_tree(body.headings))
        return self._source.shown(page)

    def _common(self, page: PageFile, meta: dict[str, Any], folder: str, *, with_list: bool) -> str:
        """The frame of all pages of a folder whose heads fill the same values; "" if the theme changes its list of contents."""
        from mkdocs.structure.files import File
        from mkdocs.structure.pages import Page as NewPage
        from mkdocs.structure.toc import TableOfContents

        config = self._source.config
        shown = NewPage(None, File(f"{folder}/page.md", config.docs_dir, config.site_dir, config.use_directory_urls), config)
        shown.canonical_url = mark(ADDRESS) if page.canonical else None
        shown.markdown, shown.meta, shown.content = "", meta, mark(CONTENT)
        sample = Heading(2, "id", "name", "name")
        shown.toc = TableOfContents(_tree((Heading(1, mark(SKIP), "", mark("title")), *([sample] if with_list else []))))
        text = self._source.shown(shown)
        if not with_list:
            return text
        listed = self._list((sample,))
        return text.replace(listed, mark(TOC)) if text.count(listed) == 1 else ""

    def _list(self, headings: tuple[Heading, ...]) -> str:
        """The list of contents below the title."""
        if headings not in self._lists:
            self._lists[headings] = self._known(_rows(headings), lambda: self._listed(headings))
        return self._lists[headings]

    def _listed(self, headings: tuple[Heading, ...]) -> str:
        from mkdocs.structure.toc import TableOfContents

        template, context = self._list_template
        page = _OnlyToc(TableOfContents(_tree((Heading(1, "", "", ""), *headings))))
        return template.render({**context, "page": page})

    @cached_property
    def _list_template(self) -> tuple[jinja2.Template, dict[str, Any]]:
        from mkdocs.commands.build import get_context

        source = self._source
        context = dict(get_context(source.nav, source.documents, source.config))
        context["lang"] = source.env.get_template("partials/language.html").make_module(context)
        return source.env.get_template("partials/toc.html"), context


@dataclass(frozen=True, slots=True)
class _OnlyToc:
    """The part of a page that the list of contents needs."""

    toc: Any


def _rows(headings: Iterable[Heading]) -> str:
    return json.dumps([(one.level, one.id, one.name) for one in headings])


def _address(page: PageFile) -> str:
    return "" if page.url in ("", ".", "./") else page.url


def _is_common(meta: Mapping[str, Any]) -> bool:
    """Whether the templates only print a head's values; they make feeds' addresses relative to the page's."""
    return bool(meta.get("title")) and "template" not in meta and not (meta.get("nachschlag") or {}).get("feeds")


def _marked(value: Any, path: str, values: dict[str, str]) -> Any:
    """Replace a head's words by marks and put them into `values`, except the address for reports, which is escaped and the same
    on all pages."""
    if isinstance(value, dict):
        return {name: _marked(below, f"{path}.{name}", values) for name, below in value.items()}
    if isinstance(value, str) and value and not path.endswith(".report"):
        values[path] = value
        return mark(path)
    return value


def _tree(headings: tuple[Heading, ...]) -> list[AnchorLink]:
    """Headings as MkDocs' table of contents, each below the nearest one of a lower level."""
    from mkdocs.structure.toc import AnchorLink

    top: list[AnchorLink] = []
    open_: list[AnchorLink] = []
    for heading in headings:
        link = AnchorLink(heading.name, heading.id, heading.level)
        while open_ and open_[-1].level >= heading.level:
            open_.pop()
        (open_[-1].children if open_ else top).append(link)
        open_.append(link)
    if top:
        top[0].active = True  # type: ignore[attr-defined]
    return top
