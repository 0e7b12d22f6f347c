"""Keep private systems out of a public service: as soon as one is built, the service refuses every request."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from pathlib import Path

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..build import FOLDER
from ..index.current import build_stamp
from ..index.index import private_systems
from .errors import ApiError

_log = logging.getLogger("nachschlag")


class NoPrivate:
    """Answers 503 while the site or the index has a private system. Each request costs two calls of stat."""

    def __init__(self, app: ASGIApp, site: Path, index: Path) -> None:
        self._app, self._site, self._index = app, site, index
        self._stamp: tuple[object, ...] = ()
        self._private: frozenset[str] = frozenset()
        self._searched: frozenset[str] = frozenset()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused = False

        async def guarded(message: Message) -> None:
            nonlocal refused
            if message["type"] == "http.response.start" and self._has_private():  # built while the answer was being computed
                refused = True
                await _refuse(scope, receive, send)
            elif not refused:
                await send(message)

        if self._has_private():
            await _refuse(scope, receive, send)
        else:
            await self._app(scope, receive, guarded)

    def _has_private(self) -> bool:
        stamp = build_stamp(self._site, self._index)
        if stamp != self._stamp and None not in stamp:  # each build removes the site for a moment
            self._stamp = stamp
            self._private = self._built()
            if self._private:
                _log.warning(
                    "Die gebaute Seite enthält private Spiele: %s. Der Dienst antwortet erst wieder nach nachschlag build --publish.",
                    ", ".join(sorted(self._private)),
                )
        return bool(self._private)

    def _built(self) -> frozenset[str]:
        """The private systems of site and index."""
        with suppress(
            OSError, ValueError, KeyError, TypeError, AttributeError
        ):  # a broken index is not searched; the previous one stays in service
            self._searched = private_systems(self._index)
        try:
            systems = json.loads((self._site / FOLDER / "names.json").read_text("utf-8"))["games"]
        except (OSError, ValueError, KeyError, TypeError):
            systems = []
        return self._searched | {system["id"] for system in systems if system.get("private")}


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    await ApiError("unavailable", "Die Seite wird gerade neu gebaut. Versuch es in einigen Minuten noch einmal.").response()(
        scope, receive, send
    )
