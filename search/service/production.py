"""`nachschlag serve --production`: the finished site for everybody. Nothing is built or watched; a build beside it is taken over."""

from __future__ import annotations

import json
import signal
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.unusable import Unusable
from nachschlag.generator.site.site import MARKER

from ..index.current import LiveIndex, LiveRules
from .app import create_app
from .protocol import PatientProtocol

#: Connections at once; more are refused. Seconds that requests on their way get when the service is told to end.
MOST_CONNECTIONS = 1024
GRACE = 30


def serve(
    project: Path,
    site: Path,
    listener: socket.socket,
    *,
    private: bool,
    overlays: tuple[Path, ...] = (),
    ready: Callable[[], None],
) -> None:
    """Serve until SIGTERM or SIGINT; `ready` is called before. Raises Unusable where something is missing, or too much is there."""
    index = project / "build" / "index"
    if not (site / MARKER).is_file():
        raise Unusable(f"Unter „{site}“ liegt keine gebaute Seite. Bau sie zuerst: nachschlag build --publish")
    searched = LiveIndex(index).get()
    rules = LiveRules(project, site, index, private=private, overlays=overlays)
    _refuse_more(site, {game.id for game in searched.lexicon.games}, rules.get().library)
    server = uvicorn.Server(configuration(create_app(site, index, rules=rules, private=private)))

    def end(*_: object) -> None:
        server.should_exit = True

    # uvicorn listens to signals once it runs, and raises them again when it is done: an end that was asked for is a good one.
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    ready()
    server.run(sockets=[listener])


def _refuse_more(site: Path, searched: set[str], library: Library) -> None:
    """Raises Unusable where site or index were built with games that are not to be served: those of an overlay."""
    file = site / "api" / "v1" / "systems.json"
    built = {game["id"] for game in json.loads(file.read_text("utf-8"))["systems"]} if file.is_file() else set()
    if more := sorted((built | searched) - set(library.systems)):
        raise Unusable(
            f"Die gebaute Seite enthält private Spiele: {', '.join(more)}. Baue sie ohne: nachschlag build --publish. Trotzdem: --private"
        )


def configuration(app: object) -> uvicorn.Config:
    """How uvicorn runs for strangers: no access log (addresses are personal data), no hints at what is installed."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        http=PatientProtocol,
        ws="none",
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=GRACE,
    )
