"""Private systems: an overlay is a folder laid out like a project, loaded beside it and never published.

Only `content/<system>/…` and `glossary/<system>.yaml` count; other files in it (such as those of `ingest`) do not.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..model.choices import PRIVATE_FOLDER
from ..model.unusable import Unusable, WouldPublish

if TYPE_CHECKING:
    from ..model.library import Library
    from ..model.values import Concept, System

FOLDER = PRIVATE_FOLDER

#: The notice on every page of a private system.
MARK = "Privat – nicht zum Weitergeben"

#: Folders that a build regenerates for upload to a host.
_BUILT = ("build", "site", "site-ordner")


def is_private(system: System) -> bool:
    """Whether a system must not be published: it is private, or claims a permission without evidence. A system in an overlay is
    private until a permission is recorded, because an overlay is not meant for others.

    >>> is_private(System("t9a", "The 9th Age", "T9A", Licence("permitted", evidence="Mail vom 3. Mai 2026")))
    False
    """
    licence = system.licence
    if licence.status == "permitted":
        return not licence.evidence
    return licence.status == "private" or system.overlay != ""


def private_systems(library: Library) -> list[System]:
    """The systems that must not be published."""
    return [system for system in library.systems.values() if is_private(system)]


def private_names(library: Library, chosen: str | None = None) -> str:
    """The names of these systems for a message, or only that of `chosen` if it is one of them."""
    return ", ".join(system.name for system in private_systems(library) if chosen in (None, system.id))


def overlay_folders(project: Path, more: Iterable[Path] = ()) -> tuple[Path, ...]:
    """A project's existing overlays: its folder `privat`, and others; each once.

    >>> overlay_folders(Path("."), [Path("../buecher")])
    (PosixPath('privat'), PosixPath('../buecher'))
    """
    there = [folder for folder in (project / FOLDER, *more) if folder.is_dir()]
    return tuple({folder.resolve(): folder for folder in reversed(there)}.values())[::-1]


def path_prefix(folder: Path, project: Path) -> str:
    """The start of an overlay's paths as seen from the project: "privat/", or the full path of a folder elsewhere."""
    full, root = Path(os.path.abspath(folder)), Path(os.path.abspath(project))
    return f"{(full.relative_to(root) if full.is_relative_to(root) else full).as_posix()}/"


def private_overlays(library: Library) -> list[System]:
    """The private systems in overlays."""
    return [system for system in library.systems.values() if system.overlay and is_private(system)]


def without_private_overlays(library: Library) -> Library:
    """The library without its overlays: drops their private systems, and what concepts say of these."""
    from ..model.library import Library  # imported here, because few commands need the library

    left_out = {system.id for system in private_overlays(library)}
    if not left_out:
        return library
    return Library(
        (system for system in library.systems.values() if system.id not in left_out),
        (entry for entry in library.entries.values() if entry.system not in left_out),
        (term for term in library.terms.values() if term.system not in left_out),
        (_without(concept, left_out) for concept in library.concepts.values()),
        (move for move in library.moves if move.old.partition("/")[0] not in left_out),
        {path: svg for path, svg in library.drawings.items() if not _lies_in(path, library, left_out)},
        {path: why for path, why in library.drawing_problems.items() if not _lies_in(path, library, left_out)},
        (asked for asked in library.queries.values() if asked.target.partition("/")[0] not in left_out),
    )


def _without(concept: Concept, left_out: set[str]) -> Concept:
    entries = {system: ids for system, ids in concept.entries.items() if system not in left_out}
    notes = {system: note for system, note in concept.notes.items() if system not in left_out}
    return replace(concept, entries=entries, notes=notes)


def _lies_in(path: str, library: Library, left_out: set[str]) -> bool:
    return any(path.startswith(f"{library.systems[name].overlay}content/{name}/") for name in left_out)


def refuse_public(out: Path, project: Path) -> None:
    """Raise Unusable if a private system written to `out` could get into the project's repository or onto a site.

    Accepts places outside the repository, the project's `privat` folder, and other folders that git ignores. Follows links and
    compares the folders themselves, not their names.

    >>> refuse_public(Path("privat"), Path("."))
    """
    real = _real(out)
    if not _is_within(real, repository(project)):
        return
    if any(_is_within(real, project / name) for name in _BUILT):
        raise WouldPublish(
            f"„{out}“ wird bei jedem Bau ersetzt und veröffentlicht. Nimm den Ordner „{FOLDER}“ oder einen außerhalb."
        )
    ignored = _is_ignored(real, project)
    if ignored or (ignored is None and _is_within(real, project / FOLDER)):
        return
    raise WouldPublish(
        f"„{out}“ liegt im Projekt und käme ins Repository. Private Spiele gehören nach „{FOLDER}“ (mit „/{FOLDER}/“ in .gitignore) "
        "oder in einen Ordner außerhalb."
    )


def refuse_committed(site: Path, project: Path) -> None:
    """Raise Unusable if git would add a site with private systems to the project's repository."""
    real = _real(site)
    if _is_within(real, repository(project)) and _is_ignored(real, project) is False:
        raise WouldPublish(
            f"„{site}“ käme mit privaten Spielen ins Repository. Trage den Ordner in .gitignore ein oder baue mit --publish."
        )


def refuse_inside(out: str | None, project: Path, option: str = "--out") -> None:
    """Raise Unusable unless `out` names a place outside the project and its repository, where private texts may go.

    `option` is what the command calls that place.
    """
    inside = out in (None, "", "-") or _is_within(_real(Path(str(out))), project, repository(project))
    if inside:
        raise WouldPublish(f"Private Inhalte gehen nur in eine Datei außerhalb des Projekts: {option} DATEI.")


def repository(project: Path) -> Path:
    """The folder of the repository that contains a project; the project's own without one."""
    folder = project.resolve()
    return next((above for above in (folder, *folder.parents) if (above / ".git").exists()), folder)


def _real(path: Path) -> Path:
    """Resolve a path, following links as far as it exists. Raises Unusable for circular links."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # RuntimeError before Python 3.13
        raise Unusable(f"„{path}“ führt im Kreis. Nenne den Ordner selbst.") from None


def _is_within(real: Path, *folders: Path) -> bool:
    """Whether a path is inside one of the folders, compared as the file system does, which may ignore case."""
    return any(above == folder.resolve() or _is_same(above, folder) for above in (real, *real.parents) for folder in folders)


def _is_same(one: Path, other: Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except OSError:  # does not exist (yet)
        return False


def _is_ignored(real: Path, project: Path) -> bool | None:
    """Whether git ignores files in a folder; None without git or a repository."""
    git = shutil.which("git")
    if git is None:
        return None
    # GIT_DIR and the like, set if git itself called us, would name another repository
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    # ask for a name inside it, because "privat/" in .gitignore means a folder, and this one may not exist yet
    command = [git, "-C", str(repository(project)), "check-ignore", "-q", "--", str(real / "content")]
    import subprocess  # here, because few commands ask Git

    status = subprocess.run(command, capture_output=True, check=False, env=environment).returncode
    return {0: True, 1: False}.get(status)
