"""The state of a project's content and of this program, found without reading either; what was made from both is valid while it
stays the same.

A file written just now may be written again without changing its size or times. `build/fresh` therefore records digests of such
files, which are compared whenever the state is asked for, until the files are old enough.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from ..files.atomic import write_atomic
from ..files.memo import digest

#: The age (nanoseconds) below which a file may be written again without a trace: some file systems count in steps of two seconds.
_UNSETTLED = 2_500_000_000

#: The file with the last state under which something was kept, and a digest of each file that was too new then.
_FRESH = Path("build") / "fresh"

#: Begins a line with the digest of a file.
_DIGEST = "="

#: The depth to which folders are read: content/<system>/<part>/<file>.
_DEEPEST = 3

#: Packages on which reading and rendering rely; another version may give other results.
_BESIDE = ("yaml", "markdown_it", "mdit_py_plugins", "jinja2", "snowballstemmer", "ahocorasick_rs")


@dataclass(frozen=True, slots=True)
class State:
    """A mark that differs whenever a file does, once `keeps` has said that something may be kept under it.

    `fresh` has a digest of each file that may be written again without a trace. `files` has a line about each file and folder of the
    `project` itself, by its path; about a fresh one the digest.
    """

    mark: str
    program: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    fresh: Mapping[str, str] = field(default_factory=dict)
    project: Path = Path()

    @property
    def noted(self) -> str:
        """The files as one text."""
        return "\0".join(chain.from_iterable(self.files.items()))

    def changed_since(self, noted: str) -> list[str] | None:
        """The paths of the files that changed since a state with this text of its files; None if some came or went."""
        parts = noted.split("\0") if noted else []
        files = dict(zip(parts[::2], parts[1::2], strict=True))
        if files.keys() != self.files.keys():
            return None
        other = [path for path, about in files.items() if about != self.files[path]]
        fresh = {f"{self.project}/{path}": path for path in other if files[path].startswith(_DIGEST)}
        same = {fresh[file] for file, held in _contents(fresh).items() if held and _DIGEST + held == files[fresh[file]]}
        return [path for path in other if path not in same]


def state_of(project: Path, overlays: Sequence[Path] = ()) -> State:
    """The state of content and glossary of a project and its overlays: names, sizes and times of all files, and of our own."""
    started = time.time_ns()
    program = program_mark()
    lines, fresh, files = [program], list[str](), {}
    for root in (project, *overlays):
        lines.append(os.path.abspath(root))
        for folder in ("content", "glossary"):
            for path, about, changed in _files(f"{root}/{folder}", _DEEPEST):
                lines.append(f"{path}\t{about}")
                is_fresh = changed >= started - _UNSETTLED
                if is_fresh:
                    fresh.append(path)
                if root is project:
                    files[path[len(f"{root}/") :]] = about
    mark = digest(*lines)
    noted = _noted(project, mark)
    held = _contents({*noted, *fresh})
    if any(held[path] != known for path, known in noted.items()):
        mark = digest(mark, *(f"{path}\t{known}" for path, known in sorted(held.items())))
    elif noted and not fresh:
        with suppress(OSError):
            (project / _FRESH).unlink()  # from now on, size and times tell
    files |= {name: _DIGEST + held[path] for path in fresh if (name := path.removeprefix(f"{project}/")) in files}
    return State(mark, program, files, {path: held[path] for path in fresh}, project)


def keeps(state: State, project: Path, overlays: Sequence[Path] = ()) -> bool:
    """Whether the project is still in this `state`, so that what was made from it may be kept under its mark."""
    now = state_of(project, overlays)
    if now.mark != state.mark or _contents(state.fresh) != state.fresh:
        return False
    if state.fresh:
        try:
            write_atomic(project / _FRESH, json.dumps([state.mark, state.fresh]))
        except OSError:
            return False
    return True


def _noted(project: Path, mark: str) -> dict[str, str]:
    """The digests of files that were too new when something was kept under this mark."""
    with suppress(OSError, ValueError, TypeError):
        noted_at, noted = json.loads((project / _FRESH).read_text("utf-8"))
        if noted_at == mark:
            return {str(path): str(known) for path, known in dict(noted).items()}
    return {}


def _contents(paths: Iterable[str]) -> dict[str, str]:
    """A digest of each file's content; "" for one that cannot be read or never ends."""
    found = dict.fromkeys(paths, "")
    for path in filter(os.path.isfile, found):
        with suppress(OSError):
            found[path] = hashlib.blake2b(Path(path).read_bytes(), digest_size=16).hexdigest()
    return found


@cache
def program_mark() -> str:
    """The mark of this program alone, as of the first call: later changes on the disk do not affect the running process."""
    return digest(*_program())


def _files(folder: str, depth: int) -> Iterator[tuple[str, str, int]]:
    """For everything in a folder its path, a line about it, and the time of its last change; skips what reading skips."""
    try:
        with os.scandir(folder) as found:
            entries = sorted((entry for entry in found if not entry.name.startswith((".", "~"))), key=lambda entry: entry.name)
    except OSError as problem:
        yield folder, str(problem.errno), 0
        return
    for entry in entries:
        if entry.name.endswith("~"):
            continue
        link = os.path.realpath(entry.path) if entry.is_symlink() else ""
        try:
            about = entry.stat()
        except OSError as problem:
            yield entry.path, f"{link}\t{problem.errno}", 0
            continue
        if entry.is_dir():
            yield entry.path, f"{link}\t{about.st_mode}", 0
            if depth > 1:
                yield from _files(entry.path, depth - 1)
        else:
            times = (about.st_mtime_ns, about.st_ctime_ns)
            yield entry.path, f"{link}\t{about.st_mode}\t{about.st_size}\t{about.st_ino}\t{times}", max(times)


def _program() -> Iterator[str]:
    """A line for this Python, for each of our own modules and lists, and for the packages on which they rely."""
    yield sys.version
    package = Path(__file__).parents[1]
    for folder, below, names in os.walk(package):
        below[:] = sorted(name for name in below if name not in ("assets", "__pycache__"))
        for name in sorted(names):
            yield _line(Path(folder, name))
    for name in _BESIDE:
        found = find_spec(name)
        yield _line(Path(found.origin)) if found and found.origin else name


def _line(path: Path) -> str:
    try:
        about = path.stat()
    except OSError:
        return str(path)
    return f"{path}\t{about.st_size}\t{about.st_mtime_ns}"
