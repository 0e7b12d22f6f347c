"""The one table of a profile's fields, from profile_fields.yaml: checking, the editors' JSON Schema and the help page follow it."""

from __future__ import annotations

from .fields import CHOICES, read_tables
from .values import KINDS

#: Kinds of draft: the kinds of entry, and a term.
PROFILE_KINDS = (*KINDS, "glossary-term")

_TABLES = read_tables("recognisers.yaml")
#: Recogniser → what it finds (German).
RECOGNISERS = {f.name: f.about for f in _TABLES["recognisers"]}
#: Former name of a recogniser → the one that took its place.
FORMER = {f.name: f.about for f in _TABLES["former"]}

_CHOICES = {**CHOICES, "profile_kinds": PROFILE_KINDS, "recognisers": RECOGNISERS | FORMER}
PROFILE = read_tables("profile_fields.yaml", _CHOICES)["profile"]
