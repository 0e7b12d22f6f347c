"""The questions of an assistant: search, look up, resolve, link, compare. Each answer comes as Markdown and as JSON.

>>> assistant = Assistant(LiveIndex(index).get, LiveRules(project, site, index).get)
>>> assistant.compare("Deckung").markdown.splitlines()[0]
'# Deckung (Cover)'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from nachschlag.generator.model.findings import did_you_mean
from nachschlag.generator.model.library import Library, name_key
from nachschlag.generator.model.values import Concept, Entry, Term
from nachschlag.generator.pages.as_markdown import as_markdown
from nachschlag.generator.prose.address import page_url, page_urls
from nachschlag.generator.records.export import exported, linked_record
from nachschlag.generator.records.system import attribution
from nachschlag.generator.references.graph import Graph, link_library
from nachschlag.generator.references.link import link_until, read_for_links, system_of, with_links
from nachschlag.generator.references.look_up import Found, found_record, label, look_up, suggestions

from ..core.documents import KIND_NAMES
from ..core.results import Hit
from ..index.current import Rules
from ..index.index import Index

#: The longest text to link, in characters.
LONGEST_TEXT = 1_000_000


class NotPossible(Exception):
    """The question has no answer; `args[0]` says in German why, and suggests another question."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer in two forms: Markdown for readers, a record for programs."""

    markdown: str
    record: dict[str, Any]


class Assistant:
    """Answers questions, always from the newest rules."""

    def __init__(self, index: Callable[[], Index], rules: Callable[[], Rules]) -> None:
        self._index, self._rules = index, rules

    @property
    def library(self) -> Library:
        """The rules as they are now."""
        return self._rules().library

    # -- questions ------------------------------------------------------------------------------------------------------------

    def search(self, query: str, system: str | None = None, kind: str | None = None, limit: int = 10) -> Answer:
        """Find what fits a query, best first."""
        self._check_system(system)
        found = self._index().answer(query, system, kind, limit)
        head = f"Verstanden als „{found.corrected}“.\n\n" if found.corrected else ""
        if not found.hits:
            head = f"Nichts gefunden für „{query}“." + (" Am nächsten:\n\n" if found.nearest else "\n")
        head = "".join(f"{notice}\n\n" for notice in found.notices) + head
        record = found.to_json()
        for hit in (*record["hits"], *record["nearest"]):
            hit.update(self._origin(hit["id"], hit["url"]))
        listed = found.hits or found.nearest
        sources = dict.fromkeys(origin for hit in listed if (origin := self._attribution(hit.system)))
        end = f"\nQuelle: {'; '.join(sources)}\n" if sources else ""
        return Answer(head + "".join(map(self._hit, listed)) + end, record)

    def look_up(self, reference: str, system: str | None = None) -> Answer:
        """One whole rule or term, by id, number or name."""
        library = self.library
        target = self._one(library, reference, system)
        found = library.target(target)
        if found is None:  # a page of the book
            return self._page(library, target)
        origin = self._origin(target)
        origins = " · ".join(filter(None, (origin["attribution"], origin["address"] if self._rules().base else "")))
        end = f"\nQuelle: {origins}\n" if origins else ""
        graph = _graph(library) if isinstance(found, Entry) else None
        return Answer(as_markdown(library, target) + end, {**exported(library, found, graph), **origin})

    def resolve(self, text: str, system: str | None = None) -> Answer:
        """Resolve a citation or a name, and say why it points there."""
        library = self.library
        self._check_system(system)
        found = look_up(library, text, system)
        near = [] if found else suggestions(library, text, system)
        head = f"„{text}“ ist mehrdeutig:" if len(found) > 1 else "" if found else f"„{text}“ ist unbekannt. Am nächsten:"
        record = found_record(library, text, found, near)
        for one in (*record["candidates"], *record["near"]):
            one.update(self._origin(one["id"]))
        return Answer("\n".join([head, *_listed(library, found or near)]).strip() + "\n", record)

    def link(self, text: str, system: str | None = None, kind: str = "text") -> Answer:
        """Link every reference to a rule in a text, and list where they stand."""
        library, base = self.library, self._rules().base
        self._check_system(system)
        if len(text) > LONGEST_TEXT:
            raise NotPossible(f"Der Text ist zu lang: erlaubt sind {LONGEST_TEXT} Zeichen.")
        system = system or system_of(library, read_for_links(text, kind).bare.text)
        if system is None:
            known = ", ".join(library.systems)
            raise NotPossible(f"Welches Spiel gemeint ist, zeigt der Text nicht. Nenne es mit system: {known}.")
        found, until = link_until(library, text, system, kind=kind)
        linked = with_links(
            library,
            text,
            system,
            href=page_urls(library, base),
            kind=kind,
            form="html" if kind == "html" else "md",
            found=found,
        )
        references = [linked_record(one) for one in found]
        return Answer(linked, {"system": system, "references": references, "read_until": until, "text": linked})

    def compare(self, concept: str) -> Answer:
        """Compare one concept across systems: the entries that carry it, and the differences that matter."""
        library = self.library
        chosen = find_concept(library, concept)
        return Answer(compared(library, chosen), {**comparison_record(library, chosen), **self._origin(f"begriffe/{chosen.id}")})

    def read(self, target: str) -> str:
        """A rule, term or concept by its id, as Markdown. Raises NotPossible if there is none."""
        library = self.library
        found = library.target(target)
        if isinstance(found, Concept):
            return compared(library, found)
        if found is None:
            raise NotPossible(f"„{target}“ gibt es nicht. {did_you_mean(target, library.entries)}".strip())
        return as_markdown(library, found.id)

    # -- pieces ---------------------------------------------------------------------------------------------------------------

    def _check_system(self, system: str | None) -> None:
        known = self.library.systems
        if system is not None and system not in known:
            raise NotPossible(f"Das Spiel „{system}“ gibt es nicht. Möglich: {', '.join(known)}.")

    def _one(self, library: Library, reference: str, system: str | None) -> str:
        self._check_system(system)
        found = look_up(library, reference, system)
        if len(found) == 1:
            return found[0].target
        near = found or suggestions(library, reference, system)
        head = "ist mehrdeutig" if found else "ist unbekannt"
        listed = "\n".join(_listed(library, near))
        raise NotPossible(f"„{reference}“ {head}." + (f" Gemeint sein kann:\n{listed}" if near else ""))

    def _page(self, library: Library, target: str) -> Answer:
        system, _, number = target.split("/")
        entries = library.on_page(system, int(number))
        lines = [f"- {label(library, entry.id)}: {entry.short} [{entry.id}]" for entry in entries]
        record = {"id": target, "entries": [entry.id for entry in entries], **self._origin(target)}
        return Answer("\n".join([f"# {label(library, target)}", "", *lines]) + "\n", record)

    def _hit(self, hit: Hit) -> str:
        system = self.library.systems.get(hit.system)
        place = " · ".join(part for part in (system.short if system else "", hit.part, hit.number, KIND_NAMES[hit.kind]) if part)
        english = f" ({hit.title_en})" if hit.title_en else ""
        address = f"\n  {base}{hit.url}" if (base := self._rules().base) else ""
        return f"- **{hit.title}**{english} · {place} · `{hit.id}`\n  {hit.short}{address}\n"

    def _origin(self, target: str, url: str = "") -> dict[str, Any]:
        """The attribution of a rule: the owner of the text, its edition, and its address."""
        address = self._rules().base + url if url else self._address(target)
        return {"attribution": self._attribution(target.partition("/")[0]), "address": address}

    def _attribution(self, system: str) -> str | None:
        found = self.library.systems.get(system)
        return attribution(found) if found else None

    def _address(self, target: str) -> str:
        rules = self._rules()
        return rules.base + page_url(rules.library, target)


