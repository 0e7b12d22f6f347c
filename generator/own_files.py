"""Where the files lie that ship with the generator."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent
ASSETS = PACKAGE / "assets"
TEMPLATES = PACKAGE / "templates"
