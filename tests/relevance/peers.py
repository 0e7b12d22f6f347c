"""The searches that others would use for such a site, on the same entries, for comparison with ours; and ours in the browser.

All of them really run: FTS5 in Python's SQLite, tantivy as a library, the others in Chromium. MiniSearch comes from the npm registry,
checked against its checksum; lunr comes with MkDocs and Material; Pagefind and tantivy are packages (extra "peers").
"""

from __future__ import annotations

import base64
import hashlib
import html
import io
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import threading
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

from nachschlag.generator import load
from nachschlag.search.browser.browser_index import BrowserIndex, to_bytes
from nachschlag.search.build import core_modules
from nachschlag.search.core.documents import Corpus, Document, corpus_of

from tests.browser import chromium

from . import with_tantivy
from .measure import DEPTH, Engine

if TYPE_CHECKING:
    from playwright.sync_api import Page

MINISEARCH = "https://registry.npmjs.org/minisearch/-/minisearch-7.2.0.tgz"
MINISEARCH_SUM = "sha512-dqT2XBYUOZOiC5t2HRnwADjhNS2cecp9u+TJRiJ1Qp/f5qjkeT5APcGPjHw+bz89Ms8Jp+cG4AlE+QZ/QnDglg=="

_SCRIPTS = Path(__file__).parent / "peers.js"


def engines(root: Path, *, only_browser: bool = False) -> Iterator[tuple[str, Engine]]:
    """(name, search) of our browser search, and unless `only_browser` of SQLite FTS5, tantivy, MiniSearch, lunr and Pagefind."""
    library, _ = load(root)
    corpus = corpus_of(library)
    folder = root / "build" / "peers"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _write_ours(folder, corpus)
    if not only_browser:
        yield "SQLite FTS5 (unicode61, prefix, AND then OR)", fts5(corpus.documents)
        with_tantivy.write(corpus.documents, folder / "tantivy")
        yield "tantivy (German stems, prefix, fuzzy)", with_tantivy.opened(folder / "tantivy")
        _write_others(folder, corpus.documents)
    with _served(folder) as address, chromium() as browser:
        page = browser.new_page()
        page.goto(f"{address}/index.html")
        names = {"ours": "browser"}
        if not only_browser:
            names |= {
                "minisearch": "MiniSearch (folded, prefix, fuzzy)",
                "lunr": "lunr as Material ships it",
                "pagefind": "Pagefind",
            }
        for key, name in names.items():
            page.evaluate("name => start(name)", key)
            yield name, partial(_ask, page, key)


def _ask(page: Page, key: str, query: str, system: str | None) -> Sequence[str]:
    ids: list[str] = page.evaluate("([key, query, system, limit]) => ask(key, query, system, limit)", [key, query, system, DEPTH])
    return ids


def fts5(documents: Sequence[Document]) -> Engine:
    """SQLite's full text search: every word as a prefix, all required; where that finds too little, any of them."""
    base = sqlite3.connect(":memory:", check_same_thread=False)
    base.execute(
        "CREATE VIRTUAL TABLE docs USING fts5(id UNINDEXED, system UNINDEXED, title, en, number, part, body, "
        "tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4')"
    )
    rows = [(d.id, d.system, d.title, d.title_en, d.number, d.part, f"{d.short}\n{d.body}") for d in documents]
    base.executemany("INSERT INTO docs VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def search(query: str, system: str | None) -> Sequence[str]:
        words = [f'"{word}"*' for word in re.findall(r"\w+", query)]
        found: dict[str, None] = {}
        for joined in (" AND ".join(words), " OR ".join(words)):
            if joined and len(found) < DEPTH:
                sql = "SELECT id FROM docs WHERE docs MATCH ?" + (" AND system = ?" if system else "")
                sql += " ORDER BY bm25(docs, 0, 0, 6, 5, 8, 1, 1) LIMIT ?"
                found |= dict.fromkeys(row[0] for row in base.execute(sql, [joined, *([system] if system else []), DEPTH]))
        return list(found)

    return search


# -- files for the browser ----------------------------------------------------------------------------------------------------


def _write_ours(folder: Path, corpus: Corpus) -> None:
    for name, make in BrowserIndex(corpus).files().items():
        (folder / name).write_bytes(to_bytes(make()))
    for name, script in core_modules().items():
        (folder / name).write_text(script, encoding="utf-8")
    shutil.copy(_SCRIPTS, folder / "peers.js")
    (folder / "index.html").write_text(
        '<!doctype html><meta charset="utf-8"><title>peers</title><script src="peers.js"></script>', encoding="utf-8"
    )


def _write_others(folder: Path, documents: Sequence[Document]) -> None:
    rows = [
        {
            "id": d.id,
            "system": d.system,
            "title": d.title,
            "en": d.title_en,
            "number": d.number,
            "part": d.part,
            "body": f"{d.short}\n{d.body}",
        }
        for d in documents
    ]
    (folder / "documents.json").write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    _write_minisearch(folder)
    _write_lunr(folder)
    _write_pagefind(folder, documents)


def _write_minisearch(folder: Path) -> None:
    with urllib.request.urlopen(MINISEARCH) as answer:
        archive = answer.read()
    found = "sha512-" + base64.b64encode(hashlib.sha512(archive).digest()).decode()
    if found != MINISEARCH_SUM:
        raise RuntimeError(f"{MINISEARCH}: the sum is {found}, not {MINISEARCH_SUM}")
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        script = files.extractfile("package/dist/es/index.js")
        assert script is not None
        (folder / "minisearch.js").write_bytes(script.read())


def _write_lunr(folder: Path) -> None:
    import material
    import mkdocs.contrib.search

    shutil.copy(next(Path(mkdocs.contrib.search.__file__).parent.rglob("lunr.js")), folder / "lunr.js")
    languages = Path(material.__path__[0]) / "templates/assets/javascripts/lunr/min"
    for name in ("lunr.stemmer.support.min.js", "lunr.de.min.js"):
        shutil.copy(languages / name, folder / name)


def _write_pagefind(folder: Path, documents: Sequence[Document]) -> None:
    site = folder / "pages"
    for document in documents:
        path = site / document.id / "index.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = html.escape(f"{document.short}\n{document.body}")
        path.write_text(
            f'<!doctype html><html lang="de"><meta charset="utf-8"><title>{html.escape(document.title)}</title>'
            f'<body data-pagefind-body><p data-pagefind-filter="system">{document.system}</p>'
            f"<h1>{html.escape(document.title)}</h1><h2>{html.escape(document.title_en)}</h2>"
            f"<p>{html.escape(document.part)} {html.escape(document.number)}</p><p>{text}</p></body></html>",
            encoding="utf-8",
        )
    command = [sys.executable, "-m", "pagefind", "--site", str(site), "--output-path", str(folder / "pagefind"), "--quiet"]
    subprocess.run(command, check=True)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
