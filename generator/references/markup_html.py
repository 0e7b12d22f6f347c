"""HTML for the finder: turns tags into emphasis or breaks, entities into characters, and masks what is never linked."""

from __future__ import annotations

import html
import re
from collections import Counter
from html.entities import html5
from html.parser import HTMLParser

from .stripped_text import HIDDEN, Readable, cover, split_links


def _named(*names: str) -> frozenset[str]:
    return frozenset(name for some in names for name in some.split())


#: Elements whose text is never linked.
CLOSED = _named(
    "a code pre script style textarea title h1 h2 h3 h4 h5 h6 button select kbd samp svg math iframe noscript template label summary",
    "object audio video canvas xmp listing plaintext noembed noframes datalist regel-karte",
)
_HEADINGS = _named("h1 h2 h3 h4 h5 h6")
EMPHASIS = _named("b strong i em u mark")
INLINE = _named("a span s small font sup sub abbr ins del q cite var wbr bdi bdo data time dfn")

#: The longest entity that may stand without a semicolon ("&frac12").
_LONGEST_LEGACY = 6


class HtmlReader(HTMLParser):
    """Fills a view of the document while the standard library's parser walks it."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self._text = text
        self._at = 0
        self._view: list[str] = []
        self._mask = bytearray(len(text))
        self._open: Counter[str] = Counter()
        self._closed = 0
        self._sections: list[tuple[int, int]] = []
        self._links: list[tuple[int, int, str]] = []
        self._link: tuple[int, str] | None = None
        self._gone: list[tuple[int, int]] = []
        self._tails: dict[int, int] = {}
        self._borders: list[int] = []
        self._last: dict[str, int] = {}
        self._done = 0

    def read(self) -> Readable:
        try:
            self.feed(self._text)
            if self.rawdata.startswith("<"):  # a tag or comment without an end: as in a browser, nothing after it is text
                raise ValueError
            self.close()
        except (AssertionError, ValueError, IndexError):  # markup that the parser gives up on: the rest stays unread
            cover(self._mask, self._done, len(self._text))
        self._end_link(len(self._text))
        return Readable(
            "".join(self._view).ljust(len(self._text)),
            self._mask,
            self._sections,
            *split_links(self._links, self._mask),
            self._gone,
            self._tails,
            self._borders,
        )

    def updatepos(self, i: int, j: int) -> int:
        """Record the parser's place in the text, instead of counting lines; the parser calls this after every piece."""
        self._at += max(0, j - i)
        return j

    def _put(self, start: int, shown: str, length: int) -> None:
        """Show `shown` in place of `length` characters; the surplus is gone, as is skipped text, such as a comment."""
        if start > self._done:
            self._put(self._done, "", start - self._done)
        self._done = end = min(start + length, len(self._text))
        gone = end - start - len(shown)
        self._view.append(shown + HIDDEN * gone if gone >= 0 else shown[:gone])
        if gone > 0:
            self._gone.append((end - gone, end))
        if self._closed:
            cover(self._mask, start, end)

    def _tag(self, tag: str, length: int) -> None:
        shown = "*" if tag in EMPHASIS else "" if tag in INLINE else "\n" if tag == "br" else "\n\n"
        if shown == "\n\n":
            self._borders.append(self._at)
        self._put(self._at, shown, length)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self._end_link(self._at)
            self._link = (self._at, next((value for name, value in attrs if name == "href" and value), ""))
        elif tag in CLOSED:
            self._open[tag] += 1
            self._closed += 1
        if tag in _HEADINGS:
            self._sections.append((self._at, self._at))
        self._tag(tag, len(self.get_starttag_text() or "<>"))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Browsers take "<a href=x/>" and "<script/>" for the beginning of an element; an anchor, and one that never ends, for none."""
        begins = any(name == "href" for name, _ in attrs) if tag == "a" else tag in CLOSED and self._at < self._last_end(tag)
        if begins and tag not in ("svg", "math"):
            self.handle_starttag(tag, attrs)
        else:
            self._tag(tag, len(self.get_starttag_text() or "<>"))

    def _last_end(self, tag: str) -> int:
        if tag not in self._last:
            self._last[tag] = max((m.start() for m in re.finditer(f"</{tag}", self._text, re.IGNORECASE)), default=-1)
        return self._last[tag]

    def handle_endtag(self, tag: str) -> None:
        at = self._at
        end = self._text.find(">", at)
        end = end + 1 if end >= 0 else len(self._text)
        self._tag(tag, end - at)
        if tag == "a":
            self._end_link(end)
        if tag in _HEADINGS and self._sections:
            self._sections[-1] = (self._sections[-1][0], at)
        for closed in _HEADINGS if tag in _HEADINGS else (tag,):  # "</h2>" ends an "<h1>" too
            if self._open[closed]:
                self._open[closed] -= 1
                self._closed -= 1

    def _end_link(self, end: int) -> None:
        if self._link is not None:
            self._links.append((self._link[0], end, self._link[1]))
        self._link = None

    def handle_data(self, data: str) -> None:
        self._put(self._at, data.replace("\r", " ").replace("\ufeff", " "), len(data))

    def handle_entityref(self, name: str) -> None:
        at, known = self._at, name
        while known and f"{known};" not in html5 and known not in html5:
            known = known[:-1] if len(known) <= _LONGEST_LEGACY else known[:_LONGEST_LEGACY]
        if known != name and known not in html5:
            known = ""
        closed = known == name and self._text.startswith(";", at + 1 + len(known))
        shown = html5.get(f"{known};", "") if closed else html5.get(known, "")
        length = 1 + len(known) + closed
        if shown and len(shown) <= length:
            self._entity(at, shown, length)
            at, name = at + length, name[len(known) :]
        else:
            name = f"&{name}"
        self._put(at, name, len(name))

    def handle_charref(self, name: str) -> None:
        at = self._at
        length = len(name) + 2 + (self._text[at + len(name) + 2 : at + len(name) + 3] == ";")
        self._entity(at, html.unescape(f"&#{name};")[:1] if len(name) < 9 else "\ufffd", length)

    def _entity(self, at: int, shown: str, length: int) -> None:
        self._put(at, shown, length)
        self._tails[at + len(shown)] = at + length
