"""Values as JSON text: the same value always gives the same bytes."""

from __future__ import annotations

import hashlib
import json
from typing import Any

#: Version of every published JSON document; fields are only ever added.
SCHEMA_VERSION = 1


def to_json(value: Any) -> str:
    """JSON in a stable form: UTF-8, keys in the order of the contract, a final line break."""
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def compact_json(value: Any) -> str:
    """JSON without white space, for files that only programs fetch."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def fingerprint(value: Any) -> str:
    """The first 16 hex digits of the SHA-256 over a value's canonical JSON (RFC 8785; our values have no fractions).

    >>> fingerprint({"b": 1, "a": "ä"}) == fingerprint({"a": "ä", "b": 1})
    True
    """
    canonical = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]
