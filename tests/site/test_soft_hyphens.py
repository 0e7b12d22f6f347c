"""Long words in titles break at the joints of compounds, on phones without a German dictionary; nothing but pages has soft hyphens."""

from __future__ import annotations

from pathlib import Path

import pytest
from nachschlag.generator.prose.soft_hyphens import SOFT, SoftHyphens

from tests.watching import Open

WORDS = ["Die Sammelpunkte der Flanken; alle Truppen zählen.", "Straßen, Wechsel, Bewegung, Reserve"]
LONG = "/aos/armeezusammenstellung-uebersicht/"
#: Where the words of the title break: the letter before each new line.
_BREAKS = """() => {
  const { firstChild } = document.querySelector('h1');
  const range = document.createRange();
  const tops = Array.from(firstChild.data, (_, at) => {
    range.setStart(firstChild, at);
    range.setEnd(firstChild, at + 1);
    return Array.from(range.getClientRects()).at(-1) ?? { width: 0 };
  });
  const shown = tops.flatMap(({ top, width }, at) => (width ? [[at, top]] : []));
  return shown.flatMap(([at, top], place) => (place && top > shown[place - 1][1] + 5 ? [firstChild.data[at - 1]] : []));
}"""
_COPIED = """() => {
  getSelection().selectAllChildren(document.querySelector('h1'));
  const clipboardData = new DataTransfer();
  document.dispatchEvent(new ClipboardEvent('copy', { clipboardData, cancelable: true }));
  return ['text/plain', 'text/html'].map((kind) => clipboardData.getData(kind));
}"""


@pytest.mark.parametrize(
    ("text", "soft"),
    [
        ("Truppensammelpunkte", "Truppen|sammelpunkte"),
        ("Bewegungswechsel (X): Flanken-Bewegungswechsel", "Bewegungs|wechsel (X): Flanken-Bewegungs|wechsel"),
        ("STRASSENWECHSEL Straßenwechsel", "STRASSENWECHSEL Straßen|wechsel"),
        ("Reservebahn", "Reservebahn"),
        ("Unverständlichkeiten", "Unverständlichkeiten"),
        ("MonstrositätenJÄGER", "Monstrositäten|JÄGER"),
    ],
)
def test_a_long_compound_has_a_soft_hyphen_at_its_joints(text: str, soft: str) -> None:
    assert SoftHyphens(WORDS)(text).replace(SOFT, "|") == soft


def test_only_pages_have_soft_hyphens_and_none_in_their_names(own_site: Path) -> None:
    files = [path for path in own_site.rglob("*") if path.suffix in (".json", ".js", ".txt", ".xml", ".md", ".html", ".zip")]
    having = [path for path in files if SOFT.encode() in path.read_bytes()]
    assert having
    assert [path for path in having if path.suffix != ".html"] == []
    names = [line for path in having for line in path.read_text("utf-8").splitlines() if "<title>" in line or "<meta" in line]
    assert [name for name in names if SOFT in name] == []


@pytest.mark.browser
def test_a_title_breaks_at_joints_and_is_copied_whole(look: Open) -> None:
    page, watch = look(LONG, (320, 700))
    assert SOFT in page.locator("h1").text_content()
    assert set(page.evaluate(_BREAKS)) <= {SOFT, " "}
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    text, html = page.evaluate(_COPIED)
    assert text == "Armeezusammenstellung: Übersicht"
    assert "Armeezusammenstellung" in html
    assert watch.trouble == []
