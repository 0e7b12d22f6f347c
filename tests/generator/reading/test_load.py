"""Loading a project: encodings, stray files, and a broken file that must not affect the others."""

from collections.abc import Callable
from pathlib import Path

import pytest
from nachschlag.generator.reading.load import load

from tests.projects import MINI

Project = Callable[..., Path]

GOOD = "---\ntitle: Schiefer Würfel\nkind: rule\nshort: Er zählt nicht.\n---\nWürfel neu.\nUnd noch einmal.\n"
SYSTEM = "content/wuerfelkrieg/system.yaml"
PART = "content/wuerfelkrieg/grundregeln"


@pytest.mark.parametrize(
    "raw",
    [
        GOOD.encode(),
        b"\xef\xbb\xbf" + GOOD.encode(),
        GOOD.replace("\n", "\r\n").encode(),
        GOOD.replace("\n", "\r").encode(),
        b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode(),
        GOOD.replace("ü", "u\u0308").encode(),
        GOOD.replace("---\n", "---  \n").encode(),
    ],
    ids=["utf-8", "bom", "crlf", "cr", "bom and crlf", "decomposed", "blanks"],
)
def test_how_editors_save_files(project: Project, raw: bytes) -> None:
    """Byte order marks, line ends and blanks of editors do not alter an entry."""
    library, findings = load(project({f"{PART}/schief.md": raw}))
    assert findings == []
    entry = library.entries["wuerfelkrieg/schief"]
    assert (entry.title, entry.text) == ("Schiefer Würfel", "Würfel neu.\nUnd noch einmal.")


@pytest.mark.parametrize(
    ("raw", "finding"),
    [
        (GOOD.encode("latin-1"), "2:18 D001"),
        (GOOD.encode("utf-16"), "1:1 D001"),
        (GOOD.encode() + b"\xff", "8:1 D001"),
        (b"", "1:1 F002"),
        (b"\x00" * 100, "1:1 F002"),
        (GOOD.replace("---\nW", "W").encode(), "1:1 F002"),
        (GOOD.replace("title: ", "\ttitle: ").encode(), "2:1 F001"),
        (GOOD.replace("title", "\x00").encode(), "2:1 F001"),
    ],
)
def test_a_broken_file_leaves_the_others(project: Project, raw: bytes, finding: str) -> None:
    library, findings = load(project({f"{PART}/schief.md": raw}))
    assert [f"{f.location.line}:{f.location.column} {f.code}" for f in findings] == [finding]
    assert {f.location.path for f in findings} == {f"{PART}/schief.md"}
    assert "wuerfelkrieg/schief" not in library.entries
    assert "wuerfelkrieg/kaempfen" in library.entries


@pytest.mark.parametrize(
    ("overlay", "expected"),
    [
        ({f"{PART}/Wut.md": GOOD}, [f"{PART}/Wut.md D003"]),
        ({f"{PART}/..md": GOOD}, []),
        ({f"{PART}/.versteckt.md": GOOD, f"{PART}/~offen.md": GOOD, f"{PART}/alt.md~": GOOD, f"{PART}/.DS_Store": ""}, []),
        ({f"{PART}/notiz.txt": ""}, [f"{PART}/notiz.txt D004"]),
        ({f"{PART}/tief/wut.md": GOOD}, [f"{PART}/tief D004"]),
        ({f"{PART}/allein.en.md": "Text"}, [f"{PART}/allein.en.md D004"]),
        ({f"{PART}/kaempfen.en.md": "Text"}, []),
        ({f"{PART}/bild.png": b"\x89PNG"}, [f"{PART}/bild.png D004"]),
        ({"content/README.md": "Text"}, []),
        ({"content/wut.md": GOOD}, ["content/wut.md D004"]),
        ({"content/wuerfelkrieg/wut.md": GOOD}, ["content/wuerfelkrieg/wut.md D004"]),
        ({"content/wuerfelkrieg/anhang/wut.md": GOOD}, ["content/wuerfelkrieg/anhang F012"]),
        ({"content/neu/teil/wut.md": GOOD}, ["content/neu D005"]),
        ({"content/Neu/system.yaml": ""}, ["content/Neu D003"]),
        ({"content/neu/system.yaml": ""}, ["content/neu/system.yaml F005"]),
        ({"glossary/README.md": "Text"}, []),
        ({"glossary/fremd.yaml": "[]"}, ["glossary/fremd.yaml D004"]),
        ({"glossary/murmeln.yml": "[]"}, ["glossary/murmeln.yml D004"]),
        ({"glossary/murmeln.yaml": ""}, []),
        ({"glossary/murmeln.yaml": "a: 1"}, ["glossary/murmeln.yaml F005"]),
    ],
)
def test_what_lies_where(project: Project, overlay: dict[str, str], expected: list[str]) -> None:
    """Files and folders in the wrong place are findings."""
    _, findings = load(project(overlay))
    assert [f"{f.location.path} {f.code}" for f in findings] == expected


