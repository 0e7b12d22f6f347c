"""The encoding of files, recognised on our own German texts in every encoding that German files use."""

from __future__ import annotations

import pytest
from nachschlag.generator.files.encoding import ONE_BYTE, by_letters, marked

from tests.projects import REPOSITORY

#: Whole entries, their beginnings, and many of them as one book.
ENTRIES = [path.read_text("utf-8") for path in sorted(REPOSITORY.glob("content/*/*/*.md"))]
BODIES = [text.rpartition("---\n")[2] for text in ENTRIES]
TEXTS = [
    *BODIES[::10],
    *(text[:150] for text in BODIES[5::10]),
    *("".join(BODIES[at : at + 40]) for at in range(0, len(BODIES), 200)),
]


def written(text: str, encoding: str) -> bytes:
    return text.encode(encoding, "ignore")  # Mac and DOS lack a few characters


@pytest.mark.parametrize("encoding", [*ONE_BYTE, "iso-8859-1", "iso-8859-15"])
def test_german_in_one_byte_is_recognised_by_its_letters(encoding: str) -> None:
    files = [raw for text in TEXTS if not (raw := written(text, encoding)).isascii()]
    assert len(files) > 100
    assert [raw.decode(by_letters(raw)) for raw in files] == [raw.decode(encoding) for raw in files]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_german_in_unicode_is_recognised_by_its_mark_or_zeros(encoding: str) -> None:
    for text in filter(None, TEXTS):
        assert text.encode(encoding).decode(marked(text.encode(encoding))) == text


@pytest.mark.parametrize("encoding", ["utf-8", *ONE_BYTE, "gb18030"])
def test_what_shows_nothing_is_not_marked(encoding: str) -> None:
    assert {marked(written(text, encoding)) for text in TEXTS} == {""}


@pytest.mark.parametrize(
    ("raw", "encoding"),
    [
        (b"Caf\xe9", "cp1252"),  # nothing German in it: take the likeliest
        ("„Angst“ – wer flieht?".encode("cp1252"), "cp1252"),  # in DOS „ and “ would decode to letters
        ("grün".encode("cp850"), "cp850"),
        ("größer".encode("mac-roman"), "mac-roman"),
        (b"\x8d\x8d", ""),  # undefined in Windows, not German in the others
    ],
)
def test_few_letters(raw: bytes, encoding: str) -> None:
    assert by_letters(raw) == encoding
