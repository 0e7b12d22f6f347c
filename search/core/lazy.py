"""Sequences whose values are read when they are asked for.

>>> squares = Lazy(3, lambda at: at * at, {1: 7})
>>> list(squares)
[0, 7, 4]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, overload

Value = TypeVar("Value")


class Lazy(Sequence[Value]):
    """`size` values, each of which `read` gives by its position (from 0) once, when it is asked for; some may be `known`."""

    def __init__(self, size: int, read: Callable[[int], Value], known: Mapping[int, Value] | None = None) -> None:
        self._size, self._read, self._known = size, read, dict(known or {})

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, at: int) -> Value: ...

    @overload
    def __getitem__(self, at: slice) -> list[Value]: ...

    def __getitem__(self, at: int | slice) -> Value | list[Value]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(self._size))]
        if at not in self._known:
            if not 0 <= at < self._size:
                raise IndexError(at)
            self._known[at] = self._read(at)
        return self._known[at]
