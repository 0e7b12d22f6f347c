"""Cases that Python and the browser must answer alike: input and expected answer as JSON, neutral between both.

`tests/cases/<kind>/*.json` are lists of groups: the `function` to call, the values `given` to all cases of the group, and its
`cases`. The tests of that kind define how to call either side.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Case:
    """One case: `expected` may omit irrelevant parts of the answer."""

    name: str
    function: str
    input: Any
    expected: Any
    given: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name

    @property
    def question(self) -> list[Any]:
        """The question to either side, as plain values."""
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
    """Whether an answer has all expected parts; numbers may differ in their last digits."""
    if isinstance(expected, dict):
        return isinstance(answer, dict) and all(
            name in answer and agrees(answer[name], value) for name, value in expected.items()
        )
    if isinstance(expected, list):
        return isinstance(answer, list) and len(answer) == len(expected) and all(map(agrees, answer, expected))
    if isinstance(expected, float):
        return isinstance(answer, (int, float)) and abs(answer - expected) <= 2e-4
    return bool(answer == expected)
