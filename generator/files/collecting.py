"""Python's collector, spared while much is made that stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collecting() -> Iterator[None]:
    """Spare the collector: a step that makes millions of values in no circles loses a fifth of its time to looking for circles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.freeze()  # counts anew, so that the collector does not look through all of them at once
            gc.unfreeze()
            gc.enable()
