"""The one table of a profile's fields, from profile_fields.yaml: checking, the editors' JSON Schema and the help page follow it."""

from __future__ import annotations

from .fields import CHOICES, read_tables
from .values import KINDS

#: Kinds of draft: the kinds of entry, and a term.
PROFILE_KINDS = (*KINDS, "glossary-term")

#: Recogniser → what it finds (German).
RECOGNISERS = {f.name: f.about for f in read_tables("recognisers.yaml")["recognisers"]}

_CHOICES = {**CHOICES, "profile_kinds": PROFILE_KINDS, "recognisers": RECOGNISERS}
PROFILE = read_tables("profile_fields.yaml", _CHOICES)["profile"]
