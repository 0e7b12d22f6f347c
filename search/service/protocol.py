"""Timeouts for idle and slow clients, which uvicorn lacks: for the arrival of requests, and for the reading of responses."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

#: Seconds in which a request's head must arrive, and in which a client must read some of the response.
HEAD_SECONDS = 15.0
TAKE_SECONDS = 30.0
#: The most connections waiting for a request's head; beyond that, those with the longest wait are closed.
MOST_WAITING = 512


class PatientProtocol(H11Protocol):
    """uvicorn's protocol with these two timeouts, and a bound for connections without a request."""

    #: The connections that wait for a request's head, longest first.
    _waiting: ClassVar[dict[PatientProtocol, None]] = {}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timeout for the first request."""
        super().connection_made(transport)
        self._head: asyncio.TimerHandle = self.loop.call_later(HEAD_SECONDS, self._no_head)
        self._waits()
        self._unsent = 0
        self._reader: asyncio.TimerHandle = self.loop.call_later(TAKE_SECONDS, self._look_at_reader)

    def on_response_complete(self) -> None:
        """Start the timeout for the next request, unless that has arrived and is being answered."""
        self._head.cancel()
        self._head = self.loop.call_later(HEAD_SECONDS, self._no_head)
        super().on_response_complete()
        if self._has_no_request():
            self._waits()

    def data_received(self, data: bytes) -> None:
        """Count a connection as waiting until a request's head has arrived."""
        super().data_received(data)
        if not self._has_no_request():
            self._waiting.pop(self, None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel both timeouts."""
        self._head.cancel()
        self._reader.cancel()
        self._waiting.pop(self, None)
        super().connection_lost(exc)

    def _waits(self) -> None:
        self._waiting.pop(self, None)
        self._waiting[self] = None
        if len(self._waiting) > MOST_WAITING:
            longest = next(iter(self._waiting))
            del self._waiting[longest]
            longest.transport.close()

    def _has_no_request(self) -> bool:
        cycle: Any = self.cycle
        return cycle is None or bool(cycle.response_complete)

    def _no_head(self) -> None:
        if self._has_no_request():
            self.transport.close()

    def _look_at_reader(self) -> None:
        """Abort if the client has read nothing since the last look. A normal close would wait for the client, too."""
        waiting = self.transport.get_write_buffer_size()
        if waiting and waiting >= self._unsent > 0:
            self.transport.abort()
            return
        self._unsent = waiting
        self._reader = self.loop.call_later(TAKE_SECONDS, self._look_at_reader)
