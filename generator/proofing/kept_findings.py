"""The findings of an unchanged project, kept from the last check of everything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ..files.memo import Memo
from ..model.findings import Finding, finding_of, row_of
from ..reading.overlay import path_prefix
from ..reading.state import State, keeps, state_of

_KEY = "findings"


def kept_findings(
    project: Path, overlays: Sequence[Path] = (), state: State | None = None, mark: str = ""
) -> list[Finding] | None:
    """All findings of a project and its overlays, in order; None if content or program changed since they were kept. `state` is that of
    now, if it is known; `mark` that of another state instead."""
    rows = _memo(project, mark or (state or state_of(project, overlays)).mark).before(_KEY)
    return None if rows is None else [finding_of(row) for row in rows]


def keep_findings(project: Path, overlays: Sequence[Path], state: State, findings: Iterable[Finding]) -> None:
    """Keep all findings of a project that was read at this `state`. Keeps none if a file may have changed meanwhile."""
    if keeps(state, project, overlays):
        put_findings(project, state.mark, findings)


def put_findings(project: Path, mark: str, findings: Iterable[Finding]) -> None:
    """Keep all findings of a project at a state with this mark."""
    memo = _memo(project, mark)
    memo.value(_KEY, lambda: [row_of(finding) for finding in findings])
    memo.save()


def of_overlays(findings: Iterable[Finding], project: Path, overlays: Iterable[Path]) -> list[Finding]:
    """The findings in files of overlays."""
    prefixes = tuple(path_prefix(folder, project) for folder in overlays)
    return [finding for finding in findings if finding.location.path.startswith(prefixes)]


def _memo(project: Path, mark: str) -> Memo:
    return Memo(project / "build" / "findings", mark)
