"""`nachschlag serve`: builds what is stale, serves site and search, and shows changes as they are saved (`live.py`)."""

from __future__ import annotations

import argparse
import asyncio
import errno
import json
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from nachschlag.generator.files.lock import in_use
from nachschlag.generator.model.command import Exit
from nachschlag.generator.model.findings import Finding
from nachschlag.generator.model.unusable import OutOfRange, Unusable, WrongOptions, require

from ..core.limits import MOST_WORKERS
from ..index.index import private_systems
from .drafts import draft_routes, page_lines
from .hints import SCRIPT, Hints, told
from .live import LiveSite

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

#: Hosts under which this machine itself reaches what is served.
_REACHED = ("127.0.0.1", "localhost", "0.0.0.0")
#: Hosts that no other machine reaches.
_OURS = ("127.0.0.1", "localhost", "::1")
#: Carries the version current when the page requested it, so that a save before the page listens is not missed.
_LIVE_JS = """let version = %d;
const events = new EventSource(`/__nachschlag/events?since=${version}`);
events.onmessage = (event) => {
  const { version: now, pages, broken } = JSON.parse(event.data);
  tellBroken(broken);
  const mine = pages.includes("*") || pages.includes(location.pathname);
  if (version !== now && mine) location.reload();
  version = now;
};
"""


def run(args: argparse.Namespace) -> int:
    """Build what is stale, then serve until interrupted. In production, only serve what is built."""
    if (args.index_from or args.index_key or args.engine or args.mcp or args.workers is not None) and not args.production:
        raise WrongOptions("--index-from, --index-key, --engine, --mcp und --workers gibt es nur mit --production.")
    if args.engine and args.index_from:
        raise WrongOptions("--engine und --index-from zugleich geht nicht: Der Index kommt von einem von beiden.")
    if args.index_key and not args.index_from:
        raise WrongOptions("--index-key braucht --index-from: die Datei, deren Unterschrift geprüft wird.")
    if args.workers is not None and not 1 <= args.workers <= MOST_WORKERS:
        raise OutOfRange("--workers", args.workers, 1, MOST_WORKERS)
    require("den Server", "server", "uvicorn", "starlette", *(() if args.production else ("watchfiles",)))
    if args.engine:
        require("PostgreSQL", "postgresql", "psycopg")
    if args.mcp:
        require("Assistenten", "mcp", "mcp")
    listener = listen(args.host, args.port)
    if args.production:
        _serve_finished(args, listener)
        return Exit.FINE
    live = LiveSite(args.project, args.overlays)
    live.start()
    _tell(args.host, listener)
    if args.host not in _OURS:
        _tell_private(args.project / "build" / "index")
    for line in page_lines(args.overlays, address("127.0.0.1", listener.getsockname()[1])) if args.host in _REACHED else ():
        print(line, flush=True)
    threading.Thread(target=live.watch, daemon=True).start()
    try:
        _serve(live, listener)
    finally:
        live.stop()
    return Exit.FINE


def _serve_finished(args: argparse.Namespace, listener: socket.socket) -> None:
    from ..service.production import serve

    site = Path(args.site) if args.site else args.project / "site"
    overlays = args.overlays if args.private else ()
    with nullcontext() if args.private else in_use(args.project):
        serve(
            args.project,
            site,
            listener,
            private=args.private,
            overlays=overlays,
            index_from=args.index_from or "",
            index_key=args.index_key or "",
            engine=args.engine or "",
            mcp=args.mcp,
            workers=args.workers or 0,
            ready=lambda: _tell(args.host, listener),
        )


def _tell(host: str, listener: socket.socket) -> None:
    print(f"Nachschlag läuft: {address(host, listener.getsockname()[1])} (Strg+C beendet)", flush=True)


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket. Raises Unusable if the port is taken or the address is not ours."""
    if not 0 <= port <= 65535:
        raise OutOfRange("--port", port, 0, 65535)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small answers at once (TCP_NODELAY) only if the protocol is named; otherwise each waits 40 ms for an
    # acknowledgement
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(512)  # from here on a browser waits for the build instead of being refused
    except OSError as problem:
        listener.close()
        is_port = problem.errno in (errno.EADDRINUSE, errno.EACCES)
        other = port + 1 if port >= 1024 else 8000  # below, only root may listen
        remedy = f"einen anderen Port: --port {other}" if is_port else "eine Adresse dieses Rechners: --host 127.0.0.1"
        raise Unusable(f"An {host}:{port} lässt sich nicht lauschen ({problem.strerror}). Nimm {remedy}") from None
    return listener


def address(host: str, port: int) -> str:
    """The address to open, for people: for 0.0.0.0 the one that a phone in the same network can reach."""
    if host not in ("0.0.0.0", "::"):
        return f"http://{f'[{host}]' if ':' in host else host}:{port}"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                ("192.0.2.1", 9)
            )  # a documentation address: nothing is sent, the operating system only picks the interface
            host = str(probe.getsockname()[0])
        except OSError:
            host = "127.0.0.1"
    return f"http://{host}:{port}"


def _tell_private(index: Path) -> None:
    """Tell which private systems everyone in the network can see."""
    with suppress(OSError, ValueError):  # a broken index is reported where it is searched
        if private := ", ".join(sorted(private_systems(index))):
            print(f"Privat, und jetzt für alle im Netz zu sehen: {private}. Nur für dich: ohne --host", flush=True)


def _serve(live: LiveSite, listener: socket.socket) -> None:
    import uvicorn

    from ..service import LiveRules, create_app

    index = live.project / "build" / "index"
    app = create_app(
        live.folder, index, live_routes(live), rules=LiveRules(live.project, live.folder, index, overlays=live.overlays)
    )
    config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1, lifespan="off")
    uvicorn.Server(config).run(sockets=[listener])


def live_routes(live: LiveSite) -> list[BaseRoute]:
    """The routes that make open pages reload after a rebuild, and show the findings on them."""
    from starlette.responses import JSONResponse, Response, StreamingResponse
    from starlette.routing import Route

    async def events(request: Request) -> Response:
        async def stream() -> AsyncIterator[str]:
            since = request.query_params.get("since", "")
            sent = (
                int(since) if since.isdecimal() and int(since) <= live.version else None
            )  # None: the page comes from an earlier server
            told_broken: list[Finding] = []
            while not await request.is_disconnected():
                now, broken = live.version, live.broken
                if sent != now or told_broken != broken:
                    pages = ["*"] if sent is None else live.changed_since(sent)
                    yield f"data: {json.dumps({'version': now, 'pages': pages, 'broken': [told(one) for one in broken]})}\n\n"
                    sent, told_broken = now, broken
                await asyncio.sleep(0.05)

        return StreamingResponse(stream(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})

    async def script(request: Request) -> Response:
        text = f"{_LIVE_JS % live.version}{SCRIPT.read_text('utf-8')}"
        return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-store"})

    known = Hints(live.project, live.overlays)

    def hints(request: Request) -> Response:  # takes a second after a save, so Starlette runs it in a thread
        return JSONResponse(known.of(request.query_params.get("page", "")), headers={"Cache-Control": "no-store"})

    return [
        Route("/__nachschlag/events", events),
        Route("/__nachschlag/live.js", script),
        Route("/__nachschlag/hints", hints),
        *draft_routes(live.overlays),
    ]
