"""The report on a book: as a record, and as a page in a real Chromium. The books are made up; one of them is hostile."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from nachschlag.generator.ingest.drafts import Source
from nachschlag.generator.ingest.repairs.repairs import repairs_of
from nachschlag.generator.ingest.report.outline import Outline
from nachschlag.generator.ingest.report.outline_page import KEYS, draft_record, outline_html, outline_record
from nachschlag.generator.ingest.report.report import FOUND_AS, UNSURE, after, before
from nachschlag.generator.ingest.report.report_text import report_lines
from nachschlag.generator.ingest.structure.recognisers.registry import RECOGNISERS

from tests.projects import mini_project, nachschlag
from tests.watching import small_and_large, violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PROFILE = r"""
recognisers: [headings, defined_terms]
skip: MOOSSPIEL
parts: [{heading: ^GRUNDLAGEN$}, {heading: ^GELÄNDE$}]
remainder:
  - why: Seitenzahl
    begin: ^\d+$
"""

FIRST = """DAS MOOSSPIEL

GRUNDLAGEN

1.0 WÜRFEL

Lege die Schablone hin. Jedes Modell unter der Scha- blone hat den Wert **Mut** und wird "getroffen".

1.1 MARKER

Ein Marker liegt neben dem Modell. Er bleibt dort liegen.

7

GELÄNDE

2.0 MOOR

Im Moor sinkt ein Modell ein. Es zieht 3 Zoll.

2.1 WALD

Im Wald sieht niemand etwas.
"""
SECOND = FIRST.replace("3 Zoll", "2 Zoll").replace("2.1 WALD\n\nIm Wald sieht", "2.2 SCHLUCHT\n\nIn der Schlucht hört")
SECOND = SECOND.replace("1.0 WÜRFEL", "1.0 WÜRFELN")

HOSTILE = """GRUNDLAGEN

1.0 <SCRIPT>ALERT(1)</SCRIPT>

Text </p><script>document.title='weg'</script> und <img src=x onerror="document.title='weg'"> mit Wert **<b onclick=x>M&ut</b>** dazu.

1.1 {{ REPORT }} {% RAISE %} </STYLE></TITLE><!--

