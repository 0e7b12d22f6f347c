"""Every list item, table cell and sentence of our entries is on their pages, with its number or bullet.

The expected content is read from the files line by line, without a Markdown parser, so that no fault of a parser hides a loss.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from nachschlag.generator.proofing.project import load_project
from nachschlag.generator.prose.plain import plain
from nachschlag.generator.prose.soft_hyphens import SOFT
from nachschlag.generator.references.graph import LinkedText

_ITEM = re.compile(r"\s*(?:(?P<bullet>[-*+])|(?P<number>\d+)[.)])\s+(?P<text>.*)")
_BAR = re.compile(r"(?<!\\)\|")
_RULER = re.compile(r"[|:\s]*-[|:\s-]*")
_SENTENCE = re.compile(r"(?<=[.!?:;])\s+")


def words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.replace(SOFT, "")))


@dataclass
class Told:
    """The content of a text: its items with their markers, its tables' cells, its sentences; all as words."""

    items: list[tuple[str, str]] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)


def answer(text: str) -> Told:
    """Read the content of the lines of a body."""
    found = Told()
    for marker, block in _blocks(text):
        if marker == "|":
            found.cells += [words(plain(cell)) for cell in _BAR.split(block.strip().strip("|"))]
            continue
        sentences = [words(plain(sentence)) for sentence in _SENTENCE.split(block)]
        found.sentences += filter(None, sentences)
        if marker:
            found.items.append((marker, words(plain(block))))
    return found


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Every paragraph, item and row of a table with its marker: "", "-", the number, "|"."""
    marker, held = "", list[str]()
    for line in [*text.split("\n"), ""]:
        item = _ITEM.fullmatch(line)
        row = line.lstrip().startswith("|")
        if item or row or not line.strip() or line.startswith((":::", "#")):
            if held:
                yield marker, " ".join(held)
            marker, held = "", []
        if row:
            if not _RULER.fullmatch(line):
                yield "|", line
        elif item:
            marker, held = "-" if item["bullet"] else item["number"], [item["text"]]
        elif line.startswith("#"):
            yield "", line.lstrip("# ")
        elif line.strip() and not line.startswith(":::"):
            held.append(line)


class Shown(HTMLParser):
    """The content of a page: its items with their markers, its tables' cells, all its words."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.items: list[list[str]] = []
        self.cells: list[str] = []
        self.text = ""
        self._lists: list[int | None] = []
        self._open: list[list[str]] = []
        self._cell = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("ol", "ul"):
            self._lists.append(int(dict(attrs).get("start") or 1) if tag == "ol" else None)
        elif tag == "li":
            number = self._lists[-1]
            self.items.append(["-" if number is None else str(number), ""])
            self._open.append(self.items[-1])
            if number is not None:
                self._lists[-1] = number + 1
        elif tag in ("td", "th"):
            self.cells.append("")
            self._cell = True
        if tag not in ("a", "strong", "em", "span"):
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("ol", "ul"):
            self._lists.pop()
        elif tag == "li":
            self._open.pop()
        elif tag in ("td", "th"):
            self._cell = False
        if tag not in ("a", "strong", "em", "span"):
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._open:
            self._open[-1][1] += data
        if self._cell:
            self.cells[-1] += data


def rule_of(page: str) -> Shown:
    """The part of a page that shows an entry's body: the boxes of its text, and the headings between them."""
    rule = re.compile(r'<div class="n-regel">\n(.*?)\n</div>$|^##+ (.*?) \{#(?!n-)', re.DOTALL | re.MULTILINE)
    return Shown("\n\n".join(match[1] or f"<p>{match[2]}</p>" for match in rule.finditer(page)))


def written_out(linked: LinkedText) -> str:
    """Replace the forced references of a text by their words."""
    text, at, out = linked.text, 0, []
    for resolution in linked.references:
        if resolution.reference.type == "id":
            out += [text[at : resolution.reference.start], resolution.reference.shown]
            at = resolution.reference.end
    return "".join([*out, text[at:]])


def test_our_pages_show_all_that_their_entries_tell(own_site: Path) -> None:
    loaded = load_project(own_site.parent)
    assert len(loaded.library.entries) > 1000
    counted = Told()
    for id_ in sorted(loaded.library.entries):
        linked = loaded.graph.text(id_, "text")
        if not linked.text:
            continue
        page = own_site.parent / "build" / "pages" / f"{id_}.md"
        want, shown = answer(written_out(linked)), rule_of(page.read_text("utf-8"))
        items = [(marker, words(text)) for marker, text in shown.items]
        assert [marker for marker, _ in items] == [marker for marker, _ in want.items], id_
        for (_, text), (_, expected) in zip(items, want.items, strict=True):
            assert text.startswith(expected), id_
        assert [words(cell) for cell in shown.cells] == want.cells, id_
        at, all_words = 0, f"{words(shown.text)} "
        for sentence in want.sentences:
            at = all_words.find(f"{sentence} ", at)
            assert at >= 0, f"{id_}: {sentence}"
        counted.items += want.items
        counted.cells += want.cells
        counted.sentences += want.sentences
    assert min(len(counted.items), len(counted.cells), len(counted.sentences)) > 1000
