"""HTML that is finished but for the addresses of its references: rendered once, filled for each page that shows it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape, unescape

#: A target's id → its address; "" leaves the reference plain text.
Href = Callable[[str], str]

#: Where a target stands in the book ("17.0, S. 97"), as far as the words that are shown do not say it: (target, shown) → text or "".
Place = Callable[[str, str], str]

#: A link without its address. No text can hold it: there "<" is escaped.
_LINK = re.compile("<a \ue000([^\ue001]*)\ue001([^\ue001]*)\ue001(1?)>(.*?)</a>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class OpenHtml:
    """Finished HTML with places for the addresses of its references. A template may set it into its own, of which it is made again."""

    marked: str

    def __html__(self) -> str:
        return self.marked

    def __bool__(self) -> bool:
        return bool(self.marked)

    def filled(self, href: Href = lambda _: "", *, place: Place | None = None, once: bool = False) -> str:
        """The HTML with its references as links. `place` says where a target stands in the book, for paper. With `once` no target is
        linked again that an earlier section links."""

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
    """The opening tag of a link without its address; "</a>" closes it. `shown` are its words with what stands in brackets behind them;
    `again`: an earlier section links there."""
    return f"<a \ue000{escape(target)}\ue001{escape(shown)}\ue001{'1' if again else ''}>"
