"""The site that `nachschlag serve` shows. A saved entry's own page is rebuilt at once; what depends on it follows in the background.

The served folder is `build/serve`, so that `site` always remains the last whole build. It ends up with the same bytes as a whole build.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from nachschlag.generator.files.atomic import write_atomic
from nachschlag.generator.files.fingerprint import fingerprint as files_fingerprint
from nachschlag.generator.files.own_files import PACKAGE as GENERATOR
from nachschlag.generator.history.previous import english_changes
from nachschlag.generator.model.findings import Finding
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.settings import read_settings
from nachschlag.generator.model.unusable import NothingLoaded, Unusable
from nachschlag.generator.pages.page_file import Page
from nachschlag.generator.pages.rendered import Rendering
from nachschlag.generator.pages.site_pages import Pages
from nachschlag.generator.proofing.project import load_project
from nachschlag.generator.proofing.report import as_text
from nachschlag.generator.reading.changed import changed_ids, same_names
from nachschlag.generator.reading.load import load
from nachschlag.generator.reading.memory import Memory
from nachschlag.generator.references.graph import Graph, link_library, page_id, relinked
from nachschlag.generator.site.finish import with_policy
from nachschlag.generator.site.one_page import OnePage
from nachschlag.generator.site.site import navigation

from ..own_files import PACKAGE as SEARCH
from .rebuild import FRAME, FRESH, PAGES, SERVED, html_of, rebuild, stale, with_live_script

#: Folders and files of the project that a rebuild depends on; so does the code of our packages (see `fingerprint`).
WATCHED = ("content", "glossary", "mkdocs.yml")
#: With more changes at once (another branch, a renamed system), showing each one first only delays the whole build.
AT_ONCE = 12
#: Seconds without a change before the rest is built, so that frequent saves do not wait for it.
QUIET = 1.0
_LOOK_MS = 200


class LiveSite:
    """Builds a stale site at the start, and keeps it up to date during writing.

    >>> live = LiveSite(Path("."))
    >>> live.start()
    >>> live.watch()    # forever
    """

    def __init__(self, project: Path, overlays: tuple[Path, ...] = ()) -> None:
        self.project = project
        self.overlays = overlays
        self.folder = project / SERVED
        self.pages = project / PAGES
        self.version = time.time_ns() // 1_000_000  # differs after a restart
        self.broken: list[Finding] = []
        """What keeps files from being read: open pages show it."""
        self._changed: dict[str, int] = {}
        self._memory = Memory()
        self._child: subprocess.Popen[bytes] | None = None
        self._child_for = ""

    # -- whole builds -----------------------------------------------------------------------------------------------------

    @property
    def _stamp(self) -> Path:
        return self.project / "build" / "serve.stamp"

    def start(self) -> None:
        """Build the whole site, unless the last build had the same files."""
        current = fingerprint(self.project, self.overlays)
        if self.is_current(current):
            return
        loaded = load_project(self.project, overlays=self.overlays)
        if not loaded.library.systems:
            raise NothingLoaded(loaded.findings)
        print("Seite wird gebaut …", file=sys.stderr, flush=True)
        (self.folder / FRAME).unlink(missing_ok=True)
        rebuild(loaded)
        self._swap()
        write_atomic(self._stamp, current)

    def is_current(self, mark: str) -> bool:
        """Whether the served site was built from files with this fingerprint."""
        known = self._stamp.read_text("utf-8") if self._stamp.is_file() else ""
        return known == mark and (self.folder / "index.html").is_file()

    def begin(self) -> None:
        """Start a whole build, unless it is up to date or a file is broken: then the old pages stay until the file is mended."""
        self.stop()
        self._child_for = fingerprint(self.project, self.overlays)
        if not self._memory.broken and not self.is_current(self._child_for):
            command = [sys.executable, "-m", "nachschlag.search.live.rebuild", str(self.project), *map(str, self.overlays)]
            self._child = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, start_new_session=True
            )  # we handle Ctrl-C ourselves

    def stop(self) -> None:
        """Stop the whole build; the served site stays as it is."""
        if self._child:
            self._child.kill()
            self._child.wait()
            self._child = None

    def settle(self) -> bool:
        """Take over the finished build. Return False if it was not started, is still running, or failed."""
        if self._child is None or self._child.poll() is None:
            return False
        done, self._child = self._child.returncode == 0, None
        if done:
            if (self.project / FRESH).exists():
                self._swap()
                self._tell(None)
                self._one = self._builder()
            else:
                self._tell(self._catch_up())
            write_atomic(self._stamp, self._child_for)
        return done

    def _swap(self) -> None:
        """Replace the served site by the one built whole."""
        old = self.folder.with_name("serve-alt")
        shutil.rmtree(old, ignore_errors=True)
        if self.folder.exists():
            os.replace(self.folder, old)
        os.replace(self.project / FRESH, self.folder)
        shutil.rmtree(old, ignore_errors=True)

    def _catch_up(self) -> list[str]:
        """Update every served file that is older than its source; return the addresses of changed pages."""
        changed = []
        for path in stale(self.project):
            if path.suffix == ".md":
                changed += self._publish(path.as_posix())
            elif path.suffix == ".html":  # a redirect
                html = with_policy((self.pages / path).read_text("utf-8"))
                write_atomic(self.folder / path, with_live_script(html))
            else:
                write_atomic(self.folder / path, (self.pages / path).read_bytes())
        return changed

    # -- one page ---------------------------------------------------------------------------------------------------------

    def warm_up(self) -> None:
        """Load the library that `refresh` compares with, and the site builder."""
        self._library, _ = load(self.project, memory=self._memory, overlays=self.overlays)
        self._graph = link_library(self._library)
        self._one = self._builder()

    def _builder(self) -> OnePage:
        return OnePage(self.project, self.pages, navigation(self._library), self.folder)

    def refresh(self) -> list[str]:
        """Rebuild the pages of changed entries, terms and concepts; return their addresses."""
        self._stamp.unlink(missing_ok=True)  # even if the files return to the state before: the pages may not
        library, findings = load(self.project, memory=self._memory, overlays=self.overlays)
        self._say_broken(findings)
        changed = changed_ids(self._library, library)
        few = len(changed) <= AT_ONCE
        graph = relinked(self._graph, library, changed) if few else link_library(library)
        shown = [address for page in self._pages_of(changed, library, graph) for address in self._show(page)] if few else []
        self._tell(shown)
        if few and not same_names(self._library, library):  # references in other texts may now lead elsewhere
            graph = link_library(library)
        self._library, self._graph = library, graph
        return shown

    def _say_broken(self, findings: Iterable[Finding]) -> None:
        self.broken = [finding for finding in findings if finding.location.path in self._memory.broken]
        if self.broken:
            print(as_text(self.broken), file=sys.stderr, end="", flush=True)
            print("Die alten Seiten bleiben, bis das behoben ist.", file=sys.stderr, flush=True)

    def _pages_of(self, changed: Iterable[str], library: Library, graph: Graph) -> Iterator[Page]:
        owners = dict.fromkeys(page_id(library, name) for name in changed)
        entries = [library.entries[name] for name in owners if name in library.entries]
        changes = english_changes(self.project, entries, library.moves)
        made = Pages(Rendering(library, graph), read_settings(self.project), changes)
        yield from map(made.entry, entries)
        yield from (made.term(library.terms[name]) for name in owners if name in library.terms)
        concepts = (name.removeprefix("begriffe/") for name in owners if name.startswith("begriffe/"))
        yield from (made.concept(library.concepts[name]) for name in concepts if name in library.concepts)

    def _show(self, page: Page) -> list[str]:
        path = self.pages / page.path
        if not (self.folder / html_of(Path(page.path))).exists():
            (self.folder / FRAME).unlink(
                missing_ok=True
            )  # a new page forces the next build to be whole, even if the page disappears again
        if not path.is_file() or path.read_text("utf-8") != page.text:
            write_atomic(path, page.text)
        return self._publish(page.path)

    def _publish(self, path: str) -> list[str]:
        """Build the page of a page file; return its address if the page changed."""
        target = self.folder / html_of(Path(path))
        html = with_live_script(self._one.html(path))
        known = target.is_file() and target.read_text("utf-8") == html
        write_atomic(target, html)  # even unchanged: its time marks it as up to date
        address = "/" + target.parent.relative_to(self.folder).as_posix() + "/"
        return [] if known else [address.replace("/./", "/")]

    # -- readers and writers ----------------------------------------------------------------------------------------------

    def _tell(self, addresses: Iterable[str] | None) -> None:
        """Make open pages reload: those at these addresses, or all for None."""
        self.version += 1
        self._changed |= dict.fromkeys(["*"] if addresses is None else addresses, self.version)

    def changed_since(self, version: int) -> list[str]:
        """The addresses of pages that changed after a version; "*" stands for all."""
        return [address for address, at in list(self._changed.items()) if at > version]

    def watch(self) -> None:
        """Rebuild at every change, forever. Report a broken state and wait for the next change."""
        from watchfiles import watch

        self.warm_up()
        paths = [path for path in watched(self.project, self.overlays) if path.exists()]
        waiting, last = True, 0.0  # covers files saved while this was loading
        for changes in watch(*paths, debounce=100, step=30, rust_timeout=_LOOK_MS, yield_on_timeout=True, raise_interrupt=False):
            try:
                if changes:
                    waiting, last = True, time.monotonic()
                    self._work(last)
                elif waiting and time.monotonic() - last > QUIET:
                    waiting = False
                    self.begin()
                elif self.settle():
                    print("Auch Listen und Suche sind auf dem neuen Stand.", file=sys.stderr, flush=True)
            except Unusable as problem:
                print(f"Nicht gebaut: {problem}", file=sys.stderr, flush=True)
            except Exception as problem:  # noqa: BLE001 (report any failure and keep serving the old state)
                print(f"Nicht gebaut: {problem!r}", file=sys.stderr, flush=True)

    def _work(self, started: float) -> None:
        self.stop()
        if shown := self.refresh():
            print(f"Neu nach {time.monotonic() - started:.1f} s: {' '.join(shown)}", file=sys.stderr, flush=True)


def watched(project: Path, overlays: tuple[Path, ...]) -> list[Path]:
    """The paths on which a rebuild depends; of an overlay only its content, not the records of `ingest`."""
    return [*(project / name for name in WATCHED), *(folder / name for folder in overlays for name in WATCHED[:2])]


def fingerprint(project: Path, overlays: tuple[Path, ...] = ()) -> str:
    """One digest of everything a build depends on: the project's files, our packages' files, the environment."""
    named = sorted((k, v) for k, v in os.environ.items() if k in ("SITE_URL", "EDIT_BASE", "REPORT_TO"))
    return files_fingerprint([*watched(project, overlays), GENERATOR, SEARCH], repr(named))
