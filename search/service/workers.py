"""Workers for the service: processes that can be killed, replaced at once, and renewed after every build.

A nursery (`nursery.py`) loads index and rules and forks them. After a build another nursery starts beside it; its workers take over as
soon as they are ready, and the old ones go when they have answered. The same happens when a worker finds its index destroyed.
"""

from __future__ import annotations

import logging
import select
import signal
import threading
import time
from pathlib import Path

from nachschlag.generator.model.unusable import Unusable

from ..index import generations
from ..index.current import build_stamp
from ..index.generations import IndexUnusable
from .brood import Brood, Worker, start
from .errors import ApiError
from .nursery import Ward
from .work import LARGE, Answer, Question
from .worker import DAMAGED

_log = logging.getLogger("nachschlag")

#: Seconds of processor time for a question, and for a text of `LARGE` bytes or more. Our own content takes 0.02 s, and 0.4 s for 1 MB.
QUESTION_SECONDS, TEXT_SECONDS = 5, 20
#: On a busy machine a second of processor time takes longer; a worker that takes this many times as long hangs.
_PATIENCE = 3
#: Seconds to wait for a free worker, between two looks for a new build, and before restarting a failed nursery.
_FREE, _LOOK, _AGAIN = 10.0, 0.2, 1.0
#: Exit statuses of workers whose index was truncated: the mapped bytes are gone or changed.
_DESTROYED = {-signal.SIGBUS, -signal.SIGSEGV, DAMAGED}


