"""Long tables on paper: every sheet repeats the heading, with its words and background. Chromium's PDF, rendered by PDFium."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pypdfium2
import pytest
from playwright.sync_api import expect

from tests.projects import build, mini_project, nachschlag
from tests.serving import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

HEADINGS = ("Wurf", "Folge", "Dauer")
TABLE = f"| {' | '.join(HEADINGS)} |\n|---|---|---|\n" + "".join(f"| {n} | Du rückst {n} vor. | kurz |\n" for n in range(1, 260))
ENTRY = f"---\ntitle: Langer Lauf\nkind: rule\norder: 510\nshort: Was jede Zahl bewirkt.\n---\nEin Satz.\n\n{TABLE}"
UNIT = {"type": "unit", "name": "Läufer", "rules": [{"name": "Langer Lauf"}]}
LIST = {"roster": {"name": "L", "gameSystemName": "Würfelkrieg", "forces": [{"selections": [UNIT]}]}}
#: The brightness of plain paper, and the least difference of a background.
WHITE, TINT = 255, 8


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("papier") / "projekt"
    return mini_project(root, {"content/wuerfelkrieg/grundregeln/langer-lauf.md": ENTRY})


@pytest.fixture(scope="module")
def base(project: Path) -> Iterator[str]:
    with served(build(project), project / "build" / "index") as address:
        yield address


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    yield context.new_page()
    context.close()


class Sheet:
    """A sheet of a PDF: the positions of its words, and its image."""

    def __init__(self, sheet: Any) -> None:
        self.text = sheet.get_textpage()
        self.height = sheet.get_height()
        self.image = sheet.render(scale=2).to_pil().convert("L")

    def place(self, word: str) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of a word's first mention, in pixels from the upper left corner."""
        found = self.text.search(word, match_case=True, match_whole_word=True).get_next()
        assert found, f"„{word}“ fehlt: {self.text.get_text_bounded()[:80]}"
        left, bottom, right, top = self.text.get_rect(self.text.count_rects(*found) - 1)
        return left * 2, (self.height - top) * 2, right * 2, (self.height - bottom) * 2

    def ground(self, word: str) -> int:
        """The brightness beside a word."""
        _, top, right, bottom = self.place(word)
        return int(self.image.getpixel((round(right + 6), round((top + bottom) / 2))))

    def ink(self, word: str) -> int:
        """The brightness of a word's darkest dot."""
        return int(self.image.crop(tuple(round(side) for side in self.place(word))).getextrema()[0])


def sheets(page: Page, **more: Any) -> list[Sheet]:
    document = pypdfium2.PdfDocument(io.BytesIO(page.pdf(format="A4", **more)))
    return [Sheet(document[number]) for number in range(len(document))]


def has_headings(printed: list[Sheet]) -> None:
    """Check that every sheet with rows of the table has its heading, too."""
    rows = [sheet for sheet in printed if "Du rückst" in sheet.text.get_text_bounded()]
    assert len(rows) >= 2
    assert "Du rückst 259 vor" in rows[-1].text.get_text_bounded()
    for sheet in rows:
        assert all(sheet.ink(word) < 100 for word in HEADINGS)


@pytest.mark.parametrize("background", [False, True])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_sheet_of_a_rule_begins_with_the_whole_heading(page: Page, base: str, scheme: str, background: bool) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(f"{base}/wuerfelkrieg/langer-lauf/")
    expect(page.get_by_role("button", name="Folge")).to_be_visible()
    printed = sheets(page, print_background=background)
    assert len(printed) >= 3
    for sheet in printed:
        lefts = [sheet.place(word)[0] for word in HEADINGS]
        assert all(one < next_ for one, next_ in pairwise(lefts))
        tops = [sheet.place(word)[3] for word in HEADINGS]
        assert max(tops) - min(tops) < 4
        assert all(sheet.ink(word) < 100 for word in HEADINGS)
        assert all(WHITE - sheet.ground(word) > TINT for word in HEADINGS)
    assert len({sheet.ground(word) for sheet in printed for word in HEADINGS}) == 1


def test_each_sheet_of_a_players_selection_does_too(page: Page, base: str) -> None:
    page.goto(f"{base}/spickzettel/#t=Probe&r=wuerfelkrieg/langer-lauf")
    expect(page.locator(".n-auswahl table")).to_be_attached()  # folded on the screen
    has_headings(sheets(page))


def test_a_rosters_sheet_does_too(page: Page, project: Path, tmp_path: Path) -> None:
    (tmp_path / "liste.json").write_text(json.dumps(LIST), "utf-8")
    done = nachschlag("--project", project, "roster", tmp_path / "liste.json", "--out", tmp_path / "blatt.html")
    assert done.returncode == 0, done.stderr
    page.goto((tmp_path / "blatt.html").as_uri())
    has_headings(sheets(page))
