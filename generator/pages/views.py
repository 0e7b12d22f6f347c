"""Values for templates: plain, with all decisions made and texts as finished HTML. Templates only place them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from ..model.library import Library, name_key
from ..model.settings import Settings
from ..model.values import KINDS, TITLE_EN_SOURCES, Concept, Entry, System, Term
from ..prose.address import page_url, relative_url
from ..prose.open_html import OpenHtml
from ..prose.soft_hyphens import SoftHyphens
from ..prose.wording import citation, edition, place_in_book, place_on_paper, places_in_book, rights, rules_date, state_words
from ..references.graph import Graph, page_id
from ..references.neighbourhood import neighbourhood, node_of, picture
from .listings import NOT_IN_EXCERPT, Line, is_stub
from .rendered import Rendering

#: Number of unfolded lines in a long list.
OPEN = 6


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a list: its address and content. `number` and `original` may be empty."""

    href: str
    title: str
    number: str = ""
    original: str = ""
    short: str = ""
    note: str = ""
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Badge:
    """A small label, linked if it has an address."""

    label: str
    href: str = ""


class Views:
    """Makes views for one page (`url`), with all links relative to it, and long words split by `soft`."""

    def __init__(self, rendering: Rendering, settings: Settings, url: str, soft: SoftHyphens) -> None:
        self.rendering, self.library, self.graph = rendering, rendering.library, rendering.graph
        self.settings, self.url, self.soft = settings, url, soft

    def href(self, target: str) -> str:
        """Relative address of a target's page."""
        return relative_url(page_url(self.library, target), self.url)

    def link(self, url: str) -> str:
        """Make a site-relative address relative to the page."""
        return relative_url(url, self.url)

    def _place(self, target: str, shown: str) -> str:
        """The place in the book of a reference's target, unless its words already give it (see `place_on_paper`)."""
        entry = self.library.entry(page_id(self.library, target))
        here = self.library.entry(self.url.strip("/"))
        return place_on_paper(entry, self.library.systems[entry.system], here, shown) if entry else ""

    def filled(self, html: OpenHtml) -> Markup:
        """A text with its references as links, which name their places when printed, and soft hyphens."""
        return Markup(self.soft.in_html(html.filled(self.href, place=self._place)))

    def item(self, target: str, *, note: str = "", indent: int = 0) -> Item | None:
        """A list item for an entry, term or concept; None for an unknown id."""
        found = self.rendering.line(target)
        return Item(self.href(target), *found, note, indent) if found else None

    def items(self, targets: Iterable[str], note: Callable[[str], str] = lambda _: "") -> list[Item]:
        """List items for ids, skipping unknown ones."""
        return [item for target in targets if (item := self.item(target, note=note(target)))]

    def folded(self, targets: Iterable[str]) -> dict[str, list[Item]]:
        """A list unfolded only at its beginning: {"first": …, "rest": …}; the rest has no short rules."""
        items = self.items(targets, note=self.whose)
        cut = OPEN if len(items) > OPEN + 1 else len(items)  # do not fold a single line
        return {"first": items[:cut], "rest": [replace(item, short="") for item in items[cut:]]}

    def lines(self, lines: Iterable[Line], *, brief: bool = False) -> list[Item]:
        """List items for a listing's lines; without short rules in brief lists."""
        found = [item for line in lines if (item := self.item(line.target, note=line.note, indent=line.indent))]
        return [replace(item, short="") for item in found] if brief else found

    def entry(self, entry: Entry) -> dict[str, Any]:
        """The values for an entry's page."""
        system = self.library.systems[entry.system]
        shown = self.rendering.entry(entry)
        children = [child.id for child in self.library.children(entry.id)]
        return {
            "entry": entry,
            "system": system,
            "path": self.path(system, entry.part),
            "source_en": TITLE_EN_SOURCES.get(entry.title_en_source, ""),
            "short": self.filled(shown.short),
            "badges": self.badges(entry, system),
            "card": self.filled(shown.card),
            "table": self.filled(shown.table),
            "blocks": [{"section": b.section, "level": max(2, b.level), "html": self.filled(b.html)} for b in shown.blocks],
            "children": self.items(children),
            "parent": self.item(entry.parent) if entry.parent else None,
            "see": self.items(i for i in map(self.library.current_id, entry.see) if i not in (*children, entry.parent)),
            "backlinks": self.folded(mentions(self.library, self.graph, entry)),
            "compared": self.compared(entry),
            "names": other_names(self.library, entry),
            "places": places_in_book(entry, system),
            "picture": self.picture(entry),
            "neighbours": self.neighbours(entry),
            "source": self.source(entry, system),
            "citation": citation(entry, system),
        }

    def path(self, system: System, part_id: str = "") -> list[Badge]:
        """The breadcrumbs from the system to the page."""
        part = system.part(part_id)
        way = [Badge(system.name, self.link(system.url))]
        return [*way, Badge(part.heading, self.link(f"/{system.id}/teil/{part.id}/"))] if part else way

    def badges(self, entry: Entry, system: System) -> list[Badge]:
        """Badges for number, kind and phases."""
        part = system.part(entry.part)
        number = (
            [Badge(place_in_book(part.title, str(entry.number)), self.link(f"/{system.id}/teil/{part.id}/"))]
            if part and entry.number
            else []
        )
        kind = [Badge(KINDS[entry.kind][0], self.link(f"/{system.id}/art/{entry.kind}/"))]
        phases = [Badge(p.title, self.link(f"/{system.id}/phase/{p.id}/")) for p in system.phases if p.id in entry.phases]
        return [*number, *kind, *phases]

    def whose(self, target: str) -> str:
        return (NOT_IN_EXCERPT if is_stub(self.library, target) else "Begriff") if self.library.term(target) else ""

    def compared(self, target: Entry | Term) -> dict[str, Any] | None:
        """The counterparts in other systems: the entry's or term's nearest concept in full, its other concepts only by name."""
        concepts = nearest_concepts(self.library, target)
        if not concepts:
            return None
        rows = [row | {"items": row["items"][:2]} for row in self.side_by_side(concepts[0]) if row["system"].id != target.system]
        return {
            "concept": concepts[0],
            "href": self.link(concepts[0].url),
            "systems": rows,
            "more": self.items(f"begriffe/{concept.id}" for concept in concepts[1:]),
        }

    def side_by_side(self, concept: Concept) -> list[dict[str, Any]]:
        """A concept's rows, one per system: how it works there and which entries embody it (none: the system lacks it)."""
        return [
            {
                "system": system,
                "href": self.link(system.url),
                "note": concept.notes.get(system.id, ""),
                "lacks": "Steht nicht im Auszug." if system.excerpt else "Kennt das nicht als eigene Regel.",
                "status": state_words(self.library, concept, system.id) if system.id in concept.notes else "",
                # next to a note the short rules would be redundant
                "items": [
                    replace(item, short="") if system.id in concept.notes else item
                    for item in self.items(concept.entries.get(system.id, ()))
                ],
            }
            for system in self.library.systems.values()
            if system.id in concept.entries or system.id in concept.notes
        ]

    def neighbours(self, entry: Entry) -> dict[str, Item | None]:
        """The entries before and after in the part."""
        previous, following = self.library.neighbours(entry.id)
        return {"previous": self.item(previous.id) if previous else None, "next": self.item(following.id) if following else None}

    def picture(self, entry: Entry) -> Markup:
        """The drawing of the entry's neighbourhood; "" for fewer than two neighbours."""
        around = neighbourhood(self.library, self.graph, entry)
        return Markup(picture(entry.title, around, lambda target: node_of(self.library, entry, target, self.href(target))))

    def source(self, entry: Entry, system: System) -> dict[str, Any]:
        """The rule's place in the book, the state of the rules, the entry's status and the rights."""
        return {
            "book": system.source or system.name,
            "place": citation(entry, system),
            "edition": edition(entry.edition, system),
            "date": rules_date(system),
            "original": entry.see_en or system.see_en,
            "status": state_words(self.library, entry),
            "rights": rights(system.licence),
        }

    def term(self, term: Term) -> dict[str, Any]:
        """The values for a term's page."""
        system = self.library.systems[term.system]
        shown = self.rendering.term(term)
        return {
            "term": term,
            "system": system,
            "path": [*self.path(system), Badge("Glossar", self.link(f"/{system.id}/glossar/"))],
            "source_en": TITLE_EN_SOURCES.get(term.title_en_source, ""),
            "original": term.see_en or system.see_en,
            "definition": self.filled(shown.definition),
            "note": self.filled(shown.note),
            "badges": [
                Badge("Begriff"),
                *([Badge(NOT_IN_EXCERPT, self.link(f"/{system.id}/auszug/"))] if term.mentioned else []),
            ],
            "names": other_names(self.library, term),
            "backlinks": self.folded(mentions(self.library, self.graph, term)),
            "compared": self.compared(term),
            "citation": f"{system.name}, Glossar",
            "status": state_words(self.library, term),
            "rights": rights(system.licence),
        }


