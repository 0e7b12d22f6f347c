"""One page file → finished HTML, with MkDocs kept loaded: for `nachschlag serve`, where a whole run would be slow."""

from __future__ import annotations

from pathlib import Path

from .contents import read_contents, with_contents
from .finish import with_policy
from .merged_styles import with_merged_styles
from .site import Navigation, mkdocs_config
from .site_source import in_template


class OnePage:
    """Renders single pages like a whole build of `folder`. Create a new one when navigation or settings change.

    >>> OnePage(Path("."), Path("build/pages"), navigation(library), Path("build/serve")).html("t9a/angst.md")
    '<!doctype html>…'
    """

    def __init__(self, project: Path, pages: Path, nav: Navigation, folder: Path) -> None:
        from mkdocs.structure.files import get_files
        from mkdocs.structure.nav import get_navigation

        self.folder = folder
        self._config = mkdocs_config(project, pages, nav, folder)
        self._files = get_files(self._config)
        self._env = self._config.theme.get_env()
        self._files.add_files_from_theme(self._env, self._config)
        self._nav = get_navigation(self._files, self._config)
        self._contents = read_contents(folder)

    def html(self, path: str) -> str:
        """The finished page of a file below the folder of pages, including newly added files."""
        from mkdocs.structure.files import File
        from mkdocs.structure.pages import Page

        config = self._config
        file = self._files.get_file_from_path(path) or File(path, config.docs_dir, config.site_dir, config.use_directory_urls)
        page = file.page or Page(None, file, config)
        page.read_source(config)
        page.render(config, self._files)
        html = in_template(page, self._nav, self._files, config, self._env)
        filled = with_contents(html, self._contents, "" if page.url in ("", "./") else page.url)
        return with_policy(with_merged_styles(filled, self.folder))
