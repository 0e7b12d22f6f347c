"""All pages of the site as finished Markdown files: library and graph in, path and text out. Nothing is written here."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from .address import file_url
from .graph import Graph
from .library import Library, sort_key
from .model import KINDS, Entry, System
from .page_file import TEMPLATE_FOLDER, Head, Page, Verbatim, environment, front_matter
from .settings import Settings
from .timing import GROUPS, turn_of
from .views import Item, Views, plain, short_of


class Pages:
    """Renders every page of a library."""

    def __init__(self, library: Library, graph: Graph, settings: Settings) -> None:
        self.library, self.graph, self.settings = library, graph, settings
        self.env = environment()

    def __iter__(self) -> Iterator[Page]:
        yield from self.fixed()
        for system in self.library.systems.values():
            yield from self.system(system)
        yield from self.concepts()

    def render(self, path: str, template: str, head: Head, views: Views, context: dict[str, Any]) -> Page:
        """One page: YAML head for the site builder, then the template's Markdown."""
        front = front_matter(head, self.settings)
        body = self.env.get_template(template).render(link=views.link, href=views.href, **context)
        return Page(path, f"{front}{re.sub(chr(10) + '{3,}', chr(10) * 2, body).strip()}\n", head.id if head.is_entry else "")

    def views(self, path: str) -> Views:
        return Views(self.library, self.graph, self.settings, file_url(path))

    def fixed(self) -> Iterator[Page]:
        """Home, search, legal pages, help."""
        views = self.views("index.md")
        games = [
            {
                "system": system,
                "href": views.link(system.url),
                "count": _counts(len(self.library.system_entries(system.id)), len(self.library.system_terms(system.id))),
            }
            for system in self.library.systems.values()
        ]
        head = Head(
            self.settings.site_name,
            "Regeln nachschlagen: deutsch, verlinkt, auch ohne Netz.",
            source=f"{TEMPLATE_FOLDER}/home.md.j2",
            hero=False,
        )
        yield self.render(
            "index.md",
            "home.md.j2",
            head,
            views,
            {"games": games, "site_name": self.settings.site_name, "concepts": len(self.library.concepts)},
        )
        yield self.render(
            "suche.md",
            "suche.md.j2",
            Head("Suche", source=f"{TEMPLATE_FOLDER}/suche.md.j2", hero=False, index=False),
            self.views("suche.md"),
            {"systems": self.systems()},
        )
        for name, title, text in (
            ("impressum", "Impressum", self.settings.legal_notice),
            ("datenschutz", "Datenschutz", self.settings.privacy),
        ):
            context = {"title": title, "text": Verbatim(text)}
            yield self.render(
                f"{name}.md", "rechtliches.md.j2", Head(title, source="mkdocs.yml"), self.views(f"{name}.md"), context
            )

    def systems(self) -> list[System]:
        return list(self.library.systems.values())

    def system(self, system: System) -> Iterator[Page]:
        """All pages of one game."""
        entries = self.library.system_entries(system.id)
        yield self.overview(system, entries)
        yield from self.parts(system)
        yield self.a_to_z(system, entries)
        yield from self.kinds(system, entries)
        yield from self.phases(system, entries)
        yield from self.book_pages(system, entries)
        yield from self.glossary(system)
        for entry in entries:
            path = f"{entry.id}.md"
            views = self.views(path)
            head = Head(entry.title, entry.short, system.id, entry.id, True, entry.location.path)
            yield self.render(path, "entry.md.j2", head, views, views.entry(entry))

    def overview(self, system: System, entries: list[Entry]) -> Page:
        path = f"{system.id}/index.md"
        views = self.views(path)
        base = system.url
        parts = [
            Item(
                views.link(f"{base}teil/{p.id}/"),
                p.title,
                original=p.title_en,
                note=_count(len(self.library.part_entries(system.id, p.id)), "Eintrag", "Einträge"),
            )
            for p in system.parts
            if self.library.part_entries(system.id, p.id)
        ]
        phases = [
            Item(views.link(f"{base}phase/{p.id}/"), p.title, original=p.title_en, note=_count(n, "Eintrag", "Einträge"))
            for p in system.phases
            if (n := sum(p.id in e.phases for e in entries))
        ]
        kinds = [
            Item(views.link(f"{base}art/{kind}/"), names[1], note=str(n))
            for kind, names in KINDS.items()
            if (n := sum(e.kind == kind for e in entries))
        ]
        context = {
            "system": system,
            "parts": parts,
            "phases": phases,
            "kinds": kinds,
            "terms": len(self.library.system_terms(system.id)),
        }
        head = Head(system.name, f"{system.name}: alle Regeln zum Nachschlagen", system.id, source=system.location.path)
        return self.render(path, "system.md.j2", head, views, context)

    def parts(self, system: System) -> Iterator[Page]:
        for part in system.parts:
            entries = self.library.part_entries(system.id, part.id)
            if not entries:
                continue
            path = f"{system.id}/teil/{part.id}.md"
            views = self.views(path)
            items = [item for e in entries if (item := views.item(e.id, indent=self.depth(e)))]
            context = {"system": system, "part": part, "path": views.path(system), "items": items}
            head = Head(f"{part.title} ({system.short})", f"{system.name}: {part.title}", system.id, source=system.location.path)
            yield self.render(path, "part.md.j2", head, views, context)

    def depth(self, entry: Entry) -> int:
        """How deep an entry stands under others of its part, at most 3."""
        depth, above = 0, self.library.entry(entry.parent)
        while above and above.part == entry.part and depth < 3:
            depth, above = depth + 1, self.library.entry(above.parent)
        return depth

    def listing(self, path: str, system: System, title: str, groups: list[tuple[str, list[Item]]], intro: str = "") -> Page:
        """A page of lists under headings (one group without a heading may come first)."""
        views = self.views(path)
        context = {"title": title, "path": views.path(system), "groups": groups, "intro": intro}
        head = Head(f"{title} ({system.short})", f"{system.name}: {title}", system.id, source=system.location.path)
        return self.render(path, "listing.md.j2", head, views, context)

    def a_to_z(self, system: System, entries: list[Entry]) -> Page:
        path = f"{system.id}/a-z.md"
        views = self.views(path)
        targets = [(e.title, e.id) for e in entries]
        targets += [(t.title, t.id) for t in self.library.system_terms(system.id) if not t.entry]
        letters: dict[str, list[Item]] = defaultdict(list)
        for title, target in sorted(targets, key=lambda pair: sort_key(pair[0])):
            if item := views.item(target):
                letters[_letter(title)].append(item)
        return self.listing(path, system, "A–Z", sorted(letters.items()))

    def kinds(self, system: System, entries: list[Entry]) -> Iterator[Page]:
        for kind, (_, plural) in KINDS.items():
            found = [e for e in entries if e.kind == kind]
            path = f"{system.id}/art/{kind}.md"
            if found:
                yield self.listing(
                    path,
                    system,
                    plural,
                    [("", self.views(path).items(e.id for e in sorted(found, key=lambda e: sort_key(e.title))))],
                )

    def phases(self, system: System, entries: list[Entry]) -> Iterator[Page]:
        for phase in system.phases:
            found = [e for e in entries if phase.id in e.phases]
            path = f"{system.id}/phase/{phase.id}.md"
            if found:
                groups = self.in_phase(self.views(path), found)
                yield self.listing(path, system, phase.title, groups, "Was du in dieser Phase tun kannst, und was in ihr gilt.")

    @staticmethod
    def in_phase(views: Views, found: list[Entry]) -> list[tuple[str, list[Item]]]:
        """What has a card by whose turn it is used in, then everything else by kind."""
        turns = {e.id: turn_of(str(e.card.get("timing") or ""), str(e.card.get("reaction") or "")) for e in found if e.card}
        timing = {e.id: plain(str(e.card.get("timing") or "")) for e in found if e.card}
        groups = [(turn, [i for i in turns if turns[i] == turn]) for turn, _ in GROUPS]
        groups += [(plural, [e.id for e in found if e.kind == kind and not e.card]) for kind, (_, plural) in KINDS.items()]
        return [(title, views.items(ids, note=lambda i: timing.get(i, ""))) for title, ids in groups if ids]

    def book_pages(self, system: System, entries: list[Entry]) -> Iterator[Page]:
        """One list per page of the book that entries stand on, for references such as "auf Seite 12"."""
        by_page: dict[int, list[str]] = defaultdict(list)
        for entry in entries:
            if entry.page is not None:
                by_page[entry.page].append(entry.id)
        for number, ids in sorted(by_page.items()):
            path = f"{system.id}/seite/{number}.md"
            yield self.listing(
                path, system, f"Seite {number}", [("", self.views(path).items(ids))], "Was im Buch auf dieser Seite steht."
            )

    def glossary(self, system: System) -> Iterator[Page]:
        terms = self.library.system_terms(system.id)
        if not terms:
            return
        path = f"{system.id}/glossar/index.md"
        letters: dict[str, list[Item]] = defaultdict(list)
        for term in terms:
            if item := self.views(path).item(term.id):
                letters[_letter(term.title)].append(item)
        yield self.listing(path, system, "Glossar", sorted(letters.items()))
        for term in terms:
            if not term.entry:
                path = f"{term.id}.md"
                views = self.views(path)
                head = Head(term.title, short_of(term), system.id, term.id, source=term.location.path)
                yield self.render(path, "term.md.j2", head, views, views.term(term))

    def concepts(self) -> Iterator[Page]:
        """The list of concepts, and one page each."""
        if not self.library.concepts:
            return
        path = "begriffe/index.md"
        views = self.views(path)
        items = views.items(f"begriffe/{concept.id}" for concept in self.library.concepts.values())
        context = {
            "title": "Begriffe in allen Spielen",
            "path": [],
            "groups": [("", items)],
            "intro": "Ein Begriff, viele Spiele: wie er wo heißt und was ihn unterscheidet.",
        }
        head = Head("Begriffe in allen Spielen", source="glossary/concepts.yaml")
        yield self.render(path, "listing.md.j2", head, views, context)
        for concept in self.library.concepts.values():
            path = f"begriffe/{concept.id}.md"
            views = self.views(path)
            head = Head(concept.title, concept.description, source=concept.location.path)
            yield self.render(path, "concept.md.j2", head, views, {"concept": concept, "games": views.side_by_side(concept)})


def _count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


def _counts(entries: int, terms: int) -> str:
    texts = [_count(entries, "Eintrag", "Einträge"), *([_count(terms, "Begriff", "Begriffe")] if terms else [])]
    return " · ".join(texts)


def _letter(title: str) -> str:
    """The heading under which a title stands in an alphabetical list."""
    first = sort_key(title)[0][:1].upper()
    return first if first.isalpha() else "0–9"
