"""An HTML page, or elements of one, as text with Markdown marks: paragraphs, headings, emphasis, lists; tables in `html_table`.

Uses lxml, not the standard library, whose html.parser (Python 3.11) takes minutes for a megabyte of unclosed comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ...files.encoding import declared, marked
from ...model.unusable import require
from .decode import Decoded, UnreadableBook, decode
from .html_table import Element, is_grid, markdown_table, rows_as_texts, rows_of
from .page_links import mark_links, taken_out, without_marks

#: Encodings that a page may declare; for others, the bytes decide.
_KNOWN = re.compile(r"(iso-?8859-(\d+)|windows-125\d|koi8-r|macintosh)")

#: The end of a page: a browser reads on after it, but lxml drops the text there.
_END = re.compile(r"</(?:body|html)\s*>", re.IGNORECASE)

#: Elements without visible text of the page.
_HIDDEN = frozenset(
    ["audio", "base", "button", "canvas", "datalist", "dialog", "embed", "head", "iframe", "input", "link", "map", "meta",
     "nav", "noframes", "noscript", "object", "option", "param", "progress", "script", "select", "source", "style", "svg",
     "template", "textarea", "title", "track", "video"]
)  # fmt: skip
_HEADINGS = {f"h{level}": "#" * level for level in range(1, 7)}
_BLOCKS = frozenset(
    ["address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dir", "div", "dl", "dt",
     "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "hr", "html", "legend", "li", "main", "menu",
     "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"]
) | frozenset(_HEADINGS)  # fmt: skip
_LISTS = frozenset({"ul", "ol", "menu", "dir"})
#: Underlined letters count as bold, because many texts underline their names.
_BOLD = frozenset({"b", "strong", "u"})
_ITALIC = frozenset({"i", "em", "cite", "dfn", "var"})

_ROMAN = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))

_NOT_SHOWN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_BOLD_STYLE = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_UNDERLINED_STYLE = re.compile(r"text-decoration(?:-line)?\s*:\s*(?:[a-z]+ ){0,3}underline", re.IGNORECASE)
_ITALIC_STYLE = re.compile(r"font-style\s*:\s*italic", re.IGNORECASE)
#: Figures and signs → raised, lowered.
RAISED = str.maketrans("0123456789+-()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾")
LOWERED = str.maketrans("0123456789+-()", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎")

_BREAK = "\x00"  # a <br>, until the white space around it is collapsed; no HTML text contains it
_WHITE = re.compile(r"[ \t\n\r\f]+")
_SOFT_HYPHEN = "\u00ad"

#: An attribute of what follows the text before it without a blank line.
RIGHT_BELOW = "data-right-below"

#: The longest name of an item above its paragraphs.
LONGEST_NAME = 60
#: Below this depth, keep only the text: no book nests so deep, and Python limits recursion.
_DEEPEST = 120


def html_text(name: str, raw: bytes) -> Decoded:
    """A page's text, which may be empty, with the remarks on its encoding."""
    decoded = _decoded(name, raw)
    text, links, places = taken_out(linked_text(parsed(name, decoded.text)))
    return Decoded(text, notes=decoded.notes, links=links, places=places)


def _decoded(name: str, raw: bytes) -> Decoded:
    encoding = declared(raw)
    if marked(raw) or not _KNOWN.fullmatch(encoding):
        return decode(name, raw)
    # browsers read Latin-1 as Windows-1252
    text = raw.decode("cp1252" if encoding.endswith(("8859-1", "1252")) else encoding, "replace")
    return decode(name, text.encode())


def parsed(name: str, markup: str) -> Element | None:
    """The root of a page; None without any element. Raises Unusable without lxml, and for one nested too deep."""
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


def linked_text(root: Element | None) -> str:
    """The visible text, with the marks of `page_links`."""
    if root is not None:
        mark_links(root)
    return text_of(root)


def text_of(root: Element | None) -> str:
    """The element's visible text, as paragraphs separated by blank lines."""
    if root is None:
        return ""
    _without_hidden(root)
    _mark_parents_of_blocks(root)
    blocks = _blocks(root, 0)
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _without_hidden(root: Element) -> None:
    from lxml import etree

    for node in root.iter():
        if "hidden" in node.attrib or _NOT_SHOWN.search(node.get("style", "")):
            node.tag = "template"
    etree.strip_elements(root, *_HIDDEN, with_tail=False)


def _mark_parents_of_blocks(root: Element) -> None:
    """Mark inline elements around blocks as blocks, each once, so that this takes linear time."""
    for block in root.iter(*_BLOCKS):
        parent = block.getparent()
        while parent is not None and "data-holds-blocks" not in parent.attrib:
            parent.set("data-holds-blocks", "")
            parent = parent.getparent()


def _is_block(node: Element) -> bool:
    return node.tag in _BLOCKS or "data-holds-blocks" in node.attrib


def _blocks(node: Element, depth: int) -> list[str]:
    """The element's children as blocks; text between them forms its own paragraph."""
    if depth > _DEEPEST:
        return _paragraph(["".join(node.itertext())])
    blocks: list[str] = []
    inline = [node.text or ""]
    for child in node:
        if _is_block(child):
            blocks += _paragraph(inline)
            found = _block(child, depth + 1)
            if RIGHT_BELOW in child.attrib and blocks and found and not blocks[-1].startswith("#"):
                found[0] = f"{blocks.pop()}\n{found[0]}"
            blocks += found
            inline = []
        else:
            inline.append(_inline(child, depth + 1, marks=True))
        inline.append(child.tail or "")
    return blocks + _paragraph(inline)


