"""A book's text as the body of an entry: escapes what only looks like our markup, and omits nothing visible."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ue000-\uf8ff\ufff0-\uffff\ud800-\udfff]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
_NEWLINE = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_BULLET = re.compile(r"^([ \t]*)[•●◆▪✦◦‣·][ \t]+", re.MULTILINE)
_INDENTED = re.compile(r"^(?:[ ]{4}|[ ]{0,3}\t)[ \t]*(?=\S)", re.MULTILINE)
_WIDE = re.compile(r"^([ \t]*(?:[-*+]|\d{1,9}[.)]))[ \t]{2,}(?=\S)", re.MULTILINE)
_HEADING = re.compile(r"^ {0,3}(#{1,6})(?=[ \t]+[^\s#])", re.MULTILINE)
_NUMBERED = re.compile(r"([ \t]*)(\d{1,9})([.)])(?=[ \t])")

#: Text that would be markup at the start of a line or list item: blocks, fences, quotes, empty headings, link definitions; and
#: lines of only strokes or asterisks.
_MARK = re.compile(
    r"^(?! {0,3}#{1,6}[ \t]+[^\s#])((?:[ \t]|[-*+][ \t]|\d+[.)][ \t])*)"
    r"(?=:::|```|~~~|>|#{1,6}(?:\s|\Z)|\[[^\]\n]*\]:)"
    r"|^([ \t]*)(?=-[ \t]*$|([*_=-])(?:[ \t]*\3){2,}[ \t]*$|==?[ \t]*$)",
    re.MULTILINE,
)


#: Text that would be HTML or a forbidden link; web addresses stay links.
_TAG = re.compile(r"<(?<!\\<)(?=[A-Za-z/!?])(?!https?://)")
_ADDRESS = re.compile(r"\](?=\((?!https?://))")
_SCRIPT = re.compile(r"\b((?:java|vb)script\s*):", re.IGNORECASE)


def as_body(text: str) -> str:
    """Prepare a draft's text so that our renderer shows it as in the book.

    Keeps headings (as sections, from level two); turns bullets into lists; escapes fences, blocks, forced references, quotes,
    HTML, link definitions, numbers out of order and lines that would underline a heading; drops control characters.

    >>> as_body("# Wald\\n:::\\n[[Wald]]\\n• Er brennt.")
    '## Wald\\n\\\\:::\\n\\\\[[Wald]]\\n- Er brennt.'
    """
    text = _CONTROL.sub("", _NEWLINE.sub("\n", unicodedata.normalize("NFC", text)))
    text = _WIDE.sub(r"\1 ", _BULLET.sub(r"\1- ", _INDENTED.sub("", text)))
    text = _MARK.sub(r"\g<0>\\", _HEADING.sub(lambda match: "##" if match[1] == "#" else match[1], text))
    text = _ADDRESS.sub("]\\\\", _TAG.sub(r"\\<", text))
    text = _SCRIPT.sub(r"\1\\:", text) if "script" in text.casefold() else text
    return "\n".join(_counted(text.replace("[[", "\\[[").strip("\n").split("\n")))


def _counted(lines: list[str]) -> Iterator[str]:
    """Escape numbers out of order, because Markdown counts the items of a list itself."""
    last: dict[str, int] = {}
    blank = False
    for line in lines:
        number = _NUMBERED.match(line)
        if blank and not number and not line.startswith((" ", "\t")):
            last.clear()
        blank = not line.strip()
        if number and int(number[2]) != last.get(number[3], int(number[2]) - 1) + 1:
            line = f"{number[1]}{number[2]}\\{line[number.end(2) :]}"
        elif number:
            last[number[3]] = int(number[2])
        yield line


def one_line(text: str, longest: int) -> str:
    """A text on one line without control characters, cut between words if too long.

    >>> one_line("Der\\n Wald  brennt", 12)
    'Der Wald …'
    """
    line = " ".join(_CONTROL.sub("", unicodedata.normalize("NFC", text)).split())
    return line if len(line) <= longest else line[: longest - 2].rsplit(" ", 1)[0].rstrip(" ,;:–-") + " …"
