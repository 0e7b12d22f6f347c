"""Pages → site: run the site builder, then add what no builder does (see `finish`). Replaces a site as a whole or leaves it alone."""

from __future__ import annotations

import json
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..files.atomic import write_atomic
from ..files.memo import Memo, digest
from ..files.output import Output, Stamp
from ..model.library import Library
from ..model.unusable import ForeignFolder, NotInstalled, Unusable
from ..pages.page_file import compiled_templates
from ..reading.state import program_mark
from . import zensical
from .builder_config import completed, derived_config
from .finish import MARKER, finish_site
from .last_build import LastBuild, settings_mark
from .offline import content_date

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig


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
    nav += [{"Spickzettel": "spickzettel.md"}, {"Liste einlesen": "liste.md"}]
    helps = [{"Regeln finden": "hilfe/suchen.md"}, {"Spickzettel": "hilfe/spickzettel.md"}, {"Ohne Netz": "hilfe/ohne-netz.md"}]
    helps += [{"Mitschreiben": "hilfe/mitschreiben.md"}, {"Felder": "hilfe/felder.md"}]
    helps += [{"Übersetzen": "hilfe/uebersetzen.md"}, {"Gegenlesen": "hilfe/gegenlesen.md"}]
    helps += [{"Ein Buch einlesen": "hilfe/einlesen.md"}]
    helps += [{"Eigenes Profil": "hilfe/profil.md"}]
    helps += [{"Befunde": "hilfe/befunde.md"}, {"Veröffentlichen": "hilfe/veroeffentlichen.md"}]
    helps += [{"Armeeliste, Notizen, Karteikarten": "hilfe/mitnehmen.md"}]
    builders = [{"Für Entwickler": "hilfe/entwickler.md"}, {"Felder der API": "hilfe/api-felder.md"}]
    builders += [{"For developers": "hilfe/developers.md"}]
    builders += [{"Einbetten": "hilfe/einbetten.md"}, {"Foren, Blogs, Bots": "hilfe/foren.md"}]
    builders += [{"Als Dienst betreiben": "hilfe/dienst.md"}]
    builders += [{"In eigene Programme einbauen": "hilfe/einbauen.md"}, {"Use it in your own tools": "hilfe/integrate.md"}]
    builders += [{"Wie geprüft wird": "hilfe/geprueft.md"}]
    return [*nav, {"Hilfe": ["hilfe/index.md", *helps, {"Für eigene Seiten und Programme": builders}]}]


def check_target(folder: Path) -> None:
    """Raise Unusable if a build would overwrite something that is not one of our sites."""
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir()) and not (folder / MARKER).is_file()):
        raise ForeignFolder(
            f"„{folder}“ enthält etwas anderes als eine Nachschlag-Seite und wird nicht überschrieben. Nenne mit --out einen leeren Ordner."
        )


def build_site(
    project: Path,
    pages: Path,
    nav: Navigation,
    out: Path,
    builder: str = "mkdocs",
    *,
    live: bool = False,
    stamps: Mapping[str, Stamp] | None = None,
    last: LastBuild | None = None,
    changed: Collection[str] | None = None,
) -> bool:
    """Build the site from the page files (with these `stamps`, if known), and finish it.

    If most pages are those of the last build into `out`, makes only the files that change and then moves them into place; otherwise
    builds a site beside it and replaces the old one at once. `live` is for `nachschlag serve` (see `finish_site`). Returns whether
    every byte was made by us: of what else the builder and its plugins read, we know nothing. `last` knows the files of the site, and is
    told what becomes of them; `changed` are the page files that changed since, if nothing else did.

    Raises Unusable, leaving the old site untouched, if the builder is missing or fails.
    """
    check_target(out)
    if find_spec(builder) is None:
        extra = ".[site]" if builder == "mkdocs" else builder
        raise NotInstalled(
            f'Der Seitenbauer „{builder}“ ist nicht installiert. Abhilfe: pip install "{extra}" (im Ordner des Programms)'
        )
    out.parent.mkdir(parents=True, exist_ok=True)
    fresh, old = out.with_name(f".{out.name}.neu"), out.with_name(f".{out.name}.alt")
    for leftover in (fresh, old):
        shutil.rmtree(leftover, ignore_errors=True)
    own = _OwnBuild(project, pages, nav, out, stamps, live=live) if builder == "mkdocs" else None
    is_ours = own is not None and own.site is not None
    date = content_date(project)
    try:
        if own and own.is_small:
            written = own.write(out, date, stage=fresh, found=last.site if last else None, changed=changed)
            if last:
                last.wrote(written)
            return True
        if last:
            last.forget()
        if own and is_ours:
            own.write(fresh, date)
        else:
            if own:
                _run_mkdocs(project, pages, nav, fresh)
            else:
                _run_other(project, pages, nav, fresh, builder)
            finish_site(fresh, date=date, live=live)
        if out.exists():
            os.replace(out, old)
        os.replace(fresh, out)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
    return is_ours


