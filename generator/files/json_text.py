"""Values as JSON text, the same bytes for the same value."""

from __future__ import annotations

import hashlib
import json
from typing import Any

#: Of every JSON document that we publish; fields are only added to it.
SCHEMA_VERSION = 1


def to_json(value: Any) -> str:
    """JSON with a stable form: UTF-8, keys in the order of the contract, a line break at the end."""
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def compact_json(value: Any) -> str:
    """JSON without white space, for files that are only fetched by programs."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def fingerprint(value: Any) -> str:
    """16 hex digits of SHA-256 over a value's canonical JSON, as RFC 8785 has it (our values have no fractions).

    >>> fingerprint({"b": 1, "a": "ä"}) == fingerprint({"a": "ä", "b": 1})
    True
    """
    canonical = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]
