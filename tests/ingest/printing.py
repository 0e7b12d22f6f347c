"""HTML printed to PDF by Chromium: rulebooks for the tests, made at run time.

Chromium is run as a program rather than driven: a test session has at most one Playwright, and the site's tests use it.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from tests.browser import arguments, executable


def print_html(html: Path, pdf: Path) -> Path:
    """Print the page to PDF; running heads and page numbers come from its own @page rules."""
    with tempfile.TemporaryDirectory() as profile:
        command = [str(executable()), "--headless", *arguments(), f"--user-data-dir={profile}", "--no-pdf-header-footer"]
        subprocess.run([*command, f"--print-to-pdf={pdf}", html.resolve().as_uri()], check=True, capture_output=True, timeout=120)
    return pdf


def print_text(html: str, folder: Path) -> Path:
    """Do as `print_html` for a page given as text."""
    page = folder / "buch.html"
    page.write_text(html, encoding="utf-8")
    return print_html(page, folder / "buch.pdf")
