"""A process that answers one question after another, each within a limit of processor time that the kernel enforces.

`re` holds the interpreter while it searches: no signal handler and no other thread runs. A process can be killed all the same.
"""

from __future__ import annotations

import logging
import math
import os
import resource
import time
from multiprocessing.connection import Connection
from pathlib import Path

from nachschlag.generator.model.unusable import Unusable

from ..index import generations
from .errors import ApiError, as_error
from .work import Answer, Question, Work, answer_of

_log = logging.getLogger("nachschlag")

#: The exit status of a worker whose index has changed since it was opened.
DAMAGED = 70


def answer_all(connection: Connection, work: Work, index: Path, generation: Path) -> None:
    """Answer until the other end closes. SIGXCPU kills the process when a question exceeds its seconds."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    while True:
        try:
            question, seconds = connection.recv()
        except (EOFError, OSError):
            return
        _allow(seconds)
        answer = _answer(work, question, index, generation)
        try:
            connection.send(answer)
        except OSError:
            return


def _allow(seconds: int) -> None:
    """Let the kernel kill this process after this many more seconds of processor time."""
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time()) + seconds, most))


def _answer(work: Work, question: Question, index: Path, generation: Path) -> Answer:
    try:
        return work(question)
    except (ApiError, Unusable) as problem:
        return answer_of(as_error(problem).response())
    except Exception as problem:  # noqa: BLE001 (damaged bytes can make Whoosh raise anything)
        try:
            generations.check(index, generation)
        except generations.IndexUnusable:
            os._exit(DAMAGED)
        _log.exception("Keine Antwort auf %s", question.name)
        return answer_of(as_error(problem).response())
