"""A book is stored whole or left out, even if the process is killed or the folder is full, forbidden or locked."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from nachschlag.generator.files.lock import LOCK, Busy, locked
from nachschlag.generator.files.transaction import STAGED, is_unfinished
from nachschlag.generator.ingest.storing import alone
from nachschlag.generator.model.unusable import Unusable

from tests.projects import command, environment, lay_over, mini_project, tree
from tests.running import Run, killed, whole

from .edition import loaded, read, rule, term

PROFILE = "recognisers: [headings]\nparts: [{heading: ^GELÄNDE$}]\n"
BOOK = "GELÄNDE\n\n1.0 WALD\n\nIm Wald sieht niemand etwas.\n\n1.1 MOOR\n\nIm Moor sinkt ein Modell ein.\n"
LATER = BOOK.replace("sieht niemand etwas", "hört niemand etwas").replace(
    "1.1 MOOR\n\nIm Moor", "1.1 BACH\n\nIm kalten, klaren Bach"
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with two editions of a book beside it."""
    lay_over(tmp_path, {"profil.yaml": PROFILE, "1/moos.txt": BOOK, "2/moos.txt": LATER})
    return mini_project(tmp_path / "projekt")


def ingest(project: Path, edition: int) -> tuple[str | Path, ...]:
    """The words of the command that reads an edition."""
    above = project.parent
    return (
        "--project", project, "ingest", above / str(edition) / "moos.txt", "--system", "moos", "--profile", above / "profil.yaml",
        "--out", above / "buch",
    )  # fmt: skip


def stays(folder: Path) -> dict[str, bytes]:
    """The lasting files of an overlay, without the leftovers of a stopped reading."""
    return {path: raw for path, raw in tree(folder).items() if path.startswith(("content/", "glossary/"))}


def test_a_first_reading_that_is_killed_leaves_all_or_nothing(run: Run, project: Path, tmp_path: Path) -> None:
    out = tmp_path / "buch"
    assert run(*ingest(project, 1)).status == 0
    after = tree(out)
    for count in range(1, 40):
        subprocess.run(["rm", "-r", str(out)], check=True)
        done = killed("before", count, *ingest(project, 1))
        assert is_unfinished(out) or stays(out) in ({}, {path: raw for path, raw in after.items() if path.startswith("content/")})
        if done.returncode == 0:
            break
        assert run(*ingest(project, 1)).status == 0
        assert whole(tree(out)) == after
    assert count > 2, "its record and its content are moved into place"


@pytest.mark.parametrize("edition", [1, 2])
def test_a_full_disk_changes_nothing(run: Run, project: Path, tmp_path: Path, edition: int) -> None:
    out = tmp_path / "buch"
    if edition == 2:
        assert run(*ingest(project, 1)).status == 0
    before = tree(tmp_path)
    done = subprocess.run(
        command(*ingest(project, edition)),
        capture_output=True,
        text=True,
        env=environment(PYTHONDONTWRITEBYTECODE="1"),
        preexec_fn=_small_files,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert tree(tmp_path) == before
    assert out.exists() == (edition == 2)


def test_a_file_in_the_place_of_the_folder_is_one_clear_error(run: Run, project: Path, tmp_path: Path) -> None:
    (tmp_path / "buch").write_text("Meins", "utf-8")
    assert "lässt sich nicht schreiben" in run(*ingest(project, 1)).line
    assert (tmp_path / "buch").read_text("utf-8") == "Meins"


def test_a_folder_that_is_forbidden_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="lässt sich nicht schreiben"):
        read(Path("/proc/buch"), rule("Wald", "Er brennt."))


def test_only_one_reads_at_a_time(run: Run, project: Path, tmp_path: Path) -> None:
    out = tmp_path / "buch"
    with alone(out):
        assert "gerade ein Buch eingelesen" in run(*ingest(project, 1)).line
        assert tree(out) == {LOCK: b""}
    assert not out.exists()
    assert run(*ingest(project, 1)).status == 0


