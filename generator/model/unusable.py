"""Why a call cannot be carried out: one exception for each cause that is met in several places. Its sentence is built here alone."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .findings import Finding
    from .values import System

#: What the system says of a file, in German and the same on every system.
_REASONS = {
    errno.EACCES: "die Rechte fehlen",
    errno.EEXIST: "dort liegt etwas anderes",
    errno.EISDIR: "es ist ein Ordner",
    errno.ELOOP: "die Verknüpfung führt im Kreis",
    errno.ENOENT: "es gibt sie nicht",
    errno.ENOSPC: "die Platte ist voll",
    errno.ENOTDIR: "es ist kein Ordner",
    errno.EOPNOTSUPP: "es ist keine gewöhnliche Datei",
    errno.EPERM: "die Rechte fehlen",
    errno.EROFS: "die Platte lässt sich nur lesen",
}
#: What the packages of extras are called where they are not called as they are imported.
_PACKAGES = {"PIL": "Pillow"}


class Unusable(Exception):
    """The call cannot be carried out; `str()` is one German sentence with the remedy. Ends the command with status 2."""


class MissingExtra(Unusable):
    """A package is not installed that an extra of ours brings."""

    def __init__(self, purpose: str, extra: str, module: str) -> None:
        package = _PACKAGES.get(module, module)
        super().__init__(f'Für {purpose} fehlt das Paket „{package}“: pip install ".[{extra}]" (im Projektordner)')


def require(purpose: str, extra: str, *modules: str) -> None:
    """Raises MissingExtra for the first module that is not installed; `purpose` in the accusative."""
    from importlib.util import find_spec

    for module in modules:
        if find_spec(module) is None:
            raise MissingExtra(purpose, extra, module)


class NothingLoaded(Unusable):
    """The project has no system that could be read."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        told = [f"{first.location}: {first.message} {first.hint}" for first in findings[:1]]
        super().__init__(f"Kein Spiel geladen. {told[0]}" if told else "Kein Spiel geladen: Ordner content anlegen.")


class UnknownName(Unusable):
    """A name that nothing has: what is so, and which names are like it."""

    def __init__(self, sentence: str, name: str, known: Iterable[str]) -> None:
        from .findings import did_you_mean  # here, because every command knows how to be unusable, and few are

        super().__init__(f"{sentence} {did_you_mean(name, known)}".strip())


class UnknownPart(UnknownName):
    """A part that its system has not."""

    def __init__(self, name: str, system: System) -> None:
        super().__init__(f"„{name}“ ist kein Teil von {system.short}.", name, [part.id for part in system.parts])


class Unreadable(Unusable):
    """A file that the system does not let us read."""

    def __init__(self, path: str | Path, problem: OSError) -> None:
        super().__init__(f"„{path}“ lässt sich nicht lesen: {reason(problem)}. Prüfe Pfad und Rechte.")


class Unwritable(Unusable):
    """A file or folder that the system does not let us write; `now` says what has become of the rest."""

    def __init__(self, path: str | Path, problem: OSError, now: str = "Nichts wurde geändert.") -> None:
        super().__init__(f"„{path}“ lässt sich nicht schreiben: {reason(problem)}. {now}")


def reason(problem: OSError) -> str:
    """Why the system refused, in German where it is one of the usual reasons."""
    return _REASONS.get(problem.errno or 0) or str(problem.strerror or problem)
