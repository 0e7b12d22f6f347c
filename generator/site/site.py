"""Pages → site: run the site builder, then add what no builder does (content security policy). Replaces a site as a whole or not
at all."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import logging
import os
import re
import shutil
import subprocess
import sys
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..files.atomic import write_atomic
from ..model.library import Library
from ..model.unusable import Unusable
from . import zensical
from .builder_config import completed, derived_config
from .contents import CONTENTS, read_contents, with_contents
from .merged_styles import merge_styles
from .offline import content_date, kept_files, version_of, with_version, write_worker

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

BUILDERS = ("mkdocs", "properdocs", "zensical")

#: A marker in every site we build, so that a build never overwrites any other folder.
MARKER = ".nachschlag-site"

_SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)([^>]*)>(.*?)</script>", re.DOTALL | re.IGNORECASE)
_CHARSET = re.compile(r"<meta charset=[^>]*>", re.IGNORECASE)
_LASTMOD = re.compile(r"\s*<lastmod>[^<]*</lastmod>")
_POLICY = (
    "default-src 'self'; script-src 'self'{hashes}; style-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'"
)

Navigation = list[Any]


def navigation(library: Library) -> Navigation:
    """The navigation: only section indexes, never single entries (with a thousand pages in it a build takes quadratic time).

    Escapes titles, because MkDocs' templates insert them unescaped.
    """
    nav: Navigation = [{"Start": "index.md"}]
    for system in library.systems.values():
        base = system.id
        below: Navigation = [f"{base}/index.md"]
        below += [{escape(p.title): f"{base}/teil/{p.id}.md"} for p in system.parts if library.part_entries(base, p.id)]
        below.append({"A–Z": f"{base}/a-z.md"})
        if library.system_terms(base):
            below.append({"Glossar": f"{base}/glossar/index.md"})
        nav.append({escape(system.name): below})
    if library.concepts:
        nav.append({"Begriffe in allen Spielen": "begriffe/index.md"})
    nav.append({"Spickzettel": "spickzettel.md"})
    helps = [{"Regeln finden": "hilfe/suchen.md"}, {"Spickzettel": "hilfe/spickzettel.md"}, {"Ohne Netz": "hilfe/ohne-netz.md"}]
    helps += [{"Mitschreiben": "hilfe/mitschreiben.md"}, {"Felder": "hilfe/felder.md"}]
    helps += [{"Übersetzen": "hilfe/uebersetzen.md"}]
    helps += [{"Ein Buch einlesen": "hilfe/einlesen.md"}]
    helps += [{"Eigenes Profil": "hilfe/profil.md"}]
    helps += [{"Befunde": "hilfe/befunde.md"}, {"Veröffentlichen": "hilfe/veroeffentlichen.md"}]
    helps += [{"Armeeliste, Notizen, Karteikarten": "hilfe/mitnehmen.md"}]
    builders = [{"Für Entwickler": "hilfe/entwickler.md"}, {"Felder der API": "hilfe/api-felder.md"}]
    builders += [{"For developers": "hilfe/developers.md"}]
    builders += [{"Einbetten": "hilfe/einbetten.md"}, {"Als Dienst betreiben": "hilfe/dienst.md"}]
    builders += [{"In eigene Programme einbauen": "hilfe/einbauen.md"}, {"Use it in your own tools": "hilfe/integrate.md"}]
    return [*nav, {"Hilfe": ["hilfe/index.md", *helps, {"Für eigene Seiten und Programme": builders}]}]


def policy(html: str) -> str:
    """The content security policy of one page: allows our own files, and the builder's inline scripts by their hashes."""
    hashes = []
    for attributes, code in _SCRIPT.findall(html):
        if "application/json" not in attributes and "ld+json" not in attributes:
            digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
            hashes.append(f" 'sha256-{digest}'")
    return _POLICY.format(hashes="".join(sorted(set(hashes))))


def with_policy(html: str) -> str:
    """Put the policy into a page's head; leaves a page alone that already has one, or has no charset to put it after."""
    if '<meta http-equiv="Content-Security-Policy"' in html:
        return html
    tag = f'<meta http-equiv="Content-Security-Policy" content="{policy(html)}">'
    return _CHARSET.sub(lambda m: f"{m[0]}\n{tag}", html, count=1)


def finish_site(folder: Path, *, date: str = "", live: bool = False) -> None:
    """Finish a built site: merged styles, contents, policy and version in every page, the service worker, the marker.

    A `live` site (`nachschlag serve`) gets neither version nor worker, because its files keep changing. `date` is the content's
    date, which readers see when an update is available.
    """
    merge_styles(folder)
    pieces = read_contents(folder)
    kept = [] if live else kept_files(folder)
    version = "" if live else version_of(folder, [*kept, *([CONTENTS] if pieces else [])])
    for path in sorted(folder.rglob("*.html")):
        html = path.read_text("utf-8")
        url = path.relative_to(folder).parent.as_posix()
        filled = with_contents(html, pieces, "" if url == "." else f"{url}/")
        finished = with_policy(with_version(filled, version) if version else filled)
        if finished != html:
            write_atomic(path, finished)
    if version:
        write_worker(folder, version, kept, date)
    _steady_sitemap(folder)
    write_atomic(folder / MARKER, "Von Nachschlag gebaut; dieser Ordner wird bei jedem Bau ersetzt.\n")


