"""A small site with the search of a library, on a server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from nachschlag.generator.files.output import Output
from nachschlag.generator.model.library import Library
from nachschlag.generator.site.scripts import FOLDER, classic_script
from nachschlag.search.build import build_step

PAGE = """<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Test</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self'; style-src 'self'">
<meta name="nachschlag-base" content="{base}"><meta name="nachschlag-system" content="{system}">
<link rel="stylesheet" href="{base}/assets/suche/suche.css"></head><body>
<form data-suche action="{base}/suche/" method="get" role="search"><label for="q">Suche</label>
<input id="q" type="search" name="q"><div data-suche-treffer></div></form>
<main {main}></main><div id="nicht-gefunden" class="n-klappkasten n-verfehlt"></div>
<script src="{base}/assets/nachschlag.js" defer></script>
<script src="{base}/assets/suche/suche.js" defer></script></body></html>"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without logging, and uncached: else browsers cache them for a tenth of their age."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(library: Library, root: Path) -> Iterator[str]:
    """A small site with the search of a library, on a server."""
    output = Output(root / "site")
    build_step(library, output, root)
    output.write("assets/nachschlag.js", classic_script(FOLDER / "main.js", shares=True))
    output.write("index.html", PAGE.format(base=".", system="", main=""))
    output.write("suche/index.html", PAGE.format(base="..", system="", main="data-suche-seite"))
    output.write("zwergenball/bewegung/index.html", PAGE.format(base="../..", system="zwergenball", main=""))
    output.write("teekrieg/kannen/index.html", PAGE.format(base="../..", system="teekrieg", main=""))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root / "site")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
