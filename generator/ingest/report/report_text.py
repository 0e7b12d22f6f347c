"""The report on a book for the terminal: one line for each thing to check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...files.word_diff import as_text, word_diff
from .report import UNSURE

#: Lines shown of each list; the page and --json have all.
_MOST = 20


def report_lines(record: Mapping[str, Any]) -> Iterator[str]:
    """Lines from report.json: uncertain drafts, remainder, proposed repairs, and changes since the last edition."""
    unsure = [draft for draft in record["drafts"] if draft["certainty"] < UNSURE]
    unsure.sort(key=lambda draft: draft["certainty"])
    yield from _list(
        "Unsicher erkannt", [f"{_at(row)}{row['title']} ({row['found_as']}, {row['certainty']:.0%})" for row in unsure]
    )
    yield from _list("Nicht zugeordnet", [f"{_at(row)}{row['why']}: {_short(row['text'])}" for row in record["remainder"]])
    yield from _list(
        "Reparaturen", [f"{_at(row)}„{row['before']}“ → „{row['after']}“ ({row['why']})" for row in record["repairs"]]
    )
    yield from _list(
        "Geändert",
        [f"{row['id']}: {as_text(word_diff(row['before'], row['after'])).plain}" for row in record["edition"]["changed"]],
    )


def _list(name: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield f"\n{name}:"
    yield from (f"  {line}" for line in lines[:_MOST])
    if len(lines) > _MOST:
        yield f"  … und {len(lines) - _MOST} weitere (alle: report.html, --json)"


def _at(row: Mapping[str, Any]) -> str:
    page = "" if row["page"] is None else f", S. {row['page']}"
    return f"Zeile {row['line']}{page}: "


def _short(text: str) -> str:
    line = " ".join(text.split())
    return f"„{line[:60]}{' …' if len(line) > 60 else ''}“"
