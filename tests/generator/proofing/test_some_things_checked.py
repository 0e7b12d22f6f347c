"""Checks of a few things at a time find what checks of all at once find."""

from __future__ import annotations

import pytest
from nachschlag.generator import load
from nachschlag.generator.proofing.checks import CHECKS
from nachschlag.generator.proofing.checks.pieces import findings_of, portions, whole

from tests.projects import MINI


@pytest.mark.parametrize("at_a_time", [1, 2, 7, 500])
def test_portions_find_what_the_whole_does(at_a_time: int) -> None:
    library, _ = load(MINI)
    about = whole(library)
    some = [*portions(about, at_a_time)]
    assert [one for portion in some for one in portion.entries] == [*about.entries]
    assert sorted(term.id for portion in some for term in portion.terms) == sorted(library.terms)
    assert max(len(portion.entries) for portion in some) <= at_a_time
    at_once = {*findings_of({check.__name__: check(library, about) for check in CHECKS})}
    found = {one for portion in some for one in findings_of({check.__name__: check(library, portion) for check in CHECKS})}
    assert found == at_once
    assert found
