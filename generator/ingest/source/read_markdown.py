"""Markdown as its readers show it → text with the marks that structure knows: CommonMark with tables, notes, boxes and links of wikis.

>>> read_markdown("a.md", b"Wald\\n====\\n\\n> [!NOTE] Licht\\n> Siehe [[Nacht|dort]].[^1]\\n\\n[^1]: Nie.\\n").text
'# Wald\\n\\n!!! note Licht\\nSiehe dort. (Nie.)\\n'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.footnote import footnote_plugin

from .decode import Decoded, decode
from .html_text import RIGHT_BELOW, linked_text, parsed
from .latex import NO_TEXT
from .page_links import link_mark, taken_out
from .plain_marks import drawn_tables, fences, replaced, with_pipes

#: Stands for a form feed, which is white space to Markdown and HTML.
_PAGE = "\ufdd4"
_FRONT = re.compile(
    r"(?:\A|(?<=\n))---[ \t]*\n(?=\w)(?:[\w-]+:[^\n]*\n|[ \t][^\n]*\n|- [^\n]*\n|\n)+(?:---|\.\.\.)[ \t]*(?=\n|\Z)"
)
_TITLE = re.compile(r"^title:[ \t]*[\"']?([^\"'\n]+)", re.MULTILINE | re.IGNORECASE)
_FIRST_HEADING = re.compile(r"^(?:#{1,6}(?=[ \t])|={2,}[ \t]*$|<h1\b|---[ \t]*$)", re.MULTILINE)
#: Attributes, as Pandoc and kramdown have them: "{#tief .rot}", "{width=9pt}", "{: .note}".
_ATTRIBUTES = re.compile(r"(?<![ \t])[ \t]*\{(?:[#.:][^{}\n]*|[\w-]+=[^{}\n]*)\}")
_OWN_ANCHOR = re.compile(r"\{#([\w-]++)[^{}\n]*\}[ \t]*\Z")
_CALLOUT = re.compile(r"\[!(\w+)\][-+]?[ \t]*")
_WIKI = re.compile(r"!\[\[[^\[\]\n]*\]\]|\[\[(?P<page>[^\[\]|\n]*)(?:\|(?P<shown>[^\[\]\n]*))?\]\]")
_TAG = re.compile(r"<(?=/?([A-Za-z][\w-]*))")
_COMMENT = "<!--"
_ARGUMENT, _OPTION = r"\{[^{}\n]*\}", r"\[[^\[\]\n]*\]"


def _wordless(count: int) -> str:
    """LaTeX's commands with as many arguments, none of which is text."""
    names = "|".join(name for name, takes in NO_TEXT.items() if takes == count)
    return rf"(?:{names})\*?(?:{_OPTION})?(?:{_ARGUMENT}){{{count}}}"


#: A command of LaTeX without words (Pandoc), or without anything, as those of Homebrewery's pages.
_BOUNDS = rf"(?:begin|end){_ARGUMENT}(?:{_OPTION}|{_ARGUMENT})*+"
_COMMAND = rf"\\(?:{'|'.join(map(_wordless, (1, 2, 3)))}|{_BOUNDS}|[a-zA-Z]++\*?+(?![{{\[]))[ \t]*+"
#: What no reader sees: those lines, boxes without a title, templates' commands (Jekyll, Hugo); and entries of an index within a line.
_LAYOUT = re.compile(
    rf"^[ \t]*+(?:(?:{_COMMAND})++|:{{3,9}}[ ]*+\{{?[.\w-]*+\}}?"
    r"|\{\{[^{}\n]*+(?:\}\})?|\}\}|\{%[^{}\n]*%\}|\[TOC\]|\[\[_TOC_\]\])[ \t]*$"
    r"|\\(?:index|label)\{[^{}]{0,200}\}",
    re.MULTILINE,
)
#: What may stand right below the line that introduces it.
_BELOW = frozenset(["bullet_list_open", "ordered_list_open", "table_open"])
#: A text with more brackets than these, and than one sign in ten, is none with links, and would take ten seconds per megabyte.
_BRACKETS = 2000
#: A longer paragraph has no marks: no author wrote it, and a line of 15 MB would take half a minute.
_LONGEST = 200_000


