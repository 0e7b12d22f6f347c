"""Anybody's text, made readable for finding: plain text, Markdown or HTML → the same text with its markup out of the way.

What comes out has the length of what went in, so every offset holds in both. Tags become emphasis marks, line breaks or nothing much,
entities the character they mean; what may hold no reference (headings, code) is masked.

What stands for nothing (an inline tag, the address of a link, the tail of an entity) is *gone*: references are found in the bare text
without it. So a text reads the same with links in it and without, and linking it again finds nothing new.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.entities import html5
from html.parser import HTMLParser

from markdown_it import MarkdownIt

from .body import body_lines
from .references import markdown_mask

KINDS = ("text", "md", "html")
_HIDDEN = "\u00ad"


@dataclass(frozen=True, slots=True)
class Readable:
    """A text as the finder reads it.

    view       the text, as long as the input, markup blanked
    mask       one byte per character, 1 where no reference may stand
    sections   headings, each as (start, end); a section begins with each
    links      links that are there already: where they begin and end, and their address; no reference may stand there either
    gone       spans of the view that stand for nothing, in order
    tails      where an entity's character ends in the view → where the entity ends
    """

    view: str
    mask: bytearray
    sections: list[tuple[int, int]] = field(default_factory=list)
    links: list[tuple[int, int, str]] = field(default_factory=list)
    gone: list[tuple[int, int]] = field(default_factory=list)
    tails: dict[int, int] = field(default_factory=dict)

    @property
    def bare(self) -> Bare:
        """What references are found in."""
        return Bare(self.view, self.gone, self.mask)


class Bare:
    """The view and mask of a text without what is gone, and the way back to the text."""

    def __init__(self, view: str, gone: Iterable[tuple[int, int]], mask: bytearray | None = None) -> None:
        self.text, self.mask = view, mask or bytearray(len(view))
        self._starts, self._origins = [0], [0]
        pieces, masks, at, length = [], [], 0, 0
        for start, end in gone:
            pieces.append(view[at:start])
            masks.append(self.mask[at:start])
            length += start - at
            self._starts.append(length)
            self._origins.append(end)
            at = end
        if pieces:
            self.text = "".join([*pieces, view[at:]])
            self.mask = bytearray(b"".join([*masks, self.mask[at:]]))

    def origin(self, at: int) -> int:
        """Where a character of the bare text stands in the text itself."""
        i = bisect_right(self._starts, at) - 1
        return self._origins[i] + at - self._starts[i]


def readable(text: str, kind: str) -> Readable:
    """Read a text of a kind (text, md, html). Never raises; `len(view) == len(text)`.

    >>> readable("<b>R&uuml;ckzug</b>", "html").view.strip("*").replace(chr(0xAD), "")
    'Rückzug'
    """
    if kind == "html":
        return _Html(text).read()
    view = text.replace("\r", " ").replace("\ufeff", " ")
    mask = bytearray(len(view))
    links, gone = _markdown_links(view, mask)
    bare = Bare(view, gone)
    masked = markdown_mask(bare.text)
    headings = [match.span() for match in _MARKDOWN_HEADING.finditer(bare.text)]
    if kind == "text":
        headings += plain_headings(bare.text)
    else:
        _mask_blocks(bare.text, masked)
    for start, end in headings:
        _cover(masked, start, end)
    for match in re.finditer(rb"\x01+", masked):
        _cover(mask, bare.origin(match.start()), bare.origin(match.end() - 1) + 1)
    shown, at = [], 0
    for start, end in gone:
        shown += [view[at:start], _HIDDEN * (end - start)]
        at = end
    return Readable(
        "".join([*shown, view[at:]]),
        mask,
        [(bare.origin(start), bare.origin(end - 1) + 1) for start, end in sorted(headings)],
        links,
        gone,
    )


def _cover(mask: bytearray, start: int, end: int) -> None:
    mask[start:end] = b"\1" * (end - start)


_MARKDOWN_HEADING = re.compile(r"^#{1,6}[ \t][^\n]*$|^[^\n|]+\n(?:=+|-+)[ \t]*$", re.MULTILINE)
_FRONT_MATTER = re.compile(r"---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)

#: A line of plain text that is a heading: capitals only (its English original in brackets aside), or a number and a title.
_PLAIN_HEADING = re.compile(
    r"^[ \t]*(?![|>*+-])[^a-zäöüß\n\t|]*[A-ZÄÖÜ]{3}[^a-zäöüß\n\t|(]*(?:\((?!\d*[+\d]\)|Seiten? |S\.)[^()\n]*\)[^a-zäöüß\n(]*)*$"
    r"|^[ \t]*\d{1,2}(?:\.\d{1,3})+\.?[ \t]+[A-ZÄÖÜ„][^\n.!?]{1,70}(?<![,;:])$"
    r"|^[ \t]*\d{1,2}(?:\.\d{1,3})*\.?[ \t]+[A-ZÄÖÜ„][^\n.!?,;:]{1,70}[ \t.]+\d{1,3}[ \t]*$"  # a line of a table of contents
    r"|^[ \t]*•[^\n•]*•[ \t]*$",
    re.MULTILINE,
)


def plain_headings(text: str) -> list[tuple[int, int]]:
    """Where plain text has headings: lines in capitals, and numbered titles.

    >>> plain_headings("SPALTEN (X)\\nWer spaltet …")
    [(0, 11)]
    """
    return [match.span() for match in _PLAIN_HEADING.finditer(text)]


_blocks = MarkdownIt("commonmark").enable("table")
_blocks.core.ruler.enableOnly(["normalize", "block"])
_LIST_MARKER = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])(?=\s|$)")


def _mask_blocks(text: str, mask: bytearray) -> None:
    """Mask what no inline markup is read in (code, raw HTML, front matter), and the numbers of lists."""
    if front := _FRONT_MATTER.match(text):
        _cover(mask, 0, front.end())
    lines = [0, *(match.end() for match in re.finditer("\n", text)), len(text) + 1]
    for token in _blocks.parse(text):
        if token.map and token.type in ("code_block", "fence", "html_block", "heading_open"):
            _cover(mask, lines[token.map[0]], min(lines[token.map[1]], len(text)))
        elif token.map and token.type == "list_item_open":
            marker = _LIST_MARKER.match(text, lines[token.map[0]])
            _cover(mask, lines[token.map[0]], marker.end() if marker else lines[token.map[0]])


_BRACKET = re.compile(r"\\.|!?\[|\]|\n[ \t]*\n")
_DESTINATION = re.compile(
    r"\(\s*(?:<(?P<angle>[^<>\n]*)>|(?P<plain>[^\s()<][^\s()]*(?:\([^\s()]*\)[^\s()]*)*|))"
    r"(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)"
)
_LABEL = re.compile(r"\[([^\[\]\n]{0,999})\]")
_DEFINITION = re.compile(
    r"^ {0,3}\[(?P<label>[^\[\]\n]{1,999})\]:[ \t]*\n?[ \t]*<?(?P<address>[^\s<>]+)>?(?:\s+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$",
    re.MULTILINE,
)
_TAG = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9-]*)(?P<rest>(?:[\s/](?:[^<>\"']|\"[^\"]*\"|'[^']*')*+)?)>")
_HREF = re.compile(r"\shref\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))", re.IGNORECASE)
_TICKS = re.compile(r"(?<![`\\])`+")
_BLANK = re.compile(r"\n[ \t]*(?=\n)")


def _markdown_links(view: str, mask: bytearray) -> tuple[list[tuple[int, int, str]], list[tuple[int, int]]]:
    """The links in Markdown, and the spans that make them links. Masks pictures, definitions, tags and what stands between some."""
    code = _code(view)
    definitions: dict[str, str] = {}
    for match in _DEFINITION.finditer(view):
        if not code[match.start()]:
            definitions.setdefault(_label(match["label"]), match["address"])
            _cover(mask, *match.span())
    links = list(_tags(view, mask, code))
    gone: list[tuple[int, int]] = []
    opened: list[tuple[int, int]] = []
    done = 0
    for match in _BRACKET.finditer(view):
        at, piece = match.start(), match[0]
        if at < done or code[at] or mask[at]:
            continue
        if piece[0] == "\n":
            opened.clear()
        elif piece[-1] == "[":
            opened.append(match.span())
        elif piece == "]" and opened:
            start, inner = opened.pop()
            if (found := _leads_to(view, inner, at, definitions)) is None:
                continue
            done, address = found
            if view[start] == "!":
                _cover(mask, start, done)
                continue
            links.append((start, done, address))
            gone += [(start, inner), (at, done)]
            opened = [one for one in opened if view[one[0]] == "!"]
    return sorted(links), sorted(gone)


def _leads_to(view: str, inner: int, close: int, definitions: dict[str, str]) -> tuple[int, str] | None:
    """Where a link whose text is view[inner:close] ends, and its address; None where brackets are only brackets."""
    if inline := _DESTINATION.match(view, close + 1):
        return inline.end(), inline["angle"] or inline["plain"] or ""
    if not definitions or close - inner > 999:
        return None
    label = _LABEL.match(view, close + 1)
    if label and (name := _label(label[1] or view[inner:close])) in definitions:
        return label.end(), definitions[name]
    name = _label(view[inner:close])
    return (close + 1, definitions[name]) if name in definitions else None


def _label(label: str) -> str:
    return " ".join(label.split()).casefold()


def _code(view: str) -> bytearray:
    """One byte per character: 1 in fenced code and code spans."""
    code = bytearray(len(view))
    at = 0
    for line in body_lines(view):
        if line.kind == "code":
            _cover(code, at, at + len(line.text))
        at += len(line.text) + 1
    blanks = [match.start() for match in _BLANK.finditer(view)]
    waiting: dict[tuple[int, int], int] = {}
    runs = [match.span() for match in _TICKS.finditer(view) if not code[match.start()]]
    following: list[int] = [-1] * len(runs)
    for i in range(len(runs) - 1, -1, -1):  # the next run of the same length in the same paragraph
        key = (runs[i][1] - runs[i][0], bisect_right(blanks, runs[i][0]))
        following[i] = waiting.get(key, -1)
        waiting[key] = i
    i = 0
    while i < len(runs):
        if following[i] >= 0:
            _cover(code, runs[i][0], runs[following[i]][1])
            i = following[i]
        i += 1
    return code


def _tags(view: str, mask: bytearray, code: bytearray) -> Iterator[tuple[int, int, str]]:
    """Mask comments, tags and the elements that are never linked, in text that is not HTML; yields the links among them."""
    opened: dict[str, tuple[int, str]] = {}
    at, last_comment = view.find("<"), view.rfind("-->")
    while at >= 0:
        end = at + 1
        if not code[at]:
            if view.startswith("<!--", at) and at < last_comment:
                end = view.find("-->", at + 2) + 3
                _cover(mask, at, end)
            elif tag := _TAG.match(view, at):
                end, name = tag.end(), tag["name"].lower()
                _cover(mask, at, end)
                if tag["end"]:
                    start, address = opened.pop(name, (at, ""))
                    _cover(mask, start, end)
                    if address:
                        yield start, end, address
                elif name in _CLOSED and not tag["rest"].endswith("/"):
                    href = _HREF.search(tag["rest"])
                    opened.setdefault(
                        name, (at, html.unescape(href[1] or href[2] or href[3] or "") if href and name == "a" else "")
                    )
        at = view.find("<", end)
    for start, address in opened.values():
        blank = _BLANK.search(view, start)
        end = blank.start() if blank else len(view)
        _cover(mask, start, end)
        if address:
            yield start, end, address


#: Elements whose text is never linked.
_CLOSED = frozenset(
    ["a", "code", "pre", "script", "style", "textarea", "title", "h1", "h2", "h3", "h4", "h5", "h6", "button", "select", "kbd", "samp", "svg", "math", "iframe", "noscript", "template", "label", "summary", "object", "audio", "video", "canvas", "xmp", "listing", "plaintext", "noembed", "noframes", "datalist"]
)  # fmt: skip
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_EMPHASIS = frozenset({"b", "strong", "i", "em", "u", "mark"})
_INLINE = frozenset(["a", "span", "s", "small", "font", "sup", "sub", "abbr", "ins", "del", "q", "cite", "var", "wbr", "bdi", "bdo", "data", "time", "dfn"])  # fmt: skip


#: The longest entity that may stand without a semicolon ("&frac12").
_LONGEST_LEGACY = 6


class _Html(HTMLParser):
    """Fills a view of the document while the standard library's parser walks it."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self._text = text
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self._view = [" "] * len(text)
        self._mask = bytearray(len(text))
        self._open: Counter[str] = Counter()
        self._sections: list[tuple[int, int]] = []
        self._links: list[tuple[int, int, str]] = []
        self._link: tuple[int, str] | None = None
        self._gone: list[tuple[int, int]] = []
        self._tails: dict[int, int] = {}
        self._last: dict[str, int] = {}
        self._done = 0

    def read(self) -> Readable:
        try:
            self.feed(self._text)
            if self.rawdata.startswith("<"):  # a tag or comment without an end: as in a browser, nothing after it is text
                raise ValueError
            self.close()
        except (AssertionError, ValueError, IndexError):  # markup that the parser gives up on: the rest stays unread
            _cover(self._mask, self._done, len(self._text))
            self._view[self._done :] = [" "] * (len(self._text) - self._done)
        self._end_link(len(self._text))
        return Readable("".join(self._view), self._mask, self._sections, self._links, self._gone, self._tails)

    def _at(self) -> int:
        line, column = self.getpos()
        return min(self._lines[min(line, len(self._lines)) - 1] + column, len(self._text))

    def _put(self, start: int, shown: str, length: int) -> None:
        """Show `shown` in place of `length` characters; what is left over is gone."""
        end = min(start + length, len(self._text))
        fill = (shown + _HIDDEN * length)[: end - start]
        self._view[start:end] = list(fill)
        if start + len(shown) < end:
            self._gone.append((start + len(shown), end))
        if any(self._open.values()):
            _cover(self._mask, start, end)
        self._done = max(self._done, end)

    def _tag(self, tag: str, length: int) -> None:
        shown = "*" if tag in _EMPHASIS else "" if tag in _INLINE else "\n" if tag == "br" else "\n\n"
        self._put(self._at(), shown, length)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self._end_link(self._at())
            self._link = (self._at(), next((value for name, value in attrs if name == "href" and value), ""))
        elif tag in _CLOSED:
            self._open[tag] += 1
        if tag in _HEADINGS:
            self._sections.append((self._at(), self._at()))
        self._tag(tag, len(self.get_starttag_text() or "<>"))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Browsers take "<a href=x/>" and "<script/>" for the beginning of an element; an anchor, and one that never ends, for none."""
        begins = any(name == "href" for name, _ in attrs) if tag == "a" else tag in _CLOSED and self._at() < self._last_end(tag)
        if begins and tag not in ("svg", "math"):
            self.handle_starttag(tag, attrs)
        else:
            self._tag(tag, len(self.get_starttag_text() or "<>"))

    def _last_end(self, tag: str) -> int:
        if tag not in self._last:
            self._last[tag] = max((m.start() for m in re.finditer(f"</{tag}", self._text, re.IGNORECASE)), default=-1)
        return self._last[tag]

    def handle_endtag(self, tag: str) -> None:
        at = self._at()
        end = self._text.find(">", at)
        end = end + 1 if end >= 0 else len(self._text)
        self._tag(tag, end - at)
        if tag == "a":
            self._end_link(end)
        if tag in _HEADINGS and self._sections:
            self._sections[-1] = (self._sections[-1][0], at)
        for closed in _HEADINGS if tag in _HEADINGS else (tag,):  # "</h2>" ends an "<h1>" too
            self._open[closed] = max(0, self._open[closed] - 1)

    def _end_link(self, end: int) -> None:
        if self._link is not None:
            self._links.append((self._link[0], end, self._link[1]))
        self._link = None

    def handle_data(self, data: str) -> None:
        self._put(self._at(), data.replace("\r", " ").replace("\ufeff", " "), len(data))

    def handle_entityref(self, name: str) -> None:
        at, known = self._at(), name
        while known and f"{known};" not in html5 and known not in html5:
            known = known[:-1] if len(known) <= _LONGEST_LEGACY else known[:_LONGEST_LEGACY]
        if known != name and known not in html5:
            known = ""
        closed = known == name and self._text.startswith(";", at + 1 + len(known))
        shown = html5.get(f"{known};", "") if closed else html5.get(known, "")
        if shown and len(shown) <= 1 + len(known) + closed:
            self._entity(at, shown, 1 + len(known) + closed)
            at, name = at + 1 + len(known), name[len(known) :]
        else:
            name = f"&{name}"
        self._put(at, name, len(name))

    def handle_charref(self, name: str) -> None:
        at = self._at()
        length = len(name) + 2 + (self._text[at + len(name) + 2 : at + len(name) + 3] == ";")
        self._entity(at, html.unescape(f"&#{name};")[:1] if len(name) < 9 else "\ufffd", length)

    def _entity(self, at: int, shown: str, length: int) -> None:
        self._put(at, shown, length)
        self._tails[at + len(shown)] = at + length