def _steady_sitemap(folder: Path) -> None:
    """Drop the build's date from the sitemap: it says nothing about a page and would make every build different."""
    path = folder / "sitemap.xml"
    if path.is_file():
        text = _LASTMOD.sub("", path.read_text("utf-8"))
        write_atomic(path, text)
        write_atomic(folder / "sitemap.xml.gz", gzip.compress(text.encode(), mtime=0))


def check_target(folder: Path) -> None:
    """Raise Unusable if a build would overwrite something that is not one of our sites."""
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir()) and not (folder / MARKER).is_file()):
        raise Unusable(
            f"„{folder}“ enthält etwas anderes als eine Nachschlag-Seite und wird nicht überschrieben. Nenne mit --out einen leeren Ordner."
        )


def build_site(project: Path, pages: Path, nav: Navigation, out: Path, builder: str = "mkdocs", *, live: bool = False) -> None:
    """Build the site from the page files into a folder beside `out`, finish it, then replace the old site.

    `live` is for `nachschlag serve` (see `finish_site`).

    Raises Unusable, leaving the old site untouched, if the builder is missing or fails.
    """
    check_target(out)
    if find_spec(builder) is None:
        extra = ".[site]" if builder == "mkdocs" else builder
        raise Unusable(f'Der Seitenbauer „{builder}“ ist nicht installiert. Abhilfe: pip install "{extra}" (im Projektordner)')
    out.parent.mkdir(parents=True, exist_ok=True)
    fresh, old = out.with_name(f".{out.name}.neu"), out.with_name(f".{out.name}.alt")
    for leftover in (fresh, old):
        shutil.rmtree(leftover, ignore_errors=True)
    try:
        run_builder(project, pages, nav, fresh, builder)
        finish_site(fresh, date=content_date(project), live=live)
        if out.exists():
            os.replace(out, old)
        os.replace(fresh, out)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def run_builder(project: Path, pages: Path, nav: Navigation, target: Path, builder: str) -> None:
    """Run the builder on the page files."""
    if builder == "mkdocs":
        _run_mkdocs(project, pages, nav, target)
    else:
        _run_other(project, pages, nav, target, builder)


def mkdocs_config(project: Path, pages: Path, nav: Navigation, target: Path) -> MkDocsConfig:
    """The settings for a run of MkDocs. Raises Unusable if MkDocs rejects them."""
    from mkdocs.config import load_config
    from mkdocs.exceptions import MkDocsException

    logging.getLogger("mkdocs").setLevel(logging.ERROR)
    logging.getLogger("mkdocs").addHandler(logging.NullHandler())
    try:
        over: dict[str, Any] = {"docs_dir": str(pages), "site_dir": str(target), "nav": nav, "hooks": [], **completed(project)}
        return load_config(str(project / "mkdocs.yml"), **over)
    except MkDocsException as problem:
        raise _unusable(problem) from None


def _run_mkdocs(project: Path, pages: Path, nav: Navigation, target: Path) -> None:
    from mkdocs.commands.build import build
    from mkdocs.exceptions import MkDocsException

    config = mkdocs_config(project, pages, nav, target)
    try:
        build(config)
    except MkDocsException as problem:
        raise _unusable(problem) from None


def _unusable(problem: Exception) -> Unusable:
    return Unusable(f"MkDocs kann die Seite nicht bauen: {' '.join(str(problem).split())}")


def _run_other(project: Path, pages: Path, nav: Navigation, target: Path, builder: str) -> None:
    """Run ProperDocs or Zensical with the same settings in a derived file (JSON, because it is YAML without tags).

    Zensical builds only below the folder of its file, so both build into `build` and the result is moved.
    """
    made = project / "build" / f"{builder}-site"
    shutil.rmtree(made, ignore_errors=True)
    config = derived_config(project, pages, nav, made)
    if builder == "zensical":
        config = zensical.arrange(config, project / "build")
    path = write_config(project, builder, config)
    run = subprocess.run([sys.executable, "-m", builder, "build", "-f", str(path)], capture_output=True, text=True, check=False)
    if run.returncode:
        last = (run.stderr or run.stdout).strip().splitlines()[-1:] or ["ohne Meldung"]
        raise Unusable(f"{builder} kann die Seite nicht bauen: {last[0]}")
    shutil.move(made, target)


def write_config(project: Path, builder: str, config: dict[str, Any]) -> Path:
    """The derived configuration file for a builder, below `build`."""
    path = project / "build" / f"{builder}.yml"
    write_atomic(path, json.dumps(config, ensure_ascii=False, indent=1))
    return path
