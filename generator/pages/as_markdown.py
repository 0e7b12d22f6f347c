"""A whole rule as Markdown, without links, for a terminal or an assistant.

>>> print(as_markdown(library, "t9a/angst").splitlines()[0])
# Angst
"""

from __future__ import annotations

from ..model.fields import CARD_LABELS
from ..model.library import Library
from ..model.values import KINDS, Entry, Term
from ..prose.wording import place_in_book


def as_markdown(library: Library, target: str) -> str:
    """The whole rule as Markdown: title, names, place, short rule, card, table, text."""
    found = library.target(target)
    assert found is not None
    lines = [f"# {found.title}", ""]
    if found.title_en:
        lines += [f"*{found.title_en}*", ""]
    if isinstance(found, Entry):
        system = library.systems[found.system]
        place = place_in_book(system.part_title(found.part), str(found.number or ""))
        lines += [f"{system.name} · {place} · {KINDS[found.kind][0]}", ""]
        lines += [f"**{found.short}**", ""] if found.short else []
        lines += [*_card(found), *_table(found), found.text]
    else:
        lines.append(found.definition if isinstance(found, Term) else found.description)
    return "\n".join(lines).rstrip() + "\n"


def _card(entry: Entry) -> list[str]:
    card = entry.card or {}
    lines = [f"- {text}: {card[name]}" for name, text in CARD_LABELS.items() if card.get(name)]
    if card.get("keywords"):
        lines.append(f"- Schlüsselwörter: {', '.join(card['keywords'])}")
    return [*lines, ""] if lines else []


def _table(entry: Entry) -> list[str]:
    data = entry.data or {}
    columns, rows = data.get("columns"), data.get("rows")
    if not columns or not rows:
        return []
    return [f"| {' | '.join(row)} |" for row in (columns, ["---"] * len(columns), *rows)] + [""]
