"""Findings that only follow from a broken file: the rule is there, and its file has a finding of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from ..model.findings import Finding, Severity
from ..model.library import Library

#: The codes that say of an entry that it is missing.
_MISSING = ("K003", "K004", "K011", "K013", "K018", "K021", "V001")
_QUOTED = re.compile(r"„(?:\[\[)?([^„“|#\]]+)")


def without_consequences(found: Iterable[Finding], read: Iterable[Finding], library: Library) -> list[Finding]:
    """The findings without those that miss an entry only because its file could not be `read`."""
    broken = {name for one in read if one.severity is Severity.ERROR and (name := _entry_of(one)) and name not in library.entries}
    if not broken:
        return list(found)
    names = broken | {name.partition("/")[2] for name in broken}
    return [one for one in found if one.code not in _MISSING or not names & set(_QUOTED.findall(one.message))]


def _entry_of(finding: Finding) -> str:
    """The id of the entry whose file has a finding: "content/t9a/sonderregeln/angst.md" → "t9a/angst"; "" for other files."""
    path = PurePosixPath(finding.location.path)
    return f"{path.parts[-3]}/{path.stem}" if path.suffix == ".md" and len(path.parts) > 2 else ""
