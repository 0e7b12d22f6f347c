"""Finish a built site: merged styles, contents, addresses of files, content security policy, service worker."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

from ..files.atomic import write_atomic
from ..files.fingerprint import integrity
from .contents import read_contents, with_contents
from .merged_styles import merge_styles
from .offline import files_in, hashes_of, with_hashes, write_offline

#: A marker in every site we build, so that a build never overwrites any other folder.
MARKER = ".nachschlag-site"
MARKED = "Von Nachschlag gebaut; dieser Ordner wird bei jedem Bau ersetzt.\n"

_SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)([^>]*)>(.*?)</script>", re.DOTALL | re.IGNORECASE)
_CHARSET = re.compile(r"<meta charset=[^>]*>", re.IGNORECASE)
_LASTMOD = re.compile(r"\s*<lastmod>[^<]*</lastmod>")
_POLICY = (
    "default-src 'self'; script-src 'self'{hashes}; style-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'"
)


def policy(html: str) -> str:
    """The content security policy of one page: allows our own files, and the builder's inline scripts by their hashes."""
    hashes = []
    for attributes, code in _SCRIPT.findall(html):
        if "application/json" not in attributes and "ld+json" not in attributes:
            hashes.append(f" '{integrity(code)}'")
    return _POLICY.format(hashes="".join(sorted(set(hashes))))


def with_policy(html: str) -> str:
    """Put the policy into a page's head; leaves a page alone that already has one, or has no charset to put it after."""
    if '<meta http-equiv="Content-Security-Policy"' in html:
        return html
    tag = f'<meta http-equiv="Content-Security-Policy" content="{policy(html)}">'
    return _CHARSET.sub(lambda m: f"{m[0]}\n{tag}", html, count=1)


def finish_site(folder: Path, *, date: str = "", live: bool = False) -> None:
    """Finish a built site: merged styles, contents, policy and files' hashes in every page, the service worker, the marker.

    A `live` site (`nachschlag serve`) gets neither hashes nor worker, because its files keep changing. `date` is the content's
    date, which readers see when an update is available.
    """
    merge_styles(folder)
    pieces = read_contents(folder)
    hashes = {} if live else hashes_of(files_in(folder))
    for path in sorted(folder.rglob("*.html")):
        html = path.read_text("utf-8")
        url = path.relative_to(folder).parent.as_posix()
        filled = with_contents(html, pieces, "" if url == "." else f"{url}/")
        finished = with_policy(filled if live else with_hashes(filled, hashes))
        if finished != html:
            write_atomic(path, finished)
    sitemap = folder / "sitemap.xml"
    if sitemap.is_file():
        for name, content in steady_sitemap(sitemap.read_text("utf-8")):
            write_atomic(folder / name, content)
    if not live:
        write_offline(folder, date)
    write_atomic(folder / MARKER, MARKED)


def steady_sitemap(text: str) -> Iterator[tuple[str, str | bytes]]:
    """The sitemap's files without the build's date: it says nothing about a page and would make every build different."""
    steady = _LASTMOD.sub("", text)
    yield "sitemap.xml", steady
    yield "sitemap.xml.gz", gzip.compress(steady.encode(), mtime=0)
