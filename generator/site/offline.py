"""Offline use of a finished site: the addresses of its files, its version, the list of files that a device keeps, the service worker.

Pages request our styles and scripts with `?v=<hash>` of the file, so that hosts may let browsers cache them for long, and a page changes
only with what it shows and names. The hashes of the data, and the version, a fingerprint of all kept files, are in `assets/stand.json`.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from ..files.atomic import write_atomic
from ..files.fingerprint import integrity
from ..files.json_text import compact_json
from ..files.output import stamps_of
from ..history.git import git
from .scripts import FOLDER as SCRIPTS
from .scripts import classic_script
from .template_script import template_script

WORKER = "sw.js"
#: The version of the site and the hash of each data file; no device keeps it.
STATE = "assets/stand.json"
#: The frame page for pages that the worker makes from the bundles.
SHELL = "offline/index.html"

#: Pages that a device keeps, besides those of help and of whole systems; it makes every other page from the bundles.
_PAGES = (
    "index.html",
    "suche/index.html",
    "spickzettel/index.html",
    "liste/index.html",
    SHELL,
    "impressum/index.html",
    "datenschutz/index.html",
)
#: Help for site owners and developers, who have a network; players' devices need the space for rules.
NOT_FOR_PLAYERS = (
    "api-felder",
    "dienst",
    "developers",
    "einbauen",
    "einbetten",
    "einlesen",
    "entwickler",
    "foren",
    "geprueft",
    "integrate",
    "profil",
    "veroeffentlichen",
)
#: Patterns of the JSON files that our scripts read.
DATA = ("assets/suche/*.json", "api/v1/systems/*.json", "api/v1/concepts.json", "api/v1/moved.json")
_DATA = re.compile("|".join(re.escape(pattern).replace(r"\*", "[^/]*") for pattern in DATA))
_BUNDLE = re.compile(r"api/v1/systems/([^/]+)\.json")
_HELP = re.compile(r"hilfe/(?:[^/]+/)*index\.html")
_OWN = re.compile(r"assets/.*\.(?:css|js)")
#: Files that stay online only: text excerpts for the search page (as many bytes as everything else), and the words of single systems,
#: as a device with all files searches in all.
_LEFT_OUT = re.compile(r"assets/suche/(?:texte-|words-)")

_FILE = r"[^\"'()?#\s]+\.(?:css|js|png|svg|ico|webmanifest|woff2)"
_LINKED = re.compile(rf"<(?:link|script|img)\b[^>]*?\b(?:href|src)=\"({_FILE})(?:\?v=\w+)?\"")
_URL = re.compile(rf"url\(\s*[\"']?({_FILE})")
_OURS = re.compile(r"(?:href|src)=\"(?:[^\"?#:]*/)?(assets/(?!javascripts/|stylesheets/)[\w./-]+\.(?:css|js))(?=\")")
#: The mark of a page of a finished site, in whose place the worker puts the device's version.
_META = '<meta name="nachschlag-version" content="%s">'
_FROM_NET = "netz"


#: The files of a site, by their paths below it; in a folder, or staged for it.
Files = Mapping[str, Path]


def files_in(folder: Path) -> Files:
    """The files of a site in a folder."""
    return {name: folder / name for name in stamps_of(folder)}


def kept_files(files: Files) -> list[str]:
    """The files of a site that a device keeps, as sorted paths below it: pages and their files, search index, bundles.

    >>> kept_files(files_in(Path("site")))[0]
    'api/v1/concepts.json'
    """
    pages = {path for path in _PAGES if path in files}
    helps = (path for path in files if path.startswith("hilfe/") and _HELP.fullmatch(path))
    pages |= {path for path in helps if path.split("/")[-2] not in NOT_FOR_PLAYERS}
    systems = [match[1] for path in files if path.startswith("api/") and (match := _BUNDLE.fullmatch(path))]
    pages |= files.keys() & {f"{system}/{page}index.html" for system in systems for page in ("", "aenderungen/")}
    found = {*pages, *(path for path in _all_data(files) if not _LEFT_OUT.match(path))}
    for page in pages:
        _follow(files, page, found)
    return sorted(found)


def _all_data(files: Files) -> list[str]:
    return [path for path in files if path.endswith(".json") and _DATA.fullmatch(path)]


def _follow(files: Files, path: str, found: set[str]) -> None:
    """Add the styles, scripts, icons and fonts that a page, style file or manifest requests."""
    for target in _asked_for(files[path]):
        file = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        if file not in found and file in files:
            found.add(file)
            _follow(files, file, found)


def _asked_for(path: Path) -> list[str]:
    if path.suffix == ".html":
        return _LINKED.findall(path.read_text("utf-8"))
    if path.suffix == ".css":
        return _URL.findall(path.read_text("utf-8"))
    if path.suffix == ".webmanifest":
        return [str(icon["src"]) for icon in json.loads(path.read_text("utf-8")).get("icons", ())]
    return []


def hashes_of(files: Files) -> dict[str, str]:
    """The hash of each style and script of ours, by its path below the site, as pages request them."""
    return {path: _brief(files[path]) for path in sorted(path for path in files if _OWN.fullmatch(path))}


def with_hashes(html: str, hashes: Mapping[str, str]) -> str:
    """Put the hashes of our styles and scripts into their addresses, and mark the page as one of a finished site.

    >>> with_hashes('<script src="../assets/nachschlag.js" defer></script>', {"assets/nachschlag.js": "0f"})
    '<script src="../assets/nachschlag.js?v=0f" defer></script>'
    """
    marked = html.replace(_META % "", _META % _FROM_NET)
    return _OURS.sub(lambda found: f"{found[0]}?v={hashes[found[1]]}" if found[1] in hashes else found[0], marked)


def offline_files(files: Files, date: str = "", script: str = "") -> Iterator[tuple[str, str]]:
    """The files for offline use of a site with finished pages, as (path, text): its state for the pages, its service worker.

    `script` is the worker's own script, if it is already made.
    """
    script = script or worker_script()
    kept = {
        path: [integrity(files[path].read_bytes()).removeprefix("sha256-"), files[path].stat().st_size]
        for path in kept_files(files)
    }
    data = {path: _brief(files[path]) for path in sorted(_all_data(files))}
    version = _version_of(script, kept, data)
    yield STATE, compact_json({"version": version, "files": data})
    state = compact_json({"version": version, "date": date, "files": kept})
    yield WORKER, f"const nachschlagStand = {state};\n{script}"


def write_offline(folder: Path, date: str = "") -> None:
    """Write the files for offline use."""
    for path, text in offline_files(files_in(folder), date):
        write_atomic(folder / path, text)


def _version_of(script: str, kept: Mapping[str, object], data: Mapping[str, object]) -> str:
    """12 hex digits over the worker's own script, the kept files and all data."""
    return hashlib.sha256(f"{script}\0{compact_json(kept)}\0{compact_json(data)}".encode()).hexdigest()[:12]


def content_date(project: Path) -> str:
    """The date ("2026-11-21") of the last change to content or glossary, from git; "" if unknown."""
    return content_state(project).rpartition(" ")[2]


def content_state(project: Path) -> str:
    """The commit of the last change to content or glossary, and its date, from git; "" if unknown."""
    status, output, _ = git(project, "log", "-1", "--format=%H %cs", "--", "content", "glossary")
    return output.strip() if status == 0 else ""


def _brief(path: Path) -> str:
    """The part of a file's hash that is in its address: 12 hex digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


@cache
def worker_script() -> str:
    """The service worker's own script, the same for all sites."""
    return classic_script(SCRIPTS / "worker.js", {SCRIPTS / "templates.js": template_script()})
