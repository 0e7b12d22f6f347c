"""One style sheet for a finished site, with what its pages can use of the theme's.

A phone waits for every style sheet before it shows anything. The theme's two have rules for all that the theme can do, right-to-left
pages and its own search included; of 25 kB our pages use 6. So after the builder they and ours become one file: of the theme's rules
those stay that could match something in any page or in what a script makes. Ours, and a project's own, stay whole. The dark
scheme's rules hold without a script, too (see `schemes`).
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from ..files.atomic import write_atomic
from .schemes import with_dark_by_device

if TYPE_CHECKING:
    from tinycss2.ast import Node

#: The one style sheet, in place of our own that the pages come with.
TARGET = "assets/nachschlag.css"
#: Where the theme keeps its style sheets and scripts, our pages needing nothing of either once they are finished.
_THEMES = ("assets/stylesheets/", "assets/javascripts/")

_LINK = re.compile(r'[ \t]*<link rel="stylesheet" href="([^":?]+)">\n?')
_ANY_LINK = re.compile(r'<link\b[^>]*\brel="?stylesheet')
_SCRIPT = re.compile(r'<script\b[^>]*\bsrc="([^":?]+)"')
_NAMED = re.compile(r'(?:href|src)="([^"]+)"')
_NAME = re.compile(r"[\w-]+")
_URL = re.compile(r"url\(\s*(\"|'|)(?![a-z]+:|/|#)([^\"')]+)\1\s*\)")
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)")
_ALWAYS = frozenset({"html", "body"})
_TIGHT = frozenset({",", ";"})


Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page's link to a local style sheet: the file below the site, and what stands before it in the address ("../")."""

    file: str
    prefix: str


