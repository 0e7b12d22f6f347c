"""Tell whether a build would only repeat the last one.

A build records its inputs and its outputs, each as one figure over names, sizes and times of files. While both hold, another build of the
same kind would change no byte. Inputs are content, settings and the environment variables they name, the last commit of the content, this
program and the folder of installed packages; outputs are the site, the record of page files, the search index and the kept answers.
"""

from __future__ import annotations

import json
import os
import re
import sysconfig
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ..files.atomic import write_atomic
from ..files.fingerprint import Times, figure_of, files_in, fingerprint, times_of
from ..files.folders import beside, walk
from ..files.output import Stamp
from ..files.own_files import ASSETS, PACKAGE, TEMPLATES
from ..reading.state import keeps, state_of
from .offline import content_state

#: Variables that mkdocs.yml names: `!ENV [SITE_URL, ""]`, `!ENV SITE_URL`.
_VARIABLES = re.compile(r"!ENV\s{0,8}(?:\[([^\]\n]{0,200})\]|(\w{1,80}))")


class LastBuild:
    """The last build of one kind: of a project, into `out`, with `options`. Create it before reading anything.

    >>> last = LastBuild(project, (), project / "site", ["system=t9a"])
    >>> last.report()    # not yet built
    >>> last.done(["Gebaut."])
    >>> LastBuild(project, (), project / "site", ["system=t9a"]).report()
    ['Gebaut.']
    """

    def __init__(self, project: Path, overlays: Sequence[Path], out: Path, options: Sequence[str]) -> None:
        self._project, self._overlays, self._out = project, overlays, out
        self._options = [str(out), *options]
        self._record = project / "build" / "last-build.json"
        #: The state of the content at the beginning.
        self.state = state_of(project, overlays)
        self._begun = self._inputs()
        #: The files of the site, where they are known.
        self._site: dict[str, Times] = {}
        self._known = self._read()

    def report(self) -> list[str] | None:
        """The final report of the last build if another one would make the same; None if it might differ."""
        return [str(line) for line in self._known["report"]] if self.content == self.state.mark else None

    @property
    def content(self) -> str:
        """The mark of the content of the last build, if only other content would make another build differ; else ""."""
        return str(self._known["content"]) if self._known else ""

    def _read(self) -> dict[str, Any]:
        """The record of the last build, if its outputs are unchanged; else {}."""
        try:
            known = json.loads(self._record.read_text("utf-8"))
            if self._begun and known["inputs"] == self._begun:
                self._site = self._files()
                if known["outputs"] == self._outputs():
                    return {name: known[name] for name in ("content", "report")}
        except (OSError, ValueError, KeyError, TypeError):
            pass
        self._site = {}
        return {}

    def _files(self) -> dict[str, Times]:
        """The files of the site."""
        return {f"{self._out}/{name}": times_of(about) for name, about in walk(self._out, beside(self._record)) if about}

    @property
    def site(self) -> dict[str, Stamp] | None:
        """The stamps of the site's files, by their paths below it, if they are unchanged since the last build; else None."""
        below = len(f"{self._out}/")
        return {path[below:]: [size, changed] for path, (size, changed, _) in self._site.items()} if self._site else None

    def forget(self) -> None:
        """Note that the site is being rebuilt."""
        self._site = {}

    def wrote(self, changed: Iterable[str]) -> None:
        """Note which files of the site are new, changed or gone."""
        for name in changed if self._site else ():
            path = f"{self._out}/{name}"
            try:
                self._site[path] = times_of(os.stat(path, follow_symlinks=False))
            except OSError:
                self._site.pop(path, None)

    def done(self, report: Sequence[str], *, is_as_read: bool = False) -> None:
        """Record a finished build, unless its inputs changed meanwhile; `is_as_read` says that the content did not."""
        if not self._begun or self._inputs() != self._begun:
            return
        if is_as_read or keeps(self.state, self._project, self._overlays):
            if not self._site:
                self._site = self._files()
            known = {"inputs": self._begun, "content": self.state.mark, "outputs": self._outputs(), "report": list(report)}
            write_atomic(self._record, json.dumps(known, ensure_ascii=False))

    def _inputs(self) -> str:
        """The figure of everything that a build reads besides content; "" if not all files are known."""
        settings = settings_mark(self._project)
        more = (*self._options, settings, self.state.program, content_state(self._project))
        return fingerprint([], *more) if settings else ""

    def _outputs(self) -> str:
        build = self._project / "build"
        rest = files_in([build / "index", build / "answers", build / "pages" / "index.md", build / "pages.kept"])
        return figure_of({**self._site, **rest})


def settings_mark(project: Path) -> str:
    """The figure of a project's settings, of the environment variables that they name, of our files and templates, and of installed
    packages; "" if settings are inherited from files that only MkDocs knows."""
    settings = project / "mkdocs.yml"
    try:
        written = settings.read_text("utf-8")
    except (OSError, ValueError):
        written = ""
    named = {name for found in _VARIABLES.findall(written) for name in re.findall(r"\w+", "".join(found))}
    values = [f"{name}={os.environ[name]}" for name in sorted(named) if name in os.environ]
    installed = str(os.stat(sysconfig.get_paths()["purelib"]).st_mtime_ns)
    figure = fingerprint([settings, ASSETS, TEMPLATES, PACKAGE.parent / "search"], *values, installed)
    return "" if "INHERIT" in written else figure
