"""The judged queries: `queries/`, `manners/dev/` and `beginners/dev/` for work on the search; `unseen/`, `manners/test/`, `questions/` and
`beginners/` for measuring only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

HERE = Path(__file__).parent
FOLDERS = {
    "dev": "queries",
    "test": "unseen",
    "manners-dev": "manners/dev",
    "manners-test": "manners/test",
    "questions": "questions",
    "beginners": "beginners",
    "beginners-dev": "beginners/dev",
}

#: The halves for work on the search: only their failures are listed.
OPEN = frozenset({"dev", "manners-dev", "beginners-dev"})

#: How people ask: a beginner's sentence, a tournament player's shorthand, the words of one who reads the English rules.
MANNERS = ("sentence", "shorthand", "english")

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
    """A query, and the ids that are right as first hit. `system` is the system searched, None for all; `half` names the set;
    `manner` is "" where a query was not written in one of `MANNERS`."""

    query: str
    kind: str
    file: str
    system: str | None
    wants: tuple[str, ...]
    half: str
    manner: str = ""


def queries(*halves: str) -> Iterator[Judged]:
    """All judged queries, or those of some halves (`FOLDERS`), by system, in the order of the files."""
    for name, folder in FOLDERS.items():
        for path in sorted((HERE / folder).glob("*.yaml")) if not halves or name in halves else ():
            for row in yaml.safe_load(path.read_text(encoding="utf-8")):
                system = None if row.get("system") == "any" else path.stem
                yield Judged(str(row["query"]), row["class"], path.stem, system, tuple(row["wants"]), name, row.get("manner", ""))
