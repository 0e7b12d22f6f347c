"""Private games: an overlay is a folder laid out like a project's content, loaded beside it and never given away.

`content/<system>/…` and `glossary/<system>.yaml` count, whatever else lies in it (what `ingest` keeps) does not.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from .command import Unusable
from .model import System

#: The overlay that every project has where the folder exists, beside mkdocs.yml.
FOLDER = "privat"

#: What every page of a private game says.
MARK = "Privat – nicht zum Weitergeben"

#: Folders whose content is made anew by a build, and carried to a host.
_BUILT = ("build", "site", "site-ordner")


def is_private(system: System) -> bool:
    """Whether a game must not be given away: it is private, or a permission is claimed without evidence.

    >>> is_private(System("t9a", "The 9th Age", "T9A", Licence("permitted", evidence="Mail vom 3. Mai 2026")))
    False
    """
    licence = system.licence
    return licence.status == "private" or (licence.status == "permitted" and not licence.evidence)


def refuse_public(out: Path, project: Path) -> None:
    """Raises Unusable where a private game written to `out` could get into the project's repository, or onto a site.

    Fine are places outside the repository, the project's `privat` folder, and other folders that git leaves alone. Links are followed,
    and what counts is the folder itself, however its name is written.

    >>> refuse_public(Path("privat"), Path("."))
    """
    real = _real(out)
    if not _is_within(real, repository(project)):
        return
    if any(_is_within(real, project / name) for name in _BUILT):
        raise Unusable(f"„{out}“ wird bei jedem Bau ersetzt und veröffentlicht. Nimm den Ordner „{FOLDER}“ oder einen außerhalb.")
    ignored = _is_ignored(real, project)
    if ignored or (ignored is None and _is_within(real, project / FOLDER)):
        return
    raise Unusable(
        f"„{out}“ liegt im Projekt und käme ins Repository. Private Spiele gehören nach „{FOLDER}“ (mit „/{FOLDER}/“ in .gitignore) "
        "oder in einen Ordner außerhalb."
    )


def refuse_inside(out: str | None, project: Path) -> None:
    """Raises Unusable unless `out` names a place outside the project and its repository: where private texts may be handed out to."""
    inside = out in (None, "", "-") or _is_within(_real(Path(str(out))), project, repository(project))
    if inside:
        raise Unusable("Private Inhalte gehen nur in eine Datei außerhalb des Projekts: --out DATEI.")


def repository(project: Path) -> Path:
    """The folder of the repository that a project lies in; the project's own where there is none."""
    folder = project.resolve()
    return next((above for above in (folder, *folder.parents) if (above / ".git").exists()), folder)


def _real(path: Path) -> Path:
    """Where a path leads, links followed as far as it exists. Raises Unusable for links in a circle."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # RuntimeError before Python 3.13
        raise Unusable(f"„{path}“ führt im Kreis. Nenne den Ordner selbst.") from None


def _is_within(real: Path, *folders: Path) -> bool:
    """Whether a path lies in one of the folders. They are told apart as the file system does, which may not heed case."""
    return any(above == folder.resolve() or _is_same(above, folder) for above in (real, *real.parents) for folder in folders)


def _is_same(one: Path, other: Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except OSError:  # not there (yet)
        return False


def _is_ignored(real: Path, project: Path) -> bool | None:
    """Whether git leaves alone what is written into a folder; None where there is no git, or no repository."""
    git = shutil.which("git")
    if git is None:
        return None
    # GIT_DIR and its like, set where git itself called us, would name another repository
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    # a name within it, because "privat/" in .gitignore means a folder, and this one may not be there yet
    command = [git, "-C", str(repository(project)), "check-ignore", "-q", "--", str(real / "content")]
    status = subprocess.run(command, capture_output=True, check=False, env=environment).returncode
    return {0: True, 1: False}.get(status)
