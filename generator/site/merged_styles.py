"""One style file for a finished site, with only the theme's rules that its pages can use.

A phone waits for every style file before it shows anything. The theme's two cover all its features, including right-to-left pages
and its own search; our pages use 6 of 25 kB. So these files and ours are merged after the builder: of the theme's rules only
those stay that could match something in a page or made by a script. Ours, and a project's own, stay complete. The dark scheme's
rules also apply without a script (see `schemes`).
"""

from __future__ import annotations

import posixpath
import re
import shutil
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ..files.atomic import write_atomic
from .schemes import with_dark_by_device

if TYPE_CHECKING:
    from tinycss2.ast import Node

#: The merged style file, in place of our own in the pages.
TARGET = "assets/nachschlag.css"
#: The theme's folders of styles and scripts, which finished pages no longer need.
_THEMES = ("assets/stylesheets/", "assets/javascripts/")

_LINK = re.compile(r'<link rel="stylesheet" href="([^":?]+)">')
_LINE = re.compile(rf"[ \t]*{_LINK.pattern}\n?")
_ANY_LINK = re.compile(r'<link\b[^>]*\brel="?stylesheet')
_SCRIPT = re.compile(r'<script\b[^>]*\bsrc="([^":?]+)"')
_NAMED = re.compile(r'(?:href|src)="([^"]+)"')
_NAME = re.compile(r"[\w-]+")
_URL = re.compile(r"url\(\s*(\"|'|)(?![a-z]+:|/|#)([^\"')]+)\1\s*\)")
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)")
_ALWAYS = frozenset({"html", "body"})
#: Words of our scripts that the theme has as classes, or as a role of sorted tables; no script makes anything of these.
_WORDS = frozenset({"columnheader", "keys", "middle", "question"})
_TIGHT = frozenset({",", ";"})


@dataclass(frozen=True, slots=True)
class Use:
    """The needs of a page, or of a piece of one, from the site's files.

    links    the style files that it links, in order; () if one of them is not a file of the site
    scripts  the scripts that it loads
    names    every word that a style could select by
    named    addresses of files in `assets`
    """

    links: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()


