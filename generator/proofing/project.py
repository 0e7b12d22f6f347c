"""A project as commands use it: loaded at once, resolved and checked on first demand."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from ..files.memo import Memo
from ..model.findings import Finding, in_order
from ..model.library import Library
from ..model.settings import Settings, read_settings
from ..reading.load import load
from ..reading.memory import Memory
from ..reading.overlay import private_overlays, without_private_overlays
from ..reading.published import expected_ids
from ..reading.state import State, program_mark, state_of
from ..references.graph import Graph, link_library
from .checks import run_checks
from .consequences import without_consequences
from .kept_findings import keep_findings, of_overlays
from .overlay_english import overlay_findings
from .report import as_text, summary


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


@dataclass
class Loaded:
    """A project's content: loaded at once, resolved and checked on first demand (each takes seconds)."""

    project: Path
    settings: Settings
    library: Library
    read_findings: list[Finding]
    timings: Timings = field(default_factory=Timings)
    overlays: tuple[Path, ...] = ()
    left_out: frozenset[str] = frozenset()
    only: str | None = None
    """The only system requested."""
    state: State | None = None
    """That of the whole project when reading it began; None if this is not the whole."""
    is_as_read: bool = False
    """Whether it is known to be in this state still after all that was read."""
    memo: Memo | None = None
    """What was found in texts before."""
    public: Loaded | None = None
    """The project without its overlays, if systems remain; its own findings concern this state."""

    @cached_property
    def graph(self) -> Graph:
        """All texts with their resolved references."""
        with self.timings.step("auflösen"):
            return link_library(self.library, self.memo)

    @cached_property
    def findings(self) -> list[Finding]:
        """The findings of reading, resolving and checking, in order."""
        graph = self.graph
        with self.timings.step("prüfen"):
            found = run_checks(self.library, graph, expected_ids(self.project, self.library), self.memo)
            found = without_consequences(found, self.read_findings, self.library)
        if self.public is None:
            findings = [*self.read_findings, *found]
        else:
            # A private system may neither add to the project's own findings nor hide one: [[buch/regel]] leads nowhere without the
            # overlay.
            beside = overlay_findings(self.library)
            findings = [*self.public.findings, *self.of_overlays([*self.read_findings, *found, *beside])]
        findings = in_order(findings)
        if self.memo and self.state:
            self.memo.save()
            self.memo.forget()
            keep_findings(self.project, self.overlays, self.state, findings)
        return findings

    def as_text(self, findings: Iterable[Finding]) -> str:
        """Findings as a build prints them, "" for none. Only counts those in overlays, because a book read by machine has
        hundreds."""
        findings = list(findings)
        private = self.of_overlays(findings)
        own = in_order(set(findings) - set(private))
        counted = f"In privaten Spielen: {summary(private)} Mehr dazu: nachschlag check\n" if private else ""
        return (as_text(own) if own else "") + counted

    def of_overlays(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings in files of overlays."""
        return of_overlays(findings, self.project, self.overlays)

    def for_others(self) -> Loaded:
        """The publishable content: everything but the private systems of overlays (`left_out`). Returns itself if there are
        none."""
        private = private_overlays(self.library)
        if not private:
            return self
        of_overlays = self.of_overlays(self.read_findings)
        rest = [finding for finding in self.read_findings if finding not in of_overlays]
        left_out = frozenset(system.id for system in private)
        return Loaded(
            self.project,
            self.settings,
            without_private_overlays(self.library),
            rest,
            self.timings,
            left_out=left_out,
            only=self.only,
        )

    def let_go(self) -> None:
        """Drop what only pages and findings need, once these are made: the resolved references, what was found in texts."""
        if "findings" in self.__dict__:
            self.__dict__.pop("graph", None)
            self.memo = None

    @property
    def vanished(self) -> list[Finding]:
        """Published ids that vanished (K010): no finished build, by command or by plain MkDocs, may break other sites' links."""
        return [finding for finding in self.findings if finding.code == "K010"]


def load_project(
    project: Path, only: str | None = None, timings: Timings | None = None, overlays: tuple[Path, ...] = ()
) -> Loaded:
    """Load a project (or one system of it), with the private systems of its `overlays` (see `overlay.overlay_folders`)."""
    timings = timings or Timings()
    settings = read_settings(project)
    memo = Memo(project / "build" / "memo", program_mark())
    memory = Memory(memo=memo)
    state = state_of(project, overlays) if only is None else None
    with timings.step("laden"):
        library, findings = load(project, only, memory, overlays)
        own, own_findings = load(project, only, memory) if overlays else (library, findings)
    public = Loaded(project, settings, own, own_findings, timings, only=only, memo=memo) if overlays and own.systems else None
    return Loaded(project, settings, library, findings, timings, overlays, only=only, state=state, memo=memo, public=public)
