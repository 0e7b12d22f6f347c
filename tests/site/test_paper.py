"""Tables on paper: none is missing or wider than its place, and every sheet of a long one repeats the heading, with its words and
background. Chromium's PDF, rendered by PDFium."""

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
#: Values that a desk shows in smaller letters; words wider than half a sheet of paper, also in a box.
VALUES = f"| Truppe |{' Weg im Wald |' * 6}\n|{'---|' * 7}\n" + f"| Reiterei |{' 10 bis 20 cm |' * 6}\n" * 3
PHASES = "| Phase | Was geschieht | Wer handelt |\n|---|---|---|\n| Überlegenheitsphase | Verstärkungsbereichswurf | beide gleichzeitig |\n"
BOX = "| Würfel | Angriffswürfel | Verteidigungswürfel | Verstärkungswürfel |\n|---|---|---|---|\n| gleich | keiner | einer | zwei |\n"
FRONT = "---\ntitle: {}\nkind: rule\norder: {}\nshort: Wer wann was tut.\n---\nEin Satz.\n\n{}"
TABLES = {
    "weite-wege": FRONT.format("Weite Wege", 520, VALUES),
    "lange-namen": FRONT.format("Lange Namen", 530, PHASES),
    "langer-kasten": FRONT.format("Langer Kasten", 540, f"::: beispiel\n{BOX}:::\n"),
}
UNIT = {"type": "unit", "name": "Läufer", "rules": [{"name": "Langer Lauf"}]}
LIST = {"roster": {"name": "L", "gameSystemName": "Würfelkrieg", "forces": [{"selections": [UNIT]}]}}
#: The brightness of plain paper, and the least difference of a background.
WHITE, TINT = 255, 8


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("papier") / "projekt"
    return mini_project(
        root, {f"content/wuerfelkrieg/grundregeln/{name}.md": text for name, text in {"langer-lauf": ENTRY, **TABLES}.items()}
    )


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


def test_a_table_that_a_desk_shows_in_smaller_letters_is_on_the_paper(page: Page, base: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{base}/wuerfelkrieg/weite-wege/")
    expect(page.locator(".tabelle.n-eng")).to_be_visible()
    assert "Reiterei" in sheets(page)[0].text.get_text_bounded()


def test_cards_of_a_phone_are_a_table_on_paper(page: Page, base: str) -> None:
    page.goto(f"{base}/wuerfelkrieg/lange-namen/")
    expect(page.get_by_role("button", name="Als Tabelle")).to_be_visible()
    sheet = sheets(page)[0]
    tops = [sheet.place(word)[3] for word in ("Phase", "geschieht", "handelt")]
    assert max(tops) - min(tops) < 4
    assert "Als Tabelle" not in sheet.text.get_text_bounded()


#: The cells that end to the right of their rule's text on paper 184 mm wide (A4 without margins).
BEYOND = """(all) => all.filter((cell) => {
  const frame = [...cell.closest('.tabelle').getClientRects()];
  return [...cell.getClientRects()].some((one) => frame.every((place) => one.right > place.right + 1 || one.left < place.left - 1));
}).map((cell) => cell.textContent)"""


def test_no_table_of_a_players_selection_covers_the_next_column(page: Page, base: str) -> None:
    page.set_viewport_size({"width": 695, "height": 1000})
    page.goto(f"{base}/spickzettel/#t=Probe&r=wuerfelkrieg/lange-namen,wuerfelkrieg/langer-kasten,wuerfelkrieg/weite-wege")
    cells = page.locator(".n-auswahl :is(th, td)")
    expect(cells.filter(has_text="Verstärkungswürfel")).to_be_attached()
    page.emulate_media(media="print")
    assert cells.evaluate_all(BEYOND) == []
