"""The offline bundle of a game: everything that its pages show, as one JSON file from which any of them can be made without the net."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..files.json_text import SCHEMA_VERSION
from ..history.changes import Told, changes_of
from ..history.previous import Change
from ..model.library import Library
from ..model.values import KINDS, TITLE_EN_SOURCES, Entry, System, Term
from ..pages.listings import Listing, jump_bar, listings, style_of
from ..pages.progress_page import outdated_note
from ..pages.redirects import redirects
from ..pages.rendered import Rendering
from ..pages.views import OPEN, mentions, nearest_concepts, other_names
from ..prose.address import page_url
from ..prose.plain import plain
from ..prose.wording import STATUS_WORDS, edition, german_date, rights
from ..reading.overlay import MARK, is_private
from .export import change_record, system_record


def bundle(rendering: Rendering, system: System, changes: Mapping[str, Change] | None = None) -> dict[str, Any]:
    """One game as plain values: entries with rendered texts in reading order, terms, lists, and ids that lead elsewhere.

    Links in `html` are site-relative ("/t9a/angst/") and carry their target as `data-id`, headings their section's id. Terms that
    stand for an entry and moved ids are in `redirects`, what the glossary says of the former in `aliases`; `private` is what every page
    of a game says that is not to be given away.
    """
    library = rendering.library
    entries = [e for part in system.parts for e in library.part_entries(system.id, part.id)]
    placed = {e.id for e in entries}
    entries += [e for e in library.system_entries(system.id) if e.id not in placed]
    maker = _Maker(rendering, system, changes or {})
    return {
        "schema_version": SCHEMA_VERSION,
        "system": system_record(library, system),
        **({"private": MARK} if is_private(system) else {}),
        "kinds": {kind: list(names) for kind, names in KINDS.items()},
        "words": _words(system, entries),
        "entries": [maker.entry(entry) for entry in entries],
        "terms": [maker.term(term) for term in library.system_terms(system.id) if not term.entry],
        "aliases": maker.aliases(),
        "redirects": {old: new for old, new in redirects(library).items() if old.startswith(system.url[1:])},
        "lists": [list_record(library, listing) for listing in listings(library, system)],
    }


def _words(system: System, entries: list[Entry]) -> dict[str, Any]:
    """What pages say of fields: a state, a printed edition, the rules' day, rights; and how many lines of a long list are open."""
    return {
        "status": STATUS_WORDS,
        "editions": {printed: edition(printed, system) for printed in sorted({entry.edition for entry in entries})},
        "date": german_date(system.rules_date),
        "rights": rights(system.licence),
        "open": OPEN,
    }


class _Maker:
    """Makes the records of one game; empty values are left out, which is a fifth of the bytes."""

    def __init__(self, rendering: Rendering, system: System, changes: Mapping[str, Change]) -> None:
        self.rendering, self.library, self.graph = rendering, rendering.library, rendering.graph
        self.system, self.changes = system, changes

    def href(self, target: str) -> str:
        return page_url(self.library, target)

    def entry(self, entry: Entry) -> dict[str, Any]:
        shown = self.rendering.entry(entry)
        return _filled(
            {
                "id": entry.id,
                "kind": entry.kind,
                "part_id": entry.part,
                "number": str(entry.number or ""),
                "parent": entry.parent,
                "title": entry.title,
                "title_en": entry.title_en,
                "title_en_source": TITLE_EN_SOURCES.get(entry.title_en_source, ""),
                "names": other_names(self.library, entry),
                "page": entry.page,
                "edition": entry.edition,
                "phases": list(entry.phases),
                "short_html": shown.short.filled(self.href),
                "html": shown.html(self.href, addressed=True),
                "see": [self.library.current_id(target) for target in entry.see],
                "backlinks": mentions(self.library, self.graph, entry),
                "concepts": [concept.id for concept in nearest_concepts(self.library, entry)],
                "status": entry.status,
                "changes": [_change(told) for told in changes_of(entry)],
                "outdated": outdated_note(entry, self.changes.get(entry.id)),
            }
        )

    def term(self, term: Term) -> dict[str, Any]:
        shown = self.rendering.term(term)
        return _filled(
            {
                "id": term.id,
                "title": term.title,
                "title_en": term.title_en,
                "title_en_source": TITLE_EN_SOURCES.get(term.title_en_source, ""),
                "names": other_names(self.library, term),
                "avoid": list(term.avoid),
                "short_html": shown.definition.filled(self.href),
                "html": shown.note.filled(self.href),
                "backlinks": mentions(self.library, self.graph, term),
                "concepts": [concept.id for concept in nearest_concepts(self.library, term)],
                "status": term.status,
                "outdated": outdated_note(term, None),
            }
        )

    def aliases(self) -> dict[str, list[str]]:
        """The terms that stand for an entry as the glossary lists them: title, English, definition without marks."""
        terms = self.library.system_terms(self.system.id)
        return {t.id: [t.title, t.title_en, plain(t.definition)] for t in terms if t.entry}


def _filled(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if value not in ("", [], None)}


def _change(told: Told) -> dict[str, Any]:
    return {**_filled(change_record(told.change)), "anchor": told.anchor, "said": told.kind, "when": told.when}


def list_record(library: Library, listing: Listing) -> dict[str, Any]:
    """A list as `{path, title, title_en, intro, jump, class, brief, groups: [[heading, [[id, note, indent] | id, …]], …]}`."""
    groups = [
        [heading, [[line.target, line.note, line.indent] if line.note or line.indent else line.target for line in lines]]
        for heading, lines in listing.groups
    ]
    record = {
        "path": listing.path,
        "title": listing.title,
        "title_en": listing.title_en,
        "intro": listing.intro,
        "jump": jump_bar(listing),
        "class": style_of(library, listing),
    }
    return _filled(record) | ({"brief": True} if listing.brief else {}) | {"groups": groups}
