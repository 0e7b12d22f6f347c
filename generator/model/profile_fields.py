"""The one table of a profile's fields, from profile_fields.yaml: checking, the editors' JSON Schema and the help page follow it."""

from __future__ import annotations

from collections.abc import Mapping

from .fields import CHOICES, Fields, read_tables
from .values import KINDS

#: Kinds of draft: the kinds of entry, and a term.
PROFILE_KINDS = (*KINDS, "glossary-term")

_TABLES = read_tables("profile_fields.yaml", {**CHOICES, "profile_kinds": PROFILE_KINDS})
PROFILE = _TABLES["profile"]

#: Options that every recogniser takes besides its own.
EVERY = _TABLES["every"]

#: Recogniser → what it finds (German), and its options.
RECOGNISER_FIELDS: Mapping[str, tuple[str, Fields]] = {f.name: (f.about, f.fields) for f in _TABLES["recognisers"]}