class _OwnBuild:
    """A site written by us, with the bytes of MkDocs and `finish_site`. `site` is None if only MkDocs itself can write it."""

    def __init__(
        self, project: Path, pages: Path, nav: Navigation, out: Path, stamps: Mapping[str, Stamp] | None, *, live: bool
    ) -> None:
        from .write_site import Site, can_write

        config = cache(partial(mkdocs_config, project, pages, nav, out))
        settings = settings_mark(project)
        mark = digest(settings, program_mark(), repr(nav), repr(completed(project)), str(out))
        self._out, self._live, self._mark = out, live, mark
        is_kept = bool(settings) and not live
        self._record = project / "build" / "site.kept" if is_kept else None
        memo = Memo(project / "build" / "memo-site" if is_kept else None, self._mark)
        is_ours = memo.value("is ours", lambda: can_write(config()))
        self.site = Site(config, pages, memo, mark, compiled_templates(), stamps) if is_ours else None

    @property
    def is_small(self) -> bool:
        """Whether the last site needs few changes."""
        has_last = self._record is not None and self._record.is_file() and (self._out / MARKER).is_file()
        return self.site is not None and has_last and self.site.is_mostly_known

    def write(
        self,
        folder: Path,
        date: str,
        *,
        stage: Path | None = None,
        found: Mapping[str, Stamp] | None = None,
        changed: Collection[str] | None = None,
    ) -> set[str]:
        """Write it into a folder, in which files with these stamps were `found`, changed ones by way of `stage`; returns which changed.
        See `Site.write` for `changed`. Raises Unusable if MkDocs fails."""
        assert self.site is not None
        output = Output(folder, record=self._record, mark=self._mark, stage=stage, found=found)
        with _usable():
            self.site.write(output, date, live=self._live, changed=changed)
        return output.changed


@contextmanager
def _usable() -> Iterator[None]:
    """Raise Unusable where MkDocs fails, which is not imported for that."""
    try:
        yield
    except Exception as problem:
        known = sys.modules.get("mkdocs.exceptions")
        if known and isinstance(problem, known.MkDocsException):
            raise Unusable(f"MkDocs kann die Seite nicht bauen: {' '.join(str(problem).split())}") from None
        raise


def mkdocs_config(project: Path, pages: Path, nav: Navigation, target: Path) -> MkDocsConfig:
    """The settings for a run of MkDocs. Raises Unusable if MkDocs rejects them."""
    from mkdocs.config import load_config

    logging.getLogger("mkdocs").setLevel(logging.ERROR)
    logging.getLogger("mkdocs").addHandler(logging.NullHandler())
    over: dict[str, Any] = {"docs_dir": str(pages), "site_dir": str(target), "nav": nav, "hooks": [], **completed(project)}
    with _usable():
        return load_config(str(project / "mkdocs.yml"), **over)


def _run_mkdocs(project: Path, pages: Path, nav: Navigation, target: Path) -> None:
    from mkdocs.commands.build import build

    config = mkdocs_config(project, pages, nav, target)
    with _usable():
        build(config)


def _run_other(project: Path, pages: Path, nav: Navigation, target: Path, builder: str) -> None:
    """Run ProperDocs or Zensical with the same settings in a derived file (JSON, because it is YAML without tags).

    Zensical builds only below the folder of its file, so both build into `build` and the result is moved.
    """
    made = project / "build" / f"{builder}-site"
    shutil.rmtree(made, ignore_errors=True)
    config = derived_config(project, pages, nav, made)
    if builder == "zensical":
        config = zensical.arrange(config, project / "build")
    path = project / "build" / f"{builder}.yml"
    write_atomic(path, json.dumps(config, ensure_ascii=False, indent=1))
    run = subprocess.run([sys.executable, "-m", builder, "build", "-f", str(path)], capture_output=True, text=True, check=False)
    if run.returncode:
        last = (run.stderr or run.stdout).strip().splitlines()[-1:] or ["ohne Meldung"]
        raise Unusable(f"{builder} kann die Seite nicht bauen: {last[0]}")
    shutil.move(made, target)
