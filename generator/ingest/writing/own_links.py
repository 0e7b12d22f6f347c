"""A book's own links as references: "siehe [dort](#wald)" leads to the draft of the forest."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence

from ...model.slug import slugify
from ..drafts import Draft, Link, Reading

#: Words that can stand in a reference.
_PLAIN = re.compile(r"[^\[\]|*\n\\]+")

#: The characters before a link by which it is found again, and how far its place may have moved.
_LEFT, _SLACK = 12, 300


def linker(reading: Reading, ids: Mapping[int, str]) -> Callable[[int, str], str]:
    """A function from a draft's index and its body to the body with the book's links; `ids` are those of the entries, by index.

    Names stay as they are where they name the target: the linker of all texts finds them.
    """
    places = reading.source.places
    owned = sorted((span.start, span.end, index) for index in ids for span in reading.drafts[index].spans)
    starts = [start for start, _, _ in owned]

    def owner(offset: int) -> int | None:
        at = bisect_right(starts, offset) - 1
        return owned[at][2] if at >= 0 and offset < owned[at][1] else None

    def reference(link: Link, index: int) -> str:
        page, _, name = link.name.rpartition("/")
        place = places.get(link.name, places.get(name or page))  # a book printed on one page still links to pages
        target = None if place is None else owner(place)
        words = reading.source.text[link.span.start : link.span.end]
        known = target is None or target == index or slugify(words) == slugify(reading.drafts[target].title)
        return "" if known or not _PLAIN.fullmatch(words) else f"[[{ids[target]}|{words}]]"  # type: ignore[index]

    links: dict[int, list[tuple[Link, str]]] = {}
    for link in reading.source.links:
        index = owner(link.span.start)
        if index is not None and (written := reference(link, index)):
            links.setdefault(index, []).append((link, written))

    def with_links(index: int, body: str) -> str:
        return _linked(reading.source.text, reading.drafts[index], links[index], body) if index in links else body

    return with_links


def _linked(text: str, draft: Draft, links: Sequence[tuple[Link, str]], body: str) -> str:
    """The body with its links, each looked for after the last one and near its place, so that this takes linear time."""
    parts: list[str] = []
    done = at = flat = last = 0
    for link, written in links:
        place = _within(draft, link.span.start)
        words = text[link.span.start : link.span.end]
        left = text[max(last, link.span.start - _LEFT) : link.span.start].rpartition("\n")[2]
        found = body.find(left + words, at, at + place - flat + _SLACK + len(words))
        if found >= 0:
            start = found + len(left)
            parts += [body[done:start], _in_line(body, start, written, words)]
            at = done = start + len(words)
            flat, last = place + len(words), link.span.end
        elif place - flat > _SLACK:
            at, flat = at + place - flat - _SLACK, place - _SLACK
    return "".join([*parts, body[done:]])


def _in_line(body: str, at: int, written: str, words: str) -> str:
    """A reference as its line may hold it: in a table without a bar of its own, in a heading as words."""
    line = body[body.rfind("\n", 0, at) + 1 : at]
    return words if line.startswith("#") else written.replace("|", "\\|") if line.startswith("|") else written


def _within(draft: Draft, offset: int) -> int:
    """How many of the draft's characters stand between its heading and an offset."""
    begin = draft.heading.end if draft.heading else 0
    return sum(max(0, min(span.end, offset) - max(span.start, begin)) for span in draft.spans)
