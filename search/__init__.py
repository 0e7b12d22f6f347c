"""Nachschlag's search: an offline index over the library, in German as players type it.

>>> from nachschlag.search import open_index
>>> hits = open_index("build/index").search("nahkampf", system="conquest", limit=5)
>>> hits[0].title
'Nahkampf'

Open only indexes that you have built yourself: see `nachschlag.search.index.index`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core.results import Hit
    from .index.generations import IndexUnusable
    from .index.index import Index, open_index
    from .index.writing import build_index

__all__ = ["Hit", "Index", "IndexUnusable", "build_index", "open_index"]

#: Imported when first asked for, because the help of the commands needs no index.
_PLACES = {
    "Hit": ".core.results",
    "Index": ".index.index",
    "IndexUnusable": ".index.generations",
    "build_index": ".index.writing",
    "open_index": ".index.index",
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_PLACES[name], __name__), name)
