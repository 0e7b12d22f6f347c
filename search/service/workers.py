"""Workers for the service: processes that can be killed, replaced at once, and renewed after every build.

A nursery (`nursery.py`) loads index and rules and forks them. After a build another nursery starts beside it; its workers take over as
soon as it has loaded, and the old ones go when they have answered. The same happens when the index turns out to be destroyed.
"""

from __future__ import annotations

import json
import logging
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import asdict
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

from nachschlag.generator.model.unusable import Unusable

from ..index import generations
from ..index.current import build_stamp
from ..index.generations import IndexUnusable
from .errors import ApiError
from .nursery import PATIENCE
from .work import LARGE, Answer, Question, Ward

_log = logging.getLogger("nachschlag")

#: Seconds of processor time for a question, and for a text of `LARGE` bytes or more. Our content takes 0.02 s, 1 MB about 1 s.
QUESTION_SECONDS, TEXT_SECONDS = 5, 20
#: Seconds in which a worker must take up a question, and then read it.
QUEUED_SECONDS = 10.0
#: Seconds to wait for a nursery, between two looks for a new build, and before restarting a failed nursery.
_FREE, _LOOK, _AGAIN = 10.0, 0.2, 1.0


class Queued(Exception):
    """No worker took up a question in time: all were busy, or are being replaced."""


def limit_sending(connection: Connection, seconds: float) -> None:
    """Make sending fail with OSError when the other end reads nothing for some seconds."""
    whole = int(seconds)
    limit = struct.pack("@ll", whole, int((seconds - whole) * 1_000_000))
    with socket.socket(fileno=os.dup(connection.fileno())) as same:
        same.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)


