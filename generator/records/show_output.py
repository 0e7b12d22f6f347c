"""One entry, term or concept as `nachschlag show` prints it: as a JSON record, or as a piece of HTML."""

from __future__ import annotations

from typing import Any

from ..files.json_text import to_json
from ..model.library import Library
from ..model.settings import Settings
from ..model.values import Concept, Entry, Term
from ..pages.rendered import Rendering
from ..prose.markdown import render_text
from ..references.graph import Graph, link_term
from .export import exported
from .static_api import absolute_href, full_record


def shown(library: Library, settings: Settings, target: str, form: str, record: dict[str, Any]) -> str:
    """A target of the library in one of these forms. `record` is an entry's, as in its file of the static API."""
    found = library.target(target)
    assert found is not None
    if form == "html":
        pieces = [render_text(f"## {found.title}").filled(), *_html(library, settings, found, record)]
        return "\n".join(filter(None, pieces)) + "\n"
    if isinstance(found, Entry):
        return to_json({name: value for name, value in record.items() if name != "file_hash"})
    return to_json(exported(library, found))


def record_to_show(library: Library, graph: Graph, settings: Settings, target: str) -> dict[str, Any]:
    """The record that `shown` needs, newly made; {} for a term or concept."""
    found = library.target(target)
    if not isinstance(found, Entry):
        return {}
    return full_record(Rendering(library, graph), found, absolute_href(library, settings))


def _html(library: Library, settings: Settings, found: Entry | Term | Concept, record: dict[str, Any]) -> list[str]:
    """Short rule and rule, with absolute or site-relative links."""
    if isinstance(found, Entry):
        return [f"<p>{record['short_html']}</p>" if record["short_html"] else "", record["html"]]
    if isinstance(found, Term):
        definition = Rendering(library, link_term(library, found)).term(found).definition
        return [definition.filled(absolute_href(library, settings))]
    return []