def test_only_one_system(project: Project) -> None:
    root = project({"content/Neu/system.yaml": "", "glossary/fremd.yaml": "[]"})
    library, findings = load(root, only="murmeln")
    assert findings == []
    assert (list(library.systems), list(library.entries), list(library.terms)) == (
        ["murmeln"],
        ["murmeln/schnipsen"],
        ["murmeln/glossar/murmel"],
    )


@pytest.mark.parametrize("only", ["nirgends", "../murmeln", "", "Murmeln"])
def test_a_system_that_is_not_there(project: Project, only: str) -> None:
    library, findings = load(project(), only=only)
    assert not library.entries
    assert [f.code for f in findings] == ["D005"]


def test_an_empty_or_missing_project(tmp_path: Path) -> None:
    for root in (tmp_path, tmp_path / "nirgends"):
        library, findings = load(root)
        assert not library.systems
        assert [f"{f.location} {f.code}" for f in findings] == ["content:1:1 D005"]


def test_english_text_beside_the_entry(project: Project) -> None:
    library, _ = load(project({f"{PART}/kaempfen.en.md": "Roll the dice.\r\n"}))
    assert library.entries["wuerfelkrieg/kaempfen"].text_en == "Roll the dice.\n"


def test_drawings_come_cleaned(project: Project) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>x</script><rect/></svg>'
    library, _ = load(project({f"{PART}/a.svg": svg, f"{PART}/b.svg": "<svg>"}))
    assert library.drawings[f"{PART}/a.svg"] == '<svg xmlns="http://www.w3.org/2000/svg"><rect /></svg>'
    assert list(library.drawing_problems) == [f"{PART}/b.svg"]


def test_the_same_content_gives_the_same_library(project: Project) -> None:
    root = project({f"{PART}/Wut.md": GOOD, f"{PART}/leer.md": ""})
    first, second = load(root), load(str(root))
    assert list(first[0].entries.values()) == list(second[0].entries.values())
    assert first[1] == second[1]
    assert len(first[1]) == 2


def test_a_part_that_is_only_counted_has_the_name_of_the_rule_that_opens_it(project: Project) -> None:
    system = (MINI / SYSTEM).read_text("utf-8")
    opening = GOOD.replace("title: Schiefer Würfel", "title: Zaubern\ntitle_en: Spellcasting\nnumber: Kapitel 9\norder: 2")
    later = GOOD.replace("title: Schiefer Würfel", "title: Anderes\nnumber: Kapitel 10\norder: 3")
    files = {
        SYSTEM: system.replace("parts:\n", "parts:\n  - id: neun\n    title: Kapitel Neun\n    title_en: Chapter Nine\n"),
        "content/wuerfelkrieg/neun/zaubern.md": opening,
        "content/wuerfelkrieg/neun/anderes.md": later,
    }
    library, _ = load(project(files))
    named, *others = library.systems["wuerfelkrieg"].parts
    assert (named.title, named.name, named.heading) == ("Kapitel Neun", "Zaubern", "Kapitel Neun: Zaubern")
    assert named.heading_en == "Chapter Nine: Spellcasting"
    assert [part.heading for part in others] == [part.title for part in others]