def test_the_lock_ends_with_its_holder(tmp_path: Path) -> None:
    """A lock keeps a second process out while the first lives, and lets it in once that is killed, although the file remains."""
    holding = "import pathlib, sys, time\nfrom nachschlag.generator.files.lock import locked\n"
    holding += "with locked(pathlib.Path(sys.argv[1]), ''):\n    print('da', flush=True)\n    time.sleep(600)"
    with subprocess.Popen([sys.executable, "-c", holding, str(tmp_path)], stdout=subprocess.PIPE, env=environment()) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"da\n"
        with pytest.raises(Busy), locked(tmp_path, ""):
            pass
        other.kill()
    assert (tmp_path / LOCK).exists()
    with locked(tmp_path, ""), pytest.raises(Busy), locked(tmp_path, ""):
        pass
    assert tree(tmp_path) == {}


def test_two_at_once_end_whole(project: Path, tmp_path: Path) -> None:
    both = [
        subprocess.Popen(
            command(*ingest(project, edition)), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment()
        )
        for edition in (1, 2)
    ]
    assert {one.wait() for one in both} <= {0, 2}
    loaded(tmp_path / "buch")


def test_a_folder_that_links_elsewhere_is_written_there(run: Run, project: Path, tmp_path: Path) -> None:
    (tmp_path / "woanders").mkdir()
    (tmp_path / "buch").symlink_to(tmp_path / "woanders")
    assert run(*ingest(project, 1)).status == 0
    assert (tmp_path / "buch").is_symlink()
    assert (tmp_path / "woanders/content/moos/gelaende/wald.md").is_file()


@pytest.mark.parametrize("into", ["content", ".", "site/buch"])
def test_the_content_of_the_project_is_refused(run: Run, project: Path, tmp_path: Path, into: str) -> None:
    (tmp_path / "buch").symlink_to(project / into)
    before = tree(project)
    assert "Projekt" in run(*ingest(project, 1)).line or into == "site/buch"
    assert run(*ingest(project, 1)).status == 2
    assert tree(project) == before


def test_foreign_files_in_the_folder_stay(run: Run, project: Path, tmp_path: Path) -> None:
    mine = {"content/anderes/system.yaml": "id: anderes\n", "glossary/anderes.yaml": "[]\n", "Notiz.txt": "Meins", "build/x": "1"}
    lay_over(tmp_path / "buch", mine)
    for edition in (1, 2, 2):
        assert run(*ingest(project, edition)).status == 0
        found = tree(tmp_path / "buch")
        assert {path: found[path].decode() for path in mine} == mine


# -- killed or hindered at any step -------------------------------------------------------------------------------------------

#: Two editions in which entries change, appear, disappear, and move to a new part or as the last of their own.
FIRST = (
    rule("Wald", "Im Wald sieht niemand etwas.", "1.0"),
    rule("Moor", "Im Moor sinkt ein Modell ein.", "1.1"),
    rule("Berg", "Auf dem Berg trifft ein Schütze weiter.", "2.0", "Höhen"),
    term("Mut", "Wie tapfer ein Modell ist."),
)
SECOND = (
    rule("Wald", "Im Wald hört niemand etwas.", "1.0"),
    rule("Furt", "Durch die Furt ziehen alle.", "1.1", "Wasser"),
    rule("Kahn", "Ein Kahn trägt zwei.", "1.2", "Wasser"),
    term("Mut", "Wie mutig ein Modell ist."),
)
STEPS = ("replace", "rename", "link", "mkdir", "rmdir", "unlink")


