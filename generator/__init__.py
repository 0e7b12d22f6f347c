"""Nachschlag's generator: content files in, library, references, pages and JSON out.

>>> from nachschlag.generator import load, resolve
>>> library, findings = load(".")
>>> [found.target for found in resolve(library, "Grundregeln 17.0")]
['aos/die-attackenabfolge']
>>> [found.text for found in link(library, "Ein Modell mit Angst greift an.", "t9a")]
['Angst']

Decisions: 0071, 0207, 0216, 0219, 0223.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .model.findings import Finding
    from .model.library import Library
    from .reading.load import load
    from .references.link import Linked, link
    from .references.look_up import Found
    from .references.look_up import look_up as resolve

__all__ = ["Finding", "Found", "Library", "Linked", "link", "load", "resolve"]

#: Imported when they are first asked for: most commands need few of them.
_PLACES = {
    "Finding": (".model.findings", "Finding"),
    "Found": (".references.look_up", "Found"),
    "Library": (".model.library", "Library"),
    "Linked": (".references.link", "Linked"),
    "link": (".references.link", "link"),
    "load": (".reading.load", "load"),
    "resolve": (".references.look_up", "look_up"),
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _PLACES[name]
    return getattr(import_module(module, __name__), attribute)
