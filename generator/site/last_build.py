"""Whether a build would make what lies there already, so that it need not be made.

A build leaves beside its work what it was made of and what came out, each as one figure over names, sizes and times of files. As long as
both hold, another build of the same kind would change no byte. Everything that could change one counts: content, settings and the values
that they take from the environment, what git tells of content, this program and what is installed beside it, and every file of the site
and of the search index.
"""

from __future__ import annotations

import json
import os
import re
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from ..files.atomic import write_atomic
from ..files.fingerprint import fingerprint
from ..files.own_files import ASSETS, PACKAGE, TEMPLATES
from ..reading.state import state_of
from .offline import content_state

#: Variables that mkdocs.yml names: `!ENV [SITE_URL, ""]`, `!ENV SITE_URL`.
_VARIABLES = re.compile(r"!ENV\s{0,8}(?:\[([^\]\n]{0,200})\]|(\w{1,80}))")


class LastBuild:
    """The last build of one kind: of a project, into `out`, with `options`. Make it before anything is read.

    >>> last = LastBuild(project, (), project / "site", ["system=t9a"])
    >>> last.report()    # nothing is known of it
    >>> last.done(["Gebaut."])
    >>> LastBuild(project, (), project / "site", ["system=t9a"]).report()
    ['Gebaut.']
    """

    def __init__(self, project: Path, overlays: Sequence[Path], out: Path, options: Sequence[str]) -> None:
        self._project, self._overlays, self._out = project, overlays, out
        self._options = [str(out), *options]
        self._record = project / "build" / "last-build.json"
        self._begun = self._inputs()

    def report(self) -> list[str] | None:
        """What the last build said at its end, where another one would make the same; None where it might not."""
        try:
            known = json.loads(self._record.read_text("utf-8"))
            if known["inputs"] == self._begun and known["outputs"] == self._outputs():
                return [str(line) for line in known["report"]]
        except (OSError, ValueError, KeyError, TypeError):
            pass
        return None

    def done(self, report: Sequence[str]) -> None:
        """Note a build that is through; nothing where what it is made of changed meanwhile, or so lately that it may have."""
        if self._begun and self._inputs() == self._begun:
            known = {"inputs": self._begun, "outputs": self._outputs(), "report": list(report)}
            write_atomic(self._record, json.dumps(known, ensure_ascii=False))

    def _inputs(self) -> str:
        """The figure of everything that a build reads; "" where a file is too new for its time to tell."""
        settings = self._project / "mkdocs.yml"
        try:
            written = settings.read_text("utf-8")
        except (OSError, ValueError):
            written = ""
        named = {name for found in _VARIABLES.findall(written) for name in re.findall(r"\w+", "".join(found))}
        values = [f"{name}={os.environ[name]}" for name in sorted(named) if name in os.environ]
        state = state_of(self._project, self._overlays)
        installed = str(os.stat(sysconfig.get_paths()["purelib"]).st_mtime_ns)
        programs = [ASSETS, TEMPLATES, PACKAGE.parent / "search"]
        more = (*self._options, *values, state.mark, installed, content_state(self._project))
        return fingerprint([settings, *programs], *more) if state.settled else ""

    def _outputs(self) -> str:
        build = self._project / "build"
        return fingerprint([self._out, build / "index", build / "answers", build / "pages" / "index.md"])
