"""No text, however it was made, keeps a regular expression of ours busy for longer than its length allows."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping

import pytest

from tests.hostile.discovery import module_names
from tests.hostile.known import BOUNDED, MADE
from tests.projects import REPOSITORY, environment


@pytest.fixture(scope="module")
def measured() -> Mapping[str, dict[str, str]]:
    """Module → expression → what is wrong with it. A process measures them all, and another goes on after one that had to be killed."""
    found: dict[str, dict[str, str]] = {}
    begin, count = 0, 1
    while begin < count:
        command = [sys.executable, "-m", "tests.hostile.measure", str(begin)]
        lines = subprocess.run(command, cwd=REPOSITORY, env=environment(), stdout=subprocess.PIPE, text=True).stdout.splitlines()
        head, *told = map(json.loads, lines)
        count, begin = head["count"], count if told and "verdict" in told[-1] else told[-1]["number"] + 1
        said = [*told, {"verdict": "kein Ende"}] if len(told) % 2 else told
        for about, one in zip(said[::2], said[1::2], strict=True):
            found.setdefault(about["module"], {})[about["about"]] = one["verdict"]
        found.setdefault("", {}).update(dict.fromkeys(head["unknown"], ""))
    return found


@pytest.mark.parametrize("module", module_names())
def test_expressions_keep_pace(module: str, measured: Mapping[str, dict[str, str]]) -> None:
    wrong = {about: said for about, said in measured.get(module, {}).items() if said and not any(one in about for one in BOUNDED)}
    assert wrong == {}


def test_what_only_running_would_tell_is_known(measured: Mapping[str, dict[str, str]]) -> None:
    assert {place.rpartition(":")[0] for place in measured[""]} == set(MADE)
