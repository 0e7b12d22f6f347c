"""Bodies as lines: headings, blocks, code, and the sections' addresses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.prose.body import body_lines, sections

#: Text with many of the marks that matter.
MARKDOWN = st.lists(
    st.sampled_from(
        [
            "# a",
            "## a",
            "## a-2",
            "##",
            "##  ",
            "```",
            "~~~~",
            "::: beispiel",
            ":::",
            "- a",
            "  ## x",
            "> ## y",
            "a",
            "",
            "|a|",
            "`",
        ]
    ),
    max_size=14,
).map("\n".join)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("## Ablauf ##\nText", ["heading Ablauf", "text"]),
        ("##Ablauf", ["text"]),
        ("##", ["text"]),
        ("## C#", ["heading C#"]),
        ("## C # #", ["heading C #"]),
        ("##\tAblauf\t#", ["heading Ablauf"]),
        ("## ##", ["heading ##"]),
        ("    ## Code", ["text"]),
        ("####### sieben", ["text"]),
        ("```\n## kein\n```\n## doch", ["code", "code", "code", "heading doch"]),
        ("````\n```\n## kein\n````", ["code"] * 4),
        ("```\n~~~\n## kein", ["code"] * 3),
        ("::: beispiel\n## kein\n:::\n## doch", ["open beispiel", "text", "close", "heading doch"]),
        (":::   bild  kreis.svg  \n:::", ["open bild  kreis.svg", "close"]),
        ("```\n::: beispiel\n```", ["code"] * 3),
    ],
)
def test_lines(text: str, kinds: list[str]) -> None:
    assert [f"{line.kind} {line.value}".strip() for line in body_lines(text)] == kinds


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## Ablauf", [("ablauf", "Ablauf", "")]),
        ("## 17.1 Gleichstand", [("17-1-gleichstand", "Gleichstand", "17.1")]),
        ("## 3. Würfeln", [("3-wuerfeln", "Würfeln", "3")]),
        ("## **Fett** und `Code` [[wurf]]", [("fett-und-code-wurf", "Fett und Code wurf", "")]),
        ("## A\n## A\n## A", [("a", "A", ""), ("a-2", "A", ""), ("a-3", "A", "")]),
        ("## A\n## A\n## A 2", [("a", "A", ""), ("a-2", "A", ""), ("a-2-2", "A 2", "")]),
        ("## A 2\n## A\n## A", [("a-2", "A 2", ""), ("a", "A", ""), ("a-3", "A", "")]),
        ("## !?\n## 龍", [("abschnitt", "!?", ""), ("abschnitt-2", "龍", "")]),
    ],
)
def test_sections(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert [(s.id, s.title, s.number) for s in sections(text)] == expected


@given(MARKDOWN | st.text())
def test_every_line_once_and_every_address_once(text: str) -> None:
    lines = list(body_lines(text))
    assert "\n".join(line.text for line in lines) == text
    assert [line.number for line in lines] == list(range(len(lines)))
    anchors = [section.id for section in sections(text)]
    assert len(set(anchors)) == len(anchors)