def nearest_concepts(library: Library, target: Entry | Term) -> list[Concept]:
    """The concepts of an entry or term, nearest first: those that name it first, then those with few others."""
    carried = ((concept, concept.entries[target.system]) for concept in library.concepts_of(target.id))
    return [concept for concept, ids in sorted(carried, key=lambda pair: (pair[1].index(target.id), len(pair[1])))]


def other_names(library: Library, target: Entry | Term) -> list[str]:
    """Aliases and synonyms of an entry or term, each once, without its title, with or without a bracket: "Deckung" of "Deckung
    (Speerspitze)". Abbreviations are for the search; those that a book prints are synonyms too."""
    names = [*target.aliases] if isinstance(target, Entry) else []
    for term in library.terms_of(target.id) if isinstance(target, Entry) else [target]:
        names += term.synonyms
    own = {name_key(target.title), name_key(target.title.rpartition("(")[0] if target.title.endswith(")") else target.title)}
    return [name for name in dict.fromkeys(names) if name_key(name) not in own]


def mentions(library: Library, graph: Graph, target: Entry | Term) -> list[str]:
    """The entries that refer to an entry or term, except those that its page lists as child, parent or under "see", and terms of
    entries.
    """
    known: set[str] = set()
    if isinstance(target, Entry):
        known = {target.parent, *target.see, *(child.id for child in library.children(target.id))}
    found = (i for i in graph.backlinks.get(target.id, ()) if i not in known)
    return [i for i in found if not ((term := library.term(i)) and term.entry)]
