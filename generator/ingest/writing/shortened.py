"""A short rule for a draft, if the book has one: its first sentence, if short enough, or the facts of a row."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...model.fields import SHORT_LIMIT
from ..drafts import Draft, Span
from ..structure.sentences import sentences

#: Blocks that are no sentence: a heading, a table, an item, a picture.
_NO_SENTENCE = re.compile(r"[#|>!\-•◆♦*_\d\s]|\*\*[^*]+:\*\*")
_FEWEST = 20


def short_of(draft: Draft, labels: Mapping[str, str]) -> str:
    """One sentence of the book, or "" if none fits; `labels` are the book's names for the fields of data.

    >>> short_of(Draft("Wald", "numbered", text="Der Wald brennt auf 4+. Wer darin steht, würfelt."), {})
    'Der Wald brennt auf 4+.'
    >>> short_of(Draft("Wald", "rows", data={"type": "Deckung", "parts": "1"}), {"type": "Typ", "parts": "Teile"})
    'Typ: Deckung, Teile: 1'
    """
    facts = _facts(draft.data or {}, labels)
    return facts or _first_sentence(str((draft.card or {}).get("effect", "")) or draft.text)


def _first_sentence(text: str) -> str:
    line = " ".join(text.lstrip().partition("\n")[0].split())  # of a carriage return, too
    if not line or _NO_SENTENCE.match(line):
        return ""
    first = next(sentences(line, Span(0, len(line))), None)
    found = line[first.start : first.end] if first else ""
    fits = _FEWEST <= len(found) <= SHORT_LIMIT and found[-1] in ".!?"
    return found if fits and found.count("*") % 2 == 0 and found.count("(") == found.count(")") else ""


def _facts(data: Mapping[str, Any], labels: Mapping[str, str]) -> str:
    facts = [f"{label}: {data[name]}" for name, label in labels.items() if isinstance(data.get(name), str) and data[name]]
    text = ", ".join(" ".join(fact.split()) for fact in facts)
    return text if len(text) <= SHORT_LIMIT else ""