def survives(step: int, work: Callable[[], object]) -> bool:
    """Do the work in a process of its own, killed before its n-th change of a folder; return whether it finished."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    left = step

    def dying(really: Callable[..., object]) -> Callable[..., object]:
        def change(*places: object, **more: object) -> object:
            nonlocal left
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)
            return really(*places, **more)

        return change

    for name in STEPS:
        setattr(os, name, dying(getattr(os, name)))
    with suppress(Unusable):
        work()
    os._exit(0)


@pytest.fixture
def editions(tmp_path: Path) -> tuple[Path, dict[str, bytes], dict[str, bytes]]:
    """A folder with the first edition, its files, and the files after the second was read over it."""
    out = tmp_path / "erste"
    read(out, *FIRST)
    other = tmp_path / "zweite"
    shutil.copytree(out, other)
    read(other, *SECOND)
    return out, tree(out), tree(other)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes as Unix has them")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("hindered", [False, True])
@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.audit)])
def test_a_later_edition_is_there_whole_or_not_at_all(
    editions: tuple[Path, dict[str, bytes], dict[str, bytes]], tmp_path: Path, hindered: bool, every: int
) -> None:
    first, before, after = editions
    if hindered:  # a folder in the last file's place: earlier replacements must be undone
        (first / "ingest/moos/base/content/moos/wasser/kahn.md").mkdir(parents=True)
        after = before
    seen = set()
    for step in range(1, 1000, every):
        out = tmp_path / f"mal-{step}"
        shutil.copytree(first, out)
        done = survives(step, lambda out=out: read(out, *SECOND))  # type: ignore[misc]
        waits = is_unfinished(out)
        assert waits or stays(out) in (kept(before), kept(after))
        with alone(out) as left:
            assert left == []
        assert tree(out) in (before, after)
        assert not waits or hindered or tree(out) == after
        seen.add(waits)
        if done:
            break
    assert (seen, tree(out), step > 40) == ({True, False}, after, True)
    assert [path.name for path in out.iterdir() if path.name.startswith(STAGED)] == []


def kept(files: dict[str, bytes]) -> dict[str, bytes]:
    return {path: raw for path, raw in files.items() if path.startswith(("content/", "glossary/"))}


def test_the_next_command_finishes_an_interrupted_one(run: Run, project: Path) -> None:
    out = project / "privat"
    read(out, *FIRST)
    read(project / "zweite", *FIRST)
    read(project / "zweite", *SECOND)
    shutil.copytree(out, project.parent / "erste")
    for step in range(90, 1000, 3):  # until it dies while files are moved into place
        shutil.rmtree(out)
        shutil.copytree(project.parent / "erste", out)
        if not survives(step, lambda: read(out, *SECOND)) and is_unfinished(out):
            break
    assert "Kahn" in run("--project", project, "show", "moos/kahn").out
    assert tree(out) == tree(project / "zweite")


def test_a_plan_in_a_foreign_folder_writes_nowhere_else(run: Run, project: Path) -> None:
    out = project / "privat"
    read(out, *FIRST)
    (project / "ziel").mkdir()
    (out / "content/hinaus").symlink_to(project / "ziel")
    wanted = hashlib.sha256(b"boese").hexdigest()
    paths = ["../ziel/eins.md", str(project / "ziel/zwei.md"), "content/hinaus/drei.md"]
    lay_over(out / ".zusammen-vor", {"plan.json": json.dumps({path: ["", wanted] for path in paths})})
    lay_over(out / ".zusammen-vor/neu", {"content/hinaus/drei.md": "boese"})
    lay_over(out / ".zusammen-vor/ziel", {"eins.md": "boese"})
    said = run("--project", project, "show", "moos/wald")
    assert (said.status, said.err.count("bleibt, wie es ist")) == (0, 3)
    assert tree(project / "ziel") == {}
    assert not is_unfinished(out)


@pytest.fixture(params=["size", "nr_inodes"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Path, Callable[[int], None]]]:
    """A small disk, and a function that fills it until only a number of pages, or files, are left."""
    place = tmp_path / "platte"
    place.mkdir()
    options = {"size": "size=1m", "nr_inodes": "size=9m,nr_inodes=300"}[request.param]
    if subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", place], capture_output=True, check=False).returncode:
        pytest.skip("mounting needs rights that are not there")

    def fill(left: int) -> None:
        shutil.rmtree(place / "voll", ignore_errors=True)
        (place / "voll").mkdir()
        free = os.statvfs(place)
        if request.param == "size":
            (place / "voll/viel").write_bytes(b"x" * (free.f_bavail - left) * free.f_bsize)
        else:
            for number in range(free.f_favail - left):
                (place / f"voll/{number}").touch()

    try:
        yield place, fill
    finally:
        subprocess.run(["umount", place], check=True)


def test_a_disk_that_is_really_full_changes_nothing(
    disk: tuple[Path, Callable[[int], None]], editions: tuple[Path, dict[str, bytes], dict[str, bytes]]
) -> None:
    first, before, after = editions
    place, fill = disk
    out = place / "buch"
    shutil.copytree(first, out)
    for free in range(1000):
        fill(free)
        with suppress(Unusable):
            read(out, *SECOND)
            break
        assert tree(out) == before
        assert not is_unfinished(out)
    assert (tree(out), free > 10) == (after, True)


def _small_files() -> None:
    """Limit files to 600 bytes, so that writing fails halfway, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))
