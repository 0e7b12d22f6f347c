"""Why a file cannot be read as a book."""

from __future__ import annotations

from ...model.unusable import Unusable


class UnreadableBook(Unusable):
    """The file is no book that can be read; `str()` names the file, the reason and the remedy."""
