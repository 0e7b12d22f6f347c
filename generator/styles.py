"""Our own styles: small files by subject, shipped as one in the order of their names."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "assets" / "styles"


def stylesheet() -> str:
    """All of `assets/styles` as one style sheet."""
    return "\n".join(path.read_text("utf-8").strip() for path in sorted(FOLDER.glob("*.css"))) + "\n"
