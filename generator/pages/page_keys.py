"""A digest of everything that decides the files about an entry, term or concept: while it is the same, they need not be made again.

A page shows its own text whole, and of others (children, targets, mentions, concepts and their entries) only their faces: what lists,
links and drawings show. So a changed text changes the pages of one entry, a changed title those of all that name it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, partial

from ..files.memo import Memo, digest
from ..history.previous import Change
from ..model.library import Library
from ..model.settings import Settings
from ..model.values import Concept, Entry, System, Term
from ..prose.soft_hyphens import SoftHyphens, soft_hyphens
from ..references.graph import Graph, page_id
from ..references.references import vocabulary_of

#: Fields of an entry that lists show or group by, besides whether it has a table.
_IN_LISTS = (
    *("id", "part", "kind", "title", "title_en", "number", "order", "parent", "page", "edition", "short", "phases", "aliases"),
    *("places", "card", "changes"),
)


class PageKeys:
    """Keys for the files made from a library with these settings, and these changes in the English of outdated entries.

    A `memo` may already hold marks of the library's values; `soft` are the library's soft hyphens, if known.

    >>> keys = PageKeys(library, graph, settings)
    >>> keys.of(library.entries["t9a/angst"])
    '4f53cda18c2baa0c…'
    """

    def __init__(
        self,
        library: Library,
        graph: Graph,
        settings: Settings,
        changes: Mapping[str, Change] | None = None,
        memo: Memo | None = None,
        soft: SoftHyphens | None = None,
    ) -> None:
        self._library, self._graph, self._changes = library, graph, changes or {}
        self._faces: dict[str, str] = {}
        self._page_of = cache(partial(page_id, library))
        self._mark = (memo or Memo()).mark_of
        self._of: dict[str, str] = {}
        self._soft = soft or soft_hyphens(library)
        self.site = digest(repr(settings), repr([*library.systems.values()]), repr(library.moves))

    def of(self, it: Entry | Term) -> str:
        """The key of an entry's or term's own files: its page, its records, the page for frames."""
        if it.id not in self._of:
            self._of[it.id] = self._key(it)
        return self._of[it.id]

    def _key(self, it: Entry | Term) -> str:
        texts = self._graph.texts.get(it.id, {}).values()
        found = [r for text in texts for r in text.references]
        seen = repr(
            [(r.reference.start, r.reference.end, r.reference.type, r.reference.parameter, r.target, r.candidates) for r in found]
        )
        targets = {self._page_of(target) for target in {r.target for r in found} if target}
        mentions = self._graph.backlinks.get(it.id, ())
        around = [*mentions, *sorted(targets), *self._related(it)]
        concepts = self._library.concepts_of(it.id)
        shown = [*map(self._mark, concepts), *(self.face(i) for concept in concepts for i in _of_concept(concept))]
        change = repr(self._changes.get(it.id))
        titles = (
            [it.title, *(beside.title for beside in self._library.neighbours(it.id) if beside)]
            if isinstance(it, Entry)
            else [it.title]
        )
        soft = self._soft.joints((*titles, *(text.text for text in texts)))
        return digest(self.site, self._mark(it), seen, change, soft, *self._named(it), *map(self.face, around), *shown)

    def of_concept(self, concept: Concept) -> str:
        """The key of a concept's page."""
        return digest(self.site, self._mark(concept), self._soft(concept.title), *map(self.face, _of_concept(concept)))

    def of_lists(self, system: System) -> str:
        """The key of a system's lists: overview, parts, names, phases, glossary, changes."""
        return self._lists[system.id]

    def of_names(self, system: System) -> str:
        """The key of the meanings of a system's names, with those of rows in tables, which its lists do not show."""
        return digest(self._lists[system.id], vocabulary_of(self._library, system.id).mark)

    @cached_property
    def of_all_lists(self) -> str:
        """The key of files that name everything."""
        return digest(*self._lists.values(), *map(self._mark, self._library.concepts.values()))

    def of_whole(self, system: System) -> str:
        """The key of files with all the texts of a system."""
        return digest(self._lists[system.id], *(self.of(it) for it in self._things(system.id)))

    @cached_property
    def _lists(self) -> dict[str, str]:
        return {id_: digest(self.site, *map(self._in_lists, self._things(id_))) for id_ in self._library.systems}

    def _things(self, system: str) -> list[Entry | Term]:
        return [*self._library.system_entries(system), *self._library.system_terms(system)]

    def _in_lists(self, it: Entry | Term) -> str:
        if isinstance(it, Term):
            return self._mark(it)
        return _in_lists(it)

    def face(self, target: str) -> str:
        """A digest of what others show of an entry, term or concept, also for an unknown id."""
        if target not in self._faces:
            self._faces[target] = digest(_face(self._library.target(target)))
        return self._faces[target]

    def _related(self, it: Entry | Term) -> Iterator[str]:
        if isinstance(it, Entry):
            yield from (child.id for child in self._library.children(it.id))
            yield from (it.parent, *it.see)
            yield from (beside.id if beside else "" for beside in self._library.neighbours(it.id))

    def _named(self, it: Entry | Term) -> Iterator[str]:
        """The terms that name an entry, and its drawings."""
        if isinstance(it, Entry):
            yield from map(self._mark, self._library.terms_of(it.id))
            if "bild" in it.text:
                folder = it.location.path.rpartition("/")[0] + "/"
                yield from (svg for path, svg in self._library.drawings.items() if path.startswith(folder))


def seen_elsewhere(entry: Entry) -> str:
    """The parts of an entry that files of others show, except those with all the texts of its system."""
    return f"{_in_lists(entry)}\n{_face(entry)}"


def _in_lists(entry: Entry) -> str:
    has_table = bool((entry.data or {}).get("rows")) or "|---" in entry.text.replace(" ", "")
    return repr(([getattr(entry, name) for name in _IN_LISTS], has_table))


def _of_concept(concept: Concept) -> Iterable[str]:
    return (target for ids in concept.entries.values() for target in ids)


def _face(it: Entry | Term | Concept | None) -> str:
    if isinstance(it, Entry):
        return repr((it.id, it.title, it.title_en, it.number, it.short, it.part, it.order, it.parent, it.page))
    if isinstance(it, Term):
        return repr((it.id, it.title, it.title_en, it.definition, it.entry))
    return repr(it and (it.id, it.title, it.title_en, it.description))
