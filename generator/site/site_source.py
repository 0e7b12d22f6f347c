"""What a site is made of, as MkDocs sees it: page files, static files, templates, navigation. Looks at files without reading them.

MkDocs starts only for what `memo` lacks, because the same files with the same settings give the same answers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..files.memo import Memo, digest
from ..files.output import FilesByName, Stamp, stamp_of, stamps_of

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


class PageFile(NamedTuple):
    """A page file: its name below the folder of pages, the path of its page below the site, that page's address there ("t9a/angst/") and
    whole address ("" if the site does not know its own), and whether it is in the navigation."""

    name: str
    path: str
    url: str
    canonical: str
    in_nav: bool


class SiteSource:
    """The sources of one site: the files in the folder `docs`, and the theme's. `open_config` reads the settings; `compiled` keeps the
    templates as they were compiled; `found` are the stamps of all page files, where they are known.

    pages    page files by the paths of their pages below the site ("t9a/angst/index.html"), in MkDocs' order
    static   other files by their paths below the site, with the theme's
    stamps   of those files, by the same paths
    templates   names of the theme's templates that are no page's
    """

    def __init__(
        self,
        open_config: Callable[[], MkDocsConfig],
        docs: Path,
        memo: Memo,
        shared: str,
        compiled: jinja2.BytecodeCache | None = None,
        found: Mapping[str, Stamp] | None = None,
    ) -> None:
        self._open_config, self.docs, self._compiled = open_config, docs, compiled
        self._titles: dict[str, str | None] = {}
        found = stamps_of(docs) if found is None else found
        self._names = sorted(name for name in found if name.endswith(".md"))
        others = sorted(name for name in found if not name.endswith(".md"))
        places: dict[str, Path | None] = dict.fromkeys(others)
        self.static = FilesByName(places.keys(), lambda name: places[name] or docs / name)
        self.stamps: dict[str, Stamp] = {name: found[name] for name in others}
        rows = memo.value(digest("pages", shared, *self._names), lambda: [*self._page_rows()])
        self.pages = {page.path: page for page in (PageFile(*row) for row in rows)}
        self.stamps.update((path, found[page.name]) for path, page in self.pages.items())
        self.templates = frozenset(memo.value(digest("templates", shared), lambda: sorted(self.config.theme.static_templates)))
        for name, folder in memo.value(digest("theme", shared), lambda: [*self._of_theme()]):
            if name not in self.static and (path := Path(folder, name)).is_file():
                places[name] = path
                self.stamps[name] = stamp_of(path.stat())

    @cached_property
    def config(self) -> MkDocsConfig:
        return self._open_config()

    @cached_property
    def env(self) -> jinja2.Environment:
        env = self.config.theme.get_env()
        env.bytecode_cache = self._compiled
        return env

    @cached_property
    def files(self) -> Files:
        """The page files."""
        from mkdocs.structure.files import File, Files, InclusionLevel

        config = self.config
        folders = config.docs_dir, config.site_dir, config.use_directory_urls
        names = sorted(self._names, key=_mkdocs_order)
        return Files([File(name, *folders, inclusion=InclusionLevel.INCLUDED) for name in names])

    @cached_property
    def documents(self) -> Sequence[File]:
        """The page files as templates get them; MkDocs would pick them out anew for each page."""
        return self.files.documentation_pages()

    @cached_property
    def nav(self) -> Navigation:
        """The navigation; gives every page file its page."""
        from mkdocs.structure.nav import get_navigation

        nav = get_navigation(self.files, self.config)
        self._titles = {page.file.dest_uri: page.title for page in nav.pages}
        return nav

    def _page_rows(self) -> Iterator[Sequence[str | bool]]:
        """The values of each page file."""
        in_nav = {page.file.src_uri for page in self.nav.pages}
        for file in self.files:
            page = file.page
            assert page is not None
            yield file.src_uri, file.dest_uri, page.url, page.canonical_url or "", file.src_uri in in_nav

    def page(self, name: str) -> Page:
        """The page of a page file."""
        assert self.nav is not None
        file = self.files.get_file_from_path(name)
        page = file.page if file else None
        assert page is not None
        return page

    def text(self, path: str) -> str:
        """The text of the page file whose page is at a path below the site."""
        return (self.docs / self.pages[path].name).read_text("utf-8-sig")

    def rendered(self, path: str) -> Page:
        """A page read and rendered by MkDocs, for Markdown that we do not read ourselves. Results are cached for the same text
        among the same files, because the help pages take half the time of a whole build of a small project in `nachschlag serve`.
        """
        page = self.page(self.pages[path].name)
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

    def shown(self, page: Page) -> str:
        """A page in its template."""
        return in_template(page, self.nav, self.documents, self.config, self.env)

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
        return Files([*self.files, *static])

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


def in_template(page: Page, nav: Navigation, files: Files | Sequence[File], config: MkDocsConfig, env: jinja2.Environment) -> str:
    """A page with its content in its template, as the one that is open."""
    from mkdocs.commands.build import get_context

    page.active = True
    try:
        return env.get_template(str(page.meta.get("template", "main.html"))).render(get_context(nav, files, config, page))
    finally:
        page.active = False


def _mkdocs_order(name: str) -> tuple[object, ...]:
    """The place of a file in MkDocs' lists: a folder's own files first, among them its index."""
    *folders, file = name.split("/")
    return (*((1, folder) for folder in folders), (0, os.path.splitext(file)[0] != "index", file))
