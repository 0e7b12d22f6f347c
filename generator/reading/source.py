"""Read files: the generator's only input. Keeps line numbers intact and turns problems into findings."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..model.findings import Finding
from ..model.unusable import reason
from ..model.values import Location

#: Remedies for problems other than permissions.
_REMEDIES = {
    errno.EISDIR: "Lege den Inhalt des Ordners in eine Datei dieses Namens.",
    errno.ELOOP: "Lösche die Verknüpfung, oder lege die Datei selbst hierher.",
    errno.ENOENT: "Lösche die Verknüpfung, oder lege die Datei selbst hierher.",
    errno.ENOTDIR: "Lege einen Ordner dieses Namens an.",
    errno.EOPNOTSUPP: "Lösche sie (Pipe, Gerät oder Socket), oder lege eine Textdatei an ihre Stelle.",
}


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A text file: path relative to the project with forward slashes, and its text with \\n as line end."""

    path: str
    text: str


class Source:
    """Reads a project's files. Collects findings about unreadable ones in `findings`.

    Paths begin with `prefix`, which is no folder below `root`: it makes an overlay's paths relative to the project.
    """

    def __init__(self, root: Path, prefix: str = "") -> None:
        self.root = root
        self.prefix = prefix
        self.findings: list[Finding] = []
        self._top = os.fspath(root)
        #: Whether a folder, or a link, leads out of the project: thousands of files share them.
        self._is_outside: dict[str, bool] = {}
        #: The sorted names in each folder, and whether it is a folder.
        self._listed: dict[str, list[tuple[str, bool]]] = {}

    def read(self, relative: str) -> SourceFile | None:
        """The file as text, or None (with a finding) if it is unreadable, not UTF-8, or a link out of the project."""
        raw = self._raw(relative)
        return self._decoded(relative, raw) if raw is not None else None

    def _raw(self, relative: str) -> bytes | None:
        path = self._path(relative)
        if self._outside(path):
            message = f"„{relative}“ ist eine Verknüpfung, die aus dem Projekt hinausführt."
            self._find("D006", relative, message, "Lege die Datei selbst hierher.")
            return None
        try:
            return file_bytes(path)
        except OSError as problem:
            message = f"„{relative}“ lässt sich nicht lesen: {_reason(problem)}."
            self._find("D002", relative, message, _remedy(problem, f"chmod u+r {relative}"))
            return None

    def _decoded(self, relative: str, raw: bytes) -> SourceFile | None:
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as problem:
            line = raw.count(b"\n", 0, problem.start) + 1
            column = problem.start - raw.rfind(b"\n", 0, problem.start)
            message = f"„{relative}“ ist nicht UTF-8: Byte 0x{raw[problem.start]:02x} passt nicht."
            self.findings.append(
                Finding("D001", Location(relative, line, column), message, "Speichere die Datei im Editor als UTF-8.")
            )
            return None
        return SourceFile(relative, text.replace("\r\n", "\n").replace("\r", "\n"))

    def folders(self, relative: str) -> Iterator[str]:
        """Sorted names of a folder's subfolders, without hidden ones."""
        return (name for name, is_folder in self._names(relative) if is_folder)

    def files(self, relative: str) -> Iterator[str]:
        """Sorted names of everything in a folder but subfolders, without hidden ones."""
        return (name for name, is_folder in self._names(relative) if not is_folder)

    def exists(self, relative: str) -> bool:
        """Whether a file of this name exists (readable or not)."""
        return os.path.lexists(self._path(relative))

    def _names(self, relative: str) -> list[tuple[str, bool]]:
        """The content of a folder, read once; [] (with a finding unless it is missing) if it cannot be read."""
        if relative not in self._listed:
            self._listed[relative] = self._list(relative)
        return self._listed[relative]

    def _list(self, relative: str) -> list[tuple[str, bool]]:
        try:
            with os.scandir(self._path(relative)) as found:
                return sorted((one.name, _is_folder(one)) for one in found if _is_named(one.name))
        except FileNotFoundError:
            return []
        except OSError as problem:
            message = f"Der Ordner „{relative}“ lässt sich nicht lesen: {_reason(problem)}."
            self._find("D002", relative, message, _remedy(problem, f"chmod u+rx {relative}"))
            return []

    def _path(self, relative: str) -> str:
        return f"{self._top}/{relative.removeprefix(self.prefix)}"

    def _outside(self, path: str) -> bool:
        place = path if os.path.islink(path) else os.path.dirname(path)  # an ordinary file is where its folder is
        if place not in self._is_outside:
            self._is_outside[place] = self._leads_out(Path(place))
        return self._is_outside[place]

    def _leads_out(self, place: Path) -> bool:
        try:
            return not place.resolve().is_relative_to(self.root.resolve())
        except (OSError, RuntimeError):  # circular links (RuntimeError before Python 3.13): reading reports them
            return False

    def _find(self, code: str, relative: str, message: str, hint: str) -> None:
        self.findings.append(Finding(code, Location(relative), message, hint))


def _is_named(name: str) -> bool:
    return not name.startswith((".", "~")) and not name.endswith("~")


def _is_folder(one: os.DirEntry[str]) -> bool:
    try:
        return one.is_dir()
    except OSError:  # a circular link
        return False


def file_bytes(path: Path | str) -> bytes:
    """Read a file. Raises OSError, also for a pipe, device or socket, which might never end."""
    mode = os.stat(path).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EOPNOTSUPP, "not a regular file")
    with open(path, "rb") as file:
        return file.read()


def _reason(problem: OSError) -> str:
    return (
        "die Verknüpfung führt ins Leere" if problem.errno == errno.ENOENT else reason(problem)
    )  # the file was listed, so it exists


def _remedy(problem: OSError, command: str) -> str:
    return _REMEDIES.get(problem.errno or 0) or f"Prüfe die Rechte, etwa mit: {command}"
