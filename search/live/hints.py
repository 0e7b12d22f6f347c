"""The findings on what a served page shows, beside the sentences they quote. Only `nachschlag serve` shows them, no built site."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from nachschlag.generator.model.findings import Finding
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.places import english_path, is_in
from nachschlag.generator.model.unusable import Unusable
from nachschlag.generator.model.values import Entry
from nachschlag.generator.proofing.kept_findings import kept_findings
from nachschlag.generator.proofing.project import load_project
from nachschlag.generator.prose.plain import plain
from nachschlag.generator.reading.state import state_of

SCRIPT = Path(__file__).with_name("hints.js")
_QUOTED = re.compile("„([^„“]+)“")
#: Lines of heads and term bases with nothing that a page shows.
_UNSEEN = re.compile(r"\s*(?:reviewed|status|translated_from|order|kind|waivers):")


class Hints:
    """The findings of a project, renewed when a page asks after its files changed."""

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
            return hints_of(self._project, self._library, self._findings, address) if self._library else []


def hints_of(project: Path, library: Library, findings: Iterable[Finding], address: str) -> list[dict[str, Any]]:
    """The findings on the rule, term or concept at an address ("/t9a/angst/"), each with what a page needs to place it: the quoted
    words, the line of the file as shown, the rest of that line from the finding's place, and whether that is in the rule's text.
    """
    name = address.strip("/")
    thing = library.target(name)
    if thing is None:
        return []
    english = english_path(thing.location.path)
    return [
        {
            **told(finding),
            **_written(project, finding),
            "body": isinstance(thing, Entry) and finding.location.line >= thing.body_line,
        }
        for finding in findings
        if is_in(thing, finding.location) or finding.location.path == english
    ]


def told(finding: Finding) -> dict[str, str]:
    """A finding as a page shows it."""
    return {
        "code": finding.code,
        "severity": finding.severity.german,
        "place": f"{finding.location.path}:{finding.location.line}",
        "message": finding.message,
        "hint": finding.hint,
    }


def _written(project: Path, finding: Finding) -> dict[str, Any]:
    """The quoted words, the line at a finding's place, and its rest from there; in a table's row the words of the cell. Nothing of a
    line that pages do not show, since the finding's words may stand elsewhere on the page.
    """
    at = finding.location
    try:
        line = (project / at.path).read_text("utf-8", "replace").splitlines()[at.line - 1]
    except (OSError, IndexError):
        line = ""
    if _UNSEEN.match(line):
        return {"quotes": [], "line": "", "near": ""}
    begun = line[at.column - 1 :]
    if line.lstrip().startswith("|"):
        line, begun = line.replace("|", " "), begun.partition("|")[0]
    return {"quotes": _QUOTED.findall(finding.message), "line": plain(line), "near": plain(begun)}
