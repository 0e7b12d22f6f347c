"""Why a call cannot be carried out: one exception per cause that occurs in several places.

Causes of a single room stand in that room, and a sentence of a single place is raised as `Unusable` itself. A cause whose sentences are
alike words them itself.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .findings import Finding
    from .values import System

#: The operating system's errors about files, in German and the same everywhere.
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
#: Distribution names of packages from extras that differ from the import name.
_PACKAGES = {"PIL": "Pillow"}


class Unusable(Exception):
    """The call cannot be carried out; `str()` is one German sentence with the remedy. Ends the command with status 2."""


class NotInstalled(Unusable):
    """A package, program or dictionary that is not installed."""


class MissingExtra(NotInstalled):
    """A package from one of our extras is not installed."""

    def __init__(self, purpose: str, extra: str, module: str) -> None:
        package = _PACKAGES.get(module, module)
        super().__init__(f'Für {purpose} fehlt das Paket „{package}“: pip install ".[{extra}]" (im Ordner des Programms)')


def require(purpose: str, extra: str, *modules: str) -> None:
    """Raise MissingExtra for the first module that is not installed; `purpose` is in the accusative."""
    from importlib.util import find_spec

    for module in modules:
        if find_spec(module) is None:
            raise MissingExtra(purpose, extra, module)


class NothingLoaded(Unusable):
    """The project has no readable system."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        shown = [f"{first.location}: {first.message} {first.hint}" for first in findings[:1]]
        super().__init__(f"Kein Spiel geladen. {shown[0]}" if shown else "Kein Spiel geladen: Ordner content anlegen.")


class UnknownName(Unusable):
    """An unknown name: `sentence` says so, followed by the similar names."""

    def __init__(self, sentence: str, name: str, known: Iterable[str]) -> None:
        from .findings import did_you_mean  # here, because every command knows how to be unusable, and few are

        super().__init__(f"{sentence} {did_you_mean(name, known)}".strip())


class UnknownPart(UnknownName):
    """A part that its system does not have."""

    def __init__(self, name: str, system: System) -> None:
        super().__init__(f"„{name}“ ist kein Teil von {system.short}.", name, [part.id for part in system.parts])


class NotAmong(Unusable):
    """A name that is none of a few: `sentence` says so, followed by all of them."""

    def __init__(self, sentence: str, known: Iterable[str]) -> None:
        super().__init__(f"{sentence} Es gibt: {', '.join(known)}.")


class OutOfRange(Unusable):
    """The number of an option that is too small or too large."""

    def __init__(self, option: str, number: int, least: int, most: int) -> None:
        super().__init__(f"{option} {number}: erlaubt ist {least} bis {most}.")


class Unfit(Unusable):
    """A text that cannot be what it was meant to be (`role`, in the nominative); `why` gives reason and remedy."""

    def __init__(self, text: str, role: str, why: str) -> None:
        super().__init__(f"„{text}“ taugt nicht als {role}{why}")


class Taken(Unusable):
    """A path or id that something else has; `more` says where, and what to do."""

    def __init__(self, name: str | Path, more: str = "") -> None:
        super().__init__(f"„{name}“ gibt es schon{more}.")


class NotThere(Unusable):
    """A file or folder that does not exist."""

    def __init__(self, path: str | Path, remedy: str = "") -> None:
        super().__init__(f"„{path}“ gibt es nicht. {remedy}".strip())


class WrongOptions(Unusable):
    """Options and arguments that do not go together, or lack one."""


class WrongValue(Unusable):
    """An argument, or an answer to a question, that is not what was asked for."""


class WhichSystem(Unusable):
    """A text or list that does not show which system is meant."""


class NothingToDo(Unusable):
    """Nothing in the input is what the command works on."""


class NotUtf8(Unusable):
    """A text in another encoding than UTF-8."""


class Malformed(Unusable):
    """A file whose content is not what it should be."""


class NotBuilt(Unusable):
    """What another command makes first is not there."""


class ForeignFolder(Unusable):
    """A folder with other files than ours, which we do not touch."""


class WouldPublish(Unusable):
    """What is private would become public."""


class ChangedMeanwhile(Unusable):
    """What was to be changed is no longer as it was."""


class NoProject(Unusable):
    """A folder that is no project."""


class Unreadable(Unusable):
    """A file that the operating system refuses to read."""

    def __init__(self, path: str | Path, problem: OSError) -> None:
        super().__init__(f"„{path}“ lässt sich nicht lesen: {reason(problem)}. Prüfe Pfad und Rechte.")


class Unwritable(Unusable):
    """A file or folder that the operating system refuses to write; `now` says what became of the rest."""

    def __init__(self, path: str | Path, problem: OSError, now: str = "Nichts wurde geändert.") -> None:
        super().__init__(f"„{path}“ lässt sich nicht schreiben: {reason(problem)}. {now}")


def reason(problem: OSError) -> str:
    """Why the operating system refused; in German for the usual reasons."""
    return _REASONS.get(problem.errno or 0) or str(problem.strerror or problem)
