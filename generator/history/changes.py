"""The changes that entries list, newest first: for an entry's page, a system's page "Änderungen", the feeds and the JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from ..model.library import Library
from ..model.slug import slugify
from ..model.values import CHANGE_KINDS, Entry, RuleChange, System
from ..prose.wording import german_date, version_words

#: Number of unfolded changes on an entry's page.
OPEN = 3


@dataclass(frozen=True, slots=True)
class ListedChange:
    """A change with its entry; `anchor` is its anchor on the entry's page, permanent once published."""

    entry: Entry
    change: RuleChange
    anchor: str

    @property
    def url(self) -> str:
        return f"{self.entry.url}#{self.anchor}"

    @property
    def kind(self) -> str:
        """The German word for the kind of change."""
        return CHANGE_KINDS[self.change.kind]

    @property
    def when(self) -> str:
        """Version and date in German: "Fassung 2.1 · 3. Mai 2026"."""
        return " · ".join(text for text in (version_words(self.change.version), german_date(self.change.date)) if text)


#: A line of a list: its address ("" on the entry's own page), and the change.
Line = tuple[str, ListedChange]


def changes_of(entry: Entry) -> list[ListedChange]:
    """An entry's changes, newest first; those of one date in the file's order.

    >>> changes_of(entry)[0].anchor
    'n-aenderung-2026-05-03-bedeutung'
    """
    seen: Counter[str] = Counter()
    listed = []
    for change in entry.changes:
        anchor = f"n-aenderung-{change.date}-{slugify(CHANGE_KINDS[change.kind])}"
        seen[anchor] += 1
        listed.append(ListedChange(entry, change, anchor if seen[anchor] == 1 else f"{anchor}-{seen[anchor]}"))
    return sorted(listed, key=lambda t: t.change.date, reverse=True)


def changes_in(library: Library, system: str | None = None) -> list[ListedChange]:
    """The changes of a system (or of all), newest first; those of one date by version, then kind, then book order."""
    found = [listed for entry in library.entries.values() if system in (None, entry.system) for listed in changes_of(entry)]
    kinds = list(CHANGE_KINDS)
    found.sort(key=lambda t: (t.change.version, kinds.index(t.change.kind)))
    return sorted(found, key=lambda t: t.change.date, reverse=True)


def folded(entry: Entry) -> dict[str, list[Line]]:
    """An entry's changes for its own page, only the newest unfolded: {"first": …, "rest": …}."""
    lines = [("", listed) for listed in changes_of(entry)]
    cut = OPEN if len(lines) > OPEN + 1 else len(lines)  # do not fold a single line
    return {"first": lines[:cut], "rest": lines[cut:]}


def by_edition(library: Library, system: System, href: Callable[[str], str]) -> Iterator[tuple[str, str, list[Line]]]:
    """The content of a system's page "Änderungen": (heading, anchor, lines) for each date and version, newest first."""
    seen: Counter[str] = Counter()
    listed = changes_in(library, system.id)
    for (date, _), group in groupby(listed, key=lambda t: (t.change.date, t.change.version)):
        seen[date] += 1
        lines = [(f"{href(t.entry.id)}#{t.anchor}", t) for t in group]
        yield lines[0][1].when, f"n-{date}" if seen[date] == 1 else f"n-{date}-{seen[date]}", lines
