"""The whole build behind a running `nachschlag serve`, in a process of its own so that pages are shown meanwhile:

    python -m nachschlag.search.live.rebuild PROJECT [OVERLAY …]

It updates page files and search index in `build`. Where one page cannot be replaced without the others (navigation, contents,
a new or removed page), it builds the whole site beside the served one, in `build/serve-neu`. It may be killed at any moment.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
from pathlib import Path

from nachschlag.generator.build import generate
from nachschlag.generator.files.atomic import write_atomic
from nachschlag.generator.files.second_process import cores
from nachschlag.generator.model.command import Exit
from nachschlag.generator.model.findings import Severity
from nachschlag.generator.model.unusable import Unusable
from nachschlag.generator.proofing.project import Loaded, load_project
from nachschlag.generator.site import site
from nachschlag.generator.site.contents import CONTENTS

#: Below a project: the page files that the site is built from, the served site, and a new whole one that waits to be swapped in.
PAGES, SERVED, FRESH = (Path("build") / name for name in ("pages", "serve", "serve-neu"))
LIVE_SCRIPT = '<script src="/__nachschlag/live.js" defer></script>'
#: A file in the served site with a digest of what its pages have in common.
FRAME = ".nachschlag-rahmen"
#: With more pages to replace than this, a whole build aside beats replacing them one by one.
MANY = 60


def main(project: Path, *overlays: Path) -> int:
    """Build; report an obstacle in one line, as every command does."""
    shutil.rmtree(project / FRESH, ignore_errors=True)
    try:
        rebuild(load_project(project, overlays=overlays))
    except Unusable as problem:
        print(f"Nicht gebaut: {problem.args[0]}", file=sys.stderr)
        return Exit.UNUSABLE
    return Exit.FINE


def rebuild(loaded: Loaded) -> None:
    """Write pages and indexes; also the whole site if the served one has another frame."""
    output, nav = generate(loaded, processes=cores())
    if faults := [finding for finding in loaded.findings if finding.severity != Severity.INFO]:  # hints: `nachschlag check`
        print(loaded.as_text(faults), file=sys.stderr, end="", flush=True)
    now = frame(loaded.project, output.root, nav)
    marker = loaded.project / SERVED / FRAME
    if not marker.is_file() or marker.read_text("utf-8") != now or len(stale(loaded.project)) > MANY:
        build_whole(loaded.project, output.root, nav, loaded.project / FRESH, now)


def stale(project: Path) -> list[Path]:
    """The files below `pages` newer than their served results, sorted. Styles are left out, as they are merged into one: see `frame`."""
    source, folder = project / PAGES, project / SERVED
    files = sorted(path.relative_to(source) for path in source.rglob("*") if path.is_file() and path.suffix != ".css")
    return [path for path in files if _age(source / path) >= _age(folder / html_of(path))]


def _age(path: Path) -> int:
    return path.stat().st_mtime_ns if path.exists() else 0


def html_of(path: Path) -> Path:
    """The path of a file's result: "t9a/angst.md" → "t9a/angst/index.html"; other files keep theirs."""
    if path.suffix != ".md":
        return path
    return path.with_suffix(".html") if path.stem == "index" else path.with_suffix("") / "index.html"


def build_whole(project: Path, pages: Path, nav: site.Navigation, folder: Path, frame: str) -> None:
    """Build the whole site, with the script that makes its pages reload."""
    site.build_site(project, pages, nav, folder, live=True)
    for path in folder.rglob("*.html"):
        write_atomic(path, with_live_script(path.read_text("utf-8")))
    write_atomic(folder / FRAME, frame)


def with_live_script(html: str) -> str:
    """Add the reloading script to a page."""
    return html.replace("</body>", f"{LIVE_SCRIPT}</body>", 1)


def frame(project: Path, pages: Path, nav: site.Navigation) -> str:
    """A digest of what pages share: navigation, contents, settings, styles, and the list of files."""
    names = sorted(path.relative_to(pages).as_posix() for path in pages.rglob("*") if path.is_file())
    digest = hashlib.sha256(json.dumps([nav, names]).encode())
    for path in (pages / CONTENTS, project / "mkdocs.yml", *sorted(pages.rglob("*.css"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    os.nice(5)  # pages shown at once take precedence
    sys.exit(main(*map(Path, sys.argv[1:])))
