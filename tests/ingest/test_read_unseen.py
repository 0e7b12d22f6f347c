"""A whole printed book in a style of its own, read as PDF and as HTML: all names in their order, pages as printed."""

import re
from pathlib import Path

import pytest
import yaml
from nachschlag.generator.ingest.drafts import Source
from nachschlag.generator.ingest.source.read import read_source

from .printing import print_html

BOOK = Path(__file__).parents[1] / "data" / "ingest" / "fremd"
RULES = yaml.safe_load((BOOK / "expected.yaml").read_text("utf-8"))["rules"]
LONGEST_RULE = 3000


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Source:
    return read_source(print_html(BOOK / "buch.html", tmp_path_factory.mktemp("fremd") / "buch.pdf"))


def missed(text: str) -> list[str]:
    """The names missing from the text, or out of order."""
    flat = re.sub(r"\s+", " ", text.replace("*", ""))
    at, out = 0, []
    for rule in RULES:
        name = " ".join(filter(None, [rule["number"] if rule.get("number", "").startswith("§") else "", rule["title"]]))
        found = flat.find(name, at, at + LONGEST_RULE)
        out += [name] if found < 0 else []
        at = max(at, found)
    return out


def test_a_printed_book_gives_its_names_in_their_order(printed: Source) -> None:
    # "Groß maul": the small capital ß is drawn as two letters, of which the file names only one
    assert missed(printed.text) == ["Großmaul"]


def test_a_page_gives_its_names_in_their_order() -> None:
    assert missed(read_source(BOOK / "buch.html").text) == []


def test_its_pages_are_the_printed_ones(printed: Source) -> None:
    assert [mark.page for mark in printed.pages] == list(range(1, 19))
    heads = [printed.text[span.start : span.end] for span in printed.furniture]
    assert heads[:2] == ["Dammbruch Hausregeln des Deichvogts\n", "2\n"]
    assert len(heads) == 2 * 17


def test_its_parts_are_headings_and_its_tables_keep_their_cells(printed: Source) -> None:
    headings = re.findall(r"^## (.*)", printed.text, re.MULTILINE)
    assert headings[2:6] == ["Von Leuten und Kähnen", "Vom Gang der Tide", "Vom Streit", "Von Land und Wasser"]
    assert "Ewer\t–\t–\t2\t5\t9\tKalfatert, Prielkundig\n" in printed.text
