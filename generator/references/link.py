"""Link references in any text, such as an army list, a forum post or a battle report: plain text, Markdown or HTML.

>>> [(found.text, found.target) for found in link(library, "Wer Angst verursacht …", "t9a")]
[('Angst', 't9a/angst')]
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from html import escape
from itertools import groupby, islice
from typing import NamedTuple
from urllib.parse import quote

from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace

from ..german.name_forms import SPACED_BRACKET
from ..model.library import Library, name_key
from ..model.reference import CITED, Reference, Resolution
from ..prose.markdown import render_text
from .markup import readable
from .outline import Heading, Outline
from .references import MOST_PLACES, find, find_until, vocabulary_of
from .resolve import Place, resolve_reference
from .stripped_text import Bare, Readable
from .surroundings import resolve_all


class Linked(NamedTuple):
    """A reference in a text: text[start:end] in code points, its line from 1, and its target.

    `target` is None if unknown or ambiguous; `candidates` then lists the possible ids.
    """

    start: int
    end: int
    line: int
    text: str
    type: str
    target: str | None
    candidates: tuple[str, ...] = ()
    parameter: str = ""


def link(library: Library, text: str, system: str | None = None, *, part: str = "", kind: str = "text") -> list[Linked]:
    """All references in a text, in order. `kind` is text, md or html; `part` is the part to which the text belongs, if any.

    Without `system`, finds nothing unless the text itself shows its system (see `system_of`). Never raises.

    >>> link(library, "Siehe Grundregeln 17.0.", "aos")[0].target
    'aos/die-attackenabfolge'
    """
    return link_until(library, text, system, part=part, kind=kind)[0]


def link_until(
    library: Library, text: str, system: str | None = None, *, part: str = "", kind: str = "text", most: int = MOST_PLACES
) -> tuple[list[Linked], int]:
    """As `link`, and the offset at which reading stopped: before the end if more than `most` places may be references, or in
    Markdown of many lines.
    """
    return _linked(library, text, system, part, read_for_links(text, kind), most)


#: The most lines of Markdown that are read, as each may be a block of its own.
MOST_LINES = 10_000

#: The number of characters before the last line in which to search for the end of a block.
_BLOCK = 10_000


def read_for_links(text: str, kind: str) -> Readable:
    """As `readable`, but reads only the first lines of Markdown."""
    last = next(islice(re.finditer("\n", text), MOST_LINES - 1, None), None) if kind == "md" else None
    if not last:
        return readable(text, kind)
    block = text.rfind("\n\n", last.end() - _BLOCK, last.end())
    return readable(text, kind, block + 2 if block >= 0 else last.end())


def _linked(
    library: Library, text: str, system: str | None, part: str, read: Readable, most: int = MOST_PLACES
) -> tuple[list[Linked], int]:
    bare = read.bare
    system = system or system_of(library, bare.text)
    if system is None or system not in library.systems:
        return [], len(text)
    cuts = [bare.place(at) for at in read.borders]
    found, until = find_until(bare.text, vocabulary_of(library, system), bytearray(bare.mask), cuts, most)
    places, headings = _places(library, read, bare, system, part)
    outline = Outline(library, bare.text, headings)
    linked = list(_as_written(text, read, bare, map(outline.resolved, _resolved(library, bare, found, places))))
    return linked, len(read.view) if until == len(bare.text) else bare.origin(until)


def _as_written(text: str, read: Readable, bare: Bare, resolved: Iterable[Resolution]) -> Iterator[Linked]:
    """The references outside existing links, with their places in the original text."""
    lines = [match.end() for match in re.finditer("\n", text)]
    linked = [start for start, _ in read.linked]
    for resolution in resolved:
        r = resolution.reference
        start, end = bare.origin(r.start), bare.origin(r.end - 1) + 1
        end = read.tails.get(end, end)
        before = bisect_left(linked, end) - 1  # the last link that begins before the reference ends
        if before >= 0 and read.linked[before][1] > start:
            continue
        yield Linked(
            start,
            end,
            bisect_right(lines, start) + 1,
            text[start:end],
            r.type,
            resolution.target,
            () if resolution.target else resolution.candidates,
            r.parameter,
        )


def _resolved(library: Library, bare: Bare, found: list[Reference], places: list[tuple[int, Place]]) -> Iterator[Resolution]:
    starts = [start for start, _ in places]
    by_place = groupby((r for r in found if r.type != "id"), key=lambda r: bisect_right(starts, bare.origin(r.start)) - 1)
    for at, references in by_place:
        yield from resolve_all(references, library, places[at][1])


def _places(
    library: Library, read: Readable, bare: Bare, system: str, part: str
) -> tuple[list[tuple[int, Place]], list[Heading]]:
    """The place of each stretch of a text (below a part's heading that part, below a rule's title that rule), and all headings."""
    places, headings = [(0, Place(system, part))], []
    parts = {name_key(p.title): p.id for p in library.systems[system].parts}
    for start, end in read.sections:
        title = name_key(_NUMBER_BEFORE.sub("", _MARKS.sub(" ", read.view[start:end])))
        both = dict.fromkeys((title, name_key(SPACED_BRACKET.sub(" ", title))))  # "AUFMARSCH (DEPLOYMENT) DER REGIMENTER"
        found = (resolve_reference(Reference(0, 0, one, "title", one), library, places[-1][1]).target for one in both if one)
        target = next(filter(None, found), "")
        if title in parts:
            places.append((start, Place(system, parts[title])))
        elif target:
            entry = library.entry(target)
            places.append((start, Place(system, part or (entry.part if entry else ""), "", target)))
        headings.append(Heading(bare.place(start), bare.place(end), target))
    return places, headings


_MARKS = re.compile(r"[#*_=\u00ad\u2022\u25a0-\u27bf]+|-{3,}")
_NUMBER_BEFORE = re.compile(rf"^\s*\d[\d.]*\s+|{SPACED_BRACKET.pattern}\s*$")


#: The number of characters that decide a text's system.
_SAMPLE = 20_000


def system_of(library: Library, text: str) -> str | None:
    """The system of a text: the one it names, or whose own names and numbers it uses; None if unclear.

    Names shared by several systems ("Nahkampf") do not count. The winner needs twice the evidence of the runner-up.
    """
    if len(library.systems) == 1:
        return next(iter(library.systems))
    sample = text[:_SAMPLE]
    scores: Counter[str] = Counter()
    for system in library.systems.values():
        named = re.compile(rf"(?<!\w)(?:{re.escape(system.name)}|{re.escape(system.short)})(?!\w)")
        scores[system.id] = 5 * min(2, len(named.findall(sample)))
        found = resolve_all(find(sample, vocabulary_of(library, system.id)), library, Place(system.id))
        own = {
            resolution.target
            for resolution in found
            if resolution.target and resolution.reference.type in ("part+number", "title", "parametrised", "term", "english")
            if not any(library.named(other, resolution.reference.name) for other in library.systems if other != system.id)
        }
        scores[system.id] += len(own)
    ranked = scores.most_common(2)
    return ranked[0][0] if ranked and ranked[0][1] >= 2 and ranked[0][1] >= 2 * ranked[1][1] else None


def with_links(
    library: Library,
    text: str,
    system: str,
    *,
    href: Callable[[str], str],
    kind: str = "text",
    form: str = "md",
    part: str = "",
    tag: Callable[[str], str] | None = None,
    density: str = "first",
    found: Iterable[Linked] | None = None,
) -> str:
    """Turn each target's first mention per section into a link: with `density` "all" every mention, with "key" the first of the
    whole text and every citation. `href` turns an id into an address; `tag`, for HTML in and out, turns it into a whole opening
    tag, for links with more than an address. `found` is the result of `link` for this text, if known.

    `kind` is the text's markup (text, md, html), `form` the result's (md or html; HTML stays HTML). If both are the same, every
    other byte stays and linking the result again changes nothing.
    """
    read = read_for_links(text, kind)
    places = _linked(library, text, system, part, read)[0] if found is None else found
    may = (one for one in places if one.target and _may_link(text, one, kind))
    chosen = list(may if density == "all" else _first_mentions(may, read, system, href, whole=density == "key"))
    if kind == "md" and form == "html":
        return render_text(text, [_resolution(one) for one in chosen]).filled(href) + "\n"

    def around(found: Linked) -> tuple[str, str]:
        if tag and kind == "html":
            return tag(found.target or ""), "</a>"
        address = href(found.target or "")
        if "html" in (kind, form):
            return f'<a href="{escape(address)}">', "</a>"
        return "[", f"]({_NOT_IN_ADDRESS.sub(lambda match: quote(match[0]), address)})"

    plain = escape_text if kind == "text" and form == "html" else str
    out, at = [], 0
    for one in chosen:
        before, after = around(one)
        out += [plain(text[at : one.start]), before, plain(one.text), after]
        at = one.end
    whole = "".join([*out, plain(text[at:])])
    return _paragraphs(whole) if plain is escape_text else whole


def escape_text(text: str) -> str:
    """Escape plain text for HTML."""
    return escape(text, quote=False)


def _paragraphs(text: str) -> str:
    """Turn escaped plain text with links into HTML paragraphs, keeping line breaks."""
    blocks = re.split(r"\n[ \t\r]*\n\s*", text.strip("\n"))
    return "".join(f"<p>{'<br>'.join(block.splitlines(keepends=True)).rstrip()}</p>\n" for block in blocks if block.strip())


def _resolution(found: Linked) -> Resolution:
    """Turn a found reference into a forced one, because the choice of mentions is already made."""
    reference = Reference(found.start, found.end, found.text, "id", found.text, shown=found.text)
    return Resolution(reference, found.target)


def _first_mentions(
    places: Iterable[Linked], read: Readable, system: str, href: Callable[[str], str], *, whole: bool
) -> Iterator[Linked]:
    """Each target's first mention in a section, or in the `whole` text besides citations; an existing link to it is a mention too."""
    starts = [] if whole else [start for start, _ in read.sections]

    def mention(at: int, address: str) -> tuple[int, str]:
        """The section, and the address from the system onwards, so that the same page under another base is the same target."""
        return bisect_right(starts, at), address[max(0, address.rfind(f"/{system}/")) :]

    seen = {mention(at, address) for at, address in read.links}
    for found in places:
        one = mention(found.start, href(found.target or ""))
        if one not in seen or (whole and found.type in CITED):
            seen.add(one)
            yield found


