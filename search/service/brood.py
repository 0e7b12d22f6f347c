"""A nursery and its workers as the service sees them: a process that hands over a connection for each worker."""

from __future__ import annotations

import json
import os
import signal
import socket
import struct
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.reduction import recv_handle
from typing import Any

from .nursery import Ward
from .work import Answer, Question

#: Seconds that a worker has to accept a question, or to finish sending an answer once begun.
_STUCK = 10


@dataclass(eq=False, slots=True)
class Worker:
    """One worker, which answers one question at a time."""

    brood: Brood
    pid: int
    connection: Connection

    def answer(self, question: Question, seconds: int, wait: float) -> Answer:
        """Answer within `seconds` of processor time. Raises OSError or EOFError where no answer comes in time."""
        self.connection.send((question, seconds))
        if not self.connection.poll(wait):
            raise TimeoutError
        answer = self.connection.recv()
        assert isinstance(answer, Answer)
        return answer

    def kill(self) -> None:
        """Kill it, whatever it is doing."""
        self.connection.close()
        self.brood.order(self.pid)


@dataclass(eq=False, slots=True)
class Brood:
    """A nursery from start to end. `waiting` are workers not yet in service."""

    process: subprocess.Popen[bytes]
    control: Connection
    generation: str = ""
    unusable: str = ""
    come: int = 0
    waiting: list[Worker] = field(default_factory=list)

    def order(self, said: str | int) -> None:
        """Send the nursery an order; ignore one that is gone, as its workers are gone too."""
        with suppress(OSError):
            self.control.send(said)

    def heard(self) -> dict[str, Any] | None:
        """Read what the nursery says, or None when it is gone. A new worker comes with its connection."""
        try:
            said: dict[str, Any] = self.control.recv()
            if "worker" in said:
                said["worker"] = Worker(self, said["worker"], _connection(recv_handle(self.control)))
        except (EOFError, OSError):
            return None
        return said

    def end(self) -> None:
        """Kill the nursery with all its workers, and reap it."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)  # its process group exists until it is reaped
        self.process.wait()
        self.control.close()


def start(ward: Ward) -> Brood:
    """Start a nursery."""
    ours, theirs = Pipe()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "nachschlag.search.service.nursery", str(theirs.fileno()), json.dumps(asdict(ward))],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            start_new_session=True,  # Ctrl-C reaches only the service, and the nursery's processes form one group
        )
    return Brood(process, ours)


def _connection(number: int) -> Connection:
    """Make a worker's connection, with timeouts for sending and for the rest of an answer."""
    with socket.socket(fileno=number) as handed:
        seconds = struct.pack("ll", _STUCK, 0)
        handed.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, seconds)
        handed.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, seconds)
        return Connection(handed.detach())
