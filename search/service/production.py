"""`nachschlag serve --production`: the finished site for everybody. Nothing is built or watched; a build beside it is taken over."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn
from nachschlag.generator.model.unusable import Unusable
from nachschlag.generator.site.finish import MARKER

from ..index.current import LiveIndex, LiveRules, refuse_more
from .app import SMALL, create_app
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
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # also while all is loaded, so that no process is left behind
    if not hasattr(os, "fork"):  # Windows: threads answer, and nothing can end them
        rules = LiveRules(project, site, index, private=private, overlays=overlays)
        refuse_more(site, {system.id for system in LiveIndex(index).get().lexicon.systems}, rules.get().library)
        _run(create_app(site, index, rules=rules, private=private), listener, ready)
        return
    from .nursery import Ward
    from .workers import Workers

    ward = Ward(str(project), str(site), str(index), private, tuple(map(str, overlays)), workers=SMALL + 1)
    with Workers(ward) as workers:
        _run(create_app(site, index, private=private, workers=workers), listener, ready)


def _run(app: object, listener: socket.socket, ready: Callable[[], None]) -> None:
    server = uvicorn.Server(configuration(app))

    def end(*_: object) -> None:
        server.should_exit = True

    # uvicorn listens to signals once it runs, and raises them again when it is done: an end that was asked for is a good one.
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    ready()
    server.run(sockets=[listener])


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
