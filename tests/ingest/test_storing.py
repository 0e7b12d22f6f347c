"""A book read into a folder is there as a whole or not at all: whoever is killed, whatever is full, forbidden or busy."""

from __future__ import annotations

import resource
import signal
import subprocess
from pathlib import Path

import pytest
from nachschlag.generator.command import Unusable
from nachschlag.generator.ingest.storing import alone

from tests.projects import command, environment, lay_over, mini_project, tree
from tests.running import Run, killed, whole

from .edition import edit, entry_file, loaded, read, rule

PROFILE = 'recognisers:\n  numbered: {bare: "true", parts: ^GELÄNDE$}\n'
BOOK = "GELÄNDE\n\n1.0 WALD\n\nIm Wald sieht niemand etwas.\n\n1.1 MOOR\n\nIm Moor sinkt ein Modell ein.\n"
LATER = BOOK.replace("sieht niemand etwas", "hört niemand etwas").replace(
    "1.1 MOOR\n\nIm Moor", "1.1 BACH\n\nIm kalten, klaren Bach"
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project beside which lie two editions of a book."""
    lay_over(tmp_path, {"profil.yaml": PROFILE, "1/moos.txt": BOOK, "2/moos.txt": LATER})
    return mini_project(tmp_path / "projekt")


def ingest(project: Path, edition: int) -> tuple[str | Path, ...]:
    """The command that reads an edition."""
    above = project.parent
    return (
        "--project", project, "ingest", above / str(edition) / "moos.txt", "--system", "moos", "--profile", above / "profil.yaml",
        "--out", above / "buch",
    )  # fmt: skip


def stays(folder: Path) -> dict[str, bytes]:
    """What counts of an overlay: all but what only a stopped reading leaves."""
    return {path: raw for path, raw in tree(folder).items() if path.startswith(("content/", "glossary/"))}


def test_a_first_reading_that_is_killed_leaves_all_or_nothing(run: Run, project: Path, tmp_path: Path) -> None:
    out = tmp_path / "buch"
    assert run(*ingest(project, 1)).status == 0
    after = tree(out)
    for count in range(1, 40):
        subprocess.run(["rm", "-r", str(out)], check=True)
        done = killed("before", count, *ingest(project, 1))
        assert stays(out) in ({}, {path: raw for path, raw in after.items() if path.startswith("content/")})
        if done.returncode == 0:
            break
        assert run(*ingest(project, 1)).status == 0
        assert whole(tree(out)) == after
    assert count > len(after)


def test_a_later_reading_that_is_killed_is_finished_by_the_next(run: Run, project: Path, tmp_path: Path) -> None:
    out = tmp_path / "buch"
    assert run(*ingest(project, 1)).status == 0
    edit(entry_file(out, "wald"), "status: entwurf", "status: geprüft")
    before = tree(out)
    assert run(*ingest(project, 2)).status == 0
    after = tree(out)
    assert after != before
    for count in range(1, 40):
        subprocess.run(["rm", "-r", str(out)], check=True)
        lay_over(out, before)
        done = killed("before", count, *ingest(project, 2))
        if done.returncode == 0:
            break
        assert run(*ingest(project, 2)).status == 0
        assert whole(tree(out)) == after
        loaded(out)
    assert count > 5


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
        env=environment(),
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
        assert tree(out) == {}
    assert not out.exists()
    assert run(*ingest(project, 1)).status == 0


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


def test_what_others_have_in_the_folder_stays(run: Run, project: Path, tmp_path: Path) -> None:
    mine = {"content/anderes/system.yaml": "id: anderes\n", "glossary/anderes.yaml": "[]\n", "Notiz.txt": "Meins", "build/x": "1"}
    lay_over(tmp_path / "buch", mine)
    for edition in (1, 2, 2):
        assert run(*ingest(project, edition)).status == 0
        found = tree(tmp_path / "buch")
        assert {path: found[path].decode() for path in mine} == mine


def _small_files() -> None:
    """No file may have more than 600 bytes: writing fails halfway, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))
