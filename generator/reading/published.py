"""The ids published so far. `content/<system>/published.txt` lists them, one per line; `build --publish` updates it.

Ids are permanent: one that vanishes without a row in moved.yaml stops a build (K010).
"""

from __future__ import annotations

from pathlib import Path

from ..files.atomic import write_atomic
from ..model.library import Library
from .source import file_bytes

FILE = "published.txt"


def published_ids(project: Path) -> list[str]:
    """All ids ever published, sorted; unreadable lists count as empty."""
    found: set[str] = set()
    for path in sorted((project / "content").glob(f"*/{FILE}")):
        found |= _listed(path)
    return sorted(found)


def _listed(path: Path) -> set[str]:
    try:
        lines = file_bytes(path).decode("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return set()
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def expected_ids(project: Path, library: Library) -> list[str]:
    """The published ids that should exist: all except those in broken files, which have findings of their own."""
    return [i for i in published_ids(project) if not _broken(project, library, i)]


def _broken(project: Path, library: Library, published: str) -> bool:
    if published in library.entries or published in library.terms:
        return False
    system, _, slug = published.partition("/")
    if slug.startswith("glossar/"):
        return not library.system_terms(system) and (project / "glossary" / f"{system}.yaml").is_file()
    return any((project / "content" / system).glob(f"*/{slug}.md"))


def record_published(project: Path, library: Library) -> None:
    """Add the current ids to the lists. Never removes one: a removed id lives on in moved.yaml."""
    for system in library.systems.values():
        path = project / f"{system.overlay}content" / system.id / FILE
        ids = _listed(path) | {e.id for e in library.system_entries(system.id)} | {t.id for t in library.system_terms(system.id)}
        head = "# Veröffentlichte Kennungen. Wird von „nachschlag build --publish“ geschrieben; nichts streichen.\n"
        text = head + "".join(f"{i}\n" for i in sorted(ids))
        if not path.is_file() or path.read_text("utf-8") != text:
            write_atomic(path, text)
