"""Reading plain text and Markdown, and refusals: any file gives a source or one German sentence."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nachschlag.generator.files.encoding import ONE_BYTE
from nachschlag.generator.ingest.source.decode import UnreadableBook
from nachschlag.generator.ingest.source.read import MOST_BYTES, read_source
from nachschlag.generator.model.unusable import Unusable

from tests.tries import tries

RULES = "# Der Wurf\n\nWürfle – „zwei“ Würfel.\n"


def written(folder: Path, name: str, raw: bytes) -> Path:
    path = folder / name
    path.write_bytes(raw)
    return path


def outcome(path: Path) -> tuple[str, str]:
    """The text read, or the error message."""
    try:
        return read_source(path).text, ""
    except Unusable as refused:
        return "", str(refused)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252", "mac-roman"])
def test_the_text_is_the_files(tmp_path: Path, encoding: str) -> None:
    source = read_source(written(tmp_path, "regeln.md", RULES.encode(encoding)))
    assert (source.name, source.format, source.text) == ("regeln.md", "markdown", RULES)
    assert [ONE_BYTE[encoding] in note for note in source.notes] == [True] * (encoding in ONE_BYTE)


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_line_ends_are_recorded_and_restore_the_file(tmp_path: Path, ends: str) -> None:
    file = RULES.replace("\n", ends)
    source = read_source(written(tmp_path, "regeln.txt", file.encode()))
    assert source.text == RULES
    assert source.text.replace("\n", source.newline) == file


def test_mixed_line_ends_stay(tmp_path: Path) -> None:
    source = read_source(written(tmp_path, "regeln.txt", b"eins\r\nzwei\ndrei\r\n"))
    assert source.text == "eins\r\nzwei\ndrei\r\n"
    assert source.notes


def test_a_broken_character_in_utf8_is_reported_with_its_line(tmp_path: Path) -> None:
    source = read_source(written(tmp_path, "regeln.txt", "Würfel für Könige\n".encode() * 5 + b"gr\xfcn"))
    assert source.text.endswith("gr\ufffdn")
    assert "Zeile 6" in source.notes[0]


def test_pages_and_their_lines_come_from_the_text(tmp_path: Path) -> None:
    source = read_source(written(tmp_path, "regeln.txt", b"eins\n7\n\fzwei\n8\n"))
    assert [(mark.start, mark.page) for mark in source.pages] == [(0, 7), (8, 8)]
    assert [source.text[span.start : span.end] for span in source.furniture] == ["7\n", "8\n"]


@pytest.mark.parametrize(
    ("name", "raw", "says"),
    [
        ("leer.txt", b"", "leer"),
        ("weiss.txt", b" \n\n\t", "keinen Text"),
        ("daten.txt", b"\x00\x01\x02abc", "kein Text"),
        ("daten.bin", bytes(range(1, 32)) * 10, "kein Text"),
        ("utf16.txt", b"\xff\xfea", "UTF-16"),
        ("weder.txt", b"a\xff\x81\xffb", "weder UTF-8 noch Windows-1252"),
        ("buch.docx", b"PK\x03\x04rest", "beschädigt"),
        ("scan.pdf", b"\x89PNG rest", "OCR"),
        ("buch.pdf", b"nur Text", "keine PDF"),
    ],
)
def test_files_that_are_not_text_are_refused(tmp_path: Path, name: str, raw: bytes, says: str) -> None:
    with pytest.raises(UnreadableBook, match=says) as refused:
        read_source(written(tmp_path, name, raw))
    assert name in str(refused.value)


def test_paths_that_are_not_files_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "rohr")
    (tmp_path / "kreis").symlink_to("kreis")
    with (tmp_path / "riesig.txt").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    for path in (tmp_path, tmp_path / "rohr", tmp_path / "kreis", tmp_path / "fehlt", tmp_path / "riesig.txt", Path("a\x00b")):
        with pytest.raises(Unusable, match="„"):
            read_source(path)


def test_a_link_to_a_file_is_fine(tmp_path: Path) -> None:
    written(tmp_path, "regeln.md", RULES.encode())
    (tmp_path / "verweis.md").symlink_to("regeln.md")
    assert read_source(tmp_path / "verweis.md").text == RULES


@settings(max_examples=tries(100), deadline=None)
@given(
    raw=st.binary(max_size=400)
    | st.binary(max_size=200).map(b"%PDF-1.4\n".__add__)
    | st.text(max_size=300).map(lambda text: text.encode("utf-8", "replace")),
    suffix=st.sampled_from(["txt", "md", "html", "pdf", ""]),
)
def test_any_bytes_give_a_source_or_one_sentence(tmp_path_factory: pytest.TempPathFactory, raw: bytes, suffix: str) -> None:
    path = written(tmp_path_factory.mktemp("any"), f"datei.{suffix}", raw)
    text, complaint = outcome(path)
    assert text.strip() or (complaint.startswith("„datei.") and "\n" not in complaint)


@pytest.mark.parametrize(
    ("name", "raw", "library"), [("a.pdf", b"%PDF-1.7", "pypdfium2"), ("a.html", b"<p>Text", "lxml"), ("a.md", b"Text", "lxml")]
)
def test_without_its_library_a_reader_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, raw: bytes, library: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(Unusable, match=rf"{library}.*\[ingest\]"):
        read_source(written(tmp_path, name, raw))
