"""The styles: all files of the folder, and one generated from the settings of each system."""

from __future__ import annotations

from nachschlag.generator.model.values import Licence, System
from nachschlag.generator.pages.styles import FOLDER, drawing_address, own_styles, system_styles


def test_all_files_in_the_order_of_their_names() -> None:
    styles = own_styles()
    places = [styles.index(first) for first in (":root {", ".n-pfad {", ".n-karte {", ".tabelle {", ".n-spiel a", "@page")]
    assert places == sorted(places)
    assert styles.count("@font-face") == "".join(path.read_text("utf-8") for path in FOLDER.glob("*.css")).count("@font-face")


def test_comments_are_not_shipped() -> None:
    assert "/*" not in own_styles()
    assert own_styles().count("{") == own_styles().count("}")


def test_a_system_with_colour_and_mark() -> None:
    styles = system_styles([System("t9a", "T", "T9A", Licence("own-words"), accent="#7a3b2e", mark='<svg fill="#fff"/>')])
    assert '[content="t9a"]), .n-spiel-t9a {' in styles
    assert "--n-akzent: #7a3b2e;" in styles
    assert "--n-marke: url(\"data:image/svg+xml,%3Csvg fill='%23fff'/%3E\"); --n-kurzname: 0;" in styles


def test_a_system_without_a_mark_shows_its_short_name() -> None:
    assert "--n-marke: none; --n-kurzname: 1;" in system_styles([System("x", "X", "X", Licence("own-words"))])


def test_a_drawing_cannot_leave_its_quotes() -> None:
    address = drawing_address("<svg><title>\"'\\)}</title>\n</svg>")
    assert '"' not in address
    assert "\\" not in address
    assert "\n" not in address
