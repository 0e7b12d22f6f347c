"""Findings (Befunde): what is wrong with content, where, and how to mend it.

findings.yaml is the only table of their codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from .values import Location


class Severity(StrEnum):
    """The severity of a finding. With an error nothing is published, and `check` ends with 1; with a warning, only with `--strict`;
    information never fails anything.
    """

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def german(self) -> str:
        return {"error": "Fehler", "warning": "Warnung", "info": "Hinweis"}[self.value]


@dataclass(frozen=True, slots=True)
class Code:
    """The meaning of a code, for the help page: title, why it matters, a wrong and a right example."""

    severity: Severity
    title: str
    why: str
    wrong: str
    right: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: code, place, a German sentence that quotes the text, and a hint on what to do."""

    code: str
    location: Location
    message: str
    hint: str = ""

    @property
    def severity(self) -> Severity:
        return catalogue()[self.code].severity

    @property
    def counts(self) -> bool:
        """Whether this fails a strict `check` and a strict build: errors and warnings do, hints never."""
        return self.severity != Severity.INFO

    @property
    def sort_key(self) -> tuple[Location, str, str]:
        return (self.location, self.code, self.message)


def fails(findings: Iterable[Finding], *, strict: bool) -> bool:
    """Whether findings fail a command: errors do, with `strict` warnings too."""
    return any(f.severity == Severity.ERROR or (strict and f.counts) for f in findings)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Sort findings by place and drop duplicates."""
    return sorted(set(findings), key=lambda f: f.sort_key)


def row_of(finding: Finding) -> list[Any]:
    """A finding as JSON can hold it."""
    at = finding.location
    return [finding.code, at.path, at.line, at.column, finding.message, finding.hint]


def finding_of(row: list[Any]) -> Finding:
    """The finding of such a row."""
    code, path, line, column, message, hint = row
    return Finding(code, Location(path, line, column), message, hint)


def nearest(name: str, known: Iterable[str], count: int = 3) -> list[str]:
    """Known names similar to `name`, best first."""
    import difflib

    by_fold = {k.casefold(): k for k in known}
    return [by_fold[f] for f in difflib.get_close_matches(name.casefold(), list(by_fold), n=count, cutoff=0.6)]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A German hint with the nearest known names, or with all of them if they are few; else ""."""
    names = list(known)
    close = nearest(name, names)
    if close:
        return "Meintest du " + " oder ".join(f"„{c}“" for c in close) + "?"
    return "Erlaubt: " + ", ".join(names) + "." if 0 < len(names) <= 24 else ""


@cache
def catalogue() -> Mapping[str, Code]:
    """All codes. Read when first needed, because most commands meet no finding."""
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # every scalar is text ("no" too)
    records = yaml.load((Path(__file__).parent / "findings.yaml").read_text("utf-8"), loader)
    return {code: Code(**{**record, "severity": Severity(record["severity"])}) for code, record in records.items()}
