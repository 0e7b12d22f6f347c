"""Rule text → HTML (CommonMark with tables, our fenced blocks, resolved references), complete except for the references'
addresses.

Shows raw HTML as text and drops addresses other than http, https, mailto and relative ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.container import container_plugin

from ..model.reference import Resolution
from ..model.values import Section
from .body import BLOCKS, MADE, body_lines
from .foreign_markup import safe_address
from .open_html import OpenHtml, link_open

#: Private-use characters that carry a reference through the Markdown parser: open, number, close. Content never contains them
#: (T005).
_OPEN, _MID, _CLOSE = "\ue000", "\ue001", "\ue002"
_MARK = re.compile(f"{_OPEN}(\\d+){_MID}|{_CLOSE}")
_QUOTED_MARK = re.compile(rf"{quote(_OPEN)}\d+{quote(_MID)}|{quote(_CLOSE)}")


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of rendered text: the section it belongs to (None at the beginning), the heading's level and HTML, and the text's
    HTML."""

    section: Section | None
    level: int
    heading: OpenHtml
    html: OpenHtml


def render_blocks(
    text: str,
    references: Sequence[Resolution] = (),
    *,
    sections: Sequence[Section] = (),
    drawings: Mapping[str, str] | None = None,
) -> tuple[Block, ...]:
    """Render a body, split at its headings. Links each target once per section, at its first mention, and marks links that an
    earlier section already has (see `OpenHtml`)."""
    env = _env(references, drawings)
    tokens = _md.parse(_marked(text, references), {})
    blocks: list[Block] = []
    section, level, heading, start = None, 0, OpenHtml(""), 0
    # by line, because Markdown sees headings (empty ones, or in an unknown block) that `body_lines` does not: they have no
    # section
    lines = (line.number for line in body_lines(text) if line.kind == "heading")
    headings = {number: sections[i] if i < len(sections) else None for i, number in enumerate(lines)}

    def cut(end: int) -> None:
        html = _rendered(tokens[start:end], env)
        if html or heading:
            blocks.append(Block(section, level, heading, html))
        env["linked"] = set()

    for i, token in enumerate(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map and token.map[0] in headings:
            cut(i)
            section, level, start = headings[token.map[0]], int(token.tag[1]), i + 3
            heading = _rendered(tokens[i:start], env)
            env["linked"] = set()
    cut(len(tokens))
    return tuple(blocks)


def render_text(text: str, references: Sequence[Resolution] = ()) -> OpenHtml:
    """Render a Markdown text (a card's field, a definition) without splitting it."""
    return _rendered(_md.parse(_marked(text, references), {}), _env(references))


def render_inline(text: str, references: Sequence[Resolution] = ()) -> OpenHtml:
    """Render one line (a short rule, a table cell) without a paragraph around it."""
    return OpenHtml(_md.renderInline(_marked(text, references), _env(references)).strip())


def _env(references: Sequence[Resolution], drawings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The environment of the render rules; the name "references" is taken by Markdown's own link definitions. `linked` are the
    targets linked in this section, `seen` those in the whole text."""
    return {"resolved": references, "drawings": drawings or {}, "linked": set(), "seen": set(), "open": []}


def _rendered(tokens: Sequence[Token], env: dict[str, Any]) -> OpenHtml:
    return OpenHtml(str(_md.renderer.render(tokens, _md.options, env)).strip())


def _marked(text: str, references: Sequence[Resolution]) -> str:
    """Put every reference between marks, so that it survives Markdown parsing in place."""
    out, at = [], 0
    for i, resolution in enumerate(references):
        reference = resolution.reference
        out += [_unmarked(text[at : reference.start]), f"{_OPEN}{i}{_MID}", _unmarked(reference.shown), _CLOSE]
        at = reference.end
    return "".join(out) + _unmarked(text[at:])


#: A mark as a character or as a character reference ("&#xe000;", "&#57344;").
_FOREIGN = re.compile(f"{_OPEN}|{_MID}|{_CLOSE}|&#(?:[xX]0*[eE]00[0-2]|0*5734[4-6]);")


def _unmarked(text: str) -> str:
    """Remove the marks that the text itself contains, as any text may."""
    return _FOREIGN.sub("\ufffd", text)


def _link_references(state: StateCore) -> None:
    for token in state.tokens:
        if token.type == "inline" and token.children and (_OPEN in token.content or _CLOSE in token.content):
            token.children = _paired([new for child in token.children for new in _split(child)])
        else:
            _strip(token)


def _split(token: Token) -> list[Token]:
    if token.type != "text" or not (_OPEN in token.content or _CLOSE in token.content) or not _MARK.search(token.content):
        _strip(token)
        return [token]
    out: list[Token] = []
    at = 0
    for match in _MARK.finditer(token.content):
        out.append(_text(token.content[at : match.start()], token.level))
        out.append(Token("reference_open" if match[1] else "reference_close", "a", 0, content=match[1] or "", level=token.level))
        at = match.end()
    out.append(_text(token.content[at:], token.level))
    return [t for t in out if t.type != "text" or t.content]


def _strip(token: Token) -> None:
    """Remove the marks from what shows no links: code, pictures, addresses."""
    if token.content:
        token.content = _without_marks(token.content)
    if token.info:
        token.info = _without_marks(token.info)
    for name, value in token.attrs.items():
        if isinstance(value, str):
            token.attrs[name] = _QUOTED_MARK.sub("", _without_marks(value))
    for child in token.children or ():
        _strip(child)


def _without_marks(text: str) -> str:
    return _MARK.sub("", text) if _OPEN in text or _CLOSE in text else text  # most texts have none


def _paired(tokens: list[Token]) -> list[Token]:
    """Drop marks that cannot become a link: inside another link, or with only one end in an emphasis, a code span, a list
    item."""
    linking: set[int] = set()
    opened, depth, links = -1, 0, 0
    for i, token in enumerate(tokens):
        if token.type == "reference_open":
            opened, depth = (-1 if links else i), 0
        elif token.type == "reference_close":
            linking |= {opened, i} if opened >= 0 and depth == 0 else set()
            opened = -1
        else:
            depth += token.nesting
            links += token.nesting if token.type in ("link_open", "link_close") else 0
            opened = -1 if depth < 0 or token.type == "link_open" else opened
    return [token for i, token in enumerate(tokens) if i in linking or not token.type.startswith("reference_")]


def _text(content: str, level: int) -> Token:
    return Token("text", "", 0, content=content, level=level)


def _reference_open(self: RendererHTML, tokens: Sequence[Token], idx: int, options: Any, env: dict[str, Any]) -> str:
    resolution: Resolution = env["resolved"][int(tokens[idx].content)]
    target, is_id = resolution.target, resolution.reference.type == "id"
    if target is None or (target in env["linked"] and not is_id):
        env["open"].append("")
        return ""
    again = target in env["seen"] and not is_id
    env["linked"].add(target)
    env["seen"].add(target)
    env["open"].append("</a>")
    return link_open(target, resolution.reference.shown + _bracket_after(tokens, idx), again=again)


#: Text of tokens whose content is not their text: a space for a break, nothing for a reference (its content is its index).
_BEHIND = {"softbreak": " ", "hardbreak": " ", "reference_open": "", "html_inline": ""}
#: The number of tokens after a reference in which to search for its bracket; searching all takes forever in a long paragraph of
#: references.
_WITHIN = 20


def _bracket_after(tokens: Sequence[Token], idx: int) -> str:
    """The bracket right after a reference, often its number: " (18.0)"; "" if there is none."""
    close = next((i for i in range(idx, len(tokens)) if tokens[i].type == "reference_close"), len(tokens))
    behind = "".join(_BEHIND.get(token.type, token.content) for token in tokens[close + 1 : close + 1 + _WITHIN])
    bracket = re.match(r"\s*\([^)]*\)", behind)
    return bracket[0] if bracket else ""


def _reference_close(self: RendererHTML, tokens: Sequence[Token], idx: int, options: Any, env: dict[str, Any]) -> str:
    return str(env["open"].pop()) if env["open"] else ""


#: A minus and its number; the dash of a range ("2–4") follows a number.
_MINUS = re.compile(r"(?<![\w)–])–\d+")


def _text_rule(self: RendererHTML, tokens: Sequence[Token], idx: int, options: Any, env: dict[str, Any]) -> str:
    """Keep minus signs with their numbers: browsers break a line after the dash, and "–" above "1" reads as a pause."""
    text = escapeHtml(tokens[idx].content)
    return _MINUS.sub(r'<span class="n-fest">\g<0></span>', text) if "–" in text else text


#: Meaningless in a drawing, but not in the Markdown page that embeds it.
_BLANK_LINES = re.compile(r"\n{2,}")


def _block_renderer(name: str) -> Callable[..., str]:
    def render(self: RendererHTML, tokens: Sequence[Token], idx: int, options: Any, env: dict[str, Any]) -> str:
        if name == MADE:
            return ""
        if tokens[idx].nesting == -1:
            return "</figcaption></figure>\n" if name == "bild" else "</aside>\n"
        if name == "bild":
            drawing = env["drawings"].get(tokens[idx].info.strip().removeprefix("bild").strip(), "")
            return f'<figure class="bild">{_BLANK_LINES.sub(chr(10), drawing)}<figcaption>\n'
        label = BLOCKS[name]
        return f'<aside class="kasten kasten-{name}" role="note" aria-label="{label}"><p class="kasten-titel">{label}</p>\n'

    return render


_TABLE = '<div class="tabelle" role="group" aria-label="Tabelle" tabindex="0"><table class="n-tabelle">\n', "</table></div>\n"

#: Letters from which a value may take more than a line of its table, or of a profile.
BRIEF = 12


def _cell_open(self: RendererHTML, tokens: Sequence[Token], idx: int, options: Any, env: dict[str, Any]) -> str:
    """Render a cell's alignment and brevity as classes; the head of the rows' names has a name.

    Classes, because the site's policy forbids style attributes.
    """
    style, tag, inline = str(tokens[idx].attrGet("style") or ""), tokens[idx].tag, tokens[idx + 1]
    names = ["rechts"] if "right" in style else ["mitte"] if "center" in style else []
    if tag == "td" and 0 < sum(len(token.content) for token in inline.children or []) < BRIEF:
        names.append("n-kurz")
    label = ' aria-label="Zeile"' if tag == "th" and not inline.content else ""
    return f'<{tag} class="{" ".join(names)}"{label}>' if names else f"<{tag}{label}>"


def _parser() -> MarkdownIt:
    # No images: other hosts' would cause requests to them, and our own drawings are "::: bild" blocks.
    md = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["lheading", "image"])
    for name in BLOCKS:
        container_plugin(md, name, validate=_named(name), render=_block_renderer(name))
    md.validateLink = safe_address  # type: ignore[method-assign]
    md.core.ruler.push("link_references", _link_references)
    md.add_render_rule("softbreak", lambda *_: " ")  # a space comes again far more often, which packs better
    md.add_render_rule("text", _text_rule)
    md.add_render_rule("reference_open", _reference_open)
    md.add_render_rule("reference_close", _reference_close)
    md.add_render_rule("table_open", lambda *_: _TABLE[0])
    md.add_render_rule("table_close", lambda *_: _TABLE[1])
    md.add_render_rule("th_open", _cell_open)
    md.add_render_rule("td_open", _cell_open)
    return md


def _named(name: str) -> Callable[[str, str], bool]:
    return lambda params, _markup: params.strip().split(" ")[0] == name


_md = _parser()
