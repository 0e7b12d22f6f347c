"""Check a profile by the tables of `profile_fields`; findings have place and remedy.

>>> from ..yaml_source import Yaml
>>> [found.hint for found in profile_findings(Yaml("recognisers: {captials: {}}", "meins.yaml"))]
['Meintest du „capitals“ oder „captions“?']
"""

from __future__ import annotations

import yaml

from ...files.yaml_source import Node, Yaml
from ...model.findings import Finding, did_you_mean, in_order
from ...model.profile_fields import EVERY, PROFILE, RECOGNISER_FIELDS
from ...reading.parse_fields import FieldReader


def profile_findings(source: Yaml) -> list[Finding]:
    """All findings on a profile's text, in order; none for a usable profile."""
    if source.findings:
        return source.findings
    reader = FieldReader(source)
    found = reader.read(source.root, PROFILE, "das Profil").findings
    for name, options in _pairs(_recognisers(source)):
        found += _recogniser(reader, name, options)
    return in_order(found)


def _recognisers(source: Yaml) -> Node | None:
    return next((node for key, node in _pairs(source.root) if key.value == "recognisers"), None)


def _pairs(node: Node | None) -> list[tuple[Node, Node]]:
    return [(key, value) for key, value in node.value] if isinstance(node, yaml.MappingNode) else []


def _recogniser(reader: FieldReader, name: Node, options: Node) -> list[Finding]:
    """Findings on one recogniser: its name, or its options, of which there may be several sets."""
    if name.value not in RECOGNISER_FIELDS:
        message = f"Was Regeln erkennt, heißt nicht „{name.value}“."
        return [Finding("F003", reader.source.place(name), message, did_you_mean(str(name.value), RECOGNISER_FIELDS))]
    if isinstance(options, yaml.ScalarNode) and not options.value.strip():
        return []
    fields = (*RECOGNISER_FIELDS[name.value][1], *EVERY)
    sets = options.value if isinstance(options, yaml.SequenceNode) else [options]
    return [finding for one in sets for finding in reader.read(one, fields, f"bei „{name.value}“").findings]
