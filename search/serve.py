"""`nachschlag serve`: builds what is stale, serves site and search, and rebuilds while one writes.

Only what changed is rebuilt, into a folder of its own (`build/serve`), so that `site` always is the last whole build.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nachschlag.generator import site
from nachschlag.generator.build import Loaded, generate, load_project
from nachschlag.generator.command import Exit, Unusable
from nachschlag.generator.files import Output, write_atomic
from nachschlag.generator.report import as_text

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

#: Folders and files below the project that a rebuild depends on; the packages' own files count too (see `fingerprint`).
WATCHED = ("content", "glossary", "mkdocs.yml")

_LIVE = '<script src="/__nachschlag/live.js" defer></script>'
_LIVE_JS = """const events = new EventSource("/__nachschlag/events");
let version = null;
events.onmessage = (event) => { if (version !== null && version !== event.data) location.reload(); version = event.data; };
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADRESSE", help="wo gelauscht wird; 0.0.0.0 für Handys im selben Netz"
    )
    parser.add_argument("--port", type=int, default=8000, metavar="ZAHL", help="Port (sonst: 8000)")


def run(args: argparse.Namespace) -> int:
    """Build what is stale, then serve until interrupted."""
    for package in ("uvicorn", "starlette", "watchfiles"):
        if find_spec(package) is None:
            raise Unusable(f'Für den Server fehlt das Paket „{package}“: pip install ".[server]" (im Projektordner)')
    listener = listen(args.host, args.port)
    live = LiveSite(args.project)
    live.start()
    print(f"Nachschlag läuft: {address(args.host, listener.getsockname()[1])} (Strg+C beendet)", flush=True)
    threading.Thread(target=live.watch, daemon=True).start()
    _serve(live, listener)
    return Exit.FINE


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises Unusable where the port is taken or the address is not ours."""
    if not 0 <= port <= 65535:
        raise Unusable(f"--port {port}: erlaubt ist 0 bis 65535.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(100)  # from here on a browser waits for the build instead of being refused
    except OSError as problem:
        listener.close()
        raise Unusable(
            f"An {host}:{port} lässt sich nicht lauschen ({problem.strerror}). Nimm einen anderen Port: --port {port + 1}"
        ) from None
    return listener


def address(host: str, port: int) -> str:
    """Where to look, for people: with 0.0.0.0 the address that a phone in the same network types."""
    if host not in ("0.0.0.0", "::"):
        return f"http://{f'[{host}]' if ':' in host else host}:{port}"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent, the system only picks the interface
            host = str(probe.getsockname()[0])
        except OSError:
            host = "127.0.0.1"
    return f"http://{host}:{port}"


def _serve(live: LiveSite, listener: socket.socket) -> None:
    import uvicorn

    from .service import create_app

    app = create_app(live.folder, live.project / "build" / "index", live_routes(live))
    config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1, lifespan="off")
    uvicorn.Server(config).run(sockets=[listener])


class LiveSite:
    """The served site: built at the start where it is stale, kept up to date while people write."""

    def __init__(self, project: Path) -> None:
        self.project = project
        self.folder = project / "build" / "serve"
        self.version = 0

    def start(self) -> None:
        """Build the whole site, unless the last build was of the same files."""
        stamp = self.project / "build" / "serve.stamp"
        current = fingerprint(self.project)
        if stamp.is_file() and stamp.read_text("utf-8") == current and (self.folder / "index.html").is_file():
            return
        loaded = load_project(self.project)
        if not loaded.library.systems:
            raise Unusable("Kein Spiel geladen. " + " ".join(f"{f.location}: {f.message} {f.hint}" for f in loaded.findings[:1]))
        print("Seite wird gebaut …", file=sys.stderr, flush=True)
        self.build(loaded, dirty=False)
        write_atomic(stamp, current)

    def build(self, loaded: Loaded, *, dirty: bool) -> None:
        """Write pages and indexes, then the site: whole, or only its changed pages in place."""
        if loaded.findings:
            print(as_text(loaded.findings), file=sys.stderr, end="", flush=True)
        output, nav = generate(loaded)
        if dirty:
            site.run_builder(self.project, output.root, nav, self.folder, "mkdocs", dirty=True)
            self._remove_vanished(output)
            site.finish_site(self.folder, live=True)
        else:
            site.build_site(self.project, output.root, nav, self.folder, live=True)
        self._add_live_script()

    def _remove_vanished(self, output: Output) -> None:
        """An in-place build keeps pages whose file is gone."""
        for path in output.changed:
            if not path.exists():
                relative = path.relative_to(output.root)
                page = relative.with_suffix("") / "index.html" if relative.suffix == ".md" else relative
                (self.folder / page).unlink(missing_ok=True)

    def _add_live_script(self) -> None:
        for path in self.folder.rglob("*.html"):
            html = path.read_text("utf-8")
            if _LIVE not in html:
                write_atomic(path, html.replace("</body>", f"{_LIVE}</body>", 1))

    def watch(self) -> None:
        """Rebuild at every change, forever. A broken state is told and waits for the next change."""
        from watchfiles import watch

        paths = [self.project / name for name in WATCHED if (self.project / name).exists()]
        for _ in watch(*paths, debounce=100, step=50, raise_interrupt=False):
            started = time.perf_counter()
            try:
                self.build(load_project(self.project), dirty=True)
            except Exception as problem:  # noqa: BLE001 (whatever happened: say it and go on serving the old state)
                print(f"Nicht gebaut: {problem}", file=sys.stderr, flush=True)
                continue
            self.version += 1
            write_atomic(self.project / "build" / "serve.stamp", fingerprint(self.project))
            print(f"Neu gebaut in {time.perf_counter() - started:.1f} s", file=sys.stderr, flush=True)


def fingerprint(project: Path) -> str:
    """What a build depends on, in one figure: names, sizes and times of the project's files and of our own packages'."""
    own = [Path(site.__file__).parent, Path(__file__).parent]
    digest = hashlib.sha256()
    for root in (*(project / name for name in WATCHED), *own):
        for path in sorted([root] if root.is_file() else root.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                about = path.stat()
                digest.update(f"{path}\0{about.st_size}\0{about.st_mtime_ns}\n".encode("utf-8", "surrogatepass"))
    digest.update(repr(sorted((k, v) for k, v in os.environ.items() if k in ("SITE_URL", "EDIT_BASE"))).encode())
    return digest.hexdigest()


def live_routes(live: LiveSite) -> list[BaseRoute]:
    """The two routes that make an open page reload itself after a rebuild."""
    from starlette.responses import Response, StreamingResponse
    from starlette.routing import Route

    async def events(request: Request) -> Response:
        async def stream() -> AsyncIterator[str]:
            told: Any = None
            while not await request.is_disconnected():
                if told != live.version:
                    told = live.version
                    yield f"data: {told}\n\n"
                await asyncio.sleep(0.2)

        return StreamingResponse(stream(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})

    async def script(request: Request) -> Response:
        return Response(_LIVE_JS, media_type="text/javascript", headers={"Cache-Control": "no-store"})

    return [Route("/__nachschlag/events", events), Route("/__nachschlag/live.js", script)]
