"""HTML complete except for its references' addresses: rendered once, filled for each page that shows it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from html import escape, unescape
from typing import Any

#: A target's id → its address; "" leaves the reference plain text.
Href = Callable[[str], str]

#: A target's place in the book ("17.0, S. 97"), unless the shown words already give it: (target, shown) → text or "".
Place = Callable[[str, str], str]

#: A link without its address. No text contains one, because text escapes "<".
_LINK = re.compile("<a \ue000([^\ue001]*)\ue001([^\ue001]*)\ue001(1?)>(.*?)</a>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class OpenHtml:
    """HTML with open places for its references' addresses. A template may include it; the result becomes an OpenHtml again."""

    marked: str

    def __html__(self) -> str:
        return self.marked

    def __bool__(self) -> bool:
        return bool(self.marked)

    def filled(self, href: Href = lambda _: "", *, place: Place | None = None, once: bool = False) -> str:
        """Turn references into links. `place` gives a target's place in the book, for print. With `once`, skips targets that an
        earlier section links."""

        first, *links = _cut(self.marked)
        written = [first]
        for target, page, shown, again, words, following in links:
            if address := "" if once and again else href(target):
                where = place(target, shown) if place else ""
                data = f' data-ort="{escape(where)}"' if where else ""
                words = f'<a class="verweis" href="{escape(address)}" data-id="{page}"{data}>{words}</a>'
            written += (words, following)
        return "".join(written)


@lru_cache(maxsize=2048)  # a text is filled for its page, its record, its frame and the bundle of its system
def _cut(marked: str) -> tuple[Any, ...]:
    """The HTML before the first reference; then for each its target, the target's page as HTML, its text, whether it is linked again, its
    HTML, and what follows."""
    first, *rest = _LINK.split(marked)
    links = zip(*(iter(rest),) * 5, strict=True)
    read = ((unescape(target), unescape(shown), again, *html) for target, shown, again, *html in links)
    return first, *((target, escape(target.partition("#")[0]), *rest) for target, *rest in read)


def link_open(target: str, shown: str, *, again: bool) -> str:
    """The opening tag of a link without its address; "</a>" closes it. `shown` is the link's text with a bracket after it;
    `again` means that an earlier section links there."""
    return f"<a \ue000{escape(target)}\ue001{escape(shown)}\ue001{'1' if again else ''}>"
