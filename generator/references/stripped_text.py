"""A text as the finder reads it, with offsets that map back to the original."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

#: Filler for invisible markup in a view.
HIDDEN = "\u00ad"


@dataclass(frozen=True, slots=True)
class Readable:
    """A text as the finder reads it.

    view       the text with its markup blanked, as long as the input
    mask       one byte per character, 1 where no reference may be
    sections   headings as (start, end); each begins a section
    links      existing links: offset and address
    linked     spans of the existing links
    gone       spans of invisible markup in the view, in order
    tails      end of an entity's character in the view → end of the entity
    borders    offsets between blocks
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
        """The text for finding references. Includes existing links, because they explain what is next to them."""
        mask = bytearray(self.mask)
        for start, end in self.linked:
            mask[start:end] = bytes(end - start)
        return Bare(self.view, self.gone, mask)


class Bare:
    """The view and mask of a text without its gone spans, with offsets that map back to the text."""

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
        """The offset in the bare text of a character in the original; for a gone character, of what follows it."""
        i = bisect_right(self._origins, origin) - 1
        after = self._starts[i + 1] if i + 1 < len(self._starts) else len(self.text)
        return min(self._starts[i] + origin - self._origins[i], after)

    def origin(self, at: int) -> int:
        """The offset in the original of a character in the bare text."""
        i = bisect_right(self._starts, at) - 1
        return self._origins[i] + at - self._starts[i]


def split_links(links: list[tuple[int, int, str]], mask: bytearray) -> tuple[list[tuple[int, str]], list[tuple[int, int]]]:
    """Split links into `links` and `linked` of `Readable`, and mask them."""
    for start, end, _ in links:
        cover(mask, start, end)
    return [(start, address) for start, _, address in links if address], [(start, end) for start, end, _ in links]


def cover(mask: bytearray, start: int, end: int) -> None:
    mask[start:end] = b"\1" * (end - start)
