"""A plugin for MkDocs: turns `[[t9a:Angst]]` and, on request, plain citations on any site's pages into links to rules.

    plugins:
      - nachschlag:
          rules: regeln/t9a.zip
          site: https://regeln.example.org/

Works on finished HTML, so that a site's Markdown extensions do not matter, and leaves code alone.
"""

from __future__ import annotations

import logging
import re
from html import unescape
from pathlib import Path
from typing import Any

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.pages import Page

from ..references.link import with_links
from .rules import WRITTEN_IN_HTML, NoRules, RuleLink, Rules, open_rules

_log = logging.getLogger("mkdocs.plugins.nachschlag")

#: HTML without references: code, links, headings (their text is already in the table of contents), tags, comments.
_CLOSED = r"<(?P<closed>a|code|h[1-6]|kbd|pre|script|style|svg|textarea)\b.*?</(?P=closed)\s*>|<!--.*?-->|<[^>]*>"
_PLACES = re.compile(f"{_CLOSED}|{WRITTEN_IN_HTML.pattern}", re.DOTALL | re.IGNORECASE)


class RulesConfig(Config):  # type: ignore[no-untyped-call]
    """The options below `nachschlag:` in mkdocs.yml."""

    rules = config_options.Type(str)
    """A bundle (a zip) or a project's folder, relative to mkdocs.yml."""
    site = config_options.Type(str, default="")
    """The address of the site for links, if the bundle does not name it."""
    citations = config_options.Type(str, default="")
    """The system whose rules are also linked without brackets."""
    script = config_options.Type(bool, default=False)
    """Whether pages load the script for tooltips (einbetten-1.js) from that site, which makes readers' browsers contact it."""


class RulesPlugin(BasePlugin[RulesConfig]):  # type: ignore[no-untyped-call]
    """The plugin that MkDocs finds under the name `nachschlag`."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        project = Path(config.config_file_path).parent if config.config_file_path else Path()
        try:
            self._rules = open_rules(project / self.config.rules, self.config.site)
        except NoRules as problem:
            raise PluginError(f"nachschlag: {problem}") from None
        system, systems = self.config.citations, self._rules.library.systems
        if system and system not in systems:
            raise PluginError(f"nachschlag: citations: Das Spiel „{system}“ gibt es nicht. Es gibt: {', '.join(systems)}.")
        if self.config.script:
            script = config_options.ExtraScriptValue(f"{self._rules.site.rstrip('/')}/einbetten-1.js")
            script.async_ = True  # pages do not wait for it
            config.extra_javascript.append(script)
        return config

    def on_page_content(self, html: str, *, page: Page, **_: Any) -> str:
        linked, problems = link_page(self._rules, html, self.config.citations)
        for written, message in problems:
            _log.warning("%s%s: %s", page.file.src_uri, _line(page, written), message)
        return linked


def link_page(rules: Rules, html: str, citations: str = "") -> tuple[str, list[tuple[str, str]]]:
    """A page's HTML with its references as links, and (reference as written, German sentence) for each unresolved one."""
    problems: list[tuple[str, str]] = []

    def replaced(match: re.Match[str]) -> str:
        if match["what"] is None:
            return match[0]
        found = rules.written(unescape(match["what"]), unescape(match["shown"] or ""))
        if found is None:
            return match[0]
        shown = match["shown"] or _escaped(found.shown)
        if isinstance(found, RuleLink):
            return f"{found.tag}{shown}</a>"
        problems.append((unescape(match[0]), found.message))
        return shown

    linked = _PLACES.sub(replaced, html)
    if citations:
        linked = with_links(
            rules.library, linked, citations, href=rules.href, kind="html", tag=lambda target: rules.link(target).tag
        )
    return linked, problems


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _line(page: Page, written: str) -> str:
    """ ":12" for the first line of the file with this text; "" if it is not there verbatim."""
    before, found, _ = page.file.content_string.partition(written)
    return f":{before.count(chr(10)) + 1}" if found else ""
