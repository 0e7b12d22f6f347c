"""A project's folder → library and findings. Omits only broken files."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from ..model.findings import Finding, did_you_mean, in_order
from ..model.library import Library
from ..model.places import english_path, german_path, is_english_path
from ..model.slug import SLUG, slugify
from ..model.values import (
    RESERVED_SLUGS,
    RESERVED_SYSTEMS,
    Concept,
    EnglishBeside,
    Entry,
    Location,
    Move,
    Part,
    PlayerQueries,
    System,
    Term,
)
from ..prose.drawings import UnusableDrawing, clean_drawing
from .archive import ArchiveSource
from .made_tables import with_made_tables
from .memory import Memory
from .overlay import path_prefix
from .parse import parse_entry, parse_system, with_edition
from .parse_fields import clean
from .parse_lists import parse_concepts, parse_glossary, parse_moves, parse_queries
from .source import Source, SourceFile


def load(
    root: Path | str, only: str | None = None, memory: Memory | None = None, overlays: Sequence[Path] = ()
) -> tuple[Library, list[Finding]]:
    """Load the project at `root` (the folder with `content` and `glossary`, or a bundle, the zip from `nachschlag export --format
    bundle`). Returns the library and the findings, sorted by place. Raises BadArchive for a zip that is not an intact bundle.

    `only` limits loading to one system. These findings concern files and fields; `nachschlag.generator.proofing.checks` checks the
    whole. Pass a `memory` when loading repeatedly, to parse only changed files. Loads private systems only from the given
    `overlays` (see `overlay.overlay_folders`).

    >>> library, findings = load(".")
    """
    path = Path(root)
    own = ArchiveSource(path) if path.suffix == ".zip" and path.is_file() else Source(path)
    loader = _Loader([own, *(Source(folder, path_prefix(folder, path)) for folder in overlays)], memory or Memory())
    loader.load(only)
    entries, unmade = with_made_tables(loader.entries, loader.systems)
    library = Library(
        named_parts(loader.systems, entries.values()),
        entries.values(),
        loader.terms,
        loader.concepts,
        loader.moves,
        loader.drawings,
        loader.drawing_problems,
        loader.queries,
    )
    return library, in_order([*loader.findings, *unmade, *(finding for source in loader.sources for finding in source.findings)])


def named_parts(systems: Iterable[System], entries: Iterable[Entry]) -> list[System]:
    """The systems with the names of parts whose titles only count them: the title of the entry that opens the part, whose number has
    the series word of the part's title ("Kapitel 9" in "Kapitel Neun").
    """
    opening: dict[tuple[str, str, str], Entry] = {}
    for entry in sorted(entries, key=lambda e: e.order, reverse=True):
        if entry.number and entry.number.word:
            opening[entry.system, entry.part, entry.number.word] = entry

    def named(system: System, part: Part) -> Part:
        entry = opening.get((system.id, part.id, part.title.split(" ")[0]))
        return replace(part, name=entry.title, name_en=entry.title_en) if entry else part

    return [replace(system, parts=tuple(named(system, part) for part in system.parts)) for system in systems]


def load_entry(root: Path, system: System, part: str, slug: str) -> tuple[Entry | None, list[Finding]]:
    """One entry of a loaded system as `load` reads it, before tables are made in it, with the findings on its files."""
    loader = _Loader([Source(root)], Memory())
    loader._entry(system, part, slug, f"content/{system.id}/{part}/{slug}.md")
    return loader.entries.get(f"{system.id}/{slug}"), [*loader.findings, *loader.source.findings]


Value = TypeVar("Value")


class _Loader:
    """Collects the content of the project and its overlays; `source` is the one being read, `prefix` the start of its paths.
    `entries` is keyed by id, so that a second file with an id is a finding."""

    def __init__(self, sources: Sequence[Source], memory: Memory) -> None:
        self.sources = sources
        self.source = sources[0]
        self.memory = memory
        self.findings: list[Finding] = []
        self.systems: list[System] = []
        self.entries: dict[str, Entry] = {}
        self.terms: list[Term] = []
        self.concepts: list[Concept] = []
        self.moves: list[Move] = []
        self.queries: list[PlayerQueries] = []
        self.drawings: dict[str, str] = {}
        self.drawing_problems: dict[str, str] = {}

    @property
    def prefix(self) -> str:
        return self.source.prefix

    def load(self, only: str | None) -> None:
        self.memory.broken.clear()
        for source in self.sources:
            self.source = source
            self._systems(only)
        if not self.systems and not self.findings and not any(source.findings for source in self.sources):
            message = f"Unter „content“ liegt kein Spielsystem{f' „{only}“' if only else ''}."
            known = [folder for source in self.sources for folder in source.folders(f"{source.prefix}content")]
            near = did_you_mean(only, known) if only else ""
            self._find("D005", "content", message, near or "Lege content/<spiel>/system.yaml an.")
        for source in self.sources:
            self.source = source
            self._glossaries(only)

    def _systems(self, only: str | None) -> None:
        for folder in self.source.folders(f"{self.prefix}content"):
            if only in (None, folder):
                self._system(folder)
        for name in self.source.files(f"{self.prefix}content") if only is None else ():
            if name != "README.md":
                self._stray(f"{self.prefix}content/{name}")

    def _glossaries(self, only: str | None) -> None:
        known = {system.id for system in self.systems if system.overlay == self.prefix}
        for name in self.source.files(f"{self.prefix}glossary"):
            self._glossary(name, only, known)
        for folder in self.source.folders(f"{self.prefix}glossary"):
            for name in self.source.files(f"{self.prefix}glossary/{folder}"):
                self._queries(folder, name, only, known)

    def _find(self, code: str, path: str, message: str, hint: str) -> None:
        self.findings.append(Finding(code, Location(path), message, hint))

    def _parsed(self, parse: Callable[..., tuple[Value, list[Finding]]], path: str, *arguments: Hashable) -> Value | None:
        """A file's parsed content; None if it cannot be read."""
        result = self.memory.parsed(parse, self.source.read(path), path, *arguments)
        if result is None:
            return None
        self.findings += result[1]
        return result[0]

    def _bad_name(self, name: str, path: str) -> bool:
        if SLUG.fullmatch(name):
            return False
        hint = f"Erlaubt sind kleine Buchstaben ohne Umlaute, Ziffern und Bindestriche, etwa „{slugify(name) or 'neue-regel'}“."
        self._find("D003", path, f"„{name}“ taugt nicht als Kennung.", hint)
        return True

    def _reserved(self, name: str, reserved: frozenset[str], path: str) -> bool:
        if name not in reserved:
            return False
        self._find("K009", path, f"Die Kennung „{name}“ braucht die Seite selbst.", f"Benenne um, etwa in „{name}-regel“.")
        return True

    def _taken(self, folder: str, base: str) -> bool:
        other = next((system for system in self.systems if system.id == folder), None)
        if other is None:
            return False
        message = f"Das Spiel „{folder}“ gibt es schon ({other.location.path}); dieses bleibt weg."
        hint = (
            f"Gib ihm eine eigene Kennung, etwa „{folder}-privat“: Benenne {base} und {self.prefix}glossary/{folder}.yaml um, "
            "und ändere id: in system.yaml."
        )
        self._find("K019", f"{base}/system.yaml", message, hint)
        return True

    def _beside(self, folder: str, base: str) -> bool:
        """Add an overlay's English texts to the entries of a loaded system; returns False if the overlay has a system of its own."""
        known = any(system.id == folder for system in self.systems)
        if not known or not self.prefix or self.source.exists(f"{base}/system.yaml"):
            return False
        for name in self.source.files(base):
            self._stray(f"{base}/{name}")
        for part in self.source.folders(base):
            for name in self.source.files(f"{base}/{part}"):
                path, id_ = f"{base}/{part}/{name}", f"{folder}/{german_path(name).removesuffix('.md')}"
                entry = self.entries.get(id_)
                if not is_english_path(name) or entry is None or entry.part != part:
                    hint = "Neben ein Spiel des Projekts gehört in einen privaten Ordner nur <teil>/<name>.en.md, wie der Eintrag heißt."
                    self._find("D004", path, f"„{path}“ wird nicht geladen.", hint)
                elif file := self.source.read(path):
                    self.entries[id_] = replace(entry, beside=EnglishBeside(path, clean(file.text)))
        return True

    def _system(self, folder: str) -> None:
        base = f"{self.prefix}content/{folder}"
        if self._bad_name(folder, base) or self._reserved(folder, RESERVED_SYSTEMS, base) or self._beside(folder, base):
            return
        if self._taken(folder, base):
            return
        if not self.source.exists(f"{base}/system.yaml"):
            self._find("D005", base, f"Im Ordner „{base}“ fehlt system.yaml.", "Lege sie an; eine vorhandene taugt als Vorlage.")
            return
        system = self._parsed(parse_system, f"{base}/system.yaml", folder)
        for name in self.source.files(base):
            if name == "moved.yaml":
                self.moves += self._parsed(parse_moves, f"{base}/{name}", folder) or []
            elif name == "mark.svg":
                system = replace(system, mark=self._mark(f"{base}/{name}")) if system else None
            elif name == "published.txt":
                self.source.read(f"{base}/{name}")  # only to report an unreadable list, which `published` takes as empty
            elif name != "system.yaml":
                self._stray(f"{base}/{name}")
        if system:
            system = replace(system, overlay=self.prefix)
            self.systems.append(system)
            for part in self.source.folders(base):
                self._part(system, part)

    def _mark(self, path: str) -> str:
        """A system's mark; "" with a finding if no page can embed it."""
        svg, problem = self._parsed(_cleaned, path) or ("", "")
        if problem:
            hint = 'Lege eine eigene SVG-Datei an, 24 x 24, ohne Farben: fill="currentColor".'
            self._find("T007", path, f"Das Zeichen des Spiels ist nicht brauchbar: {problem}.", hint)
        return svg

    def _stray(self, path: str) -> None:
        self._find("D004", path, f"„{path}“ wird nicht geladen.", "Einträge liegen unter content/<spiel>/<teil>/<name>.md.")

    def _part(self, system: System, part: str) -> None:
        base = f"{self.prefix}content/{system.id}/{part}"
        if system.part(part) is None:
            hint = did_you_mean(part, [p.id for p in system.parts]) or f"Ergänze den Teil in {system.location.path}."
            self._find("F012", base, f"„{part}“ ist kein Teil von {system.short}.", hint)
            return
        for name in self.source.files(base):
            if is_english_path(name):
                if not self.source.exists(f"{base}/{german_path(name)}"):
                    self._stray(f"{base}/{name}")
            elif name.endswith(".md"):
                self._entry(system, part, name.removesuffix(".md"), f"{base}/{name}")
            elif name.endswith(".svg"):
                self._drawing(f"{base}/{name}")
            else:
                self._stray(f"{base}/{name}")
        for folder in self.source.folders(base):
            self._stray(f"{base}/{folder}")

    def _drawing(self, path: str) -> None:
        svg, problem = self._parsed(_cleaned, path) or ("", "")
        if problem:
            self.drawing_problems[path] = problem
        elif svg:
            self.drawings[path] = svg

    def _entry(self, system: System, part: str, slug: str, path: str) -> None:
        if self._bad_name(slug, path) or self._reserved(slug, RESERVED_SLUGS, path):
            return
        english = english_path(path)
        english_file = self.source.read(english) if self.source.exists(english) else None
        entry = self._parsed(parse_entry, path, system.id, part, slug, english_file.text if english_file else "", system.data)
        if entry is None:
            return
        if other := self.entries.get(entry.id):
            hint = f"Stelle beiden den Teil oder den übergeordneten Eintrag voran, etwa „{part}-{slug}.md“."
            self._find("K001", path, f"Die Kennung „{entry.id}“ gibt es schon: {other.location.path}.", hint)
            return
        self.entries[entry.id] = with_edition(entry, system.edition)

    def _glossary(self, name: str, only: str | None, known: set[str]) -> None:
        path = f"{self.prefix}glossary/{name}"
        system = name.removesuffix(".yaml")
        if name == "concepts.yaml" and not self.prefix:
            self.concepts += self._parsed(parse_concepts, path) or []
        elif name.endswith(".yaml") and system in known:
            self._add_terms(self._parsed(parse_glossary, path, system) or [])
        elif only is None and name != "README.md":
            self._find(
                "D004",
                path,
                f"„{path}“ wird nicht geladen.",
                "Begriffe liegen in glossary/<spiel>.yaml, Konzepte in glossary/concepts.yaml des Projekts.",
            )

    def _queries(self, folder: str, name: str, only: str | None, known: set[str]) -> None:
        path = f"{self.prefix}glossary/{folder}/{name}"
        system = name.removesuffix(".yaml")
        if folder == "queries" and name.endswith(".yaml") and system in known:
            self.queries += self._parsed(parse_queries, path, system) or []
        elif only is None:
            self._find("D004", path, f"„{path}“ wird nicht geladen.", "Suchanfragen liegen in glossary/queries/<spiel>.yaml.")

    def _add_terms(self, terms: list[Term]) -> None:
        seen: dict[str, Term] = {}
        for term in terms:
            if other := seen.get(term.id):
                message = f"Den Begriff „{term.title}“ gibt es schon (Zeile {other.location.line})."
                self.findings.append(Finding("K012", term.location, message, "Führe beide zusammen."))
            else:
                seen[term.id] = term
        self.terms += seen.values()


def _cleaned(file: SourceFile) -> tuple[tuple[str, str], list[Finding]]:
    """A drawing cleaned for a page, or the reason why no page may embed it."""
    try:
        return (clean_drawing(file.text), ""), []
    except UnusableDrawing as problem:
        return ("", str(problem)), []