def merge_styles(site: Path) -> None:
    """Give all pages that share most style sheets one instead; files that no page asks for any more are gone afterwards.

    Pages with other style sheets (in other people's frames, or of other hosts) stay as they are.
    """
    pages = {path: path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    for path, html in with_one_style(site, pages).items():
        write_atomic(path, html)


def with_one_style(
    site: Path,
    pages: Mapping[Name, str],
    *,
    times: Mapping[Name, int] | None = None,
    contents: Collection[str] = (),
    bare: Callable[[str], str] = str,
) -> dict[Name, str]:
    """Those of the pages that change, with their one style sheet, which lies in the site then.

    For pages in parts: `times` says how many pages of the site one stands for (1), `contents` is what goes into them, `bare` takes from
    one what marks the place for that.
    """
    sheets = {name: _sheets(site, html) for name, html in pages.items()}
    files = {name: tuple(sheet.file for sheet in found) for name, found in sheets.items() if found}
    counts: Counter[tuple[str, ...]] = Counter()
    for name, found in files.items():
        counts[found] += (times or {}).get(name, 1)
    most = counts.most_common(1)[0][0] if counts else ()
    if most in ((), (TARGET,)):
        return {}
    merged = merged_styles(site, most, used_names([*map(bare, pages.values()), *contents, *_scripts(site, pages.values())]))
    changed = {name: _relinked(pages[name], sheets[name][0].prefix) for name, found in files.items() if found == most}
    write_atomic(site / TARGET, merged)
    _drop_unused(site, most, [*{**pages, **changed}.values(), *contents])
    return changed


def with_merged_styles(html: str, site: Path) -> str:
    """A page that was built alone, as one of a site whose pages share the one style sheet; in any other site it comes back as it is.

    What this page is the first to use of the theme's rules comes with the next whole build.
    """
    links = _LINK.findall(html)
    is_merged = (site / TARGET).is_file() and not (site / _THEMES[0]).exists()
    return _relinked(html, links[0].partition("assets/")[0]) if links and is_merged else html


def _sheets(site: Path, html: str) -> list[Sheet]:
    """A page's style sheets in their order; [] where one is not a plain link to a file of the site."""
    found = [_sheet(site, address) for address in _LINK.findall(html)]
    if len(found) != len(_ANY_LINK.findall(html)):
        return []
    return [sheet for sheet in found if sheet] if all(found) else []


def _sheet(site: Path, address: str) -> Sheet | None:
    """The file that an address ends in: "../assets/x.css" from a page, "/regeln/assets/x.css" from the page for missing addresses."""
    steps = address.split("/")
    for count in range(len(steps)):
        file = "/".join(steps[count:])
        if ".." not in steps[count:] and file and (site / file).is_file():
            return Sheet(file, address.removesuffix(file))
    return None


def _scripts(site: Path, pages: Iterable[str]) -> list[str]:
    """The texts of all scripts of ours that pages name."""
    found = (_sheet(site, address) for address in {address for html in pages for address in _SCRIPT.findall(html)})
    return [(site / file).read_text("utf-8") for file in sorted({sheet.file for sheet in found if sheet})]


def used_names(texts: Iterable[str]) -> frozenset[str]:
    """Every word that stands inside a tag, or anywhere in a script: elements, classes, ids, attributes, and much else that does no harm.

    >>> sorted(used_names(['<p class="a b">Wort</p>']))
    ['a', 'b', 'class', 'p']
    """
    tags = {piece.rpartition("<")[2] if "<" in piece else piece for text in texts for piece in text.split(">")}
    return _ALWAYS.union(*map(_NAME.findall, tags))


def _relinked(html: str, prefix: str) -> str:
    """The page with one link in the place of its first, and without the others."""
    links = iter([f'<link rel="stylesheet" href="{prefix}{TARGET}">\n'])
    return _LINK.sub(lambda _: next(links, ""), html)


def _drop_unused(site: Path, merged: Iterable[str], pages: Iterable[str]) -> None:
    """Delete the style sheets that became one, and the theme's folders where no page asks for anything in them."""
    named = {match for html in pages if "assets/" in html for match in _NAMED.findall(html) if "assets/" in match}
    for file in merged:
        if file != TARGET and not any(address.endswith(file) for address in named):
            (site / file).unlink()
    for folder in _THEMES:
        if (site / folder).is_dir() and not any(folder in address for address in named):
            for path in sorted((site / folder).rglob("*"), reverse=True):
                path.rmdir() if path.is_dir() else path.unlink()
            (site / folder).rmdir()


# -- style sheets -------------------------------------------------------------------------------------------------------------


#: A rule of the theme's: what stands before the brace, and its declarations, its rules, or None where it ends with a semicolon.
Rule = tuple[str, "list[str] | list[Rule] | None"]


def merged_styles(site: Path, files: Iterable[str], used: frozenset[str]) -> str:
    """The text of the one style sheet: the theme's with only what can match `used`, everything else whole.

    Raises OSError where a file cannot be read.
    """
    texts = [_rebased((site / file).read_text("utf-8"), file) for file in files]
    parts = [trimmed(text, used) if file.startswith(_THEMES) else dense(text) for file, text in zip(files, texts, strict=True)]
    own = "".join(part for part in parts if isinstance(part, str))
    read = {*_VARIABLE.findall(own), *(name for name in used if name.startswith("--"))}
    kept = _only_read([part for part in parts if not isinstance(part, str)], read)
    whole = "\n".join(part if isinstance(part, str) else written(kept.pop(0)) for part in parts) + "\n"
    return with_dark_by_device(whole)


def _rebased(css: str, file: str) -> str:
    """A style sheet whose addresses are seen from where the one style sheet lies."""
    there, here = posixpath.dirname(file), posixpath.dirname(TARGET)
    if there == here:
        return css
    return _URL.sub(lambda m: f"url({m[1]}{posixpath.relpath(posixpath.join(there, m[2]), here)}{m[1]})", css)


def dense(css: str) -> str:
    """A style sheet without comments and needless space.

    >>> dense("/* why */ a:hover > b,\\n  i { color: red; content: ' ; ' }")
    "a:hover > b,i{color: red;content: ' ; '}"
    """
    from tinycss2 import parse_component_value_list

    return _text(parse_component_value_list(css, skip_comments=True))


def _text(nodes: Iterable[Node]) -> str:
    """Nodes as text; space is dropped at braces, commas and semicolons, where it never says anything."""
    pieces: list[str] = []
    for node in nodes:
        if node.type == "whitespace":
            if pieces and pieces[-1] not in _TIGHT and not pieces[-1].endswith("}"):
                pieces.append(" ")
            continue
        text = f"{{{_text(node.content)}}}" if node.type == "{} block" else node.serialize()
        if pieces and pieces[-1] == " " and (text in _TIGHT or node.type == "{} block"):
            pieces.pop()
        pieces.append(text)
    if pieces and pieces[-1] == " ":
        pieces.pop()
    return "".join(pieces)


def trimmed(css: str, used: frozenset[str]) -> list[Rule]:
    """The rules of a style sheet that can match where only the names in `used` occur.

    >>> trimmed(".a .b, .a, [dir=rtl] .a { color: red }  .b { top: 0 }", frozenset({"a", "dir", "ltr"}))
    [('.a', ['color: red'])]
    """
    from tinycss2 import parse_stylesheet

    return list(_kept(parse_stylesheet(css, skip_comments=True, skip_whitespace=True), used))


def _kept(rules: Iterable[Node], used: frozenset[str]) -> Iterator[Rule]:
    from tinycss2 import parse_rule_list

    for rule in rules:
        if rule.type == "qualified-rule":
            selectors = [_text(selector) for selector in _split(rule.prelude, ",") if _can_match(selector, used)]
            if selectors:
                yield ",".join(selectors), [_text(piece) for piece in _split(rule.content, ";") if _text(piece)]
        elif rule.type == "at-rule" and rule.lower_at_keyword in ("media", "supports"):
            inner = list(_kept(parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True), used))
            if inner:
                yield f"@{rule.at_keyword} {_text(rule.prelude)}".rstrip(), inner
        elif rule.type == "at-rule" and rule.lower_at_keyword != "charset":
            yield f"@{rule.at_keyword} {_text(rule.prelude)}".rstrip(), None if rule.content is None else [_text(rule.content)]


