"""A book's layout in numbers: the structures of its lines, each from 0 (none) to 1 (everywhere).

Depends on the shape of lines alone, not on any book's words.

>>> looks_of("17.0 SPALTEN\\n\\nEin Treffer spaltet.\\n")["numbers"] > 0
True
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping

from ...model.profile_fields import LOOKS
from .casing import shouts

#: A line longer than this is a paragraph that lost its breaks.
LONG = 350
#: The fewest lines with a label for it to count.
OFTEN = 5
#: Characters from the middle of a book that suffice to show its layout.
ENOUGH = 400_000

_NUMBER = re.compile(r"[\s#*]*\d{1,3}(?:\.\d{1,3})+\.?[ *]+\S")
_STEP = re.compile(r"\s*(?:[IVX]{1,4}|\d{1,2}|[A-Z])\)\s+[A-ZÄÖÜ]")
_ORNAMENT = re.compile(r"\s*[•✦❖✪◆◈►❧]\s*[A-ZÄÖÜ]")
_BOLD_ITEM = re.compile(r"\s*(?:[-•]\s+|\d+\.\s+)?\*\*[^*]{2,60}\*\*")
_CAPITAL_NAME = re.compile(r"\s*[A-ZÄÖÜ][A-ZÄÖÜ /’'-]{2,40}:\s+\S")
_ENGLISH = re.compile(r"\([a-z][a-z’' -]{2,40}(?:\([^()]{1,5}\))?\)\**:|^[A-ZÄÖÜ][A-ZÄÖÜß ]{3,60}\s?\([A-Z][A-Z ’'-]{3,60}\)")
_LABEL = re.compile(r"\s*\**([A-ZÄÖÜ][\wäöüß ]{2,24}):\**\s")
_CAPTION = re.compile(r"\s*\**(?:Abb|Abbildung|Tab|Tabelle|Fig|Figur|Bild)\.?\s\d")
_COUNTED = re.compile(r"\s*[#*]*[A-ZÄÖÜ]{4,}\s+(?:[A-ZÄÖÜ]{3,}|\d+|[IVX]+)[\s*]*$")
_MARKDOWN = re.compile(r"#{1,6}\s+\S")

#: Look → (its frequency in a book full of it, a test for lines).
_LINES: Mapping[str, tuple[float, Callable[[str], object]]] = {
    "numbers": (0.06, _NUMBER.match),
    "steps": (0.03, _STEP.match),
    "capitals": (0.20, lambda line: len(line) < 100 and shouts(line)),
    "ornaments": (0.04, lambda line: _ORNAMENT.match(line) and shouts(line)),
    "bold-items": (0.10, _BOLD_ITEM.match),
    "capital-names": (0.06, _CAPITAL_NAME.match),
    "english": (0.05, _ENGLISH.search),
    "captions": (0.03, _CAPTION.match),
    "counted": (0.02, _COUNTED.match),
    "tables": (0.10, lambda line: "\t" in line or line.lstrip().startswith("|")),
    "markdown": (0.10, _MARKDOWN.match),
    "long": (0.60, lambda line: len(line) > LONG),
}
_CARDS = 0.25


def looks_of(text: str) -> dict[str, float]:
    """The strength of each look in a text."""
    start = max(0, (len(text) - ENOUGH) // 2)
    lines = [line for line in text[start : start + ENOUGH].split("\n") if line.strip()]
    counts = {name: sum(bool(test(line[: LONG + 1])) for line in lines) for name, (_, test) in _LINES.items()}
    labels = Counter(found[1] for line in lines if (found := _LABEL.match(line[:LONG])))
    counts["cards"] = sum(count for count in labels.values() if count >= OFTEN)
    full = {name: often for name, (often, _) in _LINES.items()} | {"cards": _CARDS}
    return {name: min(1.0, counts[name] / max(1, len(lines)) / full[name]) for name in LOOKS}
