"""Locations of the files that ship with the generator."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[1]
ASSETS = PACKAGE / "assets"
TEMPLATES = PACKAGE / "templates"
