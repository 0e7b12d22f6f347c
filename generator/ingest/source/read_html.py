"""An HTML page as text, as a browser shows it.

Uses lxml, not the standard library, whose html.parser (Python 3.11) takes minutes for a megabyte of unclosed comments.
"""

from __future__ import annotations

import re

from ...files.encoding import declared, marked
from ...model.unusable import require
from .decode import Decoded, UnreadableBook, decode
from .html_table import Element
from .html_text import text_of

#: Encodings that a page may declare; for others, the bytes decide.
_KNOWN = re.compile(r"(iso-?8859-(\d+)|windows-125\d|koi8-r|macintosh)")

#: The end of a page: a browser reads on after it, but lxml drops the text there.
_END = re.compile(r"</(?:body|html)\s*>", re.IGNORECASE)


def html_text(name: str, raw: bytes) -> Decoded:
    """A page's text, which may be empty, with the remarks on its encoding."""
    decoded = _decoded(name, raw)
    return Decoded(text_of(_parsed(name, decoded.text)), notes=decoded.notes)


def _decoded(name: str, raw: bytes) -> Decoded:
    encoding = declared(raw)
    if marked(raw) or not _KNOWN.fullmatch(encoding):
        return decode(name, raw)
    # browsers read Latin-1 as Windows-1252
    text = raw.decode("cp1252" if encoding.endswith(("8859-1", "1252")) else encoding, "replace")
    return decode(name, text.encode())


def _parsed(name: str, markup: str) -> Element | None:
    require(f"„{name}“", "ingest", "lxml")
    from lxml import etree

    # huge_tree: without it, lxml silently drops what is nested deeper than 256 elements (with it: 2048)
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True, no_network=True)
    try:
        root: Element | None = etree.fromstring(_END.sub("", markup).encode("utf-8", "replace"), parser)
    except etree.LxmlError:
        return None  # no element in it
    if any("Excessive depth" in entry.message for entry in parser.error_log):
        raise UnreadableBook(f"„{name}“ ist zu tief verschachtelt; speichere die Seite als Text.")
    return root
