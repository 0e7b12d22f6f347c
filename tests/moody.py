"""A server on loopback that misbehaves on demand: errors, silence, truncated transfers, other people's pages, another build."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

TYPES = {
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".js": "text/javascript",
    ".json": "application/json",
}

#: The login page that a network serves for every address.
PORTAL = b"<!doctype html><html><head><title>Hotel WLAN</title></head><body><h1>Bitte anmelden</h1></body></html>"

#: How to answer a path below the site: "fine", a status such as "503", or one of the names in `Handler.misbehave`.
Mood = Callable[[str], str]


@dataclass
class Moody:
    """The running server. `site` may be changed to another build at any time; `mood` decides the answer to each path."""

    site: Path
    base: str = "/"
    port: int = 0
    mood: Mood = lambda _: "fine"
    #: Prefix of pages on a browser's navigation (a service worker gets them unchanged).
    head: bytes = b""
    #: Every request as (path below the site, with its query).
    asked: list[str] = field(default_factory=list)
    #: Every body sent without misbehaving, as (path below the site, bytes on the line).
    sent: list[tuple[str, int]] = field(default_factory=list)
    #: Set to release held requests.
    release: threading.Event = field(default_factory=threading.Event)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.base}".rstrip("/")

    def always(self, mood: str, *parts: str) -> None:
        """A mood for every path, or only for those that contain one of `parts`."""
        self.mood = lambda path: mood if not parts or any(part in path for part in parts) else "fine"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    moody: Moody

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        if not parts.path.startswith(self.moody.base):
            self.answer(404, b"nicht hier", "text/plain")
            return
        path = unquote(parts.path[len(self.moody.base) :])
        self.moody.asked.append(f"{path}?{parts.query}" if parts.query else path)
        mood = self.moody.mood(path)
        if path == "anmelden/" and mood == "fine":
            mood = "portal"
        if mood == "fine":
            self.serve(path, bool(parts.query))
        else:
            self.misbehave(mood, path)

    def serve(self, path: str, versioned: bool) -> None:
        file = self.moody.site / path
        if file.is_dir() and path and not path.endswith("/"):
            self.send_response(301)
            self.send_header("Location", f"{self.moody.base}{path}/")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            self.answer(404, (self.moody.site / "404.html").read_bytes(), "text/html")
            return
        kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        body = file.read_bytes()
        if kind == "text/html" and "text/html" in self.headers.get("Accept", ""):
            body = body.replace(b"<head>", b"<head>" + self.moody.head, 1)
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        if self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self.end_headers()
            return
        self.moody.sent.append((path, self.answer(200, body, kind, versioned, tag)))

    def misbehave(self, mood: str, path: str) -> None:
        if mood.isdigit():
            self.answer(int(mood), b"<h1>Fehler</h1>", "text/html")
        elif mood == "portal" or (mood == "login" and path == "anmelden/"):
            self.answer(200, PORTAL, "text/html")
        elif mood == "login":  # the login page of the same host
            self.send_response(302)
            self.send_header("Location", f"{self.moody.base}anmelden/")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif mood == "elsewhere":
            self.send_response(302)
            self.send_header("Location", "http://127.0.0.1:9/anmelden")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif mood == "wrong":  # right type and status, wrong bytes
            self.answer(200, b"/* nichts */", "text/css")
        elif mood == "cut":  # announces its length and stops in the middle
            body = (
                self.moody.site / path / "index.html" if path.endswith("/") or not path else self.moody.site / path
            ).read_bytes()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body[: len(body) // 2])
            self.drop()
        elif mood == "held":
            self.moody.release.wait(60)
            self.serve(path, False)
        else:
            assert mood == "down", mood
            self.drop()

    def drop(self) -> None:
        self.close_connection = True
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)

    def answer(self, status: int, body: bytes, kind: str, versioned: bool = False, tag: str = "") -> int:
        packed = _packed(body)
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if versioned else "no-cache")
        self.send_header("Content-Length", str(len(packed)))
        if tag:
            self.send_header("ETag", tag)
        self.end_headers()
        self.wfile.write(packed)
        return len(packed)


@cache
def _packed(body: bytes) -> bytes:
    """A body as it goes over the line. Every first visit asks for the same ones."""
    return gzip.compress(body, 6)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore browsers that disconnect."""


@contextmanager
def moody(site: Path, base: str = "/") -> Iterator[Moody]:
    """Run a moody server for a built site below a base path."""
    state = Moody(site, base)
    server = _Server(("127.0.0.1", 0), type("Bound", (Handler,), {"moody": state}))
    state.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        state.release.set()
        server.shutdown()
        server.server_close()
        thread.join(10)
