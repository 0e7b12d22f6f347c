"""The process that forks workers: it loads index and rules once, so that all workers share the memory.

It runs nothing else, no thread and no event loop, so every fork starts with all locks free. It and its workers end with the service.

    python -m nachschlag.search.service.nursery <number of the connection> <JSON of `Ward`>
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import sys
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.reduction import send_handle
from pathlib import Path
from typing import Generic, NoReturn, TypeVar

from nachschlag.generator.model.unusable import Unusable

from ..index.current import LiveIndex, LiveRules, refuse_more
from .work import Question, Work
from .worker import answer_all

Held = TypeVar("Held")


@dataclass(frozen=True, slots=True)
class Ward:
    """What to serve, and with how many workers."""

    project: str
    site: str
    index: str
    private: bool
    overlays: tuple[str, ...]
    workers: int


def main() -> None:
    """Load, report that, fork, and keep up the number of workers."""
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, signal.SIG_IGN)  # the service gets it too, and lets its workers finish answering
    control = Connection(int(sys.argv[1]))
    ward = Ward(**json.loads(sys.argv[2]))
    try:
        work, generation = loaded(ward)
    except Unusable as problem:
        control.send({"unusable": str(problem.args[0])})
        return
    gc.collect()
    gc.freeze()  # a garbage collection in a worker would write to every object and so copy it
    control.send({"ready": generation.name})
    Nursery(control, work, Path(ward.index), generation).keep(ward.workers)


def loaded(ward: Ward) -> tuple[Work, Path]:
    """Load what answers questions, and its index. Raises Unusable where something is missing or must not be served."""
    site, path = Path(ward.site), Path(ward.index)
    index = LiveIndex(path).get()
    overlays = tuple(map(Path, ward.overlays))
    rules = LiveRules(Path(ward.project), site, path, private=ward.private, overlays=overlays).get()
    library = rules.library
    refuse_more(site, {system.id for system in index.lexicon.systems}, library)
    work = Work(Pinned(index), Pinned(rules))
    for name, query in (("search", b"q=regel"), ("search", b"q=zzzzzzzz"), ("openapi", b"")):
        work(Question(name, query, []))  # fill the caches of a first call before forking
    for system in library.systems:
        work(Question("link", f"system={system}".encode(), [(b"content-type", b"text/plain")], b"Siehe 1.0."))
    return work, index.generation


class Pinned(Generic[Held]):
    """Holds one value for ever: whatever is built later goes to the next nursery."""

    def __init__(self, held: Held) -> None:
        self._held = held

    def get(self) -> Held:
        """Return the held value."""
        return self._held


class Nursery:
    """Forks workers and replaces each that dies, until it is retired."""

    def __init__(self, control: Connection, work: Work, index: Path, generation: Path) -> None:
        self._control, self._work, self._index, self._generation = control, work, index, generation
        self._children: set[int] = set()
        self._wanted = 0

    def keep(self, workers: int) -> None:
        """Keep up this number of workers until the service says "retire" (then until the last has gone) or is gone itself."""
        self._wanted = workers
        awake, wake = os.pipe()
        os.set_blocking(awake, False)
        os.set_blocking(wake, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        while self._wanted or self._children:
            while len(self._children) < self._wanted:
                self._fork()
            ready, _, _ = select.select([self._control.fileno(), awake], [], [])
            if awake in ready:
                os.read(awake, 4096)
            if self._control.fileno() in ready:
                self._listen()
            self._reap()

    def _fork(self) -> None:
        ours, theirs = Pipe()
        pid = os.fork()
        if not pid:
            theirs.close()
            self._be_worker(ours)
        ours.close()
        self._children.add(pid)
        self._control.send({"worker": pid})
        send_handle(self._control, theirs.fileno(), 0)
        theirs.close()

    def _be_worker(self, ours: Connection) -> NoReturn:
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self._control.close()
            answer_all(ours, self._work, self._index, self._generation)
        finally:
            os._exit(0)

    def _listen(self) -> None:
        """Obey the service: "retire", or "kill" with the pid of a worker. When it is gone, die with all workers."""
        try:
            said = self._control.recv()
        except (EOFError, OSError):
            os.killpg(0, signal.SIGKILL)
        if said == "retire":
            self._wanted = 0
        elif said in self._children:
            os.kill(said, signal.SIGKILL)

    def _reap(self) -> None:
        while self._children:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            self._children.discard(pid)
            self._control.send({"gone": pid, "status": os.waitstatus_to_exitcode(status)})


if __name__ == "__main__":
    main()
