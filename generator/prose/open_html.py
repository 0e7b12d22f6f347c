"""HTML complete except for its references' addresses: rendered once, filled for each page that shows it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape, unescape

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

        def link(match: re.Match[str]) -> str:
            target = unescape(match[1])
            address = "" if once and match[3] else href(target)
            if not address:
                return match[4]
            where = place(target, unescape(match[2])) if place else ""
            data = f' data-ort="{escape(where)}"' if where else ""
            return (
                f'<a class="verweis" href="{escape(address)}" data-id="{escape(target.partition("#")[0])}"{data}>{match[4]}</a>'
            )

        return _LINK.sub(link, self.marked)


def link_open(target: str, shown: str, *, again: bool) -> str:
    """The opening tag of a link without its address; "</a>" closes it. `shown` is the link's text with a bracket after it;
    `again` means that an earlier section links there."""
    return f"<a \ue000{escape(target)}\ue001{escape(shown)}\ue001{'1' if again else ''}>"
