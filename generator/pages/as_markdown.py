"""A whole rule as Markdown, without links, for a terminal or an assistant.

>>> print(as_markdown(library, "t9a/angst").splitlines()[0])
# Angst
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..model.fields import CARD_LABELS
from ..model.library import Library
from ..model.reference import Reference
from ..model.values import KINDS, Concept, Entry, Section, System, Term
from ..prose.body import section_text
from ..prose.plain import FORCED, plain
from ..prose.wording import place_of
from ..references.resolve import Place, resolve_reference


def as_markdown(library: Library, target: str) -> str:
    """The whole rule as Markdown: title, names, place, short rule, card, values, table, text; of a section only its own text."""
    found, section = library.target(target), library.section(target)
    assert found is not None
    if isinstance(found, Entry) and section:
        return _without_marks("\n".join(_section(found, section)), library, found.system)
    lines = [f"# {found.title}", ""]
    if found.title_en:
        lines += [f"*{found.title_en}*", ""]
    if isinstance(found, Entry):
        system = library.systems[found.system]
        place = place_of(found, system)
        lines += [f"{system.name} · {place} · {KINDS[found.kind][0]}", ""]
        lines += [f"**{found.short}**", ""] if found.short else []
        lines += [*_card(found, system), *_table(found), found.text]
    else:
        lines.append(found.definition if isinstance(found, Term) else found.description)
    return _without_marks("\n".join(lines), library, "" if isinstance(found, Concept) else found.system)


def _without_marks(text: str, library: Library, system: str) -> str:
    """A text with the words that forced references show."""

    def shown(match: re.Match[str]) -> str:
        return (
            match[2]
            or resolve_reference(Reference(*match.span(), match[0], "id", match[1]), library, Place(system)).reference.shown
        )

    return FORCED.sub(shown, text).rstrip() + "\n"


def _section(entry: Entry, section: Section) -> Iterator[str]:
    yield f"# {entry.title}: {section.title}\n"
    if section.title_en:
        yield f"*{section.title_en}*\n"
    if section.is_row:
        data = entry.data or {}
        row = data["rows"][[one.id for one in entry.sections if one.is_row].index(section.id)]
        yield from (f"- {column}: {plain(cell)}" for column, cell in zip(data["columns"], row, strict=False))
    else:
        yield (section_text(entry.text, section.id) or "").partition("\n")[2].strip()


def _card(entry: Entry, system: System) -> list[str]:
    card, data = entry.card or {}, entry.data or {}
    lines = [f"- {text}: {card[name]}" for name, text in CARD_LABELS.items() if card.get(name)]
    lines += [f"- {text}: {data[name]}" for name, text in system.facts(data).items()]
    if card.get("keywords"):
        lines.append(f"- Schlüsselwörter: {', '.join(card['keywords'])}")
    return [*lines, ""] if lines else []


def _table(entry: Entry) -> list[str]:
    data = entry.data or {}
    columns, rows = data.get("columns"), data.get("rows")
    if not columns or not rows:
        return []
    return [f"| {' | '.join(row)} |" for row in (columns, ["---"] * len(columns), *rows)] + [""]
