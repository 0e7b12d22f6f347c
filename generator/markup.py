"""Anybody's text, made readable for finding: plain text, Markdown or HTML → the same text with its markup out of the way.

What comes out has the length of what went in, so every offset holds in both. Tags become emphasis marks, line breaks or nothing much,
entities the character they mean; what may hold no reference (headings, code, links) is masked.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser

from .references import markdown_mask

KINDS = ("text", "md", "html")


@dataclass(frozen=True, slots=True)
class Readable:
    """A text as the finder reads it.

    view       the text, as long as the input, markup blanked
    mask       one byte per character, 1 where no reference may stand
    sections   headings, each as (start, end); a section begins with each
    links      links that are there already: offset and address
    """

    view: str
    mask: bytearray
    sections: list[tuple[int, int]] = field(default_factory=list)
    links: list[tuple[int, str]] = field(default_factory=list)


def readable(text: str, kind: str) -> Readable:
    """Read a text of a kind (text, md, html). Never raises; `len(view) == len(text)`.

    >>> readable("<b>R&uuml;ckzug</b>", "html").view.strip("*").replace(chr(0xAD), "")
    'Rückzug'
    """
    if kind == "html":
        return _Html(text).read()
    view = text.replace("\r", " ").replace("\ufeff", " ")
    mask = markdown_mask(view)
    for match in _MARKDOWN_CLOSED.finditer(view):
        mask[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    headings = [match.span() for match in _MARKDOWN_HEADING.finditer(view)]
    if kind == "text":
        headings += plain_headings(view)
    elif front := _FRONT_MATTER.match(view):
        mask[: front.end()] = b"\1" * front.end()
    for start, end in headings:
        mask[start:end] = b"\1" * (end - start)
    links = [(match.start(), match[1]) for match in _MARKDOWN_LINK.finditer(view)]
    return Readable(view, mask, sorted(headings), links)


_MARKDOWN_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t][^\n]*$|^[^\n|]+\n(?:=+|-+)[ \t]*$", re.MULTILINE)
#: Tags with their attributes, links by reference ("[Text][1]") and what they refer to ("[1]: address").
_MARKDOWN_CLOSED = re.compile(
    r"</?[A-Za-z][A-Za-z0-9-]*(?:[\s/][^<>]*)?>|\[[^\[\]]*\]\[[^\[\]\n]*\]|^ {0,3}\[[^\[\]\n]+\]:[ \t]*\S+(?:[ \t]+[\"'(][^\n]*)?[ \t]*$",
    re.MULTILINE,
)
_MARKDOWN_LINK = re.compile(r"(?<!!)\[[^\[\]\n]*\]\(([^()\s]*)")
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


#: Elements whose text is never linked.
_CLOSED = frozenset(
    [
        "a",
        "code",
        "pre",
        "script",
        "style",
        "textarea",
        "title",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "button",
        "select",
        "kbd",
        "samp",
        "svg",
        "math",
        "iframe",
        "noscript",
        "template",
        "label",
        "summary",
        "object",
        "audio",
        "video",
        "canvas",
    ]
)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_EMPHASIS = frozenset({"b", "strong", "i", "em", "u", "mark"})
_INLINE = frozenset(
    [
        "span",
        "s",
        "small",
        "font",
        "sup",
        "sub",
        "abbr",
        "ins",
        "del",
        "q",
        "cite",
        "var",
        "wbr",
        "bdi",
        "bdo",
        "data",
        "time",
        "dfn",
    ]
)


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
        self._links: list[tuple[int, str]] = []
        self._done = 0
        self._last_tag = ""

    def read(self) -> Readable:
        try:
            self.feed(self._text)
            if self.rawdata.startswith("<"):  # a tag or comment without an end: as in a browser, nothing after it is text
                raise ValueError
            self.close()
        except (AssertionError, ValueError, IndexError):  # markup that the parser gives up on: the rest stays unread
            self._mask[self._done :] = b"\1" * (len(self._text) - self._done)
        return Readable("".join(self._view), self._mask, self._sections, self._links)

    def _at(self) -> int:
        line, column = self.getpos()
        return min(self._lines[min(line, len(self._lines)) - 1] + column, len(self._text))

    def _put(self, start: int, shown: str, length: int) -> None:
        """Show `shown` in place of `length` characters, what is left over as soft hyphens."""
        end = min(start + length, len(self._text))
        fill = (shown + "\u00ad" * length)[: end - start]
        self._view[start:end] = list(fill)
        if any(self._open.values()):
            self._mask[start:end] = b"\1" * (end - start)
        self._done = max(self._done, end)

    def _tag(self, tag: str, length: int) -> None:
        if tag in _EMPHASIS:
            shown = "*" * length
        elif tag in _INLINE:
            shown = ""
        else:
            shown = ("\n" if tag == "br" else "\n\n") + " " * length
        self._put(self._at(), shown, length)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = self._at()
        if tag in _HEADINGS:
            self._sections.append((at, at))
        if tag == "a":
            self._links += [(at, value) for name, value in attrs if name == "href" and value]
        if tag in _CLOSED:
            self._open[tag] += 1
        self._tag(tag, len(self.get_starttag_text() or "<>"))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._tag(tag, len(self.get_starttag_text() or "<>"))

    def handle_endtag(self, tag: str) -> None:
        at = self._at()
        end = self._text.find(">", at)
        self._tag(tag, (end + 1 if end >= 0 else len(self._text)) - at)
        if tag in _HEADINGS and self._sections:
            self._sections[-1] = (self._sections[-1][0], at)
        if self._open[tag] > 0:
            self._open[tag] -= 1

    def handle_data(self, data: str) -> None:
        self._put(self._at(), data.replace("\r", " ").replace("\ufeff", " "), len(data))

    def handle_entityref(self, name: str) -> None:
        at = self._at()
        length = len(name) + 1 + (self._text[at + len(name) + 1 : at + len(name) + 2] == ";")
        meant = html.unescape(self._text[at : at + length])
        self._put(at, meant if len(meant) <= length else self._text[at : at + length], length)

    def handle_charref(self, name: str) -> None:
        at = self._at()
        length = len(name) + 2 + (self._text[at + len(name) + 2 : at + len(name) + 3] == ";")
        self._put(at, html.unescape(f"&#{name};")[:1], length)
