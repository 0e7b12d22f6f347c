"""A process that answers one question after the other, each within a limit of processor time that the kernel keeps.

`re` holds on to the interpreter while it searches: no signal is heard, no other thread runs. A process can be killed all the same.
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

#: How a worker ends whose index is no longer what was opened.
DAMAGED = 70


def answer_all(connection: Connection, work: Work, index: Path, generation: Path) -> None:
    """Answer until the other end is closed. Dies, by SIGXCPU, in a question that takes more seconds than it says."""
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
    """Let the kernel end this process once it has computed for so many more seconds."""
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time()) + seconds, most))


def _answer(work: Work, question: Question, index: Path, generation: Path) -> Answer:
    try:
        return work(question)
    except (ApiError, Unusable) as problem:
        return answer_of(as_error(problem).response())
    except Exception as problem:  # noqa: BLE001 (Whoosh fails with whatever the bytes made it do)
        try:
            generations.check(index, generation)
        except generations.IndexUnusable:
            os._exit(DAMAGED)
        _log.exception("Keine Antwort auf %s", question.name)
        return answer_of(as_error(problem).response())
