"""All pages of the site as finished Markdown files: library and graph in, path and text out. Writes no files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..files.json_text import compact_json
from ..history.changes import by_edition, folded
from ..history.feeds import has_feeds
from ..history.previous import Change
from ..model.library import Library
from ..model.settings import Settings
from ..model.values import KINDS, Concept, Entry, System, Term
from ..prose.address import file_url
from ..prose.soft_hyphens import SoftHyphens, soft_hyphens
from ..prose.timing import SIDES
from ..prose.wording import excerpt_note, rights, state
from ..reading.overlay import is_private
from .listings import MANY, Listing, concept_list, jump_bar, listings, phases, style_of, tables
from .page_file import TEMPLATE_FOLDER, Head, Page, Verbatim, environment, front_matter
from .progress_page import anchor, outdated_note, stand
from .rendered import Rendering, short_of
from .styles import accent_of
from .views import Badge, Item, Views

#: Scripts that only one page loads: the reader of army lists, and the player's collections.
LIST_SCRIPT = "assets/liste.js"
COLLECTIONS_SCRIPT = "assets/spickzettel.js"
#: Written out, because `re` jumps to letters that it knows, and walks to repeated ones.
_EMPTY_LINES = re.compile("\n\n\n+")


class Pages:
    """Makes all pages of a library. `changes` gives the changes in the English of outdated entries, `soft` the library's soft hyphens."""

    def __init__(
        self,
        rendering: Rendering,
        settings: Settings,
        changes: Mapping[str, Change] | None = None,
        soft: SoftHyphens | None = None,
    ) -> None:
        self.rendering, self.library, self.settings, self.changes = rendering, rendering.library, settings, changes or {}
        self.env = environment()
        self.soft = soft or soft_hyphens(self.library)

    def render(self, path: str, template: str, head: Head, views: Views, context: dict[str, Any]) -> Page:
        """One page: YAML head for the site builder, then the template's Markdown."""
        system = self.library.systems.get(head.system)
        head = replace(
            head, system_name=system.name if system else "", system_short=system.short if system else "", accent=accent_of(system)
        )
        private = system is not None and is_private(system)
        front = front_matter(replace(head, private=True, index=False) if private else head, self.settings)
        body = self.env.get_template(template).render(link=views.link, href=views.href, soft=self.soft, **context)
        return Page(path, f"{front}{_EMPTY_LINES.sub(chr(10) * 2, body).strip()}\n")

    def views(self, path: str) -> Views:
        return Views(self.rendering, self.settings, file_url(path), self.soft)

    def fixed(self) -> Iterator[Page]:
        """Home, search, collections, legal pages."""
        views = self.views("index.md")
        systems = [
            {
                "system": system,
                "href": views.link(system.url),
                "note": " · privat" * is_private(system) + " · Auszug" * bool(system.excerpt),
                "count": _counts(len(self.library.system_entries(system.id)), len(self.library.system_terms(system.id))),
            }
            for system in self.library.systems.values()
        ]
        head = Head(
            self.settings.site_name,
            "Regeln nachschlagen: deutsch, verlinkt, auch ohne Netz.",
            source=f"{TEMPLATE_FOLDER}/home.md.j2",
            hero=False,
            toc=False,
        )
        yield self.render(
            "index.md",
            "home.md.j2",
            head,
            views,
            {"systems": systems, "site_name": self.settings.site_name, "concepts": len(self.library.concepts)},
        )
        for name, title, about in (
            ("liste", "Liste einlesen", "Deine Armeeliste mit den Regeln ihrer Einheiten, auf deinem Gerät."),
            ("suche", "Suche", "Regeln finden: nach Name, Nummer, Begriff oder Abkürzung, in allen Spielen."),
            ("offline", "Seite ohne Netz", ""),
            ("spickzettel", "Spickzettel", "Regeln merken, ordnen, teilen und drucken. Alles bleibt auf deinem Gerät."),
        ):
            head = Head(title, about, source=f"{TEMPLATE_FOLDER}/{name}.md.j2", hero=name != "suche")
            if name == "offline":
                head = replace(head, index=False, toc=False, is_frame=True)
            views = self.views(f"{name}.md")
            context: dict[str, Any] = {"title": title, "systems": self.systems()}
            if name == "liste":
                head, context = replace(head, script=LIST_SCRIPT), {"named": _named(self.systems())}
            if name == "spickzettel":
                head = replace(head, script=COLLECTIONS_SCRIPT)
                context["collections"] = [
                    (system, items) for system in self.systems() if (items := self.collections(system, views))
                ]
            yield self.render(f"{name}.md", f"{name}.md.j2", head, views, context)
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

    def lists(self, system: System) -> Iterator[Page]:
        """A system's overview, its lists, and its page of changes."""
        yield self.overview(system, self.library.system_entries(system.id))
        for listing in listings(self.library, system):
            yield self.listing(system, listing)
        yield self.changed(system)

    def entry(self, entry: Entry) -> Page:
        """An entry's page."""
        path = f"{entry.id}.md"
        views = self.views(path)
        head = Head(
            entry.title,
            entry.short,
            entry.system,
            entry.id,
            True,
            entry.location.path,
            contents=f"{entry.system}/{entry.part}",
            toc=len(entry.headings) >= MANY,
        )
        note = {
            "changes": folded(entry),
            "outdated": outdated_note(entry, self.changes.get(entry.id)),
            "stand": views.link(f"{self.library.systems[entry.system].url}stand/#{anchor(entry)}"),
        }
        return self.render(path, "entry.md.j2", head, views, views.entry(entry) | note)

    def overview(self, system: System, entries: list[Entry]) -> Page:
        path = f"{system.id}/index.md"
        views = self.views(path)
        base = system.url
        parts = [
            Item(
                views.link(f"{base}teil/{p.id}/"),
                p.heading,
                original=p.heading_en,
                note=str(len(self.library.part_entries(system.id, p.id))),
            )
            for p in system.parts
            if self.library.part_entries(system.id, p.id)
        ]
        phases = [
            Item(views.link(f"{base}phase/{p.id}/"), p.title, original=p.title_en, note=str(n))
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
            "state": state(system),
            "excerpt": Badge(excerpt_note(system), views.link(f"{base}auszug/")) if system.excerpt else None,
            "collections": self.collections(system, views),
            "parts": parts,
            "phases": phases,
            "kinds": kinds,
            "ways": self.ways(system, entries, views),
            "stand": views.link(f"{base}stand/"),
            "rights": rights(system.licence),
        }
        head = Head(
            system.name,
            f"{system.name}: alle Regeln zum Nachschlagen",
            system.id,
            source=system.location.path,
            toc=False,
            feeds=self.feeds(system),
        )
        return self.render(path, "system.md.j2", head, views, context)

    def collections(self, system: System, views: Views) -> list[Item]:
        """Links to the system's ready-made collections, which the browser's own script opens."""
        page = views.link("/spickzettel/")
        return [Item(f"{page}#fertig={system.id}/{it.id}", it.title, note=str(len(it.rules))) for it in system.sheets]

    def feeds(self, system: System) -> str:
        """The system whose feeds a page names; "" if the site has none."""
        return system.id if has_feeds(self.settings) else ""

    def changed(self, system: System) -> Page:
        """The page of changes in the system's rules and in our text."""
        path = f"{system.id}/aenderungen.md"
        views = self.views(path)
        groups = list(by_edition(views.library, system, views.href))
        head = Head(
            "Änderungen",
            f"{system.name}: was sich an den Regeln geändert hat",
            system.id,
            source=f"{TEMPLATE_FOLDER}/aenderungen.md.j2",
            contents=system.id,
            toc=len(groups) >= MANY,
            feeds=self.feeds(system),
        )
        context = {
            "system": system,
            "path": views.path(system),
            "groups": groups,
            "state": state(system),
            # absolute, because a folder copy lacks the feeds
            "feeds": f"{self.settings.site_url.rstrip('/')}{system.url}aenderungen" if head.feeds else "",
        }
        return self.render(path, "aenderungen.md.j2", head, views, context)

    def stand(self, system: System) -> Page:
        """The page of the system's translation progress and open tasks."""
        path = f"{system.id}/stand.md"
        views = self.views(path)
        head = Head(
            "Übersetzungsstand",
            f"{system.name}: was fehlt, veraltet oder ungeprüft ist",
            system.id,
            source=f"{TEMPLATE_FOLDER}/stand.md.j2",
            contents=system.id,
            index=False,
        )
        context = {"system": system, "path": views.path(system), **stand(views, system, self.changes)}
        return self.render(path, "stand.md.j2", head, views, context)

    def ways(self, system: System, entries: list[Entry], views: Views) -> list[Item]:
        """Links to the lists of a whole system: by name, its terms, its tables."""
        terms = len(self.library.system_terms(system.id))
        found = [Item(views.link(f"{system.url}a-z/"), "A–Z", note="alle Namen")]
        found += [Item(views.link(f"{system.url}glossar/"), "Glossar", note=str(terms))] if terms else []
        return found + [
            Item(views.link(f"/{listing.path}/"), "Tabellen", note=str(sum(len(lines) for _, lines in listing.groups)))
            for listing in tables(system, entries)
        ]

    def listing(self, system: System, listing: Listing) -> Page:
        """A page of lists under headings (one group without a heading may come first)."""
        path = f"{listing.path}/index.md" if listing.path == f"{system.id}/glossar" else f"{listing.path}.md"
        views = self.views(path)
        context = self.shown(listing, views) | {"path": views.path(system), "printing": _printing(system, listing, views)}
        context["beside"] = self.phases_beside(system, listing, views)
        head = Head(
            listing.title,
            f"{system.name}: {listing.title}",
            system.id,
            source=system.location.path,
            contents=system.id,
            toc=context["jump"] == "Abschnitte",
        )
        return self.render(path, "listing.md.j2", head, views, context)

    def phases_beside(self, system: System, listing: Listing, views: Views) -> list[tuple[str, str, Item]]:
        """The phases before and after a phase's page: their relation, its word, the link."""
        if listing.sort != "phase":
            return []
        row = [None, *phases(system, self.library.system_entries(system.id)), None]
        at = next(i for i, one in enumerate(row) if one and one.path == listing.path)
        sides = (("prev", "Vorige Phase", row[at - 1]), ("next", "Nächste Phase", row[at + 1]))
        return [(rel, word, Item(views.link(f"/{one.path}/"), one.title)) for rel, word, one in sides if one]

    def shown(self, listing: Listing, views: Views) -> dict[str, Any]:
        """The values for any list's page."""
        return {
            "title": listing.title,
            "title_en": listing.title_en,
            "path": [],
            "groups": [
                (heading, views.lines(lines, brief=listing.brief), f"n-zug-{SIDES[heading]}" if heading in SIDES else "")
                for heading, lines in listing.groups
            ],
            "intro": listing.intro,
            "printing": "",
            "beside": [],
            "jump": jump_bar(listing),
            "sides": any(heading in SIDES for heading, _ in listing.groups),
            "class": style_of(self.library, listing),
        }

    def term(self, term: Term) -> Page:
        """The page of a term without an entry."""
        path = f"{term.id}.md"
        views = self.views(path)
        head = Head(term.title, short_of(term), term.system, term.id, source=term.location.path, contents=term.system, toc=False)
        note = {"outdated": outdated_note(term, None), "stand": views.link(f"/{term.system}/stand/#{anchor(term)}")}
        return self.render(path, "term.md.j2", head, views, views.term(term) | note)

    def concept_list(self) -> Iterator[Page]:
        """The list of concepts, if there are any."""
        if self.library.concepts:
            path = "begriffe/index.md"
            views = self.views(path)
            listing = concept_list(self.library)
            head = Head(listing.title, listing.intro, source="glossary/concepts.yaml", toc=False)
            yield self.render(path, "listing.md.j2", head, views, self.shown(listing, views))

    def concept(self, concept: Concept) -> Page:
        """A concept's page."""
        path = f"begriffe/{concept.id}.md"
        views = self.views(path)
        head = Head(concept.title, concept.description, source=concept.location.path, toc=False)
        return self.render(path, "concept.md.j2", head, views, {"concept": concept, "systems": views.side_by_side(concept)})


def terms_alone(library: Library, system: System) -> list[Term]:
    """The terms of a system that have no entry, and so a page of their own."""
    return [term for term in library.system_terms(system.id) if not term.entry]


def _printing(system: System, listing: Listing, views: Views) -> str:
    """The address of a part's rules on one page, for printing; "" for other lists."""
    part = listing.path.removeprefix(f"{system.id}/teil/")
    return "" if part == listing.path else views.link("/spickzettel/") + f"#teil={system.id}/{part}"


def _count(n: int, one: str, many: str) -> str:
    return f"{n}\N{NO-BREAK SPACE}{one if n == 1 else many}"


def _counts(entries: int, terms: int) -> str:
    texts = [_count(entries, "Eintrag", "Einträge"), *([_count(terms, "Begriff", "Begriffe")] if terms else [])]
    return " · ".join(texts)


def _named(systems: list[System]) -> str:
    """The names of systems as JSON, for the page that reads army lists."""
    return compact_json([{"id": one.id, "name": one.name, "names": [one.name, one.short, *one.names]} for one in systems])
