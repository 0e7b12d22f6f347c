"""`accept` and `review` mark all of their files or none: killed, on a full disk, in the project and in a private folder elsewhere."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
from pathlib import Path

import pytest
from nachschlag.generator.commands._shared import desk
from nachschlag.generator.files.lock import locked
from nachschlag.generator.files.transaction import is_unfinished

from tests.projects import command, environment, lay_over, mini_project, tree
from tests.running import Run, killed

RULES = "content/wuerfelkrieg/grundregeln"
ENTRY = "---\ntitle: {0}\ntitle_en: {0} one\nkind: rule\nshort: Wirf.\nshort_en: Roll.\n---\nWirf.\n"
BOOK = {
    "content/buch/system.yaml": "id: buch\nname: Buch\nshort: Buch\nlicence: {status: private}\nparts: [{id: kern, title: Kern}]\n",
    "content/buch/kern/wort.md": ENTRY.format("Wort"),
}
NAMES = ("wuerfelkrieg/eins", "wuerfelkrieg/zwei", "buch/wort", "wuerfelkrieg/glossar/becher")
CALLS = {"accept": ("accept", *NAMES), "review": ("review", *NAMES, "--by", "leser", "--against", "3.0")}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a project and, beside it, an overlay."""
    place = tmp_path / "ort"
    mini_project(place / "projekt", {f"{RULES}/{name}.md": ENTRY.format(name) for name in ("eins", "zwei")})
    lay_over(place / "buch", BOOK)
    return place


def call(place: Path, name: str, *more: str) -> tuple[str | Path, ...]:
    return ("--project", place / "projekt", "--overlay", place / "buch", *CALLS.get(name, (name,)), *more)


def texts(place: Path) -> dict[str, bytes]:
    return {path: raw for path, raw in tree(place).items() if not path.startswith("projekt/build/")}


@pytest.mark.parametrize("name", CALLS)
def test_all_are_marked(run: Run, place: Path, name: str) -> None:
    before = texts(place)
    said = run(*call(place, name))
    assert (said.status, sorted(said.out.split())) == (0, sorted(NAMES))
    after = texts(place)
    assert {path for path in after if after[path] != before[path]} == {
        f"projekt/{RULES}/eins.md",
        f"projekt/{RULES}/zwei.md",
        "buch/content/buch/kern/wort.md",
        "projekt/glossary/wuerfelkrieg.yaml",
    }
    assert not list(desk(place / "projekt").glob(".*"))


@pytest.mark.parametrize("name", CALLS)
def test_killed_at_any_time_all_or_none_are_marked(run: Run, place: Path, tmp_path: Path, name: str) -> None:
    before = texts(place)
    marked = shutil.copytree(place, tmp_path / "ganz")
    assert run(*call(marked, name)).status == 0
    after = texts(marked)
    waited = []
    for count in range(1, 60):
        half = shutil.copytree(place, tmp_path / f"mal-{count}")
        done = killed("before" if count % 2 else "after", count, *call(half, name)).returncode == 0
        waits = is_unfinished(desk(half / "projekt"))
        assert ("wurde abgebrochen. Zu Ende bringt sie" in run(*call(half, "check")).err) == waits
        assert run(*call(half, "move")).status == (0 if waits else 2)
        assert texts(half) in ((after,) if waits or done else (before, after))
        waited.append(waits)
        if done:
            break
    assert (waited[0], True in waited, waited[-1]) == (False, True, False)


def test_the_next_one_finishes_it(run: Run, place: Path, tmp_path: Path) -> None:
    for count in range(1, 60):
        half = shutil.copytree(place, tmp_path / f"mal-{count}")
        killed("after", count, *call(half, "accept"))
        if is_unfinished(desk(half / "projekt")):
            break
    said = run(*call(half, "accept"))
    assert (said.status, said.err) == (
        0,
        "Eine abgebrochene Änderung ist jetzt zu Ende gebracht.\n0 bestätigt, 4 schon aktuell.\n",
    )


@pytest.mark.parametrize("name", CALLS)
def test_a_full_disk_marks_none(place: Path, name: str) -> None:
    before = texts(place)
    done = subprocess.run(
        command(*call(place, name)),
        capture_output=True,
        text=True,
        env=environment(PYTHONDONTWRITEBYTECODE="1"),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (150, 150)),
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert texts(place) == before


def test_one_at_a_time(run: Run, place: Path) -> None:
    """A second call is refused while another marks."""
    with locked(desk(place / "projekt"), ""):
        assert "ändert gerade schon ein anderer Aufruf" in run(*call(place, "accept")).line


@pytest.mark.skipif(os.name == "nt", reason="needs links as Unix has them")
def test_a_link_stays_one(run: Run, place: Path) -> None:
    path, real = place / "projekt" / RULES / "eins.md", place / "projekt/abgelegt.md"
    path.rename(real)
    path.symlink_to(real)
    assert run("--project", place / "projekt", "accept", "wuerfelkrieg/eins").status == 0
    assert path.is_symlink()
    assert "translated_from" in real.read_text("utf-8")


def test_only_folders_that_the_call_names_are_finished(run: Run, place: Path, tmp_path: Path) -> None:
    """A plan that lies in a project may come from anyone, so it writes only into folders that the call names."""
    before = texts(place)["buch/content/buch/kern/wort.md"]
    for count in range(1, 60):
        half = shutil.copytree(place, tmp_path / f"mal-{count}")
        killed("after", count, *call(half, "accept"))
        if is_unfinished(desk(half / "projekt")):
            break
    book = half / "buch/content/buch/kern/wort.md"
    assert book.read_bytes() == before
    said = run("--project", half / "projekt", "move")
    assert (said.status, book.read_bytes()) == (2, before)
    assert f"nicht angefasst: {book.as_posix()}." in said.err
    assert "translated_from" in (half / "projekt" / RULES / "eins.md").read_text("utf-8")
