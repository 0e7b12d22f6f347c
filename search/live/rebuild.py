"""The whole build behind a running `nachschlag serve`, as a process of its own, so that pages are shown meanwhile:

    python -m nachschlag.search.live.rebuild PROJECT [OVERLAY …]

Page files and search index are brought up to date in `build`. Where one page cannot be replaced without the others (navigation, contents,
a new or vanished page), the whole site is built beside the served one, into `build/serve-neu`. It may be killed at any moment.
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
from nachschlag.generator.model.command import Exit
from nachschlag.generator.model.findings import Severity
from nachschlag.generator.model.unusable import Unusable
from nachschlag.generator.proofing.project import Loaded, load_project
from nachschlag.generator.site import site
from nachschlag.generator.site.contents import CONTENTS

LIVE_SCRIPT = '<script src="/__nachschlag/live.js" defer></script>'
#: Lies in a served site: what its pages have in common, in one figure.
FRAME = ".nachschlag-rahmen"
#: With more pages to replace a whole build, out of the way, is better than one page after the other.
MANY = 60


def served(project: Path) -> Path:
    """The folder that is served."""
    return project / "build" / "serve"


def pages(project: Path) -> Path:
    """The folder of page files that the site is made from."""
    return project / "build" / "pages"


def fresh(project: Path) -> Path:
    """Where a whole new site waits to take its place."""
    return project / "build" / "serve-neu"


def main(project: Path, *overlays: Path) -> int:
    """Build; what hinders it is one line, as with every command."""
    shutil.rmtree(fresh(project), ignore_errors=True)
    try:
        rebuild(load_project(project, overlays=overlays))
    except Unusable as problem:
        print(f"Nicht gebaut: {problem.args[0]}", file=sys.stderr)
        return Exit.UNUSABLE
    return Exit.FINE


def rebuild(loaded: Loaded) -> None:
    """Write pages and indexes; the whole site too, where the served one has another frame."""
    if told := [finding for finding in loaded.findings if finding.severity != Severity.INFO]:  # hints: `nachschlag check`
        print(loaded.told(told), file=sys.stderr, end="", flush=True)
    output, nav = generate(loaded)
    now = frame(loaded.project, output.root, nav)
    marker = served(loaded.project) / FRAME
    if not marker.is_file() or marker.read_text("utf-8") != now or len(stale(loaded.project)) > MANY:
        build_whole(loaded.project, output.root, nav, fresh(loaded.project), now)


def stale(project: Path) -> list[Path]:
    """The files below the folder of pages that are newer than what is served of them, sorted. Style sheets become one: see `frame`."""
    source, folder = pages(project), served(project)
    files = sorted(path.relative_to(source) for path in source.rglob("*") if path.is_file() and path.suffix != ".css")
    return [path for path in files if _age(source / path) >= _age(folder / html_of(path))]


def _age(path: Path) -> int:
    return path.stat().st_mtime_ns if path.exists() else 0


def html_of(path: Path) -> Path:
    """Where a file's result lies: "t9a/angst.md" → "t9a/angst/index.html"; others as they are."""
    if path.suffix != ".md":
        return path
    return path.with_suffix(".html") if path.stem == "index" else path.with_suffix("") / "index.html"


def build_whole(project: Path, pages: Path, nav: site.Navigation, folder: Path, frame: str) -> None:
    """The whole site with what makes its pages reload."""
    site.build_site(project, pages, nav, folder, live=True)
    for path in folder.rglob("*.html"):
        write_atomic(path, with_live_script(path.read_text("utf-8")))
    write_atomic(folder / FRAME, frame)


def with_live_script(html: str) -> str:
    """A page that reloads itself."""
    return html.replace("</body>", f"{LIVE_SCRIPT}</body>", 1)


def frame(project: Path, pages: Path, nav: site.Navigation) -> str:
    """What every page shows or knows of the others: navigation, contents, settings, style sheets, and which files there are."""
    names = sorted(path.relative_to(pages).as_posix() for path in pages.rglob("*") if path.is_file())
    digest = hashlib.sha256(json.dumps([nav, names]).encode())
    for path in (pages / CONTENTS, project / "mkdocs.yml", *sorted(pages.rglob("*.css"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    os.nice(5)  # what is shown at once goes first
    sys.exit(main(*map(Path, sys.argv[1:])))
