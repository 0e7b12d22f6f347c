"""What a site is made of, as MkDocs sees it: page files, static files, templates, navigation. Looks at files without reading them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ..files.memo import Memo, digest
from ..files.output import Stamp, stamp_of, stamps_of

if TYPE_CHECKING:
    import jinja2
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import File, Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page
    from mkdocs.structure.toc import TableOfContents


#: HTML, contents and title of the pages that MkDocs last rendered in this process.
_rendered: dict[str, tuple[str, TableOfContents, str | None]] = {}
_MOST_RENDERED = 500


class SiteSource:
    """The sources of one site. `compiled` keeps the templates as they were compiled; `found` are the stamps of all page files, where
    they are known.

    pages    page files by the paths of their pages below the site ("t9a/angst/index.html"), in MkDocs' order
    static   other files by their paths below the site, with the theme's
    stamps   of those files, by the same paths
    """

    def __init__(
        self,
        config: MkDocsConfig,
        memo: Memo,
        shared: str,
        compiled: jinja2.BytecodeCache | None = None,
        found: Mapping[str, Stamp] | None = None,
    ) -> None:
        from mkdocs.structure.files import File, InclusionLevel

        self.config, self._compiled = config, compiled
        self.pages: dict[str, File] = {}
        self.static: dict[str, Path] = {}
        self.stamps: dict[str, Stamp] = {}
        self._titles: dict[str, str | None] = {}
        docs = Path(config.docs_dir)
        found = stamps_of(docs) if found is None else found
        for name in sorted(found, key=_mkdocs_order):
            if name.endswith(".md"):
                level = InclusionLevel.INCLUDED
                file = File(name, config.docs_dir, config.site_dir, config.use_directory_urls, inclusion=level)
                self.pages[file.dest_uri] = file
                self.stamps[file.dest_uri] = found[name]
            else:
                self.static[name], self.stamps[name] = docs / name, found[name]
        for name, folder in memo.value(digest("theme", shared), lambda: [*self._of_theme()]):
            if name not in self.static and (path := Path(folder, name)).is_file():
                self.static[name], self.stamps[name] = path, stamp_of(path.stat())

    @cached_property
    def env(self) -> jinja2.Environment:
        env = self.config.theme.get_env()
        env.bytecode_cache = self._compiled
        return env

    @cached_property
    def files(self) -> Files:
        """The page files."""
        from mkdocs.structure.files import Files

        return Files(self.pages.values())

    @cached_property
    def nav(self) -> Navigation:
        """The navigation; gives every page file its page."""
        from mkdocs.structure.nav import get_navigation

        nav = get_navigation(self.files, self.config)
        self._titles = {page.file.dest_uri: page.title for page in nav.pages}
        return nav

    def page(self, path: str) -> Page:
        """The page at a path below the site."""
        assert self.nav is not None
        page = self.pages[path].page
        assert page is not None
        return page

    def rendered(self, path: str) -> Page:
        """A page read and rendered by MkDocs, for Markdown that we do not read ourselves. Results are cached for the same text
        among the same files, because the help pages take half the time of a whole build of a small project in `nachschlag serve`.
        """
        page = self.page(path)
        page.read_source(self.config)
        key = digest(self._of_rendering, path, self._titles.get(path) or "", page.markdown or "")
        if key not in _rendered:
            page.render(self.config, self._all_files)
            if len(_rendered) >= _MOST_RENDERED:  # `serve` may run for days
                del _rendered[next(iter(_rendered))]
            _rendered[key] = page.content or "", page.toc, page.title
        page.content, page.toc, page.title = _rendered[key]
        return page

    @cached_property
    def _of_rendering(self) -> str:
        """The inputs that decide how a page is rendered, besides its text."""
        config = self.config
        settings = [config.markdown_extensions, config.mdx_configs, config.use_directory_urls]
        return digest(repr(settings), *sorted(self.pages), *sorted(self.static))

    def template(self, name: str) -> str:
        """A rendered template of the theme that belongs to no page."""
        from mkdocs.commands.build import _build_template

        return _build_template(name, self.env.get_template(name), self.files, self.config, self.nav)

    @cached_property
    def _all_files(self) -> Files:
        """All files, which a page may link to."""
        from mkdocs.structure.files import File, Files

        config = self.config
        folders = {name: str(path.parents[name.count("/")]) for name, path in self.static.items()}
        static = (File(name, folder, config.site_dir, config.use_directory_urls) for name, folder in folders.items())
        return Files([*self.pages.values(), *static])

    def _of_theme(self) -> Iterator[tuple[str, str]]:
        """(path below the site, folder) of the theme's own files."""
        from mkdocs.structure.files import Files

        files = Files(())
        files.add_files_from_theme(_Listed(self.config.theme.dirs), self.config)  # type: ignore[arg-type]
        yield from ((file.src_uri, str(file.src_dir)) for file in files)


class _Listed:
    """The files of a theme as Jinja lists them, but without hidden folders, whose 11,000 icons no site copies."""

    def __init__(self, folders: Iterable[str]) -> None:
        self._folders = folders

    def list_templates(self, filter_func: Callable[[str], bool]) -> list[str]:
        found: set[str] = set()
        for top in self._folders:
            for folder, below, names in os.walk(top):
                below[:] = [name for name in below if not name.startswith(".")]
                found.update(os.path.relpath(os.path.join(folder, name), top).replace(os.sep, "/") for name in names)
        return sorted(filter(filter_func, found))


def _mkdocs_order(name: str) -> tuple[object, ...]:
    """The place of a file in MkDocs' lists: a folder's own files first, among them its index."""
    *folders, file = name.split("/")
    return (*((1, folder) for folder in folders), (0, os.path.splitext(file)[0] != "index", file))
