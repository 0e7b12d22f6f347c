"""Arrange files for Zensical: everything below one folder, and each page as the index of its own folder.

Zensical takes a relative link as relative to the page's file and adds "../" if the page becomes a folder. Our links are already
final. As the index of a folder, a page keeps both its address and its links.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

#: The only links to files that we write: between help pages, and to ready-made files.
_TO_PAGE = re.compile(r"\]\(([a-z-]+)\.md(#[^)]*)?\)")
_TO_ASSET = re.compile(r"\]\((?=\.\./assets/)")


def arrange(config: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Copy pages and theme below `folder` in Zensical's layout; returns the settings with paths relative to it."""
    pages, theme = folder / "zensical-pages", folder / "zensical-theme"
    for old in (pages, theme):
        shutil.rmtree(old, ignore_errors=True)
    shutil.copytree(config["theme"]["custom_dir"], theme)
    _copy_pages(Path(config["docs_dir"]), pages)
    # an empty site_url would make "/…" the canonical address of every page
    known = {name: value for name, value in config.items() if name != "site_url" or value}
    return {
        **known,
        "docs_dir": pages.name,
        "site_dir": Path(config["site_dir"]).relative_to(folder).as_posix(),
        "theme": {**config["theme"], "custom_dir": theme.name},
        "nav": _renamed(config["nav"]),
    }


def _copy_pages(source: Path, target: Path) -> None:
    for path in sorted(source.rglob("*")):
        relative = path.relative_to(source)
        if path.is_dir():
            (target / relative).mkdir(parents=True, exist_ok=True)
        elif path.suffix == ".md" and path.name != "index.md":
            copy = target / _as_index(relative.as_posix())
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(_TO_ASSET.sub("](../", _TO_PAGE.sub(_to_folder, path.read_text("utf-8"))), "utf-8")
        else:
            shutil.copyfile(path, target / relative)


def _to_folder(link: re.Match[str]) -> str:
    page = "../" if link[1] == "index" else f"../{link[1]}/"
    return f"]({page}{link[2] or ''})"


def _as_index(path: str) -> str:
    return path if path.endswith("index.md") or not path.endswith(".md") else f"{path.removesuffix('.md')}/index.md"


def _renamed(nav: Any) -> Any:
    if isinstance(nav, str):
        return _as_index(nav)
    if isinstance(nav, dict):
        return {title: _renamed(below) for title, below in nav.items()}
    return [_renamed(item) for item in nav]
