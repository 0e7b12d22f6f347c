"""Sums are right, and examples use the rule's threshold and parameter."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...german.lists import alternatives
from ...model.findings import Finding
from ...model.places import place
from ...model.values import Entry
from ...prose.plain import texts_in
from ..facts import facts
from ..parameters import strayed
from ..structure import divided
from ..sums import wrong_sums
from .pieces import each_entry


def sums_come_out(entry: Entry) -> Iterator[Finding]:
    """Z010: the sums of a German text are right."""
    fields = (("short", entry.short), ("text", entry.text), *(("card", text) for text in texts_in(entry.card)))
    for field, text in fields:
        for wrong in wrong_sums(text):
            message = f"„{wrong.written}“ stimmt nicht: Richtig ist {wrong.right} ({field})."
            yield Finding("Z010", place(entry, field, text, wrong.start), message, "Rechne nach und berichtige die Zahl.")


_AGREE = "Sieh nach, was gilt, und gleiche beide an."
_PARAGRAPH = re.compile(r"\S(?:[^\n]|\n(?!\s*\n))*")
#: Words of an example that give a roll another threshold than the rule's.
_OTHERWISE = re.compile(rf"\b(?:{alternatives('otherwise')})\b|(?<![+\d])[+–−-]\d|\(\d\+\)")


def examples_follow_the_rule(entry: Entry) -> Iterator[Finding]:
    """Z011: an example rolls against the rule's only threshold, and uses the value that it gives the rule's parameter."""
    if "::: beispiel" not in entry.text:
        return
    rule, examples = divided(entry.text)
    whole = f"{rule}\n{entry.short}\n{entry.title}"
    for match in _PARAGRAPH.finditer(examples):
        for one in strayed(whole, match[0]):
            written = " ".join(match[0][one.start : one.end].split())
            message = f"Das Beispiel sagt „{written}“, X ist darin aber {one.value}."
            yield Finding("Z011", place(entry, "text", entry.text, match.start() + one.start), message, _AGREE)
    if "+" not in examples or _OTHERWISE.search(rule):
        return
    values = {fact.value: fact for fact in facts(f"{rule}\n{entry.short}", "de") if fact.kind == "threshold"}
    if len(values) != 1:
        return
    (value,) = values
    for fact in facts(examples, "de"):
        if fact.kind == "threshold" and fact.value != value and not _OTHERWISE.search(_around(examples, fact.start)):
            message = f"Das Beispiel würfelt gegen {fact.value}+, die Regel nennt nur {value}+."
            yield Finding("Z011", place(entry, "text", entry.text, fact.start), message, _AGREE)


def _around(text: str, at: int) -> str:
    """The paragraph around a place."""
    end = text.find("\n\n", at)
    return text[max(0, text.rfind("\n\n", 0, at)) : end if end >= 0 else len(text)]


CHECKS = (each_entry(sums_come_out), each_entry(examples_follow_the_rule))
