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
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
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
        self.brood.order(f"kill {self.pid}")


@dataclass(eq=False, slots=True)
class Brood:
    """A nursery from start to end. `waiting` are workers not yet in service."""

    process: subprocess.Popen[bytes]
    control: socket.socket
    generation: str = ""
    unusable: str = ""
    come: int = 0
    waiting: list[Worker] = field(default_factory=list)
    _begun: bytes = b""
    _handed: list[int] = field(default_factory=list)

    def order(self, said: str) -> None:
        """Send the nursery an order; ignore one that is gone, as its workers are gone too."""
        with suppress(OSError):
            self.control.sendall(f"{said}\n".encode())

    def heard(self) -> list[dict[str, Any]] | None:
        """Read what the nursery says, or None when it is gone. A new worker comes with its connection."""
        try:
            raw, handed, _, _ = socket.recv_fds(self.control, 65536, 64)
        except OSError:
            return None
        if not raw:
            return None
        self._handed += handed
        *lines, self._begun = (self._begun + raw).split(b"\n")
        said = [dict(json.loads(line)) for line in lines]
        for one in said:
            if "worker" in one:
                one["worker"] = Worker(self, one["worker"], _connection(self._handed.pop(0)))
        return said

    def end(self) -> None:
        """Kill the nursery with all its workers, and reap it."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)  # its process group exists until it is reaped
        self.process.wait()
        self.control.close()


def start(ward: Ward) -> Brood:
    """Start a nursery."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "nachschlag.search.service.nursery", str(theirs.fileno()), ward.to_json()],
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
