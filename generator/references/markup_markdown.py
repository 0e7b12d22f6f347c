"""Markdown for the finder: links, code, raw HTML, blocks."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator

from ..prose.body import body_lines
from ..prose.borders import block_parser, token_borders
from .markup_html import CLOSED
from .stripped_text import cover

_FRONT_MATTER = re.compile(r"---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_blocks = block_parser(html=True)
_LIST_MARKER = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])(?=\s|$)")


def mask_blocks(text: str, mask: bytearray) -> list[int]:
    """Mask text without inline markup (code, raw HTML, front matter) and the numbers of lists; returns the blocks' borders."""
    if front := _FRONT_MATTER.match(text):
        cover(mask, 0, front.end())
    lines = _line_starts(text)
    tokens = _blocks.parse(text)
    for token in tokens:
        if token.map and token.type in ("code_block", "fence", "html_block", "heading_open"):
            cover(mask, lines[token.map[0]], min(lines[token.map[1]], len(text)))
        elif token.map and token.type == "list_item_open":
            marker = _LIST_MARKER.match(text, lines[token.map[0]])
            cover(mask, lines[token.map[0]], marker.end() if marker else lines[token.map[0]])
    return token_borders(text, tokens)


def _line_starts(text: str) -> list[int]:
    """Where each line starts, and where one behind the last would."""
    return [0, *(match.end() for match in re.finditer("\n", text)), len(text) + 1]


_BRACKET = re.compile(r"\\.|!?\[|\]|\n[ \t]*\n")
_DESTINATION = re.compile(
    r"\(\s*+(?:<(?P<angle>[^<>\n]*)>|(?P<plain>[^\s()<][^\s()]*(?:\([^\s()]*\)[^\s()]*)*|))"
    r"(?:\s++(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*+\)"
)
_LABEL = re.compile(r"\[([^\[\]\n]{0,999})\]")
_DEFINITION = re.compile(
    r"^ {0,3}\[(?P<label>[^\[\]\n]{1,999})\]:[ \t]*+(?:\n[ \t]*+)?"
    r"<?(?P<address>[^\s<>]+)>?(?:\s+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$",
    re.MULTILINE,
)
_TAG = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9-]*)(?P<rest>(?:[\s/](?:[^<>\"']|\"[^\"]*\"|'[^']*')*+)?)>")
_HREF = re.compile(r"\shref\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))", re.IGNORECASE)
_TICKS = re.compile(r"(?<![`\\])`+")
_BLANK = re.compile(r"\n[ \t]*(?=\n)")


def markdown_links(view: str, mask: bytearray, *, blocks: bool) -> tuple[list[tuple[int, int, str]], list[tuple[int, int]]]:
    """The links in Markdown, and the spans of their syntax. Masks pictures, definitions, tags and the content of some."""
    code = _code(view, blocks=blocks)
    definitions: dict[str, str] = {}
    for match in _DEFINITION.finditer(view):
        if not code[match.start()]:
            definitions.setdefault(_label(match["label"]), match["address"])
            cover(mask, *match.span())
    links: list[tuple[int, int, str]] = []
    gone: list[tuple[int, int]] = []
    opened: list[tuple[int, int]] = []
    done = 0
    for match in _BRACKET.finditer(view):
        at, piece = match.start(), match[0]
        if at < done or code[at] or mask[at]:
            continue
        if piece[0] == "\n":
            opened.clear()
        elif piece in ("[", "!["):
            opened.append(match.span())
        elif piece == "]" and opened:
            start, inner = opened.pop()
            if (found := _leads_to(view, inner, at, definitions)) is None:
                continue
            done, address = found
            if view[start] == "!":
                cover(mask, start, done)
                continue
            links.append((start, done, address))
            gone += [(start, inner), (at, done)]
            opened = [one for one in opened if view[one[0]] == "!"]
    closed = bytearray(code)
    for start, end in gone:
        cover(closed, start, end)
    links += _tags(view, mask, closed)
    for run in re.finditer(rb"\x01+", code):
        cover(mask, *run.span())
    return sorted(links), sorted(gone)


def _leads_to(view: str, inner: int, close: int, definitions: dict[str, str]) -> tuple[int, str] | None:
    """End and address of a link with the text view[inner:close]; None if the brackets make no link."""
    if inline := _DESTINATION.match(view, close + 1):
        return inline.end(), inline["angle"] or inline["plain"] or ""
    if not definitions or close - inner > 999:
        return None
    label = _LABEL.match(view, close + 1)
    if label and (name := _label(label[1] or view[inner:close])) in definitions:
        return label.end(), definitions[name]
    name = _label(view[inner:close])
    return (close + 1, definitions[name]) if name in definitions else None


def _label(label: str) -> str:
    return " ".join(label.split()).casefold()


def _block_edges(view: str, code: bytearray) -> list[int]:
    """The borders of Markdown's blocks, which no code span crosses. Marks blocks of code."""
    lines = _line_starts(view)
    tokens = _blocks.parse(view)
    for token in tokens:
        if token.map and token.type in ("code_block", "fence"):
            cover(code, lines[token.map[0]], min(lines[token.map[1]], len(view)))
    return token_borders(view, tokens)


def _code(view: str, *, blocks: bool) -> bytearray:
    """Mark code: one byte per character, 1 in fenced code and code spans. In plain text the only `blocks` are paragraphs."""
    code = bytearray(len(view))
    at = 0
    for line in body_lines(view) if "```" in view or "~~~" in view else ():
        if line.kind == "code":
            cover(code, at, at + len(line.text))
        at += len(line.text) + 1
    edges = _block_edges(view, code) if blocks and "`" in view else [match.start() for match in _BLANK.finditer(view)]
    waiting: dict[tuple[int, int], int] = {}
    runs = [match.span() for match in _TICKS.finditer(view) if not code[match.start()]]
    following: list[int] = [-1] * len(runs)
    for i in range(len(runs) - 1, -1, -1):  # find the next run of the same length in the same paragraph
        key = (runs[i][1] - runs[i][0], bisect_right(edges, runs[i][0]))
        following[i] = waiting.get(key, -1)
        waiting[key] = i
    i = 0
    while i < len(runs):
        if following[i] >= 0:
            cover(code, runs[i][0], runs[following[i]][1])
            i = following[i]
        i += 1
    return code


def _tags(view: str, mask: bytearray, code: bytearray) -> Iterator[tuple[int, int, str]]:
    """Mask comments, tags and unlinkable elements in text that is not HTML; yields the links among them."""
    opened: dict[str, tuple[int, str]] = {}
    at, last_comment = view.find("<"), view.rfind("-->")
    while at >= 0:
        end = at + 1
        if not code[at]:
            if view.startswith("<!--", at) and at < last_comment:
                end = view.find("-->", at + 2) + 3
                cover(mask, at, end)
            elif tag := _TAG.match(view, at):
                end, name = tag.end(), tag["name"].lower()
                cover(mask, at, end)
                if tag["end"]:
                    start, address = opened.pop(name, (at, ""))
                    cover(mask, start, end)
                    if address:
                        yield start, end, address
                elif name in CLOSED and not tag["rest"].endswith("/"):
                    href = _HREF.search(tag["rest"])
                    opened.setdefault(
                        name, (at, html.unescape(href[1] or href[2] or href[3] or "") if href and name == "a" else "")
                    )
        at = view.find("<", end)
    for start, address in opened.values():
        blank = _BLANK.search(view, start)
        end = blank.start() if blank else len(view)
        cover(mask, start, end)
        if address:
            yield start, end, address