def _split(nodes: Iterable[Node], mark: str) -> Iterator[list[Node]]:
    part: list[Node] = []
    for node in nodes:
        if node.type == "literal" and node.value == mark:
            yield part
            part = []
        else:
            part.append(node)
    yield part


def _can_match(selector: list[Node], used: frozenset[str]) -> bool:
    """Whether every element, class, id and attribute that a selector asks for occurs; those in `:is(…)` or `:not(…)` are not looked at."""
    before = ""
    for node in selector:
        if node.type == "[] block":
            values = [n.value for n in node.content if n.type == "ident" or (n.type == "string" and _NAME.fullmatch(n.value))]
            if not used.issuperset(values):
                return False
        elif (node.type == "hash" or (node.type == "ident" and before != ":")) and node.value not in used:
            return False
        before = node.value if node.type == "literal" else ""
    return True


def _only_read(sheets: list[list[Rule]], read: set[str]) -> list[list[Rule]]:
    """The rules without custom properties that nothing reads (icons of boxes that no page has), whatever reads those included."""
    while True:
        named = {*read, *_VARIABLE.findall("".join(map(written, sheets)))}
        less = [_without_unread(rules, named) for rules in sheets]
        if less == sheets:
            return less
        sheets = less


def _without_unread(rules: list[Rule], named: Collection[str]) -> list[Rule]:
    found: list[Rule] = []
    for prelude, body in rules:
        if body and isinstance(body[0], tuple):
            body = _without_unread(body, named)
        elif body:
            body = [one for one in cast("list[str]", body) if not one.startswith("--") or one.partition(":")[0].strip() in named]
        if body or body is None:
            found.append((prelude, body))
    return found


def written(rules: Iterable[Rule]) -> str:
    """Rules as the text of a style sheet.

    >>> written([("@media print", [(".a", ["color: red", "top: 0"])])])
    '@media print{.a{color: red;top: 0}}'
    """
    return "".join(_written(prelude, body) for prelude, body in rules)


def _written(prelude: str, body: list[str] | list[Rule] | None) -> str:
    if body is None:
        return f"{prelude};"
    inside = written(body) if body and isinstance(body[0], tuple) else ";".join(cast("list[str]", body))
    return f"{prelude}{{{inside}}}"
