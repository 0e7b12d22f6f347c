"""The site builder's settings: the project's mkdocs.yml, completed with our defaults.

So a project needs only content, a glossary and a mkdocs.yml with a name; theme, styles and scripts come from this package.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..files.own_files import ASSETS
from ..model.settings import read_yaml

THEME = ASSETS / "theme"

#: Settings of plain MkDocs to drop from a derived file: the hook has already run, and other builders do not know the rest.
_LEFT_OUT = ("hooks", "validation")


def completed(project: Path) -> dict[str, Any]:
    """The settings that mkdocs.yml omits, as plain values to lay over it. Raises Unusable if it cannot be read.

    >>> completed(Path("."))["theme"]["font"]
    False
    """
    given = read_yaml(project / "mkdocs.yml")
    defaults = read_yaml(ASSETS / "site-defaults.yml")
    missing = {name: value for name, value in defaults.items() if name not in given}
    extra = {"extra": {"generator": False, **(given.get("extra") or {})}}  # no link to the theme's maker on every page
    return {**missing, **extra, "theme": _theme(project, given.get("theme"), defaults["theme"])}


def _theme(project: Path, given: Any, defaults: dict[str, Any]) -> dict[str, Any]:
    theme = {"name": given} if isinstance(given, str) else dict(given or {})
    if theme.get("name", defaults["name"]) == defaults["name"]:
        theme = {**defaults, **theme}
    custom = project / str(theme.get("custom_dir") or "")
    if not theme.get("custom_dir") or not custom.is_dir():
        custom = THEME
    return {**theme, "custom_dir": str(custom.resolve())}


def derived_config(project: Path, pages: Path, nav: list[Any], target: Path) -> dict[str, Any]:
    """The whole configuration as plain values, with this build's folders and navigation, without the hook."""
    config = {**read_yaml(project / "mkdocs.yml"), **completed(project)}
    kept = {name: value for name, value in config.items() if name not in _LEFT_OUT}
    return {**kept, "docs_dir": str(pages), "site_dir": str(target), "nav": nav}
