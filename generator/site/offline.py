"""Offline use of a finished site: its version, the list of files that a device keeps, and the service worker.

The version is a fingerprint of all those files. Every page names it and requests our styles, scripts and data with
`?v=<version>`, so that files of one version stay together during an update, and hosts may let browsers cache them for long.
"""

from __future__ import annotations

import base64
import hashlib
import json
import posixpath
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..files.atomic import write_atomic
from .scripts import FOLDER as SCRIPTS
from .scripts import classic_script

WORKER = "sw.js"
#: The frame page for pages that the worker makes from the bundles.
SHELL = "offline/index.html"

#: Pages that a device keeps, besides those of help and of whole systems; it makes every other page from the bundles.
_PAGES = ("index.html", "suche/index.html", "spickzettel/index.html", SHELL, "impressum/index.html", "datenschutz/index.html")
#: Help for site owners and developers, who have a network; players' devices need the space for rules.
NOT_FOR_PLAYERS = (
    "dienst",
    "developers",
    "einbauen",
    "einbetten",
    "einlesen",
    "entwickler",
    "integrate",
    "profil",
    "veroeffentlichen",
)
#: Patterns of the JSON files that our scripts read.
DATA = ("assets/suche/*.json", "api/v1/systems/*.json", "api/v1/concepts.json", "api/v1/moved.json")
#: Text excerpts for the search page (as many bytes as everything else), which stay online only.
_LEFT_OUT = re.compile(r"assets/suche/texte-")

_FILE = r"[^\"'()?#\s]+\.(?:css|js|png|svg|ico|webmanifest|woff2)"
_LINKED = re.compile(rf"<(?:link|script|img)\b[^>]*?\b(?:href|src)=\"({_FILE})\"")
_URL = re.compile(rf"url\(\s*[\"']?({_FILE})")
_OURS = re.compile(r"((?:href|src)=\"(?:[^\"?#:]*/)?assets/(?!javascripts/|stylesheets/)[\w./-]+\.(?:css|js))(?=\")")
_META = '<meta name="nachschlag-version" content="">'


def kept_files(folder: Path) -> list[str]:
    """The files of a site that a device keeps, as sorted paths below it: pages and their files, search index, bundles.

    >>> kept_files(Path("site"))[0]
    'api/v1/concepts.json'
    """
    pages = [path for path in _PAGES if (folder / path).is_file()]
    helps = (path for path in folder.glob("hilfe/**/index.html") if path.parent.name not in NOT_FOR_PLAYERS)
    pages += [path.relative_to(folder).as_posix() for path in helps]
    systems = (path.stem for path in folder.glob("api/v1/systems/*.json"))
    whole = (f"{system}/{page}index.html" for system in systems for page in ("", "aenderungen/"))
    pages += [path for path in whole if (folder / path).is_file()]
    found = {*pages, *_data(folder)}
    for page in pages:
        _follow(folder, page, found)
    return sorted(found)


def may_be_kept(path: str) -> bool:
    """Whether a page could be one of those: no entry's, no list's."""
    return path.count("/") < 2 or path.startswith("hilfe/") or path.endswith("/aenderungen/index.html")


def _data(folder: Path) -> Iterator[str]:
    for pattern in DATA:
        paths = (path.relative_to(folder).as_posix() for path in folder.glob(pattern))
        yield from (path for path in paths if not _LEFT_OUT.match(path))


def _follow(folder: Path, path: str, found: set[str]) -> None:
    """Add the styles, scripts, icons and fonts that a page, style file or manifest requests."""
    for target in _asked_for(folder / path):
        file = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        if file not in found and not file.startswith("..") and (folder / file).is_file():
            found.add(file)
            _follow(folder, file, found)


def _asked_for(path: Path) -> list[str]:
    if path.suffix == ".html":
        return _LINKED.findall(path.read_text("utf-8"))
    if path.suffix == ".css":
        return _URL.findall(path.read_text("utf-8"))
    if path.suffix == ".webmanifest":
        return [str(icon["src"]) for icon in json.loads(path.read_text("utf-8")).get("icons", ())]
    return []


def version_of(folder: Path, files: Iterable[str]) -> str:
    """The version of a site whose pages have none yet: 12 hex digits over the kept files and the worker's own script."""
    digest = hashlib.sha256(_worker_script().encode())
    for path in files:
        digest.update(f"\0{path}\0{_hash(folder / path)}".encode())
    return digest.hexdigest()[:12]


def with_version(html: str, version: str) -> str:
    """Put the version into a page and into the addresses of our styles and scripts.

    >>> with_version('<script src="../assets/nachschlag.js" defer></script>', "abc")
    '<script src="../assets/nachschlag.js?v=abc" defer></script>'
    """
    named = html.replace(_META, _META.replace('content=""', f'content="{version}"'))
    return _OURS.sub(rf"\1?v={version}", named)


def write_worker(folder: Path, version: str, files: Iterable[str], date: str = "") -> None:
    """Write the service worker of a finished site: version, date and files (path → [SHA-256, bytes]), then the script."""
    listed = {path: [_hash(folder / path), (folder / path).stat().st_size] for path in files}
    state = json.dumps({"version": version, "date": date, "files": listed}, ensure_ascii=False, separators=(",", ":"))
    write_atomic(folder / WORKER, f"const nachschlagStand = {state};\n{_worker_script()}")


def kept_by(folder: Path) -> dict[str, tuple[str, int]]:
    """The files (path → SHA-256 and bytes) that a built site's worker keeps; {} without a worker."""
    path = folder / WORKER
    if not path.is_file():
        return {}
    first = path.read_text("utf-8").partition("\n")[0]
    files = json.loads(first.removeprefix("const nachschlagStand = ").removesuffix(";"))["files"]
    return {name: (str(sha), int(size)) for name, (sha, size) in files.items()}


def content_date(project: Path) -> str:
    """The date ("2026-11-21") of the last change to content or glossary, from git; "" if unknown."""
    return content_state(project).rpartition(" ")[2]


def content_state(project: Path) -> str:
    """The commit of the last change to content or glossary, and its date, from git; "" if unknown."""
    git = shutil.which("git")
    if git is None:
        return ""
    command = [git, "-C", str(project), "log", "-1", "--format=%H %cs", "--", "content", "glossary"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.stdout.strip() if run.returncode == 0 else ""


def _hash(path: Path) -> str:
    return base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()


def _worker_script() -> str:
    return classic_script(SCRIPTS / "worker.js")
