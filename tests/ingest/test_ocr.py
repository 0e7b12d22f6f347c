"""A scanned PDF: refused, or read with Tesseract where it is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pypdfium2
import pytest
from nachschlag.generator.ingest.source.read import read_source
from nachschlag.generator.model.unusable import Unusable

from .handmade import handmade
from .test_read import written


def german_is_installed() -> bool:
    program = shutil.which("tesseract")
    return bool(program) and "deu" in subprocess.run(["tesseract", "--list-langs"], capture_output=True, text=True).stdout.split()


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    """A page of text as a picture alone."""
    placed = [(40, 80, "Der Wald", 26), (40, 120, "Ein Wald brennt auf 4+ und bremst jedes Modell.", 11)]
    with pypdfium2.PdfDocument(handmade(tmp_path / "text.pdf", placed)) as document:
        picture = document[0].render(scale=3).to_pil()
    picture.save(tmp_path / "scan.pdf")
    return tmp_path / "scan.pdf"


def test_a_scan_is_refused_and_the_remedy_named(scan: Path) -> None:
    with pytest.raises(Unusable, match="--ocr"):
        read_source(scan)


@pytest.mark.skipif(not german_is_installed(), reason="needs Tesseract with German (apt install tesseract-ocr-deu)")
def test_a_scan_is_read_with_its_headings(scan: Path) -> None:
    source = read_source(scan, ocr=True)
    assert source.text.split("\n\n")[:2] == ["# Der Wald", "Ein Wald brennt auf 4+ und bremst jedes Modell."]
    assert "Texterkennung" in source.notes[0]


def test_without_tesseract_one_sentence_says_so(scan: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Unusable, match="tesseract-ocr-deu"):
        read_source(scan, ocr=True)


def test_text_is_not_recognised_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert read_source(written(tmp_path, "a.txt", b"Wald\n"), ocr=True).text == "Wald\n"
