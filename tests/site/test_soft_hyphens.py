"""Long words of rules break at the joints of compounds, on phones without a German dictionary; nothing but pages has soft hyphens."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.prose.soft_hyphens import SOFT, SoftHyphens, long_words

from tests.addresses import DESKTOP, PHONE
from tests.watching import Open

WORDS = ["Die Sammelpunkte der Flanken; alle Truppen zählen.", "Straßen, Wechsel, Bewegung, Reserve"]
LONG = "/aos/armeezusammenstellung-uebersicht/"
ABILITIES = "/aos/speerspitze-armeen/"
SEQUENCE = "/aos/abfolge-vor-der-schlacht/"
SPECIAL = "/conquest/sonderregeln/"
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
#: Words of the rule that break elsewhere.
_BROKEN = """() => {
  const walker = document.createTreeWalker(document.querySelector('article'), NodeFilter.SHOW_TEXT);
  const range = document.createRange(), found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.closest('.n-kurzregel, .n-karte dd, .n-regel')) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\u00ad]{6,}/gu)) {
      let last = null;
      for (let at = 0; at < word.length; at++) {
        range.setStart(node, index + at);
        range.setEnd(node, index + at + 1);
        const box = [...range.getClientRects()].findLast(({ width }) => width);
        if (box && last !== null && box.top > last + 5 && word[at - 1] !== '\u00ad') found.push(word.slice(0, at) + '|' + word.slice(at));
        last = box?.top ?? last;
      }
    }
  }
  return found;
}"""
_COPIED = """(selector) => {
  getSelection().selectAllChildren(document.querySelector(selector));
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
        ("Flankentruppenwechsel", "Flanken|truppen|wechsel"),
    ],
)
def test_a_long_compound_has_a_soft_hyphen_at_its_joints(text: str, soft: str) -> None:
    assert SoftHyphens(WORDS)(text).replace(SOFT, "|") == soft


@pytest.mark.parametrize(
    "html",
    [
        '<td title="Flankenbewegung">|</td>',
        "<code>Flankenbewegung</code>|",
        '<svg viewBox="0 0 9 9"><text>Flankenbewegung</text></svg>|',
    ],
)
def test_html_has_them_in_its_words_alone(html: str) -> None:
    word, soft = "Flankenbewegung", f"Flanken{SOFT}bewegung"
    assert SoftHyphens(WORDS).in_html(html.replace("|", word)) == html.replace("|", soft)


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
    text, html = page.evaluate(_COPIED, "h1")
    assert text == "Armeezusammenstellung: Übersicht"
    assert "Armeezusammenstellung" in html
    assert watch.trouble == []


@pytest.mark.browser
@pytest.mark.parametrize(
    ("address", "size"), [(ABILITIES, PHONE), (SEQUENCE, PHONE), ("/hdd/tabelle-6-2/", DESKTOP), (SPECIAL, DESKTOP)]
)
def test_cells_and_texts_break_at_joints_alone(look: Open, address: str, size: tuple[int, int]) -> None:
    page, watch = look(address, size)
    assert page.evaluate(_BROKEN) == []
    assert watch.trouble == []


@pytest.mark.browser
def test_a_word_with_joints_is_found_on_the_page_and_copied_whole(look: Open) -> None:
    page, _ = look(ABILITIES)
    assert f"Regiments{SOFT}fähigkeiten" in page.locator("table").first.text_content()
    assert page.evaluate("window.find('Regimentsfähigkeiten')")
    text, html = page.evaluate(_COPIED, "table")
    assert "Regimentsfähigkeiten" in text
    assert "Regimentsfähigkeiten" in html


@pytest.mark.browser
def test_tables_are_filtered_without_them(look: Open) -> None:
    page, _ = look(SPECIAL)
    cells = page.locator(".n-tabelle tbody tr").all_text_contents()
    word = next(word for cell in cells for word in cell.split() if SOFT in word and word.replace(SOFT, "").isalpha())
    page.get_by_label("Zeilen mit").first.fill(word.replace(SOFT, ""))
    assert page.locator(".n-tabelle tbody tr:visible").count() > 0


SOME = st.lists(st.sampled_from(["Sonnen", "Finsternis", "Sonnenfinsternis", "Mond", "Mondfinsternisse", "Nacht"]), max_size=4)


@given(SOME, SOME, SOME)
def test_words_of_other_texts_that_are_split_otherwise(stay: list[str], gone: list[str], come: list[str]) -> None:
    """None is split otherwise unnoticed, nor said to be without being so."""
    before, now = SoftHyphens([*stay, *gone]), SoftHyphens([*stay, *come])
    after = before.after(gone, come)
    assert after.times == now.times
    words = {word.lower() for word in stay}
    assert before.split_otherwise(after, words) == {word for word in words if before(word) != now(word)}


def test_long_words() -> None:
    assert long_words(["Bei Sonnenfinsternis (selten)", "Mond"]) == {"sonnenfinsternis"}
