"""Snippets: a rule as a piece of HTML for other people's pages: card, table and text as on the entry's own page."""

from __future__ import annotations

import re
from collections.abc import Callable

from markupsafe import Markup

from ..model.library import Library
from ..model.settings import Settings
from ..model.values import Entry
from ..prose.markdown import Block, render_blocks, render_text
from ..references.graph import Graph
from .page_file import environment
from .views import Views


def snippet_html(library: Library, graph: Graph, entry: Entry, href: Callable[[str], str], *, addressed: bool = False) -> str:
    """The whole rule without its title and short rule. `href` turns a target's id into an address.

    With `addressed` its headings are as on the entry's page, with their sections' ids (`<h2 id="beispiele">`); a page of somebody
    else's may have such ids already.
    """
    views = Views(library, graph, Settings(), entry.url, href)
    linked = graph.text(entry.id, "text")
    drawings = views.drawings(entry)
    if addressed:
        blocks = render_blocks(linked.text, linked.references, href=href, sections=entry.sections, drawings=drawings)
        text = Markup("\n").join(_headed(block) for block in blocks)
    else:
        text = Markup(render_text(linked.text, linked.references, href=href, drawings=drawings))
    html = environment().get_template("snippet.html.j2").render(card=views.card(entry), table=views.table(entry), text=text)
    return re.sub(r"\n{2,}", "\n", html).strip()


def _headed(block: Block) -> Markup:
    """A stretch of text under its heading."""
    if block.section is None:
        return Markup(block.html)
    title = f"{block.section.number} {block.section.title}".strip()
    heading = Markup('<h{0} id="{1}">{2}</h{0}>\n').format(max(2, block.level), block.section.id, title)
    return heading + Markup(block.html)
