"""`nachschlag serve --production`: serves the finished site to the public. It neither builds nor watches, but picks up a new build."""

from __future__ import annotations

import hashlib
import os
import signal
import socket
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import uvicorn
from nachschlag.generator.model.unusable import NotBuilt, Unreadable
from nachschlag.generator.site.finish import MARKER

from ..index.current import LiveIndex, LiveRules, refuse_more
from .app import SMALL, create_app
from .follower import Follower, Origin
from .protocol import PatientProtocol
from .work import Ward

#: The most connections at once, beyond which they are refused; and the seconds that running requests get when the service is
#: stopped.
MOST_CONNECTIONS = 1024
GRACE = 30
#: The folder of fetched indexes below the project's `build`.
FETCHED = "fetched"


def serve(
    project: Path,
    site: Path,
    listener: socket.socket,
    *,
    private: bool,
    overlays: tuple[Path, ...] = (),
    index_from: str = "",
    index_key: str = "",
    engine: str = "",
    mcp: bool = False,
    workers: int = 0,
    ready: Callable[[], None],
) -> None:
    """Serve until SIGTERM or SIGINT, after calling `ready`. Raises Unusable if something is missing or must not be served.

    With `index_from` the index is not the project's, but follows a file or address, signed with `index_key` if that is given; with
    `engine` it is in PostgreSQL. With `mcp` it answers assistants at /mcp. This number of `workers` answers small questions (0: one
    for each core, two to eight).
    """
    source = engine or index_from
    index = index_at(project, source, engine, index_key)
    if not (site / MARKER).is_file():
        raise NotBuilt(f"Unter „{site}“ liegt keine gebaute Seite. Bau sie zuerst: nachschlag build --publish")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # also while loading, so that no process is left behind
    small = workers or SMALL
    ward = Ward(str(project), str(site), str(index), private, tuple(map(str, overlays)), small + 1, engine, mcp)
    with Follower(Origin(source, index_key, str(index), bool(engine), private)) if source else nullcontext():
        if hasattr(os, "fork"):
            from .workers import Workers

            with Workers(ward) as others:
                _run(create_app(site, index, private=private, workers=others, mcp=mcp, small=small), listener, ready)
        else:  # Windows: threads answer, which cannot be killed
            rules = LiveRules(project, site, index, private=private, overlays=overlays)
            refuse_more(site, {system.id for system in LiveIndex(index, engine).get().lexicon.systems}, rules.get().library)
            _run(create_app(site, index, rules=rules, private=private, mcp=mcp, small=small), listener, ready)


def index_at(project: Path, source: str, engine: str = "", index_key: str = "") -> Path:
    """The folder of the index. Fetched indexes have one for each origin and key, so that an unsigned one, or one of a database,
    never counts as the earlier index. Raises Unusable if the key cannot be read.
    """
    if not source:
        return project / "build" / "index"
    try:
        key = hashlib.sha256(Path(index_key).read_bytes()).hexdigest()[:16] if index_key else "unsigned"
    except OSError as problem:
        raise Unreadable(index_key, problem) from None
    return project / "build" / FETCHED / ("postgresql" if engine else key)


def _run(app: object, listener: socket.socket, ready: Callable[[], None]) -> None:
    server = uvicorn.Server(configuration(app))

    def end(*_: object) -> None:
        server.should_exit = True

    # uvicorn handles signals while it runs, and raises them again afterwards: stopping on request must count as success.
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    ready()
    server.run(sockets=[listener])


def configuration(app: object) -> uvicorn.Config:
    """Configure uvicorn for the public: no access log (addresses are personal data), no hints at what is installed."""
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
