"""A foreign web page that uses our site: two servers on two ports, so that the browser sees two origins."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class _Site(SimpleHTTPRequestHandler):
    """Serves our site with the header that our help page asks hosts to send."""

    def end_headers(self) -> None:
        if self.path.startswith(("/api/", "/einbetten-", "/nachschlag.")):
            self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


class _Pages(BaseHTTPRequestHandler):
    def __init__(self, pages: Mapping[str, str], headers: Mapping[str, str], *args: object) -> None:
        self._pages, self._headers = pages, headers
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        page = self._pages.get(self.path)
        self.send_response(200 if page is not None else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        for name, value in self._headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write((page or "").encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def _served(handler: object) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)  # type: ignore[arg-type]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def our_site(folder: Path) -> Iterator[str]:
    """The address of a built site that other origins may read."""
    with _served(partial(_Site, directory=str(folder))) as address:
        yield address


@contextmanager
def other_site(pages: Mapping[str, str], headers: Mapping[str, str] | None = None) -> Iterator[str]:
    """The address of foreign pages (path → HTML), sent with these headers. Pages may be added while it runs."""
    with _served(partial(_Pages, pages, {} if headers is None else headers)) as address:
        yield address
