"""The judged queries: `queries/<system>.yaml` for work on the search, `unseen/<system>.yaml` for measuring only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

HERE = Path(__file__).parent
FOLDERS = {"dev": "queries", "test": "unseen"}

#: The classes of queries, in the order of the report.
CLASSES = (
    "exact-de",
    "exact-en",
    "inflected",
    "compound-part",
    "umlaut-ascii",
    "typo",
    "number",
    "parametrised",
    "abbreviation",
    "synonym",
    "question",
    "multi-term",
    "prefix",
    "cross-system",
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A query, and the ids that are right as first hit. `system` is the system searched, None for all; `half` is dev or test."""

    query: str
    kind: str
    file: str
    system: str | None
    wants: tuple[str, ...]
    half: str


def queries(half: str | None = None) -> Iterator[Judged]:
    """All judged queries, or those of one half ("dev", "test"), by system, in the order of the files."""
    for name, folder in FOLDERS.items():
        for path in sorted((HERE / folder).glob("*.yaml")) if half in (None, name) else ():
            for row in yaml.safe_load(path.read_text(encoding="utf-8")):
                system = None if row.get("system") == "any" else path.stem
                yield Judged(str(row["query"]), row["class"], path.stem, system, tuple(row["wants"]), name)
