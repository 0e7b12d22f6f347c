"""The frames around the pages' contents: the builder's templates, rendered once for all pages that differ only in words.

Of 1,750 pages, nine in ten are entries and terms, whose shells differ in title, description and addresses. The shell of one such
page, with a mark in place of each word, serves them all: filling it takes a hundredth of the time of rendering it. Pages in the
navigation, or written in Markdown, have their own.

>>> frames = Frames(config, files, nav, env)
>>> placed = frames.place(page, body)
>>> filled(frames.texts[placed.frame], placed.values)
'<!doctype html>…'
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from .page_body import Heading, PageBody

if TYPE_CHECKING:
    import jinja2
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page
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
    """A page: the key of its frame, the values of its marks, and its address below the site ("t9a/angst/")."""

    frame: str
    values: Mapping[str, str]
    url: str


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
    """The frames of one build by key, made on demand."""

    def __init__(self, config: MkDocsConfig, files: Files, nav: Navigation, env: jinja2.Environment) -> None:
        self._config, self._docs, self._nav, self._env = config, files.documentation_pages(), nav, env
        self._in_nav = {page.file.src_uri for page in nav.pages}
        self._lists: dict[tuple[Heading, ...], str] = {}
        self.texts: dict[str, str] = {}

    def place(self, page: Page, body: PageBody) -> Placed:
        """Place a page in a frame. Sets the values of `page`, which is in no build yet."""
        is_named = "/" not in page.file.src_uri or page.file.src_uri in self._in_nav  # other pages' shells may link to it
        if is_named or not body.headings or not _is_common(body.meta):
            return self._own(page, body)
        values: dict[str, str] = {}
        meta = _marked(body.meta, "", values)
        folder, _, slug = page.file.src_uri.removesuffix(".md").rpartition("/")
        first, *below = body.headings
        if first.level != 1 or not page.url.endswith(f"{slug}/"):
            return self._own(page, body)
        values |= {CONTENT: body.html, SKIP: first.id, ADDRESS: page.canonical_url or ""}
        key = json.dumps([folder, bool(page.canonical_url), bool(below), meta], ensure_ascii=False)
        if key not in self.texts:
            text = self._common(page, meta, folder, with_list=bool(below))
            if not text:
                return self._own(page, body)
            self.texts[key] = text
        if below:
            values[TOC] = self._list(tuple(below))
        return Placed(key, values, _address(page))

    def _own(self, page: Page, body: PageBody) -> Placed:
        """A frame for one page alone."""
        from mkdocs.structure.toc import TableOfContents

        name = CONTENT if "<h1" in body.html else BARE_CONTENT
        page.meta, page.content = body.meta, mark(name)
        if body.headings:
            first = body.headings[0]
            if page.title is None and "title" not in body.meta and first.level == 1 and first.name:
                page.title = first.name
            page.markdown = ""
            page.toc = TableOfContents(_tree(body.headings))
        key = page.file.src_uri
        self.texts[key] = self._rendered(page)
        return Placed(key, {name: body.html}, _address(page))

    def _common(self, page: Page, meta: dict[str, Any], folder: str, *, with_list: bool) -> str:
        """The frame of all pages of a folder whose heads fill the same values; "" if the theme changes its list of contents."""
        from mkdocs.structure.files import File
        from mkdocs.structure.pages import Page as NewPage
        from mkdocs.structure.toc import TableOfContents

        config = self._config
        shown = NewPage(None, File(f"{folder}/page.md", config.docs_dir, config.site_dir, config.use_directory_urls), config)
        shown.canonical_url = mark(ADDRESS) if page.canonical_url else page.canonical_url
        shown.markdown, shown.meta, shown.content = "", meta, mark(CONTENT)
        sample = Heading(2, "id", "name", "name")
        shown.toc = TableOfContents(_tree((Heading(1, mark(SKIP), "", mark("title")), *([sample] if with_list else []))))
        text = self._rendered(shown)
        if not with_list:
            return text
        listed = self._list((sample,))
        return text.replace(listed, mark(TOC)) if text.count(listed) == 1 else ""

    def _list(self, headings: tuple[Heading, ...]) -> str:
        """The list of contents below the title."""
        if headings not in self._lists:
            from mkdocs.structure.toc import TableOfContents

            template, context = self._list_template
            page = _OnlyToc(TableOfContents(_tree((Heading(1, "", "", ""), *headings))))
            self._lists[headings] = template.render({**context, "page": page})
        return self._lists[headings]

    @cached_property
    def _list_template(self) -> tuple[jinja2.Template, dict[str, Any]]:
        from mkdocs.commands.build import get_context

        context = dict(get_context(self._nav, self._docs, self._config))
        context["lang"] = self._env.get_template("partials/language.html").make_module(context)
        return self._env.get_template("partials/toc.html"), context

    def _rendered(self, page: Page) -> str:
        from mkdocs.commands.build import get_context

        page.active = True
        try:
            context = get_context(self._nav, self._docs, self._config, page)
            template = self._env.get_template(str(page.meta.get("template", "main.html")))
            return template.render(context)
        finally:
            page.active = False


@dataclass(frozen=True, slots=True)
class _OnlyToc:
    """The part of a page that the list of contents needs."""

    toc: Any


def _address(page: Page) -> str:
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
