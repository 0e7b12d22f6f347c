"""The judged queries: `queries/<game>.yaml`, half of them for looking at while working, half unseen."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

FOLDER = Path(__file__).parent / "queries"

#: What players do when they look something up, in the order in which it is reported.
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
    """A query, and the ids that are right on top. `system` is the game searched in, None for all of them."""

    query: str
    kind: str
    game: str
    system: str | None
    wants: tuple[str, ...]

    @property
    def half(self) -> str:
        """dev or test, by the letters of the query alone: it stays where it is, whatever is added."""
        return "test" if hashlib.sha256(self.query.casefold().encode()).digest()[0] & 1 else "dev"


def queries(half: str | None = None) -> Iterator[Judged]:
    """All judged queries, or those of one half, by game and in the order of the files."""
    for path in sorted(FOLDER.glob("*.yaml")):
        for row in yaml.safe_load(path.read_text(encoding="utf-8")):
            system = None if row.get("system") == "any" else path.stem
            judged = Judged(str(row["query"]), row["class"], path.stem, system, tuple(row["wants"]))
            if half in (None, judged.half):
                yield judged
