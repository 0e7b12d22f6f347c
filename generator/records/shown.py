"""One entry, term or concept as `nachschlag show` prints it: as a JSON record, or as a piece of HTML."""

from __future__ import annotations

from collections.abc import Iterator

from ..files.json_text import to_json
from ..model.settings import Settings
from ..model.values import Entry, Term
from ..pages.rendered import Rendering
from ..prose.markdown import render_text
from .glossary import concept_record, term_record
from .static_api import absolute_href, full_record


def shown(rendering: Rendering, settings: Settings, target: str, form: str) -> str:
    """A target in one of the forms "json" and "html". The target is one of the library's."""
    return (_json if form == "json" else _html)(rendering, settings, target)


def all_shown(rendering: Rendering, settings: Settings) -> Iterator[tuple[tuple[str, str], str]]:
    """Every target in both forms, as ((form, target), text)."""
    library = rendering.library
    for target in (*library.entries, *library.terms, *(f"begriffe/{one}" for one in library.concepts)):
        for form in ("json", "html"):
            yield (form, target), shown(rendering, settings, target, form)


def _json(rendering: Rendering, settings: Settings, target: str) -> str:
    library = rendering.library
    found = library.target(target)
    if isinstance(found, Entry):
        return to_json(full_record(rendering, found, absolute_href(library, settings)))
    if isinstance(found, Term):
        return to_json(term_record(library, found))
    assert found is not None
    return to_json(concept_record(library, found))


def _html(rendering: Rendering, settings: Settings, target: str) -> str:
    """Title, short rule and rule, with absolute or site-relative links."""
    href = absolute_href(rendering.library, settings)
    found = rendering.library.target(target)
    assert found is not None
    parts = [render_text(f"## {found.title}").filled()]
    if isinstance(found, Entry):
        rendered = rendering.entry(found)
        parts += [f"<p>{rendered.short.filled(href)}</p>" if rendered.short else "", rendered.html(href)]
    elif isinstance(found, Term):
        parts.append(rendering.term(found).definition.filled(href))
    return "\n".join(filter(None, parts)) + "\n"
