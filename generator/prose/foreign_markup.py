"""Find what no title, short rule or definition should contain: HTML, addresses that run code.

>>> foreign_in_line("Wirf <b>zwei</b> W6.")
Foreign(written='<b>', code='T001')
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

_TAG = re.compile(r"(?<!\\)<[A-Za-z/!?][^<>\s]{0,30}>?")
_LINK = re.compile(r"\]\(\s*<?([^)\s>]+)")
_SCRIPT = re.compile(r"\b(?:javascript|vbscript)\s*:\S*", re.IGNORECASE)
_SAFE_ADDRESS = re.compile(r"(?:https?://|mailto:|#|\.{0,2}/|[^:/?#]*(?:[/?#]|$))", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Foreign:
    """Foreign markup: how it begins, and the code of its finding."""

    written: str
    code: str


def safe_address(url: str) -> bool:
    """Whether a link may use an address: http, https, mailto and relative ones, but not "javascript:" and the like."""
    cleaned = re.sub(r"[\x00-\x20\u200b-\u200f]", "", unescape(url))
    return bool(_SAFE_ADDRESS.match(cleaned))


def foreign_in_line(text: str) -> Foreign | None:
    """The first tag or unsafe address in a line that readers see."""
    if tag := _TAG.search(text):
        return Foreign(tag[0], "T001")
    addresses = (link[1] for link in _LINK.finditer(text) if not safe_address(link[1]))
    if address := next(addresses, None):
        return Foreign(address, "T002")
    script = _SCRIPT.search(unescape(text))
    return Foreign(script[0], "T002") if script else None
