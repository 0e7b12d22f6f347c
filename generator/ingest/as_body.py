"""A book's text as the body of an entry: what looks like a mark of ours but is none is escaped, nothing is left out that can be seen."""

from __future__ import annotations

import re
import unicodedata

_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ue000-\uf8ff\ufff0-\uffff\ud800-\udfff]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
_BLOCK = re.compile(r"^([ \t]*)(:::)", re.MULTILINE)
_UNDERLINE = re.compile(r"^([ \t]*)([=-])(?=\2*[ \t]*$)", re.MULTILINE)
_FENCE = re.compile(r"^([ \t]*)(```+|~~~+)", re.MULTILINE)
_HEADING = re.compile(r"^(#{1,6})(?=[ \t])", re.MULTILINE)
_INDENTED = re.compile(r"^(?: {4,}|\t+)(?=\S)", re.MULTILINE)
_BULLET = re.compile(r"^([ \t]*)[•●◆▪✦◦‣·][ \t]+", re.MULTILINE)


def as_body(text: str) -> str:
    """A draft's text such that our renderer shows it as the book has it.

    Headings stay (they become sections) from the second level on; bullets become lists; fences, blocks, forced references and lines
    that would underline a heading are escaped; control characters go.

    >>> as_body("# Wald\\n:::\\n[[Wald]]\\n• Er brennt.")
    '## Wald\\n\\\\:::\\n\\\\[[Wald]]\\n- Er brennt.'
    """
    text = _CONTROL.sub("", unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n"))
    text = _INDENTED.sub("", text) if "|" not in text else text
    for pattern, replacement in (
        (_BULLET, r"\1- "),
        (_HEADING, lambda match: "##" if match[1] == "#" else match[1]),
        (_BLOCK, r"\1\\\2"),
        (_FENCE, r"\1\\\2"),
        (_UNDERLINE, r"\1\\\2"),
    ):
        text = pattern.sub(replacement, text)
    return text.replace("[[", "\\[[").strip("\n")


def one_line(text: str, longest: int) -> str:
    """A text as one line without control characters, cut at a word where it is too long.

    >>> one_line("Der\\n Wald  brennt", 12)
    'Der Wald …'
    """
    line = " ".join(_CONTROL.sub("", unicodedata.normalize("NFC", text)).split())
    return line if len(line) <= longest else line[: longest - 1].rsplit(" ", 1)[0].rstrip(" ,;:–-") + " …"