def _paragraph(pieces: list[str]) -> list[str]:
    text = _collapsed("".join(pieces))
    return [text] if text else []


def _collapsed(text: str) -> str:
    text = _WHITE.sub(" ", text.replace(_SOFT_HYPHEN, ""))
    return "\n".join(line.strip(" ") for line in text.split(_BREAK)).strip()


def _block(node: Element, depth: int) -> list[str]:
    return _BY_TAG.get(node.tag, _blocks)(node, depth)


def _heading(node: Element, depth: int) -> list[str]:
    text = _collapsed(_inner(node, depth, marks=False)).replace("\n", " ")
    return [f"{_HEADINGS[node.tag]} {text}"] if text else []


def _list(node: Element, depth: int) -> list[str]:
    """A list as one block: each item on its own line, with its content indented below."""
    lines: list[str] = []
    place = 0
    for child in node:
        place += child.tag == "li"
        mark = marker_of(node, child, place)
        text = "\n".join(_block(child, depth + 1) if child.tag != "li" else _item(child, depth + 1))
        if text:
            lines.append(mark + text.replace("\n", "\n" + " " * len(mark)))
    return ["\n".join(lines)] if lines else []


def marker_of(parent: Element, item: Element, place: int) -> str:
    """ "- ", "3. ", "c. " for the item at `place` (from 1); anything but an item is indented below the previous one."""
    if item.tag != "li" or parent.tag != "ol":
        return "- " if item.tag == "li" else "  "
    number = _number(item.get("value")) or place - 1 + (_number(parent.get("start")) or 1)
    return f"{written(number, parent.get('type'))}. "


def _number(written: str | None) -> int | None:
    digits = (written or "").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 5 else None


def written(number: int, style: str | None) -> str:
    """A number in digits, or with style "a", "A", "i", "I" in letters or Roman."""
    if style in ("a", "A") and 0 < number <= 26:
        return chr(ord(style) + number - 1)
    if style not in ("i", "I") or number >= 400:
        return str(number)
    digits = ""
    for value, sign in _ROMAN:
        digits += sign * (number // value)
        number %= value
    return digits if style == "i" else digits.upper()


def _item(node: Element, depth: int) -> list[str]:
    """An item's blocks; a few words of its own above a paragraph are its name, in bold."""
    blocks = _blocks(node, depth)
    first = next((child for child in node if _is_block(child)), None)
    if first is None or first.tag != "p" or not (node.text or "").strip() or len(blocks) < 2:
        return blocks
    bare = without_marks(blocks[0])
    named = len(bare) <= LONGEST_NAME and bare[-1:] not in ".,;:!?…" and "\n" not in bare
    return [_bold(blocks[0]), *blocks[1:]] if named else blocks


def _definitions(node: Element, depth: int) -> list[str]:
    """Each term in bold with its definitions below it."""
    blocks: list[str] = []
    for child in node:
        found = _block(child, depth + 1)
        if child.tag == "dt":
            blocks += [_bold(text) for text in found]
        elif child.tag == "dd" and blocks:
            blocks[-1] = "\n".join([blocks[-1], *found])
        else:
            blocks += found
    return blocks


def _table(node: Element, depth: int) -> list[str]:
    rows = rows_of(node)
    if not is_grid(node, rows):
        return [block for row in rows for cell in row for block in _blocks(cell, depth + 1)]
    caption = [block for child in node.iterchildren("caption") for block in _blocks(child, depth + 1)]
    return [*caption, markdown_table(rows_as_texts(rows, lambda cell: " ".join(_blocks(cell, depth + 1))))]


def _preformatted(node: Element, depth: int) -> list[str]:
    text = "".join(node.itertext()).strip("\n")
    return [text] if text.strip() else []


def _inline(node: Element, depth: int, *, marks: bool) -> str:
    if node.tag == "br":
        return _BREAK
    if node.tag == "img":
        return str(node.get("alt", ""))
    inner = _inner(node, depth, marks=marks)
    if node.tag == "sup":
        return inner.translate(RAISED)
    if node.tag == "sub":
        return inner.translate(LOWERED)
    if node.tag == "q":
        return f"„{inner}“"
    return _emphasized(node, inner) if marks else inner


def _inner(node: Element, depth: int, *, marks: bool) -> str:
    if depth > _DEEPEST:
        return "".join(node.itertext())
    pieces = [node.text or ""]
    for child in node:
        pieces += [_inline(child, depth + 1, marks=marks), child.tail or ""]
    return "".join(pieces)


def _emphasized(node: Element, inner: str) -> str:
    style = node.get("style", "")
    if node.tag in _BOLD or _BOLD_STYLE.search(style) or (node.tag != "a" and _UNDERLINED_STYLE.search(style)):
        return _bold(inner)
    if node.tag in _ITALIC or _ITALIC_STYLE.search(style):
        return _around(inner, "*")
    return inner


def _bold(text: str) -> str:
    return _around(text, "**")


def _around(text: str, mark: str) -> str:
    """Put marks right around the words, white space outside; leave marked text alone."""
    core = text.strip(f" \t\n\r\f{_BREAK}")
    if not core or core.startswith(mark):
        return text
    start = text.index(core)
    return f"{text[:start]}{mark}{core}{mark}{text[start + len(core) :]}"


_BY_TAG: dict[str, Callable[[Element, int], list[str]]] = {
    **dict.fromkeys(_HEADINGS, _heading),
    **dict.fromkeys(_LISTS, _list),
    "dl": _definitions,
    "table": _table,
    "pre": _preformatted,
    "summary": lambda node, depth: [_bold(text) for text in _blocks(node, depth)],
    "hr": lambda node, depth: ["---"],
}