def read_markdown(name: str, raw: bytes) -> Decoded:
    """A file's text, which may be empty, with the remarks on its encoding. Raises Unusable without lxml."""
    decoded = decode(name, raw)
    text = _FRONT.sub(_front_title, decoded.text)
    text = _drawn(replaced(text, fences(text), outside=lambda prose: _LAYOUT.sub("", prose))).replace("\f", f"\n\n{_PAGE}\n\n")
    if (unclosed := text.rfind(_COMMENT)) >= 0 and text.find("-->", unclosed) < 0:
        text = f"{text[:unclosed]}&lt;{text[unclosed + 1 :]}"
    shown = linked_text(parsed(name, _parser(links=text.count("[") <= max(_BRACKETS, len(text) // 10)).render(text)))
    shown, links, places = taken_out(shown.replace(f"\n\n{_PAGE}\n\n", "\n\f\n").replace(_PAGE, "\f"))
    return replace(decoded, text=shown, links=links, places=places)


def _front_title(front: re.Match[str]) -> str:
    """The title of a front matter as a heading, unless a chapter's heading follows at once in its file; one further down has a title."""
    title = _TITLE.search(front[0])
    if front.start() and not title:
        return front[0]
    first = _FIRST_HEADING.search(front.string, front.end())
    has_own = first and first[0][:2] in ("#", "==", "<h")
    return f"# {title[1].strip()}\n" if title and not has_own else ""


def _drawn(text: str) -> str:
    """The text with its drawn tables as tables with pipes, or else as they are."""
    text = with_pipes(text)
    return replaced(text, drawn_tables(text), lambda table: f"<pre>\n{escapeHtml(table)}\n</pre>\n")


@cache
def _parser(*, links: bool) -> MarkdownIt:
    made = MarkdownIt("commonmark", {"breaks": True}).enable(["table", "strikethrough"])
    made.use(footnote_plugin).use(admon_plugin).disable(["footnote_tail", "footnote_inline"])
    if not links:
        made.disable(["link", "image"])
    made.core.ruler.at("inline", _parse_inline)
    made.core.ruler.before("text_join", "escapes", _keep_escapes)
    made.core.ruler.push("shown", _show)
    for kind in ("html_inline", "html_block"):
        made.add_render_rule(kind, lambda self, tokens, at, options, env: _known_tags(tokens[at].content))
    made.add_render_rule("fence", lambda self, tokens, at, options, env: f"<pre>{escapeHtml(_fenced(tokens[at]))}</pre>\n")
    return made


def _known_tags(markup: str) -> str:
    """Markup whose unknown tags are text: "<Name> zieht"."""
    from lxml.html.defs import tags

    return _TAG.sub(lambda tag: tag[0] if tag[1].lower() in tags else "&lt;", markup)


def _fenced(token: Token) -> str:
    content = token.content.replace("```", "'''")
    return f"```{token.info.strip().replace('`', '')}\n{content}```"


def _parse_inline(state: StateCore) -> None:
    """What paragraphs hold, as markdown-it parses it, but for overlong ones."""
    for token in state.tokens:
        if token.type == "inline":
            token.children = [_text(token.content)] if len(token.content) > _LONGEST else []
            if not token.children:
                state.md.inline.parse(token.content, state.md, state.env, token.children)


def _keep_escapes(state: StateCore) -> None:
    """A sign that its author escaped stays so: "Held\\*innen"."""
    for child in _inline(state.tokens):
        if child.type == "text_special" and child.info == "escape":
            child.content = child.markup


def _inline(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield from token.children or ()


def _show(state: StateCore) -> None:
    """Notes in their place, links of wikis as words, no attributes, pictures and boxes by their names, lists right below their line."""
    state.tokens = _with_notes(state.tokens)
    for child in _inline(state.tokens):
        if child.type == "text":
            child.content = _ATTRIBUTES.sub("", _WIKI.sub(_wiki_link, child.content))
    for opened, token in pairwise(state.tokens):
        if opened.type == "heading_open":
            own = _OWN_ANCHOR.search(token.content)
            words = " ".join(child.content for child in token.children or () if child.type in ("text", "code_inline"))
            opened.attrSet("id", own[1] if own else words)
        if token.children:
            _name_pictures(opened, token.children)
    _name_boxes(state.tokens)
    lines = state.src.split("\n")
    for token in state.tokens:
        if token.type in _BELOW and token.map and token.map[0] and lines[token.map[0] - 1].strip():
            token.attrSet(RIGHT_BELOW, "")


def _wiki_link(link: re.Match[str]) -> str:
    page, _, name = (link["page"] or "").partition("#")
    words = link["shown"] or " ".join(filter(None, (page, name)))
    return link_mark(name, words, page) if words else ""


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _with_notes(tokens: list[Token]) -> list[Token]:
    """Footnotes in brackets where they are first referred to."""
    wanted = {child.meta["label"] for child in _inline(tokens) if child.type == "footnote_ref" and "label" in child.meta}
    notes: dict[str, list[Token]] = {}
    kept: list[Token] = []
    label = ""
    for token in tokens:
        if token.type == "footnote_reference_open":
            label = token.meta["label"]
            notes.setdefault(label, [])
        elif token.type == "footnote_reference_close":
            label = ""
        elif label in wanted and token.content:
            notes[label] += [_text(" " if notes[label] else ""), *(token.children or [_text(token.content)])]
        elif label not in wanted:
            kept.append(token)
    for token in kept:
        if token.children and any(child.type == "footnote_ref" for child in token.children):
            token.children = [shown for child in token.children for shown in _noted(child, notes)]
    return kept


def _noted(child: Token, notes: dict[str, list[Token]]) -> list[Token]:
    if child.type != "footnote_ref":
        return [child]
    note = notes.pop(child.meta.get("label", ""), [])
    return [_text(" ("), *note, _text(")")] if note else []


def _name_pictures(around: Token, children: list[Token]) -> None:
    """A picture alone in its cell has no words; one alone between paragraphs is named in brackets."""
    pictures = [child for child in children if child.type == "image"]
    if pictures and all(child.type == "image" or not child.content.strip() for child in children):
        named = "" if around.type == "td_open" else "; ".join(filter(None, (child.content for child in pictures)))
        children[:] = [_text(f"({named})")] if named else []


def _name_boxes(tokens: list[Token]) -> None:
    """The title of a box as a line "!!! note Title"; none where its author gave none."""
    for at, token in enumerate(tokens):
        if token.type != "inline" or not token.children or at < 2:
            continue
        first = token.children[0]
        if tokens[at - 1].type == "admonition_title_open":
            kind, _, title = tokens[at - 2].info.strip().partition(" ")
            token.children = [_text(f"!!! {kind} "), *token.children] if title.strip() else []
        elif tokens[at - 2].type == "blockquote_open" and (box := _CALLOUT.match(first.content)):
            rest = first.content[box.end() :]
            titled = rest or (len(token.children) > 1 and token.children[1].type != "softbreak")
            first.content = f"!!! {box[1].lower()} {rest}" if titled else ""
            if not titled:
                del token.children[1:2]