class Brood:
    """A nursery and its workers as the service sees them. Starts the nursery."""

    def __init__(self, ward: Ward) -> None:
        self.control, theirs = Pipe()
        self._questions, to_workers = socket.socketpair()
        self.generation = self.unusable = ""
        numbers = theirs.fileno(), to_workers.fileno()
        with theirs, to_workers:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "nachschlag.search.service.nursery", *map(str, numbers), json.dumps(asdict(ward))],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=numbers,
                start_new_session=True,  # Ctrl-C reaches only the service, and the nursery's processes form one group
            )

    def loaded(self) -> bool:
        """Read what the nursery reports: its index, or why there is none. Return False when it is gone."""
        try:
            self.unusable, self.generation = self.control.recv()
        except (EOFError, OSError):
            return False
        return True

    def answer(self, question: Question, seconds: int) -> Answer:
        """Let a worker answer within `seconds` of processor time.

        Raises Queued if none takes the question up, TimeoutError if it takes too long, OSError or EOFError if a worker is lost.
        """
        ours, theirs = Pipe()
        with ours:
            with theirs:
                socket.send_fds(self._questions, [b"?"], [theirs.fileno()])
            if not ours.poll(QUEUED_SECONDS):
                raise Queued
            ours.recv()  # a worker reads from here on
            limit_sending(ours, QUEUED_SECONDS)
            ours.send((question, seconds))
            begun = time.monotonic()
            if not ours.poll(seconds * PATIENCE):
                raise TimeoutError
            try:
                answer = ours.recv()
            except (EOFError, OSError) as lost:  # killed, by the limit of its seconds or otherwise
                raise TimeoutError if time.monotonic() - begun >= seconds else lost from None
        assert isinstance(answer, Answer)
        return answer

    def retire(self) -> None:
        """Send no more questions. The workers answer the last ones and go, and the nursery with them."""
        self._questions.shutdown(socket.SHUT_WR)

    def end(self) -> None:
        """Kill the nursery with all its workers, and reap it."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)  # its process group exists until it is reaped
        self._process.wait()
        self.control.close()
        self._questions.close()


class Workers:
    """Answers questions in other processes. Callable from any thread; as many at once as there are workers.

    >>> with Workers(ward) as workers:
    ...     workers(question)
    """

    def __init__(self, ward: Ward) -> None:
        self._ward = ward
        self._built = Path(ward.site), Path(ward.index)
        self._change = threading.Condition()
        self._current: Brood | None = None
        self._next: Brood | None = None
        self._retired: list[Brood] = []
        self._tried: tuple[object, ...] = ()
        self._again = 0.0
        self._destroyed = self._closed = False
        self._keeper = threading.Thread(target=self._keep, name="nachschlag-arbeiter", daemon=True)

    def __enter__(self) -> Workers:
        """Start. Raises Unusable if something is missing or must not be served."""
        first = self._start_next()
        try:
            if not first.loaded() or first.unusable:
                raise Unusable(first.unusable or "Der Dienst konnte nicht laden.")
        except BaseException:
            first.end()
            raise
        self._take_over(first)
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
        """The name of the index in service; "" if it is gone or destroyed. Raises ApiError while the processes are being replaced."""
        current = self._current
        if not current:
            raise ApiError("unavailable", "Der Dienst lädt gerade neu. Versuch es gleich noch einmal.")
        name = "" if self._destroyed else current.generation
        return name if name and (Path(self._ward.index) / name).is_dir() else ""

    # -- questions ------------------------------------------------------------------------------------------------------------

    def __call__(self, question: Question) -> Answer:
        """Answer with any free worker. Raises ApiError if a question takes too long or no worker can answer it."""
        seconds = TEXT_SECONDS if len(question.body) > LARGE else QUESTION_SECONDS
        for _ in range(2):  # a worker may have died a moment ago
            with self._change:
                self._change.wait_for(lambda: self._current or self._closed, _FREE)
                brood = self._current
            if not brood or self._closed:
                break
            try:
                return brood.answer(question, seconds)
            except Queued:
                raise ApiError("busy", "Gerade ist zu viel los. Versuch es gleich noch einmal.") from None
            except TimeoutError:
                raise ApiError("timeout", f"Das dauert zu lange (über {seconds} s Rechenzeit).") from None
            except (EOFError, OSError):
                self._look_at_index(brood)
        remedy = (
            "Der Suchindex ist beschädigt; neu bauen: nachschlag build" if self._destroyed else "Versuch es gleich noch einmal."
        )
        raise ApiError("unavailable", f"Gerade ist keine Antwort möglich. {remedy}")

    def _look_at_index(self, brood: Brood) -> None:
        """Find out whether a worker died because its index was truncated: the mapped bytes are gone or changed."""
        path = Path(self._ward.index)
        if not self._is_good(path / brood.generation) and brood is self._current and not self._destroyed:
            self._destroyed = True
            _log.warning("Ein Arbeiter fand den Suchindex zerstört. Neu bauen: nachschlag build")

    def _is_good(self, generation: Path | None) -> bool:
        try:
            generations.check(Path(self._ward.index), generation)
        except IndexUnusable:
            return False
        return True

    # -- nurseries ------------------------------------------------------------------------------------------------------------

    def _broods(self) -> list[Brood]:
        return [brood for brood in (self._current, self._next, *self._retired) if brood]

    def _keep(self) -> None:
        """Listen to the nurseries and look for new builds, until the end."""
        while not self._closed:
            try:
                broods = {brood.control: brood for brood in self._broods()}
                for control in select.select(list(broods), [], [], _LOOK)[0]:
                    brood = broods[control]
                    if not brood.loaded():
                        self._leave(brood)
                    elif not brood.unusable:
                        self._take_over(brood)
                self._renew()
            except Exception:  # noqa: BLE001 (go on after any failure: without this thread no worker is ever replaced)
                _log.exception("Arbeiter")
                time.sleep(_AGAIN)

    def _take_over(self, brood: Brood) -> None:
        """Put a new nursery in service and retire the old one."""
        with self._change:
            if self._current:
                self._current.retire()
                self._retired.append(self._current)
            self._current, self._next, self._destroyed = brood, None, False
            self._change.notify_all()

    def _leave(self, brood: Brood) -> None:
        """Clear up after a nursery that has ended."""
        brood.end()
        if brood is self._next:
            self._next = None
            self._again = time.monotonic() + _AGAIN
            _log.warning("Nicht neu geladen: %s", brood.unusable or "Das Laden brach ab.")
        elif brood is self._current:
            self._current, self._tried = None, ()
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

    def _start_next(self) -> Brood:
        self._tried = build_stamp(*self._built)
        self._next = Brood(self._ward)
        return self._next

    def _index_is_good(self) -> bool:
        self._again = time.monotonic() + _AGAIN
        return self._is_good(generations.current(Path(self._ward.index)))
