"""A book's text as the body of an entry: what looks like a mark of ours but is none is escaped, nothing is left out that can be seen."""

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

#: What would be a mark of Markdown or of ours at the beginning of a line, or of an item of a list: blocks, fences, quotes, headings
#: without words, definitions of links; and lines of nothing but strokes or stars.
_MARK = re.compile(
    r"^(?! {0,3}#{1,6}[ \t]+[^\s#])((?:[ \t]|[-*+][ \t]|\d+[.)][ \t])*)"
    r"(?=:::|```|~~~|>|#{1,6}(?:\s|\Z)|\[[^\]\n]*\]:)"
    r"|^([ \t]*)(?=-[ \t]*$|([*_=-])(?:[ \t]*\3){2,}[ \t]*$|==?[ \t]*$)",
    re.MULTILINE,
)


#: What would be HTML, or a link to where none may lead; addresses of the web stay links.
_TAG = re.compile(r"(?<!\\)<(?=[A-Za-z/!?])(?!https?://)")
_ADDRESS = re.compile(r"\](?=\((?!https?://))")
_SCRIPT = re.compile(r"\b((?:java|vb)script\s*):", re.IGNORECASE)


def as_body(text: str) -> str:
    """A draft's text such that our renderer shows it as the book has it.

    Headings stay (they become sections) from the second level on; bullets become lists; fences, blocks, forced references, quotes,
    HTML, link definitions, numbers out of order and lines that would underline a heading are escaped; control characters go.

    >>> as_body("# Wald\\n:::\\n[[Wald]]\\n• Er brennt.")
    '## Wald\\n\\\\:::\\n\\\\[[Wald]]\\n- Er brennt.'
    """
    text = _CONTROL.sub("", _NEWLINE.sub("\n", unicodedata.normalize("NFC", text)))
    text = _WIDE.sub(r"\1 ", _BULLET.sub(r"\1- ", _INDENTED.sub("", text)))
    text = _MARK.sub(r"\g<0>\\", _HEADING.sub(lambda match: "##" if match[1] == "#" else match[1], text))
    text = _SCRIPT.sub(r"\1\\:", _ADDRESS.sub("]\\\\", _TAG.sub(r"\\<", text)))
    return "\n".join(_counted(text.replace("[[", "\\[[").strip("\n").split("\n")))


def _counted(lines: list[str]) -> Iterator[str]:
    """Markdown counts the items of a list itself: a number that does not follow the one before it is none of a list's."""
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
    """A text as one line without control characters, cut at a word where it is too long.

    >>> one_line("Der\\n Wald  brennt", 12)
    'Der Wald …'
    """
    line = " ".join(_CONTROL.sub("", unicodedata.normalize("NFC", text)).split())
    return line if len(line) <= longest else line[: longest - 2].rsplit(" ", 1)[0].rstrip(" ,;:–-") + " …"
