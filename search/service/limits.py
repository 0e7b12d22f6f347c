"""Limits: how much work runs at once and for how long, and how large and slow a body may be."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request

from .errors import ApiError

Result = TypeVar("Result")

#: The most bytes of a body, and the seconds in which it must arrive.
LARGEST_BODY = 1024 * 1024
BODY_SECONDS = 20.0
#: The bytes of a refused body that are still read, and for how many seconds.
MOST_THROWN_AWAY, THROW_AWAY_SECONDS = 8 * LARGEST_BODY, 2.0


class Lane:
    """Threads for one sort of work, with a bounded queue. Work beyond that is refused at once.

    >>> lane = Lane("suche", threads=2, waiting=100, seconds=10)
    >>> hits = await lane.run(lambda: index.search("angst"))
    """

    def __init__(self, name: str, threads: int, waiting: int, seconds: float) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=f"nachschlag-{name}")
        self._room = threads + waiting
        self._seconds = seconds
        self._lock = threading.Lock()
        self._taken = 0

    @property
    def taken(self) -> int:
        """The number of calls running or waiting."""
        return self._taken

    async def run(self, work: Callable[[], Result]) -> Result:
        """Run `work` in another thread. Raises ApiError if the queue is full, or if it takes too long.

        After a timeout, work still waiting is dropped; running work keeps its place until it ends, so threads never pile up.
        """
        with self._lock:
            if self._taken >= self._room:
                raise ApiError("busy", "Gerade ist zu viel los. Versuch es gleich noch einmal.")
            self._taken += 1
        future = self._pool.submit(work)
        future.add_done_callback(self._done)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), self._seconds)
        except TimeoutError:
            raise ApiError("timeout", f"Das dauert zu lange (über {self._seconds:.0f} s).") from None

    def _done(self, _: Future[Any]) -> None:
        with self._lock:
            self._taken -= 1


async def read_body(request: Request) -> bytes:
    """Read the request's body. Raises ApiError if it is too large, whatever its Content-Length says, or too slow."""
    largest, seconds = LARGEST_BODY, BODY_SECONDS
    too_large = ApiError("body_too_large", f"Der Text ist zu groß. Erlaubt sind {largest} Byte.", _CLOSE, limit=largest)
    said = request.headers.get("content-length", "")
    if said.isascii() and said.isdigit() and (len(said) > 15 or int(said) > largest):
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for piece in request.stream():
                body += piece
                if len(body) > largest:
                    raise too_large
    except TimeoutError:
        raise ApiError("body_timeout", f"Der Text kam nicht innerhalb von {seconds:.0f} s an.", _CLOSE) from None
    return bytes(body)


async def let_finish(request: Request) -> None:
    """Read and discard the rest of a refused body, for a moment: if disconnected, the sender would never see the answer."""
    left = MOST_THROWN_AWAY
    with suppress(TimeoutError, RuntimeError, ClientDisconnect):  # RuntimeError: the body was already read to its end
        async with asyncio.timeout(THROW_AWAY_SECONDS):
            async for piece in request.stream():
                left -= len(piece)
                if left < 0:
                    return


#: The header of a response that ends its connection.
_CLOSE = {"Connection": "close"}
