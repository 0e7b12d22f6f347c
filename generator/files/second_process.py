"""Work in a second process beside this one, so that two cores are used."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

#: Of Linux' prctl: the signal that a process gets when its parent ends.
_PR_SET_PDEATHSIG = 1


def cores() -> int:
    """The number of cores that this process may use; 1 if it cannot be forked."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


class SecondProcess(Generic[T]):
    """Work in a forked copy of this process. The copy ends with this process, however that ends.

    >>> beside = SecondProcess(lambda: sum(range(1000)))
    >>> beside.result()
    499500
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        sys.stdout.flush()
        sys.stderr.flush()
        reading, writing = os.pipe()
        parent = os.getpid()
        self._process = os.fork()
        if self._process == 0:
            os.close(reading)
            _do(work, writing, parent)
        os.close(writing)
        self._reading = reading

    def result(self) -> T:
        """The result of the work. If the copy failed or was killed, the work is repeated here, so that its error shows."""
        with os.fdopen(self._reading, "rb") as answer:
            raw = answer.read()
        _, status = os.waitpid(self._process, 0)
        if status:
            return self._work()
        made: T = pickle.loads(raw)
        return made

    def stop(self) -> None:
        """End the work."""
        os.close(self._reading)
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)


def _do(work: Callable[[], object], writing: int, parent: int) -> None:
    """Do the work in the copy, and end it."""
    status = 1
    try:
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it has already ended
            os._exit(1)
        with os.fdopen(writing, "wb") as answer:
            answer.write(pickle.dumps(work()))
        status = 0
    except BaseException:  # noqa: BLE001 (the parent does the work again, and reports)
        status = 1
    finally:
        os._exit(status)
