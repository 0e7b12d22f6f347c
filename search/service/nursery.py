"""The process that forks workers: it loads index and rules once, so that all workers share the memory.

It runs nothing else, no thread and no event loop, so every fork starts with all locks free. It and its workers end with the service.
A worker takes one question after another, each within a limit of processor time that the kernel enforces: `re` holds the interpreter while
it searches, and then no signal handler and no other thread runs, but a process can be killed all the same.

    python -m nachschlag.search.service.nursery <numbers of the connection and of the questions' socket> <JSON of `Ward`>
"""

from __future__ import annotations

import gc
import json
import logging
import math
import os
import resource
import select
import signal
import socket
import sys
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NoReturn

from nachschlag.generator.model.unusable import Unusable

from ..index import generations
from ..index.current import LiveIndex, LiveRules, refuse_more
from .errors import ApiError, as_error
from .work import Answer, Question, Ward, Work, answer_of

_log = logging.getLogger("nachschlag")

#: On a busy machine a second of processor time takes longer; a worker that takes this many times as long hangs.
PATIENCE = 3


def main() -> None:
    """Load, fork, report ("", name of the index) or (why it is impossible, ""), and keep up the number of workers."""
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, signal.SIG_IGN)  # the service gets it too, and lets its workers finish answering
    service, questions = Connection(int(sys.argv[1])), socket.socket(fileno=int(sys.argv[2]))
    ward = Ward(**json.loads(sys.argv[3]))
    try:
        work, generation = loaded(ward)
    except Unusable as problem:
        service.send((str(problem.args[0]), ""))
        return
    gc.collect()
    gc.freeze()  # a garbage collection in a worker would write to every object and so copy it
    keep(ward.workers, Desk(questions, work, Path(ward.index), generation), service)


def loaded(ward: Ward) -> tuple[Work, Path]:
    """Load the function that answers questions, and its index. Raises Unusable if something is missing or must not be served."""
    site, path = Path(ward.site), Path(ward.index)
    index = LiveIndex(path, ward.engine).get()
    overlays = tuple(map(Path, ward.overlays))
    rules = LiveRules(Path(ward.project), site, path, private=ward.private, overlays=overlays).get()
    library = rules.library
    refuse_more(site, {system.id for system in index.lexicon.systems}, library)
    work = Work(lambda: index, lambda: rules)  # a later build goes to the next nursery
    for name, query in (("search", b"q=regel"), ("search", b"q=zzzzzzzz"), ("complete", b"q=a"), ("openapi", b"")):
        work(Question(name, query, []))  # fill the caches of a first call before forking
    for system in library.systems:
        work(Question("link", f"system={system}".encode(), [(b"content-type", b"text/plain")], b"Siehe 1.0."))
        work(Question("search", f"system={system}&q=zzzzzzzz".encode(), []))  # what is known in it
    if ward.mcp:
        work(
            Question("mcp", b"", [(b"content-type", b"application/json")])
        )  # its packages are large: load them once for all workers
    index.release()
    return work, index.generation


def keep(workers: int, desk: Desk, service: Connection) -> None:
    """Start this number of workers, report that, and replace dead ones until a worker finds that no more questions come.

    Kill all workers and end when the service is gone.
    """
    awake, wake = os.pipe()
    os.set_blocking(awake, False)
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    alive, is_told = 0, False
    while alive or workers:
        for _ in range(workers - alive):
            if not os.fork():
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                service.close()
                desk.answer_all()
        if not is_told:
            service.send(("", desk.generation.name))
        alive, is_told = max(alive, workers), True
        ready, _, _ = select.select([service.fileno(), awake], [], [])
        if service.fileno() in ready:  # the service never writes, so it has ended
            os.killpg(0, signal.SIGKILL)
        os.read(awake, 4096)
        while alive and (ended := os.waitpid(-1, os.WNOHANG))[0]:
            alive -= 1
            workers = workers if ended[1] else 0


@dataclass(frozen=True, slots=True)
class Desk:
    """A worker's place of work: the socket over which connections with questions come, and the function that answers them."""

    questions: socket.socket
    work: Work
    index: Path
    generation: Path

    def answer_all(self) -> NoReturn:
        """Answer questions until no more come, and end this process. SIGXCPU kills it when a question exceeds its seconds, else
        SIGALRM.
        """
        status = 1
        try:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            while handed := socket.recv_fds(self.questions, 1, 1)[1]:
                with Connection(handed[0]) as connection:
                    if asked := self._taken_up(connection):
                        self._answer(connection, *asked)
            status = 0
        finally:
            os._exit(status)

    def _taken_up(self, connection: Connection) -> tuple[Question, int] | None:
        """Request the question and its seconds; None if the service has given it up meanwhile."""
        try:
            connection.send(None)
            question, seconds = connection.recv()
        except (OSError, EOFError):
            return None
        return question, seconds

    def _answer(self, connection: Connection, question: Question, seconds: int) -> None:
        signal.alarm(seconds * PATIENCE)
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time()) + seconds, most))
        connection.send(self._answered(question))
        signal.alarm(0)

    def _answered(self, question: Question) -> Answer:
        try:
            return self.work(question)
        except (ApiError, Unusable) as problem:
            return answer_of(as_error(problem).response())
        except Exception as problem:  # noqa: BLE001 (damaged bytes can make Whoosh raise anything)
            generations.check(self.index, self.generation)  # ends this process if the index has changed since it was opened
            _log.exception("Keine Antwort auf %s", question.name)
            return answer_of(as_error(problem).response())


if __name__ == "__main__":
    main()
