"""What templates show: plain values, everything decided, texts as finished HTML. Templates only place them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from ..model.fields import CARD_LABELS, FACT_LABELS
from ..model.library import Library, name_key
from ..model.settings import Settings
from ..model.values import KINDS, TITLE_EN_SOURCES, Concept, Entry, System, Term
from ..prose.address import page_url, relative_url
from ..prose.markdown import render_blocks, render_inline, render_text
from ..prose.plain import plain
from ..prose.wording import STATUS_WORDS, citation, edition, german_date, place_in_book, place_on_paper, rights, shown_number
from ..references.graph import Graph, page_id
from ..references.neighbourhood import neighbourhood, node_of, picture
from .listings import Line

#: How many lines of a long list are open.
OPEN = 6


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a list: where it leads and what it shows. `number` and `original` may be empty."""

    href: str
    title: str
    number: str = ""
    original: str = ""
    short: str = ""
    note: str = ""
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Badge:
    """A small label, with a link where it leads somewhere."""

    label: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """One field of a card: its name (the style follows it), its label, and its text as HTML."""

    name: str
    label: str
    html: Markup


class Views:
    """Makes views as seen from one page (`url`), so that every link is relative to it."""

    def __init__(
        self, library: Library, graph: Graph, settings: Settings, url: str, href: Callable[[str], str] | None = None
    ) -> None:
        self.library, self.graph, self.settings, self.url = library, graph, settings, url
        self._href = href
        #: For our own pages only, which people print: other people's pages get references without their places.
        self.place = None if href else self._place

    def href(self, target: str) -> str:
        """Address of a target's page: relative, unless another form was asked for."""
        return self._href(target) if self._href else relative_url(page_url(self.library, target), self.url)

    def link(self, url: str) -> str:
        """Relative address of a site-relative one."""
        return relative_url(url, self.url)

    def _place(self, target: str, shown: str) -> str:
        """Where what a reference leads to stands in the book, as far as its words do not show it (see `place_on_paper`)."""
        entry = self.library.entry(page_id(self.library, target))
        here = self.library.entry(self.url.strip("/"))
        return place_on_paper(entry, self.library.systems[entry.system], here, shown) if entry else ""

    def inline(self, owner: str, field: str) -> Markup:
        """A one-line field as HTML with its references."""
        linked = self.graph.text(owner, field)
        return Markup(render_inline(linked.text, linked.references, href=self.href, place=self.place))

    def prose(self, owner: str, field: str) -> Markup:
        """A field of one or more paragraphs as HTML with its references."""
        linked = self.graph.text(owner, field)
        return Markup(render_text(linked.text, linked.references, href=self.href, place=self.place))

    def item(self, target: str, *, note: str = "", indent: int = 0) -> Item | None:
        """A list item for an entry, term or concept; None where there is no such thing."""
        found = self.library.target(target)
        if found is None:
            return None
        number = shown_number(found.title, str(found.number or "")) if isinstance(found, Entry) else ""
        return Item(self.href(target), found.title, number, found.title_en, plain(short_of(found)), note, indent)

    def items(self, targets: Iterable[str], note: Callable[[str], str] = lambda _: "") -> list[Item]:
        """List items for ids; unknown ones are passed over."""
        return [item for target in targets if (item := self.item(target, note=note(target)))]

    def folded(self, targets: Iterable[str]) -> dict[str, list[Item]]:
        """A list of which only the beginning is open: {"first": …, "rest": …}; the rest without short rules."""
        items = self.items(targets, note=self.whose)
        cut = OPEN if len(items) > OPEN + 1 else len(items)  # one line more is no reason to fold
        return {"first": items[:cut], "rest": [replace(item, short="") for item in items[cut:]]}

    def lines(self, lines: Iterable[Line], *, brief: bool = False) -> list[Item]:
        """List items for the lines of a listing; brief ones without their short rules."""
        found = [item for line in lines if (item := self.item(line.target, note=line.note, indent=line.indent))]
        return [replace(item, short="") for item in found] if brief else found

    def entry(self, entry: Entry) -> dict[str, Any]:
        """Everything an entry's page shows."""
        system = self.library.systems[entry.system]
        linked = self.graph.text(entry.id, "text")
        blocks = render_blocks(
            linked.text,
            linked.references,
            href=self.href,
            sections=entry.sections,
            drawings=self.drawings(entry),
            place=self.place,
        )
        children = [child.id for child in self.library.children(entry.id)]
        return {
            "entry": entry,
            "system": system,
            "path": self.path(system, entry.part),
            "source_en": TITLE_EN_SOURCES.get(entry.title_en_source, ""),
            "short": self.inline(entry.id, "short"),
            "badges": self.badges(entry, system),
            "card": self.card(entry),
            "table": self.table(entry),
            "blocks": [{"section": b.section, "level": max(2, b.level), "html": Markup(b.html)} for b in blocks],
            "children": self.items(children),
            "parent": self.item(entry.parent) if entry.parent else None,
            "see": self.items(i for i in map(self.library.current_id, entry.see) if i not in (*children, entry.parent)),
            "backlinks": self.folded(self.mentions(entry)),
            "compared": self.compared(entry),
            "names": self.other_names(entry),
            "picture": self.picture(entry),
            "neighbours": self.neighbours(entry),
            "source": self.source(entry, system),
            "citation": citation(entry, system),
        }

    def drawings(self, entry: Entry) -> dict[str, str]:
        """The drawings beside an entry's file, by file name."""
        folder = entry.location.path.rpartition("/")[0] + "/"
        return {path.removeprefix(folder): svg for path, svg in self.library.drawings.items() if path.startswith(folder)}

    def path(self, system: System, part_id: str = "") -> list[Badge]:
        """The way from the game to the page."""
        part = system.part(part_id)
        way = [Badge(system.name, self.link(system.url))]
        return [*way, Badge(part.title, self.link(f"/{system.id}/teil/{part.id}/"))] if part else way

    def badges(self, entry: Entry, system: System) -> list[Badge]:
        """Number, kind, phases."""
        part = system.part(entry.part)
        number = (
            [Badge(place_in_book(part.title, str(entry.number)), self.link(f"/{system.id}/teil/{part.id}/"))]
            if part and entry.number
            else []
        )
        kind = [Badge(KINDS[entry.kind][0], self.link(f"/{system.id}/art/{entry.kind}/"))]
        phases = [Badge(p.title, self.link(f"/{system.id}/phase/{p.id}/")) for p in system.phases if p.id in entry.phases]
        return [*number, *kind, *phases]

    def card(self, entry: Entry) -> list[Fact]:
        """An ability's card, or the facts of a thing such as a terrain piece, in the order of the book."""
        card, data = entry.card or {}, entry.data or {}
        facts = [
            Fact("fakt", label, self.inline(entry.id, f"data.{name}")) for name, label in FACT_LABELS.items() if data.get(name)
        ]
        rows = [Fact(name, label, self.prose(entry.id, f"card.{name}")) for name, label in CARD_LABELS.items() if card.get(name)]
        words = [self.inline(entry.id, f"card.keywords[{i}]") for i in range(len(card.get("keywords") or ()))]
        chips = Markup(" ").join(Markup("<span>{}</span>").format(word) for word in words)
        return [*facts, *rows, *([Fact("keywords", "Schlüsselwörter", chips)] if words else [])]

    def table(self, entry: Entry) -> dict[str, Any] | None:
        """A table's columns and linked cells; None where the entry holds none."""
        data = entry.data or {}
        if not data.get("columns") or not data.get("rows"):
            return None
        rows = [
            [self.inline(entry.id, f"data.rows[{i}][{j}]") for j in range(min(len(row), len(data["columns"])))]
            for i, row in enumerate(data["rows"])
        ]
        return {"columns": data["columns"], "rows": rows, "title": entry.title}

    def mentions(self, entry: Entry) -> list[str]:
        """Who refers to this entry and is not already listed as its child, parent or in "see"."""
        known = {entry.parent, *entry.see, *(child.id for child in self.library.children(entry.id))}
        return [i for i in self.graph.backlinks.get(entry.id, ()) if i not in known and not self.is_alias(i)]

    def is_alias(self, target: str) -> bool:
        """Whether an id is a term that only stands for an entry."""
        term = self.library.term(target)
        return term is not None and bool(term.entry)

    def whose(self, target: str) -> str:
        return "Begriff" if self.library.term(target) else ""

    def concepts(self, target: Entry | Term) -> list[Concept]:
        """The concepts that an entry or term carries, nearest first: where it is named first, then where few others are."""
        games = ((concept, concept.entries[target.system]) for concept in self.library.concepts_of(target.id))
        return [concept for concept, ids in sorted(games, key=lambda pair: (pair[1].index(target.id), len(pair[1])))]

    def compared(self, target: Entry | Term) -> dict[str, Any] | None:
        """What the other games make of it: the concept nearest to an entry or term in full, the others that it carries by name only."""
        concepts = self.concepts(target)
        if not concepts:
            return None
        games = [
            game | {"items": game["items"][:2]} for game in self.side_by_side(concepts[0]) if game["system"].id != target.system
        ]
        return {
            "concept": concepts[0],
            "href": self.link(concepts[0].url),
            "games": games,
            "more": self.items(f"begriffe/{concept.id}" for concept in concepts[1:]),
        }

    def side_by_side(self, concept: Concept) -> list[dict[str, Any]]:
        """What a concept's page shows of each game: how it goes there and which entries carry it (none: the game has no such thing)."""
        return [
            {
                "system": system,
                "href": self.link(system.url),
                "note": concept.notes.get(system.id, ""),
                # with a note the short rules would say it twice
                "items": [
                    replace(item, short="") if system.id in concept.notes else item
                    for item in self.items(concept.entries.get(system.id, ()))
                ],
            }
            for system in self.library.systems.values()
            if system.id in concept.entries or system.id in concept.notes
        ]

    def other_names(self, entry: Entry) -> list[str]:
        """Aliases, synonyms and abbreviations under which the entry is also known, each once."""
        names = [*entry.aliases]
        for term in self.library.terms_of(entry.id):
            names += [*term.abbreviations, *term.synonyms]
        return [name for name in dict.fromkeys(names) if name_key(name) != name_key(entry.title)]

    def neighbours(self, entry: Entry) -> dict[str, Item | None]:
        """The entries before and after in the part."""
        previous, following = self.library.neighbours(entry.id)
        return {"previous": self.item(previous.id) if previous else None, "next": self.item(following.id) if following else None}

    def picture(self, entry: Entry) -> Markup:
        """The drawing of what stands around the entry; "" where too little does."""
        around = neighbourhood(self.library, self.graph, entry)
        return Markup(picture(entry.title, around, lambda target: node_of(self.library, entry, target, self.href(target))))

    def source(self, entry: Entry, system: System) -> dict[str, str]:
        """Where the rule stands in the book, which state it describes, and where its file is."""
        return {
            "book": system.source or system.name,
            "place": citation(entry, system),
            "edition": edition(entry.edition, system),
            "date": german_date(system.rules_date),
            "status": STATUS_WORDS.get(entry.status, entry.status),
            "rights": rights(system.licence),
        }

    def term(self, term: Term) -> dict[str, Any]:
        """Everything a term's page shows."""
        system = self.library.systems[term.system]
        names = [*term.abbreviations, *term.synonyms]
        return {
            "term": term,
            "system": system,
            "path": [*self.path(system), Badge("Glossar", self.link(f"/{system.id}/glossar/"))],
            "source_en": TITLE_EN_SOURCES.get(term.title_en_source, ""),
            "definition": self.prose(term.id, "definition"),
            "note": self.prose(term.id, "note"),
            "names": [name for name in names if name_key(name) != name_key(term.title)],
            "backlinks": self.folded(i for i in self.graph.backlinks.get(term.id, ()) if not self.is_alias(i)),
            "compared": self.compared(term),
            "citation": f"{system.name}, Glossar",
            "status": STATUS_WORDS.get(term.status, term.status),
            "rights": rights(system.licence),
        }


def short_of(target: Entry | Term | Concept) -> str:
    """The one-line text that lists show."""
    if isinstance(target, Entry):
        return target.short
    return target.definition if isinstance(target, Term) else target.description
