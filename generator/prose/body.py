"""The body of an entry as lines: headings and their sections, fenced blocks, code. Knows Markdown's block structure, not its meaning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple

from ..model.slug import slugify
from ..model.values import Section
from .plain import plain

#: All fenced blocks, with the heading a reader sees.
BLOCKS = {
    "beispiel": "Beispiel",
    "hinweis": "Hinweis",
    "regeltext": "Hinweis zum Regeltext",
    "bild": "Bild",
    "tabelle": "Tabelle",
}

#: The block whose rows come from other entries (see `reading.made_tables`); on a page only its table is left.
MADE = "tabelle"

#: Only at the very start of a line: an indented heading may belong to a list item, which is no section.
_HEADING = re.compile(r"(#{1,6})[ \t]+([^ \t].*)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_BLOCK = re.compile(r":::(.*)")
#: The first character of every line that is no text, outside a code fence.
_BEGINNINGS = frozenset("#: `~")
_NUMBERED = re.compile(r"(\d+(?:\.\d+){0,3})\.?\s+(?=\S)")


class Line(NamedTuple):
    """One line of a body.

    `kind` is text, heading, code, open (":::" with a name) or close (":::"); `value` is the heading's or the block's text.
    """

    number: int
    text: str
    kind: str
    value: str = ""
    level: int = 0


@lru_cache(maxsize=64)
def body_lines(text: str) -> tuple[Line, ...]:
    """Classify the lines of a body. Line numbers count from 0. Cached, because several callers ask in turn.

    Nothing inside a code fence is a heading or block; nothing inside a block is a heading.
    """
    return tuple(_body_lines(text))


def _body_lines(text: str) -> Iterator[Line]:
    fence, inside = "", False
    for number, line in enumerate(text.split("\n")):
        if not fence and line[:1] not in _BEGINNINGS:
            yield Line(number, line, "text")
            continue
        match = _FENCE.match(line)
        if fence:
            yield Line(number, line, "code")
            if match and match[1].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif match:
            fence = match[1]
            yield Line(number, line, "code")
        elif (heading := _HEADING.match(line)) and not inside:
            yield Line(number, line, "heading", _without_closing(heading[2]), len(heading[1]))
        elif block := _BLOCK.match(line):
            value = block[1].strip()
            inside = bool(value)
            yield Line(number, line, "open" if inside else "close", value)
        else:
            yield Line(number, line, "text")


def _without_closing(title: str) -> str:
    """Drop the "##" that may close a heading (but keep "C#")."""
    title = title.rstrip(" \t")
    bare = title.rstrip("#")
    return bare.rstrip(" \t") if bare.endswith((" ", "\t")) else title


def plain_heading(title: str) -> str:
    """A heading without Markdown marks, as tables of contents show it."""
    return re.sub(r"[*_`]|\[\[|\]\]", "", title).strip()


def sections(text: str) -> tuple[Section, ...]:
    """The addressable sections of a body. A repeated title gets "-2", "-3" …, as readers' bookmarks expect."""
    return tuple(section for _, section in _headed(text))


def row_sections(data: Mapping[str, Any] | None, taken: Iterable[Section] = ()) -> tuple[Section, ...]:
    """The rows of an entry's table as sections, if `row_titles` says which cells name them; `taken` are its headings.

    >>> row_sections({"columns": ["Name"], "rows": [["Nagloch"]], "row_titles": ["Name"]})[0].id
    'nagloch'
    """
    columns, rows, titles = ((data or {}).get(name) or () for name in ("columns", "rows", "row_titles"))
    named = [list(columns).index(title) for title in titles if title in columns]
    used = {section.id for section in taken}
    found = []
    for row in rows if named else ():
        german, english = (plain(row[at]) if at < len(row) else "" for at in (named[0], named[-1]))
        anchor = _unused(slugify(german) or "zeile", used)
        found.append(Section(anchor, german, "", english if len(named) > 1 else "", is_row=True))
    return tuple(found)


def _unused(slug: str, used: set[str]) -> str:
    """The slug, or the first of "-2", "-3" … that is not used; now it is."""
    anchor = next(one for n in count(1) if (one := slug if n == 1 else f"{slug}-{n}") not in used)
    used.add(anchor)
    return anchor


def section_text(text: str, section: str) -> str | None:
    """A section of a body with its heading, up to the next heading of its level or above; None if there is none.

    >>> section_text("## Eins\\nA.\\n### Zu eins\\nB.\\n## Zwei\\nC.", "eins")
    '## Eins\\nA.\\n### Zu eins\\nB.'
    """
    headed = list(_headed(text))
    at = next((at for at, (_, found) in enumerate(headed) if found.id == section), None)
    if at is None:
        return None
    own = headed[at][0]
    end = next((line.number for line, _ in headed[at + 1 :] if line.level <= own.level), None)
    return "\n".join(text.split("\n")[own.number : end])


def _headed(text: str) -> Iterator[tuple[Line, Section]]:
    used: set[str] = set()
    next_of: dict[str, int] = {}
    for line in body_lines(text):
        if line.kind != "heading":
            continue
        title = plain_heading(line.value)
        number = _NUMBERED.match(title)
        slug = slugify(title) or "abschnitt"
        anchor = slug
        while anchor in used:
            next_of[slug] = next_of.get(slug, 1) + 1
            anchor = f"{slug}-{next_of[slug]}"
        used.add(anchor)
        yield line, Section(anchor, title[number.end() :] if number else title, number[1] if number else "")
