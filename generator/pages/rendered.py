"""Texts, rendered once for all their uses (page, record, bundle, frame, roster sheet): each only fills in its addresses.

>>> rendering = Rendering(library, graph)
>>> rendering.entry(library.entries["t9a/angst"]).html(lambda target: f"https://example.org/{target}/")
'<p>…</p>'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from markupsafe import Markup

from ..model.fields import CARD_LABELS
from ..model.library import Library
from ..model.values import Concept, Entry, Term
from ..prose.markdown import Block, render_blocks, render_inline, render_text
from ..prose.open_html import Href, OpenHtml
from ..prose.plain import plain
from ..prose.wording import shown_number
from ..references.graph import Graph
from .page_file import environment


@dataclass(frozen=True, slots=True)
class Fact:
    """One field of a card: its name (which selects the style), its label, and its text."""

    name: str
    label: str
    html: OpenHtml


def short_of(target: Entry | Term | Concept) -> str:
    """The one-line text that lists show."""
    if isinstance(target, Entry):
        return target.short
    return target.definition if isinstance(target, Term) else target.description


class _Texts:
    """The texts of an entry or term."""

    def __init__(self, graph: Graph, id_: str) -> None:
        self._graph, self._id = graph, id_

    def _line(self, field: str) -> OpenHtml:
        linked = self._graph.text(self._id, field)
        return render_inline(linked.text, linked.references)

    def _prose(self, field: str) -> OpenHtml:
        linked = self._graph.text(self._id, field)
        return render_text(linked.text, linked.references)


class Rendered(_Texts):
    """An entry's texts, each rendered on first demand."""

    def __init__(self, library: Library, graph: Graph, entry: Entry) -> None:
        super().__init__(graph, entry.id)
        self._library, self._entry = library, entry

    @cached_property
    def short(self) -> OpenHtml:
        """The short rule."""
        return self._line("short")

    @cached_property
    def card(self) -> OpenHtml:
        """An ability's card, or the facts of a thing such as a terrain piece, in book order; "" if the entry has none."""
        card, system = self._entry.card or {}, self._library.systems[self._entry.system]
        facts = [Fact("fakt", label, self._line(f"data.{name}")) for name, label in system.facts(self._entry.data).items()]
        facts += [Fact(name, label, self._prose(f"card.{name}")) for name, label in CARD_LABELS.items() if card.get(name)]
        if words := [self._line(f"card.keywords[{i}]").marked for i in range(len(card.get("keywords") or ()))]:
            facts.append(Fact("keywords", "Schlüsselwörter", OpenHtml(" ".join(f"<span>{word}</span>" for word in words))))
        return OpenHtml(_macros().card(facts).strip())

    @cached_property
    def table(self) -> OpenHtml:
        """The table of an entry's data; "" if it has none."""
        columns, rows = ((self._entry.data or {}).get(name) for name in ("columns", "rows"))
        if not columns or not rows:
            return OpenHtml("")
        cells = [[self._line(f"data.rows[{i}][{j}]") for j in range(min(len(row), len(columns)))] for i, row in enumerate(rows)]
        anchors = [section.id for section in self._entry.sections if section.is_row]
        table = {"columns": columns, "rows": cells, "anchors": anchors, "title": self._entry.title}
        return OpenHtml(_macros().table(table).strip())

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The text, split at its headings."""
        linked = self._graph.text(self._id, "text")
        folder = self._entry.location.path.rpartition("/")[0] + "/"
        drawings = {path.removeprefix(folder): svg for path, svg in self._library.drawings.items() if path.startswith(folder)}
        return render_blocks(linked.text, linked.references, sections=self._entry.sections, drawings=drawings)

    def html(self, href: Href, *, addressed: bool = False) -> str:
        """The whole rule without its title and short rule, as an HTML fragment.

        With `addressed`, headings and named rows have their sections' ids as on the entry's page (`<h2 id="beispiele">`), and each
        section links what it mentions; without it, the ids cannot clash with those of another site's page.
        """
        table = self.table.filled(href)
        pieces = [self.card.filled(href), table if addressed else _ROW_ID.sub("<tr>", table)]
        for block in self.blocks:
            pieces.append(_heading(block) if addressed else block.heading.filled(href, once=True))
            pieces.append(block.html.filled(href, once=not addressed))
        return "\n".join(filter(None, pieces))


class RenderedTerm(_Texts):
    """A term's texts, each rendered on first demand."""

    @cached_property
    def definition(self) -> OpenHtml:
        return self._prose("definition")

    @cached_property
    def note(self) -> OpenHtml:
        return self._prose("note")

    @cached_property
    def short(self) -> OpenHtml:
        """The definition without a paragraph around it, for use as a short rule."""
        return self._line("definition")

    def html(self, href: Href) -> str:
        """The whole term without its title, as an HTML fragment."""
        return "\n".join(text.filled(href) for text in (self.definition, self.note) if text)


class Rendering:
    """The rendered texts of a library."""

    def __init__(self, library: Library, graph: Graph) -> None:
        self.library, self.graph = library, graph
        self._entries: dict[str, Rendered] = {}
        self._terms: dict[str, RenderedTerm] = {}
        self._lines: dict[str, tuple[str, str, str, str] | None] = {}

    def line(self, target: str) -> tuple[str, str, str, str] | None:
        """The list values of an entry, term or concept: title, number, original, short text; None for an unknown id."""
        if target not in self._lines:
            found = self.library.target(target)
            number = shown_number(found.title, str(found.number or "")) if isinstance(found, Entry) else ""
            self._lines[target] = (found.title, number, found.title_en, plain(short_of(found))) if found else None
        return self._lines[target]

    def entry(self, entry: Entry) -> Rendered:
        """An entry's texts."""
        return self._entries.setdefault(entry.id, Rendered(self.library, self.graph, entry))

    def term(self, term: Term) -> RenderedTerm:
        """A term's texts."""
        return self._terms.setdefault(term.id, RenderedTerm(self.graph, term.id))

    def forget(self) -> None:
        """Drop the rendered texts, which no file needs any more."""
        self._entries.clear()
        self._terms.clear()


_ROW_ID = re.compile(r'<tr id="[^"]*">')


def _macros() -> Any:
    return environment().get_template("_macros.j2").module


def _heading(block: Block) -> str:
    """A heading as on the entry's page."""
    if block.section is None:
        return ""
    title = f"{block.section.number} {block.section.title}".strip()
    return Markup('<h{0} id="{1}">{2}</h{0}>').format(max(2, block.level), block.section.id, title)
