"""Where the files lie that ship with the search."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent
ASSETS = PACKAGE / "assets"
#: The search without a page: it needs nothing of the folder above.
CORE = ASSETS / "core"
