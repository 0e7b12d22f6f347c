"""Slugs: the German title as an address. ä becomes ae, ß becomes ss, anything else but letters and digits a hyphen."""

from __future__ import annotations

import re
import unicodedata

from .library import without_parameter

_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "œ": "oe"})

#: A segment of an id: lower-case ASCII letters, digits, single hyphens.
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def slugify(title: str) -> str:
    """The slug of a title without its parameter; "" if nothing is left.

    >>> slugify("Große Wut (X)")
    'grosse-wut'
    """
    text = unicodedata.normalize("NFC", without_parameter(title)).casefold().translate(_GERMAN)
    words = (
        unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode("ascii") for word in re.findall(r"[^\W_]+", text)
    )
    return "-".join(word for word in words if re.fullmatch(r"[a-z0-9]+", word))
