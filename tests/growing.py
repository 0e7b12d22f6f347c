"""How the time of work grows with its size."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def assert_linear(took: Callable[[int], float], sizes: Sequence[int]) -> None:
    """Each size is twice the one before and may take 3.2 times as long, in the best of four runs; quadratic time takes four times."""
    half = took(sizes[0])
    for size in sizes[1:]:
        allowed = 3.2 * half + 0.05
        half = next((time for _ in range(4) if (time := took(size)) < allowed), -1.0)
        assert half >= 0, f"{size} characters: more than {allowed:.2f} s"
