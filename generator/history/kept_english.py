"""Keep the English that was translated in the build folder, for projects without a usable git history.

Builds and `accept` write it. A text stays as long as an entry names its fingerprint, so that the file never outgrows the content.
It is in `build`, which is never committed: a field or file beside each entry would duplicate the English for projects with git,
and `accept` should change one line only.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..exchange.units import English
from ..files.atomic import write_atomic
from ..model.english import english_fingerprint
from ..model.values import Entry

#: One file per system, so that a build of one system keeps the others' English.
FOLDER = Path("build") / "english"


def kept_english(project: Path) -> dict[str, English]:
    """Fingerprint → (title_en, short_en, text_en); {} if nothing readable was kept."""
    found: dict[str, English] = {}
    for file in sorted((project / FOLDER).glob("*.json")):
        found |= _read(file)
    return found


def keep_english(project: Path, entries: Iterable[Entry]) -> None:
    """Keep the English of every up-to-date entry, and the English already kept for outdated ones."""
    systems: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        systems[entry.system].append(entry)
    for system, found in systems.items():
        file = project / FOLDER / f"{system}.json"
        before = _read(file)
        after = dict(sorted(_kept(found, before)))
        if after != before:
            write_atomic(file, json.dumps(after, ensure_ascii=False, indent=0) + "\n")


def _kept(entries: list[Entry], before: dict[str, English]) -> Iterator[tuple[str, English]]:
    for entry in entries:
        english = (entry.title_en, entry.short_en, entry.text_en)
        if entry.translated_from == english_fingerprint(*english):
            yield entry.translated_from, english
        elif entry.translated_from in before:
            yield entry.translated_from, before[entry.translated_from]


def _read(file: Path) -> dict[str, English]:
    try:
        texts = json.loads(file.read_text("utf-8"))
        return {str(mark): (str(title), str(short), str(text)) for mark, (title, short, text) in texts.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
