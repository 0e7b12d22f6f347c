"""Make editions of a made-up book as Readings, and read one over another into a folder."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml
from nachschlag.generator.ingest.drafts import Draft, FoundPart, Reading, Source, Span
from nachschlag.generator.ingest.editions.rereading import Outcome, read_over
from nachschlag.generator.ingest.storing import alone, store
from nachschlag.generator.model.findings import Finding, Severity
from nachschlag.generator.model.library import Library
from nachschlag.generator.reading.load import load

DAY = datetime.date(2026, 5, 3)


def rule(title: str, text: str, number: str = "", part: str = "Gelände", **more: object) -> Draft:
    """A rule of an edition."""
    return replace(Draft(title, "numbered", number=number, part=part, text=text), **more)  # type: ignore[arg-type]


def term(title: str, text: str, **more: object) -> Draft:
    """A term of an edition."""
    return replace(Draft(title, "leads", term=True, text=text), **more)  # type: ignore[arg-type]


def other(draft: Draft, old: str, new: str) -> Draft:
    """The rule with one piece of its text replaced, which must exist."""
    assert old in draft.text
    return replace(draft, text=draft.text.replace(old, new))


def edition(drafts: Iterable[Draft], name: str = "moos.txt") -> Reading:
    """Make a book of these rules: title and text of each, in order."""
    at, text, placed = 0, "", []
    for draft in drafts:
        text += f"{draft.title}\n\n{draft.text}\n\n"
        placed.append(replace(draft, spans=(Span(at, len(text)),)))
        at = len(text)
    parts = dict.fromkeys(draft.part for draft in placed if draft.part)
    return Reading(Source(name, "text", text, sha256=name), "probe", tuple(placed), parts=tuple(map(FoundPart, parts)))


def read(out: Path, *drafts: Draft, system: str = "moos", book: str = "") -> Outcome:
    """Read an edition of these rules into a folder."""
    with alone(out):
        outcome = read_over(out, edition(drafts), system, DAY, book)
        store(out, system, outcome)
    return outcome


def loaded(out: Path) -> Library:
    """Load the folder, which must have no errors."""
    library, findings = load(out)
    assert errors(findings) == []
    return library


def errors(findings: Iterable[Finding]) -> list[str]:
    return [f"{one.code} {one.location.path}: {one.message}" for one in findings if one.severity is Severity.ERROR]


def entry_file(out: Path, slug: str) -> Path:
    """The file of an entry, in any part."""
    (path,) = out.glob(f"content/moos/*/{slug}.md")
    return path


def edit(path: Path, old: str, new: str) -> str:
    """Change a file as by hand; return its text."""
    text = path.read_bytes().decode("utf-8")
    assert old in text
    path.write_bytes(text.replace(old, new).encode("utf-8"))
    return text.replace(old, new)


def moved(out: Path) -> dict[str, str]:
    """The rows of moved.yaml: old id → new one."""
    path = out / "content/moos/moved.yaml"
    return {row["old"]: row["new"] for row in yaml.safe_load(path.read_text("utf-8"))} if path.exists() else {}


def give_back(record: Mapping[str, Any], text: str) -> str:
    """Join the pieces named in spans.json, taken from `text` (source.txt); the result equals it if nothing was lost."""
    pairs = sorted(pair for row in [*record["entries"], *record["remainder"]] for pair in row["spans"])
    return "".join(text[start:end] for start, end in pairs)