def merge_styles(site: Path) -> None:
    """Replace the most common set of style files by one in all pages that use it; delete files that no page needs any more.

    Leaves pages with other styles alone (for frames on other sites, or from other hosts).
    """
    files = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    pages = {path: path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    uses = {path: use_of(html, files) for path, html in pages.items()}
    most = most_common((use, 1) for use in uses.values())
    if not most:
        return
    merged = merged_styles(files, most, uses.values())
    for path, html in pages.items():
        if uses[path].links == most:
            write_atomic(path, relinked(html, most[0]))
    write_atomic(site / TARGET, merged)
    for file in unneeded(files, most, uses.values()):
        files[file].unlink()
    for folder in _THEMES:
        if (site / folder).is_dir() and not any(file.startswith(folder) for file in files if (site / file).exists()):
            shutil.rmtree(site / folder)


def use_of(html: str, files: Mapping[str, Path]) -> Use:
    """The needs of a text; a page without the theme's styles needs no names. `files` are the site's, by their paths below it."""
    if "assets/" not in html and "<link" not in html and "<script" not in html:
        return Use(names=used_names([html]))
    linked = _LINK.findall(html)
    links = [_local(files, address) for address in linked]
    is_plain = len(links) == len(_ANY_LINK.findall(html)) and all(links)
    scripts = (_local(files, address) for address in _SCRIPT.findall(html))
    named = {match for match in _NAMED.findall(html) if "assets/" in match}
    if is_plain:
        named.difference_update(linked)
    names = used_names([html]) if not is_plain or not links or any(map(is_themes_style, links)) else frozenset[str]()
    return Use(tuple(filter(None, links)) if is_plain else (), tuple(filter(None, scripts)), names, frozenset(named))


def most_common(uses: Iterable[tuple[Use, int]]) -> tuple[str, ...]:
    """The most common set of style files among pages, each given with the number of pages like it; () if there is nothing to merge."""
    counts: Counter[tuple[str, ...]] = Counter()
    for use, times in uses:
        if use.links:
            counts[use.links] += times
    most = counts.most_common(1)[0][0] if counts else ()
    return () if most == (TARGET,) else most


def relinked(html: str, first: str) -> str:
    """Replace a page's first style link, which leads to the file `first`, by one to the merged styles, and remove the others."""
    found = _LINK.search(html)
    prefix = found[1].removesuffix(first) if found else ""
    links = iter([f'<link rel="stylesheet" href="{prefix}{TARGET}">\n'])
    return _LINE.sub(lambda _: next(links, ""), html)


def unneeded(files: Iterable[str], merged: tuple[str, ...], uses: Collection[Use]) -> set[str]:
    """The merged style files and the theme's folders, as far as no page needs anything in them."""
    named = frozenset().union(*(use.named for use in uses), *(use.links for use in uses if use.links != merged))
    gone = {file for file in merged if file != TARGET and not any(address.endswith(file) for address in named)}
    for folder in _THEMES:
        if not any(folder in address for address in named):
            gone.update(file for file in files if file.startswith(folder))
    return gone


def with_merged_styles(html: str, site: Path) -> str:
    """Link a page that was built alone to its site's merged styles; returns it unchanged if the site has none.

    Rules of the theme that this page is the first to use come with the next whole build.
    """
    links = _LINK.findall(html)
    is_merged = (site / TARGET).is_file() and not (site / _THEMES[0]).exists()
    return relinked(html, "assets/" + links[0].partition("assets/")[2]) if links and is_merged else html


def _local(files: Mapping[str, Path], address: str) -> str:
    """The file at the end of an address ("../assets/x.css" in a page, "/regeln/assets/x.css" in the one for missing addresses); "" if
    the site has none."""
    steps = address.split("/")
    ends = ("/".join(steps[at:]) for at in range(len(steps)) if ".." not in steps[at:])
    return next((file for file in ends if file in files), "")


def used_names(texts: Iterable[str]) -> frozenset[str]:
    """Every word inside a tag, or anywhere in a script: elements, classes, ids, attributes, and others that do no harm.

    >>> sorted(used_names(['<p class="a b">Wort</p>']))
    ['a', 'b', 'class', 'p']
    """
    tags = {piece.rpartition("<")[2] if "<" in piece else piece for text in texts for piece in text.split(">")}
    return _ALWAYS.union(*map(_names_in, tags))


def words_of(styles: Iterable[str]) -> frozenset[str]:
    """All words in styles, including all by which they select."""
    return _ALWAYS.union(*map(_NAME.findall, styles))


def is_themes_style(file: str) -> bool:
    """Whether a file of the site is one of the theme's styles, of which only needed rules are kept."""
    return file.startswith(_THEMES) and file.endswith(".css")


@lru_cache(maxsize=1 << 15)  # most tags stand on many pages
def _names_in(tag: str) -> tuple[str, ...]:
    return tuple(_NAME.findall(tag))


# -- styles -------------------------------------------------------------------------------------------------------------------


#: A rule of the theme's: the text before the brace, and its declarations or inner rules, or None if it ends with a semicolon.
Rule = tuple[str, "list[str] | list[Rule] | None"]


def merged_styles(files: Mapping[str, Path], merge: Iterable[str], uses: Iterable[Use]) -> str:
    """The merged styles: the theme's reduced to rules that can match in these pages, everything else complete.

    Raises OSError if a file cannot be read.
    """
    uses, merge = [*uses], [*merge]
    scripts = sorted({script for use in uses for script in use.scripts})
    made = used_names(files[script].read_text("utf-8") for script in scripts) - _WORDS
    used = made.union(*(use.names for use in uses))
    texts = [_rebased(files[file].read_text("utf-8"), file) for file in merge]
    parts = [trimmed(text, used) if file.startswith(_THEMES) else dense(text) for file, text in zip(merge, texts, strict=True)]
    own = "".join(part for part in parts if isinstance(part, str))
    read = {*_VARIABLE.findall(own), *(name for name in used if name.startswith("--"))}
    kept = _only_read([part for part in parts if not isinstance(part, str)], read)
    whole = "\n".join(part if isinstance(part, str) else written(kept.pop(0)) for part in parts) + "\n"
    return with_dark_by_device(whole)


def _rebased(css: str, file: str) -> str:
    """Make the addresses in styles relative to the merged file."""
    there, here = posixpath.dirname(file), posixpath.dirname(TARGET)
    if there == here:
        return css
    return _URL.sub(lambda m: f"url({m[1]}{posixpath.relpath(posixpath.join(there, m[2]), here)}{m[1]})", css)


@lru_cache(maxsize=32)
def dense(css: str) -> str:
    """Strip comments and needless space from styles.

    >>> dense("/* why */ a:hover > b,\\n  i { color: red; content: ' ; ' }")
    "a:hover > b,i{color: red;content: ' ; '}"
    """
    from tinycss2 import parse_component_value_list

    return _text(parse_component_value_list(css, skip_comments=True))


def _text(nodes: Iterable[Node]) -> str:
    """Nodes as text, without space at braces, commas and semicolons, where it never matters."""
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
    """The rules that can match in pages with only the names in `used`.

    >>> trimmed(".a .b, .a, [dir=rtl] .a { color: red }  .b { top: 0 }", frozenset({"a", "dir", "ltr"}))
    [('.a', ['color: red'])]
    """
    return list(_kept(_parsed(css), used))


@lru_cache(maxsize=4)
def _parsed(css: str) -> Sequence[Node]:
    from tinycss2 import parse_stylesheet

    return [*parse_stylesheet(css, skip_comments=True, skip_whitespace=True)]


def _kept(rules: Iterable[Node], used: frozenset[str]) -> Iterator[Rule]:
    from tinycss2 import parse_rule_list

    for rule in rules:
        if rule.type == "qualified-rule":
            selectors = [_text(selector) for selector in _split(rule.prelude, ",") if _can_match(selector, used)]
            if selectors:
                yield ",".join(selectors), [text for piece in _split(rule.content, ";") if (text := _text(piece))]
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
    """Whether all elements, classes, ids and attributes in a selector are used; ignores those in `:is(…)` or `:not(…)`."""
    before = ""
    for node in selector:
        if node.type == "[] block":
            named = [n.value.removeprefix("#") for n in node.content if n.type in ("ident", "string")]
            values = [value for value in named if _NAME.fullmatch(value)]
            if not used.issuperset(values):
                return False
        elif (node.type == "hash" or (node.type == "ident" and before != ":")) and node.value not in used:
            return False
        before = node.value if node.type == "literal" else ""
    return True


def _only_read(styles: list[list[Rule]], read: set[str]) -> list[list[Rule]]:
    """Drop unread custom properties (icons of boxes that no page has), and those read only by dropped ones."""
    while True:
        named = {*read, *_VARIABLE.findall("".join(map(written, styles)))}
        less = [_without_unread(rules, named) for rules in styles]
        if less == styles:
            return less
        styles = less


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
    """Rules as CSS text.

    >>> written([("@media print", [(".a", ["color: red", "top: 0"])])])
    '@media print{.a{color: red;top: 0}}'
    """
    return "".join(_written(prelude, body) for prelude, body in rules)


def _written(prelude: str, body: list[str] | list[Rule] | None) -> str:
    if body is None:
        return f"{prelude};"
    inside = written(body) if body and isinstance(body[0], tuple) else ";".join(cast("list[str]", body))
    return f"{prelude}{{{inside}}}"
