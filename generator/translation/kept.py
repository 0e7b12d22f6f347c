"""The English that German texts were made from, kept in the build folder, for projects whose history does not tell.

Builds and `accept` write it; a text stays as long as an entry names its fingerprint, so the file never grows beyond the content. It lies in
`build`, which nobody commits: a field or a file beside each entry would double the English for those who have git, and `accept` is to touch
one line only.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from ..english import english_fingerprint
from ..files import write_atomic
from ..model import Entry
from .units import English

FILE = Path("build") / "english.json"


def kept_english(project: Path) -> dict[str, English]:
    """Fingerprint → (title_en, short_en, text_en); {} where nothing was kept, or nothing that can be read."""
    try:
        texts = json.loads((project / FILE).read_text("utf-8"))["texts"]
        return {str(mark): (str(title), str(short), str(text)) for mark, (title, short, text) in texts.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def keep_english(project: Path, entries: Iterable[Entry]) -> None:
    """Keep the English of every entry that is up to date, and what was kept of those that are not."""
    before = kept_english(project)
    after: dict[str, English] = {}
    for entry in entries:
        english = (entry.title_en, entry.short_en, entry.text_en)
        if entry.translated_from == english_fingerprint(*english):
            after[entry.translated_from] = english
        elif entry.translated_from in before:
            after[entry.translated_from] = before[entry.translated_from]
    if after != before:
        write_atomic(project / FILE, json.dumps({"texts": dict(sorted(after.items()))}, ensure_ascii=False) + "\n")
