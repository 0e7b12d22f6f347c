"""Rules that a book prints twice: word for word in a quick reference, as labels of pictures, as a list of later rules.

The repetition is no separate rule; its text stays with the rule around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..drafts import Source
from .contents import plain
from .recognisers import Start


def without_repeats(source: Source, starts: Sequence[Start], again: re.Pattern[str] | None) -> list[Start]:
    """Drop starts that repeat another one; keep all without a pattern.

    again  pattern of titles that are separate rules each time, such as each scenario's "Aufbau"

    >>> from ..drafts import Span
    >>> text = "WALD\\nEr brennt.\\nMOOR\\nEs ist nass.\\nWALD\\nEr brennt.\\n"
    >>> found = [Start(Span(at, at + 4), text[at : at + 4], "headings") for at in (0, 16, 34)]
    >>> [start.title for start in without_repeats(Source("", "text", text), found, re.compile("^Aufbau"))]
    ['WALD', 'MOOR']
    """
    if again is None:
        return list(starts)
    gone = set(_again(source, starts, again)) | set(_announced(source, starts))
    return [start for index, start in enumerate(starts) if index not in gone]


def _again(source: Source, starts: Sequence[Start], again: re.Pattern[str]) -> Iterator[int]:
    """Starts with the title and words of an earlier one, or with its title and no text."""
    told: dict[str, set[str]] = {}
    owning = [index for index, start in enumerate(starts) if not start.quotes]
    for index, next_index in zip(owning, [*owning[1:], None], strict=False):
        start, following = starts[index], None if next_index is None else starts[next_index]
        end = min(start.end or len(source.text), following.begins if following else len(source.text))
        body = plain(source.text[start.heading.end : end])
        before = told.setdefault(plain(start.title), set())
        label = not body and before and not (following and following.level > start.level)
        if (label or body in before - {""}) and not (start.number or start.part or again.search(start.title)):
            yield index
        before.add(body)


def _announced(source: Source, starts: Sequence[Start]) -> Iterator[int]:
    """List items named like a heading, which announce a later rule, or like an earlier item."""
    headings = {plain(start.title) for start in starts if start.end is None and not start.quotes}
    seen: set[str] = set()
    for index, start in enumerate(starts):
        if start.recogniser == "leads" and source.text[start.begins : start.heading.start].strip(" *_"):
            name = plain(start.title)
            if name in headings or name in seen:
                yield index
            seen.add(name)
