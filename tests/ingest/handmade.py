"""PDFs written by hand: text at given positions on a page of 420 × 600 points, in the order of the lines."""

from __future__ import annotations

from pathlib import Path

_FRAME = """%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 420 600]/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>> endobj
4 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>> endobj
5 0 obj <</Length {length}>> stream
{stream}
endstream endobj
trailer <</Root 1 0 R/Size 6>>
"""

#: Left edge, baseline from the top, text, size.
Placed = tuple[float, float, str, float]


def handmade(path: Path, placed: list[Placed]) -> Path:
    """A PDF of one page with these texts, written in this order."""
    stream = "\n".join(f"BT /F1 {size} Tf {x} {600 - y} Td ({text}) Tj ET" for x, y, text, size in placed)
    path.write_bytes(_FRAME.format(length=len(stream), stream=stream).encode("cp1252"))
    return path


def column(lines: list[str], x: float, y: float) -> list[Placed]:
    """Lines of ten points, one below the other."""
    return [(x, y + 13 * index, line, 10) for index, line in enumerate(lines)]
