"""Cases that Python and the browser both have to answer alike: input and what is expected, as JSON that belongs to neither.

`tests/cases/<kind>/*.json` are lists of groups: the `function` that is asked, what all cases of the group are `given`, and its `cases`.
The tests of that kind say how either side is asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Case:
    """A question: `expected` may leave out what does not matter."""

    name: str
    function: str
    input: Any
    expected: Any
    given: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name

    @property
    def question(self) -> list[Any]:
        """What either side is asked, as plain values."""
        return [self.function, self.input, self.given]


def load(kind: str) -> list[Case]:
    """All cases of a kind, in order."""
    cases = list(_cases(kind))
    assert cases
    return cases


def _cases(kind: str) -> Iterator[Case]:
    for path in sorted((Path(__file__).parent / kind).glob("*.json")):
        groups = json.loads(path.read_text("utf-8"))
        cases = ((group, case) for group in groups for case in group["cases"])
        for at, (group, case) in enumerate(cases, 1):
            name = f"{path.stem}-{at}-{group['function']}-{case['input']}"
            yield Case(name, group["function"], case["input"], case["expected"], group.get("given", {}))


def agrees(answer: Any, expected: Any) -> bool:
    """Whether an answer has all that is expected; numbers may differ in their last digits."""
    if isinstance(expected, dict):
        return isinstance(answer, dict) and all(
            name in answer and agrees(answer[name], value) for name, value in expected.items()
        )
    if isinstance(expected, list):
        return isinstance(answer, list) and len(answer) == len(expected) and all(map(agrees, answer, expected))
    if isinstance(expected, float):
        return isinstance(answer, (int, float)) and abs(answer - expected) <= 2e-4
    return bool(answer == expected)
