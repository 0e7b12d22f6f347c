"""Detect a file's encoding: by its byte order mark, the position of zero bytes, the declaration in its head, or its letters."""

from __future__ import annotations

import codecs
import re

#: Longest first, because the mark of UTF-32 begins with that of UTF-16.
_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
    codecs.BOM_UTF8: "utf-8-sig",
}
_DECLARED = re.compile(rb"""(?:charset|encoding)\s{0,5}=\s{0,5}["']?\s{0,5}([\w.:-]{1,40})""", re.IGNORECASE)

#: Single-byte encodings of German files, likeliest first, with their common names.
ONE_BYTE = {"cp1252": "Windows-1252", "mac-roman": "Mac Roman", "cp850": "DOS (Codepage 850)"}
_GERMAN = re.compile(r"[äöüÄÖÜß–—…€×½]|(?<!\w)[„‚»›](?=\w)|(?<=\S)[“‘«‹’](?!\w)|(?<=\w)’(?=\w)")
_FOREIGN = re.compile(r"[^\x00-\x7f]")


def marked(raw: bytes) -> str:
    r"""The encoding that the bytes themselves show, by byte order mark or zero bytes; "" if they show none.

    >>> marked(b"\xff\xfe<\0"), marked("Würfel".encode("utf-16-be")), marked("Würfel".encode())
    ('utf-16', 'utf-16-be', '')
    """
    if mark := next((mark for mark in _MARKS if raw.startswith(mark)), b""):
        return _MARKS[mark]
    first, second = raw[:32:2], raw[1:32:2]
    if _are_zeros(second) and 0 not in first:
        return "utf-16-le"
    return "utf-16-be" if _are_zeros(first) and 0 not in second else ""


def _are_zeros(lane: bytes) -> bool:
    """Whether more than three quarters of the bytes are zero; not all, because a dash or a quotation mark uses both of its
    bytes."""
    return 4 * lane.count(0) > 3 * len(lane)


def declared(raw: bytes) -> str:
    """The encoding as XML or HTML declares it in its head; "" if it declares none."""
    found = _DECLARED.search(raw[:1024])
    return found[1].decode("ascii", "replace").lower() if found else ""


def by_letters(raw: bytes) -> str:
    r"""The encoding of `ONE_BYTE` that gives the most German letters beyond ASCII; "" if the likeliest does not fit and no other
    gives any.

    >>> by_letters("Würfel".encode("cp850")), by_letters("„Würfel“".encode("cp1252"))
    ('cp850', 'cp1252')
    """
    scores = {encoding: score for encoding in ONE_BYTE if (score := _score(raw, encoding)) is not None}
    best = max(scores, key=lambda encoding: scores[encoding])
    return best if best == next(iter(ONE_BYTE)) or scores[best] > 0 else ""


def _score(raw: bytes, encoding: str) -> int | None:
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        return None
    return 2 * len(_GERMAN.findall(text)) - len(_FOREIGN.findall(text))
