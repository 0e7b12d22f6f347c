"""The findings on what a served page shows, beside the sentences they quote. Only `nachschlag serve` shows them, no built site."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from nachschlag.generator.model.findings import Finding
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.unusable import Unusable
from nachschlag.generator.proofing.kept import kept_findings
from nachschlag.generator.proofing.project import load_project
from nachschlag.generator.reading.state import state_of

SCRIPT = Path(__file__).with_name("hints.js")
_QUOTED = re.compile("„([^„“]+)“")


class Hints:
    """The findings of a project, made anew when a page asks after its files changed."""

    def __init__(self, project: Path, overlays: Sequence[Path] = ()) -> None:
        self._project, self._overlays = project, tuple(overlays)
        self._lock = threading.Lock()
        self._mark = ""
        self._library: Library | None = None
        self._findings: list[Finding] = []

    def of(self, address: str) -> list[dict[str, Any]]:
        """The findings on the page at an address; none while the project cannot be loaded."""
        with self._lock:
            mark = state_of(self._project, self._overlays).mark
            if mark != self._mark:
                try:
                    loaded = load_project(self._project, overlays=self._overlays)
                    kept = kept_findings(self._project, self._overlays)
                    self._library, self._findings = loaded.library, loaded.findings if kept is None else kept
                except Unusable:
                    return []
                self._mark = mark
            return hints_of(self._library, self._findings, address) if self._library else []


def hints_of(library: Library, findings: Iterable[Finding], address: str) -> list[dict[str, Any]]:
    """The findings on the rule or term at an address ("/t9a/angst/"), each with the words that it quotes."""
    name = address.strip("/")
    thing = library.entries.get(name) or library.terms.get(name)
    if thing is None:
        return []
    path, line = thing.location.path, 0 if name in library.entries else thing.location.line
    files = {path, f"{path.removesuffix('.md')}.en.md"}
    return [
        {
            "code": finding.code,
            "severity": finding.severity.german,
            "place": f"{finding.location.path}:{finding.location.line}",
            "message": finding.message,
            "hint": finding.hint,
            "quotes": _QUOTED.findall(finding.message),
        }
        for finding in findings
        if finding.location.path in files and line in (0, finding.location.line)
    ]
