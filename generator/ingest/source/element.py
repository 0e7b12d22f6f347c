"""The part of an lxml element that we use. lxml has no types of its own, and may be missing."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Protocol


class Element(Protocol):
    """An HTML element: its tag, the text before its first child, the text after it, its children."""

    tag: str
    text: str | None
    tail: str | None

    @property
    def attrib(self) -> MutableMapping[str, str]: ...

    def get(self, name: str, default: str = "", /) -> str: ...

    def set(self, name: str, value: str, /) -> None: ...

    def getparent(self) -> Element | None: ...

    def iter(self, *tags: str) -> Iterator[Element]: ...

    def iterchildren(self, *tags: str, reversed: bool = False) -> Iterator[Element]: ...

    def itertext(self) -> Iterator[str]: ...

    def __iter__(self) -> Iterator[Element]: ...
