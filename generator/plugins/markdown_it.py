"""A plugin for markdown-it-py: turns `[[t9a:Angst]]` and, on request, plain citations into links to rules.

>>> md = MarkdownIt().use(rules_plugin, open_rules("t9a.zip", "https://regeln.example.org"))
>>> md.render("Wer [[t9a:Angst]] verursacht …", {"path": "bericht.md"})
'<p>Wer <a href="https://regeln.example.org/t9a/angst/" data-regel="t9a/angst" title="…">Angst</a> verursacht …</p>\\n'
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline

from ..references.link import with_links
from .rules import WRITTEN, RuleLink, Rules, Unknown

#: The type of the invisible token before an unresolved reference.
_PROBLEM = "nachschlag_problem"

#: Placeholders for bracketed references while looking for citations around them.
_HELD = "\ue100"
_HELD_AT = re.compile(f"{_HELD}(\\d+){_HELD}")

_log = logging.getLogger("nachschlag")


@dataclass(frozen=True, slots=True)
class Problem:
    """A reference that could not be linked: the file (`env["path"]`, or ""), its line from 1, a German sentence."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path or '<Text>'}:{self.line}: {self.message}"


def _warn(problem: Problem) -> None:
    _log.warning("%s", problem)


def rules_plugin(md: MarkdownIt, rules: Rules, *, citations: str = "", warn: Callable[[Problem], None] = _warn) -> None:
    """Add the rules to a parser. `citations` names the system whose rules are also linked without brackets ("Grundregeln 17.0",
    names in any form, each once per section); "" for none. `warn` receives every unresolved reference.
    """
    plugin = _Plugin(rules, citations, warn)
    md.inline.ruler.before("link", "nachschlag", plugin.written)
    md.core.ruler.push("nachschlag_warnings", plugin.tell)
    if citations:
        md.core.ruler.before("normalize", "nachschlag_citations", plugin.cite)
        md.core.ruler.push("nachschlag_links", plugin.dress)


@dataclass(frozen=True, slots=True)
class _Plugin:
    """The parser rules."""

    rules: Rules
    citations: str
    warn: Callable[[Problem], None]

    def written(self, state: StateInline, silent: bool) -> bool:
        """Inline: `[[…]]`."""
        match = WRITTEN.match(state.src, state.pos, state.posMax) if state.src.startswith("[[", state.pos) else None
        found = self.rules.written(match["what"], match["shown"] or "") if match else None
        if match is None or found is None or state.linkLevel:
            return False
        if not silent:
            _push(state, found)
        state.pos = match.end()
        return True

    def tell(self, state: StateCore) -> None:
        """Core, at the end: warn about unresolved references."""
        first = 0
        for block in state.tokens:
            first = block.map[0] if block.map else first
            for token in block.children or ():
                if token.type == _PROBLEM:
                    self.warn(Problem(str(state.env.get("path", "")), first + 1 + token.meta["line"], token.content))

    def cite(self, state: StateCore) -> None:
        """Core, before anything else: turn citations in the text into Markdown links."""
        held: list[str] = []

        def hold(match: re.Match[str]) -> str:
            held.append(match[0])
            return f"{_HELD}{len(held) - 1}{_HELD}"

        def give_back(match: re.Match[str]) -> str:
            return held[int(match[1])] if int(match[1]) < len(held) else match[0]

        known: dict[str, str] = {}

        def href(target: str) -> str:
            known[state.md.normalizeLink(self.rules.href(target))] = target
            return self.rules.href(target)

        text = with_links(self.rules.library, WRITTEN.sub(hold, state.src), self.citations, href=href, kind="md", form="md")
        state.src = _HELD_AT.sub(give_back, text)
        state.env["nachschlag"] = known

    def dress(self, state: StateCore) -> None:
        """Core, at the end: give those links the attributes of links to rules."""
        known: dict[str, str] = state.env.pop("nachschlag")
        for token in (child for block in state.tokens for child in block.children or ()):
            target = known.get(str(token.attrGet("href"))) if token.type == "link_open" else None
            if target and "data-regel" not in token.attrs:
                token.attrs.update(self.rules.link(target).attributes)


def _push(state: StateInline, found: RuleLink | Unknown) -> None:
    if isinstance(found, Unknown):  # reported after the whole text, when lines are known
        problem = state.push(_PROBLEM, "", 0)
        problem.hidden, problem.content = True, found.message
        problem.meta = {"line": state.src.count("\n", 0, state.pos)}
        state.push("text", "", 0).content = found.shown
        return
    state.push("link_open", "a", 1).attrs = dict(found.attributes)
    state.push("text", "", 0).content = found.shown
    state.push("link_close", "a", -1)