Das ist "></code><a href="javascript:alert(1)">getroffen</a>" ¶ &lt;script&gt; \u202eumgekehrt und \u00adweich.
"""
HOSTILE_SECOND = HOSTILE.replace("dazu.", "dazu <script>document.title='neu'</script>.")


def ingested(folder: Path, text: str, *more: str, name: str = "moos.txt") -> dict[str, Any]:
    """Read a book with PROFILE into `folder`/buch, and return its report.json."""
    project = folder / "projekt"
    if not project.exists():
        mini_project(project)
    (folder / "profil.yaml").write_text(PROFILE, "utf-8")
    (folder / name).write_text(text, "utf-8")
    where = ("--system", "moos", "--profile", folder / "profil.yaml", "--out", folder / "buch")
    done = nachschlag("--project", project, "ingest", folder / name, *where, *more)
    assert done.returncode in (0, 1), done.stderr
    record: dict[str, Any] = json.loads((folder / "buch/ingest/moos/report.json").read_text("utf-8"))
    return record


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return ingested(tmp_path_factory.mktemp("moos"), FIRST)


def page_text(folder: Path) -> str:
    return (folder / "buch/ingest/moos/report.html").read_text("utf-8")


# -- the record ---------------------------------------------------------------------------------------------------------------


def test_what_was_recognised_is_counted_and_listed(first: dict[str, Any]) -> None:
    titles = [row["title"] for row in first["drafts"]]
    assert [title for title in ("Würfel", "Marker", "Moor", "Wald") if title not in titles] == []
    assert first["counts"]["entries"] + first["counts"]["terms"] == len(titles) == sum(kind["count"] for kind in first["kinds"])
    assert [part["title"] for part in first["parts"]] == ["Grundlagen", "Gelände"]
    assert sum(part["entries"] + part["terms"] for part in first["parts"]) == len(titles)
    wald = next(row for row in first["drafts"] if row["title"] == "Wald")
    assert (wald["id"], wald["number"], wald["part"], wald["line"]) == ("moos/wald", "2.1", "Gelände", 21)


def test_an_uncertain_draft_shows_its_place_in_the_book(first: dict[str, Any]) -> None:
    mut = next(row for row in first["drafts"] if row["title"] == "Mut")
    assert mut["certainty"] < UNSURE
    assert mut["reasons"]
    assert mut["left"] == "… hin. Jedes Modell unter der Scha- blone hat den Wert **"
    assert mut["name"] == "Mut"
    assert mut["right"].startswith('** und wird "getroffen". 1.1 MARKER Ein Marker liegt')


def test_each_draft_says_how_sure_its_title_its_place_and_its_kind_are(first: dict[str, Any]) -> None:
    for draft in first["drafts"]:
        assert 0 < draft["kind_certainty"] <= 1
        assert draft["certainty"] == round(draft["title_certainty"] * draft["section_certainty"], 2) > 0
    assert {draft["section_certainty"] < 1 for draft in first["drafts"]} == {True, False}


def test_the_remainder_is_listed_with_reasons(first: dict[str, Any]) -> None:
    (number,) = [row for row in first["remainder"] if row["why"] == "Seitenzahl"]
    assert (number["text"], number["line"]) == ("7", 13)
    assert first["counts"]["remainder"] == sum(row["characters"] for row in first["remainder"])


def test_a_repair_shows_before_and_after_in_its_line(first: dict[str, Any]) -> None:
    (parted,) = [row for row in first["repairs"] if row["kind"] == "hyphenation"]
    assert (parted["before"], parted["after"], parted["sure"]) == ("Scha- blone", "Schablone", True)
    assert parted["left"].endswith("unter der ")
    assert parted["right"].startswith(" hat den Wert")


def test_the_same_book_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    ingested(tmp_path, FIRST)
    files = [tmp_path / "buch/ingest/moos" / name for name in ("report.json", "report.html")]
    once = [file.read_bytes() for file in files]
    ingested(tmp_path, FIRST)
    assert [file.read_bytes() for file in files] == once
    assert "Gegenüber dem letzten Einlesen" not in page_text(tmp_path)


def test_a_new_edition_is_shown_word_by_word_and_a_conflict_with_both_versions(tmp_path: Path) -> None:
    assert not any(ingested(tmp_path, FIRST)["edition"].values())
    mine = tmp_path / "buch/content/moos/grundlagen/marker.md"
    mine.write_text(mine.read_text("utf-8").replace("bleibt dort", "bleibt genau dort"), "utf-8")
    edition = ingested(tmp_path, SECOND.replace("bleibt dort", "bleibt nie dort"))["edition"]
    assert ("moos/moor", "Moor") in [(row["id"], row["title"]) for row in edition["changed"]]
    assert ("title", "Würfel", "Würfeln") in [tuple(field.values()) for row in edition["changed"] for field in row["fields"]]
    assert edition["new"] == [{"id": "moos/schlucht", "title": "Schlucht"}]
    assert edition["gone"] == ["moos/wald"]
    (conflict,) = edition["conflicts"]
    assert (tmp_path / "buch" / conflict["path"]) == mine
    assert "bleibt nie dort" in (tmp_path / "buch" / conflict["read"]).read_text("utf-8")
    html = page_text(tmp_path)
    assert "<del>3</del><ins>2</ins> Zoll" in html
    assert [path for path in conflict.values() if path not in html] == []
    assert "an Titeln und Texten ausgeführt;" in html


def test_every_recogniser_has_german_words() -> None:
    assert set(RECOGNISERS) <= set(FOUND_AS)


@pytest.mark.parametrize("at", range(0, 400, 7))
def test_surroundings_are_pieces_of_the_line(at: int) -> None:
    text = ("Ein Wort und noch eines, " * 9).strip() + "\n" + "Zeile zwei steht hier. " * 9
    left, right = before(text, at), after(text, at)
    assert text[:at].endswith(left.removeprefix("… "))
    assert text[at:].startswith(right.removesuffix(" …"))
    assert "\n" not in left + right
    assert max(len(left), len(right)) <= 64


# -- the text for the terminal --------------------------------------------------------------------------------------------------


EMPTY: dict[str, Any] = {"drafts": [], "remainder": [], "repairs": [], "edition": {"changed": []}}


def draft(title: str, certainty: float, page: int | None = None) -> dict[str, Any]:
    return {"title": title, "certainty": certainty, "line": 3, "page": page, "found_as": "Überschrift"}


@pytest.mark.parametrize(
    ("record", "lines"),
    [
        (
            {"drafts": [draft("Wald", 0.6, 7), draft("Moor", UNSURE), draft("See", 0.314)]},
            ["\nUnsicher erkannt:", "  Zeile 3: See (Überschrift, 31%)", "  Zeile 3, S. 7: Wald (Überschrift, 60%)"],
        ),
        (
            {"remainder": [{"line": 1, "page": 0, "why": "Seitenzahl", "text": f"7\n{'x ' * 40}"}]},
            ["\nNicht zugeordnet:", f"  Zeile 1, S. 0: Seitenzahl: „7 {'x ' * 29} …“"],
        ),
        (
            {"repairs": [{"line": 2, "page": None, "before": "Wa ld", "after": "Wald", "why": "Trennung"}]},
            ["\nReparaturen:", "  Zeile 2: „Wa ld“ → „Wald“ (Trennung)"],
        ),
        (
            {"edition": {"changed": [{"id": "moos/moor", "before": "Er zieht 3 Zoll.", "after": "Er zieht 2 Zoll."}]}},
            ["\nGeändert:", "  moos/moor: Er zieht [-3-]{+2+} Zoll."],
        ),
        ({}, []),
    ],
    ids=["unsure", "remainder", "repairs", "changes", "nothing"],
)
def test_the_text_has_a_line_for_each_thing_to_check(record: dict[str, Any], lines: list[str]) -> None:
    assert list(report_lines(EMPTY | record)) == lines


def test_the_text_shows_no_more_than_twenty_of_a_kind() -> None:
    lines = list(report_lines(EMPTY | {"drafts": [draft(f"Wald {at}", at / 100) for at in range(23)]}))
    assert (len(lines), lines[1], lines[-1]) == (
        22,
        "  Zeile 3: Wald 0 (Überschrift, 0%)",
        "  … und 3 weitere (alle: report.html, --json)",
    )


# -- the page to correct the outline -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def outline(tmp_path_factory: pytest.TempPathFactory) -> Outline:
    folder = tmp_path_factory.mktemp("gliederung")
    ingested(folder, FIRST)
    return Outline(folder / "buch", "moos")


def test_the_page_has_its_keys_and_token_and_allows_nothing_else(outline: Outline) -> None:
    page, policy = outline_html(outline, "<geheim>")
    assert "&lt;geheim&gt;" in page
    assert "<geheim>" not in page
    assert [label for _, _, label in KEYS if label not in page] == []
    assert len({key for key, _, _ in KEYS}) == len({action for _, action, _ in KEYS}) == len(KEYS)
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy


def test_the_rows_of_the_outline_say_what_was_found(outline: Outline) -> None:
    record = outline_record(outline)
    rows = {row["id"]: row for row in record["rows"]}
    assert [row["title"] for row in record["rows"] if row["level"] == 0] == ["Grundlagen", "Gelände"]
    wald, part = rows["moos/wald"], rows["moos/gelaende/"]
    assert (wald["title"], wald["number"], wald["level"], wald["accepted"], part["level"]) == ("Wald", "2.1", 3, False, 0)
    assert wald["certainty"] > 0.5
    assert wald["why"]
    assert wald["first"] is (wald["certainty"] < UNSURE)
    assert record["undo"] == {"said": "", "mark": ""}


def test_a_draft_shows_its_lines_and_its_place_in_the_book(outline: Outline) -> None:
    wald, part = draft_record(outline, "moos/wald"), draft_record(outline, "gelaende/")
    assert [(line["text"], line["title"]) for line in wald["lines"]] == [("Im Wald sieht niemand etwas.",) * 2]
    assert (wald["suggested"], wald["place"], wald["name"]) == ("Wald", "Zeile 21", "2.1 WALD")
    assert (part["suggested"], part["lines"], part["place"], part["name"]) == ("Gelände", [], "", "")


# -- the page -----------------------------------------------------------------------------------------------------------------


class _Elements(HTMLParser):
    """Every element of a page with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    ingested(tmp_path, HOSTILE, name="<img src=x onerror=alert(1)>.txt")
    ingested(tmp_path, HOSTILE_SECOND, name="<img src=x onerror=alert(1)>.txt")
    html = page_text(tmp_path)
    elements = _Elements(html).found
    assert {"script", "img", "b", "iframe"} & {tag for tag, _ in elements} == set()
    assert [name for _, attributes in elements for name in attributes if name.startswith("on")] == []
    assert [
        attributes["href"] for tag, attributes in elements if tag == "a" and not (attributes["href"] or "").startswith("#")
    ] == []
    assert html.count("</style>") == html.count("</title>") == 1
    assert "&lt;script&gt;document.title=" in html
    assert "[U+202E]umgekehrt" in html


