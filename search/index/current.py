"""The index and the rules of a running program, each replaced as soon as a newer one is built."""

from __future__ import annotations

import json
import logging
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nachschlag.generator import load
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.settings import read_settings
from nachschlag.generator.model.unusable import NothingLoaded, WouldPublish
from nachschlag.generator.reading.memory import Memory
from nachschlag.generator.reading.overlay import private_systems
from nachschlag.generator.references.references import vocabulary_of
from nachschlag.generator.site.finish import MARKER

from . import generations
from .generations import IndexUnusable
from .index import Index, open_index

_log = logging.getLogger("nachschlag")


class LiveIndex:
    """The current index: opened at the first query, and again once another generation has been swapped in."""

    def __init__(self, path: Path, engine: str = "") -> None:
        self.path, self._engine = path, engine
        self._lock = threading.Lock()
        self._index: Index | None = None

    def get(self) -> Index:
        """Return the open index. Raises IndexUnusable if there is none; a broken successor leaves the old one in service."""
        with self._lock:
            if self._index is None or not self._index.is_current:
                self._index = self._reopened()
            return self._index

    @property
    def generation(self) -> str:
        """The name of the generation in service, or of the one the next query opens; "" if there is none."""
        opened = self._index
        current = opened.generation if opened else generations.current(self.path)
        return current.name if current and current.is_dir() else ""

    def _reopened(self) -> Index:
        # Do not close the previous one: another thread may be searching it. It is freed with its last reader.
        try:
            return open_index(self.path, self._engine)
        except IndexUnusable:
            if self._index is None:
                raise
            return self._index


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules at one moment, and the base address of a target's page ("" for addresses within the site)."""

    library: Library
    base: str


class LiveRules:
    """The project's rules as of its last build, for resolving and linking.

    After a build they are reloaded while running calls keep the old ones. A build that left nothing usable changes nothing.
    """

    def __init__(self, project: Path, site: Path, index: Path, *, private: bool = True, overlays: tuple[Path, ...] = ()) -> None:
        self.project = project
        self._overlays = overlays
        self._built = site, index
        self._private = private
        self._lock = threading.Lock()
        self._rules: Rules | None = None
        self._stamp: tuple[object, ...] = ()
        self._memory = Memory()

    def get(self) -> Rules:
        """Return the rules in service. The first call loads them; raises Unusable if that fails."""
        with self._lock:
            stamp = build_stamp(*self._built)
            if self._rules is None:
                self._rules = self._loaded()
                self._stamp = stamp
            elif stamp != self._stamp and None not in stamp:  # each build removes the site for a moment
                self._stamp = stamp
                threading.Thread(target=self._replace, name="nachschlag-laden", daemon=True).start()
            return self._rules

    @property
    def ready(self) -> bool:
        """Whether they are loaded."""
        return self._rules is not None

    def _replace(self) -> None:
        try:
            fresh = self._loaded()
        except Exception as problem:  # noqa: BLE001 (a half-written project can raise anything: keep the old rules)
            _log.warning("Regeln nicht neu geladen: %s", problem)
            return
        with self._lock:
            self._rules = fresh

    def _loaded(self) -> Rules:
        settings = read_settings(self.project)
        library, findings = load(self.project, memory=self._memory, overlays=self._overlays)
        if not library.systems:
            raise NothingLoaded(findings)
        refuse_private(library, self._private)
        for system in library.systems:
            vocabulary_of(library, system)  # spare the first call the wait
        return Rules(library, settings.site_url.rstrip("/") or _built_for(self._built[0]))


def _built_for(site: Path) -> str:
    """The address for which a site was built, without its last slash; "" if it was built for none."""
    return str(_systems_of(site).get("site", ""))


def _systems_of(site: Path) -> dict[str, Any]:
    """The list of a built site's systems, as the API publishes it; {} if there is none."""
    file = site / "api" / "v1" / "systems.json"
    return dict(json.loads(file.read_text("utf-8"))) if file.is_file() else {}


def refuse_private(library: Library, allowed: bool) -> None:
    """Raise Unusable if a private system would be served without being `allowed`."""
    private = ", ".join(system.id for system in private_systems(library))
    if private and not allowed:
        raise WouldPublish(f"Private Spiele gehören in keinen öffentlichen Dienst: {private}. Trotzdem: --private")


def refuse_more(site: Path, searched: set[str], library: Library) -> None:
    """Raise Unusable if site or index contain systems that the served library lacks: those of an overlay."""
    built = {system["id"] for system in _systems_of(site).get("systems", ())}
    if more := sorted((built | searched) - set(library.systems)):
        raise WouldPublish(
            f"Die gebaute Seite enthält private Spiele: {', '.join(more)}. Baue sie ohne: nachschlag build --publish. Trotzdem: --private"
        )


def build_stamp(site: Path, index: Path) -> tuple[object, ...]:
    """A value that differs after every build, which rewrites the site's marker, and the index's pointer if words changed; None for
    a missing one, as the site is for a moment during each build.
    """
    return tuple(_age(path) for path in (site / MARKER, index / generations.POINTER))


def _age(path: Path) -> tuple[int, int] | None:
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_mtime_ns, about.st_ino
