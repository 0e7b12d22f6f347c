"""Nachschlag's search: an offline index over the library, in German as players type it.

>>> from nachschlag.search import open_index
>>> hits = open_index("build/index").search("nahkampf", system="conquest", limit=5)
>>> hits[0].title
'Nahkampf'

Open only indexes that you have built yourself: see `nachschlag.search.index.index`.
"""

from .core.results import Hit
from .index.generations import IndexUnusable
from .index.index import Index, build_index, open_index

__all__ = ["Hit", "Index", "IndexUnusable", "build_index", "open_index"]
