"""The places of the files shipped with the search."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent
ASSETS = PACKAGE / "assets"
#: The search without a page: it needs nothing from the folder above.
CORE = ASSETS / "core"
