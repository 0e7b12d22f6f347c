"""Documents and words of the index as plain values, and back: for a file to other machines (`parcel.py`), and for PostgreSQL.

Reading trusts nothing: every value has the shape that the search expects, or the whole is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from ..core import lexicon
from ..core.lexicon import Lexicon
from ..core.schema import IMPACTS, impact
from .rows import Row, part_value

#: Takes a plain value and returns it in the form that the search expects. Raises TypeError, ValueError or KeyError for another one.
Shape = Callable[[Any], Any]
#: An address within the site. Browsers take "\\" for "/", and leave out white space.
_WITHIN = re.compile(r"/(?!/)[^\\\s\x00-\x1f]*")


def to_text(row: Row) -> str:
    """A row in one line of ASCII."""
    return json.dumps([row.phases, row.stored], separators=(",", ":"))


def from_text(text: str | bytes) -> Row:
    """Restore a row. Raises KeyError, TypeError, ValueError or RecursionError for anything but a text from `to_text`."""
    phases, stored = json.loads(text)
    return restored(phases, stored)


def restored(phases: Any, stored: Any) -> Row:
    """The row of plain values; derives its terms from those for the ranking. Raises KeyError, TypeError or ValueError."""
    found = _STORED(stored)
    rank = found["rank"]
    terms = {term: impact(packed >> 1) for term, packed in rank["impacts"].items()}
    part = part_value(rank["system"], rank["part_id"])
    return Row(found["system"], found["kind"], part, _texts(phases), terms, found)


def words_from_text(text: str | bytes) -> Lexicon:
    """Restore a lexicon from the JSON of `lexicon.to_json`. Raises like `from_text`."""
    return lexicon.from_json(_LEXICON(json.loads(text)))


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


def _each(shape: Shape) -> Shape:
    return lambda value: {name: shape(one) for name, one in _of(dict)(value).items()}


def _row(*shapes: Shape) -> Shape:
    """A list with one value for each shape."""

    def checked(value: Any) -> tuple[Any, ...]:
        return tuple(shape(one) for shape, one in zip(shapes, _of(list)(value), strict=True))

    return checked


def _address(value: Any) -> str:
    """An address within the site, to which a hit leads."""
    if not _WITHIN.fullmatch(_text(value)):
        raise ValueError(value)
    return str(value)


def _system_id(value: Any) -> str:
    """The id of a system, with which addresses begin."""
    return _address("/" + _text(value))[1:]


def _digest(value: Any) -> str:
    """A checksum, by which a folder is named."""
    if not re.fullmatch("[0-9a-f]{64}", _text(value)):
        raise ValueError(value)
    return str(value)


def _terms(value: Any) -> tuple[str, ...]:
    first, *rest = _texts(value)
    return first, *rest


def _impacts(value: Any) -> dict[str, int]:
    if not all(0 <= _number(packed) < 2 * len(IMPACTS) for packed in value.values()):
        raise ValueError(value)
    return dict(value)


_text, _number, _yes_or_no = _of(str), _of(int), _of(bool)
_texts = _many(_text)
#: The head of a file (`parcel.py`).
HEAD = _fields(
    {**dict.fromkeys(["edition", "program", "sha256"], _digest), **dict.fromkeys(["documents", "packed", "unpacked"], _number)}
)
_STORED = _fields(
    {
        **dict.fromkeys(["id", "system", "kind", "title", "title_en", "number", "part", "short", "short_en", "body"], _text),
        **dict.fromkeys(("names", "rows"), _texts),
        "url": _address,
        "sections": _many(_row(_text, _text)),
        "rank": _fields(
            {
                **dict.fromkeys(["system", "kind", "part_id", "number_key", "series", "said"], _text),
                **dict.fromkeys(["titles", "keys", "other_keys", "stem_keys"], _texts),
                "main_part": _yes_or_no,
                "phrases": _many(_texts),
                "impacts": _impacts,
            }
        ),
    }
)
_LEXICON = _fields(
    {
        "size": _number,
        "surfaces": _each(_terms),
        "frequency": _each(_number),
        **dict.fromkeys(["also", "thesaurus"], _each(_texts)),
        **dict.fromkeys(["verbs", "own"], _each(_text)),
        **dict.fromkeys(["english", "kinds", "named"], _texts),
        "games": _many(
            _fields(
                {
                    "id": _system_id,
                    **dict.fromkeys(["name", "short", "excerpt"], _text),
                    **dict.fromkeys(["names", "series"], _texts),
                    "parts": _many(_fields({"id": _text, "title": _text, "names": _texts, "main": _yes_or_no})),
                    "phases": _many(_row(_text, _text)),
                    "pages": _many(_row(_number, _number, _text)),
                    "private": _yes_or_no,
                }
            )
        ),
    }
)
