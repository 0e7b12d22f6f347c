"""A text as the finder reads it, and the way back from there to the text as it was written."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

#: Stands in a view for what stands for nothing.
HIDDEN = "\u00ad"


@dataclass(frozen=True, slots=True)
class Readable:
    """A text as the finder reads it.

    view       the text, as long as the input, markup blanked
    mask       one byte per character, 1 where no reference may stand
    sections   headings, each as (start, end); a section begins with each
    links      links that are there already: offset and address
    linked     where they begin and end
    gone       spans of the view that stand for nothing, in order
    tails      where an entity's character ends in the view → where the entity ends
    borders    where a block ends and another begins
    """

    view: str
    mask: bytearray
    sections: list[tuple[int, int]] = field(default_factory=list)
    links: list[tuple[int, str]] = field(default_factory=list)
    linked: list[tuple[int, int]] = field(default_factory=list)
    gone: list[tuple[int, int]] = field(default_factory=list)
    tails: dict[int, int] = field(default_factory=dict)
    borders: list[int] = field(default_factory=list)

    @property
    def bare(self) -> Bare:
        """What references are found in: also those within links, which tell what stands beside them means."""
        mask = bytearray(self.mask)
        for start, end in self.linked:
            mask[start:end] = bytes(end - start)
        return Bare(self.view, self.gone, mask)


class Bare:
    """The view and mask of a text without what is gone, and the way back to the text."""

    def __init__(self, view: str, gone: Iterable[tuple[int, int]], mask: bytearray | None = None) -> None:
        self.text, self.mask = view, mask or bytearray(len(view))
        self._starts, self._origins = [0], [0]
        pieces, masks, at, length = [], [], 0, 0
        for start, end in gone:
            pieces.append(view[at:start])
            masks.append(self.mask[at:start])
            length += start - at
            self._starts.append(length)
            self._origins.append(end)
            at = end
        if pieces:
            self.text = "".join([*pieces, view[at:]])
            self.mask = bytearray(b"".join([*masks, self.mask[at:]]))

    def place(self, origin: int) -> int:
        """Where a character of the text itself stands in the bare text; of what is gone, what follows it."""
        i = bisect_right(self._origins, origin) - 1
        after = self._starts[i + 1] if i + 1 < len(self._starts) else len(self.text)
        return min(self._starts[i] + origin - self._origins[i], after)

    def origin(self, at: int) -> int:
        """Where a character of the bare text stands in the text itself."""
        i = bisect_right(self._starts, at) - 1
        return self._origins[i] + at - self._starts[i]


def split_links(links: list[tuple[int, int, str]], mask: bytearray) -> tuple[list[tuple[int, str]], list[tuple[int, int]]]:
    """Links as `Readable` has them; masks them."""
    for start, end, _ in links:
        cover(mask, start, end)
    return [(start, address) for start, _, address in links if address], [(start, end) for start, end, _ in links]


def cover(mask: bytearray, start: int, end: int) -> None:
    mask[start:end] = b"\1" * (end - start)
