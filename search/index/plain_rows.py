"""A document of the index as plain values, and back: for a file to other machines (`parcel.py`), and for PostgreSQL.

Reading believes nothing: every value has the shape that the search expects, or the whole is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ..core.schema import IMPACTS, impact
from .rows import Row, part_value

#: Takes a plain value and returns it in the form that the search expects. Raises TypeError, ValueError or KeyError for another one.
Shape = Callable[[Any], Any]


def to_text(row: Row) -> str:
    """A row in one line of ASCII."""
    return json.dumps([row.phases, row.stored], separators=(",", ":"))


def from_text(text: str | bytes) -> Row:
    """Restore a row. Raises KeyError, TypeError, ValueError or RecursionError for anything else than `to_text` gives."""
    phases, stored = json.loads(text)
    return restored(phases, stored)


def restored(phases: Any, stored: Any) -> Row:
    """The row of plain values; its terms follow from what the ranking needs. Raises KeyError, TypeError or ValueError."""
    found = _STORED(stored)
    rank = found["rank"]
    terms = {term: impact(packed >> 1) for term, packed in rank["impacts"].items()}
    part = part_value(rank["system"], rank["part_id"])
    return Row(found["system"], found["kind"], part, _texts(phases), terms, found)


def _of(kind: type) -> Shape:
    def checked(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(value)
        return value

    return checked


def _many(shape: Shape) -> Shape:
    return lambda value: tuple(shape(one) for one in _of(list)(value))


def _fields(shapes: Mapping[str, Shape]) -> Shape:
    return lambda value: {name: shape(value[name]) for name, shape in shapes.items()}


def _address(value: Any) -> str:
    """An address within the site: a hit leads there."""
    if not _text(value).startswith("/") or value.startswith("//"):
        raise ValueError(value)
    return str(value)


def _pair(value: Any) -> tuple[str, str]:
    one, other = _texts(value)
    return one, other


def _impacts(value: Any) -> dict[str, int]:
    if not all(0 <= _of(int)(packed) < 2 * len(IMPACTS) for packed in value.values()):
        raise ValueError(value)
    return dict(value)


_text = _of(str)
_texts = _many(_text)
_STORED = _fields(
    {
        **dict.fromkeys(["id", "system", "kind", "title", "title_en", "number", "part", "short", "short_en", "body"], _text),
        **dict.fromkeys(("names", "rows"), _texts),
        "url": _address,
        "sections": _many(_pair),
        "rank": _fields(
            {
                **dict.fromkeys(["system", "kind", "part_id", "number_key", "series"], _text),
                **dict.fromkeys(["titles", "keys", "other_keys", "stem_keys"], _texts),
                "main_part": _of(bool),
                "phrases": _many(_texts),
                "impacts": _impacts,
            }
        ),
    }
)