def _listed(library: Library, found: Iterable[Found]) -> list[str]:
    return [f"- `{hit.target}`: {label(library, hit.target)}; {hit.why}" for hit in found]


@lru_cache(maxsize=1)
def _graph(library: Library) -> Graph:
    return link_library(library)


# -- concepts -----------------------------------------------------------------------------------------------------------------


def find_concept(library: Library, name: str) -> Concept:
    """Find the concept of this name, or the one that a rule of this name carries. Raises NotPossible for none or several."""
    wanted = name_key(name.removeprefix("begriffe/"))
    for concept in library.concepts.values():
        if wanted in map(name_key, (concept.id, concept.title, concept.title_en, *concept.aliases)):
            return concept
    carried = {c.id: c for found in look_up(library, name) for c in library.concepts_of(found.target)}
    if len(carried) == 1:
        return next(iter(carried.values()))
    if carried:
        raise NotPossible(f"„{name}“ gehört zu mehreren Begriffen: {', '.join(c.title for c in carried.values())}.")
    titles = [concept.title for concept in library.concepts.values()]
    raise NotPossible(f"Keinen Begriff „{name}“ gibt es in allen Spielen. {did_you_mean(name, titles)}".strip())


def compared(library: Library, concept: Concept) -> str:
    """A concept across systems, as Markdown."""
    lines = [f"# {concept.title}" + (f" ({concept.title_en})" if concept.title_en else ""), "", concept.description, ""]
    for system in library.systems.values():
        if system.id in concept.entries or concept.notes.get(system.id):
            lines += [f"## {system.name}", "", *_carriers(library, concept.entries.get(system.id, ())), ""]
            lines += [concept.notes[system.id], ""] if concept.notes.get(system.id) else []
    if concept.differences:
        lines += ["## Unterschiede", "", *(f"- {difference}" for difference in concept.differences)]
    return "\n".join(lines).rstrip() + "\n"


def _carriers(library: Library, ids: Iterable[str]) -> list[str]:
    lines = [f"- **{label(library, target)}** · `{target}`\n  {short}" for target, short in _shorts(library, ids).items()]
    return lines or ["Das gibt es hier nicht."]


def _shorts(library: Library, ids: Iterable[str]) -> Mapping[str, str]:
    found = {target: library.target(target) for target in ids}
    return {
        target: one.short if isinstance(one, Entry) else one.definition
        for target, one in found.items()
        if isinstance(one, Entry | Term)
    }


def comparison_record(library: Library, concept: Concept) -> dict[str, Any]:
    """A concept's record, with the short rules of the entries that carry it."""
    carried = [target for ids in concept.entries.values() for target in ids]
    return {**exported(library, concept), "short_rules": dict(_shorts(library, carried))}
