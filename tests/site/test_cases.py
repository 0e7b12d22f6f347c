"""The place of a rule in words: Python, for built pages, and the site's scripts agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from nachschlag.generator.german.rule_numbers import parse_number
from nachschlag.generator.model.values import Entry, Licence, Part, System
from nachschlag.generator.prose import wording

from tests.cases import Case, load

if TYPE_CHECKING:
    from playwright.sync_api import Page

CASES = load("pages")

#: Answers cases, each as [function, input, given].
IN_SCRIPTS = """async (questions) => {
  const wording = await import('/wording.js');
  const ask = {
    place_in_book: ({ part, number }) => wording.placeInBook(part, number),
    shown_number: (record) => wording.shownNumber(record),
    citation: (record, { part }) => wording.citation({ ...record, part_id: 'regeln' }, part),
    place_on_paper: ({ shown, ...record }, { part }) => wording.placeOnPaper({ ...record, part_id: 'regeln' }, part, shown),
  };
  return questions.map(([name, input, given]) => ask[name](input, given));
}"""


def in_python(case: Case) -> Any:
    given = case.given.get("part")
    parts = (Part(given["id"], given["title"]),) if given else ()
    system = System("spiel", "Spiel", "S", Licence("own-words"), parts=parts)
    match case.function, case.input:
        case ("place_in_book" | "shown_number") as name, values:
            return getattr(wording, name)(**values)
        case "citation", values:
            return wording.citation(entry(**values), system)
        case "place_on_paper", {"shown": shown, **values}:
            return wording.place_on_paper(entry(**values), system, None, shown)
    raise AssertionError(case.function)


def entry(number: str, page: int | None) -> Entry:
    return Entry("spiel/wurf", "spiel", "regeln", "rule", "Wurf", number=parse_number(number) if number else None, page=page)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_python(case: Case) -> None:
    """Python gives the expected answer to each neutral case."""
    assert in_python(case) == case.expected


@pytest.mark.browser
def test_scripts(scripts: Page) -> None:
    """Run all cases in one page."""
    answers = scripts.evaluate(IN_SCRIPTS, [case.question for case in CASES])
    assert {str(case): answer for case, answer in zip(CASES, answers, strict=True)} == {
        str(case): case.expected for case in CASES
    }
