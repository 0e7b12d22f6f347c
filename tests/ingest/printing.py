"""HTML printed to PDF by Chromium: rulebooks for the tests, made as they run.

Chromium is started as a program rather than driven: a test session holds one Playwright at most, and the site's tests have it.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from tests.browser import arguments, executable


def print_html(html: Path, pdf: Path) -> Path:
    """The page as a PDF; running heads and page numbers come from its own @page rules."""
    with tempfile.TemporaryDirectory() as profile:
        command = [str(executable()), "--headless", *arguments(), f"--user-data-dir={profile}", "--no-pdf-header-footer"]
        subprocess.run([*command, f"--print-to-pdf={pdf}", html.resolve().as_uri()], check=True, capture_output=True, timeout=120)
    return pdf


def print_text(html: str, folder: Path) -> Path:
    """As `print_html`, of a page that is written down here."""
    page = folder / "buch.html"
    page.write_text(html, encoding="utf-8")
    return print_html(page, folder / "buch.pdf")
