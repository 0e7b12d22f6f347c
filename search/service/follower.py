"""The process that follows an index made elsewhere: it fetches a newer one and unpacks it beside the index in service, where the
workers find it as after a build.

It is a separate process, because unpacking takes seconds of processor time and must never harm the service.

    python -m nachschlag.search.service.follower <JSON of `Origin`>
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nachschlag.generator.model.unusable import Unusable

from ..index import generations
from ..index.fetching import Fetched

if TYPE_CHECKING:
    from ..index.postgresql import Mirrored

_log = logging.getLogger("nachschlag")

#: Seconds after which a dead follower is replaced, and one that could not start tries again.
_AGAIN = 5.0
_NOT_FETCHED = "Suchindex nicht geholt: %s Der von vorher gilt weiter."


@dataclass(frozen=True, slots=True)
class Origin:
    """The source of the index (a file, an address, PostgreSQL), the key that must have signed it ("" for none), its folder here,
    and whether it may have private systems.
    """

    source: str
    key: str
    index: str
    is_database: bool = False
    private: bool = False


class Follower:
    """The process as the service sees it. Entering waits for its first look."""

    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        self._ended = threading.Event()

    def __enter__(self) -> Follower:
        """Start. Raises Unusable for an invalid address or key, and if the first look finds no valid index and there is no earlier
        one.
        """
        followed(self._origin)
        self._process = self._start()
        try:
            assert self._process.stdout is not None
            line = self._process.stdout.readline()
            problem = str(json.loads(line)) if line else "Der Index lässt sich nicht holen. Versuch es noch einmal."
            if problem and not generations.edition(Path(self._origin.index)):
                raise Unusable(problem)
            if problem:
                _log.warning(_NOT_FETCHED, problem)
        except BaseException:
            self._process.kill()
            raise
        threading.Thread(target=self._keep, name="nachschlag-index", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self._ended.set()
        self._process.kill()
        self._process.wait()

    def _start(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "nachschlag.search.service.follower", json.dumps(asdict(self._origin))]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8", start_new_session=True)

    def _keep(self) -> None:
        """Replace the process whenever it dies."""
        while not self._ended.is_set():
            self._process.wait()
            if not self._ended.wait(_AGAIN):
                with suppress(OSError):  # no memory, no files: again in a moment
                    self._process = self._start()


def main() -> None:
    """Look repeatedly until the service is gone. Reports a problem once, the first time to the service, and its end."""
    threading.Thread(target=_end_with_service, daemon=True).start()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(5)  # answers take precedence
    origin = Origin(**json.loads(sys.argv[1]))
    source: Fetched | Mirrored | None = None
    before: str | None = None
    while True:
        problem, pause = "", source.again if source else _AGAIN
        try:
            source = source or followed(origin)
            pause = source.look()
        except Unusable as unusable:
            problem = str(unusable.args[0])
        except Exception as other:  # noqa: BLE001 (what comes from elsewhere can make anything raise anything)
            problem = f"{origin.source} lässt sich nicht nehmen: {other!r}"
        if before is None:
            print(json.dumps(problem), flush=True)
        elif problem and problem != before:
            _log.warning(_NOT_FETCHED, problem)
        elif before and not problem:
            _log.warning("Suchindex wieder geholt.")
        before = problem
        time.sleep(pause)


def followed(origin: Origin) -> Fetched | Mirrored:
    """The source to follow."""
    path = Path(origin.index)
    if not origin.is_database:
        return Fetched(origin.source, path, Path(origin.key) if origin.key else None, private=origin.private)
    from ..index.postgresql import Mirrored

    return Mirrored(origin.source, path, private=origin.private)


def _end_with_service() -> None:
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