#: Characters that end an address in Markdown.
_NOT_IN_ADDRESS = re.compile(r"[\s()<>\[\]\\`]")
#: Markup that a link may neither cut nor contain: brackets, code, tags, emphasis, an escape, the end of a paragraph.
_CUT = re.compile(r"[\[\]\\`<>*_]|\n\s*\n")
#: Marks of emphasis before and after a link, and anywhere.
_SIGNS_BEFORE = re.compile(r"[*_~]+\Z")
_SIGNS = re.compile(r"[*_~]+")
#: The number of characters before a link in which to search for other emphasis of its paragraph.
_NEAR = 400


def _may_link(text: str, found: Linked, kind: str) -> bool:
    """Whether a link around these words keeps the markup intact: it cuts no tag or emphasis, and makes no picture after "!"."""
    if kind == "html":
        return "<" not in found.text and ">" not in found.text
    return (
        text[found.start - 1 : found.start] not in ("!", "\\", "]")
        and not _CUT.search(found.text)
        and _keeps_emphasis(text, found.start, found.end)
    )


def _keeps_emphasis(text: str, start: int, end: int) -> bool:
    """Whether emphasis beside a link opens and closes as before, although a bracket takes the place of a letter.

    Beside a letter ("x**Panik**", "**Panik**2") it would not. Beside punctuation a mark may close as well as open, so nothing else
    may be open before it.
    """
    before, after = _SIGNS_BEFORE.search(text, max(0, start - 8), start), _SIGNS.match(text, end)
    sides = [_sort(text, before.start() - 1) if before else " ", _sort(text, after.end()) if after else " "]
    if "a" in sides or (after and text.startswith("[", after.end())):
        return False
    if "." not in sides:
        return True
    near = max(0, start - _NEAR)
    near = max(near, text.rfind("\n\n", near, start) + 1)
    signs = [(match[0], _sort(text, match.start() - 1), _sort(text, match.end())) for match in _SIGNS.finditer(text, near, start)]
    if sides[0] == "." and signs[:-1] and (signs[-2][1] != "a" or signs[-2][2] == "a"):
        return False
    return sides[1] == " " or bool(signs and after and signs[-1][0] == after[0] and signs[-1][1] != "a" and signs[-1][2] == "a")


def _sort(text: str, at: int) -> str:
    """The kind of a character, as emphasis sees it: " " for white space and the ends of the text, "." for punctuation, "a" for
    anything else.
    """
    char = text[at : at + 1] if at >= 0 else ""
    if not char or isWhiteSpace(ord(char)) or char == "\n":
        return " "
    return "." if isPunctChar(char) or isMdAsciiPunct(ord(char)) else "a"
