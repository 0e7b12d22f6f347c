"""Bodies against what tells the same elsewhere: planted faults, and correct pairs that look like faults."""

from __future__ import annotations

from pathlib import Path

import pytest
from nachschlag.generator.proofing.bearing import Source, sentences_of
from nachschlag.generator.proofing.twins import Twin, contradictions

HERE = Path(__file__).parent / "bodies"


def pairs(name: str) -> list[tuple[str, str]]:
    lines = (line for line in (HERE / name).read_text("utf-8").splitlines() if not line.startswith("#"))
    return [(one, other) for one, _, other in (line.partition(" | " if line[0] != "|" else " | | ") for line in lines)]


def told(text: str, owner: str) -> list[Twin]:
    return [Twin(sentence, owner) for sentence in sentences_of(Source(text, owner))]


def contradict(one: str, other: str, head: str) -> bool:
    both = [*told(one, "oben"), *told(other, "unten")]
    return any(contradictions(both, both, head))


def test_faults_told_twice_are_found() -> None:
    missed = [pair for pair in pairs("faults.txt") if not contradict(*pair, "oben")]
    assert missed == []


@pytest.mark.parametrize(("head", "most"), [("oben", 1), ("", 0)], ids=["parent and child", "sisters"])
def test_correct_pairs_are_left_alone(head: str, most: int) -> None:
    cases = pairs("correct.txt")
    flagged = [pair for pair in cases if contradict(*pair, head)]
    assert len(cases) == 30
    assert len(flagged) <= most, flagged


def test_sisters_may_differ_in_numbers_unless_others_agree() -> None:
    three, four = "Die Truppe wirft im Nahkampf 3 Würfel je Modell.", "Die Truppe wirft im Nahkampf 4 Würfel je Modell."
    assert not contradict(three, four, "")
    among = [*told(three, "a"), *told(three, "b"), *told(four, "c")]
    assert [(one.one.owner, one.word, one.other) for one in contradictions(among, among)] == [("c", "4", "3")]
