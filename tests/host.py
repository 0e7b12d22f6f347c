"""A static host for measuring: sends files as real hosts do (compressed, with ETags) and remembers every byte it sent.

It sees requests missing from a browser's own record, such as those of a service worker, and can be as slow as a mobile network.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

#: Types already compressed: sent unchanged.
PACKED = {".png", ".jpg", ".webp", ".woff2", ".gz", ".zip"}
#: The level that hosts and their caches compress with; nginx's default is 1, which makes files a sixth larger.
LEVEL = 6

TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".woff2": "font/woff2"}


@dataclass(frozen=True, slots=True)
class Network:
    """A line shared by all connections: bits per second, and the latency of every answer in seconds."""

    bits_per_second: int
    latency: float


#: The "slow 4G" that Lighthouse measures with.
SLOW_4G = Network(1_600_000, 0.15)


@dataclass(frozen=True, slots=True)
class Sent:
    """One answer: the requested path (without its query), the status, and the bytes of head and body."""

    path: str
    status: int
    size: int


@dataclass(slots=True)
class Host:
    """A served folder: its address (without the trailing slash), and all answers so far."""

    folder: Path
    network: Network | None = None
    port: int = 0
    sent: list[Sent] = field(default_factory=list)
    _line: threading.Lock = field(default_factory=threading.Lock)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def quiet(self, seconds: float = 1.0) -> None:
        """Wait until that long passes without a request, as when a service worker has fetched everything."""
        before = -1
        while before != len(self.sent):
            before = len(self.sent)
            time.sleep(seconds)

    def file(self, path: str) -> Path | None:
        """The file for a path, or None where there is none."""
        there = (self.folder / path.lstrip("/")).resolve()
        if there.is_dir():
            there = there / "index.html"
        return there if there.is_file() and there.is_relative_to(self.folder.resolve()) else None

    def transmit(self, write: Callable[[bytes], object], content: bytes) -> None:
        """Write an answer at the network's speed."""
        if self.network is None:
            write(content)
            return
        time.sleep(self.network.latency)
        for start in range(0, len(content), 4096):
            piece = content[start : start + 4096]
            with self._line:
                time.sleep(8 * len(piece) / self.network.bits_per_second)
            write(piece)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, host: Host, *arguments: object) -> None:
        self.host = host
        super().__init__(*arguments)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        file = self.host.file(path)
        if file is None:
            missing = self.host.file("/404.html")
            self._send(path, HTTPStatus.NOT_FOUND, *(_packed(missing) if missing else ({}, b"")))
        elif file.name == "index.html" and not path.endswith(("/", "index.html")):
            self._send(path, HTTPStatus.MOVED_PERMANENTLY, {"Location": f"{path}/"}, b"")
        else:
            headers, body = _packed(file)
            if self.headers.get("If-None-Match") == headers["ETag"]:
                self._send(path, HTTPStatus.NOT_MODIFIED, {"ETag": headers["ETag"]}, None)
            else:
                self._send(path, HTTPStatus.OK, headers, body)

    def _send(self, path: str, status: HTTPStatus, headers: dict[str, str], body: bytes | None) -> None:
        length = {} if body is None else {"Content-Length": str(len(body))}
        lines = [f"HTTP/1.1 {status} {status.phrase}", "Cache-Control: no-cache", "Vary: Accept-Encoding"]
        lines += [f"{name}: {value}" for name, value in {**headers, **length}.items()]
        content = ("\r\n".join(lines) + "\r\n\r\n").encode() + (body or b"")
        self.host.sent.append(Sent(path, int(status), len(content)))
        self.host.transmit(self.wfile.write, content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def packed_size(file: Path) -> int:
    """The size of a file's body as the host sends it."""
    return len(_packed(file)[1])


_kept: dict[Path, tuple[dict[str, str], bytes]] = {}


def _packed(file: Path) -> tuple[dict[str, str], bytes]:
    """Headers and body of a file, compressed once: files of a built site do not change."""
    if file not in _kept:
        content = file.read_bytes()
        kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        text = kind.startswith("text/") or kind.endswith(("json", "xml"))
        headers = {"Content-Type": f"{kind}; charset=utf-8" if text else kind}
        headers["ETag"] = f'W/"{hashlib.sha256(content).hexdigest()[:16]}"'
        if file.suffix not in PACKED:
            headers["Content-Encoding"] = "gzip"
            content = gzip.compress(content, LEVEL, mtime=0)
        _kept[file] = headers, content
    return _kept[file]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    #: A browser opens many connections at once; the default queue of 5 makes some wait for a second.
    request_queue_size = 128

    def handle_error(self, *_: object) -> None:
        """Ignore browsers that disconnect."""


@contextmanager
def hosted(folder: Path, network: Network | None = None, port: int = 0) -> Iterator[Host]:
    """Serve the folder on loopback, on a free port unless one is given.

    >>> with hosted(site) as host:
    ...     page.goto(f"{host.address}/")
    ...     print(sum(answer.size for answer in host.sent))
    """
    host = Host(folder, network)
    server = _Server(("127.0.0.1", port), partial(_Handler, host))
    host.port = server.server_port
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield host
    finally:
        server.shutdown()
        server.server_close()
