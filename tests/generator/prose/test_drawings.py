"""Drawings: what passes, what is removed, what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.prose.drawings import UnusableDrawing, clean_drawing

NS = 'xmlns="http://www.w3.org/2000/svg"'


@pytest.mark.parametrize(
    "inner",
    [
        '<path d="M0 0L1 1" stroke="currentColor" fill="none" stroke-width="2" />',
        '<text x="1" y="2" font-size="3">Würfel &lt; 3</text>',
        '<defs><marker id="pfeil" orient="auto" refX="1" markerWidth="4"><path d="M0 0" /></marker></defs>',
        '<line marker-end="url(#pfeil)" x1="0" y1="0" x2="1" y2="1" />',
        '<g clip-path="url(\'#schnitt\')" transform="rotate(45)"><use href="#pfeil" /></g>',
        '<title>Kreis</title><circle cx="1" cy="1" r="1" aria-label="Kreis" role="img" />',
    ],
)
def test_what_passes(inner: str) -> None:
    """Harmless drawings pass unchanged."""
    drawing = f'<svg {NS} viewBox="0 0 2 2">{inner}</svg>'
    assert clean_drawing(drawing) == drawing


@pytest.mark.parametrize(
    "inner",
    [
        "<script>alert(1)</script>",
        "<SCRIPT>alert(1)</SCRIPT>",
        '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>',
        '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>x</script></body></foreignObject>',
        '<a href="https://example.org"><rect /></a>',
        '<image href="https://example.org/x.png" />',
        "<style>@import url(https://example.org/x.css)</style>",
        '<animate attributeName="href" to="javascript:alert(1)" />',
        '<set attributeName="onload" to="alert(1)" />',
        '<iframe xmlns="http://www.w3.org/1999/xhtml" src="https://example.org" />',
        "<!-- Anmerkung --><?xml-stylesheet href='x.css'?>",
        "<metadata>x</metadata>",
    ],
)
def test_elements_that_go(inner: str) -> None:
    assert clean_drawing(f"<svg {NS}>{inner}<g>{inner}</g></svg>") == f"<svg {NS}><g /></svg>"


@pytest.mark.parametrize(
    "attribute",
    [
        'onload="alert(1)"',
        'ONCLICK="alert(1)"',
        'href="https://example.org/x.svg#a"',
        'href="javascript:alert(1)"',
        'href=" #a"',
        'href="data:image/svg+xml,x"',
        'xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="https://example.org"',
        'style="background:url(https://example.org)"',
        'fill="url(https://example.org/#a)"',
        'fill="URL( &quot;https://example.org/#a&quot; )"',
        'fill="u\\72l(https://example.org/#a)"',
        'mask="url(#a) url(//example.org)"',
        'stroke="javascript:alert(1)"',
        'width="expression(alert(1))"',
        'xml:base="https://example.org"',
        'src="x"',
        'data-x="1"',
    ],
)
def test_attributes_that_go(attribute: str) -> None:
    assert clean_drawing(f"<svg {NS} {attribute}><rect {attribute} /></svg>") == f"<svg {NS}><rect /></svg>"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "kein gültiges XML"),
        ("Würfel", "kein gültiges XML"),
        (f"<svg {NS}><rect></svg>", "kein gültiges XML"),
        (f"<svg {NS}>&nbsp;</svg>", "kein gültiges XML"),
        ("<svg></svg>", "nicht <svg>"),
        (f"<g {NS}></g>", "nicht <svg>"),
        ("<html><svg/></html>", "nicht <svg>"),
        (f'<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg {NS}/>', "DOCTYPE"),
        (f'<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg {NS}>&b;</svg>', "DOCTYPE"),
        (f"<svg {NS}>{'<g>' * 5000}{'</g>' * 5000}</svg>", "zu tief"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(UnusableDrawing, match=reason):
        clean_drawing(text)


@given(st.text() | st.text(alphabet="<>/svg=\"' &;!-[]").map(lambda inner: f"<svg {NS}>{inner}</svg>"))
def test_any_text_is_clean_or_refused(text: str) -> None:
    try:
        cleaned = clean_drawing(text)
    except UnusableDrawing:
        return
    assert clean_drawing(cleaned) == cleaned
