"""Snippets: a rule as a piece of HTML for other people's pages: card, table and text as on the entry's own page."""

from __future__ import annotations

import re
from collections.abc import Callable

from markupsafe import Markup

from .graph import Graph
from .library import Library
from .markdown import render_text
from .model import Entry
from .page_file import environment
from .settings import Settings
from .views import Views


def snippet_html(library: Library, graph: Graph, entry: Entry, href: Callable[[str], str]) -> str:
    """The whole rule without its title and short rule. `href` turns a target's id into an address."""
    views = Views(library, graph, Settings(), entry.url, href)
    linked = graph.text(entry.id, "text")
    text = Markup(render_text(linked.text, linked.references, href=href, drawings=views.drawings(entry)))
    html = environment().get_template("snippet.html.j2").render(card=views.card(entry), table=views.table(entry), text=text)
    return re.sub(r"\n{2,}", "\n", html).strip()
