"""One build from content to site, step by step, so that the command, MkDocs' hook and the server do the same."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path

from .checks import run_checks
from .files import Output
from .findings import Finding, in_order
from .graph import Graph, link_library
from .library import Library
from .load import load
from .previews import write_previews
from .published import expected_ids
from .settings import Settings, read_settings
from .site import Navigation, navigation
from .translation.kept import keep_english
from .translation.previous import english_changes
from .write_pages import write_pages

#: What another package adds to a build: gets the library, the output folder of pages, and the build folder.
BuildStep = Callable[[Library, Output, Path], None]

STEPS_GROUP = "nachschlag.build_steps"


@dataclass(slots=True)
class Loaded:
    """A project's content, loaded, resolved and checked."""

    project: Path
    settings: Settings
    library: Library
    graph: Graph
    findings: list[Finding]

    @property
    def vanished(self) -> list[Finding]:
        """Published ids that are gone (K010): no finished build, by command or by plain MkDocs, may break other people's links."""
        return [finding for finding in self.findings if finding.code == "K010"]


@dataclass(slots=True)
class Timings:
    """Seconds per step of a build, in order."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - start


def load_project(project: Path, only: str | None = None, timings: Timings | None = None) -> Loaded:
    """Load, resolve and check a project (or one game of it)."""
    timings = timings or Timings()
    settings = read_settings(project)
    with timings.step("laden"):
        library, findings = load(project, only)
    with timings.step("auflösen"):
        graph = link_library(library)
    with timings.step("prüfen"):
        findings = in_order([*findings, *run_checks(library, graph, expected_ids(project, library))])
    return Loaded(project, settings, library, graph, findings)


def build_steps() -> list[tuple[str, BuildStep]]:
    """The steps that installed packages add (the search indexes), by name."""
    return [(point.name, point.load()) for point in sorted(entry_points(group=STEPS_GROUP), key=lambda p: p.name)]


def generate(
    loaded: Loaded, *, timings: Timings | None = None, tick: Callable[[], None] = lambda: None
) -> tuple[Output, Navigation]:
    """Write every page file and both search indexes below `build`; returns the folder of pages and the navigation."""
    timings = timings or Timings()
    build = loaded.project / "build"
    output = Output(build / "pages")
    with timings.step("seiten"):
        changes = english_changes(loaded.project, loaded.library.entries.values(), loaded.library.moves)
        write_pages(loaded.library, loaded.graph, loaded.settings, output, tick, changes)
        keep_english(loaded.project, loaded.library.entries.values())
    if loaded.settings.has_previews:
        with timings.step("vorschaubilder"):
            write_previews(loaded.library, loaded.settings.site_name, output, build)
    for name, step in build_steps():
        with timings.step(name):
            step(loaded.library, output, build)
    output.finish()
    return output, navigation(loaded.library)


def page_count(library: Library) -> int:
    """About how many pages a build writes, for a progress bar."""
    terms = sum(not term.entry for term in library.terms.values())
    return 10 + 20 * len(library.systems) + len(library.entries) + terms + len(library.concepts)