@pytest.fixture(scope="module", params=["moos", "hostile"])
def report(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bericht")
    for text in (FIRST, SECOND) if request.param == "moos" else (HOSTILE, HOSTILE_SECOND):
        ingested(folder, text)
    return folder / "buch/ingest/moos/report.html"


def opened(browser: Browser, report: Path, width: int, scheme: str, scale: float = 1) -> tuple[Page, list[str]]:
    """The report with everything unfolded, and the browser's complaints and requests."""
    page = browser.new_page(viewport={"width": width, "height": 844}, color_scheme="dark" if scheme == "dark" else "light")
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.on("request", lambda request: told.append(request.url))
    page.goto(report.as_uri())
    page.evaluate(
        "scale => { document.documentElement.style.fontSize = `${scale * 100}%`;"
        " for (const one of document.querySelectorAll('details')) one.open = true }",
        scale,
    )
    return page, [line for line in told if line != report.as_uri()]


@pytest.mark.browser
@small_and_large("width", 390, 1280)
def test_accessible_and_alone(browser: Browser, report: Path, width: int, scheme: str) -> None:
    page, told = opened(browser, report, width, scheme)
    assert told == []
    assert violations(page) == []
    assert page.title().endswith("was eingelesen wurde")
    page.close()


@pytest.mark.browser
def test_no_sideways_scrolling_at_twice_the_size(browser: Browser, report: Path) -> None:
    page, _ = opened(browser, report, 390, "light", 2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()


@pytest.mark.browser
def test_everything_to_tap_is_big_enough_and_works_by_keyboard(browser: Browser, report: Path) -> None:
    page, _ = opened(browser, report, 390, "light")
    assert page.locator("summary").count() > 2
    boxes = [one.bounding_box() for one in page.locator("summary, nav a").all()]
    assert all(box and box["height"] >= 44 for box in boxes)
    page.locator("summary").first.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.querySelector('details').open") is False
    page.close()


@pytest.mark.browser
def test_the_style_applies_under_its_policy(browser: Browser, report: Path) -> None:
    page, _ = opened(browser, report, 1280, "light")
    assert page.evaluate("getComputedStyle(document.querySelector('.e-fund')).display") == "grid"
    page.close()


def test_a_big_book_stays_small_enough_to_open(tmp_path: Path) -> None:
    rules = "".join(
        f'{number}.0 WORT{number} DAS GILT\n\nHier gilt "Wert {number}" , und danach "noch etwas" - aber nicht mehr.\n\n'
        for number in range(1, 551)
    )
    assert len(repairs_of(Source("gross.txt", "text", rules))) >= 1000
    record = ingested(tmp_path, f"GRUNDLAGEN\n\n{rules}")
    assert record["counts"]["entries"] >= 550
    html = page_text(tmp_path)
    assert len(html.encode()) < 1_500_000
    assert len(re.findall(r"<details open", html)) <= 3
