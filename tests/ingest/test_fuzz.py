"""Any bytes under any name give a whole folder of drafts or one clear German sentence, never a traceback or half a folder.

The pieces contain what recognisers and readers look for, so that made-up nonsense passes the first checks.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nachschlag.generator.cli import main
from nachschlag.generator.model.findings import Severity
from nachschlag.generator.reading.load import load

from tests.projects import mini_project
from tests.tries import tries

from .edition import give_back

PROFILES = [
    "auto",
    *sorted(path.stem for path in (Path(__file__).parents[2] / "generator/ingest/structure/profiles").glob("*.yaml")),
]
SUFFIXES = ["", ".txt", ".md", ".html", ".pdf", ".docx", ".zip"]

#: Errors of the book itself, reported as such: control characters in its text.
OF_THE_BOOK = ("T005",)
#: Lines of made-up rulebooks in every known style, and separators of lines.
LINES = [
    "17.0 SPALTEN",
    "2.1.1 Der Wald",
    "1) Zuerst",
    "I) Erster Teil",
    "DER DUNKLE WALD (THE DARK WOOD)",
    "WALD",
    "Spalten (X) (cleave (x)): Der Wald",
    "WALD: Dort brennt es. (Grundregeln, 17.0)",
    "- **Wald** (wood): Er brennt.",
    "• Mauer, Graben",
    "Ansage: Wähle 1 Einheit.",
    "Effekt: Sie zieht.",
    "SCHLÜSSEL KERN",
    "| Wert | Würfel |",
    "|---|---|",
    "| 2 | 3 |",
    "Abb. 1.2",
    "Abbildung 2 – Ein Wald",
    "Tabelle 6.1 – Faktoren",
    "Inhalt ........ 5",
    "Kapitel 3: Der Wald ..... 27",
    "KAPITEL ZWEI",
    "94",
    "Die Ein- heit hat $\\frac{1}{2}$ “Mut” 5“ weit.",
    "*Beispiel: 2W6*",
    "# Wald",
    "## Graben ##",
    "---",
    "```",
    "> Zitat",
    "<p>Wald</p>",
    "[[wald]]",
    "::: hinweis",
    "{{ 7*7 }}",
    "Siehe 17.0, S. 22.",
    "",
    "",
    "",
    "\x0c",
    "Name\tW\tB",
    "Wald\t3\t4+",
    "\u202eWald\u2028",
    "Wald\x00",
]
TEXTS = st.lists(st.sampled_from(LINES) | st.text(max_size=30), min_size=5, max_size=40).map("\n".join)
#: Starts with a rule, so that there is at least one.
BOOKS = TEXTS.map(lambda text: f"17.0 SPALTEN\n\n{text}")
#: A page with a line of text, as PDF.
PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n"
    b"4 0 obj<</Length 44>>stream\nBT /F 12 Tf 20 100 Td (17.0 SPALTEN) Tj ET\nendstream endobj\n"
    b"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
)
STARTS = [
    b"",
    b"%PDF-1.7\n",
    b"<!doctype html><html><body>",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"{\\rtf1",
]
TAGS = ["<table>", "<tr>", "<td>", "<td colspan=9>", "</table>", "<ul>", "<li>", "<h1>", "</h2>", "<p>", "<b>", "&amp;", "&#0;"]

ENCODINGS = st.sampled_from(["utf-8", "utf-16", "cp1252"])
ENCODED = st.tuples(TEXTS | BOOKS, ENCODINGS).map(lambda text: text[0].encode(text[1], "replace"))
HTML = st.lists(st.sampled_from([*LINES, *TAGS]), max_size=40).map(lambda pieces: "".join(pieces).encode())
BROKEN_PDF = st.tuples(st.integers(0, len(PDF)), st.integers(0, len(PDF)), st.binary(max_size=8)).map(
    lambda cut: PDF[: min(cut[:2])] + cut[2] + PDF[max(cut[:2]) :]
)
ANYTHING = st.tuples(st.sampled_from(STARTS), st.binary(max_size=300)).map(b"".join)
BYTES = ENCODED | HTML | BROKEN_PDF | ANYTHING


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return mini_project(tmp_path_factory.mktemp("fuzz") / "projekt")


def ingest(project: Path, out: Path, book: Path, *options: str) -> int:
    """Run the command in this process: a process of its own for each of hundreds of books would take minutes."""
    try:
        return main(["--project", str(project), "ingest", str(book), "--system", "probe", "--out", str(out), *options])
    except SystemExit as refused:
        return int(refused.code or 0)


def check_told(told: str) -> None:
    """Check that any failure is the book's, not ours."""
    assert not [sign for sign in ("Unerwarteter Fehler", "ging etwas verloren", "Traceback") if sign in told], told


def check_whole(out: Path) -> None:
    """Check that the folder is complete and readable, and that its spans restore the text."""
    folder = out / "ingest" / "probe"
    text = (folder / "source.txt").read_bytes().decode("utf-8")
    assert give_back(json.loads((folder / "spans.json").read_text("utf-8")), text) == text
    library, findings = load(out)
    assert [finding for finding in findings if finding.severity is Severity.ERROR and finding.code not in OF_THE_BOOK] == []
    assert library.systems["probe"].licence.status == "private"
    assert [*library.system_entries("probe"), *library.system_terms("probe")]
    assert json.loads((folder / "report.json").read_text("utf-8"))
    assert "<script" not in (folder / "report.html").read_text("utf-8")


@pytest.mark.parametrize(("raw", "suffix"), [(b"17.0 SPALTEN\n\nDie Einheit spaltet.\n", ".txt"), (PDF, ".pdf")])
def test_what_is_a_book_gives_a_folder(
    capsys: pytest.CaptureFixture[str], project: Path, tmp_path: Path, raw: bytes, suffix: str
) -> None:
    """The damage is real, without which the following tests would prove nothing."""
    book = tmp_path / f"buch{suffix}"
    book.write_bytes(raw)
    assert ingest(project, tmp_path / "aus", book, "--profile", "aos") == 0, capsys.readouterr().err
    check_whole(tmp_path / "aus")


@settings(max_examples=tries(80), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(BYTES, st.sampled_from(SUFFIXES), st.sampled_from(PROFILES), st.booleans())
def test_any_bytes_give_a_whole_folder_or_one_sentence(
    capsys: pytest.CaptureFixture[str], project: Path, raw: bytes, suffix: str, profile: str, repair: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        book, out = Path(folder) / f"buch{suffix}", Path(folder) / "aus"
        book.write_bytes(raw)
        status = ingest(project, out, book, "--profile", profile, *([] if repair else ["--no-repair"]))
        told = capsys.readouterr().err
        check_told(told)
        if status == 0:
            check_whole(out)
        else:
            assert status == 2, told
            assert told.strip().count("\n") < 3, told
            assert not out.exists()


@settings(max_examples=tries(30), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(BOOKS, BOOKS, st.sampled_from(PROFILES))
def test_any_second_edition_over_any_first_one(
    capsys: pytest.CaptureFixture[str], project: Path, first: str, second: str, profile: str
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        book, out = Path(folder) / "buch.txt", Path(folder) / "aus"
        for text in (first, second):
            book.write_text(text, "utf-8")
            status = ingest(project, out, book, "--profile", profile)
            told = capsys.readouterr().err
            check_told(told)
            if status < 2:
                check_whole(out)
