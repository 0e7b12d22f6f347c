"""Timeouts for idle and slow clients, which uvicorn lacks: for a request that does not arrive, and for a response that is not read."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

#: Seconds in which a request's head must arrive, and in which a client must read some of the response.
HEAD_SECONDS = 15.0
TAKE_SECONDS = 30.0


class PatientProtocol(H11Protocol):
    """uvicorn's protocol with these two timeouts."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timeout for the first request."""
        super().connection_made(transport)
        self._head: asyncio.TimerHandle = self.loop.call_later(HEAD_SECONDS, self._no_head)
        self._unsent = 0
        self._reader: asyncio.TimerHandle = self.loop.call_later(TAKE_SECONDS, self._look_at_reader)

    def on_response_complete(self) -> None:
        """Start the timeout for the next request."""
        self._head.cancel()
        self._head = self.loop.call_later(HEAD_SECONDS, self._no_head)
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel both timeouts."""
        self._head.cancel()
        self._reader.cancel()
        super().connection_lost(exc)

    def _no_head(self) -> None:
        cycle: Any = self.cycle
        if cycle is None or cycle.response_complete:
            self.transport.close()

    def _look_at_reader(self) -> None:
        """Abort where the client has read nothing since the last look. A normal close would wait for the client, too."""
        waiting = self.transport.get_write_buffer_size()
        if waiting and waiting >= self._unsent > 0:
            self.transport.abort()
            return
        self._unsent = waiting
        self._reader = self.loop.call_later(TAKE_SECONDS, self._look_at_reader)
