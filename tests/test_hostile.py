"""No text, however hostile, keeps one of our regular expressions busy for longer than linear time."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping

import pytest
from nachschlag.generator.ingest.structure.profile import shipped_profiles
from nachschlag.generator.model.library import Library
from nachschlag.generator.reading.load import load
from nachschlag.generator.references.link import link
from nachschlag.generator.references.markup import KINDS, readable
from nachschlag.search.core.documents import corpus_of
from nachschlag.search.core.operators import take_apart
from nachschlag.search.core.query import parse

from tests.hostile.discovery import MADE, PROFILES, module_names
from tests.hostile.known import KNOWN, OWN, RUN_TIME
from tests.projects import MINI, REPOSITORY, environment


@pytest.fixture(scope="module")
def measured() -> Mapping[str, dict[str, str]]:
    """Module → expression → what is wrong with it. A process measures them in turn; if one must be killed, another continues after it."""
    found: dict[str, dict[str, str]] = {}
    begin = 0
    while begin >= 0:
        command = [sys.executable, "-m", "tests.hostile.measure", str(begin)]
        run = subprocess.run(command, cwd=REPOSITORY, env=environment(), stdout=subprocess.PIPE, text=True)
        head, *shown = map(json.loads, run.stdout.splitlines())
        found[""] = dict.fromkeys(head["unknown"], "")
        begin = -1
        if len(shown) % 2:  # killed in the middle of one
            begin = shown[-1]["number"] + 1
            shown.append({"verdict": "kommt nicht zu Ende"})
        assert begin >= 0 or run.returncode == 0
        for about, one in zip(shown[::2], shown[1::2], strict=True):
            found.setdefault(about["module"], {})[about["about"]] = one["verdict"]
    return found


PLACES = [*sorted(set(module_names()) - OWN), MADE, *(f"{PROFILES}.{name}" for name in shipped_profiles())]


def test_expressions_keep_pace(measured: Mapping[str, dict[str, str]]) -> None:
    shown = [about for module in PLACES for about in measured.get(module, {}).items()]
    assert len(shown) > 500
    assert {about: said for about, said in shown if said and not any(one in about for one in KNOWN)} == {}


def test_patterns_known_only_at_run_time_are_listed(measured: Mapping[str, dict[str, str]]) -> None:
    assert {place.rpartition(":")[0] for place in measured[""]} == {f"nachschlag.{name}" for name in RUN_TIME}


def test_known_slow_expressions_are_slow(measured: Mapping[str, dict[str, str]]) -> None:
    slow = {about for module in measured.values() for about, said in module.items() if said}
    assert {one for one in KNOWN if not any(one in about for about in slow)} == set()


@pytest.mark.parametrize("pattern", [r" *x", r"(a|a)*b", r"\d+[.)]", r"^\s*(?:-|#)", r"\(\s*a?\s*\)", r"„[^“]*“"])
def test_a_slow_expression_is_caught(pattern: str) -> None:
    flags = re.compile(pattern, re.MULTILINE).flags
    call = f"""
import signal
from tests.hostile.measure import verdict
signal.setitimer(signal.ITIMER_PROF, 1)
print(verdict({pattern!r}, {flags}, "finditer"))
"""
    run = subprocess.run([sys.executable, "-c", call], cwd=REPOSITORY, env=environment(), stdout=subprocess.PIPE, text=True)
    assert run.stdout.strip() or run.returncode == -signal.SIGPROF


#: Units of hostile texts: white space, brackets, marks, tags, numbers, and near misses.
UNITS = (
    *(" ", "\t", "\n", "\n ", "a", "A", "1", "1.", "- ", "> ", "#", "*", "**a", "_", "`", "`a", "[", "[[", "[](a", "]("),
    *("(", "(A", ")", "<", "<a ", "<!--", "</a", "<p>", "&", "&#", '"', "„", "|", "| ", "•", "§ ", "S. ", "Kapitel "),
    *("A-", "Ä ", "ABC (", "[a]: ", ":::", "~", "\\", "\u00ad"),
)


@pytest.fixture(scope="module")
def library() -> Library:
    return load(MINI)[0]


def seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def grows(work: Callable[[str], object], unit: str, size: int) -> str:
    """Describe the excess growth of a function's time up to `size` characters; "" where it is linear."""
    small, large = (unit * (length // len(unit)) for length in (size // 8, size))
    once = seconds(lambda: work(small))
    if once > 2:  # too slow to measure 16 times
        return f"{unit!r}: {len(small)} Zeichen brauchen {once:.1f} s"
    before, after = min(once, seconds(lambda: work(small))), seconds(lambda: work(large))
    if after > 16 * before + 0.05:  # measure again: the machine may have been busy
        before, after = min(before, seconds(lambda: work(small))), min(after, seconds(lambda: work(large)))
    return f"{unit!r}: {before:.3f} s, dann {after:.3f} s" if after > 16 * before + 0.05 else ""


@pytest.mark.parametrize("kind", KINDS)
def test_any_text_is_read_in_linear_time(kind: str) -> None:
    assert [said for unit in UNITS if (said := grows(lambda text: readable(text, kind), unit, 80_000))] == []


@pytest.mark.parametrize("kind", KINDS)
def test_any_text_is_linked_in_linear_time(kind: str, library: Library) -> None:
    assert [
        said for unit in UNITS if (said := grows(lambda text: link(library, text, "wuerfelkrieg", kind=kind), unit, 60_000))
    ] == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_megabyte_of_white_space_is_linked_in_linear_time(kind: str, library: Library) -> None:
    assert grows(lambda text: link(library, text, "wuerfelkrieg", kind=kind), " ", 1_000_000) == ""


def test_any_query_is_read_in_linear_time(library: Library) -> None:
    systems = corpus_of(library).systems

    def read(text: str) -> None:
        parse(take_apart(text, systems, {}).text, systems)

    assert [said for unit in UNITS if (said := grows(read, unit, 60_000))] == []
