"""Nachschlag's generator: content files in, library, references, pages and JSON out.

>>> from nachschlag.generator import load
>>> library, findings = load(".")
"""

from .library import Library
from .load import load

__all__ = ["Library", "load"]
