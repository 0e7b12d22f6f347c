"""A copy of a built site that opens from a folder or a USB stick, without a server: links name files, data are scripts.

Browsers let pages from a folder neither fetch files nor start service workers. So every link ends in `index.html`, each JSON file
that our scripts read becomes a classic script (see `load` in `site.js`), and files only for servers and programs are omitted.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from ..files.atomic import write_atomic
from ..reading.archive import zipped
from .manifest import PATH as MANIFEST
from .offline import DATA, WORKER

#: Patterns of paths to omit: files for servers and other programs.
_LEFT_OUT = re.compile(
    rf"api/|404\.html$|offline/|sitemap\.|{re.escape(WORKER)}$|{re.escape(MANIFEST)}$"
    r"|[\w-]+/aenderungen\.atom$|assets/og/|assets/suche/(?!suche\.)[\w-]+\.js$"
)

_TAG = re.compile(r"<(?:a|form|link|script)\b[^>]*>")
_ADDRESS = re.compile(r'\b(href|action|src)="([^"]*)"')
_REFRESH = re.compile(r'(<meta http-equiv="refresh" content="0; url=)([^"]*)')
_DROPPED = re.compile(r'<link rel="(?:alternate|manifest|preload|preconnect)"[^>]*>\n?')
_VERSION = re.compile(r'(<meta name="nachschlag-version" content=")[^"]*')
_FOREIGN = re.compile(r"[a-z][a-z0-9+.-]*:|//|#|\?|$", re.IGNORECASE)


def make_folder(site: Path, target: Path) -> None:
    """Copy a built site into a folder that needs no server, replacing an earlier copy. `target` must be free or such a copy."""
    fresh = target.with_name(f".{target.name}.neu")
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        for path in _taken(site):
            _copy(site / path, fresh / path)
        for pattern in DATA:
            for file in sorted(site.glob(pattern)):
                path = file.relative_to(site).as_posix()
                write_atomic(fresh / f"{path}.js", as_script(path, file.read_text("utf-8")))
        shutil.rmtree(target, ignore_errors=True)
        os.replace(fresh, target)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _taken(site: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(site):
        folders.sort()
        for name in sorted(names):
            path = (Path(folder) / name).relative_to(site).as_posix()
            if not _LEFT_OUT.match(path) and not path.endswith(".json"):
                yield path


def _copy(source: Path, target: Path) -> None:
    if source.suffix == ".html":
        write_atomic(target, for_folder(source.read_text("utf-8")))
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def for_folder(html: str) -> str:
    """Make a page's links name files, and remove requests that a folder cannot serve.

    >>> for_folder('<a href="../angst/#beispiel">Angst</a>')
    '<a href="../angst/index.html#beispiel">Angst</a>'
    """
    html = _VERSION.sub(r"\1", _DROPPED.sub("", html))
    html = _REFRESH.sub(lambda m: m[1] + file_address(m[2]), html)
    return _TAG.sub(lambda tag: _ADDRESS.sub(lambda m: f'{m[1]}="{file_address(m[2])}"', tag[0]), html)


def file_address(address: str) -> str:
    """The address of the file that a server would send; keeps addresses of other hosts and within the page.

    >>> file_address("../.."), file_address("../suche/?q=x"), file_address("a.css?v=1"), file_address("https://example.org/")
    ('../../index.html', '../suche/index.html?q=x', 'a.css', 'https://example.org/')
    """
    if _FOREIGN.match(address):
        return address
    path, rest = re.fullmatch(r"([^?#]*)(.*)", address, re.DOTALL).groups()  # type: ignore[union-attr]
    if path.endswith("/"):
        return f"{path}index.html{rest}"
    if path.rpartition("/")[2] in (".", ".."):
        return f"{path}/index.html{rest}"
    return path if rest.startswith("?v=") else path + rest


def as_script(path: str, json_text: str) -> str:
    """A JSON file as a classic script that stores its value under the file's path in `nachschlagDateien`."""
    return f'(globalThis.nachschlagDateien ??= {{}})["{path}"] =\n{json_text.strip()};\n'


def make_archive(folder: Path, archive: Path) -> None:
    """Pack the folder into one zip file of the same name; the same files give the same bytes."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith("."))
    packed = ((f"{folder.name}/{path.relative_to(folder).as_posix()}", path.read_bytes()) for path in files)
    write_atomic(archive, zipped(packed))
