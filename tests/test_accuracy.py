"""The accuracy of references keeps its floor, and the measured cases are sound."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from nachschlag.generator import load

from tests.accuracy.marked import HERE, ChangedBook, Label, Passage, book_passages, digest, made_up_cases, parse_marks
from tests.accuracy.measure import Finder, Found, Score, add, compare

CASES = list(made_up_cases())
LIBRARY, FINDINGS = load(HERE / "made_up")


def labels() -> list[dict[str, object]]:
    return [record for path in sorted((HERE / "labels").glob("*.json")) for record in json.loads(path.read_text("utf-8"))]


@pytest.mark.parametrize(("half", "precision", "recall"), [("dev", 0.985, 0.985), ("test", 0.97, 0.97)])
def test_references_in_made_up_cases(half: str, precision: float, recall: float) -> None:
    finder, scores = Finder(LIBRARY), {"all": Score()}
    for case in CASES:
        if case.half == half:
            add(scores, case, finder.find(case))
    assert scores["all"].precision >= precision, scores["all"].wrong if half == "dev" else "make accuracy"
    assert scores["all"].recall >= recall, scores["all"].wrong if half == "dev" else "make accuracy"


def test_the_made_up_rulebook_is_sound() -> None:
    assert FINDINGS == []


def test_there_are_enough_cases_in_both_halves() -> None:
    assert len(CASES) >= 400
    assert 0.4 < sum(case.half == "test" for case in CASES) / len(CASES) < 0.6
    assert sum(not case.labels for case in CASES) >= 120


def test_every_label_of_a_case_names_something() -> None:
    def is_known(system: str, target: str) -> bool:
        page = target.startswith("seite/") and LIBRARY.on_page(system, int(target[6:]))
        return target == "?" or bool(page or LIBRARY.target(f"{system}/{target.partition('#')[0]}"))

    named = [(case, target) for case in CASES for label in case.labels for target in label.targets]
    assert named
    assert [(case.id, target) for case, target in named if not is_known(case.system, target)] == []


def test_labels_of_the_books_are_whole_and_hold_no_text() -> None:
    records = labels()
    assert sum(len(record["labels"]) for record in records) >= 1000  # type: ignore[arg-type]
    for record in records:
        assert set(record) == {"id", "start", "end", "part", "half", "hash", "labels"}
        end = 0
        for start, stop, *targets in record["labels"]:  # type: ignore[attr-defined]
            assert end <= start < stop <= record["end"] - record["start"]  # type: ignore[operator]
            assert targets
            end = stop


def test_a_changed_book_is_reported(tmp_path: Path) -> None:
    books, folder = tmp_path / "books", tmp_path / "labels"
    books.mkdir()
    folder.mkdir()
    (books / "x.txt").write_text("Die Wache siegt.", encoding="utf-8")
    record = {"id": "1", "start": 4, "end": 9, "part": "", "half": "dev", "hash": digest("Wache"), "labels": [[0, 5, "wache"]]}
    (folder / "x.json").write_text(json.dumps([record]), encoding="utf-8")
    [passage] = book_passages(books, folder)
    assert (passage.text, passage.labels) == ("Wache", (Label(0, 5, ("wache",)),))
    (books / "x.txt").write_text("Die Wachen siegt.", encoding="utf-8")
    assert list(book_passages(books, folder))
    (books / "x.txt").write_text("Das Wache siegt.", encoding="utf-8")
    assert list(book_passages(books, folder))
    (books / "x.txt").write_text("Eine Wache siegt.", encoding="utf-8")
    with pytest.raises(ChangedBook, match="x: passage 1"):
        list(book_passages(books, folder))


@pytest.mark.parametrize(
    ("marked", "found", "outcomes"),
    [
        ("⟦Wache|wache⟧", [(0, 5, "wache")], ["right"]),
        ("⟦Wache|wache|wacht⟧", [(0, 5, "wacht")], ["right"]),
        ("⟦Wache|?⟧", [(0, 5, None)], ["right"]),
        ("⟦Wache|wache⟧", [], ["missed"]),
        ("⟦Wache|wache⟧", [(0, 5, None)], ["missed"]),
        ("⟦Wache|wache⟧", [(0, 4, "wache")], ["overlap"]),
        ("⟦Wache|wache⟧", [(0, 5, "wacht")], ["wrong"]),
        ("Wache", [(0, 5, "wache")], ["extra"]),
        ("Wache", [(0, 5, None)], []),
        ("⟦Wache|wache⟧ ⟦Wacht|wacht⟧", [(0, 5, "wache"), (6, 11, "wacht")], ["right", "right"]),
    ],
)
def test_how_findings_are_compared(marked: str, found: list[tuple[int, int, str | None]], outcomes: list[str]) -> None:
    text, marks = parse_marks(marked)
    passage = Passage("p", "kronenkrieg", "", "dev", text, marks, markdown=True)
    assert [outcome for outcome, *_ in compare(passage, [Found(*one) for one in found])] == outcomes
