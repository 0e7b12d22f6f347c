"""Page files → the files of a finished site in one pass, with the same bytes as `mkdocs build` followed by `finish_site`.

Uses MkDocs for collecting files, navigation and templates; does once (`frames`), or not at all (`page_body`), what MkDocs would
do 1,750 times. Writes only finished pages.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from .builder_config import THEME
from .contents import piece, read_contents, with_contents
from .finish import end_site, steady_sitemap, with_policy
from .frames import INNER, Frames, Placed, filled, mark, without_marks
from .merged_styles import with_one_style
from .offline import hashes_of, with_hashes
from .page_body import PageBody, read_page

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import File
    from mkdocs.structure.pages import Page

#: The Markdown extensions that our own page reading supports.
_EXTENSIONS = {"attr_list", "fenced_code", "tables", "toc"}
#: The contents beside a page: their mark, and the mark of their name, which the theme's template prints.
_BESIDE = "beside"
_NAME = ".nachschlag.contents"
#: Text in a page's content that finishing would change: such a page is finished as a whole.
_ODD = ("<script", "data-inhalt=", "assets/")


def can_write(config: MkDocsConfig) -> bool:
    """Whether we can write a site with these settings: our theme, no plugins, only the Markdown extensions of our pages."""
    options = {name: options for name, options in (config.mdx_configs or {}).items() if options}
    return (
        config.theme.name == "material"
        and Path(str(config.theme.custom_dir)).resolve() == THEME.resolve()
        and not config.plugins
        and not config.extra_templates
        and set(config.markdown_extensions) == _EXTENSIONS
        and options == {"toc": {"permalink": False}}
    )


def write_site(config: MkDocsConfig, *, date: str = "", live: bool = False) -> None:
    """Write the site that MkDocs' settings describe into its (empty or missing) folder; see `finish_site` for `date` and `live`."""
    _Site(config).write(date, live=live)


class _Site:
    def __init__(self, config: MkDocsConfig) -> None:
        from mkdocs.structure.files import get_files
        from mkdocs.structure.nav import get_navigation
        from mkdocs.structure.pages import Page

        self.config, self.folder = config, Path(config.site_dir)
        self.files = get_files(config)
        self.env = config.theme.get_env()
        self.files.add_files_from_theme(self.env, config)
        self.nav = get_navigation(self.files, config)
        for file in self.files.documentation_pages():
            if file.page is None:
                Page(None, file, config)
        self._folders: set[str] = set()
        self.frames = Frames(config, self.files, self.nav, self.env)

    def write(self, date: str, *, live: bool) -> None:
        """Write everything in the order of its dependencies."""
        self._copy()
        pages = {file.dest_uri: self._placed(file) for file in self.files.documentation_pages()}
        alone = dict(self._templates()) | {path: (self.folder / path).read_text("utf-8") for path in self._html()}
        self._style(pages, alone)
        contents = read_contents(self.folder)
        hashes = None if live else hashes_of(self.folder)
        for path, html in _Finishing(self.frames, contents, hashes).pages(pages, alone):
            self._put(path, html)
        end_site(self.folder, date, live=live)

    # -- static files --------------------------------------------------------------------------------------------------------

    def _copy(self) -> None:
        for file in self.files:
            if not file.is_documentation_page() and file.inclusion.is_included():  # type: ignore[no-untyped-call]
                self._made(os.path.dirname(file.abs_dest_path))
                shutil.copyfile(str(file.abs_src_path), file.abs_dest_path)

    def _made(self, folder: str) -> None:
        if folder not in self._folders:
            os.makedirs(folder, exist_ok=True)
            self._folders.add(folder)

    def _html(self) -> Iterator[str]:
        return (file.dest_uri for file in self.files if not file.is_documentation_page() and file.dest_uri.endswith(".html"))

    def _templates(self) -> Iterator[tuple[str, str]]:
        """Yield the theme's own pages, such as the one for missing addresses; write its other files, such as the sitemap."""
        from mkdocs.commands.build import _build_template

        for name in sorted(self.config.theme.static_templates):
            text = _build_template(name, self.env.get_template(name), self.files, self.config, self.nav)
            if name.endswith(".html"):
                yield name, text
            elif text.strip():
                self._put(name, text)
        steady_sitemap(self.folder)

    def _put(self, path: str, text: str) -> None:
        target = os.path.join(self.folder, path)
        self._made(os.path.dirname(target))
        with open(target, "wb") as file:
            file.write(text.encode("utf-8", "xmlcharrefreplace"))

    # -- pages -------------------------------------------------------------------------------------------------------------

    def _placed(self, file: File) -> Placed:
        page: Page = file.page  # type: ignore[assignment]
        body = read_page(file.content_string)
        if body is None:
            page.read_source(self.config)
            page.render(self.config, self.files)
            body = PageBody(dict(page.meta), page.content or "", ())
        return self.frames.place(page, body)

    def _style(self, pages: Mapping[str, Placed], alone: dict[str, str]) -> None:
        """Link frames and pages to the merged styles."""
        frames = {("frame", key): text for key, text in self.frames.texts.items()}
        times = Counter(("frame", placed.frame) for placed in pages.values())
        inner = [text for placed in pages.values() for name in INNER if (text := placed.values.get(name))]
        # words of a head are in attributes
        words = (f"<m {' '.join(value for name, value in p.values.items() if name not in INNER)}>" for p in pages.values())
        changed = with_one_style(
            self.folder,
            frames | {("page", path): html for path, html in alone.items()},
            times=times,
            contents=[*inner, *words],
            bare=without_marks,
        )
        for (kind, name), html in changed.items():
            (self.frames.texts if kind == "frame" else alone)[name] = html


class _Finishing:
    """Does to each frame what `finish_site` does to each page."""

    def __init__(self, frames: Frames, contents: Mapping[str, str], hashes: Mapping[str, str] | None) -> None:
        self._frames, self._contents, self._hashes = frames.texts, contents, hashes
        self._known = {**contents, mark(_NAME): mark(_BESIDE)}
        self._shells: dict[str, str] = {}

    def pages(self, placed: Mapping[str, Placed], alone: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """(path, finished page) for all pages."""
        for path, page in placed.items():
            yield path, self._page(page)
        for path, html in alone.items():
            yield path, self._whole(html, path.rpartition("/")[0] + "/" if "/" in path else "")

    def _page(self, page: Placed) -> str:
        if any(odd in page.values.get(name, "") for name in INNER for odd in _ODD):
            return self._whole(filled(self._frames[page.frame], page.values), page.url)
        if page.frame not in self._shells:
            self._shells[page.frame] = self._finished(self._frames[page.frame], self._known, page.url)
        beside = piece(self._contents.get(page.values.get(_NAME, ""), ""), page.url, "../" * page.url.count("/"))
        return filled(self._shells[page.frame], {**page.values, _BESIDE: beside})

    def _whole(self, html: str, url: str) -> str:
        return self._finished(html, self._contents, url)

    def _finished(self, html: str, contents: Mapping[str, str], url: str) -> str:
        html = with_contents(html, contents, url)
        return with_policy(html if self._hashes is None else with_hashes(html, self._hashes))
