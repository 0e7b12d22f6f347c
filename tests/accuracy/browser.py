"""The same passages, linked by `einbetten-1.js` in a real Chromium: the links in the resulting page count."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nachschlag.generator.model.library import Library
from nachschlag.generator.references.markup import readable
from nachschlag.generator.references.references import markdown_mask
from nachschlag.generator.site.embed_scripts import embed_scripts, finder_file

from tests.browser import chromium
from tests.other_site import other_site, our_site

from .marked import Passage
from .measure import Found

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Every link in a container with its position in the container's text, in code points, as in labels.
_LINKS = """() => [...document.querySelectorAll('[data-regel-auto]')].map((box) => {
  let at = 0;
  const found = [];
  const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const length = [...walk.currentNode.data].length;
    const link = walk.currentNode.parentElement.closest('a.nachschlag-verweis');
    if (link) found.push([at, at + length, link.dataset.regel]);
    at += length;
  }
  return found;
})"""
_MANY = 40


class BrowserFinder:
    """Finds references as `Finder` does, by letting a browser link the passages. A "?" without a link counts as left unresolved."""

    def __init__(self, found: dict[str, list[Found]]) -> None:
        self._found = found

    def find(self, passage: Passage) -> list[Found]:
        found = self._found[passage.id]
        open_ = [one for one in passage.labels if "?" in one.targets and not any(_meet(one, other) for other in found)]
        return [*found, *(Found(one.start, one.end, None) for one in open_)]


def _meet(one: Any, other: Any) -> bool:
    return bool(one.start < other.end and other.start < one.end)


def browser_finder(library: Library, passages: Sequence[Passage]) -> BrowserFinder:
    """Link all passages in a Chromium, a few dozen per page."""
    found: dict[str, list[Found]] = {}
    with linking(library) as (page, pages, script):
        for at in range(0, len(passages), _MANY):
            some = passages[at : at + _MANY]
            pages["/"] = (
                f'<!doctype html><meta charset="utf-8"><body>{"".join(map(_box, some))}<script src="{script}"></script></body>'
            )
            page.goto("/", wait_until="networkidle")
            for passage, links in zip(some, page.evaluate(_LINKS), strict=True):
                found[passage.id] = [Found(start, end, target.removeprefix(f"{passage.system}/")) for start, end, target in links]
    return BrowserFinder(found)


@contextmanager
def linking(library: Library) -> Iterator[tuple[Page, dict[str, str], str]]:
    """A browser page, the pages of the server that it visits (path → HTML), and the address of our script on another server."""
    pages: dict[str, str] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        our_site(Path(folder)) as ours,
        other_site(pages) as other,
        chromium() as browser,
    ):
        finders = (file for system in library.systems.values() for file in finder_file(library, system))
        for path, text in (*embed_scripts(), *finders):
            (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / path).write_text(text, "utf-8")
        yield browser.new_page(base_url=other), pages, f"{ours}/einbetten-1.js"


def _box(passage: Passage) -> str:
    """Wrap a passage in HTML, with headings and code as links without a target, which are never linked again."""
    mask = markdown_mask(passage.text) if passage.markdown else readable(passage.text, "text").mask
    pieces, at = [], 0
    for end in [*(i for i in range(1, len(mask)) if mask[i] != mask[i - 1]), len(mask)]:
        text = escape(passage.text[at:end])
        pieces.append(f"<a>{text}</a>" if at < len(mask) and mask[at] else text)
        at = end
    return f'<div data-regel-auto="{passage.system}" data-regel-teil="{passage.part}"><span>{"".join(pieces)}</span></div>'
