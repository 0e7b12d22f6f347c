"""A book's text as the body of an entry: escapes what only looks like our markup, and omits nothing visible."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from ..source.plain_marks import fences, replaced

_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ue000-\uf8ff\ufff0-\uffff\ud800-\udfff]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
_NEWLINE = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_BULLET = re.compile(r"^([ \t]*)[•●◆▪✦◦‣·][ \t]+", re.MULTILINE)
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)")
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
#: A star within a word, "Held*innen", which a second one would make emphasis; what is emphasised from a word's beginning comes first.
_STAR = re.compile(r"(?<![\w*\\])\*{1,3}(?=[^\s*])[^*\n]{1,999}\*{1,3}|(?<=[^\W\d_])\*(?=[^\W\d_])")
_ADDRESS = re.compile(r"\](?=\((?!https?://))")
_SCRIPT = re.compile(r"\b((?:java|vb)script\s*):", re.IGNORECASE)


def as_body(text: str) -> str:
    """Prepare a draft's text so that our renderer shows it as in the book.

    Keeps headings (as sections, from level two) and code between fences, such as boards drawn with signs; turns bullets into lists; escapes
    lone fences, blocks, forced references, quotes, HTML, link definitions, numbers out of order, stars within words and lines that would
    underline a heading; drops control characters.

    >>> as_body("# Wald\\n:::\\n[[Wald]]\\n• Er brennt.")
    '## Wald\\n\\\\:::\\n\\\\[[Wald]]\\n- Er brennt.'
    """
    text = _CONTROL.sub("", _NEWLINE.sub("\n", unicodedata.normalize("NFC", text)))
    return replaced(text, fences(text, closed=True), outside=_prose).strip("\n")


def _prose(text: str) -> str:
    """Text without code, prepared."""
    text = "\n".join(_outdented(_WIDE.sub(r"\1 ", _BULLET.sub(r"\1- ", text)).split("\n")))
    text = _MARK.sub(r"\g<0>\\", _HEADING.sub(lambda match: "##" if match[1] == "#" else match[1], text))
    text = _ADDRESS.sub("]\\\\", _TAG.sub(r"\\<", text))
    text = _STAR.sub(lambda found: found[0] if len(found[0]) > 1 else r"\*", text) if "*" in text else text
    text = _SCRIPT.sub(r"\1\\:", text) if "script" in text.casefold() else text
    return "\n".join(_counted(text.replace("[[", "\\[[").split("\n")))


def _outdented(lines: list[str]) -> Iterator[str]:
    """Lines without what would make code of them: four blanks more than the item they stand in, or than the margin."""
    items: list[int] = []  # the columns at which the words of the items around a line begin
    for line in lines:
        words = line.lstrip(" \t")
        indent = len(line[: len(line) - len(words)].expandtabs(4))
        while words and items and indent < items[-1]:
            items.pop()
        margin = items[-1] if items else 0
        if words and (indent >= margin + 4 or "\t" in line[: len(line) - len(words)]):
            indent = margin if indent >= margin + 4 else indent
            line = " " * indent + words
        if item := _ITEM.match(line):
            items.append(item.end())
        yield line


def _counted(lines: list[str]) -> Iterator[str]:
    """Escape numbers out of order, because Markdown counts the items of a list itself."""
    last: dict[tuple[int, str], int] = {}  # by indentation and sign
    blank = False
    for line in lines:
        number = _NUMBERED.match(line)
        if blank and not number and not line.startswith((" ", "\t")):
            last.clear()
        blank = not line.strip()
        if number:
            place = len(number[1]), number[3]
            last = {other: count for other, count in last.items() if other[0] <= place[0]}
            if int(number[2]) == last.get(place, int(number[2]) - 1) + 1:
                last[place] = int(number[2])
            else:
                line = f"{number[1]}{number[2]}\\{line[number.end(2) :]}"
        yield line


def one_line(text: str, longest: int) -> str:
    """A text on one line without control characters, cut between words if too long.

    >>> one_line("Der\\n Wald  brennt", 12)
    'Der Wald …'
    """
    line = " ".join(_CONTROL.sub("", unicodedata.normalize("NFC", text)).split())
    return line if len(line) <= longest else line[: longest - 2].rsplit(" ", 1)[0].rstrip(" ,;:–-") + " …"
