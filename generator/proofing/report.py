"""Findings for people and for programs: text, JSON, SARIF, GitHub annotations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from ..files.json_text import to_json
from ..model.findings import Finding, Severity, catalogue

#: Up to this many hints of one code in one system are listed singly; more are summed up, because errors would drown in them.
MOST_HINTS = 5

#: A system's folder in a path, also in an overlay ("privat/content/buch"); otherwise the first two folders.
_SYSTEM = re.compile(r"(?:.*?\b(?:content|glossary)/[^/]*|[^/]*(?:/[^/]*)?)")


def as_text(findings: Sequence[Finding]) -> str:
    """One paragraph per finding: place, severity, code, message, hint; then a sum for each code with many hints; then the
    count."""
    many = {group: n for group, n in Counter(map(_group, findings)).items() if group[0] and n > MOST_HINTS}
    lines = []
    for f in findings:
        if _group(f) in many:
            continue
        lines.append(f"{f.location}: {f.severity.german} {f.code}: {f.message}")
        if f.hint:
            lines.append(f"    {f.hint}")
    for (code, folder), n in sorted(many.items()):
        lines.append(f"{folder}: {n} Hinweise {code}: {catalogue()[code].title}.")
    if many:
        lines.append("    Jeden einzelnen zeigt: nachschlag check --format json")
    return "\n".join([*lines, summary(findings)]) + "\n"


def _group(f: Finding) -> tuple[str, str]:
    """Code and system of a hint ("V005", "content/aos"); ("", "") for findings that are always listed singly."""
    return (f.code, _SYSTEM.match(f.location.path)[0]) if f.severity == Severity.INFO else ("", "")  # type: ignore[index]


def summary(findings: Sequence[Finding]) -> str:
    """The count in one German sentence."""
    if not findings:
        return "Keine Befunde."
    words = {
        Severity.ERROR: ("Fehler", "Fehler"),
        Severity.WARNING: ("Warnung", "Warnungen"),
        Severity.INFO: ("Hinweis", "Hinweise"),
    }
    counts = Counter(f.severity for f in findings)
    return ", ".join(f"{n} {words[s][n != 1]}" for s in Severity if (n := counts[s])) + "."


def as_json(findings: Sequence[Finding]) -> str:
    """`{"findings": [{code, severity, path, line, column, message, hint}]}`."""
    return to_json({"findings": [_record(f) for f in findings]})


def _record(f: Finding) -> dict[str, Any]:
    return {
        "code": f.code,
        "severity": f.severity.value,
        "path": f.location.path,
        "line": f.location.line,
        "column": f.location.column,
        "message": f.message,
        "hint": f.hint,
    }


def as_github(findings: Sequence[Finding]) -> str:
    """GitHub's workflow commands: an annotation at the place of each finding."""
    kinds = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
    return "".join(
        f"::{kinds[f.severity]} file={_property(f.location.path)},line={f.location.line},col={f.location.column},title={f.code}::"
        f"{_escape(f'{f.message} {f.hint}'.strip())}\n"
        for f in findings
    )


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")


def as_sarif(findings: Sequence[Finding]) -> str:
    """SARIF 2.1.0, as code review tools read it."""
    levels = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
    used = sorted({f.code for f in findings})
    rules = [
        {
            "id": code,
            "shortDescription": {"text": about.title},
            "fullDescription": {"text": about.why},
            "help": {"text": f"{about.why} Falsch: {about.wrong} Richtig: {about.right}"},
        }
        for code, about in ((code, catalogue()[code]) for code in used)
    ]
    results = [
        {
            "ruleId": f.code,
            "level": levels[f.severity],
            "message": {"text": f"{f.message} {f.hint}".strip()},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": quote(f.location.path)},
                        "region": {"startLine": f.location.line, "startColumn": f.location.column},
                    }
                }
            ],
        }
        for f in findings
    ]
    from importlib.metadata import version  # imported here, because only this format needs it

    driver = {"name": "nachschlag", "version": version("nachschlag"), "rules": rules}
    return to_json(
        {
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
        }
    )


#: Name of a format → function that writes findings in it.
FORMATS: Mapping[str, Callable[[Sequence[Finding]], str]] = {
    "text": as_text,
    "json": as_json,
    "sarif": as_sarif,
    "github": as_github,
}