class Workers:
    """Answers questions in other processes. Callable from any thread; as many at once as there are workers.

    >>> with Workers(ward) as workers:
    ...     workers(question)
    """

    def __init__(self, ward: Ward) -> None:
        self._ward = ward
        self._built = Path(ward.site), Path(ward.index)
        self._change = threading.Condition()
        self._idle: list[Worker] = []
        self._current: Brood | None = None
        self._next: Brood | None = None
        self._retired: list[Brood] = []
        self._tried: tuple[object, ...] = ()
        self._again = 0.0
        self._destroyed = self._closed = False
        self._keeper = threading.Thread(target=self._keep, name="nachschlag-arbeiter", daemon=True)

    def __enter__(self) -> Workers:
        """Start. Raises Unusable where something is missing or must not be served."""
        self._start_next()
        try:
            while self._current is None:
                assert self._next
                if self._next.unusable or not self._listen(self._next):
                    raise Unusable(self._next.unusable or "Der Dienst konnte nicht laden.")
        except BaseException:
            for brood in self._broods():
                brood.end()
            raise
        self._keeper.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Kill all processes; callers still waiting get no answer."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._keeper.join()
        for brood in self._broods():
            brood.end()

    @property
    def generation(self) -> str:
        """The name of the index in service; "" where it is gone or destroyed."""
        name = self._current.generation if self._current and not self._destroyed else ""
        return name if name and (Path(self._ward.index) / name).is_dir() else ""

    # -- questions ------------------------------------------------------------------------------------------------------------

    def __call__(self, question: Question) -> Answer:
        """Answer with any free worker. Raises ApiError where a question takes too long or no worker can answer it."""
        seconds = TEXT_SECONDS if len(question.body) > LARGE else QUESTION_SECONDS
        for _ in range(2):  # a worker may have died a moment ago
            worker = self._taken()
            begun = time.monotonic()
            try:
                answer = worker.answer(question, seconds, seconds * _PATIENCE)
            except (EOFError, OSError):
                worker.kill()
                if time.monotonic() - begun >= seconds:
                    raise ApiError("timeout", f"Das dauert zu lange (über {seconds} s Rechenzeit).") from None
            else:
                self._give_back(worker)
                return answer
        raise self._unavailable()

    def _taken(self) -> Worker:
        with self._change:
            if not self._change.wait_for(lambda: self._idle or self._closed, _FREE) or self._closed:
                raise self._unavailable()
            return self._idle.pop()

    def _give_back(self, worker: Worker) -> None:
        with self._change:
            if worker.brood is self._current:
                self._idle.append(worker)
                self._change.notify()
            else:
                worker.connection.close()

    def _unavailable(self) -> ApiError:
        remedy = (
            "Der Suchindex ist beschädigt; neu bauen: nachschlag build" if self._destroyed else "Versuch es gleich noch einmal."
        )
        return ApiError("unavailable", f"Gerade ist keine Antwort möglich. {remedy}")

    # -- nurseries ------------------------------------------------------------------------------------------------------------

    def _broods(self) -> list[Brood]:
        return [brood for brood in (self._current, self._next, *self._retired) if brood]

    def _keep(self) -> None:
        """Listen to the nurseries and look for new builds, until the end."""
        while not self._closed:
            try:
                broods = {brood.control: brood for brood in self._broods()}
                for control in select.select(list(broods), [], [], _LOOK)[0]:
                    if not self._listen(broods[control]):
                        self._leave(broods[control])
                self._renew()
            except Exception:  # noqa: BLE001 (go on after any failure: without this thread no worker is ever replaced)
                _log.exception("Arbeiter")
                time.sleep(_AGAIN)

    def _listen(self, brood: Brood) -> bool:
        """Process what a nursery says. Return False when it has gone."""
        said = brood.heard()
        if said is None:
            return False
        if "unusable" in said:
            brood.unusable = said["unusable"]
        elif "ready" in said:
            brood.generation = said["ready"]
        elif "worker" in said:
            self._welcome(said["worker"])
        elif "gone" in said:
            self._miss(brood, said["gone"], said["status"])
        return True

    def _welcome(self, worker: Worker) -> None:
        brood = worker.brood
        with self._change:
            brood.come += 1
            if brood is self._next:
                brood.waiting.append(worker)
                if brood.come == self._ward.workers:
                    self._take_over(brood)
            elif brood is self._current:
                self._idle.append(worker)
            else:
                worker.connection.close()
            self._change.notify_all()

    def _take_over(self, brood: Brood) -> None:
        """Put the workers of a new nursery in service and retire the old ones."""
        left, self._idle = self._idle, brood.waiting
        for worker in left:
            worker.connection.close()
        if self._current:
            self._current.order("retire")
            self._retired.append(self._current)
        self._current, self._next, self._destroyed = brood, None, False

    def _miss(self, brood: Brood, pid: int, status: int) -> None:
        with self._change:
            gone = [worker for worker in self._idle if worker.brood is brood and worker.pid == pid]
            for worker in gone:
                self._idle.remove(worker)
                worker.connection.close()
            if brood is self._current and status in _DESTROYED and not self._destroyed:
                self._destroyed = True
                _log.warning("Ein Arbeiter fand den Suchindex zerstört. Neu bauen: nachschlag build")

    def _leave(self, brood: Brood) -> None:
        """Clear up after a nursery that has ended."""
        brood.end()
        with self._change:
            if brood is self._next:
                self._next = None
                self._again = time.monotonic() + _AGAIN
                _log.warning("Nicht neu geladen: %s", brood.unusable or "Das Laden brach ab.")
            elif brood is self._current:
                self._current, self._tried = None, ()
                for worker in self._idle:
                    worker.connection.close()
                self._idle = []
            else:
                self._retired.remove(brood)

    def _renew(self) -> None:
        """Start another nursery after a new build, when the index was destroyed, or when the current nursery has died."""
        if self._next or time.monotonic() < self._again:
            return
        stamp = build_stamp(*self._built)
        built = stamp != self._tried and None not in stamp  # each build removes the site for a moment
        if built or self._current is None or (self._destroyed and self._index_is_good()):
            self._start_next()

    def _start_next(self) -> None:
        self._tried = build_stamp(*self._built)
        self._next = start(self._ward)

    def _index_is_good(self) -> bool:
        path = Path(self._ward.index)
        self._again = time.monotonic() + _AGAIN
        try:
            generations.check(path, generations.current(path))
        except IndexUnusable:
            return False
        return True
