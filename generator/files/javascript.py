"""Constants of Python modules as a JavaScript module, so that the browser uses the very same ones.

Shared patterns avoid what browsers lack (possessive quantifiers, `\\w` or `\\W` between square brackets) and word boundaries; each is
written so that its time grows linearly with the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import asdict, is_dataclass
from types import ModuleType
from typing import Any

#: Character classes of Python → their equivalents in JavaScript under the flag u.
_CLASSES = {
    r"[^\W\d_]": r"[\p{L}\p{Nl}\p{No}]",
    r"[^\W_]": r"[\p{L}\p{N}]",
    r"\w": r"[\p{L}\p{N}_]",
    r"\W": r"[^\p{L}\p{N}_]",
    r"\d": r"\p{Nd}",
    r"\Z": "$",
    "(?P<": "(?<",
}


def constants(shared: Mapping[ModuleType, str]) -> str:
    """The text of a JavaScript module that exports some constants of each Python module; the same constants always give the same text.

    >>> import math
    >>> constants({math: "tau"})
    'export const math = {"tau":6.283185307179586};\\n'
    """
    return "".join(
        f"export const {module.__name__.rpartition('.')[2]} = {_value({name: getattr(module, name) for name in names.split()})};\n"
        for module, names in shared.items()
    )


def _value(value: Any) -> str:
    if isinstance(value, re.Pattern):
        return expression(value)
    if is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{json.dumps(str(name))}:{_value(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, Collection) and not isinstance(value, str):
        inner = sorted(value) if isinstance(value, frozenset) else value
        return "[" + ",".join(map(_value, inner)) + "]"
    return json.dumps(value, ensure_ascii=False)


def expression(pattern: re.Pattern[str]) -> str:
    r"""A pattern as a JavaScript expression.

    >>> print(expression(re.compile(r"(?P<figure>\d+)[^\W_]", re.IGNORECASE)))
    new RegExp("(?<figure>\\p{Nd}+)[\\p{L}\\p{N}]","iu")
    """
    source = pattern.pattern
    for ours, theirs in _CLASSES.items():
        source = source.replace(ours, theirs)
    return f"new RegExp({json.dumps(source)},{json.dumps('iu' if pattern.flags & re.IGNORECASE else 'u')})"
