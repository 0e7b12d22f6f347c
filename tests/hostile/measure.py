"""Measures how the time of an expression grows with the text, in a process of its own, because only a kill ends a search.

python -m tests.hostile.measure [module …]     a line of JSON per expression
"""

from __future__ import annotations

import json
import re
import signal
import sys
import time
from collections import deque
from typing import Any

from .inputs import Recipe, recipes
from .known import OWN

#: Eight times the text may take sixteen times as long: linear time takes eight times as long, quadratic time sixty-four.
TIMES, SLOWER = 8, 16
#: The shortest text measured, and the longest to start with.
FIRST, LAST = 400, 30_000
RUNS = 5
#: Times below this are too short to measure: within the clock's jitter.
_NOISE = 30e-6
#: Seconds of processor time for one expression, summed over its texts.
SECONDS = 5


def verdict(pattern: str | bytes, flags: int, method: str) -> str:
    """Return "" for an expression that takes linear time; else describe the text on which it does not."""
    compiled = re.compile(pattern, flags)
    for recipe in recipes(pattern, flags):
        if said := _grows(compiled, method, recipe, isinstance(pattern, bytes)):
            return said
    return ""


def _grows(compiled: re.Pattern[Any], method: str, recipe: Recipe, raw: bool) -> str:
    """Describe the excess growth on a text, or return "". It must be too steep three times in a row, each time in the best of
    five runs: what is bounded (`{0,500}`) is steep until the bound."""
    size, steep = FIRST, 0
    while size <= LAST:
        small, large = _text(recipe, size, raw), _text(recipe, TIMES * size, raw)
        quick = _seconds(compiled, method, small)
        if _seconds(compiled, method, large) <= SLOWER * quick + _NOISE:
            return ""
        before = min(_seconds(compiled, method, small) for _ in range(RUNS))
        after = min(_seconds(compiled, method, large) for _ in range(RUNS if before < 1e-3 else 1))
        if after <= SLOWER * before + _NOISE:
            return ""
        steep += 1
        if steep == 3 or after > 0.2:
            return f"{small[:40]!r}… ({len(small)} characters: {before * 1000:.2f} ms, {len(large)}: {after * 1000:.2f} ms)"
        size *= 2
    return ""


def _text(recipe: Recipe, size: int, raw: bool) -> Any:
    made = recipe(size)
    return made.encode("latin-1", "replace") if raw else made


def _seconds(compiled: re.Pattern[Any], method: str, text: Any) -> float:
    begun = time.thread_time()
    if method == "finditer":
        deque(compiled.finditer(text), maxlen=0)
    else:
        getattr(compiled, method)(text)
    return time.thread_time() - begun


def main() -> None:
    """Measure the expressions from the number in stdin's first line on; print the number before and a verdict after each."""
    from .discovery import expressions

    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # the kernel kills the process even while `re` holds the interpreter
    found, unknown = expressions()
    begin = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    print(json.dumps({"unknown": unknown}), flush=True)
    for number, one in list(enumerate(found))[begin:]:
        if one.module in OWN:
            continue
        print(json.dumps({"number": number, "module": one.module, "about": str(one)}), flush=True)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        begun = time.process_time()
        said = verdict(one.pattern, one.flags, one.method)
        print(json.dumps({"verdict": said, "seconds": time.process_time() - begun}), flush=True)


if __name__ == "__main__":
    main()
