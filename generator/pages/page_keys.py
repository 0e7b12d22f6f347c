"""A digest of everything that decides the files about an entry, term or concept: while it is the same, they need not be made again.

A page shows its own text whole, and of others (children, targets, mentions, concepts and their entries) only their faces: what lists,
links and drawings show. So a changed text changes the pages of one entry, a changed title those of all that name it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial

from ..files.memo import Memo, digest
from ..history.previous import Change
from ..model.library import Library
from ..model.settings import Settings
from ..model.values import Concept, Entry, System, Term
from ..prose.review import shown_titles
from ..prose.soft_hyphens import SoftHyphens, soft_hyphens
from ..references.graph import Graph, LinkedText, page_id
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
        self._records: dict[str, str] = {}
        self._soft = soft or soft_hyphens(library)
        self.site = digest(repr(settings), repr([*library.systems.values()]), repr(library.moves))

    def of(self, it: Entry | Term) -> str:
        """The key of an entry's or term's own files: its page, its records, the page for frames."""
        soft = self._soft.joints((*self._titles(it), *self._shown(it)))
        alike = (self.face(target) for concept in self._library.concepts_of(it.id) for target in _of_concept(concept))
        return digest(self._of_record(it), soft, *alike)

    def _of_record(self, it: Entry | Term) -> str:
        """The key of what a system's bundle has of an entry or term: all that its page shows but soft hyphens, and its concepts' other
        entries."""
        if it.id not in self._records:
            self._records[it.id] = self._record_key(it)
        return self._records[it.id]

    def _record_key(self, it: Entry | Term) -> str:
        found = [r for text in self._texts(it) for r in text.references]
        seen = repr(
            [(r.reference.start, r.reference.end, r.reference.type, r.reference.parameter, r.target, r.candidates) for r in found]
        )
        targets = {self._page_of(target) for target in {r.target for r in found} if target}
        mentions = self._graph.backlinks.get(it.id, ())
        around = [*mentions, *sorted(targets), *self._related(it)]
        concepts = map(self._mark, self._library.concepts_of(it.id))
        change = repr(self._changes.get(it.id))
        return digest(self.site, self._mark(it), seen, change, *self._named(it), *map(self.face, around), *concepts)

    def _texts(self, it: Entry | Term) -> Collection[LinkedText]:
        return self._graph.texts.get(it.id, {}).values()

    def _shown(self, it: Entry | Term) -> Iterator[str]:
        """Its texts, and what references by id show."""
        for text in self._texts(it):
            yield text.text
            yield from (r.reference.shown for r in text.references if r.reference.type == "id")

    def _titles(self, it: Entry | Term) -> list[str]:
        beside = self._library.neighbours(it.id) if isinstance(it, Entry) else ()
        return [it.title, *(one.title for one in beside if one)]

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

    def of_terms(self, system: System) -> str:
        """The key of the records of a system's terms, which have only the ids of their entries."""
        return digest(self.site, *map(self._progress, self._library.system_terms(system.id)))

    @cached_property
    def of_concepts(self) -> str:
        """The key of the concepts' records, which have only the ids of their entries."""
        return digest(self.site, *map(self._mark, self._library.concepts.values()))

    @cached_property
    def of_schemas(self) -> str:
        """The key of what describes the API, with the first id of each kind as an example."""
        library = self._library
        return digest(self.site, *(next(iter(ids), "") for ids in (library.entries, library.terms, library.concepts)))

    def of_whole(self, system: System) -> str:
        """The key of records with all the texts of a system."""
        return digest(self._lists[system.id], *map(self._of_record, self._things(system.id)))

    def of_progress(self, system: System) -> str:
        """The key of a system's page of progress."""
        return digest(self._lists[system.id], *map(self._progress, self._things(system.id)))

    def _progress(self, it: Entry | Term) -> str:
        """What decides how far a text is, and where it stands among those to be reviewed."""
        asked, links = self._library.queries.get(it.id), len(self._graph.backlinks.get(it.id, ()))
        titles = shown_titles(self._library, it) if it.reviewed else []
        return repr((self._mark(it), titles, links, len(asked.queries) if asked else 0, self._changes.get(it.id)))

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


def showing(library: Library, backlinks: Mapping[str, Iterable[str]], led: Iterable[str], entry: Entry) -> Iterator[str]:
    """The ids of all whose pages show the face of an entry that leads to the pages `led`."""
    yield from backlinks.get(entry.id, ())
    yield from led
    yield from (child.id for child in library.children(entry.id))
    yield from (beside.id for beside in library.neighbours(entry.id) if beside)
    yield from (target for concept in library.concepts_of(entry.id) for target in _of_concept(concept))


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
