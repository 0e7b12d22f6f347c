"""The certainty of a draft covers its level and what was missed beside it; counted chapters keep their level."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from nachschlag.generator.ingest.drafts import Draft

from .certainty import SHAPES, judged, printed
from .test_headings import TEXT, drafts, read

NAMES = [
    "Wald", "Moor", "See", "Berg", "Bach", "Heide", "Klamm", "Furt", "Deich",
    "Steg", "Watt", "Düne", "Hain", "Aue", "Schlucht", "Teich", "Wiese", "Hügel",
]  # fmt: skip


def marked(*headings: tuple[int, str]) -> str:
    return "".join(f"{'#' * level} {name}\n\n{TEXT}\n\n" for level, name in headings)


def chapters(chapter: str, *others: str) -> str:
    """Four chapters of three rules each, whose numbers are their only marks."""
    names = iter(NAMES)
    lines = [
        line
        for at in (1, 2, 3, 4)
        for line in (
            chapter.format(at=at, name=next(names)),
            *(f"{at}.{rule} {next(names)}" for rule in (1, 2, 3)),
            *others,
        )
    ]
    return "".join(f"{line}\n\n{TEXT}\n\n" for line in lines)


def tree(text: str, kind: str = "text") -> dict[str, str]:
    """Title → the title above it."""
    found = read(text, kind).drafts
    return {draft.title: "" if draft.parent is None else found[draft.parent].title for draft in found}


def test_a_chapter_of_another_look_lies_beside_the_one_before() -> None:
    looks = chapters("{at}. {name}").replace("1. Wald", "1. WALD")
    found = tree(looks)
    assert [name for name, above in found.items() if not above] == ["Wald", "Bach", "Deich", "Hain"]
    assert found["Heide"] == "Bach"


def test_a_plain_line_opens_no_chapter_of_a_counted_book() -> None:
    found = read(chapters("{at}. {name}", "Randnotiz"), "text").drafts
    assert [draft.title for draft in found if draft.parent is None] == ["Wald", "Bach", "Deich", "Hain"]


@pytest.mark.parametrize(
    ("text", "kind", "title", "why"),
    [
        (marked((1, "Wald"), (2, "Moor"), (1, "See"), (2, "Berg"), (2, "Bach")), "markdown", "Moor", "als einzige unter"),
        (marked((1, "Wald"), (2, "Moor"), (2, "See"), (1, "Berg")), "markdown", "Berg", "Teil ohne Regeln"),
        (chapters("{at}. {name}").replace("2.2", "2.4"), "text", "Heide", "danach fehlt eine Nummer"),
        (marked(*((2, name) for name in NAMES)).replace("## Moor", "Geröll"), "markdown", "Wald", "„Geröll“"),
        ("".join(f"\n{name}\n\n{TEXT}\n" for name in NAMES), "text", "See", "kein Zeichen der Ebene"),
        (marked((1, "Wald"), (2, "Moor"), (2, "See")) + f"**Steg**\n\n{TEXT}\n", "markdown", "Steg", "nach dem Fettdruck"),
    ],
    ids=["only", "childless", "gap", "near", "line", "bold"],
)
def test_what_may_be_wrong_beside_the_heading_makes_its_draft_less_certain(text: str, kind: str, title: str, why: str) -> None:
    draft = drafts(text, kind)[title]
    assert draft.section_certainty < 0.9 < draft.title_certainty
    assert draft.certainty < 0.9
    assert why in draft.reasons[-1]


def test_marks_and_numbers_that_agree_leave_no_doubt() -> None:
    plain = drafts(marked((1, "Wald"), (2, "Moor"), (2, "See"), (1, "Berg"), (2, "Bach"), (2, "Furt")))
    counted = drafts(chapters("{at}. {name}"), "text")
    assert {name: draft.certainty for name, draft in {**plain, **counted}.items() if draft.certainty < 0.9} == {}


def shaped() -> Iterator[tuple[Draft, bool, bool]]:
    text = marked(*((1 if at % 6 == 0 else 2, name) for at, name in enumerate(NAMES)))
    for shape in SHAPES.values():
        book, headings = printed(text, shape)
        yield from judged(read(book, shape.format), headings)


def test_of_drafts_said_to_be_nine_tenths_sure_nine_in_ten_are_right() -> None:
    found = [*shaped()]
    both = [right for draft, _, right in found if draft.certainty >= 0.9]
    titles = [named for draft, named, _ in found if draft.title_certainty >= 0.9]
    sections = [right for draft, named, right in found if named and draft.section_certainty >= 0.9]
    unsure = [right for draft, _, right in found if draft.certainty < 0.5]
    assert sum(both) >= 0.9 * len(both) >= 20
    assert sum(titles) >= 0.9 * len(titles) >= 60
    assert sum(sections) >= 0.9 * len(sections) >= 20
    assert sum(unsure) <= 0.5 * len(unsure) <= 40


def test_a_name_in_a_text_lies_as_surely_as_the_heading_above_it_is_one() -> None:
    text = marked((1, "Wald"), (2, "Moor"), (1, "See"), (2, "Berg"))
    found = drafts(f"{text}**Steg:** {TEXT}\n\n**Furt:** {TEXT}\n")
    assert found["Steg"].recogniser == "leads"
    assert found["Steg"].section_certainty == found["Berg"].title_certainty > 0.9 > found["Steg"].title_certainty
    assert found["Steg"].certainty == round(found["Steg"].title_certainty * found["Steg"].section_certainty, 2)


def test_a_heading_with_a_missed_one_below_it_is_judged_wrong() -> None:
    text = marked((1, "Wald"), (2, "Moor"), (2, "See"), (1, "Berg"), (2, "Bach"))
    _, headings = printed(text, SHAPES["marked"])
    without = text.replace("## See", "und so fort.")
    found = dict(zip(["Wald", "Moor", "Berg", "Bach"], judged(read(without), headings), strict=True))
    assert {name: right for name, (_, _, right) in found.items()} == {"Wald": True, "Moor": False, "Berg": True, "Bach": True}
