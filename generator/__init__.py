"""Nachschlag's generator: content files in, library, references, pages and JSON out.

>>> from nachschlag.generator import load, resolve
>>> library, findings = load(".")
>>> [found.target for found in resolve(library, "Grundregeln 17.0")]
['aos/die-attackenabfolge']
>>> [found.text for found in link(library, "Ein Modell mit Angst greift an.", "t9a")]
['Angst']

Decisions: 0071.
"""

from .model.findings import Finding
from .model.library import Library
from .reading.load import load
from .references.link import Linked, link
from .references.look_up import Found
from .references.look_up import look_up as resolve

__all__ = ["Finding", "Found", "Library", "Linked", "link", "load", "resolve"]
